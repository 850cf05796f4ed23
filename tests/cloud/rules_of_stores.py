"""What AWS refuses: buckets, tables, their keys, and the readers of their streams. rules.py runs these rules."""

import json
import re

from concrete import Stack, texts
from rulebook import at, mappings, may, role_of, rule


@rule("as it is", at("JobsBucketPolicy", "PolicyDocument", "Statement", 0, "Resource", to="arn:aws:s3:::another/*"))
def a_bucket_policy_speaks_of_its_bucket(stack: Stack):
    """S3 answers MalformedPolicy, "Policy has invalid resource". S3 user guide, "Policy resources for Amazon S3"."""
    for name, policy in stack.of_type("AWS::S3::BucketPolicy").items():
        own = f"arn:aws:s3:::{policy['Bucket']}"
        for statement in policy["PolicyDocument"]["Statement"]:
            for on in texts(statement["Resource"]):
                if on != own and not on.startswith(own + "/"):
                    yield f"{name} names {on}"


@rule("as it is", lambda stack: stack.resources["RegisterTemplatePermission"]["Properties"].update(SourceArn="arn:aws:s3:::other"))
def a_bucket_may_call_the_function_that_it_tells(stack: Stack):
    """S3 answers "Unable to validate the following destination configurations". S3 user guide, "Granting permissions to
    publish event notification messages to a destination"."""
    permissions = stack.of_type("AWS::Lambda::Permission")
    for name, bucket in stack.of_type("AWS::S3::Bucket").items():
        before = texts(stack.resources[name].get("DependsOn", []))
        for each in bucket.get("NotificationConfiguration", {}).get("LambdaConfigurations", []):
            own = [
                permission for permission, said in permissions.items()
                if said["SourceArn"] == f"arn:aws:s3:::{bucket['BucketName']}" and said["Principal"] == "s3.amazonaws.com"
                and each["Function"].endswith(":" + said["FunctionName"])
            ]
            if not set(own) & set(before):
                yield f"{name} may not call {each['Function']} when it is made"


@rule("as it is", at("JobsBucket", "BucketName", to="Platen--x-s3"))
def names_are_those_that_aws_takes(stack: Stack):
    """S3 user guide, "General purpose bucket naming rules"; API references of SQS (80), IAM (64) and CloudWatch (dashboards:
    255 letters, digits, hyphens, underscores)."""
    for name, bucket in stack.of_type("AWS::S3::Bucket").items():
        own = bucket["BucketName"]
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]", own):
            yield f"{name}: {own}"
        if own.startswith(("xn--", "sthree-", "amzn-s3-demo-")) or own.endswith(("-s3alias", "--ol-s3", ".mrap", "--x-s3")):
            yield f"{name}: {own} is reserved"
    # The longest name of a parameter, in the longest region.
    pattern = stack.template["Parameters"]["Names"]["AllowedPattern"]
    longest = max(n for n in range(64) if re.fullmatch(pattern, "a" * n))
    if longest + len("-templates-123456789012-ap-southeast-1") > 63:
        yield f"Names of {longest} characters make names of buckets too long"
    for name, each in stack.of_type("AWS::CloudWatch::Dashboard").items():
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,255}", each["DashboardName"]):
            yield f"{name}: {each['DashboardName']}"


@rule("with every option", at("RenderQueue", "SqsManagedSseEnabled", to=True))
def one_key_encrypts(stack: Stack):
    """SQS answers "You can use one type of server-side encryption (SSE) at one time". API reference of SQS,
    SetQueueAttributes; with a key, all that is stored is under it."""
    key = stack.values["KmsKeyArn"]
    for name, queue in stack.of_type("AWS::SQS::Queue").items():
        if queue["SqsManagedSseEnabled"] is bool(key) or queue.get("KmsMasterKeyId", "") != key:
            yield f"{name}: {queue}"
    for kind in ("AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::Logs::LogGroup", "AWS::Lambda::Function"):
        for name, each in stack.of_type(kind).items():
            if key and key not in json.dumps(each):
                yield f"{name} is not under the key"
    for name in stack.of_type("AWS::IAM::Role"):
        own = name == "FrontCheckRole" or not key or may(stack, name, "kms:GenerateDataKey", key)
        if not own:
            yield f"{name} may not use the key"


