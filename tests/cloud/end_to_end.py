"""The cloud home from end to end, on the resources that infra/template.yaml makes.

    python end_to_end.py FOLDER_OF_BINARIES

The real binaries run behind the emulator's gateway and queues, each with the rights of its own role. See deployment.py.
"""

import base64
import hashlib
import hmac
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import uuid

import concrete
import deployment
import word

PATIENCE_S = 120
ITEMS = 24


def await_(what: str, found):
    """Asks until there is an answer."""
    end = time.monotonic() + PATIENCE_S
    while not (answer := found()):
        assert time.monotonic() < end, f"waited {PATIENCE_S} s for {what}"
        time.sleep(0.2)
    return answer


class Caller:
    """A tenant's program."""

    def __init__(self, stack: deployment.Deployment, key: str):
        self.stack, self.key = stack, key
        self.over: dict[str, dict] = {}

    def get(self, path: str):
        status, _, body = self.stack.request("GET", path, {"x-functions-key": self.key})
        assert status == 200, (path, status, body)
        return json.loads(body)

    def post(self, path: str, value=None):
        headers = {"x-functions-key": self.key}
        body = None
        if value is not None:
            headers["content-type"], body = "application/json", json.dumps(value).encode()
        return self.stack.request("POST", path, headers, body)

    def document(self, template: str, format: str, data: dict):
        return self.post("/api/generateDocument", {"templateId": template, "format": format, "data": data})

    def start(self, template: str, items: list[dict], format: str = ".docx", **more) -> str:
        wanted = {"templateId": template, "format": format, "fileName": "{{ name }}", "items": items, **more}
        status, headers, body = self.post("/api/generateDocumentsBulk", wanted)
        assert status == 202, (status, body)
        job = json.loads(body)["jobId"]
        assert headers["location"].endswith(f"/api/bulkGenerationJobs/{job}"), headers["location"]
        return job

    def ended(self, job: str) -> dict:
        def over():
            seen = self.get(f"/api/bulkGenerationJobs/{job}")
            return seen if seen["status"] not in ("Pending", "Running") else None

        self.over[job] = await_(f"the end of job {job}", over)
        return self.over[job]


def platen(stack: deployment.Deployment, binaries: pathlib.Path, *words: str):
    """A command of the operator on the deployment."""
    command = [binaries / "platen", *words, "--aws"]
    output = subprocess.run(command, env=stack.environment(), stdout=subprocess.PIPE, check=True)
    return json.loads(output.stdout)


def templates_arrive(stack, caller, subscription) -> dict[str, str]:
    """Objects in the bucket become templates; the wrong one does not."""
    for name, docx in (
        ("Greeting", word.document("Dear {{ name }}")),
        ("Large", word.document("Dear {{ name }}", picture_bytes=5_000_000)),
        ("Broken", word.document("Dear {{ name")),
    ):
        key = f"incoming/{subscription}/letters/{name}.docx"
        stack.s3.put_object(Bucket=stack.outputs["TemplatesBucketName"], Key=key, Body=docx)

    def listed():
        items = caller.get("/api/getTemplates?pageNumber=1&pageSize=20")["items"]
        return {each["name"]: each["templateId"] for each in items} if len(items) == 2 else None

    templates = await_("two templates", listed)
    assert sorted(templates) == ["Greeting", "Large"], templates
    return templates


def templates_are_administered(stack, binaries, caller, large) -> None:
    """Over the API, with a key that may; a file goes through the gateway as bytes."""
    key = platen(stack, binaries, "key", "create", "--label", "Managing", "--scope", "manage")["key"]
    docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

    def send(method: str, path: str, body: bytes | None = None, key: str = key):
        status, headers, answer = stack.request(method, path, {"x-functions-key": key, "content-type": docx}, body)
        return status, headers, json.loads(answer) if answer else None

    note = word.document("Note for {{ name }}")
    status, headers, made = send("POST", "/api/templates?fileName=note.docx", note)
    assert (status, made["status"], made["version"]) == (201, "ready", 1), made
    place = headers["location"]
    assert caller.document(made["templateId"], ".docx", {"name": "Ada"})[0] == 200
    status, _, refused = send("PUT", place, word.document("Note for {{ name"))
    assert (status, refused["code"]) == (422, "template-error"), refused
    assert [each["version"] for each in send("GET", place)[2]["versions"]] == [2, 1]
    status, headers, file = stack.request("GET", f"{place}/file?version=1", {"x-functions-key": key})
    assert (status, file) == (200, note) and "note.docx" in headers["content-disposition"], (status, headers)
    assert send("POST", f"{place}/disable", b"")[2]["status"] == "disabled"
    listed = send("GET", "/api/templates?pageNumber=1&pageSize=20&search=note")[2]
    assert [each["status"] for each in listed["items"]] == ["disabled"], listed
    assert send("DELETE", place)[0] == 204
    status, _, problem = send("GET", place, key=caller.key)
    assert (status, problem["code"]) == (403, "missing-scope"), problem
    status, headers, body = stack.request("GET", f"/api/templates/{large}/file", {"x-functions-key": key})
    assert (status, body) == (303, b""), (status, body[:200])
    with urllib.request.urlopen(headers["location"], timeout=30) as lent:
        assert "Large.docx" in lent.headers["content-disposition"] and len(lent.read()) > 5_000_000


