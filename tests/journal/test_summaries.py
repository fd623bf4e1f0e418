"""journal.glance: the latest entries in short, by number; a journal that is not there is an empty answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hookline.journal.store import SqliteJournal
from hookline.journal.summaries import Glance, RunGlance, glances, neighbours, runs, seen
from hookline.model import Record

NOON = 1_795_003_200.0
Records = Callable[..., Record]


@pytest.fixture
def path(journal_path: str, record: Records, run: Any) -> Iterator[str]:
    """Three events, one minute apart; two of one host and workspace."""
    with SqliteJournal(journal_path, now=lambda: NOON) as journal:
        journal.append(record(run(), at=NOON, input={"cursor_version": "3.1"}, duration_ms=5.0, conversation_id="c"))
        journal.append(record(run(permission="deny"), run(failure="timed out after 1 s"), at=NOON + 60, blocked=True))
        journal.append(
            record(run(event="stop"), at=NOON + 120, event="stop", roots=("/work/other",), input={"cursor_version": 5})
        )
        yield journal_path


def test_the_latest_come_first_and_without_their_payloads(path: str) -> None:
    found = glances(path, limit=2)
    assert [(one.id, one.at, one.event, one.blocked, one.failed) for one in found] == [
        (3, NOON + 120, "stop", False, 0), (2, NOON + 60, "beforeShellExecution", True, 1),
    ]  # fmt: skip
    assert glances(path, limit=9, before_id=2) == [
        Glance(1, NOON, "beforeShellExecution", "c", False, None, 0, 5.0, "cursor", "3.1")
    ]


def test_a_host_is_its_profile_and_the_version_it_reports(path: str) -> None:
    assert [one.host for one in glances(path, limit=9)] == ["cursor", "cursor", "cursor 3.1"]


def test_runs_come_in_the_order_of_the_journal(path: str) -> None:
    found = runs(path, 1)
    assert [(one.entry, one.event, one.permission, one.failure) for one in found] == [
        (2, "beforeShellExecution", "deny", None), (2, "beforeShellExecution", None, "timed out after 1 s"),
        (3, "stop", None, None),
    ]  # fmt: skip
    assert found[0] == RunGlance(
        2, NOON + 60, "project", "beforeShellExecution", "./guard.sh", "command", ".cursor/hooks.json:6", "exited", 3.0,
        "deny", None, '["/work/shop"]',
    )  # fmt: skip


def test_events_are_counted_by_workspace(path: str) -> None:
    assert sorted(seen(path, 0)) == [("beforeShellExecution", '["/work/shop"]', 2), ("stop", '["/work/other"]', 1)]
    assert seen(path, 3) == []


def test_neighbours(path: str) -> None:
    assert [neighbours(path, number) for number in (1, 2, 3, 9)] == [(None, 2), (1, 3), (2, None), (3, None)]


def test_a_journal_that_is_not_there_is_an_empty_answer(journal_path: str) -> None:
    assert (glances(journal_path, limit=5), runs(journal_path, 0), seen(journal_path, 0), neighbours(journal_path, 1)) == (
        [], [], [], (None, None),
    )  # fmt: skip
