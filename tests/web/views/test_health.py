"""web.views.health: coverage, slow hooks, failures by kind, and the histogram."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.journal.summaries import RunSummary, Summary
from hookline.testing import a_hook, a_hookset
from hookline.web.views.health import BUCKETS_MS, coverage, failures, health_view, kind_of, latency, slowest
from hookline.web.views.health_shapes import CheckupRow
from hookline.web.world import World

Shop = Any
CHECKUP: CheckupRow = {"done": True, "at": 1.0, "fine": True, "findings": []}


def a_summary(**more: Any) -> Summary:
    values = {"id": 1, "at": 1.0, "event": "stop", "conversation_id": None, "blocked": False, "permission": None, "failed": 0,
              "duration_ms": 1.0, "profile": "cursor", "version": None}  # fmt: skip
    return Summary(**{**values, **more})


def a_run(**more: Any) -> RunSummary:
    values = {"entry": 1, "at": 1.0, "source": "user", "event": "stop", "command": "true", "type": "command", "where": "x:1",
              "ending": "exited", "duration_ms": 1.0, "permission": None, "failure": None, "roots": "[]"}  # fmt: skip
    return RunSummary(**{**values, **more})


def test_an_event_is_configured_seen_or_neither() -> None:
    latest = [a_summary(at=9.0), a_summary(at=5.0), a_summary(event="preCompact", version="3.1", at=3.0)]
    hooks = a_hookset([a_hook("stop", source="user"), a_hook("sessionEnd", source="user")])
    table = coverage(latest, hooks)
    found = {row["event"]: row for row in table["rows"]}
    assert (table["hosts"], len(table["rows"])) == (["cursor", "cursor 3.1"], 21)
    assert found["stop"]["cells"] == [
        {"host": "cursor", "seen": 2, "last_at": 9.0, "state": "configured and seen"},
        {"host": "cursor 3.1", "seen": 0, "last_at": None, "state": "configured, never seen"},
    ]
    assert [cell["state"] for cell in found["sessionEnd"]["cells"]] == ["configured, never seen"] * 2
    assert [cell["state"] for cell in found["preCompact"]["cells"]] == ["never seen", "seen, nothing configured"]


def test_a_hook_that_does_not_run_is_not_counted_as_configured() -> None:
    off = a_hook("stop", source="user")
    hooks = a_hookset([off, a_hook("sessionEnd")], trust=[])._replace(off={off.key: 1.0})
    assert {row["event"]: row["configured"] for row in coverage([], hooks)["rows"] if row["configured"]} == {}


def test_many_hosts_are_the_busiest_ones() -> None:
    latest = [a_summary(version=str(number)) for number in range(20) for _ in range(number)]
    assert coverage(latest, a_hookset())["hosts"] == [f"cursor {number}" for number in (19, 18, 17, 16, 15, 14)]


def test_the_slowest_come_first() -> None:
    found = [a_run(command="slow", duration_ms=900.0), a_run(duration_ms=2.0), a_run(command="slow", duration_ms=100.0)]
    rows = slowest(found, {("user", "stop", "slow"): "abc"})
    assert [(row["command"], row["runs"], row["p50_ms"], row["p95_ms"], row["hook_id"]) for row in rows] == [
        ("slow", 2, 100.0, 900.0, "abc"), ("true", 1, 2.0, 2.0, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        param("timed out after 1 s", "timed out", id="a timeout"),
        param("exited with code 127", "exited", id="an exit code"),
        param("killed by signal 9 (SIGKILL)", "killed", id="a signal"),
        param("not found: .cursor/hooks/x.sh", "not found", id="a missing script"),
        param("answer is not JSON: Expecting value", "answer is not JSON", id="no JSON"),
        param("permission 'denied' is not allow, deny or ask", "permission", id="a wrong word"),
        param("", "failed", id="nothing"),
    ],
)
def test_kinds_of_failures(failure: str, kind: str) -> None:
    assert kind_of(failure) == kind


def test_failures_are_counted_by_kind_with_the_latest_to_look_at() -> None:
    found = [a_run(failure="timed out after 1 s"), a_run(entry=2, at=2.0), a_run(entry=3, at=3.0, failure="timed out after 2 s"),
             a_run(entry=4, failure="exited with code 1")]  # fmt: skip
    assert failures(found) == [
        {"kind": "timed out", "count": 2, "last_at": 3.0, "last_id": 3, "example": "timed out after 2 s"},
        {"kind": "exited", "count": 1, "last_at": 1.0, "last_id": 4, "example": "exited with code 1"},
    ]


def test_every_duration_is_in_one_bucket() -> None:
    table = latency([0.0, 0.5, 1.0, 4.9, 5.0, 10_000.0, 99_999.0])
    buckets = {(one["from_ms"], one["to_ms"]): one["count"] for one in table["buckets"] if one["count"]}
    assert buckets == {(0.0, 1.0): 2, (1.0, 2.0): 1, (2.0, 5.0): 1, (5.0, 10.0): 1, (10_000.0, None): 2}
    assert (len(table["buckets"]), table["events"], table["p50_ms"], table["max_ms"]) == (
        len(BUCKETS_MS) + 1,
        7,
        4.9,
        99_999.0,
    )


def test_a_page_of_what_happened(shop: Shop) -> None:
    shop.play()
    view = shop.world.look(health_view, CHECKUP)
    assert (view["looked_at"], view["latency"]["events"], view["checkup"], view["next_steps"]) == (9, 9, CHECKUP, [])
    assert [row["kind"] for row in view["failures"]] == ["exited"]
    assert view["coverage"]["hosts"] == ["cursor 3.18.25", "cursor"]


def test_a_fresh_user_has_nothing_to_be_measured(nobody: World) -> None:
    view = nobody.look(health_view, CHECKUP)
    assert (view["looked_at"], view["slowest"], view["failures"], view["coverage"]["hosts"]) == (0, [], [], ["cursor"])
    assert view["next_steps"] != []
