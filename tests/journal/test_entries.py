"""journal.entries: rows become what the journal answers with."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from hookline.journal.entries import Entry, HookStats, Run, Totals, to_entry, to_run, to_stats, to_totals
from hookline.journal.rows import to_row
from hookline.model import Hook, Overruled, Problem, Record, Skip, Texts

Records = Callable[..., Record]
LATE = Hook("user", "beforeShellExecution", 2, "/home/bob/.cursor/hooks.json", 9, "./late.sh")


def read_back(record: Record, number: int = 7) -> Entry:
    *entry, runs = to_row(record)
    return to_entry((number, *entry), tuple(to_run(cells) for cells in json.loads(runs or "[]")))


def test_an_entry_reads_as_the_decision_did(record: Records, run: Any) -> None:
    """Whatever `fire --json` showed, `log --json` shows again, and a little more."""
    made = record(
        run(code=2, permission="deny", stderr="no", answer={"permission": "deny"}),
        run(ending="killed", code=None, signal=9, failure="killed by signal 9 (SIGKILL)"),
        run(type="prompt", command="Is it safe?", judge={"model": "m"})._replace(notes=("noted",)),
        blocked=True,
        permission="deny",
        response={"permission": "deny"},
        texts=Texts("to the person", "to the model"),
        overruled=(Overruled(LATE, "deny"),),
        notes=("a note",),
        problems=(Problem("c", "error", "/f", 1, 1, 1, "/p", "problem", "remedy"),),
        skips=(Skip(LATE, "matcher 'curl' does not match"),),
    )
    shown = read_back(made).as_dict()
    assert {name: shown[name] for name in made.decision.as_dict()} == made.decision.as_dict()
    more = {name: value for name, value in shown.items() if name not in made.decision.as_dict()}
    assert more == {
        "id": 7,
        "at": made.at,
        "permission": "deny",
        "conversation_id": "conv-1",
        "roots": ["/work/shop"],
        "profile": "cursor",
        "input": {"command": "git status"},
        "input_sha256": None,
        "input_bytes": None,
    }


def test_an_entry_with_nothing_in_it_reads_as_the_decision_did(record: Records) -> None:
    made = record()
    shown = read_back(made).as_dict()
    assert {name: shown[name] for name in made.decision.as_dict()} == made.decision.as_dict()


def test_a_run_has_every_field_of_seed_002(record: Records, run: Any) -> None:
    entry = read_back(record(run(code=1, stderr="oh", answer={"a": 1}, failure="exited with code 1")))
    assert entry.runs == (
        Run("project", "beforeShellExecution", "./guard.sh", ".cursor/hooks.json:6", "command", "exited", 1, None,
            "exited with code 1", None, 3.0, {"a": 1}, "oh", None, None),
    )  # fmt: skip
    kept = (entry.execution_id, entry.at, entry.event, entry.input)
    assert kept == ("run-1", 1_795_003_200.0, "beforeShellExecution", {"command": "git status"})


def test_totals_of_no_journal_are_none() -> None:
    assert to_totals(()) == Totals(0, 0, 0, None, None)
    assert to_totals((3, 1, 2, 5.0, 6.0)) == Totals(entries=3, blocked=1, failed=2, first_at=5.0, last_at=6.0)


def row(command: str, duration_ms: float, at: float, **more: Any) -> tuple[Any, ...]:
    values = {"place": "hooks.json:6", "permission": None, "failure": None, **more}
    return ("project", "stop", command, "command", values["place"], duration_ms, values["permission"], values["failure"], at)


def test_figures_per_hook_the_busiest_first() -> None:
    rows = [
        row("./slow.sh", 500.0, 9.0, failure="timed out"),
        *(row("./fast.sh", float(n), float(n)) for n in range(1, 101)),
    ]
    assert to_stats([*rows, row("./fast.sh", 50.0, 3.0, place="hooks.json:8", permission="deny")]) == [
        HookStats("project", "stop", "./fast.sh", "command", "hooks.json:8", 101, 50.0, 95.0, 1, 0, 100.0),
        HookStats("project", "stop", "./slow.sh", "command", "hooks.json:6", 1, 500.0, 500.0, 0, 1, 9.0),
    ]


@pytest.mark.parametrize(("count", "p50", "p95"), [(1, 1, 1), (2, 1, 2), (3, 2, 3), (20, 10, 19), (100, 50, 95)])
def test_shares(count: int, p50: float, p95: float) -> None:
    (stats,) = to_stats([row("x", float(number), 0.0) for number in range(count, 0, -1)])
    assert (stats.p50_ms, stats.p95_ms) == (p50, p95)


def test_no_rows_no_figures() -> None:
    assert to_stats([]) == []
