"""What roles may beside the work of their functions, and what they must. rules.py runs these rules."""

import fnmatch

from concrete import Stack, texts
from rulebook import at, may, role_of, rule

# What is read and written in tables, buckets and queues with the caller's right to their key.
OF_DATA = ("dynamodb:*Item", "dynamodb:Query", "dynamodb:GetRecords", "s3:GetObject", "s3:PutObject", "sqs:SendMessage", "sqs:ReceiveMessage")


def _encrypted(stack: Stack) -> dict[str, str]:
    """The key of each resource that has one, by the pattern that its ARN begins with."""
    found = {}
    for kind in ("AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::SQS::Queue"):
        for name, each in stack.of_type(kind).items():
            sides = each.get("BucketEncryption", {}).get("ServerSideEncryptionConfiguration", [{}])[0]
            key = (
                each.get("SSESpecification", {}).get("KMSMasterKeyId") or each.get("KmsMasterKeyId")
                or sides.get("ServerSideEncryptionByDefault", {}).get("KMSMasterKeyID")
            )
            if key:
                found[stack.final({"Fn::GetAtt": [name, "Arn"]})] = key
    return found


@rule("with every option", at("FrontCheckRole", "ManagedPolicyArns", to=[]))
@rule("with every option", at("QueueCallbacksRole", "ManagedPolicyArns", to=[]))
def who_meets_a_key_may_use_it(stack: Stack):
    """Lambda answers "unable to decrypt the environment variables", DynamoDB, S3 and SQS AccessDenied. Lambda developer guide,
    "Securing Lambda environment variables"; DynamoDB guide, "DynamoDB encryption at rest: usage notes"."""
    met = {(role_of(stack, name), each["KmsKeyArn"]) for name, each in stack.of_type("AWS::Lambda::Function").items() if "KmsKeyArn" in each}
    encrypted = _encrypted(stack)
    for role in stack.of_type("AWS::IAM::Role"):
        for statement in stack.statements(role):
            of_data = any(fnmatch.fnmatchcase(action, each) for action in texts(statement["Action"]) for each in OF_DATA)
            if statement["Effect"] == "Allow" and of_data:
                on = texts(statement["Resource"])
                met |= {(role, key) for arn, key in encrypted.items() if any(each.startswith(arn) for each in on)}
    for role, key in sorted(met):
        missing = [right for right in ("kms:Decrypt", "kms:GenerateDataKey") if not may(stack, role, right, key)]
        if missing:
            yield f"{role} meets {key} and lacks {missing}"


@rule("as it is", at("RenderChunkRole", "ManagedPolicyArns", to=["arn:aws:iam::aws:policy/AWSXrayWriteOnlyAccess"]))
def no_role_has_a_policy_of_awss_own(stack: Stack):
    """AWS's own policies speak of all of an account, and change without asking."""
    own = {stack.final({"Ref": name}) for name in stack.of_type("AWS::IAM::ManagedPolicy")}
    for name, role in stack.of_type("AWS::IAM::Role").items():
        yield from (f"{name} has {each}" for each in role.get("ManagedPolicyArns", []) if each not in own)


@rule("as it is", at("WriteLogs", "PolicyDocument", "Statement", 0, "Resource", to="*"))
@rule("as it is", at("RenderChunk", "TracingConfig", "Mode", to="Active"))
@rule("as it is", at("RenderChunkRole", "ManagedPolicyArns", to=[]))
def rights_come_with_their_options(stack: Stack):
    """CreateFunction answers "The provided execution role does not have permissions to call CreateNetworkInterface on EC2";
    without a network nobody needs to. The same of X-Ray. Lambda developer guide, "Giving Lambda functions access to resources
    in an Amazon VPC", "Visualize Lambda function invocations using AWS X-Ray"."""
    for name, function in stack.of_type("AWS::Lambda::Function").items():
        role = role_of(stack, name)
        for right, wanted in (
            ("ec2:CreateNetworkInterface", "VpcConfig" in function),
            ("xray:PutTraceSegments", function.get("TracingConfig", {}).get("Mode") == "Active"),
        ):
            if may(stack, role, right, "*") != wanted:
                yield f"{name}: {right} is {'missing' if wanted else 'not needed'}"
        log = stack.final({"Fn::GetAtt": ["FunctionsLog", "Arn"]})
        if not may(stack, role, "logs:PutLogEvents", log) or may(stack, role, "logs:PutLogEvents", "another"):
            yield f"{name}: it must write its log, and that alone"
