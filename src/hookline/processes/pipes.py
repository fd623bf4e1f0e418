"""A hook's stdin, stdout and stderr: a payload in, its answer and its complaints out, in bounded
memory.

Nothing here waits: what fits is written, what is there is read. The first 1 MiB of stdout is kept,
and the first and last 32 KiB of stderr; the rest of either is read and dropped, so that a flood
never stops the verdict: a hook that may write on until its end still ends with its own exit code.
What is cut out of stderr must leave no half of a secret behind: see `hookline.detect.clipping`.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Sequence

from hookline.processes.job import READ, WRITE, Job
from hookline.processes.running import Watch

STDOUT_LIMIT_BYTES = 1024 * 1024
STDERR_KEPT_BYTES = 32 * 1024  # at either end
#: Kept beyond each cut until the secrets are masked.
MARGIN_BYTES = 8 * 1024
CHUNK_BYTES = 64 * 1024
#: After the hook's end, what is in the pipe is its own; a background child may add to it for ever.
LAST_CHUNKS = 32


class Excerpt:
    """The first and last bytes of a stream of any length, and a margin beyond each."""

    __slots__ = ("_head", "_tail", "_total")

    def __init__(self) -> None:
        self._head = b""
        self._tail = b""
        self._total = 0

    def add(self, chunk: bytes) -> None:
        """The next piece of the stream."""
        self._total += len(chunk)
        room = STDERR_KEPT_BYTES + MARGIN_BYTES - len(self._head)
        if room > 0:
            self._head += chunk[:room]
            chunk = chunk[room:]
        if chunk:
            self._tail = (self._tail + chunk)[-STDERR_KEPT_BYTES - MARGIN_BYTES :]

    def text(self) -> str:
        """All of it; or what is kept, masked, with a mark where something was cut."""
        cut = self._total - 2 * STDERR_KEPT_BYTES
        if cut <= 0:
            return (self._head + self._tail).decode("utf-8", "replace")
        from hookline.detect.clipping import head_of, tail_of

        if self._total <= len(self._head) + len(self._tail):  # nothing is missing yet
            self._tail = (self._head + self._tail)[-STDERR_KEPT_BYTES - MARGIN_BYTES :]
        head = self._head[:STDERR_KEPT_BYTES].decode("utf-8", "replace")
        tail = self._tail[-STDERR_KEPT_BYTES:].decode("utf-8", "replace")
        first = head_of(self._head.decode("utf-8", "replace"), len(head))
        last = tail_of(self._tail.decode("utf-8", "replace"), len(tail))
        return f"{first}\n… {cut} bytes cut …\n{last}"


class Pipes:
    """Our ends of a hook's three pipes, open from `open` to `close`. `stdin`, `stdout` and `stderr`
    are our descriptors, -1 once closed; `flooded` says that stdout holds more than may count.
    """

    __slots__ = (
        "_answer",
        "_complaint",
        "_job",
        "_taken",
        "_unsent",
        "_watch",
        "_watched",
        "flooded",
        "stderr",
        "stdin",
        "stdout",
    )

    def __init__(self, payload: bytes, watch: Watch, job: Job) -> None:
        self._watch, self._job = watch, job
        self._watched: set[int] = set()
        self.stdin = self.stdout = self.stderr = -1
        self.flooded = False
        self._unsent = memoryview(payload)
        self._answer: list[bytes] = []
        self._taken = 0
        self._complaint: Excerpt | None = None

    def open(self) -> list[int]:
        """Open all three, put as much of the payload as fits into stdin, and return the hook's
        ends, stdin first.
        """
        theirs: list[int] = []
        try:
            stdin, self.stdin = os.pipe()
            theirs.append(stdin)
            self.stdout, stdout = os.pipe()
            theirs.append(stdout)
            self.stderr, stderr = os.pipe()
            theirs.append(stderr)
            os.set_blocking(self.stdout, False)
            os.set_blocking(self.stderr, False)
            if len(self._unsent) > select.PIPE_BUF:
                os.set_blocking(self.stdin, False)
                self._pump()
            else:  # an empty pipe takes so little without blocking, and it is open at both ends
                os.write(self.stdin, self._unsent)
                self.stdin = self._close(self.stdin)
        except BaseException:
            close_fds(theirs)
            self.close()
            raise
        return theirs

    def watch(self) -> bool:
        """Have the job called when there is something to write or read; False when that cannot be
        had.
        """
        for fd, events in ((self.stdin, WRITE), (self.stdout, READ), (self.stderr, READ)):
            if fd >= 0 and fd not in self._watched:
                try:
                    self._watch.add(fd, events, self._job)
                except OSError:
                    return False
                self._watched.add(fd)
        return True

    def exchange(self, *, all_there_is: bool = False) -> None:
        """Write what can be written, read a chunk of either output, or all there is."""
        most = LAST_CHUNKS if all_there_is else 1
        if self.stdin >= 0:
            self._pump()
        if self.stdout >= 0:
            chunks, at_end = read_chunks(self.stdout, most)
            if chunks and not self.flooded:
                self._answer += chunks
                self._taken += sum(map(len, chunks))
                self.flooded = self._taken > STDOUT_LIMIT_BYTES
            if at_end:
                self.stdout = self._close(self.stdout)
        if self.stderr >= 0:
            chunks, at_end = read_chunks(self.stderr, most)
            if chunks:
                self._complain(chunks)
            if at_end:
                self.stderr = self._close(self.stderr)

    def results(self) -> tuple[bytes, str]:
        """What counts of stdout, and what is kept of stderr."""
        complaint = "" if self._complaint is None else self._complaint.text()
        return b"".join(self._answer)[:STDOUT_LIMIT_BYTES], complaint

    def close(self) -> None:
        """Abandon them; whoever still holds the other ends is on its own."""
        for fd in (self.stdin, self.stdout, self.stderr):
            if fd >= 0:
                self._close(fd)
        self.stdin = self.stdout = self.stderr = -1

    def _pump(self) -> None:
        """Write as much of the payload as fits."""
        try:
            while self._unsent:
                self._unsent = self._unsent[write_quietly(self.stdin, self._unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            pass  # it does not want to read: its right
        self.stdin = self._close(self.stdin)

    def _complain(self, chunks: Sequence[bytes]) -> None:
        """Keep what came from stderr."""
        if self._complaint is None:
            self._complaint = Excerpt()
        for chunk in chunks:
            self._complaint.add(chunk)

    def _close(self, fd: int) -> int:
        """Close one of them; -1, which is what it is from now on."""
        if fd in self._watched:
            self._watched.discard(fd)
            self._watch.drop(fd)
        os.close(fd)
        return -1


def read_chunks(fd: int, most: int) -> tuple[list[bytes], bool]:
    """What is there, in at most so many chunks, and whether nobody can write to us any more."""
    chunks: list[bytes] = []
    try:
        while len(chunks) < most:
            chunk = os.read(fd, CHUNK_BYTES)
            if not chunk:
                return chunks, True
            chunks.append(chunk)
    except BlockingIOError:
        pass
    return chunks, False


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
