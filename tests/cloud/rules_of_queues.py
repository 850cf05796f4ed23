"""What AWS refuses: queues and what they call. rules.py runs these rules."""

from concrete import Stack, texts
from rulebook import at, mappings, may, named_by, role_of, rule


@rule("as it is", at("QueuesPolicy", "PolicyDocument", "Statement", 0, "Resource", to=["arn:aws:sqs:a:b:c", "arn:aws:sqs:a:b:d"]))
def a_queue_policy_speaks_of_its_queue(stack: Stack):
    """SQS answers "Invalid value for the parameter Policy". SQS developer guide, "Overview of managing access in Amazon SQS":
    a policy covers one queue; terraform-aws-github-runner and stacker_blueprints PR 71 met it."""
    for name, policy in stack.of_type("AWS::SQS::QueuePolicy").items():
        for statement in policy["PolicyDocument"]["Statement"]:
            on = texts(statement["Resource"])
            if on != ["*"] and (len(on) > 1 or len(policy["Queues"]) > 1):
                yield f"{name} is set on {len(policy['Queues'])} queues and names {len(on)}"


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


@rule("as it is", at("RenderQueue", "VisibilityTimeout", to=30))
def a_queue_hides_messages_as_long_as_its_function_runs(stack: Stack):
    """CreateEventSourceMapping answers "Queue visibility timeout: 30 seconds is less than Function timeout: 60 seconds".
    Lambda developer guide, "Configuring a queue to use with Lambda"."""
    for name, mapping in mappings(stack, "sqs").items():
        queue = stack.resources[named_by(stack, mapping["EventSourceArn"], "AWS::SQS::Queue")]["Properties"]
        function = stack.resources[mapping["FunctionName"].removeprefix("platen-")]["Properties"]
        if int(queue.get("VisibilityTimeout", 30)) < int(function.get("Timeout", 3)):
            yield f"{name}: hidden for {queue.get('VisibilityTimeout', 30)} s, run for {function['Timeout']} s"


@rule("as it is", at("RenderChunkRole", "Policies", to=[]))
def a_function_may_read_the_queue_that_calls_it(stack: Stack):
    """CreateEventSourceMapping answers "The provided execution role does not have permissions to call ReceiveMessage on
    SQS". Lambda developer guide, "Configuring a queue to use with Lambda", execution role permissions."""
    for name, mapping in mappings(stack, "sqs").items():
        role = role_of(stack, mapping["FunctionName"].removeprefix("platen-"))
        for action in ("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"):
            if not may(stack, role, action, mapping["EventSourceArn"]):
                yield f"{name}: {role} lacks {action}"


@rule("as it is", at("RenderChunkMapping", "ScalingConfig", "MaximumConcurrency", to="1"))
def mappings_of_queues_keep_their_bounds(stack: Stack):
    """API reference of Lambda, CreateEventSourceMapping: MaximumConcurrency from 2 to 1,000; BatchSize to 10,000, above 10
    with MaximumBatchingWindowInSeconds only."""
    for name, mapping in mappings(stack, "sqs").items():
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


@rule("as it is", at("IntakeQueue", "RedrivePolicy", "maxReceiveCount", to=3))
def a_message_outlasts_a_store_in_trouble(stack: Stack):
    """What fails comes again after 5, 30 and then 120 s at most (`pause` of shared/lambda/src/messages.rs), half of that at least:
    ten deliveries last seven minutes or more, three not twenty seconds."""
    for name, queue in stack.of_type("AWS::SQS::Queue").items():
        deliveries = int(queue.get("RedrivePolicy", {}).get("maxReceiveCount", 1000))
        lasts = sum([2.5, 15, *[60] * deliveries][: deliveries - 1])
        if lasts < 300:
            yield f"{name}: a message is given up after {lasts} s"
