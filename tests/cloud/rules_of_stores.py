"""What AWS refuses: buckets, tables, their keys, and the pipes from them. rules.py runs these rules."""

import json
import re

from concrete import Stack, texts
from rulebook import at, may, named_by, rule


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
def a_stream_has_what_its_pipes_read(stack: Stack):
    """A pipe on a stream without the images that its filter names matches nothing. DynamoDB developer guide, "DynamoDB Streams
    and AWS Lambda triggers"; only keys may be attributes of a table's definition (CreateTable, ValidationException)."""
    for name, table in stack.of_type("AWS::DynamoDB::Table").items():
        defined = {each["AttributeName"] for each in table["AttributeDefinitions"]}
        if defined != {each["AttributeName"] for each in table["KeySchema"]}:
            yield f"{name}: {defined} are not its keys"
        if table.get("StreamSpecification", {}).get("StreamViewType", "NEW_AND_OLD_IMAGES") != "NEW_AND_OLD_IMAGES":
            yield f"{name}: {table['StreamSpecification']}"


@rule("as it is", at("JobEnded", "TargetParameters", "InputTemplate", to='{"stack": <$.dynamodb>, }' * 400))
def pipes_keep_their_bounds(stack: Stack):
    """API reference of EventBridge Pipes: InputTemplate 8,192 characters, 5 filters of 4,096 characters of JSON, a name of 64,
    MaximumRecordAgeInSeconds -1 or 60 to 604,800, MaximumRetryAttempts to 10,000, BatchSize to 10,000; parameters of the
    target's own kind only; a log group by its ARN. DynamoDB developer guide: no more than two readers of a stream."""
    readers: dict[str, int] = {}
    for name, pipe in stack.of_type("AWS::Pipes::Pipe").items():
        source, target = pipe["SourceParameters"], pipe["TargetParameters"]
        readers[pipe["Source"]] = readers.get(pipe["Source"], 0) + 1
        if len(target["InputTemplate"]) > 8192:
            yield f"{name}: InputTemplate has {len(target['InputTemplate'])} characters"
        try:
            # What stands in place of a path without quotes is a value of JSON.
            json.loads(re.sub(r'"?<\$\.[\w.]+>"?', "0", target["InputTemplate"]))
        except ValueError as error:
            yield f"{name}: InputTemplate: {error}"
        filters = source.get("FilterCriteria", {}).get("Filters", [])
        if len(filters) > 5 or any(len(each["Pattern"]) > 4096 for each in filters):
            yield f"{name}: filters"
        for each in filters:
            json.loads(each["Pattern"])
        stream = source["DynamoDBStreamParameters"]
        age = stream.get("MaximumRecordAgeInSeconds", -1)
        if age != -1 and not 60 <= age <= 604_800 or stream.get("MaximumRetryAttempts", -1) > 10_000:
            yield f"{name}: {stream}"
        if not 1 <= stream.get("BatchSize", 1) <= 10_000:
            yield f"{name}: {stream}"
        kinds = {"events": "EventBridgeEventBusParameters", "sqs": "SqsQueueParameters"}
        own = kinds[pipe["Target"].split(":")[2]]
        if strange := target.keys() - {"InputTemplate", own}:
            yield f"{name}: {sorted(strange)} are not of {pipe['Target']}"
        group = pipe["LogConfiguration"]["CloudwatchLogsLogDestination"]["LogGroupArn"]
        if not re.fullmatch(r"arn:aws[a-z-]*:logs:[a-z0-9-]+:\d{12}:log-group:[.\-_/#A-Za-z0-9]{1,512}(:\*)?", group):
            yield f"{name}: {group}"
    yield from (f"{stream} has {count} readers" for stream, count in readers.items() if count > 2)


@rule("as it is", at("CallbackDueRole", "Policies", 0, "PolicyDocument", "Statement", 1, "Resource", to="arn:aws:sqs:a:b:c"))
def a_pipe_may_read_its_source_and_write_its_target(stack: Stack):
    """CreatePipe answers "does not have permission". EventBridge user guide, "Permissions for Amazon EventBridge Pipes"."""
    for name, pipe in stack.of_type("AWS::Pipes::Pipe").items():
        role = named_by(stack, pipe["RoleArn"], "AWS::IAM::Role")
        letters = pipe["SourceParameters"]["DynamoDBStreamParameters"]["DeadLetterConfig"]["Arn"]
        put = {"events": "events:PutEvents", "sqs": "sqs:SendMessage"}
        needed = [(f"dynamodb:{action}", pipe["Source"]) for action in ("DescribeStream", "GetRecords", "GetShardIterator")]
        needed += [(put[to.split(":")[2]], to) for to in (pipe["Target"], letters)]
        yield from (f"{name}: {role} lacks {each}" for each in needed if not may(stack, role, *each))
