"""Recorded events → the decisions of the hooks as they are now, and what changed. Hooks run for
real.

The events of one conversation go in order, through one session; conversations go side by side.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.cases.compare import compare, filled
from hookline.cases.nouns import Case, CaseFile, Expect
from hookline.engine.engine import Engine
from hookline.journal.recorded import Before, Recorded, flaw_of, relocated
from hookline.model import Decision
from hookline.spec.events import EVENTS
from hookline.spec.outputs import DECIDER
from hookline.spec.samples import sample_values

__all__ = ["Change", "Past", "Replayed", "changes", "of_cases", "replay"]


class Past(NamedTuple):
    """An event to fire again: as recorded with what was decided then, or of a case with what it expects."""

    recorded: Recorded
    expect: Expect | None = None


class Change(NamedTuple):
    """One thing that is decided otherwise now."""

    what: str
    before: str
    after: str


class Replayed(NamedTuple):
    """An event that was fired again."""

    recorded: Recorded
    decision: Decision
    changes: tuple[Change, ...]

    def as_dict(self) -> dict[str, Any]:
        """The event as `hookline replay --json` prints it."""
        recorded, before = self.recorded, self.recorded.before
        return {
            "event": recorded.event,
            "subject": recorded.subject,
            "where": recorded.where,
            "at": recorded.at,
            "changes": [change._asdict() for change in self.changes],
            "before": before and {"permission": before.permission, "because": before.because},
            "after": {"permission": self.decision.permission, "because": self.decision.because},
        }


def replay(events: Sequence[Past], engine: Engine, *, limit: int) -> list[Replayed]:
    """Every event, fired at the engine's hooks; in the order in which they came."""
    return asyncio.run(_replay_all(events, engine, limit))


async def _replay_all(events: Sequence[Past], engine: Engine, limit: int) -> list[Replayed]:
    turn, root = asyncio.Semaphore(limit), engine.settings.roots[0]
    conversations: dict[str | None, list[int]] = {}
    for number, past in enumerate(events):
        conversations.setdefault(past.recorded.conversation_id, []).append(number)
    done: dict[int, Replayed] = {}

    async def one(conversation_id: str | None, numbers: list[int]) -> None:
        session = engine.session_for(conversation_id)
        for number in numbers:
            event = events[number].recorded
            async with turn:
                decision = await session.fire(event.event, relocated(event.input, event.root, root))
            done[number] = Replayed(event, decision, _changes_of(events[number], decision, root))

    await asyncio.gather(
        *(one(conversation, numbers) for conversation, numbers in conversations.items())
    )
    return [done[number] for number in range(len(events))]


def _changes_of(past: Past, decision: Decision, root: str) -> tuple[Change, ...]:
    if past.expect is not None:
        found = compare(past.expect, decision, workspace=root)
        return tuple(Change(one.what, one.expected, one.got) for one in found)
    before = past.recorded.before
    return changes(
        before and before._replace(response=relocated(before.response, past.recorded.root, root)),
        decision,
    )


def changes(before: Before | None, decision: Decision) -> tuple[Change, ...]:
    """What is decided otherwise now; nothing where nobody wrote down what was decided."""
    return () if before is None else tuple(_changes(before, decision))


def _changes(before: Before, decision: Decision) -> Iterator[Change]:
    spec, silent = EVENTS[decision.event], set[str]()
    if before.permission != decision.permission:
        yield Change("permission", before.permission or "none", decision.permission or "none")
        silent = {
            out.name for out in spec.outputs if out.fold == DECIDER
        }  # another decision has other messages
    for name in dict.fromkeys([*before.response, *decision.response]):
        then, now = before.response.get(name), decision.response.get(name)
        # What the journal masked or cut cannot be compared.
        if name != spec.gate and name not in silent and then != now and not flaw_of(then):
            yield Change(name, _shown(then), _shown(now))
    if bool(before.failures) != bool(decision.failures):
        yield Change(
            "failure", "; ".join(before.failures) or "none", "; ".join(decision.failures) or "none"
        )


def _shown(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def of_cases(file: CaseFile, root: str) -> list[Past]:
    """The events of a case file; what they expect stands for what was decided before."""
    return [Past(_of_case(file, case, root), case.expect._replace(files={})) for case in file.cases]


def _of_case(file: CaseFile, case: Case, root: str) -> Recorded:
    given = filled(case.input, root)
    whole = {**given, **sample_values(EVENTS[case.event], root, given)}
    flaw = "it needs a workspace of its own (files, settings, env): run it with hookline test"
    where = f"{file.path}:{case.line}"
    has_world = case.files or case.settings or case.env or case.expect.files
    return Recorded(
        case.event,
        whole,
        conversation_id=where,
        root=root,
        where=where,
        flaw=flaw if has_world else None,
    )


def counted(events: Sequence[Replayed]) -> Mapping[str, int]:
    """How often each thing changed, the most frequent first."""
    numbers: dict[str, int] = {}
    for event in events:
        for change in event.changes:
            key = (
                f"{change.before} → {change.after}" if change.what == "permission" else change.what
            )
            numbers[key] = numbers.get(key, 0) + 1
    return dict(sorted(numbers.items(), key=lambda pair: -pair[1]))
