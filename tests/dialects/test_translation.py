"""dialects.convert: texts in one dialect as files of another, and which files of a project belong to a dialect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.dialects.table import DIALECTS
from hookline.dialects.translation import Place, Source, convert, for_a_person, place_of
from hookline.hookify.hooks_json import convert_rules
from hookline.hookify.rule_files import Text
from hookline.hookify.workspace_rules import convert_texts

STOP = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./s.sh"}]}]}})
RULE = Text(
    ".claude/hookify.rm.local.md", "rm", "---\nname: rm\nenabled: true\nevent: bash\naction: block\npattern: rm\n---\nNo.\n"
)


def nothing(path: str) -> str:
    return ""


def test_hooks_of_several_files_come_together() -> None:
    made = convert("claude", "cursor", [Source("a.json", STOP), Source("b.json", STOP.replace("./s.sh", "./t.sh"))], nothing)
    assert [len(entries) for entries in json.loads(made.files[0].text)["hooks"].values()] == [2]
    assert ({note.file for note in made.notes}, made.sources, made.problems) == (
        {"a.json", "b.json"},
        ("a.json", "b.json"),
        (),
    )


def test_without_hooks_nothing_is_written() -> None:
    assert convert("claude", "cursor", [Source("a.json", "{}")], nothing).files == ()


def test_a_problem_of_one_file_does_not_stop_the_others() -> None:
    made = convert("claude", "cursor", [Source("a.json", "{"), Source("b.json", STOP)], nothing)
    assert ([problem.file for problem in made.problems], len(made.files)) == (["a.json"], 2)


@pytest.mark.parametrize(
    ("path", "twice"),
    [
        param(".claude/settings.json", True, id="a file Cursor reads too"),
        param("plugin/hooks.json", False, id="another one"),
    ],
)
def test_hooks_that_would_run_twice_are_said(path: str, twice: bool) -> None:
    made = convert("claude", "cursor", [Source(path, STOP)], nothing)
    assert any("or each runs twice" in note.sentence for note in made.notes) == twice


def test_the_present_text_is_asked_for_by_its_path() -> None:
    asked: list[str] = []

    def existing(path: str) -> str:
        asked.append(path)
        return '{"theme": "dark"}'

    made = convert("claude", "gemini", [Source("a.json", STOP)], existing)
    assert (asked, json.loads(made.files[0].text)["theme"]) == ([".gemini/settings.json"], "dark")


def test_notes_on_reading_cursor_are_left_out_where_nothing_happened() -> None:
    text = json.dumps({"version": 1, "hooks": {"stop": [{"command": "x"}, {"command": 5}]}})
    made = convert("cursor", "claude", [Source("hooks.json", text)], nothing)
    assert [(note.kind, note.sentence) for note in made.notes] == [
        ("lost", "the entry does not run: command is 5; it must be a text"),
        ("kept", "stop is Stop"),
    ]


@pytest.mark.parametrize("to", DIALECTS)
def test_rules_for_every_tool(to: str) -> None:
    rules = convert_texts([RULE])
    made = convert_rules(rules, to, nothing)
    assert [file.path for file in made.files][:2] == [".cursor/hooks/hookify-rm.sh", DIALECTS[to].path]
    assert "hookify-rm.sh" in made.files[1].text


def test_rules_are_not_written_where_hooks_json_cannot_take_them() -> None:
    made = convert_rules(convert_texts([RULE]), "cursor", lambda path: "[]")
    assert (made.files, made.notes[-1].kind) == ((), "lost")


def test_a_persons_files_look_for_the_adapter_at_home() -> None:
    made = convert("claude", "gemini", [Source("a.json", STOP)], nothing)
    config, adapter = for_a_person("gemini", made.files)
    assert ('\\"$HOME\\"/.gemini/hooks/hookline_adapter.py' in config.text, "GEMINI_PROJECT_DIR" in config.text) == (
        True,
        False,
    )
    assert '"levels": 0' in adapter.text


def place(tmp_path: Path, dialect: str, path: str, *files: str) -> Any:
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    found = place_of(dialect, str(tmp_path / path))
    return str(Path(found.root).relative_to(tmp_path)), [str(Path(file).relative_to(tmp_path)) for file in found.files]


@pytest.mark.parametrize(
    ("dialect", "path", "files", "expected"),
    [
        param("claude", "", [".claude/settings.json", ".claude/settings.local.json", ".claude/other.json"], (".", [".claude/settings.json", ".claude/settings.local.json"]), id="a project"),
        param("claude", ".claude", [".claude/settings.json"], (".", [".claude/settings.json"]), id="the tool's folder in it"),
        param("claude", ".claude/settings.json", [".claude/settings.json"], (".", [".claude/settings.json"]), id="the file"),
        param("claude", ".claude/x/y.json", [".claude/x/y.json"], (".", [".claude/x/y.json"]), id="another file of the tool's"),
        param("copilot", "", [".github/hooks/a.json", ".github/hooks/hookline-vscode.json", ".github/hooks/b.txt"], (".", [".github/hooks/a.json"]), id="every file of a folder, but none of another tool's"),
        param("kiro", "", [".kiro/hooks/b.json", ".kiro/hooks/a.kiro.hook"], (".", [".kiro/hooks/b.json", ".kiro/hooks/a.kiro.hook"]), id="older ones too"),
        param("goose", "", [".agents/plugins/p/hooks/hooks.json"], (".", [".agents/plugins/p/hooks/hooks.json"]), id="a plugin's"),
        param("cursor", "", [".cursor/hooks.json"], (".", [".cursor/hooks.json"]), id="Cursor's"),
        param("gemini", "", [], (".", []), id="none"),
    ],
)  # fmt: skip
def test_where_files_are_looked_for(tmp_path: Path, dialect: str, path: str, files: list[str], expected: Any) -> None:
    assert place(tmp_path, dialect, path, *files) == expected


def test_a_file_of_no_project_belongs_to_the_present_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.json").write_text("{}")
    assert place_of("claude", "x.json") == Place(str(tmp_path), (str(tmp_path / "x.json"),))
