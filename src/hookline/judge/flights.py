"""Identical questions asked at the same time are asked once; who leaves early leaves the others
their answer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from hookline.errors import JudgeFailed, JudgeTimedOut
from hookline.judge.client import Line
from hookline.model import Question, Verdict


class _Flight:
    """One question under way, and how many wait for it."""

    def __init__(self) -> None:
        self.landed = threading.Event()
        self.line = Line()
        self.waiting = 0
        self.ended: Verdict | JudgeFailed | None = None


class Shared(NamedTuple):
    """A verdict, and whether it was somebody else's question that got it."""

    verdict: Verdict
    by_other: bool = False


class Flights:
    """The questions under way in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_key: dict[str, _Flight] = {}
        self._by_question: dict[int, _Flight] = {}

    def fly(
        self, key: str, question: Question, ends_at: float, ask: Callable[[Line], Verdict]
    ) -> Shared:
        """The verdict of `ask`, or of the same question that is under way already."""
        while True:
            with self._lock:
                flight = self._by_key.get(key)
                leads = flight is None
                if flight is None:
                    flight = self._by_key[key] = _Flight()
                flight.waiting += 1
                self._by_question[id(question)] = flight
            try:
                if leads:
                    return Shared(self._lead(key, flight, ask))
                if not flight.landed.wait(max(ends_at - time.monotonic(), 0.0)):
                    raise JudgeTimedOut("the judge did not answer in time")
            finally:
                self.abandon(question)
            ended = flight.ended
            if isinstance(ended, Verdict):
                return Shared(ended, by_other=True)
            if isinstance(ended, JudgeFailed) and not isinstance(ended, JudgeTimedOut):
                raise ended
            # The other one had less time, or was called off: ask again.

    def _lead(self, key: str, flight: _Flight, ask: Callable[[Line], Verdict]) -> Verdict:
        try:
            verdict = ask(flight.line)
            flight.ended = verdict
            return verdict
        except JudgeFailed as error:
            flight.ended = error
            raise
        finally:
            with self._lock:
                self._by_key.pop(key, None)
            flight.landed.set()

    def abandon(self, question: Question) -> None:
        """Nobody waits for this question any more: when it was the last of its kind, its line is cut."""
        with self._lock:
            flight = self._by_question.pop(id(question), None)
            if flight is None:
                return
            flight.waiting -= 1
            left = flight.waiting
        if left == 0 and not flight.landed.is_set():
            flight.line.cut()
