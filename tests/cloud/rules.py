"""What AWS refuses at deployment and linters do not know, looked for in the translated template.

    python rules.py

Each rule says where it is from, and has a change to the template that it must object to: a rule that nothing breaks would
show nothing. Rules read the template as three deployments have it: as it is, with every option, and restored (concrete.py).
"""

import copy
import sys

import concrete
import rules_of_functions  # noqa: F401  each adds its rules
import rules_of_queues  # noqa: F401
import rules_of_rights  # noqa: F401
import rules_of_stores  # noqa: F401
import rules_of_templates  # noqa: F401
import rules_of_watching  # noqa: F401
from concrete import Stack
from rulebook import RULES


def main() -> None:
    stacks = concrete.stacks()
    wrong = []
    for check, breaks, change in RULES:
        for name, stack in stacks.items():
            wrong += [f"{check.__name__}, {name}: {found}" for found in check(stack)]
        broken = copy.deepcopy(stacks[breaks])
        change(broken)
        if not list(check(broken)):
            wrong.append(f"{check.__name__} does not object to what it is for")
    # Parameters that do not go together are refused before anything is made.
    template = stacks["as it is"].template
    for given in (
        {"SubnetIds": "subnet-1"}, {"DomainName": "a.example.com"}, {"WebAclArn": concrete.EVERYTHING["WebAclArn"]},
        {"ExistingTable": "restored"},
        {**concrete.EVERYTHING, "DomainName": "", "CertificateArn": ""},
    ):
        if len(Stack(template, given).broken_rules()) != 1:
            wrong.append(f"the template takes {sorted(given)}")
    for given in ({}, concrete.EVERYTHING, concrete.RESTORED):
        wrong += Stack(template, given).broken_rules()
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(RULES)} rules of AWS hold")


if __name__ == "__main__":
    main()
