"""doctor.history: what the journal knows of each hook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hookline.doctor import history
from hookline.doctor.history import Overrule, Runs, history_of
from hookline.journal.store import SqliteJournal
from hookline.model import Completion, Decision, Ending, Outcome, Overruled, Record, Skip
from hookline.testing import a_hook

NOW = 1_800_000_000.0
ROOT = "/work/shop"
HOOK = a_hook(matcher="curl")


def ran(hook: Any = HOOK, code: int = 0, stderr: str = "", duration_ms: float = 5.0, failure: str | None = None) -> Outcome:
    return Outcome(hook, Completion(Ending.EXITED, duration_ms, code, stderr=stderr), failure=failure)


def record(*outcomes: Outcome, at: float = NOW, roots: tuple[str, ...] = (ROOT,), **more: Any) -> Record:
    values = {"event": "beforeShellExecution", "input": {}, "blocked": False, "permission": None, "response": {},
              "because": "it says so", "outcomes": outcomes, **more}  # fmt: skip
    return Record(at, Decision(**values), roots)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "state/journal.db")


def keep(path: str, *records: Record) -> None:
    journal = SqliteJournal(path)
    for one in records:
        journal.append(one)
    journal.close()


def look(path: str, *hooks: Any) -> history.History:
    return history_of(path, hooks or [HOOK], [ROOT], NOW - 30 * 86_400)


def test_no_journal_knows_nothing(path: str) -> None:
    assert look(path) == history.History(runs=(Runs(),))


def test_runs_are_found_with_their_times_newest_first(path: str) -> None:
    keep(path, record(ran(duration_ms=9), at=NOW - 20), record(ran(duration_ms=1), at=NOW - 10), record(ran(duration_ms=3)))
    found = look(path)
    runs = found.runs[0]
    assert (found.begins_at, found.events) == (NOW - 20, 3)
    assert (runs.last_at, [run.duration_ms for run in runs.latest], runs.median_ms) == (NOW, [3, 1, 9], 3)


def test_another_workspaces_hook_is_another_hook(path: str) -> None:
    keep(path, record(ran(), roots=("/work/other",)))
    assert look(path).runs == (Runs(),)


def test_a_users_hook_is_one_in_all_workspaces(path: str) -> None:
    mine = a_hook(source="user")
    keep(path, record(ran(mine), roots=("/work/other",)))
    assert look(path, mine).runs[0].last_at == NOW


def test_an_accidental_exit_2_is_told_apart(path: str) -> None:
    meant, accident = ran(code=2, stderr="not allowed"), ran(code=2, stderr="sh: 0: cannot open x.sh: No such file")
    keep(path, record(meant), record(accident), record(ran(stderr="cannot open x")))
    assert [run.stderr for run in look(path).runs[0].accidents] == ["sh: 0: cannot open x.sh: No such file"]


def test_events_its_matcher_did_not_match_are_counted(path: str) -> None:
    as_now = Skip(HOOK, "matcher 'curl' does not match")
    before = Skip(HOOK, "matcher 'wget' does not match")
    keep(path, record(skips=(as_now,)), record(skips=(as_now, before)), record(skips=(Skip(HOOK, "not trusted"),)))
    assert look(path).runs == (Runs(None, (), 2),)


def test_a_run_before_the_latest_events_is_still_found(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "LATEST_EVENTS", 2)
    keep(path, record(ran(), at=NOW - 99), record(at=NOW - 2), record(at=NOW - 1))
    assert look(path, HOOK, a_hook(command="other")).runs == (Runs(NOW - 99), Runs())


def test_overruled_denies_are_counted_by_hook(path: str) -> None:
    low = a_hook(source="user", command="low.sh", file="/home/.cursor/hooks.json")
    denied, asked = Overruled(low, "deny"), Overruled(HOOK, "ask")
    keep(
        path,
        record(overruled=(denied,), at=NOW - 40 * 86_400),
        record(overruled=(denied,), at=NOW - 5, because="earlier"),
        record(overruled=(denied, asked), at=NOW - 4, because="later"),
        record(overruled=(denied,), roots=("/work/other",)),
    )
    assert look(path).overruled == (Overrule("user", "low.sh", "/home/.cursor/hooks.json:6", 2, NOW - 4, "later"),)


def test_a_journal_that_cannot_be_read_is_said(path: str) -> None:
    Path(path).parent.mkdir()
    Path(path).write_bytes(b"no database at all, but long enough to look like one" * 100)
    found = look(path, HOOK, HOOK)
    assert found.runs == (Runs(), Runs())
    assert found.trouble is not None and "is damaged" in found.trouble
