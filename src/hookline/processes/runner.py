"""Planned invocations in, runs under way out: the runner the engine is given.

It starts everything side by side and reports bare facts; what they mean is `engine.interpret`'s
business, and who waits for them is `engine.drive`'s. Importing it does not import asyncio.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hookline.model import Invocation, WatchedFile
from hookline.processes.child import PIDFD_OPEN, WAITID, ChildJob, Surroundings
from hookline.processes.children import Children
from hookline.processes.job import Job
from hookline.processes.running import Running

JobMaker = Callable[[Invocation], Job]

_ON_WINDOWS = "hooks cannot be started on Windows yet: run the host inside WSL, where they can"


def _always_unchanged(file: WatchedFile) -> bool:
    return True


class ProcessRunner:
    """The `model.Runner` that starts real processes.

    - `unchanged`: whether a file trust was given for is still the same; asked immediately before
      each start.
    - `own_process`: this process does nothing but run hooks, so what escapes from one is found and
      ended (see `processes.children`).
    - `job_makers`: hook type → job, for hooks that are not commands.
    - `pidfd_open`: None where the system has none; the end of a process is then found by asking.
    - `waitid`: None where the system has none; a process is then reaped by asking whether it has
      ended.
    """

    def __init__(
        self,
        *,
        unchanged: Callable[[WatchedFile], bool] = _always_unchanged,
        own_process: bool = False,
        job_makers: Mapping[str, JobMaker] | None = None,
        pidfd_open: Callable[[int], int] | None = PIDFD_OPEN,
        waitid: Callable[[int, int, int], Any] | None = WAITID,
        platform: str = sys.platform,
        children: Children | None = None,
    ) -> None:
        self._children = children or Children.of_this_process()
        self._surroundings = Surroundings(unchanged, self._children, pidfd_open, waitid)
        self._job_makers = job_makers or {}
        self._platform = platform
        self._sweeps = own_process
        if own_process:
            self._children.sweep_from_now_on()

    def run(self, invocations: Sequence[Invocation]) -> Running:
        """Start them all; the answer is to be driven until its `step` returns True."""
        return Running(list(map(self._job_of, invocations)))

    def close(self) -> None:
        """End whatever hooks left behind. What is still under way is to be cancelled first."""
        if self._sweeps:
            self._sweeps = False
            self._children.leave_off()

    def _job_of(self, invocation: Invocation) -> Job:
        """What runs this hook: a process, or whatever its type is run by."""
        maker = self._job_makers.get(invocation.hook.type)
        if maker is not None:
            return maker(invocation)
        if self._platform == "win32" and invocation.refusal is None:
            invocation = invocation._replace(refusal=_ON_WINDOWS)
        return ChildJob(invocation, self._surroundings)
