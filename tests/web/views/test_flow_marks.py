"""web.views.flow_marks: each mark at the event it was set at, and none anywhere else."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hookline.kit.sessions.flow_notes import Flow, Mark
from hookline.kit.state_files import change_json, kit_folder, name_for
from hookline.web.views.flow_marks import marks_of

NOON = 1_795_003_200.0


def entry(number: int, event: str, at_s: float, took_ms: float | None = 100.0) -> Any:
    return SimpleNamespace(id=number, event=event, at=NOON + at_s, duration_ms=took_ms)


ENTRIES = [
    entry(1, "beforeReadFile", 0),
    entry(2, "beforeReadFile", 0.15),
    entry(3, "preToolUse", 5),
    entry(4, "stop", 9, None),
]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path))
    return str(tmp_path)


@pytest.mark.parametrize(
    ("mark", "found"),
    [
        (("private", "beforeReadFile", 0.05), 1),
        (("private", "beforeReadFile", 0.2), 2),
        (("private", "beforeReadFile", 3), None),
        (("untrusted", "preToolUse", 5.02), 3),
        (("untrusted", "preToolUse", 0.05), None),
        (("stopped", "stop", 9.1), 4),
        (("stopped", "unknown", 9.1), None),
    ],
)
def test_a_mark_belongs_to_the_event_that_was_under_way(state: str, mark: tuple[str, str, float], found: int | None) -> None:
    kind, event, at_s = mark
    flow = Flow("c", 1, [Mark(kind, "it", event, NOON + at_s, 1)])
    change_json(f"{kit_folder('flow-guard')}/{name_for('c')}.json", lambda kept: kept.update(flow.as_json()))
    assert marks_of(state, "c", ENTRIES) == ({found: [{"kind": kind, "what": "it"}]} if found else {})


def test_a_conversation_without_notes_has_no_marks(state: str) -> None:
    assert marks_of(state, "c", ENTRIES) == {}
