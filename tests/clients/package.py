"""Uses the wheel of the Python client: BASE_URL KEY TEMPLATE."""

import asyncio
import base64
import http.server
import io
import json
import re
import sys
import threading
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from standardwebhooks import Webhook

import platen_client
from platen_client import (
    AsyncPlaten,
    ConnectionFailed,
    InvalidData,
    JobNotCompleted,
    Platen,
    Retries,
    ServiceError,
    UnknownTemplate,
    WebhookRefused,
    verify_webhook,
)

base_url, key, template = sys.argv[1:]
DATA = {"name": "Ada Lovelace", "number": 17}


def text(docx: bytes) -> str:
    document = zipfile.ZipFile(io.BytesIO(docx)).read("word/document.xml").decode()
    return re.sub("<[^>]*>", "", document)


def waiting(folder: Path) -> None:
    with Platen(base_url, key) as platen:
        made = platen.register_template(Path(template).read_bytes(), file_name="package.docx", name="From a package")
        assert made["version"] == 1, made
        template_id = made["templateId"]
        assert template_id in [each["templateId"] for each in platen.all_templates()]
        assert platen.get_template_file(template_id).content == Path(template).read_bytes()

        file = platen.generate_document({"templateId": template_id, "format": ".docx", "fileName": "Für {{ name }}", "data": DATA})
        assert file.name == "Für Ada Lovelace.docx" and file.warnings == 0, file.name
        assert "Ada Lovelace" in text(file.save(folder).read_bytes())

        try:
            platen.generate_document({"templateId": template_id, "format": ".docx", "data": {}})
            raise AssertionError("bad data is not refused")
        except InvalidData as error:
            assert error.status == 400 and error.request_id, error
            assert error.errors[0]["pointer"].startswith("/data/"), error.errors

        looks: list[int] = []
        items = "\n".join(json.dumps({**DATA, "number": number}) for number in range(30)).encode()
        upload = platen.upload_items(items)
        job = platen.run_job(
            {"templateId": template_id, "format": ".docx", "itemsUploadId": upload},
            on_progress=lambda job: looks.append(job["completedCount"]),
        )
        assert looks and looks[-1] == job["totalCount"] == 30, looks
        archive = zipfile.ZipFile(platen.download(job, folder / "notes.zip"))
        assert "Ada Lovelace" in text(archive.read(archive.namelist()[0])), archive.namelist()

        failed = platen.generate_documents_bulk({"templateId": template_id, "format": ".docx", "items": [DATA] * 2000})
        platen.cancel_bulk_generation_job(failed["jobId"])
        try:
            platen.wait_for_job(failed["jobId"], timeout=60)
        except JobNotCompleted as error:
            assert error.job["status"] == "Canceled", error
        platen.delete_template(template_id)
        try:
            platen.get_template(template_id)
            raise AssertionError("a deleted template is found")
        except UnknownTemplate as error:
            assert error.code == "unknown-template"


async def in_asyncio() -> None:
    async with AsyncPlaten(base_url, key) as platen:
        found = [template async for template in platen.all_templates() if template["fileName"] == "letter.docx"]
        model = await platen.generate_model(template_id=found[0]["templateId"])
        body = {"templateId": found[0]["templateId"], "format": ".docx", "data": model}
        files = await asyncio.gather(*(platen.generate_document(body) for _ in range(3)))  # type: ignore[arg-type]
        assert len({file.content for file in files}) == 1


class Unsteady(http.server.BaseHTTPRequestHandler):
    """A service that is busy, then breaks, then answers."""

    seen: list[tuple[str, str]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        Unsteady.seen.append((self.path, self.headers["Idempotency-Key"]))
        attempts = sum(path == self.path for path, _ in Unsteady.seen)
        if attempts == 1:
            self.send_response(503)
            self.send_header("Retry-After", "0")
        elif attempts == 2:
            self.close_connection = True
            return
        else:
            self.send_response(200)
            self.send_header("content-type", "application/pdf")
        self.send_header("content-length", "4")
        self.end_headers()
        self.wfile.write(b"%PDF")

    def log_message(self, *_: object) -> None:
        pass


def retrying() -> None:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Unsteady)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    body = {"templateId": "x", "format": ".pdf", "data": {}}
    with Platen(address, "plk_x", retries=Retries(first_pause=0.01)) as platen:
        assert platen.generate_document(body).content == b"%PDF"  # type: ignore[arg-type]
        keys = {key for _, key in Unsteady.seen}
        assert len(Unsteady.seen) == 3 and len(keys) == 1 and None not in keys, Unsteady.seen
        # Nothing says that this one may come twice: a break is not tried again.
        try:
            platen.create_key({"name": "x", "scope": "generate"})
            raise AssertionError("what may make a thing twice is sent twice")
        except ConnectionFailed:
            assert [path for path, _ in Unsteady.seen].count("/api/keys") == 2, Unsteady.seen
    server.shutdown()
    try:
        Platen("http://127.0.0.1:9", "plk_x", retries=Retries(attempts=1)).health()
        raise AssertionError("nobody answers")
    except ConnectionFailed as error:
        assert not isinstance(error, ServiceError)


def verifying() -> None:
    secret, body = "whsec_" + base64.b64encode(b"a secret of some bytes").decode(), b'{"jobId": "j"}'

    def signed(sent: datetime) -> dict[str, str]:
        signature = Webhook(secret).sign("m1", sent, body.decode())
        # A receiver's framework gives names as it likes.
        return {"Webhook-Id": "m1", "WEBHOOK-TIMESTAMP": str(int(sent.timestamp())), "webhook-signature": "v1,AAAA " + signature}

    now = datetime.now(UTC)
    assert verify_webhook(secret, signed(now), body)["jobId"] == "j"
    for headers, bad in [(signed(now), body + b" "), (signed(now - timedelta(minutes=6)), body), ({}, body)]:
        try:
            verify_webhook(secret, headers, bad)
            raise AssertionError("a message of somebody else is taken")
        except WebhookRefused:
            pass


waiting(Path("."))
verifying()
asyncio.run(in_asyncio())
retrying()
print("the Python package works", platen_client.__version__)
