"""A record → the cells of its row, masked and cut, ready to be bound to a statement. Pure.

The runs of its hooks are the last cell, a JSON list of lists: one row for an event, whatever ran,
is one write and either there or not.

A record without anything suspicious and of ordinary size is encoded once and looked at once; only
another one is taken apart and masked value by value. No cell holds a character that a terminal
obeys: JSON is ASCII with escapes, and text has them written out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import repeat
from typing import Any, NamedTuple

from hookline.detect import mask, may_hold_secret
from hookline.journal import cut
from hookline.model import Decision, Outcome, Record
from hookline.strict_json import in_json

#: Columns of `entries` between its id and its runs, in the order of the cells.
ENTRY_COLUMNS = (
    "at", "execution_id", "event", "conversation_id", "blocked", "permission", "failed",
    "overruled", "ran", "skipped", "duration_ms", "because", "roots", "profile", "input",
    "input_sha256", "input_bytes", "result",
)  # fmt: skip
#: What is kept of a run, in the order of its list.
RUN_COLUMNS = (
    "source", "event", "command", "place", "type", "ending", "exit_code", "signal", "failure",
    "permission", "duration_ms", "answer", "stderr", "judge", "notes",
)  # fmt: skip
#: Skipped hooks listed in an entry; the column `skipped` has the count of all.
MOST_SKIPS = 100

Cells = tuple[Any, ...]


class _Keep(NamedTuple):
    """How a text and a value become cells."""

    text: Callable[[str], str]
    value: Callable[[Any], str]
    roots: Callable[[tuple[str, ...]], str]


def to_row(record: Record) -> Cells:
    """The record as a row. Never raises on what a payload holds."""
    entry, runs = _cells(record, _AS_IS)
    texts: list[str] = []
    for cells in (entry, *runs):
        for cell in cells:
            if isinstance(cell, str):
                texts.append(cell)
    everything = "\n".join(texts)
    if not (_short_is_plain if len(everything) <= _SHORT else _is_plain)(everything):
        entry, runs = _cells(record, _WITH_CARE)
    *first, result = entry
    at, number = record.at, _text(record.decision.id)
    return (at, number, *first, *_input(record), result, _encode(runs) if runs else None)


def size_of(row: Cells) -> int:
    """Characters of text in all cells."""
    return sum(len(cell) for cell in row if isinstance(cell, str))


def _is_plain(text: str) -> bool:
    return len(text) <= cut.LIMIT and not may_hold_secret(text)


#: From event to event hardly anything but time, id and input differs, and those are left out of
#: what is asked here.
_short_is_plain = lru_cache(maxsize=128)(_is_plain)
_SHORT = 4096


def _cells(record: Record, keep: _Keep) -> tuple[Cells, tuple[Cells, ...]]:
    """The entry's cells but time, id and input, and the cells of its runs."""
    return _entry(record, keep), tuple(map(_run, record.decision.outcomes, repeat(keep)))


def _input(record: Record) -> Cells:
    """The input; and where it is too large to be kept whole, the digest and length it would have."""
    given = record.decision.input
    whole = _as_read(record.read) or _json(given)
    if len(whole) > cut.LIMIT:
        return _json_with_care(given), _sha256(whole), len(whole)
    return (_json_with_care(given) if may_hold_secret(whole) else whole), None, None


def _entry(record: Record, keep: _Keep) -> Cells:
    decision = record.decision
    return (
        decision.event,
        None if decision.conversation_id is None else keep.text(str(decision.conversation_id)),
        int(decision.blocked),
        decision.permission,
        len(decision.failures),
        len(decision.overruled),
        len(decision.outcomes),
        len(decision.skips),
        decision.duration_ms,
        keep.text(decision.because),
        keep.roots(record.roots),
        record.profile,
        keep.value(_result(decision)),
    )


