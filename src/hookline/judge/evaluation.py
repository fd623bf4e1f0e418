"""Labelled cases and candidate prompts → what a judge answered to each, as trials.

How an event reaches the judge is handed in (`Ask`): this room knows neither engine nor case files.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.model import Decision, Hook, HookSet
from hookline.spec.entry_keys import DEFAULT_TIMEOUT_S

__all__ = [
    "NOT_ASKED", "NOT_LABELLED", "Ask", "Candidate", "Judgement", "LabelledCase", "LeftOut", "Trial",
    "evaluate", "judgement_of", "only_prompt_hooks",
]  # fmt: skip

NOT_LABELLED = "its expect does not say whether it should be denied"
NOT_ASKED = "no prompt hook runs for it"
_NO_HOOKS = HookSet({}, {})


class LabelledCase(NamedTuple):
    """One event, and whether it should be stopped; None when nobody said."""

    file: str
    line: int
    name: str
    event: str
    input: Mapping[str, Any]
    should_stop: bool | None


class Candidate(NamedTuple):
    """What is evaluated: a prompt under a name, or the prompt hooks that are configured."""

    label: str
    prompt: str | None = None
    configured: HookSet = _NO_HOOKS
    model: str | None = None
    timeout_s: float = DEFAULT_TIMEOUT_S["prompt"]

    def hooks_for(self, event: str) -> HookSet:
        """The hooks that are asked about an event."""
        if self.prompt is None:
            return self.configured
        hook = Hook(
            "user", event, 1, self.label, 1, self.prompt,
            type="prompt", timeout_s=self.timeout_s, model=self.model,
        )  # fmt: skip
        return HookSet({event: (hook,)}, {})


class Judgement(NamedTuple):
    """What the judge answered once. `stops` is None when there was no verdict; `failure` says why."""

    stops: bool | None
    reason: str = ""
    failure: str | None = None
    latency_ms: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0


class Trial(NamedTuple):
    """One case under one candidate: whether it should be stopped, and the judgement of each repetition."""

    candidate: str
    case: LabelledCase
    should_stop: bool
    judgements: tuple[Judgement, ...]

    @property
    def is_right(self) -> bool:
        """Whether it was judged right every time."""
        return all(judgement.stops is self.should_stop for judgement in self.judgements)

    @property
    def agrees(self) -> bool:
        """Whether it was judged the same every time."""
        return len({judgement.stops for judgement in self.judgements}) == 1


class LeftOut(NamedTuple):
    """A case that could not be tried, and why."""

    candidate: str
    case: LabelledCase
    reason: str


#: Fires a case's event at these hooks; from above, because it takes an engine.
Ask = Callable[[HookSet, LabelledCase], Awaitable[Decision]]


def only_prompt_hooks(hooks: HookSet, model: str | None = None) -> HookSet:
    """The configured hooks that a model judges; with another model if one is named."""
    by_event = {
        event: tuple(
            hook._replace(model=model or hook.model) for hook in listed if hook.type == "prompt"
        )
        for event, listed in hooks.by_event.items()
    }
    return hooks._replace(by_event=by_event, set_aside={})


def evaluate(
    candidates: Sequence[Candidate],
    cases: Sequence[LabelledCase],
    ask: Ask,
    *,
    repeat: int = 1,
    limit: int = 4,
) -> tuple[list[Trial], list[LeftOut]]:
    """Every case under every candidate, in their order; each asked `repeat` times, `limit` questions
    at a time.
    """
    return asyncio.run(_evaluate(candidates, cases, ask, repeat, limit))


async def _evaluate(
    candidates: Sequence[Candidate],
    cases: Sequence[LabelledCase],
    ask: Ask,
    repeat: int,
    limit: int,
) -> tuple[list[Trial], list[LeftOut]]:
    turn = asyncio.Semaphore(limit)

    async def judgement(candidate: Candidate, case: LabelledCase) -> Judgement | None:
        async with turn:
            return judgement_of(await ask(candidate.hooks_for(case.event), case))

    async def tried(candidate: Candidate, case: LabelledCase) -> Trial | LeftOut:
        if case.should_stop is None:
            return LeftOut(candidate.label, case, NOT_LABELLED)
        judgements = await asyncio.gather(*(judgement(candidate, case) for _ in range(repeat)))
        answered = tuple(each for each in judgements if each is not None)
        if len(answered) < len(judgements):
            return LeftOut(candidate.label, case, NOT_ASKED)
        return Trial(candidate.label, case, case.should_stop, answered)

    pairs = [(candidate, case) for candidate in candidates for case in cases]
    results = await asyncio.gather(*(tried(*pair) for pair in pairs))
    trials = [result for result in results if isinstance(result, Trial)]
    return trials, [result for result in results if isinstance(result, LeftOut)]


def judgement_of(decision: Decision) -> Judgement | None:
    """What the judge answered, in a decision; None when it was not asked. One no is a no, whatever
    else failed.
    """
    outcomes = decision.outcomes
    if not outcomes:
        return None
    refusals = [outcome for outcome in outcomes if (outcome.answer or {}).get("ok") is False]
    if refusals:
        stops, failure = True, None
    elif decision.failures:
        stops, failure = None, "; ".join(decision.failures)
    else:
        stops, failure = False, None
    shown = refusals[0] if refusals else outcomes[0]
    reason = str((shown.answer or {}).get("reason") or "")
    calls: list[Mapping[str, Any]] = [outcome.completion.judge or {} for outcome in outcomes]
    return Judgement(
        stops,
        reason,
        failure,
        latency_ms=max(call.get("latency_ms", 0.0) for call in calls),
        input_tokens=sum(call.get("input_tokens", 0) for call in calls),
        output_tokens=sum(call.get("output_tokens", 0) for call in calls),
        calls=sum(call.get("calls", 0) for call in calls),
    )
