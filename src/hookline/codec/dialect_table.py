"""The rows of `spec` as the codec reads them: plain objects, which the adapter script carries as
JSON.

A row of an event (a "moment") says of Cursor's events what an answer to them may hold, and of
other tools' events which of Cursor's they are and what sort of moment that is.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from hookline.spec.dialect_words import (
    BORROWED_WORDS,
    CURSOR_FIELDS,
    CURSOR_TOOL_OF,
    LIVE_READING,
    OTHER_WORDS,
    READING,
)
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.inputs import Field
from hookline.spec.outputs import CONTEXT, ENV

if TYPE_CHECKING:
    from hookline.spec.dialect_row import Native

CURSOR = "cursor"
_EMPTY: dict[str, Any] = {
    "string": "",
    "number": 0,
    "boolean": False,
    "object": {},
    "string[]": [],
    "object[]": [],
}
_MESSAGES = ("user_message", "agent_message")


def dialect_row(name: str) -> dict[str, Any]:
    """What the codec has to know of a dialect, whole."""
    if name == CURSOR:
        return {
            **_cursor_columns(),
            "events": {event: _our_moment(EVENTS[event]) for event in EVENTS},
        }
    from hookline.spec.dialects import DIALECT_SPECS

    row = DIALECT_SPECS[name]
    reading = dict(READING[row.style])
    if reading["reads"] and "decision" not in row.says:
        reading["reads"] = ["nothing"]
    return {
        **reading,
        "reads_all": not (reading["reads"] or reading["progress"] or reading["on_stderr"]),
        "name": name,
        "fields": row.fields,
        "tools": {ours: list(theirs) for ours, theirs in row.tools.items()},
        "calls": {ours: [list(call) for call in calls] for ours, calls in row.calls.items()},
        "results": row.results,
        "mcp": row.mcp,
        "matching": row.matching,
        "exact": row.exact,
        "style": row.style,
        "says": sorted(row.says),
        "variable": row.variable,
        "keys": row.keys,
        "own_tools": sorted(row.own_tools),
        "events": {native.name: _their_moment(native) for native in row.natives.values()},
    }


def borrowed_row(name: str) -> dict[str, Any]:
    """A dialect's row as it speaks where it uses a neighbour's words."""
    neighbour, differences = BORROWED_WORDS[name]
    row = dialect_row(neighbour)
    fields = {**row["fields"], **differences["fields"]}
    return {**row, **differences, "fields": fields, "name": name}


def _their_moment(native: Native) -> dict[str, Any]:
    return {
        "cursor": native.cursor,
        "kind": native.kind,
        "tool": native.tool,
        "messages": _messages(EVENTS[native.cursor]),
        "tells": list(native.tells),
        "always": native.always,
        "words": {fact: list(words) for fact, words in native.words.items()},
    }


@cache
def live_row(name: str) -> dict[str, Any]:
    """The row of a dialect whose hooks `fire` runs from their own files. Cursor's events are made
    when they are met.
    """
    if name == CURSOR:
        return {**_cursor_columns(), "events": _Moments()}
    return {**dialect_row(name), **LIVE_READING}


@cache
def live_place(dialect: str, event: str) -> tuple[dict[str, Any], str]:
    """In whose words a live hook of a dialect speaks at an event of ours, and what it is called there."""
    if dialect != CURSOR:
        from hookline.spec.dialects import DIALECT_SPECS

        row = DIALECT_SPECS[dialect]
        for name in row.live:
            if row.natives[name].cursor == event:
                return live_row(dialect), name
    return live_row(CURSOR), event


class _Moments(dict[str, dict[str, Any]]):
    """Cursor's moments by event."""

    def __missing__(self, event: str) -> dict[str, Any]:
        moment = self[event] = _our_moment(EVENTS[event])
        return moment

    def get(self, event: str, default: Any = None) -> Any:
        """As `[]`: what was met before makes no difference."""
        return self[event] if event in EVENTS else default


@cache
def _cursor_columns() -> dict[str, Any]:
    outputs = {output for event in EVENTS.values() for output in event.outputs}
    known = {
        spelling: output.name for output in outputs for spelling in (output.name, output.alias)
    }
    return {
        **READING[CURSOR],
        "reads_all": True,
        "name": CURSOR,
        "fields": CURSOR_FIELDS,
        "tools": {},
        "calls": {},
        "results": "",
        "mcp": "",
        "matching": "regex",
        "exact": "",
        "style": CURSOR,
        "says": [],
        "variable": "CURSOR_PROJECT_DIR",
        "keys": {},
        "own_tools": [],
        "known": {**known, "permission": "permission", "continue": "continue"},
        "other_words": list(OTHER_WORDS),
    }


def _our_moment(event: EventSpec) -> dict[str, Any]:
    is_mcp = event.subject is not None and event.subject[0] == "mcp"
    left_out = ("command", "url") if is_mcp else ()
    fields = [field for field in (*event.base, *event.fields) if field.name not in left_out]
    return {
        "cursor": event.name,
        "kind": _kind(event),
        "tool": CURSOR_TOOL_OF.get(event.name, ""),
        "fields": {field.name: [field.type, _default(field)] for field in fields},
        "subject": event.subject,
        "gate": event.gate,
        "permissions": list(event.permissions),
        "outputs": _outputs(event),
        "messages": _messages(event),
        "instead": _instead(event),
    }


def _outputs(event: EventSpec) -> dict[str, list[str]]:
    return {
        spelling: [output.name, output.type]
        for output in event.outputs
        for spelling in (output.name, output.alias)
    }


def _messages(event: EventSpec) -> list[str]:
    """The messages a refusal has there, the one a hook's stderr goes to last."""
    return [name for name in _MESSAGES if event.gate and event.output(name)]


def _instead(event: EventSpec) -> str:
    """What a hook writes at this event to have a say."""
    if event.gate:
        word = '"continue": false' if event.gate == "continue" else '"permission": "deny"'
        return f"{event.name} is blocked by {word}"
    words = [f'"{output.name}"' for output in event.outputs]
    cannot = f"{event.name} cannot be blocked"
    return f"{cannot}; it uses {' and '.join(words)}" if words else cannot


def _default(field: Field) -> Any:
    return field.words[0] if field.words else _EMPTY.get(field.type)


def _kind(event: EventSpec) -> str:
    """What sort of moment an event of ours is."""
    if event.gate:
        return "tool" if event.gate == "permission" else "prompt"
    if event.loops:
        return "turn"
    if CONTEXT in event.outputs:
        return "start" if ENV in event.outputs else "result"
    return "other"
