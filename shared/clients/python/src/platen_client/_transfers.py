"""What is sent and fetched in pieces: items from where they are, and archives that go on where their connection broke."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import httpx

from ._http import Retries, refused
from .errors import ConnectionFailed

Items = bytes | str | os.PathLike[str] | IO[bytes] | Iterable[bytes]
"""Items to send: their bytes, the path of a file, a file that is open, or pieces of bytes."""

PIECE = 1 << 16


class Sending:
    """Items that are sent, and sent again where they can be read again."""

    def __init__(self, content: Items, media_type: str) -> None:
        self._content = Path(content) if isinstance(content, str | os.PathLike) else content
        self._begin = 0
        self.headers = {"content-type": media_type}
        size: int | None = None
        if isinstance(self._content, Path):
            size = self._content.stat().st_size
        elif (seek := getattr(self._content, "seek", None)) is not None:
            self._begin = seek(0, os.SEEK_CUR)
            size = seek(0, os.SEEK_END) - self._begin
        self.is_repeatable = size is not None or isinstance(self._content, bytes)
        if size is not None:
            # Object stores take no body whose length is open.
            self.headers["content-length"] = str(size)

    def body(self) -> bytes | Iterator[bytes]:
        """The bytes, from their begin."""
        return self._content if isinstance(self._content, bytes) else self._pieces()

    async def pieces(self) -> AsyncIterator[bytes]:
        """The same for `asyncio`; the disk is waited for elsewhere."""
        if isinstance(self._content, bytes):
            yield self._content
            return
        pieces = self._pieces()
        while piece := await asyncio.to_thread(next, pieces, b""):
            yield piece

    def _pieces(self) -> Iterator[bytes]:
        content: Any = self._content
        if isinstance(content, Path):
            with content.open("rb") as file:
                yield from iter(lambda: file.read(PIECE), b"")
        elif hasattr(content, "read"):
            if self.is_repeatable:
                content.seek(self._begin)
            yield from iter(lambda: content.read(PIECE), b"")
        else:
            # An empty piece would end the body.
            yield from filter(None, content)


class Fetching:
    """A file that comes under another name, until it is whole, in as many attempts as it takes."""

    def __init__(self, path: str | os.PathLike[str], retries: Retries) -> None:
        self._retries = retries
        self._attempt = self._before = 0
        self._place = Path(path)
        self._part = self._place.with_name(self._place.name + ".part")
        self._tag = ""
        self.length = 0

    def headers(self) -> dict[str, str]:
        """What asks for the rest, in another attempt. Without a tag nobody knows whether what follows belongs to what is there."""
        self._attempt, self._before = self._attempt + 1, self.length
        return {"range": f"bytes={self.length}-", "if-range": self._tag} if self.length and self._tag else {}

    def open(self, answer: httpx.Response) -> IO[bytes]:
        """The file to write an answer to: to its end, or all anew."""
        is_rest = answer.status_code == 206
        self._tag = answer.headers.get("etag", "")
        if not is_rest:
            self.length = 0
        return self._part.open("ab" if is_rest else "wb")

    def pause(self, answer: httpx.Response | None, failed: httpx.TransportError | None) -> float:
        """Seconds until the next attempt, after one had this answer, or broke. One that brought something counts as the first.

        Raises what ended the last one."""
        if self.length > self._before:
            self._attempt = 1
        pause = self._retries.pause(self._attempt, answer, is_repeatable=True)
        if pause is None:
            if answer is not None:
                raise refused(answer)
            raise ConnectionFailed(f"the archive was not fetched whole: {failed}") from failed
        return pause

    def whole(self) -> Path:
        """All is there."""
        return self._part.replace(self._place)

    def give_up(self) -> None:
        """Nothing comes of it."""
        self._part.unlink(missing_ok=True)
