"""What AWS refuses at deployment and linters do not know, looked for in the translated template.

    python rules.py

Each rule says where it is from, and has a change to the template that it must object to: a rule that nothing breaks would
show nothing. Rules read the template as three deployments have it: as it is, with every option, and restored (concrete.py).
"""

import copy
import json
import re
import sys

import concrete
from concrete import Stack, texts
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


def named_by(stack: Stack, arn: str, kind: str) -> str | None:
    """The resource of a type that an ARN is of."""
    names = stack.of_type(kind)
    return next((name for name in names if stack.final({"Fn::GetAtt": [name, "Arn"]}) == arn), None)


@rule("as it is", at("QueuesPolicy", "PolicyDocument", "Statement", 0, "Resource", to=["arn:aws:sqs:a:b:c", "arn:aws:sqs:a:b:d"]))
def a_queue_policy_speaks_of_its_queue(stack: Stack):
    """SQS answers "Invalid value for the parameter Policy". SQS developer guide, "Overview of managing access in Amazon SQS":
    a policy covers one queue; terraform-aws-github-runner and stacker_blueprints PR 71 met it."""
    for name, policy in stack.of_type("AWS::SQS::QueuePolicy").items():
        for statement in policy["PolicyDocument"]["Statement"]:
            on = texts(statement["Resource"])
            if on != ["*"] and (len(on) > 1 or len(policy["Queues"]) > 1):
                yield f"{name} is set on {len(policy['Queues'])} queues and names {len(on)}"


@rule("as it is", at("JobsBucketPolicy", "PolicyDocument", "Statement", 0, "Resource", to="arn:aws:s3:::another/*"))
def a_bucket_policy_speaks_of_its_bucket(stack: Stack):
    """S3 answers MalformedPolicy, "Policy has invalid resource". S3 user guide, "Policy resources for Amazon S3"."""
    for name, policy in stack.of_type("AWS::S3::BucketPolicy").items():
        own = f"arn:aws:s3:::{policy['Bucket']}"
        for statement in policy["PolicyDocument"]["Statement"]:
            for on in texts(statement["Resource"]):
                if on != own and not on.startswith(own + "/"):
                    yield f"{name} names {on}"


@rule("as it is", at("RenderQueue", "VisibilityTimeout", to=30))
def a_queue_hides_messages_as_long_as_its_function_runs(stack: Stack):
    """CreateEventSourceMapping answers "Queue visibility timeout: 30 seconds is less than Function timeout: 60 seconds".
    Lambda developer guide, "Configuring a queue to use with Lambda"."""
    for name, mapping in stack.of_type("AWS::Lambda::EventSourceMapping").items():
        queue = stack.resources[named_by(stack, mapping["EventSourceArn"], "AWS::SQS::Queue")]["Properties"]
        function = stack.resources[mapping["FunctionName"].removeprefix("platen-")]["Properties"]
        if int(queue.get("VisibilityTimeout", 30)) < int(function.get("Timeout", 3)):
            yield f"{name}: hidden for {queue.get('VisibilityTimeout', 30)} s, run for {function['Timeout']} s"


@rule("as it is", at("RenderChunkRole", "Policies", to=[]))
def a_function_may_read_the_queue_that_calls_it(stack: Stack):
    """CreateEventSourceMapping answers "The provided execution role does not have permissions to call ReceiveMessage on
    SQS". Lambda developer guide, "Configuring a queue to use with Lambda", execution role permissions."""
    for name, mapping in stack.of_type("AWS::Lambda::EventSourceMapping").items():
        role = role_of(stack, mapping["FunctionName"].removeprefix("platen-"))
        for action in ("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"):
            if not may(stack, role, action, mapping["EventSourceArn"]):
                yield f"{name}: {role} lacks {action}"


@rule("as it is", at("RenderChunkMapping", "ScalingConfig", "MaximumConcurrency", to="1"))
def mappings_of_queues_keep_their_bounds(stack: Stack):
    """API reference of Lambda, CreateEventSourceMapping: MaximumConcurrency from 2 to 1,000; BatchSize to 10,000, above 10
    with MaximumBatchingWindowInSeconds only."""
    for name, mapping in stack.of_type("AWS::Lambda::EventSourceMapping").items():
        if not 2 <= int(mapping["ScalingConfig"]["MaximumConcurrency"]) <= 1000:
            yield f"{name}: {mapping['ScalingConfig']}"
        if int(mapping.get("BatchSize", 10)) > 10 and not mapping.get("MaximumBatchingWindowInSeconds"):
            yield f"{name}: {mapping['BatchSize']} messages without a window"


