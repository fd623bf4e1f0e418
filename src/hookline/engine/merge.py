"""Outcomes → one value per output field, and one permission. Pure; nothing depends on who finished first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.model import STRICTNESS, Hook, Outcome, Overruled, Skip
from hookline.spec.events import EventSpec
from hookline.spec.outputs import AGREE, CONCAT, DECIDER, FIRST, JOIN, UPDATE, Output
from hookline.spec.sources import RANK


class Opinion(NamedTuple):
    """One hook's say on the gate."""

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


def merge(
    spec: EventSpec,
    outcomes: Sequence[Outcome],
    skips: Sequence[Skip],
    payload: Mapping[str, Any],
    mode: str,
) -> Merged:
    """Merge by the event's columns and each field's fold; `mode` is `priority` or `strictest`."""
    opinions = _opinions(outcomes, skips) if spec.gate else []
    notes: list[str] = []
    outputs = (*spec.outputs, *spec.claude_outputs)
    given = [(out, _values(spec, out, outcomes, payload, notes)) for out in outputs]
    permission, decider = _decide(opinions, mode)
    for out, values in given:  # before the messages, which are those of whoever decides in the end
        if _disputed(out, values):
            quarrel = _disagreement(out, values)
            if permission == "deny":
                notes.append(f"{quarrel.hook.title}: {quarrel.grounds}")
            else:
                permission, decider = "deny", quarrel
    fields: dict[str, Any] = {}
    for out, values in given:
        if out.fold == DECIDER:
            values = (
                [(decider.hook, decider.fields[out.name])]
                if decider and out.name in decider.fields
                else []
            )
        if values and not _disputed(out, values):
            fields[out.name] = FOLDS[out.fold]([value for _, value in values])
            notes += _not_taken(out, values)
    return Merged(
        permission, decider, fields, _overruled(opinions, permission, decider), tuple(notes)
    )


def _disputed(out: Output, values: Sequence[tuple[Hook, Any]]) -> bool:
    return out.fold == AGREE and any(value != values[0][1] for _, value in values)


def _opinions(outcomes: Sequence[Outcome], skips: Sequence[Skip]) -> list[Opinion]:
    said = [Opinion(o.hook, o.permission, o.grounds, o.fields) for o in outcomes if o.permission]
    said += [Opinion(skip.hook, "deny", skip.reason) for skip in skips if skip.blocks]
    return sorted(said, key=lambda opinion: RANK[opinion.hook.source])


def _decide(opinions: Sequence[Opinion], mode: str) -> tuple[str | None, Opinion | None]:
    """The highest source with an opinion decides, inside it the strictest; or the strictest of all."""
    if not opinions:
        return None, None
    highest = RANK[opinions[0].hook.source]
    heard = [o for o in opinions if mode == "strictest" or RANK[o.hook.source] == highest]
    decider = max(
        heard, key=lambda opinion: STRICTNESS[opinion.permission]
    )  # the first of equals: plan order
    return decider.permission, decider


def _overruled(
    opinions: Sequence[Opinion], permission: str | None, decider: Opinion | None
) -> tuple[Overruled, ...]:
    if permission is None or decider is None:
        return ()
    return tuple(
        Overruled(o.hook, o.permission)
        for o in opinions
        if STRICTNESS[o.permission] > STRICTNESS[permission]
    )


def _values(
    spec: EventSpec,
    out: Output,
    outcomes: Sequence[Outcome],
    payload: Mapping[str, Any],
    notes: list[str],
) -> list[tuple[Hook, Any]]:
    """The values hooks gave for this field, in plan order, where the event takes them."""
    values = [
        (o.hook, o.fields[out.name]) for o in outcomes if o.fields.get(out.name) not in (None, "")
    ]
    if out.fold == AGREE:
        values = [
            (o.hook, o.fields[out.name]) for o in outcomes if o.fields.get(out.name) is not None
        ]
    if not values:
        return []
    if out.only_for and not str(payload.get(out.only_for[0], "")).startswith(out.only_for[1]):
        notes.append(
            f"{out.name} counts only for tools named {out.only_for[1]}…; this is {payload.get(out.only_for[0])!r}"
        )
        return []
    if (
        spec.followup_when
        and out.name == "followup_message"
        and payload.get("status") not in spec.followup_when
    ):
        notes.append(
            f"{out.name} counts only when status is {' or '.join(spec.followup_when)}; it is {payload.get('status')!r}"
        )
        return []
    return values


def _disagreement(out: Output, values: Sequence[tuple[Hook, Any]]) -> Opinion:
    first, other = values[0][0], next(hook for hook, value in values if value != values[0][1])
    grounds = (
        f"it and {other.title} ({other.where}) give different {out.name}, and only one can be read"
    )
    return Opinion(first, "deny", grounds)


def _not_taken(out: Output, values: Sequence[tuple[Hook, Any]]) -> list[str]:
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
    DECIDER: lambda values: values[0],
    FIRST: lambda values: values[0],
    JOIN: "\n\n".join,
    UPDATE: _update,
    CONCAT: _concat,
    AGREE: lambda values: values[0],
}
