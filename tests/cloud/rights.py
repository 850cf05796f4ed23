"""Compares what functions ask of AWS with what the policies of their roles allow, both ways.

    python rights.py FOLDER_OF_CALLS

The calls are those that tests noted (tests/src/calls.rs). One without a right fails, as AWS would answer it 403. A right
that no call needed fails too, unless infra/rights-without-calls.txt names it with its reason.
"""

import fnmatch
import json
import pathlib
import sys

import concrete
from concrete import STACK, Stack, texts

REVIEWED = pathlib.Path(__file__).parents[2] / "infra" / "rights-without-calls.txt"
# Names of the tests' resources (tests/src/aws.rs), and those of the template.
RESOURCES = {
    "platen": "Table", "platen-secrets": "SecretsTable", "platen-templates": "TemplatesBucket", "platen-jobs": "JobsBucket",
    "platen-render": "RenderQueue", "platen-assemble": "AssembleQueue", "platen-cut": "CutQueue", "platen-render-dead-letters": "RenderDeadLetters",
    "platen-assemble-dead-letters": "AssembleDeadLetters", "platen-intake-dead-letters": "IntakeDeadLetters", "platen-callbacks": "CallbackQueue",
}


def roles(stack: Stack) -> dict[str, str]:
    """The role of each function, by the name of its binary."""
    functions = stack.of_type("AWS::Lambda::Function")
    zipped = {name: each["Code"] for name, each in functions.items() if "S3Key" in each["Code"]}
    return {code["S3Key"].removesuffix(".zip"): f"{name}Role" for name, code in zipped.items()}


def arn(stack: Stack, call: dict) -> str:
    """What a call is made on."""
    if call["action"] == "events:PutEvents":
        return stack.final(stack.template["Outputs"]["EventBus"]["Value"])
    # Recorded events have queues by the names that CloudFormation gives: `platen-RenderQueue-1A2B3C4D5E6F`.
    name = RESOURCES.get(call["resource"]) or call["resource"].split("-")[1]
    found = stack.final({"Fn::GetAtt": [name, "Arn"]})
    return f"{found}/{call['folder']}" if call["folder"] else found


def matches(statement: dict, call: dict, on: str) -> bool:
    """Whether a statement speaks of a call."""
    # A folder stands for all that is in it.
    inside = on + "x" if on.endswith("/") else on
    return (
        any(fnmatch.fnmatchcase(call["action"].lower(), each.lower()) for each in texts(statement["Action"]))
        and any(fnmatch.fnmatchcase(inside, each) for each in texts(statement["Resource"]))
        and all(_condition(operator, keys, call) for operator, keys in statement.get("Condition", {}).items())
    )


def _condition(operator: str, keys: dict, call: dict) -> bool:
    """Conditions on the partition keys of a table, the only ones in roles. (DynamoDB guide, "Using IAM policy conditions for
    fine-grained access control".) A call has one key, so that ForAllValues and ForAnyValue say the same; without one the
    first is true, the second false."""
    assert operator in ("ForAllValues:StringLike", "ForAnyValue:StringLike") and list(keys) == ["dynamodb:LeadingKeys"]
    if call["key"] is None:
        return operator.startswith("ForAllValues")
    return any(fnmatch.fnmatchcase(call["key"], each) for each in texts(keys["dynamodb:LeadingKeys"]))


def refused(stack: Stack, call: dict) -> bool:
    """Whether AWS would answer a call 403."""
    said = [each for each in stack.statements(roles(stack)[call["function"]]) if matches(each, call, arn(stack, call))]
    return not said or any(each["Effect"] == "Deny" for each in said)


def unused(stack: Stack, calls: list[dict]) -> list[str]:
    """The rights that no call needed: function, action, resource."""
    found = []
    for function, role in roles(stack).items():
        own = [call for call in calls if call["function"] == function]
        for statement in stack.statements(role):
            if statement["Effect"] == "Deny":
                continue
            for action in texts(statement["Action"]):
                for resource in texts(statement["Resource"]):
                    one = {**statement, "Action": action, "Resource": resource}
                    if not any(matches(one, call, arn(stack, call)) for call in own):
                        found.append(f"{function} {action} {resource.rpartition(':')[2].removeprefix(f'{STACK}-')}")
    return sorted(set(found))


def reviewed() -> dict[str, str]:
    """Rights that are kept without a call, with the reasons."""
    lines = [line for line in REVIEWED.read_text().splitlines() if line and not line.startswith("#")]
    pairs = [line.split("  ", 1) for line in lines]
    for right, *reason in pairs:
        assert reason and len(reason[0].strip()) > 20, f"{right} is kept without a reason"
    return {right: reason.strip() for right, reason in pairs}


def self_test(stack: Stack) -> None:
    """That what is wrong would be found."""
    call = {"function": "render-chunk", "action": "dynamodb:PutItem", "resource": "platen", "folder": "", "key": "JOB#"}
    assert not refused(stack, call), call
    assert refused(stack, {**call, "key": "KEY#"}), "a worker makes a key"
    assert refused(stack, {**call, "action": "dynamodb:GetItem", "key": "KEY#"}), "a worker reads a key"
    assert refused(stack, {**call, "function": "get-templates"}), "a reader writes a job"
    assert refused(stack, {**call, "action": "dynamodb:Scan", "key": None}), "a right that nobody has"
    asked = {**call, "function": "generate-document", "action": "dynamodb:GetItem", "key": "KEY#"}
    assert not refused(stack, asked), "a key is looked for"
    for key in ("SUBSCRIPTIONS", "AUDIT#"):
        assert refused(stack, {**asked, "key": key}), f"who renders reads {key}"
    lost = {**call, "function": "assemble-archive", "action": "s3:GetObject", "resource": "platen-jobs", "folder": "archives/"}
    assert not refused(stack, lost) and refused(stack, {**lost, "folder": "replies/"}), lost
    assert "render-chunk dynamodb:PutItem table/platen-Table" in unused(stack, []), unused(stack, [])[:5]
    assert "render-chunk dynamodb:PutItem table/platen-Table" not in unused(stack, [call])


def main() -> None:
    stack = concrete.stacks()["as it is"]
    self_test(stack)
    if len(sys.argv) < 2:
        return
    lines = [line for file in pathlib.Path(sys.argv[1]).glob("*.jsonl") for line in file.read_text().splitlines()]
    calls = [json.loads(line) for line in sorted(set(lines))]
    silent = sorted(roles(stack).keys() - {call["function"] for call in calls})
    wrong = [f"no call of {name} was noted; run the whole of `cargo test`" for name in silent]
    wrong += [f"AWS would refuse: {json.dumps(call)}" for call in calls if refused(stack, call)]
    left, kept = unused(stack, calls), reviewed()
    known = lambda right: any(fnmatch.fnmatchcase(right, each) for each in kept)  # noqa: E731
    wrong += [f"no call needs: {right}" for right in left if not known(right)]
    # Faults are drawn by lot: what a call needs in one run, it may not in the next.
    stale = [each for each in kept if not any(fnmatch.fnmatchcase(right, each) for right in unused(stack, []))]
    wrong += [f"{REVIEWED.name} names a right that nobody has: {each}" for each in stale]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(calls)} kinds of calls have their rights; {len(left)} rights without a call are reviewed")


if __name__ == "__main__":
    main()
