"""Deploys infra/template.yaml with the project's own binaries into MiniStack, an emulator of AWS on this machine.

What differs from a deployment on AWS, and what looks at it instead:

- the binaries are built for this machine, and packed here: infra/package.sh builds them for Lambda's;
- connections are plain HTTP on loopback: the policies of queues and buckets, which refuse those, stand, but look for
  encrypted ones. What AWS takes as such a policy, rules.py knows;
- alarms on metric math and saved queries are left out, which the emulator has not: rules.py has their bounds, alarms.py when such
  alarms ring;
- the concurrency of queues is 2, since it takes numbers that stand in parameters for text: rules.py has its bounds;
- it knows a right to send batches of messages, which AWS has not: rights.py compares rights with AWS's own words;
- callbacks may lead to this machine.

Roles are enforced: a function may do what its policy says and nothing else.
"""

import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile

import boto3
from botocore.config import Config

import concrete  # which says where infra/ is
import package
import upload

ROOT = pathlib.Path(__file__).parents[2]
REGION = "eu-central-1"
STACK = "platen"
CODE_BUCKET = "platen-code"
# The emulator's own.
ACCOUNT = "000000000000"
CODE_PREFIX = "test/"
# Functions that infra/package.sh packs the converter with.
WITH_CONVERTER = ("assemble-archive", "generate-document", "generate-template-metadata", "manage-templates", "render-chunk")
# Of the emulator's administrator, who may do everything.
ADMINISTRATOR = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": REGION}
START_S = 60
DEPLOY_S = 180


