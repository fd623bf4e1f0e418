"""Runs under way, side by side, in one thread: jobs in, their completions out, in plan order.

`Running` waits for the descriptors its jobs watch and for the moments at which they want to be
looked at, and calls `advance`. It starts nothing itself, knows nothing of processes, and never
blocks longer than it is told to.
"""

from __future__ import annotations

import selectors
import time
from collections.abc import Sequence
from operator import attrgetter

from hookline.model import Completion
from hookline.processes.job import Job

#: No single wait is longer, so that we notice when we could not look: the hooks are not to pay for it.
LONGEST_WAIT_S = 0.25
#: A wake-up this much late means that we were busy with something else, if we used the processor
#: meanwhile (a hook that starves us gains nothing by it); and this much, that we were frozen.
HELD_UP_S = 0.5
FROZEN_S = 5.0

_HAS_POLL = hasattr(selectors, "PollSelector")
_completion_of, _due_of = attrgetter("completion"), attrgetter("due")


class Watch:
    """Which job waits for which descriptor. Its own descriptor is readable when one of them is
    ready.
    """

    #: For one wait `poll` is the cheapest, and it needs no descriptor of its own.
    selector: selectors.BaseSelector | None = None

    def add(self, fd: int, events: int, job: Job) -> None:
        """Have the job called when the descriptor is ready. Raises OSError."""
        if self.selector is None:
            self.selector = selectors.PollSelector() if _HAS_POLL else selectors.DefaultSelector()
        self.selector.register(fd, events, job)

    def drop(self, fd: int) -> None:
        """The descriptor is not waited for any more."""
        if self.selector is not None:
            self.selector.unregister(fd)

    def wait(self, wait_s: float) -> list[Job]:
        """Wait at most so long; the jobs that have something ready, each once."""
        if self.selector is None:
            time.sleep(wait_s)
            return []
        ready: list[Job] = []
        for key, _ in self.selector.select(wait_s):
            if key.data not in ready:
                ready.append(key.data)
        return ready

    def fileno(self) -> int:
        """A descriptor to wait for instead of `wait`; -1 when there is none to be had, or nothing
        to wait for.
        """
        if _HAS_POLL and isinstance(self.selector, selectors.PollSelector):
            self.selector = _with_descriptor(self.selector)
        fileno = getattr(self.selector, "fileno", None)
        return fileno() if fileno is not None else -1

    def rest(self, *, for_good: bool = False) -> None:
        """Give the descriptor back while nothing is watched: others may be waiting for one."""
        if self.selector is not None and (for_good or not self.selector.get_map()):
            self.selector.close()
            self.selector = None


def _with_descriptor(polled: selectors.BaseSelector) -> selectors.BaseSelector:
    """The same watches in a selector an event loop can wait for; as it was when the system is out
    of descriptors.
    """
    try:
        selector = selectors.DefaultSelector()
    except OSError:
        return polled
    for key in polled.get_map().values():
        selector.register(key.fd, key.events, key.data)
    polled.close()
    return selector


class Running:
    """The `model.Running` of any jobs. `fileno()` may differ after every step; while it is -1, only
    time counts.
    """

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = jobs
        self._left = list(jobs)
        self._watch = Watch()
        self._looked = time.monotonic()
        self._expected = 0.0  # the latest that `step` should look
        self._used_s = 0.0  # the processor's time that we had used when we last looked
        try:
            for job in jobs:
                job.begin(self._watch)
        except BaseException:
            self.cancel()
            raise
        self._tidy()

    def fileno(self) -> int:
        """A descriptor that is readable when a step has something to do; -1: there is none now."""
        return self._watch.fileno()

    def wait_s(self) -> float:
        """How long nothing needs to be done if nothing happens."""
        if not self._left:
            return 0.0
        due: float = min(map(_due_of, self._left))
        return min(max(due - time.monotonic(), 0.0), LONGEST_WAIT_S)

    def step(self, wait_s: float) -> bool:
        """Wait at most so long, take what is there; True when all runs have ended."""
        if not self._left:
            return True
        until_due_s = max(min(map(_due_of, self._left)) - time.monotonic(), 0.0)
        ready = self._watch.wait(min(wait_s, until_due_s, LONGEST_WAIT_S))
        now = time.monotonic()
        if now - self._expected > HELD_UP_S:
            self._forgive(now)
        self._looked = now
        for job in ready:
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
        return list(filter(None, map(_completion_of, self._jobs)))

    def _forgive(self, now: float) -> None:
        """Nobody moved the hooks' bytes meanwhile: where we are to blame, each job gets what it had left
        when we last looked.
        """
        late_s = now - self._expected
        was_busy = time.process_time() - self._used_s > late_s / 10
        if was_busy or late_s > FROZEN_S:
            for job in self._left:
                job.postpone(now - self._looked)

    def _tidy(self) -> None:
        """Forget the jobs that have ended; see when the first of the others is due."""
        left = []
        for job in self._left:
            if job.completion is None:
                left.append(job)
        self._left = left
        if left:
            self._expected = min(self._looked + LONGEST_WAIT_S, *map(_due_of, left))
            self._used_s = time.process_time()
        self._watch.rest(for_good=not left)
