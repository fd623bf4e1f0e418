"""Which files were edited in a conversation."""

import os
from pathlib import Path
from typing import Any

import pytest

from hookline.kit.files.edited_files import Edited
from hookline.sdk.event_types import AfterFileEdit


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


def event(root: Path, conversation: Any = "c1") -> AfterFileEdit:
    return AfterFileEdit({"conversation_id": conversation, "workspace_roots": [str(root)]})


def test_each_file_is_noted_once_for_its_conversation(root: Path) -> None:
    edited = Edited("x")
    for name in ("a", "b\n", "a"):
        edited.note(event(root), f"{root}/{name}")
    edited.note(event(root, "../c2"), f"{root}/c")
    assert edited.paths(event(root)) == [f"{root}/a", f"{root}/b\n"]
    assert edited.paths(event(root, "../c2")) == [f"{root}/c"]
    assert Edited("y").paths(event(root)) == []


@pytest.mark.parametrize("path", ["/elsewhere/a", "", None, 5, "a\0b"])
def test_what_is_not_in_the_workspace_is_not_noted(root: Path, path: Any) -> None:
    edited = Edited("x")
    edited.note(event(root), path)
    assert edited.paths(event(root)) == []


def test_forgetting_begins_again(root: Path) -> None:
    edited = Edited("x")
    edited.note(event(root), f"{root}/a")
    edited.forget(event(root))
    edited.forget(event(root))
    assert edited.paths(event(root)) == []


def test_a_damaged_line_costs_only_itself(root: Path) -> None:
    edited = Edited("x")
    edited.note(event(root), f"{root}/a")
    [file] = (root.parent / "state" / "kit" / "x").iterdir()
    file.write_text('"half\n5\n' + file.read_text())
    assert edited.paths(event(root)) == [f"{root}/a"]


def test_conversations_of_long_ago_are_forgotten(root: Path) -> None:
    edited = Edited("x")
    edited.note(event(root, "old"), f"{root}/a")
    [file] = (root.parent / "state" / "kit" / "x").iterdir()
    os.utime(file, (0, 0))
    edited.note(event(root, "new"), f"{root}/a")
    assert edited.paths(event(root, "old")) == []
    assert edited.paths(event(root, "new")) == [f"{root}/a"]
