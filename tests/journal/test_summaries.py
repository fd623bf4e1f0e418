"""journal.summaries: the latest entries in short, by number; a journal that is not there is an empty answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hookline.journal.journal_reader import Reader, ask
from hookline.journal.store import SqliteJournal
from hookline.journal.summaries import RunSummary, Summary
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
    found = ask(path, Reader.latest, limit=2)
    assert [(one.id, one.at, one.event, one.blocked, one.failed) for one in found] == [
        (3, NOON + 120, "stop", False, 0), (2, NOON + 60, "beforeShellExecution", True, 1),
    ]  # fmt: skip
    assert ask(path, Reader.latest, limit=9, before_id=2) == [
        Summary(1, NOON, "beforeShellExecution", "c", False, None, 0, 5.0, "cursor", "3.1")
    ]


def test_a_host_is_its_profile_and_the_version_it_reports(path: str) -> None:
    assert [one.host for one in ask(path, Reader.latest, limit=9)] == ["cursor", "cursor", "cursor 3.1"]


def test_runs_come_in_the_order_of_the_journal(path: str) -> None:
    found = ask(path, Reader.runs_after, 1)
    assert [(one.entry, one.event, one.permission, one.failure) for one in found] == [
        (2, "beforeShellExecution", "deny", None), (2, "beforeShellExecution", None, "timed out after 1 s"),
        (3, "stop", None, None),
    ]  # fmt: skip
    assert found[0] == RunSummary(
        2, NOON + 60, "project", "beforeShellExecution", "./guard.sh", "command", ".cursor/hooks.json:6", "exited", 3.0,
        "deny", None, '["/work/shop"]',
    )  # fmt: skip


def test_events_are_counted_by_workspace(path: str) -> None:
    assert sorted(ask(path, Reader.times_fired, 0)) == [
        ("beforeShellExecution", '["/work/shop"]', 2),
        ("stop", '["/work/other"]', 1),
    ]
    assert ask(path, Reader.times_fired, 3) == []


def test_neighbours(path: str) -> None:
    assert [ask(path, Reader.neighbours, number) for number in (1, 2, 3, 9)] == [(None, 2), (1, 3), (2, None), (3, None)]


def test_a_journal_that_is_not_there_is_an_empty_answer(journal_path: str) -> None:
    assert (ask(journal_path, Reader.latest, limit=5), ask(journal_path, Reader.runs_after, 0), ask(journal_path, Reader.times_fired, 0), ask(journal_path, Reader.neighbours, 1)) == (
        [], [], [], (None, None),
    )  # fmt: skip