class Deployment:
    """A deployed stack: clients of the emulator, and the stack's outputs and resources."""

    def __init__(self, endpoint: str):
        self.endpoint = endpoint
        session = boto3.session.Session(
            aws_access_key_id=ADMINISTRATOR["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=ADMINISTRATOR["AWS_SECRET_ACCESS_KEY"],
            region_name=REGION,
        )
        config = Config(s3={"addressing_style": "path"}, retries={"max_attempts": 1})
        client = lambda name: session.client(name, endpoint_url=endpoint, config=config)  # noqa: E731
        self.s3, self.sqs, self.lambda_ = client("s3"), client("sqs"), client("lambda")
        self.cloudformation, self.dynamodb = client("cloudformation"), client("dynamodb")
        self.events, self.logs = client("events"), client("logs")
        self.outputs: dict[str, str] = {}
        self.resources: dict[str, str] = {}

    def create(self, template: dict, parameters: dict[str, str]) -> None:
        """Creates the stack and waits until it stands."""
        # As text in the request a template may have 51,200 bytes.
        self.s3.put_object(Bucket=CODE_BUCKET, Key="template.json", Body=json.dumps(template))
        self.cloudformation.create_stack(
            StackName=STACK,
            TemplateURL=f"{self.endpoint}/{CODE_BUCKET}/template.json",
            Capabilities=["CAPABILITY_IAM"],
            Parameters=[{"ParameterKey": name, "ParameterValue": value} for name, value in parameters.items()],
        )
        end = time.monotonic() + DEPLOY_S
        while (stack := self.cloudformation.describe_stacks(StackName=STACK)["Stacks"][0])["StackStatus"] != "CREATE_COMPLETE":
            if time.monotonic() > end or "PROGRESS" not in stack["StackStatus"] or "ROLLBACK" in stack["StackStatus"]:
                events = self.cloudformation.describe_stack_events(StackName=STACK)["StackEvents"]
                failed = [e for e in events if "FAILED" in e["ResourceStatus"]]
                sys.exit(f"the stack is {stack['StackStatus']}: {failed}")
            time.sleep(0.2)
        self.outputs = {each["OutputKey"]: each["OutputValue"] for each in stack["Outputs"]}
        paginator = self.cloudformation.get_paginator("list_stack_resources")
        for page in paginator.paginate(StackName=STACK):
            for each in page["StackResourceSummaries"]:
                self.resources[each["LogicalResourceId"]] = each["PhysicalResourceId"]

    def request(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None):
        """Sends a request through the stack's API gateway, to a path or to an address that an answer had; follows nothing, and
        answers errors like all else."""
        host = self.outputs["ApiUrl"].partition("://")[2]
        path = re.sub(rf"^https?://{re.escape(host)}(?=/)", "", path)
        request = urllib.request.Request(self.endpoint + path, data=body, method=method, headers=headers or {})
        # The gateway knows its APIs by host name.
        request.add_unredirected_header("Host", host)
        try:
            with _PLAIN.open(request, timeout=60) as reply:
                return reply.status, reply.headers, reply.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def functions_log(self) -> str:
        """What the functions logged, errors and warnings alone."""
        pages = self.logs.get_paginator("filter_log_events").paginate(logGroupName=self.resources["FunctionsLog"])
        lines = [event["message"] for page in pages for event in page["events"]]
        return "\n".join(line for line in lines if "ERROR" in line or "WARN" in line)

    def environment(self) -> dict[str, str]:
        """Variables for `platen ... --aws`."""
        stack = dict(pair.split("=", 1) for pair in self.outputs["Environment"].split(" "))
        return {**os.environ, **ADMINISTRATOR, **stack, "AWS_ENDPOINT_URL": self.endpoint}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


_PLAIN = urllib.request.build_opener(_NoRedirect)


@contextlib.contextmanager
def deployed(binaries: pathlib.Path | None, parameters: dict[str, str]):
    """A deployment, its emulator ended afterwards; its log is printed when something failed. Without binaries nothing in it
    answers."""
    with tempfile.TemporaryDirectory(prefix="platen-cloud-") as folder, open(f"{folder}/log", "w+b") as log:
        port = _free_port()
        endpoint = f"http://127.0.0.1:{port}"
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": folder,
            "TMPDIR": folder,
            "BIND_HOST": "127.0.0.1",
            "GATEWAY_PORT": str(port),
            "AWS_ENDPOINT_URL": endpoint,
            "MINISTACK_REGION": REGION,
            "AUTH": "true",
            "LOG_LEVEL": "INFO",
        }
        python = ROOT / ".work" / "ministack" / "bin" / "python"
        emulator = subprocess.Popen([python, "-m", "ministack"], cwd=folder, env=environment, stdout=log, stderr=log)
        try:
            _await(endpoint, emulator)
            deployment = Deployment(endpoint)
            functions, packed = pathlib.Path(folder, "functions"), pathlib.Path(folder, "package")
            lay_out(binaries, functions)
            template = package.package(functions, packed, zipfile.ZIP_STORED)
            # Made before: the policy of one that upload.py makes would refuse plain HTTP.
            deployment.s3.create_bucket(Bucket=CODE_BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
            code = upload.upload(packed, CODE_BUCKET, CODE_PREFIX, deployment.s3, ACCOUNT)
            deployment.create(_as_the_emulator_has_it(template), {**parameters, **code})
            try:
                yield deployment
            except BaseException:
                sys.stderr.write(deployment.functions_log())
                raise
        except BaseException:
            log.seek(0)
            sys.stderr.write(log.read().decode(errors="replace")[-20_000:])
            raise
        finally:
            emulator.terminate()
            emulator.wait(timeout=30)


def lay_out(binaries: pathlib.Path | None, functions: pathlib.Path) -> None:
    """The folders of functions as cargo-lambda makes them."""
    for source in (ROOT / "functions").iterdir():
        if source.name == "platen":
            continue
        files = {"bootstrap": source.name}
        if source.name in WITH_CONVERTER:
            files["convert-pdf"] = "convert-pdf"
        (functions / source.name).mkdir(parents=True)
        if binaries is None:
            (functions / source.name / "bootstrap").write_text(source.name)
            continue
        for name, binary in files.items():
            subprocess.run(["strip", "-o", functions / source.name / name, binaries / binary], check=True)


def _as_the_emulator_has_it(template: dict) -> dict:
    def is_kept(resource: dict) -> bool:
        return resource["Type"] != "AWS::Logs::QueryDefinition" and "Metrics" not in resource.get("Properties", {})

    kept = {name: each for name, each in template["Resources"].items() if is_kept(each)}
    for each in kept.values():
        if "ScalingConfig" in each["Properties"]:
            each["Properties"]["ScalingConfig"] = {"MaximumConcurrency": 2}
        if each["Type"] in ("AWS::S3::BucketPolicy", "AWS::SQS::QueuePolicy"):
            for statement in each["Properties"]["PolicyDocument"]["Statement"]:
                statement["Condition"] = {"Bool": {"aws:SecureTransport": "true"}}
        if each["Type"] == "AWS::Lambda::Function" and "S3Key" in each["Properties"]["Code"]:
            each["Properties"]["Environment"]["Variables"]["PLATEN_CALLBACKS"] = "anywhere"
        if each["Type"] == "AWS::IAM::Role":
            for policy in each["Properties"].get("Policies", []):
                for statement in policy["PolicyDocument"]["Statement"]:
                    if "sqs:SendMessage" in statement["Action"]:
                        statement["Action"] = ["sqs:SendMessage", "sqs:SendMessageBatch"]
    return {**template, "Resources": kept}


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def _await(endpoint: str, emulator: subprocess.Popen) -> None:
    end = time.monotonic() + START_S
    while True:
        try:
            with urllib.request.urlopen(f"{endpoint}/_ministack/health", timeout=5):
                return
        except OSError:
            if emulator.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.1)
