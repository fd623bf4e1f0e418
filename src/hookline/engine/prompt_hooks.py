"""Prompt hooks: an invocation → the question a judge is asked → its verdict as a completion.

The judge itself is a seam (`model.Judge`). It is asked in a thread of its own, because it may
block; one that does not answer in time is left to itself, and told.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

from hookline.errors import JudgeFailed, JudgeTimedOut
from hookline.model import (
    Completion,
    Ending,
    Invocation,
    Judge,
    Question,
    Verdict,
)
from hookline.processes.job import READ, RETRY_S
from hookline.processes.running import Watch


def question_of(invocation: Invocation) -> Question:
    """What to ask: the hook's prompt is the policy, the payload is the event; neither is pasted
    into the other.
    """
    hook = invocation.hook
    return Question(
        hook.command,
        invocation.stdin.decode("utf-8", "replace").strip(),
        hook.model,
        invocation.timeout_s,
    )


def judge_jobs(judge: Judge) -> Callable[[Invocation], JudgeJob]:
    """What makes the jobs of prompt hooks, for `ProcessRunner(job_makers=...)`."""
    return lambda invocation: JudgeJob(invocation, judge)


class JudgeJob:
    """The `Job` of one prompt hook. The end of its thread is reported through a pipe."""

    def __init__(self, invocation: Invocation, judge: Judge) -> None:
        self.completion: Completion | None = None
        self.due = 0.0
        self._invocation, self._judge = invocation, judge
        self._question = question_of(invocation)
        self._began = self._limit = 0.0
        self._asked = self._watching = False
        self._answer: Completion | None = None
        self._watch: Watch
        self._bell = _Bell()

    def begin(self, watch: Watch) -> None:
        self._watch, self._began = watch, time.monotonic()
        self._limit = self._began + self._invocation.timeout_s
        self._start(self._began)

    def advance(self, now: float) -> None:
        if not self._asked:
            self._start(now)
        elif self._answer is not None:
            self._end(self._answer)
        elif now >= self._limit:
            self._end(Completion(Ending.TIMED_OUT, self._took_ms()))

    def postpone(self, lost_s: float) -> None:
        self._limit += lost_s
        self.due += lost_s

    def cancel(self) -> None:
        self._end(Completion(Ending.CANCELLED, self._took_ms()))

    def _start(self, now: float) -> None:
        """Ask; when there is no descriptor or thread to be had for the moment, try again until the
        deadline.
        """
        try:
            self._watch.add(self._bell.open(), READ, self)
            self._watching = True
            threading.Thread(target=self._ask, args=(self._bell,), daemon=True).start()
        except (OSError, RuntimeError) as error:
            self._hang_up()
            self.due = min(now + RETRY_S, self._limit)
            if now >= self._limit:
                detail = f"the judge could not be asked: {error}"
                self._end(Completion(Ending.NOT_STARTED, self._took_ms(), detail=detail))
        else:
            self._asked, self.due = True, self._limit

    def _ask(self, bell: _Bell) -> None:
        try:
            self._answer = self._judged(self._judge.judge(self._question))
        except JudgeFailed as error:
            ending = Ending.TIMED_OUT if isinstance(error, JudgeTimedOut) else Ending.NOT_STARTED
            self._answer = Completion(ending, self._took_ms(), detail=str(error), judge=error.about)
        except Exception as error:
            # A judge is somebody else's code: whatever it raises is a failure of this hook only.
            detail = f"the judge failed: {type(error).__name__}: {error}"
            self._answer = Completion(Ending.NOT_STARTED, self._took_ms(), detail=detail)
        bell.ring()

    def _judged(self, verdict: Verdict) -> Completion:
        return Completion(
            Ending.JUDGED,
            self._took_ms(),
            stdout=verdict.text.encode("utf-8", "replace"),
            judge=verdict.about,
        )

    def _took_ms(self) -> float:
        return (time.monotonic() - self._began) * 1000

    def _end(self, completion: Completion) -> None:
        if self.completion is None:
            self.completion = completion
            self._hang_up()
            abandon = getattr(self._judge, "abandon", None)
            if self._answer is None and abandon:
                abandon(self._question)

    def _hang_up(self) -> None:
        if self._watching:
            self._watch.drop(self._bell.fileno)
            self._watching = False
        self._bell.close()


class _Bell:
    """A pipe that one thread rings and another hears. Closing it while somebody is about to ring is
    safe.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.fileno = self._rope = -1

    def open(self) -> int:
        self.fileno, self._rope = os.pipe()
        return self.fileno

    def ring(self) -> None:
        with self._lock:
            if self._rope >= 0:
                os.write(self._rope, b"!")

    def close(self) -> None:
        with self._lock:
            ends, self.fileno, self._rope = (self.fileno, self._rope), -1, -1
        for fd in ends:
            if fd >= 0:
                os.close(fd)
