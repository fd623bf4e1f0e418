"""The payload of an event → the text a judge is shown: without what only identifies, masked, and
cut to a budget. Pure.

Two events that differ only in their ids are one question. Strings and lists are cut in their
middle, so that nothing can be pushed out of sight from the front, and every cut leaves a mark that
says how much is missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

TextOf = Callable[[str], str]
#: Identifies, and says nothing: no policy can be about it, and it differs from event to event.
_IDS = frozenset({
    "conversation_id", "session_id", "generation_id", "tool_use_id", "tool_call_id", "subagent_id",
    "parent_conversation_id", "transcript_path", "agent_transcript_path",
})  # fmt: skip
#: How long a string may be, as a share of the budget; tried in this order until the whole fits.
_SHARES = (1.0, 0.85, 0.5, 0.2, 0.05, 0.01)
_SHORTEST, _FEWEST = 40, 8


class Masking(NamedTuple):
    """How secrets are masked: in a value, with what to do to each of its other strings; in a text;
    and in a text of which only so many characters at its ends are kept.
    """

    value: Callable[[Any, TextOf], Any]
    text: TextOf
    clip: Callable[[str, int, int, Callable[[int], str]], str]


class Shown(NamedTuple):
    """An event as a judge is shown it, and how many characters of it are missing there."""

    text: str
    cut: int = 0


def normalised(event: str) -> Any:
    """The payload without its ids; the text itself when it is no JSON object."""
    try:
        payload = json.loads(event)
    except (ValueError, RecursionError):
        return event
    if not isinstance(payload, dict):
        return payload
    return {name: value for name, value in payload.items() if name not in _IDS}


def canonical(payload: Any) -> str:
    """One text for equal payloads, whatever the order of their keys."""
    return json.dumps(payload, sort_keys=True, separators=(",", ":"))


def show(payload: Any, *, limit: int, masking: Masking | None = None) -> Shown:
    """The payload as text of about `limit` characters at most."""
    try:
        return _fitted(payload, limit, masking)
    except (
        RecursionError
    ):  # nested so deeply that it can be read, but not walked through: it is shown as one text
        return _fitted(canonical(payload), limit, masking)


def _fitted(payload: Any, limit: int, masking: Masking | None) -> Shown:
    for share in _SHARES:
        cutter = _Cutter(max(int(limit * share), _SHORTEST))
        slim = cutter.slim(payload)
        if cutter.size > 2 * limit and share != _SHARES[-1]:
            continue
        ends = cutter.ends_by(masking.clip if masking else _ends)
        shown = masking.value(slim, ends) if masking else _each_text(slim, ends)
        text = json.dumps(shown, ensure_ascii=False)
        if len(text) <= limit:
            return Shown(text, cutter.cut)
    missing = len(text) - limit
    return Shown(text[:limit] + _mark(f"{missing} characters"), cutter.cut + missing)


def _mark(missing: str) -> str:
    return f"…[cut: {missing}]…"


class _Cutter:
    """Cuts strings to `longest` characters, and lists and objects to a number of members that goes
    with it.
    """

    def __init__(self, longest: int) -> None:
        self.longest, self.most = longest, max(longest // 20, _FEWEST)
        self.tail = longest // 4
        self.head = longest - self.tail
        self.cut = 0  # characters and members that are missing
        self.size = 0  # characters that will be left, about

    def slim(self, value: Any) -> Any:
        """The value without members that are too many, and how much its strings will lose."""
        if isinstance(value, Mapping):
            return dict(self._members(list(value.items())))
        if isinstance(value, list):
            return [item for _, item in self._members(list(enumerate(value)))]
        if not isinstance(value, str):
            self.size += 4
            return value
        self.size += min(len(value), self.longest) + 2
        self.cut += max(len(value) - self.longest, 0)
        return value

    def _members(self, items: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        missing = len(items) - self.most
        if missing > 0:
            self.cut += missing
            tail = self.most // 4
            mark = _mark(f"{missing} more")
            items = [*items[: self.most - tail], (mark, mark), *items[-tail:]]
        self.size += sum(len(key) + 4 if isinstance(key, str) else 2 for key, _ in items)
        return [(key, self.slim(item)) for key, item in items]

    def ends_by(self, clip: Callable[[str, int, int, Callable[[int], str]], str]) -> TextOf:
        """What becomes of each string: itself, or its ends."""

        def ends(text: str) -> str:
            return clip(text, self.head, self.tail, lambda missing: _mark(f"{missing} characters"))

        return ends


def _ends(text: str, head: int, tail: int, mark: Callable[[int], str]) -> str:
    missing = len(text) - head - tail
    return text if missing <= 0 else text[:head] + mark(missing) + text[-tail:]


def _each_text(value: Any, ends: TextOf) -> Any:
    if isinstance(value, Mapping):
        return {key: _each_text(item, ends) for key, item in value.items()}
    if isinstance(value, list):
        return [_each_text(item, ends) for item in value]
    return ends(value) if isinstance(value, str) else value
