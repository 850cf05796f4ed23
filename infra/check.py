"""Checks the parameters of a deployment before anything is built or made, and what the account has for them.

    python check.py [--offline] PARAMETER=VALUE ...

Prints the parameters to deploy with: those given, and MaximumRenderers where the account has too little concurrency for the
default. What is wrong is said on stderr, a sentence each, and ends with status 1.
"""

import re
import sys

import translate

# Executions that are left to the API and to the other workers: half of the account's.
SHARE = 2
LEAST_RENDERERS = 2


def decide(said: dict, value) -> bool:
    """Whether a condition of CloudFormation holds; `value` works out what it compares."""
    ((function, arguments),) = said.items()
    match function:
        case "Fn::Equals":
            return str(value(arguments[0])) == str(value(arguments[1]))
        case "Fn::Contains":
            return value(arguments[1]) in value(arguments[0])
        case "Fn::Not":
            return not decide(arguments[0], value)
        case "Fn::And":
            return all(decide(each, value) for each in arguments)
        case "Fn::Or":
            return any(decide(each, value) for each in arguments)
    raise ValueError(f"{function} in a condition")


def broken_rules(template: dict, value) -> list[str]:
    """What the section `Rules` of a template objects to."""
    found = []
    for rule in template["Rules"].values():
        if "RuleCondition" not in rule or decide(rule["RuleCondition"], value):
            found += [each["AssertDescription"] for each in rule["Assertions"] if not decide(each["Assert"], value)]
    return found


def values(template: dict, given: dict[str, str]) -> dict:
    """The values of all parameters: those given, and the defaults of the others."""
    known = template["Parameters"]
    all_ = {name: str(given.get(name, each.get("Default", ""))) for name, each in known.items()}
    lists = {name for name, each in known.items() if each["Type"] == "CommaDelimitedList"}
    return {name: value.split(",") if name in lists else value for name, value in all_.items()}


def wrong_values(template: dict, given: dict[str, str]) -> list[str]:
    """What CloudFormation would refuse, in the words of the template."""
    known, found = template["Parameters"], []
    for name, value in given.items():
        if name not in known:
            near = [each for each in known if each.lower() == name.lower()]
            found.append(f"{name} is not a parameter; {f'did you mean {near[0]}?' if near else 'infra/template.yaml lists them.'}")
            continue
        bounds = known[name]
        if "AllowedValues" in bounds and value not in map(str, bounds["AllowedValues"]):
            found.append(f"{name} is `{value}`; it is one of {', '.join(map(str, bounds['AllowedValues']))}.")
        if "AllowedPattern" in bounds and not re.fullmatch(bounds["AllowedPattern"], value):
            found.append(f"{name} is `{value}`: {bounds['ConstraintDescription']}")
        if bounds["Type"] == "Number":
            least, most = bounds.get("MinValue", 0), bounds.get("MaxValue")
            if not value.isdigit() or int(value) < least or most is not None and int(value) > most:
                found.append(f"{name} is `{value}`; it must be a whole number from {least}{f' to {most}' if most else ''}.")
    if found:
        return found
    chosen = values(template, given)
    return broken_rules(template, lambda value: chosen[value["Ref"]] if isinstance(value, dict) else value)


def wrong_in_account(given: dict[str, str], session) -> list[str]:
    """What the parameters name and the account does not have. Fits MaximumRenderers to its concurrency."""
    from botocore.exceptions import BotoCoreError, ClientError

    found = []
    concurrency = session.client("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    fitting = max(LEAST_RENDERERS, concurrency // SHARE)
    if "MaximumRenderers" not in given:
        default = int(translate.source()["Parameters"]["MaximumRenderers"]["Default"])
        if default > fitting:
            say = f"this account has {concurrency} concurrent executions of Lambda: MaximumRenderers is {fitting}, not {default}"
            print(f"check: {say}. Ask for more in Service Quotas, then deploy again.", file=sys.stderr)
            given["MaximumRenderers"] = str(fitting)
    elif int(given["MaximumRenderers"]) > fitting:
        found.append(
            f"MaximumRenderers is {given['MaximumRenderers']}, and the account has {concurrency} concurrent executions of "
            f"Lambda: renderers would take those of the API. Give {fitting} at most, or ask for more in Service Quotas."
        )

    def exists(name: str, ask, or_else: str) -> None:
        if value := given.get(name):
            try:
                if (problem := ask(value)) is not None:
                    found.append(f"{name} is {value}; {problem}")
            except (BotoCoreError, ClientError) as error:
                found.append(f"{name} is {value}; {or_else} ({error})")

    def certificate(arn: str) -> str | None:
        status = session.client("acm").describe_certificate(CertificateArn=arn)["Certificate"]["Status"]
        return None if status == "ISSUED" else f"the certificate is {status}; wait until it is ISSUED."

    def table(name: str) -> str | None:
        described = session.client("dynamodb").describe_table(TableName=name)["Table"]
        if described.get("StreamSpecification", {}).get("StreamViewType") != "NEW_AND_OLD_IMAGES":
            return "its stream must be on, with NEW_AND_OLD_IMAGES (aws dynamodb update-table --stream-specification ...)."
        given_stream, stream = given.get("ExistingTableStreamArn"), described["LatestStreamArn"]
        return None if given_stream == stream else f"its stream is {stream}; give that as ExistingTableStreamArn."

    def reached(call):
        return lambda value: call(value) and None

    exists("CertificateArn", certificate, "no such certificate in this region.")
    exists("KmsKeyArn", reached(lambda arn: session.client("kms").describe_key(KeyId=arn)), "no such key in this region.")
    exists("ExistingTable", table, "no such table in this region.")
    exists("ExistingTemplatesBucket", reached(lambda name: session.client("s3").head_bucket(Bucket=name)), "no such bucket.")
    exists("AccessLogBucket", reached(lambda name: session.client("s3").head_bucket(Bucket=name)), "no such bucket.")
    return found


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--offline"]
    if malformed := [word for word in words if "=" not in word]:
        sys.exit(f"check: {malformed[0]} is not a PARAMETER=VALUE")
    given = dict(word.split("=", 1) for word in words)
    wrong = wrong_values(translate.source(), given)
    if not wrong and "--offline" not in sys.argv:
        import boto3

        wrong = wrong_in_account(given, boto3.session.Session())
    if wrong:
        sys.exit("\n".join(f"check: {each}" for each in wrong))
    print("\n".join(f"{name}={value}" for name, value in given.items()))


if __name__ == "__main__":
    main()
