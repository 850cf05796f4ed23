"""What AWS refuses: functions, their roles, and the gateway before them. rules.py runs these rules."""

import json
import re

from concrete import Stack, texts
from rulebook import at, named_by, role_of, rule


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


@rule("as it is", at("QueueCallbacksRole", "AssumeRolePolicyDocument", "Statement", 0, "Principal", to={"Service": "pipes.amazonaws.com"}))
def roles_are_taken_by_those_who_need_them(stack: Stack):
    """CreateFunction answers "cannot be assumed". Lambda developer guide, "Defining Lambda function permissions with an execution
    role"."""
    for name in stack.of_type("AWS::Lambda::Function"):
        role = role_of(stack, name)
        if "lambda.amazonaws.com" not in json.dumps(stack.resources[role]["Properties"]["AssumeRolePolicyDocument"]):
            yield f"{role} is not for Lambda"


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
    """CreateStage answers "Unable to find Route by key ... within the provided RouteSettings". Met in
    terraform-aws-modules/terraform-aws-apigateway-v2 PR 80; sst issue 4501."""
    routes = {each["RouteKey"]: name for name, each in stack.of_type("AWS::ApiGatewayV2::Route").items()}
    for name, stage in stack.of_type("AWS::ApiGatewayV2::Stage").items():
        before = texts(stack.resources[name].get("DependsOn", []))
        for key in stage.get("RouteSettings", {}):
            if routes.get(key) not in before:
                yield f"{name} throttles {key}, which may not stand yet"


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


@rule("with every option", at("Front", "DistributionConfig", "Aliases", to=[]))
@rule("with every option", at("Front", "DistributionConfig", "ViewerCertificate", "AcmCertificateArn", to="arn:aws:acm:eu-central-1:1:certificate/a"))
@rule("restored", at("Api", "DisableExecuteApiEndpoint", to=False))
def a_name_leads_to_whoever_stands_first(stack: Stack):
    """CloudFront answers 403 to a name that is no alias of a distribution, and takes certificates of us-east-1 alone
    (InvalidViewerCertificate). CloudFront developer guide, "Requirements for using alternate domain names"."""
    name = stack.values["DomainName"]
    fronts = [each["DistributionConfig"] for each in stack.of_type("AWS::CloudFront::Distribution").values()]
    for front in fronts:
        if front.get("Aliases", []) != [name] * bool(name):
            yield f"the front has the names {front.get('Aliases')}"
        if name and ":acm:us-east-1:" not in front["ViewerCertificate"]["AcmCertificateArn"]:
            yield f"the front's certificate is {front['ViewerCertificate']['AcmCertificateArn']}"
    names = [each["DomainName"] for each in stack.of_type("AWS::ApiGatewayV2::DomainName").values()]
    if names != [name] * bool(name and not fronts):
        yield f"the gateway has the names {names}"
    # Of two doors one is shut: behind a front the gateway's own is the one that the front comes by.
    shut = stack.resources["Api"]["Properties"]["DisableExecuteApiEndpoint"]
    if shut != bool(names):
        yield f"DisableExecuteApiEndpoint is {shut}"


@rule("with every option", at("GenerateDocumentsBulk", "Environment", "Variables", "PUBLIC_URL", to=""))
@rule("restored", at("StartQueuedJob", "Environment", "Variables", "PUBLIC_URL", to=""))
def answers_name_the_address_that_is_open(stack: Stack):
    """Requests that come through CloudFront name the gateway's host, which answers nobody else; with a name of one's own the
    gateway's is shut."""
    open_ = stack.final(stack.template["Outputs"]["ApiUrl"]["Value"])
    for name, function in stack.of_type("AWS::Lambda::Function").items():
        variables = function["Environment"]["Variables"]
        # Where the gateway answers by its own name, requests say it.
        said = variables.get("PUBLIC_URL", open_) or stack.final({"Fn::GetAtt": ["Api", "ApiEndpoint"]})
        if said != open_:
            yield f"{name} says {said}, and the API is at {open_}"