@rule("as it is", at("RegisterTemplateRole", "Policies", to=[]))
def a_function_may_send_to_its_failure_destination(stack: Stack):
    """PutFunctionEventInvokeConfig answers "The function's execution role does not have permissions to call SendMessage".
    Lambda developer guide, "Adding a destination"."""
    for name, each in stack.of_type("AWS::Lambda::EventInvokeConfig").items():
        to = each["DestinationConfig"]["OnFailure"]["Destination"]
        role = role_of(stack, each["FunctionName"].removeprefix("platen-"))
        if not may(stack, role, "sqs:SendMessage", to):
            yield f"{name}: {role} may not send to {to}"


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


@rule("as it is", at("TableThrottledAlarm", "Metrics", 0, "Expression", to="SUM([m1])"))
def alarms_are_those_that_cloudwatch_takes(stack: Stack):
    """API reference of CloudWatch, PutMetricAlarm and MetricDataQuery: at most ten metrics; one that returns data; ids that
    begin in lower case and are those that expressions name; DatapointsToAlarm up to EvaluationPeriods; periods of 10, 30 or
    whole minutes, evaluated within a day; the five statistics."""
    words = {"IF", "AND", "OR", "FILL", "SUM", "METRICS", "REPEAT"}
    for name, alarm in stack.of_type("AWS::CloudWatch::Alarm").items():
        queries = alarm.get("Metrics", [])
        stats = [each["MetricStat"] for each in queries if "MetricStat" in each] or [
            {"Period": alarm.get("Period"), "Stat": alarm.get("Statistic")}
        ]
        if len(stats) > 10:
            yield f"{name}: {len(stats)} metrics"
        for stat in stats:
            period = int(stat["Period"])
            if period not in (10, 30) and period % 60 or period * alarm["EvaluationPeriods"] > 86_400:
                yield f"{name}: a period of {period} s"
            if stat["Stat"] not in ("Sum", "Average", "Maximum", "Minimum", "SampleCount"):
                yield f"{name}: {stat['Stat']}"
        if alarm.get("DatapointsToAlarm", 1) > alarm["EvaluationPeriods"]:
            yield f"{name}: more points than periods"
        if len(alarm.get("AlarmDescription", "")) > 1024:
            yield f"{name}: its description is too long"
        if queries:
            ids = [each["Id"] for each in queries]
            if len(set(ids)) < len(ids) or not all(re.fullmatch(r"[a-z]\w*", each) for each in ids):
                yield f"{name}: {ids}"
            if sum(each.get("ReturnData", True) is not False for each in queries) != 1:
                yield f"{name}: not exactly one value is returned"
            for expression in (each["Expression"] for each in queries if "Expression" in each):
                if strange := set(re.findall(r"[A-Za-z]\w*", expression)) - words - set(ids):
                    yield f"{name}: {expression} has {sorted(strange)}"
                if "METRICS" not in expression and (idle := set(ids[1:]) - set(re.findall(r"\w+", expression))):
                    yield f"{name}: {sorted(idle)} are not used"


@rule("as it is", at("RenderDeadLettersAlarm", "MetricName", to="ApproximateNumberOfMessagesVisible"))
def an_alarm_sees_what_it_waits_for(stack: Stack):
    """Messages of a queue with a reader are gone before CloudWatch counts those that wait, once a minute. SQS developer
    guide, "Available CloudWatch metrics for Amazon SQS"."""
    read = {each["EventSourceArn"].rpartition(":")[2] for each in stack.of_type("AWS::Lambda::EventSourceMapping").values()}
    for name, alarm in stack.of_type("AWS::CloudWatch::Alarm").items():
        queues = {each["Value"] for each in alarm.get("Dimensions", []) if each["Name"] == "QueueName"}
        if alarm.get("MetricName") == "ApproximateNumberOfMessagesVisible" and queues & read:
            yield f"{name} counts what waits in {queues}, which is read at once"