def fields_are_described(caller, template) -> None:
    metadata = caller.get(f"/api/generateTemplateMetadata?templateId={template}")
    assert [each["path"] for each in metadata["placeholders"]] == ["name"], metadata
    status, _, model = caller.post(f"/api/generateModel?templateId={template}")
    assert status == 200 and list(json.loads(model)) == ["name"], model


def documents_are_made(caller, templates) -> None:
    status, headers, docx = caller.document(templates["Greeting"], ".docx", {"name": "Ada"})
    assert status == 200 and "Dear Ada" in word.text(docx), status
    assert 'filename="Greeting.docx"' in headers["content-disposition"]
    status, headers, pdf = caller.document(templates["Greeting"], ".pdf", {"name": "Ada"})
    assert (status, headers["content-type"]) == (200, "application/pdf"), (status, pdf)
    shown = subprocess.run(["pdftotext", "-", "-"], input=pdf, stdout=subprocess.PIPE, check=True).stdout
    assert shown.decode().strip() == "Dear Ada", shown
    preview = {"templateId": templates["Greeting"], "format": ".pdf", "data": {"name": "Ada"}, "preview": True}
    before = caller.get("/api/getSubscription")["usage"]["documents"]
    status, _, marked = caller.post("/api/generateDocument", preview)
    assert (status, marked[:5]) == (200, b"%PDF-") and marked != pdf, status
    assert caller.get("/api/getSubscription")["usage"]["documents"] == before
    status, _, problem = caller.document(templates["Greeting"], ".pdf", {})
    assert (status, json.loads(problem)["code"]) == (400, "invalid-data"), problem


def large_documents_are_lent(caller, template) -> None:
    """Over 6 MB in base64, more than Lambda returns: the client is sent to where the document waits."""
    status, headers, body = caller.document(template, ".docx", {"name": "Ada"})
    assert (status, body) == (303, b""), (status, body[:200])
    with urllib.request.urlopen(headers["location"], timeout=30) as lent:
        assert "Large.docx" in lent.headers["content-disposition"], lent.headers
        docx = lent.read()
    assert len(docx) > 5_000_000 and "Dear Ada" in word.text(docx)


def a_job_makes_an_archive(stack, caller, template) -> None:
    """Its documents are those of the single endpoint, byte for byte; what is wrong with one item is told."""
    items = [{"name": f"N{n}"} for n in range(ITEMS)]
    items[7] = {"other": 1}
    job = caller.ended(caller.start(template, items))
    assert (job["status"], job["completedCount"]) == ("Completed", ITEMS - 1), job
    assert [each["globalIndex"] for each in job["failedGenerations"]] == ["7"], job
    assert [each["jobId"] for each in caller.get(f"/api/bulkGenerationJobs/byTemplate/{template}")] == [job["jobId"]]
    assert caller.get("/api/bulkGenerationJobs?pageNumber=1&pageSize=1")[0]["jobId"] == job["jobId"]
    with tempfile.TemporaryDirectory() as folder:
        with urllib.request.urlopen(job["zipUrl"], timeout=30) as reply:
            archive = reply.read()
        assert len(archive) == job["zipSizeBytes"]
        pathlib.Path(folder, "job.zip").write_bytes(archive)
        subprocess.run(["unzip", "-q", "job.zip", "-d", "out"], cwd=folder, check=True)
        files = {path.name: path.read_bytes() for path in pathlib.Path(folder, "out").iterdir()}
    errors = json.loads(files.pop("errors.json"))
    assert errors == job["failedGenerations"], errors
    assert sorted(files) == sorted(f"N{n}.docx" for n in range(ITEMS) if n != 7), sorted(files)
    for item in items[:7] + items[8:]:
        status, _, docx = caller.document(template, ".docx", item)
        assert (status, docx) == (200, files[f"{item['name']}.docx"]), item
    # The link is that of one object, for GET, unchanged.
    changed = job["zipUrl"].replace("X-Amz-Signature=", "X-Amz-Signature=0")
    status, _, _ = stack.request("GET", changed.removeprefix(stack.endpoint))
    assert status == 403, status