@rule("as it is", at("Table", "StreamSpecification", "StreamViewType", to="KEYS_ONLY"))
def a_stream_has_what_its_reader_needs(stack: Stack):
    """A mapping of a stream without the images that its filter names matches nothing. DynamoDB developer guide, "DynamoDB Streams
    and AWS Lambda triggers"; only keys may be attributes of a table's definition (CreateTable, ValidationException)."""
    for name, table in stack.of_type("AWS::DynamoDB::Table").items():
        defined = {each["AttributeName"] for each in table["AttributeDefinitions"]}
        if defined != {each["AttributeName"] for each in table["KeySchema"]}:
            yield f"{name}: {defined} are not its keys"
        if table.get("StreamSpecification", {}).get("StreamViewType", "NEW_AND_OLD_IMAGES") != "NEW_AND_OLD_IMAGES":
            yield f"{name}: {table['StreamSpecification']}"


@rule("as it is", at("PublishEndsMapping", "MaximumRecordAgeInSeconds", to=59))
@rule("as it is", at("PublishEndsMapping", "StartingPosition", to="AT_TIMESTAMP"))
def mappings_of_streams_keep_their_bounds(stack: Stack):
    """API reference of Lambda, CreateEventSourceMapping: 5 filters of 4,096 characters of JSON, MaximumRecordAgeInSeconds -1 or 60 to
    604,800, MaximumRetryAttempts to 10,000, BatchSize to 10,000 (above 10 with a window alone), MaximumConcurrency of queues alone;
    a stream of DynamoDB begins at its end or at TRIM_HORIZON. DynamoDB developer guide: no more than two readers of a stream."""
    readers: dict[str, int] = {}
    for name, mapping in mappings(stack, "dynamodb").items():
        readers[mapping["EventSourceArn"]] = readers.get(mapping["EventSourceArn"], 0) + 1
        filters = mapping["FilterCriteria"]["Filters"]
        if len(filters) > 5 or any(len(each["Pattern"]) > 4096 for each in filters):
            yield f"{name}: filters"
        for each in filters:
            json.loads(each["Pattern"])
        age = mapping.get("MaximumRecordAgeInSeconds", -1)
        if age != -1 and not 60 <= age <= 604_800 or mapping.get("MaximumRetryAttempts", -1) > 10_000:
            yield f"{name}: {mapping}"
        if not 1 <= mapping["BatchSize"] <= 10 or mapping["StartingPosition"] not in ("TRIM_HORIZON", "LATEST"):
            yield f"{name}: {mapping}"
        if "ScalingConfig" in mapping:
            yield f"{name}: {mapping['ScalingConfig']}"
    yield from (f"{stream} has {count} readers" for stream, count in readers.items() if count > 2)


@rule("as it is", at("PublishEndsRole", "Policies", 0, "PolicyDocument", "Statement", 2, "Resource", to=["arn:aws:sqs:a:b:c"]))
@rule("as it is", at("QueueCallbacksRole", "Policies", 0, "PolicyDocument", "Statement", 0, "Action", to=["dynamodb:GetRecords"]))
def a_function_may_read_the_stream_that_calls_it(stack: Stack):
    """CreateEventSourceMapping answers "Cannot access stream", and drops what its destination for failures does not take. Lambda
    developer guide, "Process DynamoDB records with Lambda", execution role permissions, and "Add a destination"."""
    for name, mapping in mappings(stack, "dynamodb").items():
        role = role_of(stack, mapping["FunctionName"].removeprefix("platen-"))
        reading = ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
        needed = [(f"dynamodb:{action}", mapping["EventSourceArn"]) for action in reading]
        needed.append(("sqs:SendMessage", mapping["DestinationConfig"]["OnFailure"]["Destination"]))
        yield from (f"{name}: {role} lacks {each}" for each in needed if not may(stack, role, *each))
