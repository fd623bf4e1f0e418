"""What was recorded → events that can be fired again, each with what was decided then. Reads; fires
nothing.

    recorded(path, limit=100, root="/work/shop", event="stop")
        out of the journal, the oldest first
    read_lines(text, "week.jsonl")
        out of `hookline log --json`, or of a session's lines

The journal masks secrets and cuts what is long: such an event has a `flaw` and cannot be replayed
whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Unpack

from hookline import nesting
from hookline.detect import holds_mask
from hookline.journal.cut import MARK
from hookline.journal.entries import Entry
from hookline.journal.journal_reader import Reader
from hookline.journal.search import Wanted
from hookline.spec.events import EVENTS
from hookline.spec.inputs import EVENT_NAME, WORKSPACE_ROOTS
from hookline.spec.profiles import DEFAULT_PROFILE, PROFILES

_PAGE = 200
_NOT_STORED = "[not stored]"
#: What the engine fills in by itself, for the workspace it runs in.
_FILLED_IN = (EVENT_NAME.name, WORKSPACE_ROOTS.name)


class Before(NamedTuple):
    """What was decided when it was recorded."""

    permission: str | None
    response: Mapping[str, Any]
    failures: tuple[str, ...] = ()
    because: str = ""


NOTHING_DECIDED = Before(None, {})


class Recorded(NamedTuple):
    """One event as it was recorded. `before` is None where nobody wrote down what was decided."""

    event: str
    input: Mapping[str, Any]
    before: Before | None = None
    conversation_id: str | None = None
    root: str | None = None
    where: str = ""  # "journal entry 17", "week.jsonl:3"
    at: float | None = None
    flaw: str | None = None  # why it cannot be replayed whole

    @property
    def subject(self) -> str:
        """What the event is about: the command, the file, the tool."""
        return subject_of(self.event, self.input)


class Found(NamedTuple):
    """Events out of the journal, the oldest first, and how many of other workspaces were left out."""

    events: list[Recorded]
    elsewhere: int


def recorded(path: str, *, limit: int, root: str | None = None, **wanted: Unpack[Wanted]) -> Found:
    """The latest wanted events of the journal; with `root` only those of that workspace."""
    events: list[Recorded] = []
    elsewhere = 0
    for entry in _newest_first(path, wanted):
        if len(events) == limit:
            break
        if root is None or root in entry.roots[:1]:
            events.append(of_entry(entry))
        else:
            elsewhere += 1
    return Found(events[::-1], elsewhere)


def _newest_first(path: str, wanted: Wanted) -> Iterator[Entry]:
    before_id = None
    with Reader(path) as journal:
        while page := journal.recent(limit=_PAGE, before_id=before_id, **wanted):
            yield from page
            before_id = page[-1].id


def of_entry(entry: Entry) -> Recorded:
    """The event of a journal entry."""
    return of_mapping(entry.as_dict(), f"journal entry {entry.id}")


def of_mapping(line: Mapping[str, Any], where: str) -> Recorded:
    """The event of one line: of `hookline log --json`, of a session, or a request to `hookline host`."""
    event, given = line["event"], line.get("input") or {}
    profile = line.get("profile")
    roots = line.get("roots") or given.get(WORKSPACE_ROOTS.name) or [None]
    return Recorded(
        event=event,
        input=as_given(event, given, profile if profile in PROFILES else DEFAULT_PROFILE),
        before=_before(line),
        conversation_id=line.get("conversation_id") or given.get("conversation_id"),
        root=roots[0],
        where=where,
        at=line.get("at"),
        flaw="its input was cut" if line.get("input_sha256") else flaw_of(_own(event, given)),
    )


def _before(line: Mapping[str, Any]) -> Before | None:
    if "response" not in line or "hooks" not in line:
        return None
    response = line["response"]
    continues = response.get("continue")
    said = response.get("permission") or (
        None if continues is None else "allow" if continues else "deny"
    )
    failures = tuple(hook["failure"] for hook in line["hooks"] if hook.get("failure"))
    return Before(line.get("permission", said), response, failures, line.get("because") or "")


def read_lines(text: str, name: str) -> tuple[list[Recorded], list[str]]:
    """The events of a session's lines, and what is wrong with the others, a sentence each."""
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    found = [_read_line(line, f"{name}:{number}") for number, line in numbered]
    return [one for one in found if isinstance(one, Recorded)], [
        one for one in found if isinstance(one, str)
    ]


def _read_line(line: str, where: str) -> Recorded | str:
    try:
        value, _ = nesting.read(line)
    except ValueError as error:
        return f"{where}: the line is not JSON: {error}"
    event = value.get("event") if isinstance(value, dict) else None
    if event not in EVENTS:
        return f'{where}: the line names no event; write {{"event": "stop", "input": {{…}}}}'
    if not isinstance(value.get("input", {}), dict):
        return f"{where}: input is not a JSON object"
    return of_mapping(value, where)


def as_given(
    event: str, payload: Mapping[str, Any], profile: str = DEFAULT_PROFILE
) -> dict[str, Any]:
    """What the host gave, out of what hooks got: in the words of the default profile, without what
    the engine fills in.
    """
    row = PROFILES[profile]
    names = {other: field for (of, field), other in row.renames.items() if of == event}
    given = {
        names.get(key, key): value
        for key, value in payload.items()
        if key not in _FILLED_IN and value is not None
    }
    for of, field in row.in_seconds:
        if of == event and isinstance(given.get(field), int | float):
            given[field] *= 1000
    return given


def flaw_of(value: Any) -> str | None:
    """Why a recorded value is not what it was: the journal masked it, cut it, or could not store
    it; None when it is.
    """
    if isinstance(value, str):
        masked, cut = holds_mask(value), MARK in value
        return "a secret in it was masked" if masked else "it was cut" if cut else None
    if isinstance(value, Mapping):
        if _NOT_STORED in value:
            return "it could not be stored"
        return next(filter(None, (flaw_of(item) for pair in value.items() for item in pair)), None)
    if isinstance(value, list | tuple):
        return next(filter(None, map(flaw_of, value)), None)
    return None


def _own(event: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are the event's own, or nobody's."""
    base = {field.name for field in EVENTS[event].base}
    return {name: value for name, value in payload.items() if name not in base}


def relocated(value: Any, old_root: str | None, new_root: str) -> Any:
    """The value with one workspace's folder in place of another's, wherever it stands as a whole
    path, at any depth.
    """
    if not old_root or old_root in ("/", new_root):
        return value
    if isinstance(value, str):
        return re.sub(re.escape(old_root) + r"(?![\w.-])", lambda _: new_root, value)
    if isinstance(value, Mapping):
        return {key: relocated(item, old_root, new_root) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [relocated(item, old_root, new_root) for item in value]
    return value


def subject_of(event: str, given: Mapping[str, Any]) -> str:
    """What an event is about, in one text: what matchers are tried on, else its first text; with a
    tool its arguments.
    """
    spec = EVENTS[event]
    named = [spec.subject[1]] if spec.subject and spec.subject[0] != "fixed" else []
    names = named + [field.name for field in spec.fields if field.type == "string"]
    found = next((given[name] for name in names if isinstance(given.get(name), str)), "")
    arguments = given.get("tool_input")
    if arguments is None:
        return str(found)
    return f"{found} {arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)}"
