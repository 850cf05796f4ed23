"""Verifies callbacks, which are signed as Standard Webhooks says (https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from .errors import PlatenError

# Seconds that a message may be old: one that somebody kept and sends again is refused.
TOLERANCE = 300


class WebhookRefused(PlatenError):
    """A message is not from the service, or is old."""


class JobEnded(TypedDict):
    """What is told of a job that ended."""

    type: Literal["job.ended"]
    jobId: str
    templateId: str
    status: Literal["Completed", "Failed", "Canceled"]
    totalCount: int
    failedGenerationCount: int
    zipUrl: NotRequired[str]
    """Where the result is, if the request asked for `callbackLink`."""
    zipUrlExpiresAt: NotRequired[str]
    delivery: NotRequired[Literal["Pending", "Delivered", "Failed"]]
    """What became of the delivery of the result, if the job asked for one."""


class DocumentEnded(TypedDict):
    """What is told of one document of a job, if the document asked for it."""

    type: Literal["document.ended"]
    jobId: str
    index: int
    """Its index in the request."""
    status: Literal["Completed", "Failed", "Canceled"]
    fileName: NotRequired[str]
    """Its name in the archive, if it was made."""
    error: NotRequired[str]
    """Why there is none, if it failed."""
    delivery: NotRequired[Literal["Pending", "Delivered", "Failed"]]


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None
) -> JobEnded | DocumentEnded:
    """Checks a message's signature and age, and returns what it says. `body` is as it came, `secret` as the answer to
    `create_webhook` has it, or as `platen key webhook` prints it.

    Raises `WebhookRefused`."""
    found = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, sent, signatures = (found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs((time.time() if now is None else now) - int(sent))
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (KeyError, ValueError, binascii.Error) as error:
        raise WebhookRefused(f"a header of the message, or the secret, is not as it must be: {error}") from error
    if age > TOLERANCE:
        raise WebhookRefused(f"the message is {age:.0f} s old")
    signed = b".".join([message_id.encode(), sent.encode(), body])
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    # More than one while a new secret takes the place of the one before.
    if not any(hmac.compare_digest(expected, each.encode()) for each in signatures.split()):
        raise WebhookRefused("no signature of the message is the secret's")
    ended: JobEnded | DocumentEnded = json.loads(body)
    return ended
