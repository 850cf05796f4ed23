"""Uses the wheel of the Python client: BASE_URL KEY TEMPLATE MISBEHAVING_URL."""

import asyncio
import base64
import io
import json
import re
import sys
import tempfile
import urllib.request
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from standardwebhooks import Webhook

import platen_client
from platen_client import (
    AsyncPlaten,
    Attempt,
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

base_url, key, template, misbehaving = sys.argv[1:]
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
        assert "administer" in [each["scope"] for each in platen.all_keys()]
        assert list(platen.all_webhooks()) == []
        assert template_id in [each["targetId"] for each in platen.all_events()]
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

        print("tested: Lists are walked through")
        print("tested: Errors are types")

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
    print("tested: Jobs are waited for")


async def in_asyncio() -> None:
    async with AsyncPlaten(base_url, key) as platen:
        found = [template async for template in platen.all_templates() if template["fileName"] == "letter.docx"]
        model = await platen.generate_model(template_id=found[0]["templateId"])
        body = {"templateId": found[0]["templateId"], "format": ".docx", "data": model}
        assert [each async for each in platen.all_keys()] and [each async for each in platen.all_events()]
        assert [each["jobId"] async for each in platen.all_jobs()] and [each async for each in platen.all_webhooks()] == []
        files = await asyncio.gather(*(platen.generate_document(body) for _ in range(3)))  # type: ignore[arg-type]
        assert len({file.content for file in files}) == 1


def asked(name: str) -> list[dict[str, Any]]:
    """What the service that misbehaves was asked below a name."""
    return json.load(urllib.request.urlopen(f"{misbehaving}/{name}/asked"))


def transferring() -> None:
    address = f"{misbehaving}/python-transfers"
    settings: dict[str, Any] = {"retries": Retries(first_pause=0.01), "timeout": 1.0}
    folder = Path(tempfile.mkdtemp())
    items = folder / "items.jsonl"
    items.write_bytes(b"{}\n{}")
    content = b"archive" * 5

    async def together(job: Any, place: Path) -> None:
        async with AsyncPlaten(address, "plk_x", **settings) as platen:
            assert (await platen.download(job, place)).read_bytes() == content
            assert await platen.upload_items(items) == "u"

    with Platen(address, "plk_x", retries=settings["retries"]) as patient:
        platen = patient.with_options(timeout=settings["timeout"])
        for name in ("slow", "breaks"):
            job: Any = {"jobId": "j", "status": "Completed", "zipUrl": f"{address}/{name}"}
            assert platen.download(job, folder / name).read_bytes() == content
        asyncio.run(together(job, folder / "again"))
        ranges = [(each["range"], each["if-range"]) for each in asked("python-transfers") if each["path"] == "/breaks"]
        assert ranges == [(None, None), ("bytes=12-", '"five"')] * 2, ranges
        once = platen.with_options(retries=Retries(attempts=1))
        for name, client in (("untagged", platen), ("stalls", once)):
            try:
                client.download(job | {"zipUrl": f"{address}/{name}"}, folder / name)
                raise AssertionError("half a file was taken for a whole one")
            except ConnectionFailed:
                assert sorted(each.name for each in folder.iterdir()) == ["again", "breaks", "items.jsonl", "slow"]
        with items.open("rb") as file:
            file.read(3)
            assert platen.upload_items(file) == "u"
        assert platen.upload_items(b"{}") == "u"
    sent = [each["body"] for each in asked("python-transfers") if each["path"] == "/put"]
    assert sent == ["{}\n{}"] * 2 + ["{}"] * 4, sent
    for behavior in ["Settings hold for one call", "No thread waits for an answer", "A timeout counts silence, not length", "A download that broke goes on", "A file has its name once it is whole", "Items are sent from a file"]:
        print(f"tested: {behavior}")


def watching() -> None:
    seen: list[Attempt] = []
    body: Any = {"templateId": "x", "format": ".pdf", "data": {}}
    with Platen(f"{misbehaving}/python-seen", "plk_x", retries=Retries(first_pause=0.01), on_attempt=seen.append) as platen:
        platen.with_options(key="plk_other").generate_document(body)
    came = [(each.method, each.path, each.number, each.status) for each in seen]
    path = "/python-seen/api/generateDocument"
    assert came == [("POST", path, 1, 503), ("POST", path, 2, None), ("POST", path, 3, 200)], came
    failed = [type(each.error) for each in seen]
    assert isinstance(seen[0].error, ServiceError) and failed[1:] == [ConnectionFailed, type(None)], failed
    assert all(each.seconds > 0 for each in seen)
    assert [each["x-functions-key"] for each in asked("python-seen")] == ["plk_other"] * 3
    for behavior in ["A key holds for one call", "Each attempt is told of"]:
        print(f"tested: {behavior}")


def retrying() -> None:
    body = {"templateId": "x", "format": ".pdf", "data": {}}
    with Platen(f"{misbehaving}/python", "plk_x", retries=Retries(first_pause=0.01)) as platen:
        assert platen.generate_document(body).content == b"%PDF"  # type: ignore[arg-type]
        keys = [each["idempotency-key"] for each in asked("python")]
        assert len(keys) == 3 and len(set(keys)) == 1 and None not in keys, keys
        # Nothing says that this one may come twice: a break is not tried again.
        try:
            platen.create_key({"name": "x", "scope": "generate"})
            raise AssertionError("what may make a thing twice is sent twice")
        except ConnectionFailed:
            assert [each["path"] for each in asked("python")].count("/api/keys") == 2
    try:
        Platen("http://127.0.0.1:9", "plk_x", retries=Retries(attempts=1)).health()
        raise AssertionError("nobody answers")
    except ConnectionFailed as error:
        assert not isinstance(error, ServiceError)
    print("tested: Busy and broken answers are tried again with one key")


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
    print("tested: Webhooks are verified")


waiting(Path("."))
verifying()
asyncio.run(in_asyncio())
retrying()
watching()
transferring()
print("the Python package works", platen_client.__version__)
