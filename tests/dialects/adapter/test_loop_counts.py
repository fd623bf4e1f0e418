"""dialects.adapter.loop_counts: how many follow-ups a hook has had in a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.dialects.adapter.loop_counts import count_loop, counted_loops

HOOK = {"event": "stop", "command": "x"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def count(number: int, **facts: Any) -> None:
    for loops in range(number):
        count_loop(HOOK, {"session": "s", "loops": loops, **facts})


@pytest.mark.parametrize(
    ("facts", "before", "expected"),
    [
        param({"loops": 4}, 0, 4, id="the host tells"),
        param({"again": False}, 0, 0, id="the first end of a turn"),
        param({"again": True}, 2, 2, id="the host says only that there were some"),
        param({"again": True}, 0, 1, id="somebody else's follow-up"),
        param({"again": False}, 3, 0, id="a new turn sets them back"),
        param({}, 3, 3, id="the host says nothing: all of the session"),
        param({}, 0, 0, id="and there were none"),
    ],
)
def test_counts(facts: dict[str, Any], before: int, expected: int) -> None:
    count(before)
    assert counted_loops(HOOK, {"session": "s", **facts}) == expected


def test_sessions_and_hooks_are_counted_apart() -> None:
    count(2)
    assert (counted_loops(HOOK, {"session": "t"}), counted_loops({**HOOK, "command": "y"}, {"session": "s"})) == (0, 0)


def test_a_new_turn_leaves_nothing_behind(home: Path) -> None:
    count(2)
    counted_loops(HOOK, {"session": "s", "again": False})
    assert list((home / ".cache/hookline/loops").iterdir()) == []


def test_a_count_that_cannot_be_kept_is_no_failure(home: Path) -> None:
    (home / ".cache").write_text("a file where a folder should be")
    count(1)
    assert counted_loops(HOOK, {"session": "s"}) == 0