def dead_letters_end_as_failed_items(stack, caller, template) -> None:
    """Work that fails each time comes to the dead letters by the queue's own rule, and each item then fails with the reason."""
    queue, mapping = stack.resources["RenderQueue"], stack.resources["RenderChunkMapping"]
    usual = stack.sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["RedrivePolicy"])["Attributes"]
    fewer = json.loads(usual["RedrivePolicy"]) | {"maxReceiveCount": 2}
    enable(stack, mapping, False)
    stack.sqs.set_queue_attributes(QueueUrl=queue, Attributes={"RedrivePolicy": json.dumps(fewer)})
    job = caller.start(template, [{"name": "A"}, {"name": "B"}])
    bucket = stack.resources["JobsBucket"]
    copies = [
        each["Key"]
        for each in stack.s3.list_objects_v2(Bucket=bucket, Prefix=f"jobs/{job}/")["Contents"]
        if each["Key"].endswith("template.docx")
    ]
    assert len(copies) == 1, copies
    stack.s3.delete_object(Bucket=bucket, Key=copies[0])
    enable(stack, mapping, True)
    job = caller.ended(job)
    stack.sqs.set_queue_attributes(QueueUrl=queue, Attributes=usual)
    assert (job["status"], job["failedGenerationCount"]) == ("Completed", 2), job
    for each in job["failedGenerations"]:
        assert "the service's storage failed" in each["error"], job


def enable(stack, mapping: str, enabled: bool) -> None:
    stack.lambda_.update_event_source_mapping(UUID=mapping, Enabled=enabled)
    wanted = "Enabled" if enabled else "Disabled"
    await_(wanted, lambda: stack.lambda_.get_event_source_mapping(UUID=mapping)["State"] == wanted)


def the_intake_queue_starts_jobs(stack, caller, template, subscription) -> None:
    known = {each["jobId"] for each in caller.get(f"/api/bulkGenerationJobs/byTemplate/{template}")}
    wanted = {
        "subscriptionId": subscription, "requestId": "order 1", "templateId": template, "format": ".pdf",
        "fileName": "{{ name }}", "items": [{"name": "Grace"}],
    }
    queue = stack.outputs["IntakeQueueUrl"]
    stack.sqs.send_message(QueueUrl=queue, MessageBody=json.dumps(wanted))
    wrong = json.dumps({**wanted, "requestId": "order 2", "items": [], "colour": "red"})
    stack.sqs.send_message(QueueUrl=queue, MessageBody=wrong)

    def started():
        jobs = caller.get(f"/api/bulkGenerationJobs/byTemplate/{template}")
        return [each["jobId"] for each in jobs if each["jobId"] not in known]

    (job,) = await_("the queued job", started)
    assert caller.ended(job)["completedCount"] == 1
    letters = stack.resources["IntakeDeadLetters"]
    received = await_("the refused message", lambda: stack.sqs.receive_message(
        QueueUrl=letters, MessageAttributeNames=["All"], WaitTimeSeconds=1).get("Messages"))
    assert [each["Body"] for each in received] == [wrong], received
    reason = received[0]["MessageAttributes"]["reason"]["StringValue"]
    assert reason.startswith("invalid-body: ") and "/items" in reason and "colour" in reason, reason
    stack.sqs.delete_message(QueueUrl=letters, ReceiptHandle=received[0]["ReceiptHandle"])
    # The same request sent again is the same job.
    stack.sqs.send_message(QueueUrl=queue, MessageBody=json.dumps(wanted))
    no_message_is_left(stack)
    assert started() == [job]


def callers_without_a_right_are_refused(stack, template) -> None:
    status, _, problem = stack.request("GET", "/api/getTemplates?pageNumber=1&pageSize=1")
    assert (status, json.loads(problem)["code"]) == (401, "missing-key"), problem
    nobody = Caller(stack, "plk_Nobody")
    status, _, problem = nobody.document(template, ".docx", {"name": "Eve"})
    assert (status, json.loads(problem)["code"]) == (401, "invalid-key"), problem
    assert stack.request("GET", "/api/nowhere")[0] == 404
    status, _, health = stack.request("GET", "/api/health")
    assert (status, json.loads(health)["status"]) == (200, "ok"), health


def take_events(stack) -> str:
    """A queue that is sent each event of the service from now on."""
    queue = stack.sqs.create_queue(QueueName="events")["QueueUrl"]
    arn = stack.sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    stack.events.put_rule(Name="events", EventPattern=json.dumps({"source": ["platen"]}))
    stack.events.put_targets(Rule="events", Targets=[{"Id": "queue", "Arn": arn}])
    return queue


