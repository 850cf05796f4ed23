"""What AWS refuses: the template as a whole. rules.py runs these rules."""

import json
import re

from concrete import Stack, texts
from rulebook import rule


@rule("as it is", lambda stack: stack.template["Resources"].update({f"More{n}": {} for n in range(400)}))
def the_template_keeps_cloudformations_bounds(stack: Stack):
    """CloudFormation user guide, "Understand CloudFormation quotas": 500 resources, 200 parameters, 200 outputs, 1 MB, 1,024
    characters of description; and no parameter that a rule of the template refuses by itself."""
    template = stack.template
    counts = (("Resources", 500), ("Parameters", 200), ("Outputs", 200))
    yield from (f"{len(template[part])} {part}" for part, most in counts if len(template[part]) > most)
    if (size := len(json.dumps(template))) > 1_000_000:
        yield f"{size} bytes"
    yield from stack.broken_rules()
    for name, each in template["Parameters"].items():
        if "AllowedPattern" in each:
            for value in texts(stack.values[name]):
                if not re.fullmatch(each["AllowedPattern"], value):
                    yield f"{name} is {value!r}"
            if "ConstraintDescription" not in each:
                yield f"{name} does not say what it must be"


@rule("as it is", lambda stack: stack.template["Resources"]["Table"].update(DependsOn="RenderChunk"))
def nothing_waits_for_itself(stack: Stack):
    """CloudFormation answers "Circular dependency between resources"; cfn-lint (E3004) leaves conditional ones out."""
    resources = stack.template["Resources"]

    def named(value) -> set[str]:
        if isinstance(value, list):
            return set().union(*map(named, value)) if value else set()
        if not isinstance(value, dict):
            return set()
        found = set()
        for key, each in value.items():
            if key == "Ref":
                found.add(each)
            elif key == "Fn::GetAtt":
                found.add(each[0] if isinstance(each, list) else each.split(".")[0])
            elif key == "Fn::Sub":
                text = each if isinstance(each, str) else each[0]
                found |= {name.split(".")[0] for name in re.findall(r"\$\{([^!}]+)\}", text)} | named(each)
            else:
                found |= named(each)
        return found

    needs = {
        name: (named(each.get("Properties", {})) | set(texts(each.get("DependsOn", [])))) & resources.keys()
        for name, each in resources.items()
    }
    standing: set[str] = set()
    while ready := {name for name in needs if name not in standing and needs[name] <= standing}:
        standing |= ready
    if waiting := sorted(needs.keys() - standing):
        yield f"these wait for each other: {waiting}"
