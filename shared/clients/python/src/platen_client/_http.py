"""Sends requests: retries, errors and files. `Asking` waits, `AsyncAsking` is for `asyncio`; all decisions are shared."""

from __future__ import annotations

import asyncio
import copy
import random
import re
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from os import PathLike
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, unquote

import httpx

from .errors import ConnectionFailed, PlatenError, ServiceError

KEY_HEADER = "x-functions-key"
# What the service did not do, so that it can be asked again whatever it was.
NOT_DONE = {429, 503}
# What a gateway answers when it does not know what became of the request, and the answer to one that is in progress.
UNKNOWN = {500, 502, 504}


@dataclass(frozen=True)
class Retries:
    """How often and how soon a request is sent again."""

    attempts: int = 4
    """How often it is sent in all; 1 is once."""
    first_pause: float = 0.5
    """Seconds before the second; each pause is twice the one before, and up to a half shorter by chance."""
    longest_pause: float = 30.0
    """Seconds; where the service asks for more, the error is raised."""

    def pause(self, attempt: int, answer: httpx.Response | None, is_repeatable: bool) -> float | None:
        """Seconds until the next attempt, after this one (from 1) had this answer, or none. `None`: no other attempt."""
        if attempt >= self.attempts or not (is_repeatable or answer is not None and answer.status_code in NOT_DONE):
            return None
        if answer is not None:
            in_progress = answer.status_code == 409 and b'"request-in-progress"' in answer.content
            if answer.status_code not in NOT_DONE | UNKNOWN and not in_progress:
                return None
            asked = _wait(answer.headers.get("retry-after", ""))
            if asked is not None:
                return asked if asked <= self.longest_pause else None
        pause = min(self.first_pause * 2.0 ** (attempt - 1), self.longest_pause)
        return pause * random.uniform(0.5, 1)


def _wait(text: str) -> float | None:
    """Seconds that `Retry-After` asks for: a number of them, or a date (RFC 9110, 10.2.3)."""
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


@dataclass(frozen=True)
class Attempt:
    """A request that was sent, and what came of it: for logs and measurements (`on_attempt`)."""

    method: str
    path: str
    """Without the query, which may hold a signature."""
    number: int
    """Counted from 1."""
    seconds: float
    """Until the answer, or until there was none."""
    status: int | None
    """That of the answer; `None` where there was none."""
    error: PlatenError | None
    """What it failed with: a `ServiceError` or `ConnectionFailed`."""


Watch = Callable[[Attempt], object]


@dataclass(frozen=True)
class File:
    """A file that the service answered with."""

    content: bytes
    media_type: str
    """Such as `application/pdf`."""
    name: str
    """The name to save it under; empty where the service gives none."""
    headers: Mapping[str, str]
    """All headers of the answer."""

    @property
    def warnings(self) -> int:
        """How many warnings the document has: what it lacks, or shows differently from Word."""
        return int(self.headers.get("platen-warnings", "0"))

    def save(self, path: str | PathLike[str] | None = None) -> Path:
        """Writes the file to a path, or into a folder under its own name, and returns where it is."""
        place = Path(path) if path is not None else Path()
        if place.is_dir():
            # The name is the service's; no part of it leads to another folder.
            place = place / (Path(self.name).name or "document")
        place.write_bytes(self.content)
        return place


@dataclass
class _Request:
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes | None
    json: Any
    is_repeatable: bool

    def arguments(self) -> dict[str, Any]:
        arguments: dict[str, Any] = {"params": self.query, "headers": self.headers}
        if self.body is not None:
            arguments["content"] = self.body
        elif self.json is not None:
            arguments["json"] = self.json
        return arguments


def _request(
    key: str,
    method: str,
    path: str,
    values: Mapping[str, Any],
    query: Mapping[str, Any],
    header: Mapping[str, Any],
    body: Any,
    media_type: str | None,
    needs_key: bool,
) -> _Request:
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
    headers = {name: str(value) for name, value in header.items() if value is not None}
    if "Idempotency-Key" in header:
        headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
    if needs_key:
        headers[KEY_HEADER] = key
    if media_type is not None:
        headers["content-type"] = media_type
    is_file = isinstance(body, bytes)
    return _Request(
        method,
        path,
        {name: _text(value) for name, value in query.items() if value is not None},
        headers,
        body if is_file else None,
        None if is_file else body,
        is_repeatable=method in {"GET", "PUT", "DELETE"} or "Idempotency-Key" in headers,
    )


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(answer: httpx.Response) -> Any:
    """What a good answer holds: JSON, a file, or nothing."""
    media_type = answer.headers.get("content-type", "").split(";")[0].strip()
    if answer.status_code == 204:
        return None
    if media_type == "application/json":
        return answer.json()
    return File(answer.content, media_type, _file_name(answer.headers), answer.headers)


def refused(answer: httpx.Response) -> ServiceError:
    """The error that an answer stands for."""
    # Imported late: its classes derive from those of the module that this one needs.
    from .problems import BY_CODE

    try:
        problem = answer.json()
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or "code" not in problem:
        return ServiceError(answer.status_code, None, answer.text)
    return BY_CODE.get(problem["code"], ServiceError)(answer.status_code, problem)  # type: ignore[arg-type]