@rule("as it is", at("RenderChunk", "Environment", "Variables", "AWS_REGION", to="eu-central-1"))
def functions_keep_lambdas_bounds(stack: Stack):
    """Lambda developer guide, "Lambda quotas" and "Defined runtime environment variables": 4 KB of variables, none of Lambda's
    own names; 128 to 10,240 MB; 900 s; 5 layers; a gateway waits 30 s (quotas of HTTP APIs)."""
    reserved = ("AWS_LAMBDA_", "_HANDLER", "_X_AMZN_TRACE_ID", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ACCESS_KEY",
                "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_EXECUTION_ENV", "LAMBDA_TASK_ROOT", "LAMBDA_RUNTIME_DIR")
    for name, function in stack.of_type("AWS::Lambda::Function").items():
        variables = function.get("Environment", {}).get("Variables", {})
        for variable in variables:
            if variable.startswith(reserved) or not re.fullmatch(r"[A-Za-z]\w+", variable):
                yield f"{name}: the variable {variable}"
        if (size := len(json.dumps(variables))) > 3500:
            yield f"{name}: {size} bytes of variables leave no room for Limits"
        if not 128 <= int(function.get("MemorySize", 128)) <= 10_240 or int(function.get("Timeout", 3)) > 900:
            yield f"{name}: {function.get('MemorySize')} MB, {function.get('Timeout')} s"
        if len(function.get("Layers", [])) > 5 or len(stack.final({"Ref": name})) > 64:
            yield f"{name}: layers or name"
        role = role_of(stack, name)
        if boundary := stack.values["PermissionsBoundaryArn"]:
            if stack.resources[role]["Properties"].get("PermissionsBoundary") != boundary:
                yield f"{role} is not within the boundary"


@rule("as it is", at("GenerateDocument", "Timeout", to=30))
def a_function_ends_before_its_gateway(stack: Stack):
    """HTTP APIs wait 30 s at most. API Gateway developer guide, "Quotas for configuring and running an HTTP API"."""
    for name, integration in stack.of_type("AWS::ApiGatewayV2::Integration").items():
        function = named_by(stack, integration["IntegrationUri"], "AWS::Lambda::Function")
        wait = integration["TimeoutInMillis"]
        if not 50 <= wait <= 30_000 or int(stack.resources[function]["Properties"]["Timeout"]) * 1000 >= wait:
            yield f"{name} waits {wait} ms for {function}"


@rule("as it is", at("Stage", "RouteSettings", to={"POST /api/nowhere": {"ThrottlingRateLimit": 1}}))
def a_throttled_route_stands_before_the_stage(stack: Stack):
    """CreateStage answers "Unable to find Route by key ... within the provided RouteSettings". API reference of API Gateway
    V2, RouteSettings; cloudformation-coverage-roadmap issue 1141."""
    routes = {each["RouteKey"]: name for name, each in stack.of_type("AWS::ApiGatewayV2::Route").items()}
    for name, stage in stack.of_type("AWS::ApiGatewayV2::Stage").items():
        before = texts(stack.resources[name].get("DependsOn", []))
        for key in stage.get("RouteSettings", {}):
            if routes.get(key) not in before:
                yield f"{name} throttles {key}, which may not stand yet"


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


@rule("as it is", at("RenderChunkRole", "Policies", 0, "PolicyDocument", "Statement", 0, "Resource", to=["arn:aws:s3:::b/" + "x" * 90] * 120))
def policies_keep_iams_bounds(stack: Stack):
    """IAM user guide, "IAM and AWS STS quotas": 10,240 characters of a role's own policies, 6,144 of a managed one, without white
    space; 10 managed policies of a role."""
    size = lambda document: len(json.dumps(document, separators=(",", ":")))  # noqa: E731
    attached: dict[str, int] = {}
    for name, policy in stack.of_type("AWS::IAM::ManagedPolicy").items():
        if size(policy["PolicyDocument"]) > 6144:
            yield f"{name}: {size(policy['PolicyDocument'])} characters"
        for role in policy.get("Roles", []):
            attached[role] = attached.get(role, 0) + 1
    for name, role in stack.of_type("AWS::IAM::Role").items():
        if (whole := sum(size(each["PolicyDocument"]) for each in role.get("Policies", []))) > 10_240:
            yield f"{name}: {whole} characters"
        if len(role.get("ManagedPolicyArns", [])) + attached.get(stack.final({"Ref": name}), 0) > 10:
            yield f"{name}: more than 10 managed policies"


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


@rule("with every option", at("Front", "DistributionConfig", "Origins", 0, "OriginCustomHeaders", 0, "HeaderName", to="X-Amz-Secret"))
def cloudfront_adds_only_headers_that_it_may(stack: Stack):
    """CloudFront developer guide, "Add custom headers to origin requests": none of x-amz-, x-edge-, nor of HTTP's own; a web ACL
    of CloudFront is global, in us-east-1 (CreateDistribution, InvalidWebACLId); an origin is waited for 1 to 60 s."""
    for name, each in stack.of_type("AWS::CloudFront::Distribution").items():
        config = each["DistributionConfig"]
        if not re.match(r"arn:aws[a-z-]*:wafv2:us-east-1:\d+:global/", config["WebACLId"]):
            yield f"{name}: {config['WebACLId']}"
        for origin in config["Origins"]:
            for header in origin["OriginCustomHeaders"]:
                if header["HeaderName"].lower().startswith(("x-amz-", "x-edge-", "host", "cookie", "connection")):
                    yield f"{name} adds {header['HeaderName']}"
            if not 1 <= origin["CustomOriginConfig"]["OriginReadTimeout"] <= 60:
                yield f"{name}: {origin['CustomOriginConfig']}"