def every_end_is_an_event(stack, caller, queue: str) -> None:
    """From the table's stream by the real function to the bus, each end at least once."""
    ends = {
        job["jobId"]: {
            "stack": deployment.STACK, "jobId": job["jobId"], "templateId": job["templateId"], "status": job["status"],
            "totalCount": job["totalCount"], "failedGenerationCount": job["failedGenerationCount"],
        }
        for job in caller.over.values()
    }
    found: dict[str, dict] = {}

    def taken() -> bool:
        for message in stack.sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages", []):
            event = json.loads(message["Body"])
            assert event["detail-type"] == "Bulk generation job ended", event
            found[event["detail"]["jobId"]] = event["detail"]
            stack.sqs.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])
        return len(found) >= len(ends)

    await_("the events", taken)
    assert found == ends, (found, ends)


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes callbacks: fails over the first, and keeps all of them."""

    received: list[tuple[dict, bytes]] = []

    def do_POST(self):
        self.received.append((dict(self.headers.items()), self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(500 if len(self.received) == 1 else 204)
        self.end_headers()

    def log_message(self, *_):
        pass


def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    wanted = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return wanted in headers["webhook-signature"].split(" ")


def who_asked_is_told_of_the_end(stack, binaries, caller, template) -> None:
    """The end comes from the table's stream; the function tells it with the rights of its role, again after it failed, and signs
    with both secrets."""
    def secret(*words: str) -> str:
        command = [binaries / "platen", "key", "webhook", "--aws", *words]
        return subprocess.run(command, env=stack.environment(), stdout=subprocess.PIPE, check=True).stdout.decode().strip()

    receiver = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    job = caller.start(template, [{"name": "A"}], callbackUrl=f"http://127.0.0.1:{receiver.server_port}/end")
    caller.ended(job)
    await_("the second try", lambda: len(Receiver.received) == 2)
    before = secret()
    assert all(is_genuine(before, *told) for told in Receiver.received), Receiver.received
    assert all(json.loads(body)["jobId"] == job for _, body in Receiver.received), Receiver.received
    now = secret("--rotate")
    job = caller.start(template, [{"name": "A"}], callbackUrl=f"http://127.0.0.1:{receiver.server_port}/end")
    caller.ended(job)
    await_("the callback with both secrets", lambda: len(Receiver.received) == 3)
    assert is_genuine(now, *Receiver.received[2]) and is_genuine(before, *Receiver.received[2]) and now != before
    receiver.shutdown()


def no_message_is_left(stack) -> None:
    """Every message was worked off: none waits, none is hidden, none lies among the dead letters."""
    counts = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible", "ApproximateNumberOfMessagesDelayed"]

    def left():
        found = {}
        for name, url in stack.resources.items():
            if url.startswith(stack.outputs["IntakeQueueUrl"].rpartition("/")[0]):
                values = stack.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=counts)["Attributes"]
                found[name] = sum(int(value) for value in values.values())
        return {name: count for name, count in found.items() if count}

    await_("empty queues", lambda: not left())


def options_stand() -> None:
    """A deployment with every option, and one that takes up what was restored. A secret of sign-in would have to be there before."""
    for given in (concrete.EVERYTHING, concrete.RESTORED):
        with deployment.deployed(None, {**given, "OidcClientSecretArn": ""}) as stack:
            assert stack.outputs["ApiUrl"] == f"https://{given['DomainName']}", stack.outputs
            assert ("Front" in stack.resources) == ("WebAclArn" in given) and ("Table" in stack.resources) != ("ExistingTable" in given)


def main() -> None:
    binaries = pathlib.Path(sys.argv[1])
    options_stand()
    with deployment.deployed(binaries, {"Limits": "chunk_items_docx=5,callback_retry=1"}) as stack:
        events = take_events(stack)
        made = platen(stack, binaries, "key", "create", "--label", "end to end")
        subscription, caller = str(uuid.UUID(made["subscriptionId"])), Caller(stack, made["key"])
        templates = templates_arrive(stack, caller, subscription)
        greeting = templates["Greeting"]
        templates_are_administered(stack, binaries, caller, templates["Large"])
        fields_are_described(caller, greeting)
        documents_are_made(caller, templates)
        large_documents_are_lent(caller, templates["Large"])
        a_job_makes_an_archive(stack, caller, greeting)
        the_intake_queue_starts_jobs(stack, caller, greeting, subscription)
        dead_letters_end_as_failed_items(stack, caller, greeting)
        who_asked_is_told_of_the_end(stack, binaries, caller, greeting)
        callers_without_a_right_are_refused(stack, greeting)
        no_message_is_left(stack)
        every_end_is_an_event(stack, caller, events)
    print("the cloud home works from end to end")


if __name__ == "__main__":
    main()
