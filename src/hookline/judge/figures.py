"""Trials → the figures of a judge: confusion, false blocks, misses, agreement with itself, latency,
tokens. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from hookline.judge.evaluation import Judgement, Trial

__all__ = ["Figures", "as_dict", "figures_of", "percentile", "word"]


class Figures(NamedTuple):
    """How one candidate fared. The first six count answers: a case that was asked three times has three."""

    candidate: str
    stopped: int = 0  # should be stopped, and was
    missed: int = 0  # should be stopped, and passed
    unsure_stop: int = 0  # should be stopped, and there was no verdict
    passed: int = 0  # should pass, and did
    false_blocks: int = 0  # should pass, and was stopped
    unsure_pass: int = 0  # should pass, and there was no verdict
    cases: int = 0
    agreeing: int = 0  # cases that were judged the same every time
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0

    @property
    def answers(self) -> int:
        """All answers, and questions that got none."""
        return sum(self[1:7])

    @property
    def right(self) -> int:
        """Answers that were right."""
        return self.stopped + self.passed

    @property
    def unsure(self) -> int:
        """Questions without a verdict."""
        return self.unsure_stop + self.unsure_pass

    def as_dict(self) -> dict[str, Any]:
        """The figures as `--json` prints them."""
        figures = self._asdict()
        return {
            "subject": figures.pop("candidate"),
            **figures,
            "answers": self.answers,
            "right": self.right,
        }


#: (should be stopped, was stopped) → the figure that counts it.
_COUNTED_AS = {
    (True, True): "stopped",
    (True, False): "missed",
    (True, None): "unsure_stop",
    (False, False): "passed",
    (False, True): "false_blocks",
    (False, None): "unsure_pass",
}


def figures_of(candidate: str, trials: Sequence[Trial]) -> Figures:
    """The figures of one candidate."""
    own = [trial for trial in trials if trial.candidate == candidate]
    judgements = [judgement for trial in own for judgement in trial.judgements]
    latencies = sorted(judgement.latency_ms for judgement in judgements if judgement.latency_ms)
    return Figures(
        candidate,
        **_counts(own),
        cases=len(own),
        agreeing=sum(trial.agrees for trial in own),
        p50_ms=percentile(latencies, 50),
        p95_ms=percentile(latencies, 95),
        input_tokens=_total(judgements, "input_tokens"),
        output_tokens=_total(judgements, "output_tokens"),
        calls=_total(judgements, "calls"),
    )


def _total(judgements: Sequence[Judgement], field: str) -> int:
    return sum(getattr(judgement, field) for judgement in judgements)


def _counts(trials: Sequence[Trial]) -> Counter[str]:
    return Counter(
        _COUNTED_AS[trial.should_stop, judgement.stops]
        for trial in trials
        for judgement in trial.judgements
    )


def percentile(ordered: Sequence[float], share: int) -> float:
    """The value below or at which so many of a hundred lie; 0 when there is none."""
    if not ordered:
        return 0.0
    return ordered[max(-(-len(ordered) * share // 100) - 1, 0)]


def as_dict(candidates: Sequence[str], trials: Sequence[Trial]) -> dict[str, Any]:
    """Everything as `--json` prints it."""
    return {
        "prompts": [figures_of(candidate, trials).as_dict() for candidate in candidates],
        "cases": [
            {
                "prompt": trial.candidate,
                "file": trial.case.file,
                "line": trial.case.line,
                "name": trial.case.name,
                "event": trial.case.event,
                "should_stop": trial.should_stop,
                "right": trial.is_right,
                "said": [judgement._asdict() for judgement in trial.judgements],
            }
            for trial in trials
        ],
    }


def word(stops: bool | None) -> str:
    """A verdict in a word."""
    return {True: "no", False: "yes", None: "no verdict"}[stops]
