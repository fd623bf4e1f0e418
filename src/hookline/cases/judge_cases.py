"""Case files at the evaluation of a judge: their labels, how an event reaches the judge (through the
engine, as a prompt hook does), and the results as JUnit's XML.

A case is labelled by what it expects: a deny, or a follow-up, should be stopped; any other
expectation about the decision should pass. No command is run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hookline.assembly import engine_of, runner
from hookline.cases.compare import filled
from hookline.cases.nouns import Case, CaseFile, Difference, Expect, Result
from hookline.cases.report import Report, junit
from hookline.engine.engine import event_name
from hookline.judge.evaluation import Ask, Judgement, LabelledCase, Trial
from hookline.judge.figures import word
from hookline.model import Decision, HookSet, Judge, Settings
from hookline.spec.events import EVENTS
from hookline.spec.outputs import FOLLOWUP
from hookline.spec.samples import sample_values

__all__ = ["ask_through_engine", "junit_of", "label_of", "labelled_cases"]

_SHOULD_STOP = {"deny": True, "allow": False}


def labelled_cases(files: Sequence[CaseFile], workspace: str) -> list[LabelledCase]:
    """The cases of these files, with their labels, their inputs completed from the event's sample."""
    return [
        LabelledCase(
            file.path,
            case.line,
            case.name,
            case.event,
            _input(case, workspace),
            label_of(case.expect),
        )
        for file in files
        for case in file.cases
    ]


def _input(case: Case, workspace: str) -> dict[str, Any]:
    fields = filled(case.input, workspace)
    return {**fields, **sample_values(EVENTS[case.event], workspace, fields)}


def label_of(expect: Expect) -> bool | None:
    """Whether the case should be stopped; None when it does not say."""
    follows_up = FOLLOWUP.name in expect.outputs
    if expect.permission == "none":
        return follows_up
    if expect.permission is not None:
        return _SHOULD_STOP.get(expect.permission)
    if expect.blocked is not None:
        return expect.blocked
    return True if follows_up else None


def ask_through_engine(judge: Judge, workspace: str) -> Ask:
    """Asks the judge as prompt hooks do; a session of its own for each question."""
    asker = runner({}, judge=judge)
    settings = Settings((workspace,), trust_all=True)

    async def ask(hooks: HookSet, case: LabelledCase) -> Decision:
        engine = engine_of(hooks, settings, runner=asker, environ={})
        return await engine.session().fire(event_name(case.event), case.input)

    return ask


def junit_of(
    files: Sequence[CaseFile], candidates: Sequence[str], trials: Sequence[Trial], duration_s: float
) -> str:
    """JUnit's XML: a suite for each file and candidate; a case fails unless it was judged right each time."""
    suites = {
        (file.path, candidate): file._replace(path=f"{file.path} ({candidate})")
        for candidate in candidates
        for file in files
    }
    results = [_result(suites[trial.case.file, trial.candidate], trial) for trial in trials]
    return junit(Report(list(suites.values()), results, duration_s))


def _result(suite: CaseFile, trial: Trial) -> Result:
    labelled = trial.case
    case = Case(labelled.name, labelled.event, labelled.input, Expect(), labelled.line)
    took_ms = sum(judgement.latency_ms for judgement in trial.judgements)
    if trial.is_right:
        return Result(suite.path, case, duration_ms=took_ms)
    got = Counter(map(_verdict, trial.judgements))
    counted = "; ".join(f"{times} × {verdict}" for verdict, times in got.items())
    difference = Difference("verdict", word(trial.should_stop), counted)
    return Result(suite.path, case, (difference,), duration_ms=took_ms)


def _verdict(judgement: Judgement) -> str:
    if judgement.stops is None:
        return f"no verdict ({judgement.failure})"
    return word(judgement.stops)
