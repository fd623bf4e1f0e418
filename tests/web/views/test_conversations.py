"""web.views.conversations: sessions as timelines, with time in hooks beside time elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from hookline.http.refusal import NotThere
from hookline.journal.store import SqliteJournal
from hookline.model import Decision, Record
from hookline.spec.events import EVENTS
from hookline.web.views import conversations
from hookline.web.views.conversations import conversation_view, conversations_view
from hookline.web.world import World

NOON = 1_795_003_200.0
Shop = Any


def keep(world: World, *moments: tuple[float, str, str | None, float], **more: Any) -> None:
    """Put events into the journal: seconds after noon, event, conversation, milliseconds in hooks."""
    with SqliteJournal(world.journal, now=lambda: NOON) as journal:
        for at_s, event, conversation, took_ms in moments:
            given = {"prompt": f"do {event}", **more.get("input", {})}
            decision = Decision(event, given, False, None, more.get("response", {}), "why", duration_ms=took_ms, id="x")
            journal.append(Record(NOON + at_s, decision._replace(conversation_id=conversation), world.roots))


def test_sessions_come_latest_first_with_their_figures(nobody: World) -> None:
    keep(
        nobody, (0, "beforeSubmitPrompt", "a", 100.0), (2, "stop", "a", 500.0), (3, "stop", "b", 1.0), (4, "stop", None, 1.0)
    )
    view = nobody.look(conversations_view, None)
    assert (view["searched"], view["next_before"], view["next_steps"]) == (4, None, [])
    assert view["rows"] == [
        {"id": "b", "first_at": NOON + 3, "last_at": NOON + 3, "events": 1, "blocked": 0, "failed": 0, "hooks_ms": 1.0,
         "elsewhere_ms": 0.0, "subject": "", "whole": True},
        {"id": "a", "first_at": NOON, "last_at": NOON + 2, "events": 2, "blocked": 0, "failed": 0, "hooks_ms": 600.0,
         "elsewhere_ms": pytest.approx(1900.0, abs=0.01), "subject": "do beforeSubmitPrompt", "whole": True},
    ]  # fmt: skip


def test_older_sessions_are_on_the_next_page(nobody: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversations, "LOOKED_AT", 3)
    keep(nobody, *((number, "stop", f"c{number}", 1.0) for number in range(5)))
    first = nobody.look(conversations_view, None)
    assert ([row["id"] for row in first["rows"]], first["next_before"], first["rows"][0]["whole"]) == (
        ["c4", "c3", "c2"], 3, False,
    )  # fmt: skip
    second = nobody.look(conversations_view, first["next_before"])
    assert ([row["id"] for row in second["rows"]], second["next_before"]) == (["c1", "c0"], None)


def test_a_timeline_tells_time_in_hooks_from_time_elsewhere(nobody: World) -> None:
    keep(nobody, (0, "sessionStart", "a", 250.0), (1, "beforeSubmitPrompt", "a", 500.0), (1.2, "stop", "a", 100.0))
    view = nobody.look(conversation_view, "a", None)
    told = [(row["event"], row["since_start_ms"], row["elsewhere_ms"], row["hooks_ms"]) for row in view["rows"]]
    assert told == [
        ("sessionStart", 0.0, 0.0, 250.0),
        ("beforeSubmitPrompt", pytest.approx(1000, abs=0.01), pytest.approx(750, abs=0.01), 500.0),
        ("stop", pytest.approx(1200, abs=0.01), 0.0, 100.0),  # it began while the one before was still under way
    ]
    assert (view["hooks_ms"], view["elsewhere_ms"]) == (850.0, pytest.approx(750, abs=0.01))
    assert view["hooks_share"] == pytest.approx(850 / 1600, abs=0.001)


def test_what_happened_is_of_a_kind(shop: Shop) -> None:
    shop.play()
    rows = shop.world.look(conversation_view, "conv-deploy", None)["rows"]
    assert [(row["event"], row["kind"], row["message"]) for row in rows] == [
        ("sessionStart", "session", None), ("beforeSubmitPrompt", "prompt", None), ("beforeShellExecution", "tool", None),
        ("beforeShellExecution", "tool", None), ("beforeShellExecution", "block", "No recursive deletes here."),
        ("postToolUse", "tool", None), ("stop", "follow-up", "Run the tests once more."),
    ]  # fmt: skip


def test_every_event_has_a_kind(nobody: World) -> None:
    keep(nobody, *((number, event, "a", 1.0) for number, event in enumerate(EVENTS)))
    kinds = {row["event"]: row["kind"] for row in nobody.look(conversation_view, "a", None)["rows"]}
    assert [event for event, kind in kinds.items() if kind == "other"] == ["subagentStart", "preCompact"]


def test_a_long_session_is_told_a_piece_at_a_time(nobody: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversations, "MOST_ROWS", 3)
    keep(nobody, *((number, "stop", "a", 1.0) for number in range(4)))
    first = nobody.look(conversation_view, "a", None)
    assert ([row["id"] for row in first["rows"]], first["next_after"]) == ([1, 2, 3], 3)
    second = nobody.look(conversation_view, "a", first["next_after"])
    assert ([row["id"] for row in second["rows"]], second["next_after"]) == ([4], None)


def test_a_clock_that_was_set_back_makes_no_negative_time(nobody: World) -> None:
    keep(nobody, (100, "stop", "a", 1.0), (0, "stop", "a", 1.0))
    view = nobody.look(conversation_view, "a", None)
    assert view["elsewhere_ms"] == 0.0 and all(row["elsewhere_ms"] >= 0 for row in view["rows"])


def test_there_is_no_such_session(nobody: World) -> None:
    with pytest.raises(NotThere, match="no events of conversation 'x'"):
        nobody.look(conversation_view, "x", None)
