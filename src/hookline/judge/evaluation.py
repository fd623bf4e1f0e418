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

    async def in_turn(hooks: HookSet, case: LabelledCase) -> Decision:
        async with turn:
            return await ask(hooks, case)

    pairs = [(candidate, case) for candidate in candidates for case in cases]
    results = await asyncio.gather(*(_tried(*pair, in_turn, repeat) for pair in pairs))
    trials = [result for result in results if isinstance(result, Trial)]
    return trials, [result for result in results if isinstance(result, LeftOut)]


async def _tried(
    candidate: Candidate, case: LabelledCase, ask: Ask, repeat: int
) -> Trial | LeftOut:
    if case.should_stop is None:
        return LeftOut(candidate.label, case, NOT_LABELLED)
    hooks = candidate.hooks_for(case.event)
    decisions = await asyncio.gather(*(ask(hooks, case) for _ in range(repeat)))
    judgements = [judgement_of(decision) for decision in decisions]
    answered = tuple(judgement for judgement in judgements if judgement is not None)
    if len(answered) < len(judgements):
        return LeftOut(candidate.label, case, NOT_ASKED)
    return Trial(candidate.label, case, case.should_stop, answered)


def judgement_of(decision: Decision) -> Judgement | None:
    """What the judge answered, in a decision; None when it was not asked. One no is a no, whatever
    else failed.
    """
    if not decision.outcomes:
        return None
    answers = [outcome.answer or {} for outcome in decision.outcomes]
    refusals = [answer for answer in answers if answer.get("ok") is False]
    if refusals:
        judgement = Judgement(True, _reason(refusals[0]))
    elif decision.failures:
        judgement = Judgement(None, _reason(answers[0]), "; ".join(decision.failures))
    else:
        judgement = Judgement(False, _reason(answers[0]))
    return judgement._replace(
        **_cost([outcome.completion.judge or {} for outcome in decision.outcomes])
    )


def _reason(answer: Mapping[str, Any]) -> str:
    return str(answer.get("reason") or "")


def _cost(abouts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What several questions cost that were asked side by side: the longest time, the sum of the rest."""
    latency_ms = max(about.get("latency_ms", 0.0) for about in abouts)
    summed = ("input_tokens", "output_tokens", "calls")
    return {
        "latency_ms": latency_ms,
        **{name: sum(about.get(name, 0) for about in abouts) for name in summed},
    }
