"""Processes at their end: killing a group, taking an exit status, and burying those that took
longer to die than we waited.

A process that hangs in the kernel outlives its kill. Whoever stops waiting for it leaves it here,
and the next hook's start reaps what has died since, so that no number is taken for ever.
"""

from __future__ import annotations

import os
import signal

_left: set[int] = set()


def kill_group(pid: int) -> None:
    """SIGKILL for the group of an unreaped leader. What we may not kill (it changed its user) or
    has gone is left.
    """
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def has_gone(pid: int) -> bool:
    """Whether a child has ended, and is reaped by now; also when somebody else has done that."""
    try:
        return os.waitpid(pid, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def wait_for(pid: int) -> None:
    """Wait until a child has ended, and reap it."""
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        pass  # somebody else has


def leave(pid: int) -> None:
    """Nobody waits for this child any more; it was killed and has not died yet."""
    _left.add(pid)


def took_over(pid: int) -> None:
    """A process that has just started has this number: whoever had it before was reaped by somebody else."""
    _left.discard(pid)


def bury() -> None:
    """Reap those that were left and have died since."""
    if _left:
        _left.difference_update([pid for pid in tuple(_left) if has_gone(pid)])
