"""Recorded events → the decisions of the hooks as they are now, and what changed. Hooks run for
real.

The events of one conversation go in order, through one session; conversations go side by side.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.cases.compare import compare, filled
from hookline.cases.nouns import Case, CaseFile, Expect
from hookline.engine.engine import Engine, event_name
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
                decision = await session.fire(
                    event_name(event.event), relocated(event.input, event.root, root)
                )
            done[number] = Replayed(event, decision, _changes_of(events[number], decision, root))

    await asyncio.gather(
        *(one(conversation, numbers) for conversation, numbers in conversations.items())
    )
    return [done[number] for number in range(len(events))]


def _changes_of(past: Past, decision: Decision, root: str) -> tuple[Change, ...]:
    if past.expect is not None:
        differences = compare(past.expect, decision, workspace=root)
        return tuple(Change(*difference) for difference in differences)
    before = past.recorded.before
    if before is None:
        return ()
    response = relocated(before.response, past.recorded.root, root)
    return changes(before._replace(response=response), decision)


def changes(before: Before | None, decision: Decision) -> tuple[Change, ...]:
    """What is decided otherwise now; nothing where nobody wrote down what was decided."""
    return () if before is None else tuple(_changes(before, decision))


def _changes(before: Before, decision: Decision) -> Iterator[Change]:
    spec = EVENTS[decision.event]
    not_compared = {spec.gate}
    if before.permission != decision.permission:
        yield Change("permission", before.permission or "none", decision.permission or "none")
        # Another decision has other messages.
        not_compared |= {out.name for out in spec.outputs if out.fold == DECIDER}
    for name in dict.fromkeys([*before.response, *decision.response]):
        if name not in not_compared:
            yield from _change(name, before.response.get(name), decision.response.get(name))
    if bool(before.failures) != bool(decision.failures):
        yield Change("failure", _listed(before.failures), _listed(decision.failures))


def _change(name: str, then: Any, now: Any) -> Iterator[Change]:
    if then != now and not flaw_of(then):  # what the journal masked or cut cannot be compared
        yield Change(name, _shown(then), _shown(now))


def _listed(failures: Sequence[str]) -> str:
    return "; ".join(failures) or "none"


def _shown(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def of_cases(file: CaseFile, root: str) -> list[Past]:
    """The events of a case file; what they expect stands for what was decided before."""
    return [Past(_of_case(file, case, root), case.expect._replace(files={})) for case in file.cases]


def _of_case(file: CaseFile, case: Case, root: str) -> Recorded:
    fields = filled(case.input, root)
    whole = {**fields, **sample_values(EVENTS[case.event], root, fields)}
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
    numbers = Counter[str]()
    for event in events:
        for change in event.changes:
            numbers[_kind(change)] += 1
    return dict(numbers.most_common())


def _kind(change: Change) -> str:
    if change.what == "permission":
        return f"{change.before} → {change.after}"
    return change.what
