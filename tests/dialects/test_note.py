"""dialects.note: what became of something, as a value."""

from __future__ import annotations

import pytest
from pytest import param

from hookline.dialects.note import CHANGED, KEPT, LOST, Note, loses_a_gate


@pytest.mark.parametrize(
    ("notes", "loses"),
    [
        param([], False, id="nothing"),
        param([Note(LOST, "", "x", gate=True)], True, id="a lost gate"),
        param([Note(CHANGED, "", "x", gate=True)], False, id="a changed gate"),
        param([Note(LOST, "", "x")], False, id="something else is lost"),
        param([Note(KEPT, "", "x"), Note(LOST, "", "x", gate=True)], True, id="one among others"),
    ],
)
def test_whether_a_gate_is_lost(notes: list[Note], loses: bool) -> None:
    assert loses_a_gate(notes) == loses


def test_a_note_for_programs() -> None:
    assert Note(LOST, "/a", "gone", "f.json", 3, True, "stop", "event").as_dict() == {
        "kind": "lost", "pointer": "/a", "sentence": "gone", "file": "f.json", "line": 3, "gate": True,
        "event": "stop", "about": "event",
    }  # fmt: skip
