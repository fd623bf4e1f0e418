"""dialects.hookify.find: which files of a folder are rules, and what stands in the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hookline.dialects.note import LOST, Note
from hookline.hookify.rule_files import Found, Text, find
from hookline.model import Problem

param = pytest.param


@pytest.fixture
def claude(tmp_path: Path) -> Path:
    folder = tmp_path / ".claude"
    folder.mkdir()
    return folder


def test_rules_in_the_order_of_their_names(claude: Path, tmp_path: Path) -> None:
    for name in (
        "hookify.b.local.md",
        "hookify.a.x.local.md",
        "settings.json",
        "notes.md",
        "xhookify.c.local.md",
        "hookify.d.local.md~",
    ):
        (claude / name).write_text(name)
    texts = tuple(Text(f".claude/hookify.{one}.local.md", one, f"hookify.{one}.local.md") for one in ("a.x", "b"))
    assert find(str(tmp_path)) == Found(str(tmp_path), texts)


@pytest.mark.parametrize("way", ["", ".claude", ".claude/", "./.claude/../.claude"])
def test_the_workspace_or_its_claude_folder(way: str, claude: Path, tmp_path: Path) -> None:
    (claude / "hookify.a.local.md").write_text("x")
    assert find(f"{tmp_path}/{way}") == Found(str(tmp_path), (Text(".claude/hookify.a.local.md", "a", "x"),))


def test_what_only_looks_like_a_rule_is_told(claude: Path, tmp_path: Path) -> None:
    (claude / "hookify.a.md").write_text("x")
    sentence = "hookify reads only files that end in .local.md: this one is no rule, and is left out"
    assert find(str(tmp_path)) == Found(str(tmp_path), notes=(Note(LOST, "file", sentence, ".claude/hookify.a.md"),))


def a_problem(code: str, problem: str, remedy: str, file: str = ".claude/hookify.a.local.md", line: int = 1) -> Problem:
    return Problem(code, "error", file, line, 1, 1, "", problem, remedy, "hookify")


def test_a_folder_without_claude(tmp_path: Path) -> None:
    problem = f"{tmp_path}/.claude cannot be read: No such file or directory"
    remedy = "name the workspace whose .claude holds hookify.NAME.local.md"
    assert find(str(tmp_path)) == Found(str(tmp_path), problems=(a_problem("no-rules", problem, remedy, ".claude"),))


def test_what_cannot_be_read(claude: Path, tmp_path: Path) -> None:
    rule = claude / "hookify.a.local.md"
    rule.mkdir()
    assert [(one.code, one.problem) for one in find(str(tmp_path)).problems] == [
        ("not-a-file", "it is a folder, not a file")
    ]
    rule.rmdir()
    rule.symlink_to("nowhere")
    remedy = f"see: ls -l {rule}"
    assert find(str(tmp_path)).problems == (a_problem("unreadable", "it is a link to nowhere, which is not there", remedy),)
    rule.unlink()
    os.mkfifo(rule)
    assert [one.problem for one in find(str(tmp_path)).problems] == ["it is a pipe, not a file"]


def test_bytes_that_are_not_utf_8(claude: Path, tmp_path: Path) -> None:
    (claude / "hookify.a.local.md").write_bytes(b"---\nname: \xff\n---\n")
    assert find(str(tmp_path)).problems == (a_problem("not-utf-8", "byte 0xff is not UTF-8", "save it as UTF-8", line=2),)


def test_a_name_no_text_has(claude: Path, tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(claude) + b"/hookify.\xff\n.local.md")).write_text("x")
    assert find(str(tmp_path)).texts == (Text(".claude/hookify.?\n.local.md", "?\n", "x"),)
