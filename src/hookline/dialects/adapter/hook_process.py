"""A command → how its process ended and what it printed. One deadline around everything, and the
whole group ends with it.

The process is over when it has ended, not when its pipes are closed: what it printed counts also
when a child of its own holds them open. Nothing it does (not reading, flooding, ignoring signals)
makes this wait longer than it may.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from typing import Any, NamedTuple  # the script runs on old interpreters too

_MOST_STDOUT = 1 << 20
_MOST_STDERR = 1 << 16
_GRACE_S = 0.1
_LOOK_S = 0.02
_PIECE = 1 << 16


class Ended(NamedTuple):
    """Exit code, what was printed, and the sentence that says why there is no answer."""

    code: int
    stdout: bytes = b""
    stderr: str = ""
    failure: str = ""


def run_child(
    command: str, stdin: bytes, cwd: str, environment: dict[str, str], limit_s: float
) -> Ended:
    """Run a shell command to its end, or to the end of its time."""
    child = subprocess.Popen(
        ["/bin/sh", "-c", command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=environment,
        start_new_session=True,
    )
    _end_together(child.pid)
    talk = _Talk(child, stdin)
    try:
        failure = talk.until(time.monotonic() + limit_s)
        failure = f"no answer within {round(limit_s, 1):.10g} s" if failure == "late" else failure
    finally:
        _kill(child.pid)
        child.wait()
        talk.close()
    if not failure and child.returncode < 0:
        failure = f"killed by signal {-child.returncode}"
    stdout, stderr = (bytes(talk.read[name]) for name in ("stdout", "stderr"))
    return Ended(child.returncode, stdout, stderr.decode("utf-8", "replace"), failure)


def _end_together(group: int) -> None:
    """A host that gives up on us must not leave the hook behind."""

    def end(*_: Any) -> None:
        _kill(group)
        os._exit(1)

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, end)


def _kill(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:  # macOS says EPERM of a group of zombies
        pass


class _Talk:
    """The three pipes of a process."""

    def __init__(self, child: subprocess.Popen[bytes], stdin: bytes) -> None:
        self._child = child
        self._left = memoryview(stdin)
        self._selector = selectors.DefaultSelector()
        self.read = {"stdout": bytearray(), "stderr": bytearray()}
        for name in ("stdin", "stdout", "stderr"):
            pipe, mode = (
                getattr(child, name),
                selectors.EVENT_WRITE if name == "stdin" else selectors.EVENT_READ,
            )
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, mode, name)

    def until(self, deadline: float) -> str:
        """Move bytes until the process has ended, and a little longer; why that did not happen,
        else nothing.
        """
        over = 0.0
        while True:
            ended = self._child.poll() is not None
            self._move()
            if len(self.read["stdout"]) > _MOST_STDOUT:
                return f"it printed more than {_MOST_STDOUT} bytes"
            now = time.monotonic()
            over = over or (now + _GRACE_S if ended else 0.0)
            if ended and (now >= over or not self._reading()):
                return ""
            if now >= deadline:
                return "" if ended else "late"

    def _reading(self) -> bool:
        return any(key.data != "stdin" for key in self._selector.get_map().values())

    def _move(self) -> None:
        if not self._selector.get_map():
            time.sleep(_LOOK_S)
        for key, _ in self._selector.select(_LOOK_S):
            try:
                done = self._write(key.fd) if key.data == "stdin" else self._take(key.fd, key.data)
            except BlockingIOError:
                continue
            except OSError:  # nobody reads any more
                done = True
            if done:
                self._selector.unregister(key.fileobj)
                getattr(self._child, key.data).close()

    def _write(self, pipe: int) -> bool:
        self._left = self._left[os.write(pipe, self._left[:_PIECE]) :]
        return not self._left

    def _take(self, pipe: int, name: str) -> bool:
        piece = os.read(pipe, _PIECE)
        self.read[name] += piece
        if name == "stderr":
            del self.read[name][_MOST_STDERR // 2 : -_MOST_STDERR // 2]
        return not piece

    def close(self) -> None:
        """Let go of the pipes, whoever else holds them."""
        self._selector.close()
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            try:
                pipe.close()  # type: ignore[union-attr]
            except OSError:  # bytes nobody took
                pass
