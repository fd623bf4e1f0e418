"""Labelled cases and prompts → what a judge said of each, asked through the engine as a prompt hook
asks it.

A case is labelled by what it expects: a deny, or a follow-up, should be stopped; anything else that
is said should pass. No command is run: of configured hooks only those count that a model judges.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hookline.assembly import engine_of, hookset_of, runner
from hookline.cases.compare import filled
from hookline.cases.nouns import Case, CaseFile, Expect
from hookline.model import Decision, Hook, HookSet, Judge, Settings
from hookline.spec.entry_keys import DEFAULT_TIMEOUT_S
from hookline.spec.events import EVENTS
from hookline.spec.outputs import FOLLOWUP
from hookline.spec.samples import sample_values

__all__ = ["Said", "Subject", "Trial", "evaluate", "label_of", "of_prompts"]

NOT_LABELLED = "its expect says neither that it is denied nor that it passes"
NOT_ASKED = "no prompt hook runs for it"


class Subject(NamedTuple):
    """A prompt that is tried: what it is called, and its text; None for the prompt hooks that are
    configured.
    """

    label: str
    prompt: str | None = None
    hooks: HookSet | None = None
    model: str | None = None
    timeout_s: float = DEFAULT_TIMEOUT_S["prompt"]

    def hooks_for(self, event: str) -> HookSet:
        """The hooks that are asked about an event."""
        if self.prompt is None:
            return self.hooks or hookset_of([])
        hook = Hook(
            "user", event, 1, self.label, 1, self.prompt, type="prompt", timeout_s=self.timeout_s, model=self.model
        )  # fmt: skip
        return hookset_of([hook])


class Said(NamedTuple):
    """What the judge said of one case once. `stops` is None when there was no verdict; `failure`
    then says why.
    """

    stops: bool | None
    reason: str = ""
    failure: str | None = None
    latency_ms: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0


class Trial(NamedTuple):
    """One case under one prompt: whether it should be stopped, and what was said, each time."""

    subject: str
    file: str
    case: Case
    should_stop: bool
    said: tuple[Said, ...]

    @property
    def is_right(self) -> bool:
        """Whether it was judged right every time."""
        return all(one.stops is self.should_stop for one in self.said)

    @property
    def agrees(self) -> bool:
        """Whether the same was said every time."""
        return len({one.stops for one in self.said}) == 1


class LeftOut(NamedTuple):
    """A case that could not be tried, and why."""

    subject: str
    file: str
    case: Case
    reason: str


def label_of(expect: Expect) -> bool | None:
    """Whether the case should be stopped; None when it does not say."""
    if expect.permission is not None:
        return {"deny": True, "allow": False, "none": FOLLOWUP.name in expect.outputs}.get(
            expect.permission
        )
    if expect.blocked is not None:
        return expect.blocked
    return True if FOLLOWUP.name in expect.outputs else None


def of_prompts(hooks: HookSet, model: str | None = None) -> HookSet:
    """The configured hooks that a model judges."""
    by_event = {
        event: tuple(
            hook._replace(model=model or hook.model) for hook in found if hook.type == "prompt"
        )
        for event, found in hooks.by_event.items()
    }
    return hooks._replace(by_event=by_event, set_aside={})


def evaluate(
    subjects: Sequence[Subject],
    jobs: Sequence[tuple[CaseFile, Case]],
    judge: Judge,
    *,
    workspace: str,
    repeat: int = 1,
    limit: int = 4,
) -> tuple[list[Trial], list[LeftOut]]:
    """Every case under every prompt, in their order; each asked `repeat` times, `limit` questions
    at a time.
    """
    return asyncio.run(_evaluate(subjects, jobs, judge, workspace, repeat, limit))


async def _evaluate(
    subjects: Sequence[Subject],
    jobs: Sequence[tuple[CaseFile, Case]],
    judge: Judge,
    workspace: str,
    repeat: int,
    limit: int,
) -> tuple[list[Trial], list[LeftOut]]:
    turn = asyncio.Semaphore(limit)
    asker = runner({}, judge=judge)

    async def one(subject: Subject, case: Case) -> Said | None:
        settings = Settings((workspace,), trust_all=True)
        engine = engine_of(subject.hooks_for(case.event), settings, runner=asker, environ={})
        async with turn:
            return said_in(await engine.session().fire(case.event, _input(case, workspace)))

    async def tried(subject: Subject, file: CaseFile, case: Case) -> Trial | LeftOut:
        should_stop = label_of(case.expect)
        if should_stop is None:
            return LeftOut(subject.label, file.path, case, NOT_LABELLED)
        said = await asyncio.gather(*(one(subject, case) for _ in range(repeat)))
        given = tuple(each for each in said if each is not None)
        if len(given) < len(said):
            return LeftOut(subject.label, file.path, case, NOT_ASKED)
        return Trial(subject.label, file.path, case, should_stop, given)

    done = await asyncio.gather(
        *(tried(subject, file, case) for subject in subjects for file, case in jobs)
    )
    return [one for one in done if isinstance(one, Trial)], [
        one for one in done if isinstance(one, LeftOut)
    ]


def _input(case: Case, workspace: str) -> dict[str, Any]:
    given = filled(case.input, workspace)
    return {**given, **sample_values(EVENTS[case.event], workspace, given)}


def said_in(decision: Decision) -> Said | None:
    """What the judge said, in a decision; None when it was not asked. One no is a no, whatever else
    failed.
    """
    if not decision.outcomes:
        return None
    noes = [
        outcome
        for outcome in decision.outcomes
        if outcome.answer and outcome.answer.get("ok") is False
    ]
    about: list[Mapping[str, Any]] = [
        outcome.completion.judge or {} for outcome in decision.outcomes
    ]
    stops = True if noes else None if decision.failures else False
    shown = noes[0] if noes else decision.outcomes[0]
    return Said(
        stops,
        str((shown.answer or {}).get("reason") or ""),
        None if noes else "; ".join(decision.failures) or None,
        max(one.get("latency_ms", 0.0) for one in about),
        sum(one.get("input_tokens", 0) for one in about),
        sum(one.get("output_tokens", 0) for one in about),
        sum(one.get("calls", 0) for one in about),
    )
