"""Runs under way, side by side, in one thread: jobs in, their completions out, in plan order.

A `Job` is anything that ends with a `Completion`: a process (`engine.child`), a judge's answer.
`Running` waits for the descriptors its jobs watch and for the moments at which they want to be
looked at, and calls `advance`. It starts nothing itself, knows nothing of processes, and never
blocks longer than it is told to.
"""

from __future__ import annotations

import selectors
import time
from collections.abc import Sequence
from typing import Protocol

from hookline.model import Completion

#: A wake-up this much later than asked for means that we were frozen: the hooks are not to pay for
#: it.
FROZEN_S = 5.0
#: No single wait is longer, whatever a timeout says: poll takes milliseconds in 32 bits.
LONGEST_WAIT_S = 3600.0
#: When a job tries again that found the system out of descriptors, processes or memory for the
#: moment.
RETRY_S = 0.010

_HAS_POLL = hasattr(selectors, "PollSelector")
READ = selectors.EVENT_READ
WRITE = selectors.EVENT_WRITE


class Job(Protocol):
    """One run. `advance` is called after `begin`, whenever a watched descriptor is ready and once
    `due` has passed.
    """

    completion: Completion | None  # set when it has ended; nothing is called after that
    due: float  # time.monotonic() at which it wants to be looked at even if nothing happened

    def begin(self, watch: Watch) -> None:
        """Start, as far as that is possible now."""
        ...

    def advance(self, now: float) -> None:
        """Do whatever can be done without waiting. Called too often it does nothing."""
        ...

    def postpone(self, lost_s: float) -> None:
        """Move every moment it waits for: so much time was lost through no fault of its own."""
        ...

    def cancel(self) -> None:
        """End now. `completion` may follow in a later `advance`, at most a second away."""
        ...


class Watch:
    """Which job waits for which descriptor. Its own descriptor is readable when one of them is ready."""

    __slots__ = ("_selector",)

    def __init__(self) -> None:
        self._selector: selectors.BaseSelector | None = None

    def open(self) -> selectors.BaseSelector:
        """The selector. For one wait `poll` is the cheapest, and it needs no descriptor of its own."""
        if self._selector is None:
            self._selector = selectors.PollSelector() if _HAS_POLL else selectors.DefaultSelector()
        return self._selector

    def add(self, fd: int, events: int, job: Job) -> None:
        self.open().register(fd, events, job)

    def drop(self, fd: int) -> None:
        self.open().unregister(fd)

    def wait(self, wait_s: float) -> list[Job]:
        if self._selector is None:
            time.sleep(wait_s)
            return []
        return [key.data for key, _ in self._selector.select(wait_s)]

    def fileno(self) -> int:
        """A descriptor to wait for instead of `wait`; -1 when there is none to be had, or nothing
        to wait for.
        """
        if _HAS_POLL and isinstance(self._selector, selectors.PollSelector):
            self._selector = _with_descriptor(self._selector)
        fileno = getattr(self._selector, "fileno", None)
        return fileno() if fileno is not None else -1

    def rest(self) -> None:
        """Give the descriptor back while nothing is watched: others may be waiting for one."""
        if self._selector is not None and not self._selector.get_map():
            self.close()

    def close(self) -> None:
        if self._selector is not None:
            self._selector.close()
            self._selector = None


def _with_descriptor(polled: selectors.BaseSelector) -> selectors.BaseSelector:
    """The same watches in a selector an event loop can wait for; as it was when the system is out
    of descriptors.
    """
    try:
        found = selectors.DefaultSelector()
    except OSError:
        return polled
    for key in polled.get_map().values():
        found.register(key.fd, key.events, key.data)
    polled.close()
    return found


class Running:
    """The `model.Running` of any jobs. `fileno()` may differ after every step; while it is -1, only
    time counts.
    """

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = jobs
        self._left = list(jobs)
        self._watch = Watch()
        self._looked = time.monotonic()
        self._expected = self._looked + LONGEST_WAIT_S
        try:
            for job in jobs:
                job.begin(self._watch)
        except BaseException:
            self.cancel()
            raise
        self._tidy()

    def fileno(self) -> int:
        return self._watch.fileno()

    def wait_s(self) -> float:
        if not self._left:
            return 0.0
        return min(max(self._next_due() - time.monotonic(), 0.0), LONGEST_WAIT_S)

    def step(self, wait_s: float) -> bool:
        """Wait at most so long, take what is there; True when all runs have ended."""
        if self._left:
            ready = self._watch.wait(min(wait_s, self.wait_s()))
            now = time.monotonic()
            self._forgive(now)
            for job in dict.fromkeys(ready):
                job.advance(now)
            for job in self._left:
                if job.completion is None and job.due <= now:
                    job.advance(now)
            self._tidy()
        return not self._left

    def cancel(self) -> None:
        """End all runs now; their completions say so."""
        for job in self._left:
            if job.completion is None:
                job.cancel()
        self._tidy()
        while not self.step(LONGEST_WAIT_S):
            pass

    @property
    def completions(self) -> list[Completion]:
        """One per job, in plan order, of those that have ended."""
        return [job.completion for job in self._jobs if job.completion is not None]

    def _next_due(self) -> float:
        return min(job.due for job in self._left)

    def _forgive(self, now: float) -> None:
        """After a freeze nobody knows when it began: each job gets what it had left when we last looked."""
        if now - self._expected > FROZEN_S:
            for job in self._left:
                job.postpone(now - self._looked)
        self._looked = now

    def _tidy(self) -> None:
        self._left = [job for job in self._left if job.completion is None]
        if self._left:
            self._expected = self._next_due()
            self._watch.rest()
        else:
            self._watch.close()
