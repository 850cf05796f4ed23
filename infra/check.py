"""Checks the parameters of a deployment before anything is built or made, and what the account has for them.

    python check.py [--offline] [--stack STACK] PARAMETER=VALUE ...

Prints the parameters to deploy with, as `sam deploy` takes them: those given; those that the stack has already, if it stands; and
MaximumRenderers where the account has too little concurrency for the default. `PARAMETER=` switches an option off. What is wrong
is said on stderr, a sentence each, and ends with status 1.
"""

import argparse
import re
import sys

import translate

# Executions that are left to the API and to the other workers: half of the account's.
SHARE = 2
LEAST_RENDERERS = 2
# Stands for what a stack has and does not show (NoEcho).
HIDDEN = "hidden-by-cloudformation"
# S3 takes so many parts of an upload, of the size that they are sent in (shared/store-aws/src/jobs/archive.rs).
MOST_ARCHIVE_BYTES = 10_000 * (8 << 20)
# Certificates of CloudFront are of this region, wherever the stack is.
FRONT_REGION = "us-east-1"


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
    found = broken_rules(template, lambda value: chosen[value["Ref"]] if isinstance(value, dict) else value)
    limits = dict(each.split("=", 1) for each in given.get("Limits", "").split(",") if "=" in each)
    if (archive := limits.get("archive_bytes", "0")).isdigit() and int(archive) > MOST_ARCHIVE_BYTES:
        found.append(f"Limits has archive_bytes={archive}; an archive on S3 has {MOST_ARCHIVE_BYTES} bytes at most.")
    if given.get("WebAclArn") and (certificate := given.get("CertificateArn")) and certificate.split(":")[3] != FRONT_REGION:
        found.append(f"CertificateArn is {certificate}; with WebAclArn it is CloudFront's, which takes certificates of {FRONT_REGION} alone.")
    return found


def standing(template: dict, stack: str, session) -> dict[str, str]:
    """The parameters that a stack has, and none if it does not stand. Those that it hides are `HIDDEN`."""
    from botocore.exceptions import ClientError

    try:
        (found,) = session.client("cloudformation").describe_stacks(StackName=stack)["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return {}
        raise SystemExit(f"check: the stack {stack} cannot be looked at: {error}") from error
    if found.get("StackStatus") == "ROLLBACK_COMPLETE":
        # CloudFormation changes no stack that never stood.
        raise SystemExit(f"check: the stack {stack} did not come up. Delete it first: aws cloudformation delete-stack --stack-name {stack}")
    known, has = template["Parameters"], {each["ParameterKey"]: each["ParameterValue"] for each in found.get("Parameters", [])}
    return {name: HIDDEN if known[name].get("NoEcho") else value for name, value in has.items() if name in known}


def together(template: dict, has: dict[str, str], given: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """All parameters to deploy with, and what is wrong with them. What a stack hides may be there or not: that which fits."""
    chosen = {**has, **given}
    wrong = wrong_values(template, chosen)
    if has.get("Names", chosen.get("Names")) != chosen.get("Names"):
        wrong.append(f"Names is {has['Names']} and stays so: others would make new buckets, and leave behind what is in these.")
    without = {name: "" if value == HIDDEN else value for name, value in chosen.items()}
    if wrong and without != chosen and not wrong_values(template, without):
        return without, []
    return chosen, wrong


def written(parameters: dict[str, str]) -> list[str]:
    """Parameters as `sam deploy --parameter-overrides` reads them: without quotes a space would end a value, and nothing is no
    value. It keeps what is left out, such as what the stack hides."""
    quoted = lambda value: value.replace("\\", "\\\\").replace('"', '\\"')  # noqa: E731
    return [f'{name}="{quoted(value)}"' for name, value in parameters.items() if value != HIDDEN]


def taken_names(given: dict[str, str], session) -> list[str]:
    """Names of a new stack's buckets that are taken already."""
    from botocore.exceptions import ClientError

    account, region = session.client("sts").get_caller_identity()["Account"], session.region_name
    found = []
    for kind in ("jobs", *(() if given.get("ExistingTemplatesBucket") else ("templates",))):
        bucket = f"{given.get('Names', 'platen')}-{kind}-{account}-{region}"
        try:
            session.client("s3").head_bucket(Bucket=bucket)
        except ClientError:
            # It is not there, or whoever deploys may not look.
            continue
        way = "take it up with ExistingTemplatesBucket, or " if kind == "templates" else ""
        found.append(f"the bucket {bucket} is there already, of another stack or a former one; {way}give other Names.")
    return found


def wrong_in_account(given: dict[str, str], session, chosen: bool = True) -> list[str]:
    """What the parameters name and the account does not have. Fits MaximumRenderers to its concurrency; `chosen` says whether it
    was given now."""
    from botocore.exceptions import BotoCoreError, ClientError

    found = []
    say = lambda words: print(f"check: {words}", file=sys.stderr)  # noqa: E731
    concurrency = session.client("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    fitting = max(LEAST_RENDERERS, concurrency // SHARE)
    default = int(translate.source()["Parameters"]["MaximumRenderers"]["Default"])
    has = int(given.get("MaximumRenderers", default))
    if "MaximumRenderers" not in given and has > fitting:
        say(
            f"this account has {concurrency} concurrent executions of Lambda: MaximumRenderers is {fitting}, not {default}. "
            "Ask for more in Service Quotas, then deploy with MaximumRenderers=N."
        )
        given["MaximumRenderers"] = str(fitting)
    elif has > fitting:
        found.append(
            f"MaximumRenderers is {has}, and the account has {concurrency} concurrent executions of "
            f"Lambda: renderers would take those of the API. Give {fitting} at most, or ask for more in Service Quotas."
        )
    elif not chosen and has < min(default, fitting):
        say(f"MaximumRenderers stays {has}; this account has room for more: MaximumRenderers={min(default, fitting)}.")

    def exists(name: str, ask, or_else: str) -> None:
        if value := given.get(name):
            try:
                if (problem := ask(value)) is not None:
                    found.append(f"{name} is {value}; {problem}")
            except (BotoCoreError, ClientError) as error:
                if getattr(error, "response", {}).get("Error", {}).get("Code") in ("AccessDenied", "AccessDeniedException", "403"):
                    say(f"{name} is {value}, which you may not look at, so that it is not checked ({error}).")
                else:
                    found.append(f"{name} is {value}; {or_else} ({error})")

    def certificate(arn: str) -> str | None:
        region = FRONT_REGION if given.get("WebAclArn") else None
        status = session.client("acm", region_name=region).describe_certificate(CertificateArn=arn)["Certificate"]["Status"]
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
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--offline", action="store_true")
    arguments.add_argument("--stack")
    arguments.add_argument("parameters", nargs="*", metavar="PARAMETER=VALUE")
    asked = arguments.parse_args()
    if malformed := [word for word in asked.parameters if "=" not in word]:
        sys.exit(f"check: {malformed[0]} is not a PARAMETER=VALUE")
    given, has, session = dict(word.split("=", 1) for word in asked.parameters), {}, None
    if not asked.offline:
        import boto3

        session = boto3.session.Session()
        has = standing(translate.source(), asked.stack, session) if asked.stack else {}
    parameters, wrong = together(translate.source(), has, given)
    if not wrong and session:
        wrong = wrong_in_account(parameters, session, "MaximumRenderers" in given)
        wrong += taken_names(parameters, session) if asked.stack and not has else []
    if wrong:
        sys.exit("\n".join(f"check: {each}" for each in wrong))
    print("\n".join(written(parameters)))


if __name__ == "__main__":
    main()
