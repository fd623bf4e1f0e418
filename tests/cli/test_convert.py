"""cli.commands.convert: hooks of one tool as hooks of another, shown or written."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.dialects.table import DIALECTS

GUARD = "echo no rm >&2; exit 2"
CLAUDE = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": GUARD, "timeout": 5}]}]}}
RULE = "---\nname: block-rm\nenabled: true\nevent: bash\naction: block\npattern: rm\\s+-rf\n---\nNot that.\n"


def put(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2))
    return path


def tree(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_without_write_everything_is_shown_and_nothing_written(box: Any, call: Any) -> None:
    put(box.ws / ".claude/settings.json", CLAUDE)
    ended = call("convert", "claude", "--to", "cursor")
    assert (ended.code, ended.err) == (0, "")
    for text in (
        '"beforeShellExecution": [', '"timeout": 5',
        "PreToolUse on Bash becomes beforeShellExecution; the adapter checks the matcher as it was written",
        ".claude/settings.json:7 /hooks/PreToolUse/0/hooks/0",
        "Cursor reads this file too, unless third-party hooks are off: remove the hooks from it, or each runs twice",
        "Would create  .cursor/hooks.json", "Would create  .cursor/CONVERSION.md", "0 kept, 4 changed, 0 lost.",
        "Do not keep both: the same hooks are in .claude/settings.json and .cursor/hooks.json.",
        "Nothing was written. Add --write to write it.",
    ):  # fmt: skip
        assert text in ended.out
    assert tree(box.ws) == {".claude/settings.json"}


@pytest.mark.parametrize(
    ("words", "link", "to"),
    [
        param(["convert", "cursor", "--to", "claude", "--write"], ".claude", ".claude", id="convert, a folder"),
        param(["convert", "cursor", "--to", "claude", "--write"], ".claude/settings.json", ".claude/settings.json", id="convert, a file"),
        param(["init", "--project"], ".cursor/hooks", ".cursor", id="init"),
        param(["add", "audit", "--project"], ".cursor/hooks", ".cursor", id="add"),
    ],
)  # fmt: skip
def test_a_link_of_a_repository_does_not_choose_whose_files_change(
    words: list[str], link: str, to: str, box: Any, call: Any
) -> None:
    put(box.home / ".claude/settings.json", {"hooks": {}})
    put(box.home / ".cursor/hooks.json", {"version": 1, "hooks": {}})
    put(box.ws / ".cursor/hooks.json", {"version": 1, "hooks": {"stop": [{"command": "touch EVIL"}]}})
    (box.ws / link).parent.mkdir(exist_ok=True)
    (box.ws / link).symlink_to(box.home / to)
    before = {path: path.read_bytes() for path in box.home.rglob("*.json")}
    ended = call(*words)
    assert ended.code == 1
    assert "leads out of the project" in ended.err and "Nothing was written." in ended.err
    assert {path: path.read_bytes() for path in box.home.rglob("*.json")} == before


def test_what_is_written_runs(box: Any, call: Any, run: Any) -> None:
    put(box.ws / ".claude/settings.json", CLAUDE)
    ended = call("convert", "claude", "--to", "cursor", "--write")
    assert ended.code == 0
    assert f"hookline trust {box.ws}" in ended.out
    assert tree(box.ws) == {
        ".claude/settings.json", ".cursor/hooks.json", ".cursor/hooks/hookline_adapter.py", ".cursor/CONVERSION.md",
    }  # fmt: skip
    assert stat.S_IMODE((box.ws / ".cursor/hooks/hookline_adapter.py").stat().st_mode) == 0o755
    assert call("check").code == 0
    fired = run("fire", "beforeShellExecution", "--set", "command=rm x", "--trust", "--no-claude", "--json")
    assert (fired.code, fired.json["response"]) == (2, {"permission": "deny", "agent_message": "no rm"})
    assert run("fire", "preToolUse", "--set", "tool_name=Read", "--trust", "--no-claude").code == 0
    notes = (box.ws / ".cursor/CONVERSION.md").read_text()
    assert "## Claude Code to Cursor: .claude/settings.json\n\n0 kept, 4 changed, 0 lost.\n" in notes


RUNS = 'echo run >> "$CURSOR_PROJECT_DIR/runs"'


@pytest.mark.parametrize(
    ("dialect", "to", "path", "hooks"),
    [
        param("claude", "cursor", ".claude/settings.json", {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": RUNS}]}]}, id="Claude's hook of the shell"),
        param("claude", "cursor", ".claude/settings.json", {"PreToolUse": [{"hooks": [{"command": RUNS}]}]}, id="Claude's hook of every tool"),
        param("claude", "cursor", ".claude/settings.json", {"Stop": [{"hooks": [{"command": RUNS}]}]}, id="Claude's hook at the end of a turn"),
        param("cursor", "claude", ".cursor/hooks.json", {"beforeShellExecution": [{"command": RUNS, "matcher": "npm"}]}, id="Cursor's hook of the shell"),
        param("cursor", "claude", ".cursor/hooks.json", {"preToolUse": [{"command": RUNS}]}, id="Cursor's hook of every tool"),
    ],
)  # fmt: skip
def test_a_converted_hook_whose_original_stays_runs_once(
    box: Any, call: Any, run: Any, dialect: str, to: str, path: str, hooks: Any
) -> None:
    put(box.ws / path, {"version": 1, "hooks": hooks})
    ended = call("convert", dialect, "--to", to, "--write")
    assert (ended.code, "Do not keep both: the same hooks are in" in ended.out) == (0, True)
    skipped = []
    for event, field in (
        ("preToolUse", "tool_name=Shell"),
        ("beforeShellExecution", "command=npm test"),
        ("stop", "status=completed"),
    ):
        fired = run("fire", event, "--set", field, "--trust", "--json")
        skipped += [skip["reason"] for skip in fired.json["skipped"] if skip["source"] == "claude-project"]
    assert (box.ws / "runs").read_text().splitlines() == ["run"]
    assert any(reason.startswith("converted: it runs once, as project hook 1 of ") for reason in skipped)
    found = run("doctor", "--json").json["findings"]
    assert [one["code"] for one in found if one["code"] in ("stands-twice", "fires-twice")] == ["stands-twice"]


def test_a_persons_own_hook_in_both_files_runs_once(box: Any, call: Any, run: Any) -> None:
    put(box.home / ".claude/settings.json", {"hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": [{"command": RUNS}]}]}})
    assert call("convert", "claude", box.home, "--to", "cursor", "--write").code == 0
    fired = run("fire", "preToolUse", "--set", "tool_name=Write", "--json")
    assert (box.ws / "runs").read_text() == "run\n"
    assert [hook["source"] for hook in fired.json["hooks"]] == ["user"]


def test_hookify_rules_become_hooks_that_fire(box: Any, call: Any, run: Any) -> None:
    put(box.ws / ".claude/hookify.rm.local.md", RULE)
    shown = call("convert", "hookify", "--to", "cursor", "--json")
    assert (shown.code, shown.json["written"], tree(box.ws)) == (0, False, {".claude/hookify.rm.local.md"})
    assert call("convert", "hookify", "--to", "cursor", "--write").code == 0
    assert (box.ws / ".cursor/hooks/hookify-rm.sh").exists()
    assert run("fire", "beforeShellExecution", "--set", "command=rm -rf /", "--trust").code == 2
    assert run("fire", "beforeShellExecution", "--set", "command=ls", "--trust").code == 0


def test_hookify_rules_in_one_process(box: Any, call: Any, run: Any) -> None:
    put(box.ws / ".claude/hookify.rm.local.md", RULE)
    assert call("convert", "hookify", box.ws / ".claude", "--to", "cursor", "--as", "rules", "--write").code == 0
    assert "hookify .cursor/hooks/hookify-rules.json" in (box.ws / ".cursor/hooks.json").read_text()
    assert run("fire", "beforeShellExecution", "--set", "command=rm -rf /", "--trust").code == 2


def test_hookify_rules_for_another_tool_run_through_the_adapter(box: Any, call: Any) -> None:
    put(box.ws / ".claude/hookify.rm.local.md", RULE)
    assert call("convert", "hookify", "--to", "gemini", "--write", "--mapping", "seed", "--reading", "strict").code == 0
    written = json.loads((box.ws / ".gemini/settings.json").read_text())
    assert [group["matcher"] for group in written["hooks"]["BeforeTool"]][:1] == ["^(?:run_shell_command)$"]
    assert tree(box.ws) >= {".cursor/hooks/hookify-rm.sh", ".gemini/hooks/hookline_adapter.py", ".gemini/CONVERSION.md"}


@pytest.mark.parametrize("to", [name for name in DIALECTS if name != "cursor"])
def test_cursors_hooks_are_written_for_each_tool_and_read_back(box: Any, call: Any, to: str) -> None:
    box.project_hooks(
        {"beforeShellExecution": [{"command": "./guard.sh", "matcher": "rm", "failClosed": True, "timeout": 7}]}
    )
    before = (box.ws / ".cursor/hooks.json").read_text()
    assert call("convert", "cursor", "--to", to, "--write", "--strict").code == 0
    assert (box.ws / DIALECTS[to].path).is_file()
    elsewhere = box.root / "back"
    elsewhere.mkdir()
    assert call("convert", to, "--to", "cursor", "--write", "--out", elsewhere).code == 0
    assert json.loads((elsewhere / ".cursor/hooks.json").read_text()) == json.loads(before)


def test_what_is_there_stays(box: Any, call: Any) -> None:
    mine = {
        "version": 1,
        "team": "shop",
        "hooks": {"stop": [{"command": "./mine.sh"}], "beforeShellExecution": [{"command": "./also.sh"}]},
    }
    put(box.ws / ".cursor/hooks.json", mine)
    put(box.ws / ".claude/settings.json", CLAUDE)
    ended = call("convert", "claude", "--to", "cursor", "--write")
    assert "Changed  .cursor/hooks.json" in ended.out
    now = json.loads((box.ws / ".cursor/hooks.json").read_text())
    at_shell = now["hooks"]["beforeShellExecution"]
    assert {**now, "hooks": {**now["hooks"], "beforeShellExecution": at_shell[:1]}} == mine
    assert len(at_shell) == 2


def test_twice_is_once(box: Any, call: Any) -> None:
    put(box.ws / ".claude/settings.json", CLAUDE)
    call("convert", "claude", "--to", "cursor", "--write")
    before = {name: (box.ws / name).read_bytes() for name in tree(box.ws)}
    again = call("convert", "claude", "--to", "cursor", "--write", "--json").json
    assert [file["did"] for file in again["files"]] == ["kept", "kept", "kept"]
    assert {name: (box.ws / name).read_bytes() for name in tree(box.ws)} == before


def test_two_tools_into_one_project_keep_each_others_hooks_and_notes(box: Any, call: Any, run: Any) -> None:
    put(box.ws / ".claude/settings.json", CLAUDE)
    gemini = {
        "hooks": {
            "BeforeTool": [{"matcher": "write_file", "hooks": [{"type": "command", "command": GUARD, "timeout": 5000}]}]
        }
    }
    put(box.ws / ".gemini/settings.json", gemini)
    call("convert", "claude", "--to", "cursor", "--write")
    ended = call("convert", "gemini", "--to", "cursor", "--write")
    assert "1 hook of an earlier conversion stays in .cursor/hooks.json" in ended.out
    for tool, code in (("Shell", 0), ("Write", 2), ("Read", 0)):
        assert run("fire", "preToolUse", "--set", f"tool_name={tool}", "--trust", "--no-claude").code == code
    assert run("fire", "beforeShellExecution", "--set", "command=rm x", "--trust", "--no-claude").code == 2
    page = (box.ws / ".cursor/CONVERSION.md").read_text()
    assert ("## Claude Code to Cursor" in page, "## Gemini CLI to Cursor" in page) == (True, True)


def test_a_page_of_somebody_elses_is_left_alone(box: Any, call: Any) -> None:
    put(box.ws / ".claude/settings.json", CLAUDE)
    page = put(box.ws / ".cursor/CONVERSION.md", "mine\n")
    ended = call("convert", "claude", "--to", "cursor", "--write")
    assert (page.read_text(), "Hookline did not write this page: the notes are not written" in ended.out) == ("mine\n", True)


def test_a_script_of_somebody_elses_is_left_alone(box: Any, call: Any) -> None:
    put(box.ws / ".claude/settings.json", CLAUDE)
    script = put(box.ws / ".cursor/hooks/hookline_adapter.py", "print('mine')\n")
    ended = call("convert", "claude", "--to", "cursor", "--write")
    assert (ended.code, script.read_text()) == (1, "print('mine')\n")
    assert "Hookline did not write it. Nothing was changed." in ended.err
    assert not (box.ws / ".cursor/hooks.json").exists()


@pytest.mark.parametrize(
    "text",
    [
        param('{"hooks": {} /* mine */}', id="a comment"),
        param('{"hooks": {}, "hooks": {}}', id="a key written twice"),
        param('{"hooks": []}', id="hooks that are no object"),
        param("[]", id="no object"),
        param('{"hooks": {"beforeShellExecution": {}}}', id="an event that is no list"),
        param('{"limit": 1e999}', id="a number JSON cannot hold"),
    ],
)
def test_a_file_that_cannot_be_added_to_stays_as_it_is(box: Any, call: Any, text: str) -> None:
    put(box.ws / ".claude/settings.json", CLAUDE)
    config = put(box.ws / ".cursor/hooks.json", text)
    ended = call("convert", "claude", "--to", "cursor", "--write")
    assert (ended.code, config.read_text(), tree(box.ws)) == (1, text, {".claude/settings.json", ".cursor/hooks.json"})
    assert "nothing is written: hooks cannot be added to .cursor/hooks.json as it is" in ended.out


def test_strict_writes_nothing_when_a_gate_is_lost(box: Any, call: Any) -> None:
    box.project_hooks({"beforeSubmitPrompt": [{"command": "./guard.sh"}]})
    ended = call("convert", "cursor", "--to", "copilot", "--write", "--strict")
    assert (ended.code, tree(box.ws)) == (1, {".cursor/hooks.json"})
    assert "Copilot CLI cannot stop anything at userPromptSubmitted: the hook only observes" in ended.out
    assert "Nothing was written: something that could block would be lost, and --strict does not allow that." in ended.out
    assert call("convert", "cursor", "--to", "copilot", "--write").code == 0


@pytest.mark.parametrize(
    ("matcher", "code"),
    [
        param("Bash", 0, id="the shell, where a person can be asked"),
        param("Edit|Write", 1, id="edits, where nobody can"),
        param("", 1, id="every tool"),
    ],
)
def test_strict_refuses_a_hook_that_could_not_ask_any_more(box: Any, call: Any, matcher: str, code: int) -> None:
    group = {"matcher": matcher, "hooks": [{"type": "command", "command": "./ask.sh"}]}
    put(box.ws / ".claude/settings.json", {"hooks": {"PreToolUse": [group]}})
    ended = call("convert", "claude", "--to", "cursor", "--write", "--strict")
    assert (ended.code, (box.ws / ".cursor/hooks.json").exists()) == (code, not code)
    assert ("takes no notice of permission ask" in ended.out) == bool(code)


def test_strict_is_content_when_only_what_observes_is_lost(box: Any, call: Any) -> None:
    box.project_hooks({"afterAgentThought": [{"command": "./note.sh"}], "stop": [{"command": "./s.sh"}]})
    ended = call("convert", "cursor", "--to", "gemini", "--strict", "--json")
    assert (ended.code, [note["kind"] for note in ended.json["notes"]]) == (0, ["lost", "kept"])


def test_json_has_everything(box: Any, call: Any) -> None:
    put(box.ws / ".claude/settings.json", CLAUDE)
    found = call("convert", "claude", "--to", "cursor", "--json").json
    assert {key: found[key] for key in ("from", "to", "written", "problems", "differences", "loses_a_gate")} == {
        "from": "claude", "to": "cursor", "written": False, "problems": [], "differences": [], "loses_a_gate": False,
    }  # fmt: skip
    assert [(file["did"], os.path.relpath(file["path"], box.ws), file["executable"]) for file in found["files"]] == [
        ("created", ".cursor/hooks.json", False),
        ("created", ".cursor/hooks/hookline_adapter.py", True),
        ("created", ".cursor/CONVERSION.md", False),
    ]
    assert found["notes"][0] == {
        "kind": "changed", "pointer": "/hooks/PreToolUse/0/hooks/0", "file": ".claude/settings.json", "line": 7, "gate": False,
        "event": "beforeShellExecution", "about": "matcher",
        "sentence": "PreToolUse on Bash becomes beforeShellExecution; the adapter checks the matcher as it was written",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        param(("claud", "--to", "cursor"), 64, "There is no dialect 'claud'. Did you mean 'claude'?", id="a dialect mistyped"),
        param(("claude", "--to", "curser"), 64, "There is no dialect 'curser'. Did you mean 'cursor'?", id="the target mistyped"),
        param(("xyzzy", "--to", "cursor"), 64, "There are cursor, claude, gemini, codex, copilot, vscode, windsurf, qwen, factory, goose, kiro, hookify.", id="a dialect nobody knows"),
        param(("cursor", "--to", "hookify"), 64, "hookify rules are read, not written", id="rules cannot be written"),
        param(("claude",), 64, "Missing option '--to'", id="no target"),
        param(("claude", "--to", "claude"), 64, "There is nothing to convert from claude to claude.", id="to itself"),
        param(("claude", "--to", "cursor", "--as", "rules"), 64, "--as is about hookify rules", id="an option of rules"),
        param(("claude", "none.json", "--to", "cursor"), 66, "There is no file or folder none.json.", id="a file that is not there"),
        param(("gemini", "--to", "cursor"), 66, "There is no .gemini/settings.json in", id="a project without one"),
        param(("hookify", "--to", "cursor"), 66, "There are no hookify rules in", id="a project without rules"),
        param(("hookify", "file.txt", "--to", "cursor"), 64, "name the workspace, or its .claude", id="rules by the file"),
    ],
)  # fmt: skip
def test_calls_that_make_no_sense(box: Any, call: Any, arguments: tuple[str, ...], code: int, said: str) -> None:
    put(box.ws / "file.txt", "x")
    ended = call("convert", *arguments)
    assert (ended.code, said in ended.err, ended.out) == (code, True, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        param('{\n  "hooks": {\n', "settings.json:2:13: error[half-written]", id="cut off"),
        param("[]", "settings.json:1:1: error[not-an-object]", id="no object"),
        param('{"hooks": 5}', "settings.json:1:11: error[hooks-not-object]", id="hooks that are none"),
        param('{\n// mine\n"hooks": {}}', "settings.json:2:1: error[comment]", id="a comment"),
        param("", "settings.json:1:1: error[empty-file]", id="nothing"),
    ],
)
def test_bad_input_is_a_problem_with_file_and_line(box: Any, call: Any, text: str, said: str) -> None:
    put(box.ws / ".claude/settings.json", text)
    ended = call("convert", "claude", "--to", "cursor", "--write")
    assert (ended.code, said in ended.out, tree(box.ws)) == (1, True, {".claude/settings.json"})


def test_bytes_that_are_no_text_are_a_problem(box: Any, call: Any) -> None:
    path = box.ws / ".gemini/settings.json"
    path.parent.mkdir()
    path.write_bytes(b'{"hooks": "\xff"}')
    ended = call("convert", "gemini", "--to", "cursor")
    assert (ended.code, ".gemini/settings.json:1:12: error[not-utf-8]" in ended.out) == (1, True)


def test_a_folder_where_the_file_should_be_is_no_file(box: Any, call: Any) -> None:
    (box.ws / ".gemini/settings.json").mkdir(parents=True)
    assert call("convert", "gemini", "--to", "cursor").code == 66


def test_a_settings_file_without_hooks_is_nothing_to_write(box: Any, call: Any) -> None:
    put(box.ws / ".claude/settings.json", {"model": "opus"})
    ended = call("convert", "claude", "--to", "cursor", "--write")
    assert (ended.code, ended.out, tree(box.ws)) == (0, "There are no hooks in it.\n", {".claude/settings.json"})


def test_both_settings_files_of_a_project_are_read(box: Any, call: Any) -> None:
    local = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./local.sh"}]}]}}
    put(box.ws / ".claude/settings.json", CLAUDE)
    put(box.ws / ".claude/settings.local.json", local)
    found = call("convert", "claude", box.ws / ".claude", "--to", "cursor", "--json").json
    assert set(json.loads(found["files"][0]["text"])["hooks"]) == {"beforeShellExecution", "stop"}


def test_one_file_anywhere_is_read_and_written_into_the_present_project(box: Any, call: Any) -> None:
    file = put(box.root / "plugin/hooks/hooks.json", CLAUDE)
    assert call("convert", "claude", file, "--to", "cursor", "--write").code == 0
    assert ".cursor/hooks.json" in tree(box.ws)


def test_a_persons_hooks_find_their_adapter_from_every_project(box: Any, call: Any, run: Any) -> None:
    put(box.home / ".claude/settings.json", CLAUDE)
    ended = call("convert", "claude", box.home, "--to", "cursor", "--write")
    assert (ended.code, "hookline trust" in ended.out) == (0, False)
    assert run("fire", "beforeShellExecution", "--set", "command=rm x", "--no-claude").code == 2


@pytest.mark.parametrize(
    ("dialect", "to", "said"),
    [
        param(
            "claude",
            "windsurf",
            "Windsurf keeps hooks elsewhere in a person's home.",
            id="a tool with another place for them",
        ),
        param("hookify", "cursor", "hookify has no rules for a person's home.", id="rules"),
    ],
)
def test_what_does_not_belong_into_a_home_is_refused(box: Any, call: Any, dialect: str, to: str, said: str) -> None:
    put(box.home / ".claude/settings.json", CLAUDE)
    put(box.home / ".claude/hookify.rm.local.md", RULE)
    ended = call("convert", dialect, box.home, "--to", to, "--write")
    assert (ended.code, said in ended.err) == (1, True)


def test_other_tools_files_in_the_same_folder_are_not_read_twice(box: Any, call: Any) -> None:
    box.project_hooks({"stop": [{"command": "./s.sh"}]})
    call("convert", "cursor", "--to", "vscode", "--write")
    assert call("convert", "copilot", "--to", "gemini").code == 66


def test_the_dialects_are_named_in_the_help(call: Any) -> None:
    out = call("convert", "--help").out
    assert [name for name in (*DIALECTS, "hookify") if name not in out] == []


@pytest.mark.parametrize("text", ["\x1b[31m", "\u202e", "x\ny"])
def test_nothing_from_a_file_reaches_the_terminal_as_it_is(box: Any, call: Any, text: str) -> None:
    put(box.ws / ".claude/settings.json", {"hooks": {f"Event{text}": [], "Stop": [{"hooks": [{"command": text, text: 1}]}]}})
    out = call("convert", "claude", "--to", "cursor").out
    assert ("\x1b" in out, "\u202e" in out) == (False, False)
