"""Processes at their end: killing a group and taking an exit status."""

from __future__ import annotations

import os
import signal


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
