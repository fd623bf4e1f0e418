"""JSON lines over two file descriptors: bytes → requests, answers → bytes, and a limit on what is
under way between them.

Reading and writing happen in threads of their own, so that stdin may be a pipe, a file or a
terminal, and a peer that does not read can never hold up the loop that watches over the hooks'
deadlines.
"""

from __future__ import annotations

import json
import os
import re
import select
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any, NamedTuple

from hookline import strict_json
from hookline.near import did_you_mean
from hookline.spec.events import EVENTS

LINE_LIMIT_BYTES = 64 * 1024 * 1024
REQUESTS_LIMIT = 256
#: Requests under way may hold so much between them; one alone may always go.
PENDING_LIMIT_BYTES = 2 * LINE_LIMIT_BYTES
_CHUNK_BYTES = 1024 * 1024
_HEAD_BYTES = 256
#: The id at the beginning of a line that cannot be read as a whole.
_ID_FIRST = re.compile(rb'\s*\{\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\\x00-\x1f\x7f-\xff]*")\s*,')


class Request(NamedTuple):
    """One event to answer."""

    id: Any
    event: str
    input: dict[str, Any]


class BadRequest(NamedTuple):
    """A line that cannot be served: what to say instead of an answer."""

    id: Any
    error: str


class TooLong(NamedTuple):
    """A line above the limit, of which only the beginning is kept."""

    head: bytes


def read_lines(
    read: Callable[[int], bytes], limit_bytes: int = LINE_LIMIT_BYTES
) -> Iterator[bytes | TooLong]:
    """Lines without their ends; one longer than the limit is thrown away but for its head."""
    pending = bytearray()
    too_long = False
    while chunk := read(_CHUNK_BYTES):
        for number, piece in enumerate(chunk.split(b"\n")):
            if number > 0:  # the line before this piece has ended
                if not too_long:
                    yield bytes(pending)
                pending.clear()
                too_long = False
            if not too_long:
                pending += piece
                if len(pending) > limit_bytes:
                    head = bytes(pending[:_HEAD_BYTES])
                    pending.clear()
                    too_long = True
                    yield TooLong(head)
    if pending:
        yield bytes(pending)


def parse_request(line: bytes | TooLong) -> Request | BadRequest | None:
    """What one line asks for; None for an empty line. An id that comes first is found in a bad line, too."""
    if isinstance(line, TooLong):
        return BadRequest(
            _first_id(line.head),
            f"the line is longer than {LINE_LIMIT_BYTES} bytes; send less in one request",
        )
    if not line.strip():
        return None
    try:
        asked = strict_json.loads(line)
    except ValueError as error:
        return BadRequest(_first_id(line[:_HEAD_BYTES]), f"the line is not JSON: {error}")
    if not isinstance(asked, dict):
        return BadRequest(
            None, 'a request is a JSON object such as {"id": 1, "event": "stop", "input": {}}'
        )
    event, given = asked.get("event"), asked.get("input", {})
    wrong = _wrong_event(event) or (
        None if isinstance(given, dict) else "input is not a JSON object"
    )
    if wrong:
        return BadRequest(asked.get("id"), wrong)
    return Request(asked.get("id"), str(event), given)


def _first_id(head: bytes) -> Any:
    """Whoever waits for an answer with this id should hear of the error."""
    found = _ID_FIRST.match(head)
    return json.loads(found.group(1)) if found else None


def _wrong_event(event: Any) -> str | None:
    if event is None:
        return "the request has no event; name one, such as beforeShellExecution"
    if not isinstance(event, str):
        return "event is not text; name one, such as beforeShellExecution"
    if event not in EVENTS:
        return f"there is no event {event!r}.{did_you_mean(event, EVENTS)}"
    return None


def encode(answer: dict[str, Any]) -> bytes:
    """One line. ASCII only, so that no reader can trip over an odd character."""
    return strict_json.dumps(answer).encode("ascii") + b"\n"


class Admission:
    """How much may be under way at once. `enter` waits until there is room; `leave` makes some."""

    def __init__(
        self, requests: int = REQUESTS_LIMIT, limit_bytes: int = PENDING_LIMIT_BYTES
    ) -> None:
        self._changed = threading.Condition()
        self._requests, self._limit_bytes = requests, limit_bytes
        self._number = self._bytes = 0

    def enter(self, size_bytes: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._has_room(size_bytes))
            self._number += 1
            self._bytes += size_bytes

    def leave(self, size_bytes: int) -> None:
        with self._changed:
            self._number -= 1
            self._bytes -= size_bytes
            self._changed.notify()

    def _has_room(self, size_bytes: int) -> bool:
        return self._number == 0 or (
            self._number < self._requests and self._bytes + size_bytes <= self._limit_bytes
        )


class Writer:
    """A thread that writes lines to a descriptor. `on_gone` is called, once, when nobody reads them
    any more.
    """

    def __init__(self, fd: int, on_gone: Callable[[], object]) -> None:
        self._fd, self._on_gone = fd, on_gone
        self._lines: SimpleQueue[tuple[bytes, Callable[[], object]]] = SimpleQueue()
        threading.Thread(target=self._work, name="hookline-writer", daemon=True).start()

    def write(self, line: bytes, done: Callable[[], object]) -> None:
        """Write the line some time; call `done`, in the writer's thread, when the peer has it."""
        self._lines.put((line, done))

    def _work(self) -> None:
        while True:
            line, done = self._lines.get()
            try:
                write_all(self._fd, line)
            except OSError:
                self._on_gone()
                return
            done()


def watch(fd: int, on_gone: Callable[[], object]) -> None:
    """Call `on_gone`, in a thread, when nobody can read from the other end any more: a pipe tells
    that without a write.
    """
    if not hasattr(select, "poll"):
        return  # the next write will tell

    def wait() -> None:
        poller = select.poll()
        poller.register(fd, 0)  # nothing but errors and hang-ups, which are always reported
        poller.poll()
        on_gone()

    threading.Thread(target=wait, name="hookline-watch", daemon=True).start()


def write_all(fd: int, data: bytes) -> None:
    """Write everything, also to a descriptor that does not block."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(fd, rest) :]
        except BlockingIOError:
            select.select([], [fd], [])


def read_some(fd: int, limit_bytes: int) -> bytes:
    """Read what is there, also from a descriptor that does not block; nothing at the end, or when
    the peer is gone.
    """
    while True:
        try:
            return os.read(fd, limit_bytes)
        except BlockingIOError:
            select.select([fd], [], [])
        except OSError:
            return b""