def _run(outcome: Outcome, keep: _Keep) -> Cells:
    hook, completion = outcome.hook, outcome.completion
    return (
        hook.source,
        hook.event,
        keep.text(hook.command),
        keep.text(hook.where),
        hook.type,
        completion.ending,
        completion.code,
        completion.signal,
        None if outcome.failure is None else keep.text(outcome.failure),
        outcome.permission,
        completion.duration_ms,
        None if outcome.answer is None else keep.value(outcome.answer),
        keep.text(completion.stderr),
        keep.value(completion.judge) if completion.judge else None,
        keep.value(outcome.notes) if outcome.notes else None,
    )


def _result(decision: Decision) -> dict[str, Any]:
    """What `Decision.as_dict` shows and neither a column nor a run holds; what is empty is left out."""
    result: dict[str, Any] = {}
    if decision.response:
        result["response"] = decision.response
    if decision.texts:
        result["texts"] = decision.texts._asdict()
    if decision.overruled:
        result["overruled"] = [
            {
                "source": o.hook.source,
                "command": o.hook.command,
                "permission": o.permission,
                "where": o.hook.where,
            }
            for o in decision.overruled
        ]
    if decision.notes:
        result["notes"] = decision.notes
    if decision.problems:
        result["problems"] = [problem.as_dict() for problem in decision.problems]
    if decision.skips:
        result["skipped"] = [
            {
                "source": skip.hook.source,
                "command": skip.hook.command,
                "where": skip.hook.where,
                "reason": skip.reason,
            }
            for skip in decision.skips[:MOST_SKIPS]
        ]
    return result


def _plain(value: object) -> object:
    """What JSON has no type for."""
    return dict(value) if isinstance(value, Mapping) else str(value)


_encode = json.JSONEncoder(separators=(",", ":"), default=_plain, allow_nan=False).encode
_encode_any = json.JSONEncoder(separators=(",", ":"), default=_plain).encode


def _json(value: Any) -> str:
    """JSON in ASCII: lone surrogates and NULs are escapes there and cannot break a write."""
    try:
        return _encode(value)
    except (TypeError, ValueError, RecursionError):
        return _json_of_anything(value)


def _json_of_anything(value: Any) -> str:
    """The same with numbers that a float cannot hold; what is no JSON at all is named instead."""
    try:
        return in_json(_encode_any(value))
    except (TypeError, ValueError, RecursionError) as error:
        return _encode({"[not stored]": f"{type(error).__name__}: {error}"[:200]})


def _as_read(read: bytes) -> str:
    """The JSON hooks were given, if it is such as `_json` makes: ASCII and nothing a terminal
    obeys; else nothing.
    """
    text = read[:-1].decode() if read.isascii() else ""
    return text if text.isprintable() else ""


def _json_with_care(value: Any) -> str:
    try:
        return _json(cut.fit(value) if _is_large(value) else mask(value))
    except RecursionError as error:
        return _json({"[not stored]": str(error)})


def _is_large(value: Any) -> bool:
    return len(_json(value)) > cut.LIMIT


#: Control characters but tab and newline, what turns the direction of text around, and halves of
#: surrogate pairs.
_OBEYED = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def _text(text: str) -> str:
    """What a terminal would obey, or SQLite could not store, is written as its escape: ESC becomes
    `\\x1b`.
    """
    if text.isascii() and text.isprintable():  # nearly every text, and asked in no time
        return text
    return re.sub(_OBEYED, lambda match: match.group().encode("unicode_escape").decode(), text)


def as_stored(text: str) -> str:
    """A text as the journal keeps it, to find it again there: masked, shortened, harmless."""
    return _text(cut.fit_text(text))


def _sha256(text: str) -> str:
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(maxsize=64)
def _roots(roots: tuple[str, ...]) -> str:
    """The same for every event of an engine."""
    return _json(list(roots))


_AS_IS = _Keep(text=_text, value=_json, roots=_roots)
_WITH_CARE = _Keep(
    text=lambda text: _text(cut.fit_text(text)),
    value=_json_with_care,
    roots=lambda roots: _json_with_care(list(roots)),
)
