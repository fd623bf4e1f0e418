"""JSON lines over two file descriptors: bytes → lines, lines → bytes.

Reading and writing happen in threads of their own, so that stdin may be a pipe, a file or a
terminal, and a peer that does not read can never hold up the loop that watches over the hooks'
deadlines.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import NamedTuple

LINE_LIMIT_BYTES = 64 * 1024 * 1024
#: What is kept of a line above the limit: an id at its beginning is found there.
HEAD_BYTES = 256
_CHUNK_BYTES = 1024 * 1024


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
                    head = bytes(pending[:HEAD_BYTES])
                    pending.clear()
                    too_long = True
                    yield TooLong(head)
    if pending:
        yield bytes(pending)


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