def _file_name(headers: Mapping[str, str]) -> str:
    """The name in `Content-Disposition` (RFC 6266): the one of all languages, else the plain one."""
    disposition = headers.get("content-disposition", "")
    if full := re.search(r"filename\*=UTF-8''([^;]+)", disposition, re.IGNORECASE):
        return unquote(full[1])
    plain = re.search(r'filename="((?:[^"\\]|\\.)*)"', disposition, re.IGNORECASE)
    return re.sub(r"\\(.)", r"\1", plain[1]) if plain else ""


class _Settings:
    """The key that calls are made with, how often they are tried, how long they wait, and who is told of them."""

    def __init__(self, key: str, retries: Retries, on_attempt: Watch | None) -> None:
        self._key = key
        self._retries = retries
        self._timeout: Any = httpx.USE_CLIENT_DEFAULT
        self._on_attempt = on_attempt

    def with_options(
        self,
        *,
        retries: Retries | None = None,
        timeout: float | None = None,
        key: str | None = None,
        on_attempt: Watch | None = None,
    ) -> Self:
        """The same client with other settings, on the same connections: `platen.with_options(timeout=5).convert(...)` for one call."""
        other = copy.copy(self)
        other._retries = retries or self._retries
        other._timeout = self._timeout if timeout is None else timeout
        other._key = key or self._key
        other._on_attempt = on_attempt or self._on_attempt
        return other

    def _tell(
        self,
        number: int,
        began: float,
        answer: httpx.Response | None,
        failed: httpx.TransportError | None,
        outcome: httpx.Response | PlatenError,
    ) -> None:
        request = answer.request if answer is not None else failed.request if failed is not None else None
        if self._on_attempt is None or request is None:
            return
        status = None if answer is None else answer.status_code
        seconds = time.monotonic() - began
        error = outcome if isinstance(outcome, PlatenError) else None
        self._on_attempt(Attempt(request.method, request.url.path, number, seconds, status, error))


class Asking(_Settings):
    """Sends requests, and waits for their answers."""

    def __init__(self, client: httpx.Client, key: str, retries: Retries, on_attempt: Watch | None) -> None:
        super().__init__(key, retries, on_attempt)
        self._http = client

    def _ask(
        self,
        method: str,
        path_pattern: str,
        *,
        path: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        header: Mapping[str, Any] = {},
        body: Any = None,
        media_type: str | None = None,
        needs_key: bool = True,
    ) -> Any:
        request = _request(self._key, method, path_pattern, path, query, header, body, media_type, needs_key)
        return _read(
            self._send(
                lambda: self._http.request(
                    request.method, request.path, timeout=self._timeout, **request.arguments()
                ),
                request.is_repeatable,
            )
        )

    def _send(self, send: Callable[[], httpx.Response], is_repeatable: bool) -> httpx.Response:
        """Sends a request until it has an answer to keep."""
        for attempt in range(1, self._retries.attempts + 1):
            answer = failed = None
            began = time.monotonic()
            try:
                answer = send()
            except httpx.TransportError as error:
                failed = error
            outcome = _outcome(answer, failed)
            self._tell(attempt, began, answer, failed, outcome)
            if isinstance(outcome, httpx.Response):
                return outcome
            pause = self._retries.pause(attempt, answer, is_repeatable)
            if pause is None:
                raise outcome
            time.sleep(pause)
        raise AssertionError("the last attempt has no pause")


class AsyncAsking(_Settings):
    """Sends requests, and waits for their answers in `asyncio`."""

    def __init__(self, client: httpx.AsyncClient, key: str, retries: Retries, on_attempt: Watch | None) -> None:
        super().__init__(key, retries, on_attempt)
        self._http = client

    async def _ask(
        self,
        method: str,
        path_pattern: str,
        *,
        path: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        header: Mapping[str, Any] = {},
        body: Any = None,
        media_type: str | None = None,
        needs_key: bool = True,
    ) -> Any:
        request = _request(self._key, method, path_pattern, path, query, header, body, media_type, needs_key)
        return _read(
            await self._send(
                lambda: self._http.request(
                    request.method, request.path, timeout=self._timeout, **request.arguments()
                ),
                request.is_repeatable,
            )
        )

    async def _send(self, send: Callable[[], Awaitable[httpx.Response]], is_repeatable: bool) -> httpx.Response:
        """Sends a request until it has an answer to keep."""
        for attempt in range(1, self._retries.attempts + 1):
            answer = failed = None
            began = time.monotonic()
            try:
                answer = await send()
            except httpx.TransportError as error:
                failed = error
            outcome = _outcome(answer, failed)
            self._tell(attempt, began, answer, failed, outcome)
            if isinstance(outcome, httpx.Response):
                return outcome
            pause = self._retries.pause(attempt, answer, is_repeatable)
            if pause is None:
                raise outcome
            await asyncio.sleep(pause)
        raise AssertionError("the last attempt has no pause")


def _outcome(answer: httpx.Response | None, failed: httpx.TransportError | None) -> httpx.Response | PlatenError:
    """A good answer, or what an attempt failed with."""
    if answer is None:
        error = ConnectionFailed(f"the service does not answer: {failed}")
        error.__cause__ = failed
        return error
    return answer if answer.is_success else refused(answer)
