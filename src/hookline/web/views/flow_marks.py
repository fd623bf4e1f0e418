"""What flow-guard noted of a conversation, at the events of the journal it was noted at."""

from __future__ import annotations

from collections.abc import Sequence

from hookline.journal.entries import Entry
from hookline.kit.sessions.flow_notes import Mark, flow_of
from hookline.web.views.conversation_shapes import FlowMark

#: A mark is set while a hook runs; clocks and roundings may differ by so much.
_APART_S = 0.5


def marks_of(state: str, conversation: str, entries: Sequence[Entry]) -> dict[int, list[FlowMark]]:
    """The marks by the id of their event; one that belongs to no event here is left out."""
    flow = flow_of(state, conversation)
    by_entry: dict[int, list[FlowMark]] = {}
    for mark in flow.marks if flow else ():
        entry = _entry_of(mark, entries)
        if entry is not None:
            by_entry.setdefault(entry.id, []).append({"kind": mark.kind, "what": mark.what})  # type: ignore[typeddict-item]
    return by_entry


def _entry_of(mark: Mark, entries: Sequence[Entry]) -> Entry | None:
    """The event at which a mark was set: the one of this kind that was under way."""
    under_way = [
        entry
        for entry in entries
        if entry.event == mark.event
        and entry.at - _APART_S
        <= mark.at
        <= entry.at + (entry.duration_ms or 0.0) / 1000 + _APART_S
    ]
    return min(under_way, key=lambda entry: _distance(entry, mark), default=None)


def _distance(entry: Entry, mark: Mark) -> float:
    """How far a mark is from the time an event took; 0 when it is inside."""
    ended = entry.at + (entry.duration_ms or 0.0) / 1000
    return max(entry.at - mark.at, mark.at - ended, 0.0)
