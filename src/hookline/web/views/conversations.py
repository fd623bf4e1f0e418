"""`/conversations`: agent sessions, the latest first; and one of them as a timeline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hookline.http.refusal import NotThere
from hookline.journal.entries import Entry
from hookline.journal.journal_reader import Reader
from hookline.journal.summaries import Summary
from hookline.shorten import one_line
from hookline.spec.events import EVENTS, EventSpec
from hookline.web.views.conversation_shapes import (
    ConversationRow,
    ConversationsView,
    ConversationView,
    FlowMark,
    TimelineRow,
)
from hookline.web.views.flow_marks import marks_of
from hookline.web.views.page_facts import (
    FIRST_EVENT,
    decided,
    page_facts,
    subject,
)
from hookline.web.world import World

#: How many events a page of conversations is made of.
LOOKED_AT = 2000
MOST_ROWS = 500
_LONGEST_MESSAGE = 2000


def conversations_view(world: World, journal: Reader, before: int | None) -> ConversationsView:
    """The conversations among the latest events, or among those before one."""
    found = journal.latest(limit=LOOKED_AT, before_id=before)
    by_id: dict[str, list[Summary]] = {}
    for one in found:
        if one.conversation_id is not None:
            by_id.setdefault(one.conversation_id, []).append(one)
    more = len(found) == LOOKED_AT
    rows = [_row(journal, identity, own[::-1], whole=not more) for identity, own in by_id.items()]
    return {
        "page": page_facts(world, "conversations", "Conversations", journal.newest_id()),
        "rows": rows,
        "next_before": found[-1].id if more else None,
        "searched": len(found),
        "next_steps": [] if found or before else FIRST_EVENT,
    }


def _row(journal: Reader, identity: str, own: Sequence[Summary], *, whole: bool) -> ConversationRow:
    hooks_ms, elsewhere_ms = _times([(one.at, one.duration_ms) for one in own])
    return {
        "id": identity,
        "first_at": own[0].at,
        "last_at": own[-1].at,
        "events": len(own),
        "blocked": sum(one.blocked for one in own),
        "failed": sum(one.failed > 0 for one in own),
        "hooks_ms": hooks_ms,
        "elsewhere_ms": elsewhere_ms,
        "subject": _first_prompt(journal, own),
        "whole": whole,
    }


def _first_prompt(journal: Reader, own: Iterable[Summary]) -> str:
    prompt = next(
        (one for one in own if one.event in EVENTS and EVENTS[one.event].starts_turn), None
    )
    if prompt is None:
        return ""
    entry = journal.entry(prompt.id)
    return subject(entry.event, entry.input) if entry else ""


def conversation_view(
    world: World, journal: Reader, identity: str, after_id: int | None
) -> ConversationView:
    """One conversation, the oldest event first."""
    entries = journal.after(after_id or 0, limit=MOST_ROWS + 1, conversation=identity)
    if not entries:
        raise NotThere(f"The journal has no events of conversation {one_line(identity, 100)!r}.")
    shown = entries[:MOST_ROWS]
    hooks_ms, elsewhere_ms = _times([(one.at, one.duration_ms or 0.0) for one in shown])
    marks = marks_of(world.state, identity, shown)
    return {
        "page": page_facts(
            world, "conversation", f"Conversation {one_line(identity, 40)}", journal.newest_id()
        ),
        "id": identity,
        "first_at": shown[0].at,
        "last_at": shown[-1].at,
        "hooks_ms": hooks_ms,
        "elsewhere_ms": elsewhere_ms,
        "hooks_share": hooks_ms / (hooks_ms + elsewhere_ms)
        if hooks_ms + elsewhere_ms > 0
        else None,
        "blocked": sum(one.blocked for one in shown),
        "failed": sum(one.failed > 0 for one in shown),
        "marked": bool(marks),
        "rows": _timeline(shown, marks),
        "next_after": shown[-1].id if len(entries) > MOST_ROWS else None,
    }


def _timeline(entries: Sequence[Entry], marks: Mapping[int, list[FlowMark]]) -> list[TimelineRow]:
    begins, ended = entries[0].at, entries[0].at
    rows = []
    for entry in entries:
        took_ms = entry.duration_ms or 0.0
        since_start_ms, elsewhere_ms = (entry.at - begins) * 1000, max(entry.at - ended, 0.0) * 1000
        row = _timeline_row(entry, since_start_ms, elsewhere_ms)
        rows.append(row | {"marks": marks.get(entry.id, [])})
        ended = max(ended, entry.at + took_ms / 1000)
    return rows


def _timeline_row(entry: Entry, since_start_ms: float, elsewhere_ms: float) -> TimelineRow:
    response = entry.result.get("response") or {}
    followup = response.get("followup_message")
    said = followup or response.get("user_message") or response.get("agent_message")
    return {
        "id": entry.id,
        "at": entry.at,
        "since_start_ms": since_start_ms,
        "elsewhere_ms": elsewhere_ms,
        "hooks_ms": entry.duration_ms or 0.0,
        "event": entry.event,
        "kind": _kind(EVENTS.get(entry.event), entry.blocked, followup),
        "subject": subject(entry.event, entry.input),
        "decided": decided(entry.permission, entry.blocked),
        "because": entry.because,
        "message": one_line(said, _LONGEST_MESSAGE) if isinstance(said, str) else None,
        "failed": entry.failed,
        "overruled": entry.overruled,
        "marks": [],
    }


#: What an event is that has one of these fields.
_KINDS_BY_FIELD = {
    "tool": {"tool_name", "command", "file_path"},
    "answer": {"text"},
}


def _kind(spec: EventSpec | None, blocked: bool, followup: Any) -> Any:
    """What an event is in a session, by the columns of its row."""
    if blocked:
        return "block"
    if followup:
        return "follow-up"
    if spec is None:
        return "other"
    if spec.starts_turn:
        return "prompt"
    names = {field.name for field in spec.fields}
    for kind, telling in _KINDS_BY_FIELD.items():
        if names & telling:
            return kind
    of_session = (spec.ends_session, spec.loops, not spec.awaited)
    return "session" if any(of_session) else "other"


def _times(moments: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Time in hooks, and time between events, of moments with durations in ms, the oldest first."""
    hooks_ms = sum(took_ms for _, took_ms in moments)
    ended, elsewhere_ms = moments[0][0], 0.0
    for at, took_ms in moments:
        elsewhere_ms += max(at - ended, 0.0) * 1000
        ended = max(ended, at + took_ms / 1000)
    return hooks_ms, elsewhere_ms
