"""What is wanted of entries → the conditions of SQL that find them, with their parameters. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict


class Wanted(TypedDict, total=False):
    """What an entry must be like: all that is given must hold; None and False mean that it does not
    matter.
    """

    event: str | None
    conversation: str | None
    permission: str | None  # what the gate said: allow, ask, deny
    proceeds: bool | None  # nobody had an opinion that counted
    blocked: bool | None
    failed: bool | None  # at least one hook failed
    overruled: bool | None  # a stricter verdict of a lower source did not count
    since: float | None  # seconds since the epoch
    source: str | None  # of a hook that ran; together with `command`: of the same one
    command: str | None
    #: somewhere in payload, result, command, answer, failure or stderr; case aside for ASCII
    text: str | None


class Search(NamedTuple):
    """A condition on `entries AS e`, and its parameters."""

    condition: str
    parameters: tuple[Any, ...]


_OF_ENTRIES = {
    "event": "e.event = ?",
    "conversation": "e.conversation_id = ?",
    "permission": "e.permission = ?",
    "proceeds": "e.blocked = 0 AND (e.permission IS NULL OR e.permission = 'deny')",
    "blocked": "e.blocked = 1",
    "failed": "e.failed > 0",
    "overruled": "e.overruled > 0",
    # With the plus no index is used: it would have SQLite sort whole entries by their id.
    "since": "+e.at >= ?",
}
_OF_RUNS = {"source": "r.source = ?", "command": "r.command = ?"}
_KNOWN = {*_OF_ENTRIES, *_OF_RUNS, "text"}
#: Where `text` is looked for: columns of JSON, which is ASCII with escapes, and columns of plain
#: text.
_JSON_COLUMNS, _TEXT_COLUMNS = ("e.input", "e.result"), ("e.because", "e.execution_id")
_JSON_RUN_COLUMNS, _TEXT_RUN_COLUMNS = ("r.answer",), ("r.command", "r.failure", "r.stderr")


def search_for(wanted: Wanted) -> Search:
    """The condition under which an entry is wanted; true for all when nothing is."""
    # 0 is a time since which something is wanted, so these are told apart by identity.
    given = {
        name: value for name, value in wanted.items() if value is not None and value is not False
    }
    unknown = ", ".join(sorted(given.keys() - _KNOWN))
    if unknown:
        known = ", ".join(sorted(_KNOWN))
        raise TypeError(f"the journal cannot be asked for {unknown}; known: {known}")
    parts = _conditions(_OF_ENTRIES, given)
    of_runs = _conditions(_OF_RUNS, given)
    if of_runs:
        parts.append(_has_run(_joined(" AND ", of_runs)))
    if given.get("text"):
        parts.append(_holds(str(given["text"])))
    return _joined(" AND ", parts) if parts else Search("1", ())


def _conditions(table: Mapping[str, str], given: Mapping[str, Any]) -> list[Search]:
    """The conditions of a table that are asked for, each with its parameter where it takes one."""
    asked = [(sql, given[name]) for name, sql in table.items() if name in given]
    return [Search(sql, (value,) if "?" in sql else ()) for sql, value in asked]


def _joined(word: str, parts: list[Search]) -> Search:
    parameters = [value for part in parts for value in part.parameters]
    return Search(word.join(part.condition for part in parts), tuple(parameters))


def _has_run(run: Search) -> Search:
    return Search(
        f"EXISTS (SELECT 1 FROM runs AS r WHERE r.entry = e.id AND ({run.condition}))",
        run.parameters,
    )


def _holds(text: str) -> Search:
    in_text, in_json = _pattern(text), _pattern(json.dumps(text)[1:-1])
    in_entry = _any_like(_JSON_COLUMNS, in_json) + _any_like(_TEXT_COLUMNS, in_text)
    in_run = _any_like(_JSON_RUN_COLUMNS, in_json) + _any_like(_TEXT_RUN_COLUMNS, in_text)
    found = _joined(" OR ", [*in_entry, _has_run(_joined(" OR ", in_run))])
    return Search(f"({found.condition})", found.parameters)


def _any_like(columns: tuple[str, ...], pattern: str) -> list[Search]:
    return [Search(f"{column} LIKE ? ESCAPE '!'", (pattern,)) for column in columns]


def _pattern(text: str) -> str:
    for sign in "!%_":
        text = text.replace(sign, "!" + sign)
    return f"%{text}%"
