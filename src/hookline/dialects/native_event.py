"""A payload as another agent wrote it → the event of ours it is, with its input. Pure.

One moment of theirs may be several events of ours: a shell command is preToolUse and
beforeShellExecution. Of these the one for its tool is taken, unless another is asked for by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hookline.codec.dialect_table import borrowed_row, dialect_row, live_row
from hookline.codec.native_payload import one_by_one, read_payload, write_payload
from hookline.errors import UsageError
from hookline.near import hint
from hookline.shorten import shorten
from hookline.spec.dialect_row import Carry, DialectSpec, Native
from hookline.spec.dialect_words import ALIASES, BORROWED_WORDS
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS

#: Where payloads name their event, besides the field that the row of their dialect says.
_EVENT_KEYS = ("hook_event_name", "hookName")
_LONGEST = 60


class NativeEvent(NamedTuple):
    """What a payload of another agent is among our events."""

    event: str
    input: dict[str, Any]
    told: str  # "Claude Code's PreToolUse of Bash"
    others: tuple[str, ...]  # what else it is
    remarks: tuple[str, ...] = ()  # what of it the event does not say


class _Moment(NamedTuple):
    """Where in which tool's table the payload belongs."""

    spec: DialectSpec  # whose events and places these are
    native: Native
    row: dict[str, Any]  # as the codec reads it


def native_event(dialect: str, given: Mapping[str, Any], event: str | None = None) -> NativeEvent:
    """The event, out of a bare payload or of a recording (`{"event": …, "payload": {…}}`). `event`: the
    one of ours that is meant, or theirs where the payload does not say. Raises `UsageError`.
    """
    title = DIALECT_SPECS[dialect].title
    name, payload = _named(dialect, given)
    moment = _moment(dialect, name or _place_of(dialect, event) or _nameless(dialect))
    parts = one_by_one(read_payload(moment.row, moment.native.name, dict(payload)))
    facts = parts[0]
    told = f"{title}'s {moment.native.name}"
    if facts["raw_tool"]:
        told += f" of {shorten(str(facts['raw_tool']), _LONGEST)}"
    possible = _possible(moment, facts)
    chosen = event if event in EVENTS else _narrowest(moment, possible)
    if chosen not in possible:
        raise UsageError(f"{told} is {_listed(possible)}, not {chosen}")
    facts.setdefault("loops", 0)
    return NativeEvent(
        event=chosen,
        input=_input(chosen, facts),
        told=told,
        others=tuple(one for one in possible if one != chosen),
        remarks=(*_left_out(parts), *_made_up(chosen, facts)),
    )


def _named(dialect: str, given: Mapping[str, Any]) -> tuple[str | None, Mapping[str, Any]]:
    """What the payload, or the recording it is in, calls its event."""
    name, payload = given.get("event"), given.get("payload")
    if isinstance(name, str) and isinstance(payload, Mapping):
        return name, payload
    own = DIALECT_SPECS[dialect].fields.get("event", _EVENT_KEYS[0])
    named = (given.get(key) for key in (own, *_EVENT_KEYS))
    return next((name for name in named if isinstance(name, str)), None), given


def _place_of(dialect: str, event: str | None) -> str | None:
    """Where a payload belongs that does not say: at the event asked for, theirs or ours."""
    spec = DIALECT_SPECS[dialect]
    if event is None or event in spec.natives or event not in EVENTS:
        return event
    if event in spec.carries:
        return spec.carries[event].places[0][0]
    raise UsageError(f"{spec.title} has no event that is {event}; {hint(event, spec.carries)}")


def _nameless(dialect: str) -> str:
    title = DIALECT_SPECS[dialect].title
    raise UsageError(
        f"the payload does not say which event of {title} it is; name the event to fire"
    )


def _moment(dialect: str, name: str) -> _Moment:
    """The row of this event, in the dialect's own words or in those it borrows."""
    spec = DIALECT_SPECS[dialect]
    neighbour = DIALECT_SPECS[BORROWED_WORDS[dialect][0]] if dialect in BORROWED_WORDS else None
    name = name if name in spec.natives else ALIASES.get(dialect, {}).get(name, name)
    if name in spec.natives:
        return _Moment(spec, spec.natives[name], dialect_row(dialect))
    if neighbour and name in neighbour.natives:
        return _Moment(neighbour, neighbour.natives[name], borrowed_row(dialect))
    if name in spec.only or (neighbour and name in neighbour.only):
        raise UsageError(f"{spec.title}'s {name} is none of Hookline's events")
    known = (*spec.natives, *spec.only)
    raise UsageError(f"{spec.title} has no event {name[:_LONGEST]!r}; {hint(name, known)}")


def _possible(moment: _Moment, facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Every event of ours that this moment is."""
    tool, at, own = str(facts.get("tool") or ""), moment.native.name, moment.native.cursor
    carried = [
        event
        for event, carry in moment.spec.carries.items()
        if any(name == at and _fits(tools, tool) for name, tools in carry.places)
        and (facts.get("error") or "error_message" not in EVENTS[event].known)
    ]
    return tuple(dict.fromkeys([own, *carried]))


def _fits(tools: tuple[str, ...], tool: str) -> bool:
    return not tools or tool in tools or ("MCP:" in tools and tool.startswith("MCP:"))


def _narrowest(moment: _Moment, possible: tuple[str, ...]) -> str:
    """The event that is for this tool alone, where their payload says all that it takes."""
    for event in possible:
        carry = moment.spec.carries.get(event, Carry())
        if not carry.about and any(tools for _, tools in carry.places):
            return event
    return moment.native.cursor


def _input(event: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The event's own fields, and of the base fields those that were told: the engine knows the rest."""
    base = {field.name for field in EVENTS[event].base}
    payload = write_payload(live_row("cursor"), event, facts)
    payload.pop("hook_event_name", None)
    return {name: value for name, value in payload.items() if name not in base or value}


def _left_out(parts: list[dict[str, Any]]) -> list[str]:
    """A hook is told of one file at a time."""
    files = [str(part.get("file")) for part in parts if part.get("patched")]
    if len(parts) < 2 or not files:
        return []
    first = files[0] if parts[0].get("patched") else "the command"
    rest = files[1:] if parts[0].get("patched") else files
    return [f"it changes more than one file; this event is {first}, without {_listed(rest)}"]


def _made_up(event: str, facts: Mapping[str, Any]) -> list[str]:
    """Fields that the event has, and the payload has nothing for."""
    if "content" in {field.name for field in EVENTS[event].fields} and "content" not in facts:
        return ["the payload has no content of the file; hooks get an empty one (--set content=…)"]
    return []


def _listed(names: tuple[str, ...] | list[str]) -> str:
    return " or ".join(names) if isinstance(names, tuple) else ", ".join(names)
