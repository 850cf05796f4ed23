"""How a rule is written: a check of one deployment that yields what is wrong, and a change that it must object to."""

from concrete import Stack
from rights import matches

RULES = []


def rule(breaks: str, change):
    """A rule: the deployment that `change` is made to, so that the rule objects."""

    def add(check):
        RULES.append((check, breaks, change))
        return check

    return add


def at(*path, to):
    """A change of one value of a resource's properties."""

    def change(stack: Stack) -> None:
        value = stack.resources[path[0]]["Properties"]
        for step in path[1:-1]:
            value = value[step]
        value[path[-1]] = to

    return change


def may(stack: Stack, role: str, action: str, on: str) -> bool:
    """Whether a role has a right that has nothing to do with keys of a table."""
    call = {"action": action, "key": None}
    return any(each["Effect"] == "Allow" and matches(each, call, on) for each in stack.statements(role))


def role_of(stack: Stack, function: str) -> str:
    return next(
        name for name, each in stack.resources.items()
        if each["Type"] == "AWS::IAM::Role"
        and stack.final({"Fn::GetAtt": [name, "Arn"]}) == stack.resources[function]["Properties"]["Role"]
    )


def mappings(stack: Stack, service: str) -> dict[str, dict]:
    """The mappings whose events come from a service, `sqs` or `dynamodb`."""
    all_ = stack.of_type("AWS::Lambda::EventSourceMapping")
    return {name: each for name, each in all_.items() if each["EventSourceArn"].split(":")[2] == service}


def named_by(stack: Stack, arn: str, kind: str) -> str | None:
    """The resource of a type that an ARN is of."""
    names = stack.of_type(kind)
    return next((name for name in names if stack.final({"Fn::GetAtt": [name, "Arn"]}) == arn), None)
