"""Outcomes → one value per output field, and one permission. Pure; nothing depends on who finished
first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from hookline.model import STRICTNESS, Hook, Outcome, Overruled, Skip
from hookline.spec.events import EventSpec
from hookline.spec.outputs import AGREE, CONCAT, DECIDER, FIRST, JOIN, UPDATE, Output
from hookline.spec.sources import RANK

_rank_of = attrgetter("rank")


class Opinion(NamedTuple):
    """One hook's say on the gate."""

    rank: int  # of its source, the highest first
    hook: Hook
    permission: str
    grounds: str
    fields: Mapping[str, Any] = {}


class Merged(NamedTuple):
    """What all hooks together said."""

    permission: str | None
    decider: Opinion | None
    fields: Mapping[str, Any]
    overruled: tuple[Overruled, ...] = ()
    notes: tuple[str, ...] = ()


#: What hooks gave for one field, in plan order.
Values = Sequence[tuple[Hook, Any]]
#: The fields hooks gave, each with the values that count.
Counting = Sequence[tuple[Output, Values]]


def merge(
    spec: EventSpec,
    outcomes: Sequence[Outcome],
    skips: Sequence[Skip],
    payload: Mapping[str, Any],
    mode: str,
) -> Merged:
    """Merge by the event's columns and each field's fold; `mode` is `priority` or `strictest`."""
    opinions = _opinions(outcomes, skips) if spec.gate else []
    decider = _decider(opinions, mode) if opinions else None
    by_field = _by_field(outcomes)
    if not by_field:
        return Merged(
            decider and decider.permission, decider, {}, _overruled(opinions, decider), ()
        )
    notes: list[str] = []
    counting = [
        (out, _counting(spec, out, by_field[out.name], payload, notes))
        for out in (*spec.outputs, *spec.claude_outputs)
        if out.name in by_field
    ]
    # Before the messages, which are those of whoever decides in the end.
    decider = _after_disputes(counting, decider, notes)
    fields = _folded(counting, decider, notes)
    overruled = _overruled(opinions, decider)
    return Merged(decider and decider.permission, decider, fields, overruled, tuple(notes))


# who decides


def _opinions(outcomes: Sequence[Outcome], skips: Sequence[Skip]) -> list[Opinion]:
    """Every say on the gate, of the highest source first."""
    opinions = []
    for outcome in outcomes:
        hook, permission = outcome.hook, outcome.permission
        if permission:
            rank = RANK[hook.source]
            opinions.append(Opinion(rank, hook, permission, outcome.grounds, outcome.fields))
    for skip in skips:
        if skip.blocks:
            opinions.append(Opinion(RANK[skip.hook.source], skip.hook, "deny", skip.reason))
    opinions.sort(key=_rank_of)
    return opinions


def _decider(opinions: Sequence[Opinion], mode: str) -> Opinion:
    """The highest source with an opinion decides, inside it the strictest; or the strictest of all.
    Of equals it is the first in plan order.
    """
    decider = opinions[0]
    highest = decider.rank
    for opinion in opinions:
        counts = mode == "strictest" or opinion.rank == highest
        if counts and STRICTNESS[opinion.permission] > STRICTNESS[decider.permission]:
            decider = opinion
    return decider


def _overruled(opinions: Sequence[Opinion], decider: Opinion | None) -> tuple[Overruled, ...]:
    """The stricter verdicts that did not count."""
    if decider is None or len(opinions) < 2:
        return ()
    strictness = STRICTNESS[decider.permission]
    overruled = []
    for opinion in opinions:
        if STRICTNESS[opinion.permission] > strictness:
            overruled.append(Overruled(opinion.hook, opinion.permission))
    return tuple(overruled)


# what becomes of each field


def _by_field(outcomes: Sequence[Outcome]) -> dict[str, list[tuple[Hook, Any]]]:
    """What hooks gave, by field."""
    by_field: dict[str, list[tuple[Hook, Any]]] = {}
    for outcome in outcomes:
        for name, value in outcome.fields.items():
            by_field.setdefault(name, []).append((outcome.hook, value))
    return by_field


def _counting(
    spec: EventSpec, out: Output, values: Values, payload: Mapping[str, Any], notes: list[str]
) -> Values:
    """The values of this field that say something, if the event takes them here and now."""
    nothing = (None,) if out.fold == AGREE else (None, "")  # an empty text is a text to be read
    values = [(hook, value) for hook, value in values if value not in nothing]
    if not values:
        return ()
    why_not = _not_taken_now(spec, out, payload)
    if why_not:
        notes.append(f"{out.name} counts only {why_not}")
        return ()
    return values


def _not_taken_now(spec: EventSpec, out: Output, payload: Mapping[str, Any]) -> str | None:
    """When this field counts, and that it is not so now; None when it counts."""
    if out.only_for:
        field, prefix = out.only_for
        if not str(payload.get(field, "")).startswith(prefix):
            return f"for tools named {prefix}…; this is {payload.get(field)!r}"
    if spec.followup_when and out.name == "followup_message":
        status = payload.get("status")
        if status not in spec.followup_when:
            return f"when status is {' or '.join(spec.followup_when)}; it is {status!r}"
    return None


def _after_disputes(
    counting: Counting, decider: Opinion | None, notes: list[str]
) -> Opinion | None:
    """Whoever decides once it is known that hooks give different things where one can be read."""
    for out, values in counting:
        if not _disputed(out, values):
            continue
        quarrel = _disagreement(out, values)
        if decider and decider.permission == "deny":
            notes.append(f"{quarrel.hook.title}: {quarrel.grounds}")
        else:
            decider = quarrel
    return decider


def _folded(counting: Counting, decider: Opinion | None, notes: list[str]) -> dict[str, Any]:
    """One value for each field."""
    fields: dict[str, Any] = {}
    for out, values in counting:
        if out.fold == DECIDER:
            if decider and out.name in decider.fields:
                fields[out.name] = decider.fields[out.name]
        elif values and not _disputed(out, values):
            fields[out.name] = FOLDS[out.fold]([value for _, value in values])
            notes += _not_taken(out, values)
    return fields


def _disputed(out: Output, values: Values) -> bool:
    """Whether hooks give different values where only one can be read."""
    return out.fold == AGREE and any(value != values[0][1] for _, value in values)


def _disagreement(out: Output, values: Values) -> Opinion:
    """The deny that a dispute amounts to."""
    first, other = values[0][0], next(hook for hook, value in values if value != values[0][1])
    grounds = (
        f"it and {other.title} ({other.where}) give different {out.name}, "
        "and the agent can be given only one"
    )
    return Opinion(RANK[first.source], first, "deny", grounds)


def _not_taken(out: Output, values: Values) -> list[str]:
    """A note for each other value of a field of which the first is taken."""
    if out.fold != FIRST:
        return []
    taken, hook = values[0][1], values[0][0]
    return [
        f"{out.name} of {other.title} ({other.where}) was not taken: {hook.title} comes first"
        for other, value in values[1:]
        if value != taken
    ]


def _update(values: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for value in reversed(values):
        merged.update(value)
    return merged


def _concat(values: Sequence[Sequence[Any]]) -> list[Any]:
    return list(dict.fromkeys(item for value in values for item in value))


FOLDS: dict[str, Callable[[Sequence[Any]], Any]] = {
    FIRST: lambda values: values[0],
    JOIN: "\n\n".join,
    UPDATE: _update,
    CONCAT: _concat,
    AGREE: lambda values: values[0],
}
