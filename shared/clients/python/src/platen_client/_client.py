"""The clients: every operation, and what takes several requests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx

from . import models
from ._http import Retries, Watch
from ._operations import VERSION, AsyncOperations, Operations
from ._transfers import Fetching, Items, Sending
from .errors import JobNotCompleted, TimedOut

Progress = Callable[[models.Job], object]
# Seconds between two looks at a job: the first, and the most.
FIRST_LOOK, LAST_LOOK = 0.25, 5.0
PAGE = 100
Entry = TypeVar("Entry")


def _settings(base_url: str, timeout: float, options: dict[str, Any]) -> dict[str, Any]:
    headers = {"user-agent": f"platen-client-python/{VERSION}"}
    return {"base_url": base_url, "timeout": timeout, "headers": headers} | options


def _is_over(job: models.Job) -> bool:
    return job["status"] not in {"Pending", "Running"}


def _completed(job: models.Job) -> models.Job:
    if job["status"] != "Completed":
        raise JobNotCompleted(job)
    return job


def _looks(timeout: float | None, job_id: str) -> Iterator[float]:
    """The pauses between looks at a job, until its time is up."""
    end, pause = None if timeout is None else time.monotonic() + timeout, FIRST_LOOK
    while True:
        if end is not None and time.monotonic() + pause > end:
            raise TimedOut(f"job {job_id} is not over after {timeout} s")
        yield pause
        pause = min(pause * 1.5, LAST_LOOK)


def _link(job: models.Job) -> str:
    link = job.get("zipUrl")
    if not link:
        raise JobNotCompleted(job)
    return link


def _paged(page: Callable[[int], Sequence[Entry]]) -> Iterator[Entry]:
    """The entries of all pages, until one is empty."""
    number = 1
    while entries := page(number):
        yield from entries
        number += 1


async def _paged_later(page: Callable[[int], Awaitable[Sequence[Entry]]]) -> AsyncIterator[Entry]:
    number = 1
    while entries := await page(number):
        for entry in entries:
            yield entry
        number += 1


class Platen(Operations):
    """A client of a service, for programs that wait for its answers. It may be used by several threads at once."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        retries: Retries = Retries(),
        timeout: float = 60.0,
        on_attempt: Watch | None = None,
        **httpx_options: Any,
    ) -> None:
        """`timeout` is in seconds, for each request; `on_attempt` is called with each that was sent; `httpx_options` are those of `httpx.Client` (a proxy, certificates)."""
        super().__init__(httpx.Client(**_settings(base_url, timeout, httpx_options)), key, retries, on_attempt)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes its connections."""
        self._http.close()

    def all_templates(self, *, label: str | None = None) -> Iterator[models.Template]:
        """Every template, page by page."""
        return _paged(lambda number: self.get_templates(page_number=number, page_size=PAGE, label=label)["items"])

    def all_jobs(self) -> Iterator[models.Job]:
        """Every job, the newest first. One that starts meanwhile moves the others on: an entry may come twice."""
        return _paged(lambda number: self.list_all_bulk_generation_jobs(page_number=number, page_size=PAGE))

    def all_keys(self) -> Iterator[models.ManagedKey]:
        """Every key and session, the newest first."""
        return _paged(lambda number: self.list_keys(page_number=number, page_size=PAGE)["items"])

    def all_webhooks(self) -> Iterator[models.Webhook]:
        """Every webhook, the newest first."""
        return _paged(lambda number: self.list_webhooks(page_number=number, page_size=PAGE)["items"])

    def all_events(self) -> Iterator[models.Event]:
        """Who did what, the newest first."""
        before = None
        while True:
            page = self.list_events(page_size=PAGE, before=before)
            yield from page["items"]
            if (before := page.get("next")) is None:
                return

    def wait_for_job(
        self, job_id: str, *, on_progress: Progress | None = None, timeout: float | None = None
    ) -> models.Job:
        """Waits until a job is completed. Calls `on_progress` with the job at each look at it; `timeout` is in seconds.

        Raises `JobNotCompleted` when the job failed or was canceled, `TimedOut` when it is not over in time."""
        pauses = _looks(timeout, job_id)
        while True:
            job = self.get_bulk_generation_job(job_id)
            if on_progress is not None:
                on_progress(job)
            if _is_over(job):
                return _completed(job)
            time.sleep(next(pauses))

    def run_job(
        self,
        body: models.GenerateDocumentsBulkDto,
        *,
        on_progress: Progress | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> models.Job:
        """Starts a job and waits until it is completed, as `wait_for_job` does."""
        started = self.generate_documents_bulk(body, idempotency_key=idempotency_key)
        return self.wait_for_job(started["jobId"], on_progress=on_progress, timeout=timeout)

    def upload_items(self, content: Items, media_type: str = "application/jsonl") -> str:
        """Uploads items that are too many for a request, and returns the `itemsUploadId` of a job.

        A file, or a path to one, is sent without being held in memory."""
        sending = Sending(content, media_type)
        ticket = self.create_bulk_upload()
        url = ticket["uploadUrl"]
        # The link authorizes the request: the key, which is sent with each call, is not for whoever holds the storage.
        self._send(
            lambda: self._http.put(url, content=sending.body(), headers=sending.headers, timeout=self._timeout),
            sending.is_repeatable,
        )
        return ticket["uploadId"]

    def download(self, job: models.Job, path: str | PathLike[str]) -> Path:
        """Writes a completed job's archive to a file, without holding it in memory.

        Where the connection breaks, it goes on from there; the file has its name once it is whole."""
        link, fetching = _link(job), Fetching(path, self._retries)
        try:
            while True:
                answer = failed = None
                try:
                    with self._http.stream("GET", link, headers=fetching.headers(), timeout=self._timeout) as answer:
                        if answer.is_success:
                            with fetching.open(answer) as file:
                                for piece in answer.iter_bytes():
                                    fetching.length += file.write(piece)
                            return fetching.whole()
                        answer.read()
                except httpx.TransportError as error:
                    answer, failed = None, error
                time.sleep(fetching.pause(answer, failed))
        finally:
            fetching.give_up()


class AsyncPlaten(AsyncOperations):
    """A client of a service, for `asyncio`."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        retries: Retries = Retries(),
        timeout: float = 60.0,
        on_attempt: Watch | None = None,
        **httpx_options: Any,
    ) -> None:
        """`timeout` is in seconds, for each request; `on_attempt` is called with each that was sent; `httpx_options` are those of `httpx.AsyncClient`."""
        super().__init__(httpx.AsyncClient(**_settings(base_url, timeout, httpx_options)), key, retries, on_attempt)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes its connections."""
        await self._http.aclose()

    async def all_templates(self, *, label: str | None = None) -> AsyncIterator[models.Template]:
        """Every template, page by page."""

        async def page(number: int) -> list[models.Template]:
            return (await self.get_templates(page_number=number, page_size=PAGE, label=label))["items"]

        async for template in _paged_later(page):
            yield template

    async def all_jobs(self) -> AsyncIterator[models.Job]:
        """As `Platen.all_jobs`."""
        async for job in _paged_later(lambda number: self.list_all_bulk_generation_jobs(page_number=number, page_size=PAGE)):
            yield job

    async def all_keys(self) -> AsyncIterator[models.ManagedKey]:
        """As `Platen.all_keys`."""

        async def page(number: int) -> list[models.ManagedKey]:
            return (await self.list_keys(page_number=number, page_size=PAGE))["items"]

        async for key in _paged_later(page):
            yield key

    async def all_webhooks(self) -> AsyncIterator[models.Webhook]:
        """As `Platen.all_webhooks`."""

        async def page(number: int) -> list[models.Webhook]:
            return (await self.list_webhooks(page_number=number, page_size=PAGE))["items"]

        async for webhook in _paged_later(page):
            yield webhook

    async def all_events(self) -> AsyncIterator[models.Event]:
        """As `Platen.all_events`."""
        before = None
        while True:
            page = await self.list_events(page_size=PAGE, before=before)
            for event in page["items"]:
                yield event
            if (before := page.get("next")) is None:
                return

    async def wait_for_job(
        self, job_id: str, *, on_progress: Progress | None = None, timeout: float | None = None
    ) -> models.Job:
        """As `Platen.wait_for_job`."""
        pauses = _looks(timeout, job_id)
        while True:
            job = await self.get_bulk_generation_job(job_id)
            if on_progress is not None:
                on_progress(job)
            if _is_over(job):
                return _completed(job)
            await asyncio.sleep(next(pauses))

    async def run_job(
        self,
        body: models.GenerateDocumentsBulkDto,
        *,
        on_progress: Progress | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> models.Job:
        """Starts a job and waits until it is completed, as `wait_for_job` does."""
        started = await self.generate_documents_bulk(body, idempotency_key=idempotency_key)
        return await self.wait_for_job(started["jobId"], on_progress=on_progress, timeout=timeout)

    async def upload_items(self, content: Items, media_type: str = "application/jsonl") -> str:
        """As `Platen.upload_items`."""
        sending = Sending(content, media_type)
        ticket = await self.create_bulk_upload()
        url = ticket["uploadUrl"]
        # The link authorizes the request: the key, which is sent with each call, is not for whoever holds the storage.
        await self._send(
            lambda: self._http.put(url, content=sending.pieces(), headers=sending.headers, timeout=self._timeout),
            sending.is_repeatable,
        )
        return ticket["uploadId"]

    async def download(self, job: models.Job, path: str | PathLike[str]) -> Path:
        """As `Platen.download`."""
        link, fetching = _link(job), Fetching(path, self._retries)
        try:
            while True:
                answer = failed = None
                try:
                    async with self._http.stream("GET", link, headers=fetching.headers(), timeout=self._timeout) as answer:
                        if answer.is_success:
                            with fetching.open(answer) as file:
                                async for piece in answer.aiter_bytes():
                                    fetching.length += file.write(piece)
                            return fetching.whole()
                        await answer.aread()
                except httpx.TransportError as error:
                    answer, failed = None, error
                await asyncio.sleep(fetching.pause(answer, failed))
        finally:
            fetching.give_up()
