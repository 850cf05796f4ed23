"""Whether the policies for those who deploy (infra/roles) allow what deploying takes, and no way around them.

    python deploy_roles.py

What it takes is what CloudFormation's registry says of the types of the resources: the permissions of their handlers, which
cfn-lint carries along. `deploy.json` must do for a deployment as it is, with `deploy-options.json` for one with every option.
"""

import fnmatch
import importlib.resources
import json
import pathlib
import sys

import cfnlint.data.schemas
import concrete
from concrete import Stack, texts

ROLES = pathlib.Path(__file__).parents[2] / "infra" / "roles"
# What handlers may ask for, and do not for what the template has of their resources.
NOT_USED = {
    "*:*kinesis*": "tables stream to Lambda", "kinesis:*": "the same", "*TableReplica": "a table of one region",
    "dynamodb:*Import*": "no table is made of a file", "dynamodb:*ResourcePolicy": "tables have no policies of their own",
    "dynamodb:UpdateContributorInsights": "insights are off", "logs:*LogEvents": "of imports of tables",
    "logs:*LogStream*": "of imports of tables", "s3:GetObjectMetadata": "of imports of tables",
    "dynamodb:*Item": "replicas copy records", "dynamodb:Query": "replicas copy records", "dynamodb:Scan": "replicas copy records",
    "iam:*Group*": "policies are of roles alone", "iam:*User*": "policies are of roles alone",
    "lambda:*CodeSigning*": "none is set", "lambda:*Concurrency": "none is reserved", "lambda:PublishVersion": "no version is published",
    "lambda:PutFunction[RS]*Config": "recursion and scaling are left as Lambda has them", "lambda:PutRuntimeManagementConfig": "the same",
    "lambda:AssociateRuntimeAlias": "of alias runtimes", "lambda:PassCapacityProvider": "Lambda has its own machines",
    "elasticfilesystem:*": "no file systems", "s3files:*": "no file systems", "firehose:*": "logs stay in CloudWatch",
    "s3:GetObjectVersion": "code and truststores have no versions", "s3:REST.PUT.OBJECT": "logs stay in CloudWatch",
    "logs:*DataProtection*": "none is set", "logs:*Index*": "none is set", "logs:*ResourcePolicy": "none of a group's own",
    "logs:PutBearerTokenAuthentication": "none is set", "logs:PutLogGroupDeletionProtection": "none is set",
    "s3:DeleteBucket?*": "actions that IAM does not have; the Put of the same name allows it", "s3:*Metadata*": "no metadata tables",
    "s3:Put[AIMR]*Configuration": "of analytics, inventories, metrics and replication, which are not set", "s3:*ObjectLock*": "no object locks",
    "s3:DeleteObject": "buckets that are not empty stay", "s3:PutObjectAcl": "access logs by ACL, which are off",
    "s3tables:*": "no metadata tables", "s3:*JournalTable*": "the same", "s3:*InventoryTable*": "the same", "s3:*Annotation*": "the same",
    "cloudfront:*ConnectionGroup": "of distributions for tenants", "cloudfront:GetVpcOrigin": "the origin is public",
    "cloudfront:*Staging*": "no staging", "kms:ListAliases": "keys are named by ARN",
    "s3:*Abac*": "none is set", "iam:DeleteRolePermissionsBoundary": "a boundary stays",
}
ONLY_OPTIONS = ("kms:*", "ec2:*", "iam:CreateServiceLinkedRole", "lambda:GetLayerVersion")


def policy(name: str) -> list[dict]:
    names = {"${PARTITION}": "aws", "${ACCOUNT}": concrete.ACCOUNT, "${REGION}": concrete.REGION, "${STACK}": concrete.STACK}
    text = (ROLES / f"{name}.json").read_text()
    for place, value in names.items():
        text = text.replace(place, value)
    return json.loads(text)["Statement"]


