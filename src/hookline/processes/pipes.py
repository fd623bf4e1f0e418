"""A hook's stdin, stdout and stderr: a payload in, its answer and its complaints out, in bounded
memory.

Nothing here waits: what fits is written, what is there is read. At most 1 MiB of stdout counts; of
stderr the first and last 32 KiB are kept, and the rest is read and dropped, so that a flood never
stops the verdict.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable

from hookline.processes.job import READ, WRITE, Job, Watch

STDOUT_LIMIT_BYTES = 1024 * 1024
STDERR_KEPT_BYTES = 32 * 1024  # at either end
CHUNK_BYTES = 64 * 1024
#: After the hook's end, what is in the pipe is its own; a background child may add to it for ever.
LAST_CHUNKS = 32


class Excerpt:
    """The first and last bytes of a stream of any length."""

    __slots__ = ("_head", "_tail", "_total")

    def __init__(self) -> None:
        self._head = b""
        self._tail = b""
        self._total = 0

    def add(self, chunk: bytes) -> None:
        self._total += len(chunk)
        room = STDERR_KEPT_BYTES - len(self._head)
        if room > 0:
            self._head += chunk[:room]
            chunk = chunk[room:]
        if chunk:
            self._tail = (self._tail + chunk)[-STDERR_KEPT_BYTES:]

    def text(self) -> str:
        cut = self._total - len(self._head) - len(self._tail)
        if not cut:
            return (self._head + self._tail).decode("utf-8", "replace")
        return f"{self._head.decode('utf-8', 'replace')}\n… {cut} bytes cut …\n{self._tail.decode('utf-8', 'replace')}"


class Pipes:
    """Our ends of a hook's three pipes, open from `open` to `close`."""

    __slots__ = (
        "_answer",
        "_complaint",
        "_job",
        "_stderr",
        "_stdin",
        "_stdout",
        "_taken",
        "_unsent",
        "_watch",
        "_watched",
    )

    def __init__(self, payload: bytes, watch: Watch, job: Job) -> None:
        self._watch, self._job = watch, job
        self._watched: set[int] = set()
        self._stdin = self._stdout = self._stderr = -1
        self._unsent = memoryview(payload)
        self._answer: list[bytes] = []
        self._taken = 0
        self._complaint = Excerpt()

    def open(self) -> list[int]:
        """Open all three, put as much of the payload as fits into stdin, and return the hook's
        ends, stdin first.
        """
        theirs: list[int] = []
        try:
            stdin, self._stdin = os.pipe()
            theirs.append(stdin)
            self._stdout, stdout = os.pipe()
            theirs.append(stdout)
            self._stderr, stderr = os.pipe()
            theirs.append(stderr)
            self._fill()
        except BaseException:
            close_fds(theirs)
            self.close()
            raise
        return theirs

    def started(self) -> None:
        """The hook has its ends: from now on no read may block."""
        os.set_blocking(self._stdout, False)
        os.set_blocking(self._stderr, False)

    def watch(self) -> bool:
        """Have the job called when there is something to write or read; False when that cannot be had."""
        for fd, events in ((self._stdin, WRITE), (self._stdout, READ), (self._stderr, READ)):
            if fd >= 0 and fd not in self._watched:
                try:
                    self._watch.add(fd, events, self._job)
                except OSError:
                    return False
                self._watched.add(fd)
        return True

    def exchange(self, *, all_there_is: bool = False) -> None:
        """Write what can be written, read a chunk of either output, or all there is."""
        chunks = LAST_CHUNKS if all_there_is else 1
        if self._stdin >= 0:
            self._pump()
        if self._stdout >= 0 and not self._read(self._stdout, self._keep, chunks):
            self._stdout = -1
        if self._stderr >= 0 and not self._read(self._stderr, self._complaint.add, chunks):
            self._stderr = -1

    @property
    def at_end(self) -> bool:
        """Whether nobody can write to us any more."""
        return self._stdout < 0 and self._stderr < 0

    @property
    def pending(self) -> bool:
        """Whether part of the payload is still to be written."""
        return self._stdin >= 0

    @property
    def flooded(self) -> bool:
        return self._taken > STDOUT_LIMIT_BYTES

    def answer(self) -> bytes:
        return b"".join(self._answer)[:STDOUT_LIMIT_BYTES]

    def complaint(self) -> str:
        return self._complaint.text()

    def close(self) -> None:
        """Abandon them; whoever still holds the other ends is on its own."""
        fds = [fd for fd in (self._stdin, self._stdout, self._stderr) if fd >= 0]
        self._stdin = self._stdout = self._stderr = -1
        for fd in fds:
            self._close(fd)

    def _fill(self) -> None:
        """The first write: the pipe is empty, so a small one cannot block, and open at both ends,
        so it cannot break.
        """
        if len(self._unsent) > select.PIPE_BUF:
            os.set_blocking(self._stdin, False)
            self._pump()
            return
        os.write(self._stdin, self._unsent)
        self._sent()

    def _sent(self) -> None:
        fd, self._stdin = self._stdin, -1
        self._close(fd)

    def _pump(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[write_quietly(self._stdin, self._unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            pass  # it does not want to read: its right
        self._sent()

    def _keep(self, chunk: bytes) -> None:
        if not self.flooded:
            self._answer.append(chunk)
            self._taken += len(chunk)

    def _read(self, fd: int, keep: Callable[[bytes], None], chunks: int) -> bool:
        """False at the end of file, where `fd` is closed."""
        for _ in range(chunks):
            try:
                chunk = os.read(fd, CHUNK_BYTES)
            except BlockingIOError:
                break
            if not chunk:
                self._close(fd)
                return False
            keep(chunk)
        return True

    def _close(self, fd: int) -> None:
        if fd in self._watched:
            self._watched.discard(fd)
            self._watch.drop(fd)
        os.close(fd)


def close_fds(fds: list[int]) -> None:
    """Close them all and forget them."""
    while fds:
        os.close(fds.pop())


def write_quietly(fd: int, payload: memoryview) -> int:
    """`os.write` that raises BrokenPipeError even where the host has given SIGPIPE back its deadly
    default.
    """
    if signal.getsignal(signal.SIGPIPE) != signal.SIG_DFL:
        return os.write(fd, payload)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        return os.write(fd, payload)
    except BrokenPipeError:
        if signal.SIGPIPE in signal.sigpending():
            signal.sigwait({signal.SIGPIPE})
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