@rule("as it is", at("Dashboard", "DashboardBody", to='{"widgets": [}'))
def what_is_text_to_the_template_is_whole(stack: Stack):
    """Texts that their services parse: a dashboard is JSON (PutDashboard, InvalidParameterInput); a format of access logs in one
    line with requestId (API Gateway, "Customize HTTP API access logs"); a filter of logs of 1,024 characters; queries name
    groups that stand in the stack."""
    for name, each in stack.of_type("AWS::CloudWatch::Dashboard").items():
        try:
            widgets = json.loads(each["DashboardBody"])["widgets"]
        except ValueError as error:
            yield f"{name}: {error}"
            continue
        if len(widgets) > 500:
            yield f"{name}: {len(widgets)} widgets"
        if "Platen/platen" not in each["DashboardBody"] or '"Platen"' in each["DashboardBody"]:
            yield f"{name} shows figures of other stacks"
    for name, each in stack.of_type("AWS::ApiGatewayV2::Stage").items():
        line = each["AccessLogSettings"]["Format"]
        if "$context.requestId" not in line or "\n" in line:
            yield f"{name}: {line}"
        json.loads(line)
    for name, each in stack.of_type("AWS::Logs::MetricFilter").items():
        if len(each["FilterPattern"]) > 1024 or not each["FilterPattern"].startswith("{"):
            yield f"{name}: {each['FilterPattern']}"
    for name, each in stack.of_type("AWS::Logs::QueryDefinition").items():
        if not each["Name"].startswith("platen/") or len(each["QueryString"]) > 10_000:
            yield f"{name}: {each['Name']}"


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


@rule("as it is", at("JobEndedRole", "AssumeRolePolicyDocument", "Statement", 0, "Principal", to={"Service": "lambda.amazonaws.com"}))
def roles_are_taken_by_those_who_need_them(stack: Stack):
    """CreateFunction and CreatePipe answer "cannot be assumed". Lambda developer guide, "Defining Lambda function permissions with
    an execution role"; EventBridge user guide, "Permissions for Amazon EventBridge Pipes"."""
    users = [(each["RoleArn"], "pipes") for each in stack.of_type("AWS::Pipes::Pipe").values()]
    users += [(each["Role"], "lambda") for each in stack.of_type("AWS::Lambda::Function").values()]
    for arn, service in users:
        role = named_by(stack, arn, "AWS::IAM::Role")
        said = json.dumps(stack.resources[role]["Properties"]["AssumeRolePolicyDocument"])
        if f"{service}.amazonaws.com" not in said:
            yield f"{role} is for {service}"


@rule("as it is", at("RenderQueue", "RedrivePolicy", "maxReceiveCount", to=0))
def queues_keep_sqs_bounds(stack: Stack):
    """API reference of SQS, SetQueueAttributes: hidden up to 43,200 s, kept up to 1,209,600 s, received 1 to 1,000 times; dead
    letters are kept from when they were first sent, so longer than their queue keeps them (SQS developer guide, "Dead-letter
    queues"); and a queue's letters go to a queue that stands."""
    for name, queue in stack.of_type("AWS::SQS::Queue").items():
        if int(queue.get("VisibilityTimeout", 30)) > 43_200 or int(queue["MessageRetentionPeriod"]) > 1_209_600:
            yield f"{name}: {queue}"
        if "RedrivePolicy" in queue:
            letters = named_by(stack, queue["RedrivePolicy"]["deadLetterTargetArn"], "AWS::SQS::Queue")
            if not 1 <= int(queue["RedrivePolicy"]["maxReceiveCount"]) <= 1000 or letters is None:
                yield f"{name}: {queue['RedrivePolicy']}"
            elif stack.resources[letters]["Properties"]["MessageRetentionPeriod"] < queue["MessageRetentionPeriod"]:
                yield f"{letters} loses what {name} still kept"


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
        {"OfficeChunkImage": concrete.EVERYTHING["OfficeChunkImage"]}, {"ExistingTable": "restored"},
        {**concrete.EVERYTHING, "DomainName": "a.example.com", "CertificateArn": concrete.RESTORED["CertificateArn"]},
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
