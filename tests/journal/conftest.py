"""Records to keep, and a place for the journal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookline.model import Completion, Decision, Hook, Outcome, Record

#: 18 November 2026, 12:00 UTC.
NOON = 1_795_003_200.0


def a_hook(**more: Any) -> Hook:
    values = {
        "source": "project",
        "event": "beforeShellExecution",
        "number": 1,
        "file": "/work/shop/.cursor/hooks.json",
        "line": 6,
        "command": "./guard.sh",
        "root": "/work/shop",
    }
    return Hook(**{**values, **more})


def a_run(
    *, answer: Any = None, permission: str | None = None, failure: str | None = None, **more: Any
) -> Outcome:
    completion = {
        name: more.pop(name)
        for name in ("ending", "duration_ms", "code", "signal", "stderr", "judge")
        if name in more
    }
    return Outcome(
        a_hook(**more),
        Completion(**{"ending": "exited", "duration_ms": 3.0, "code": 0, **completion}),
        answer,
        permission=permission,
        failure=failure,
    )


def a_record(
    *runs: Outcome, at: float = NOON, roots: tuple[str, ...] = ("/work/shop",), **more: Any
) -> Record:
    values = {
        "event": "beforeShellExecution",
        "input": {"command": "git status"},
        "blocked": False,
        "permission": None,
        "response": {},
        "because": "nobody objected",
        "outcomes": runs,
        "id": "run-1",
        "conversation_id": "conv-1",
        "duration_ms": 4.0,
    }
    return Record(at, Decision(**{**values, **more}), roots)


@pytest.fixture
def journal_path(tmp_path: Path) -> str:
    return str(tmp_path / "state" / "journal.db")


@pytest.fixture
def record() -> Callable[..., Record]:
    """`record(run(), input={…})`: a record with sensible values; name only what matters."""
    return a_record


@pytest.fixture
def run() -> Callable[..., Outcome]:
    """`run(command="./x.sh", code=2)`: a hook's run."""
    return a_run