def handlers() -> dict[str, set[str]]:
    """The permissions that the handlers of each type of resource ask for."""
    found = {}
    for file in (importlib.resources.files(cfnlint.data.schemas) / "resources").iterdir():
        if file.name.endswith(".json"):
            schema = json.loads(file.read_text())
            asked = [schema.get("handlers", {}).get(kind, {}).get("permissions", []) for kind in ("create", "read", "update", "delete")]
            found[schema["typeName"]] = {each for permissions in asked for each in permissions}
    return found


def meets(patterns, right: str) -> bool:
    return any(fnmatch.fnmatchcase(right.lower(), each.lower()) for each in patterns)


def missing(stack: Stack, statements: list[dict], known: dict[str, set[str]], besides=()) -> list[str]:
    """What the handlers of a stack's resources ask for and nobody allows."""
    allowed = [action for each in statements for action in texts(each["Action"])]
    asked = {(kind, right) for kind in set(stack.types.values()) for right in known[kind]}
    return [f"{kind} needs {right}" for kind, right in sorted(asked) if not meets([*allowed, *NOT_USED, *besides], right)]


def beyond(stack: Stack, boundary: list[dict]) -> list[str]:
    """Rights of a stack's roles that end at the boundary."""
    found = set()
    for role in stack.of_type("AWS::IAM::Role"):
        for said in stack.statements(role):
            for right in texts(said["Action"]) if said["Effect"] == "Allow" else []:
                for on in texts(said["Resource"]):
                    within = [each for each in boundary if meets(texts(each["Action"]), right)]
                    if not any(fnmatch.fnmatchcase(on, pattern) for each in within for pattern in texts(each["Resource"])):
                        found.add(f"the boundary ends {right} on {on}")
    return sorted(found)


def ways_around(statements: list[dict]) -> list[str]:
    """Rights with which whoever deploys could make a role that may more than the boundary, or touch what is others'."""
    found = []
    for each in statements:
        for right in texts(each["Action"]):
            if right in ("iam:CreateRole", "iam:PutRolePolicy", "iam:AttachRolePolicy", "iam:PutRolePermissionsBoundary"):
                within = each.get("Condition", {}).get("StringEquals", {}).get("iam:PermissionsBoundary", "")
                own = f"arn:aws:iam::{concrete.ACCOUNT}:policy/{concrete.STACK}-"
                if not within or within.startswith(own):
                    found.append(f"{right} has no boundary, or one that may be changed")
            if right == "iam:DeleteRolePermissionsBoundary":
                found.append(f"{right} takes the boundary off")
            if right in ("lambda:UpdateEventSourceMapping", "lambda:DeleteEventSourceMapping") and "Condition" not in each:
                found.append(f"{right} reaches mappings of others")
    return found


def main() -> None:
    known, stacks = handlers(), concrete.stacks()
    base, options, boundary = policy("deploy"), policy("deploy-options"), policy("boundary")
    wrong = [f"deploy.json: {each}" for each in missing(stacks["as it is"], base, known, ONLY_OPTIONS)]
    for name, stack in stacks.items():
        wrong += [f"{name}: {each}" for each in missing(stack, base + options, known)]
    # A bucket that is taken up has a name of its choice, which goes into the boundary.
    wrong += [each for name in ("as it is", "with every option") for each in beyond(stacks[name], boundary)]
    wrong += ways_around(base + options)
    for name, most in (("deploy", 10_240), ("deploy-options", 6144), ("boundary", 6144)):
        if (size := len(json.dumps(policy(name), separators=(",", ":")))) > most:
            wrong.append(f"{name}.json has {size} characters")
    # Each of these is seen to object.
    assert missing(stacks["with every option"], base, known), "the options need nothing"
    assert beyond(stacks["as it is"], boundary[1:]), "a boundary without records"
    bare = [{"Action": ["iam:CreateRole", "lambda:DeleteEventSourceMapping"], "Resource": "*"}]
    assert len(ways_around(bare)) == 2, ways_around(bare)
    if wrong:
        sys.exit("\n".join(wrong))
    print("the policies of those who deploy allow what it takes, within the boundary")


if __name__ == "__main__":
    main()
