"""Client of Platen: Word templates and JSON in, documents out."""

from . import models, problems
from ._client import AsyncPlaten, Platen
from ._http import Attempt, File, Retries
from ._operations import VERSION as __version__
from .errors import ConnectionFailed, JobNotCompleted, PlatenError, ServiceError, TimedOut
from .problems import *  # noqa: F403 - an exception for each problem
from .webhooks import DocumentEnded, JobEnded, WebhookRefused, verify_webhook

__all__ = [
    "AsyncPlaten",
    "Attempt",
    "ConnectionFailed",
    "DocumentEnded",
    "File",
    "JobEnded",
    "JobNotCompleted",
    "Platen",
    "PlatenError",
    "Retries",
    "ServiceError",
    "TimedOut",
    "WebhookRefused",
    "__version__",
    "models",
    "verify_webhook",
]
__all__ += problems.__all__
