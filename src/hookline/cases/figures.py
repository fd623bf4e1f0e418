"""Trials → the figures of a judge: confusion, false blocks, misses, agreement with itself, latency,
tokens; JUnit. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hookline.cases.judging import Said, Trial
from hookline.cases.nouns import CaseFile, Difference, Result
from hookline.cases.report import Report, junit

__all__ = ["Figures", "as_dict", "figures_of", "junit_of", "percentile"]


class Figures(NamedTuple):
    """How one prompt fared. The first six count answers: a case that was asked three times has three."""

    subject: str
    stopped: int = 0  # should be stopped, and was
    missed: int = 0  # should be stopped, and passed
    unsure_stop: int = 0  # should be stopped, and there was no verdict
    passed: int = 0  # should pass, and did
    false_blocks: int = 0  # should pass, and was stopped
    unsure_pass: int = 0  # should pass, and there was no verdict
    cases: int = 0
    agreeing: int = 0  # cases of which the same was said every time
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
        return {**self._asdict(), "answers": self.answers, "right": self.right}


def figures_of(subject: str, trials: Sequence[Trial]) -> Figures:
    """The figures of one prompt."""
    own = [trial for trial in trials if trial.subject == subject]
    said = [(trial.should_stop, one) for trial in own for one in trial.said]
    counts = {
        "stopped": (True, True), "missed": (True, False), "unsure_stop": (True, None),
        "passed": (False, False), "false_blocks": (False, True), "unsure_pass": (False, None),
    }  # fmt: skip
    latencies = sorted(one.latency_ms for _, one in said if one.latency_ms)
    return Figures(
        subject,
        **{
            name: sum((should, one.stops) == pair for should, one in said)
            for name, pair in counts.items()
        },
        cases=len(own),
        agreeing=sum(trial.agrees for trial in own),
        p50_ms=percentile(latencies, 50),
        p95_ms=percentile(latencies, 95),
        input_tokens=sum(one.input_tokens for _, one in said),
        output_tokens=sum(one.output_tokens for _, one in said),
        calls=sum(one.calls for _, one in said),
    )


def percentile(ordered: Sequence[float], share: int) -> float:
    """The value below or at which so many of a hundred lie; 0 when there is none."""
    if not ordered:
        return 0.0
    return ordered[max(-(-len(ordered) * share // 100) - 1, 0)]


def as_dict(subjects: Sequence[str], trials: Sequence[Trial]) -> dict[str, Any]:
    """Everything as `--json` prints it."""
    return {
        "prompts": [figures_of(subject, trials).as_dict() for subject in subjects],
        "cases": [
            {
                "prompt": trial.subject,
                "file": trial.file,
                "line": trial.case.line,
                "name": trial.case.name,
                "event": trial.case.event,
                "should_stop": trial.should_stop,
                "right": trial.is_right,
                "said": [one._asdict() for one in trial.said],
            }
            for trial in trials
        ],
    }


def junit_of(
    files: Sequence[CaseFile], subjects: Sequence[str], trials: Sequence[Trial], duration_s: float
) -> str:
    """JUnit's XML: a suite for each file and prompt; a case fails when it was not judged right every time."""
    suites = {
        (file.path, subject): file._replace(path=f"{file.path} ({subject})")
        for subject in subjects
        for file in files
    }
    results = [_result(suites[trial.file, trial.subject], trial) for trial in trials]
    return junit(Report(list(suites.values()), results, duration_s))


def _result(suite: CaseFile, trial: Trial) -> Result:
    took_ms = sum(one.latency_ms for one in trial.said)
    if trial.is_right:
        return Result(suite.path, trial.case, duration_ms=took_ms)
    got = "; ".join(f"{times} × {text}" for text, times in _counted(trial.said).items())
    difference = Difference("verdict", word(trial.should_stop), got)
    return Result(suite.path, trial.case, (difference,), duration_ms=took_ms)


def _counted(said: Sequence[Said]) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for one in said:
        text = f"no verdict ({one.failure})" if one.stops is None else word(one.stops)
        counts[text] = counts.get(text, 0) + 1
    return counts


def word(stops: bool | None) -> str:
    """A verdict in a word."""
    return {True: "no", False: "yes", None: "no verdict"}[stops]
