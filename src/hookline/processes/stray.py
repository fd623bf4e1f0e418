"""Ends what escaped from a hook: background processes in a session of their own, which no process
group reaches.

Only for processes that are ours (`fire`, `host`; see `processes.children`). As a child subreaper we
become the parent of every orphan; its session, or a marker in its environment, says which run it
comes from. One that shed both is ended once no hook is running. Linux only: elsewhere the process
group is all there is. A guardian ends marked processes if we are killed ourselves.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping

from hookline.processes.reap import has_gone

MARKER = "HOOKLINE_RUN"
#: How long one sweep may take; whoever forks faster than that is taken up again by the next.
SWEEP_S = 0.25
#: An environment reads as empty while a process starts a program or dies; after this long it is
#: taken for wiped.
BLANK_S = 0.05
#: Between two looks within a sweep; a killed process takes about as long to die.
LOOK_AGAIN_S = 0.0003
_PR_SET_CHILD_SUBREAPER = 36
#: Waits for our end, then kills what carries our marker, with its group. `done` is a clean goodbye.
#: What grep returns is not asked: it is an error as soon as one process is not ours to read.
_GUARDIAN = """
trap '' HUP INT TERM
read -r word && [ "$word" = done ] && exit 0
for round in 1 2 3 4 5 6 7 8 9 10; do
  found=$(grep -lszF -- "$1" /proc/[0-9]*/environ)
  [ -n "$found" ] || exit 0
  for file in $found; do pid=${file#/proc/}; pid=${pid%/environ}; kill -9 "-$pid" "$pid"; done
done
"""


def become_subreaper() -> bool:
    """Make this process the parent of its descendants' orphans; False where the system cannot."""
    if sys.platform != "linux":
        return False
    import ctypes

    return bool(ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)


class Sweeper:
    """Starts hooks marked, and on their end sweeps what carries their mark."""

    def __init__(self, *, guarded: bool = True) -> None:
        self._token = f"{os.getpid()}-{os.urandom(6).hex()}"
        self._any_mark = f"{MARKER}={self._token}.".encode()
        self._runs = 0
        self._marks: dict[int, bytes] = {}  # pid of a hook under way → its mark
        #: Were killed and outlived the last sweep: not waited for again.
        self._undead: set[int] = set()
        #: Have no environment, as the last sweep found.
        self._wiped: set[int] = set()
        self._others = frozenset(_children())  # not ours to touch
        self._guardian = self._start_guardian() if guarded and sys.platform == "linux" else None

    def marked(self, env: Mapping[str, str]) -> dict[str, str]:
        """The environment of the next hook, with a mark of its own in it."""
        self._runs += 1
        return {**env, MARKER: f"{self._token}.{self._runs}."}

    def follow(self, pid: int, env: Mapping[str, str]) -> None:
        """A hook was started with this marked environment."""
        self._marks[pid] = f"{MARKER}={env[MARKER]}".encode()

    def settle(self, pid: int) -> None:
        """A hook has ended, its group is killed and it is reaped: end what it left behind."""
        if self._marks.pop(pid, None) is not None:
            self._sweep(pid)

    def close(self) -> None:
        """End whatever is left, of all hooks, and let the guardian go."""
        self._marks.clear()
        self._sweep(0)
        guardian, self._guardian = self._guardian, None
        if guardian is not None and guardian.stdin is not None:
            try:
                guardian.stdin.write(b"done\n")
                guardian.stdin.close()
            except OSError:
                pass  # somebody ended it before us
            guardian.wait()

    def _sweep(self, leader: int) -> None:
        """End strays and look again, because the death of a parent makes us the parent of its
        children.
        """
        began, dying = time.monotonic(), set[int]()
        while True:
            dying, blank = self._look(leader, dying)
            took_s = time.monotonic() - began
            hopeful = took_s < SWEEP_S and dying - self._undead
            puzzled = took_s < BLANK_S and blank - self._wiped
            if not hopeful and not puzzled:
                break
            time.sleep(LOOK_AGAIN_S)
        self._undead, self._wiped = dying, blank

    def _look(self, leader: int, dying: set[int]) -> tuple[set[int], set[int]]:
        """Reap the dead, kill strays: all of these; and those nothing can be said of yet."""
        spared = self._others.union(self._marks)
        doomed, blank = set(), set()
        for pid in _children():
            if pid in spared or (self._guardian is not None and pid == self._guardian.pid):
                continue
            if has_gone(pid):
                doomed.add(pid)
            elif pid in dying or self._is_stray(pid, leader):
                _kill(pid)
                doomed.add(pid)
            elif not _environment(pid):
                blank.add(pid)
        return doomed, blank

    def _is_stray(self, pid: int, leader: int) -> bool:
        """Whether an orphan comes from a hook that has ended: surely so, with nothing under way."""
        if not self._marks or _session(pid) == leader:
            return True
        environment = _environment(pid)
        return self._any_mark in environment and not any(
            mark in environment for mark in self._marks.values()
        )

    def _start_guardian(self) -> subprocess.Popen[bytes] | None:
        argv = ["/bin/sh", "-c", _GUARDIAN, "hookline-guardian", f"{MARKER}={self._token}."]
        try:
            return subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={"PATH": os.defpath},
                start_new_session=True,
            )
        except OSError:
            return None  # hooks run without it; only our own violent end would leave some behind


def _children() -> list[int]:
    """Our children; orphans become children of the main thread. Empty where the system does not
    tell.
    """
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", "rb") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def _environment(pid: int) -> bytes:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read()
    except OSError:
        return b""


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except OSError:
        return -1


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
