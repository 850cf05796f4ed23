"""What goes wrong, as exceptions. `problems` has one for each `code` of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import models


class PlatenError(Exception):
    """Any error of this package."""


class ConnectionFailed(PlatenError):
    """The service was not reached, or the connection broke, every time that it was tried."""


class TimedOut(PlatenError):
    """A job is not over yet. It continues; wait for it again, or cancel it."""


class JobNotCompleted(PlatenError):
    """A job failed or was canceled."""

    def __init__(self, job: models.Job) -> None:
        super().__init__(f"job {job['jobId']} is {job['status']}: {job.get('errorMessage') or 'no document was made'}")
        self.job = job


class ServiceError(PlatenError):
    """The service did not do what it was asked for (RFC 9457)."""

    def __init__(self, status: int, problem: models.Problem | None, text: str = "") -> None:
        super().__init__(problem["detail"] if problem else f"HTTP {status}: {text[:200]}")
        self.status = status
        """The HTTP status."""
        self.problem = problem
        """The whole problem; `None` where something before the service answered, such as a gateway."""
        self.code: str = problem["code"] if problem else ""
        """A stable word to branch on; empty where something before the service answered."""
        self.errors: list[models.FieldError] = problem.get("errors", []) if problem else []
        """Every single fault of the request."""
        self.request_id: str = problem["requestId"] if problem else ""
        """Finds the line in the service's log."""
