"""dialects.entry: one handler of another tool's file as a hook, with notes on every key."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.dialects.conversion import CURSOR, DialectHook
from hookline.dialects.native_hook import Spot, read_handler
from hookline.dialects.note import Note
from hookline.spec.dialects import DIALECT_SPECS

SPOT = Spot("f.json", 3, "/hooks/X/0")


def read(dialect: str, event: str, **options: Any) -> tuple[DialectHook | None, list[Note]]:
    spec = DIALECT_SPECS[dialect]
    return read_handler(spec, spec, spec.natives[event], options, SPOT)


def hook(dialect: str, event: str, **options: Any) -> DialectHook:
    found, _ = read(dialect, event, **options)
    if found is None:
        pytest.fail("it is no hook")
    return found


def said(dialect: str, event: str, **options: Any) -> list[tuple[str, str, str, bool]]:
    return [
        (note.kind, note.pointer.removeprefix(SPOT.pointer), note.sentence, note.gate)
        for note in read(dialect, event, **options)[1]
    ]


def test_a_handler_with_everything() -> None:
    found = hook("claude", "PreToolUse", type="command", command="./x", matcher="Bash", timeout=5, onFailure="block")
    assert found == DialectHook(
        "beforeShellExecution", "./x", timeout_s=5.0, fail_closed=True, speaks="claude", native_event="PreToolUse",
        native_matcher="Bash", pointer="/hooks/X/0", file="f.json", line=3,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("dialect", "event", "options", "timeout_s", "note"),
    [
        param("claude", "PreToolUse", {"timeout": 30}, 30.0, None, id="Claude Code: seconds"),
        param("claude", "PreToolUse", {}, 600.0, None, id="Claude Code: 600 when absent"),
        param("claude", "UserPromptSubmit", {}, 30.0, None, id="Claude Code: 30 before a prompt"),
        param("claude", "SessionEnd", {}, 1.5, None, id="Claude Code: 1.5 at the end of a session"),
        param("gemini", "BeforeTool", {"timeout": 30000}, 30.0, "30000 milliseconds are 30 seconds", id="Gemini CLI: milliseconds"),
        param("gemini", "BeforeTool", {"timeout": 30}, 0.03, "30 milliseconds are 0.03 seconds", id="Gemini CLI: a unit mistaken is shown"),
        param("gemini", "BeforeTool", {}, 60.0, None, id="Gemini CLI: 60 when absent"),
        param("codex", "PreToolUse", {"timeout": 5}, 5.0, None, id="Codex: seconds"),
        param("codex", "SessionEnd", {}, 1.0, None, id="Codex: 1 at the end of a session"),
        param("copilot", "preToolUse", {"timeoutSec": 5}, 5.0, None, id="Copilot CLI: timeoutSec"),
        param("copilot", "preToolUse", {"timeout": 5}, 5.0, None, id="Copilot CLI: the other name of it"),
        param("copilot", "preToolUse", {}, 30.0, None, id="Copilot CLI: 30 when absent"),
        param("vscode", "PreToolUse", {}, 30.0, None, id="VS Code: 30 when absent"),
        param("windsurf", "pre_run_command", {}, 60.0, None, id="Windsurf has none: ours"),
        param("qwen", "PreToolUse", {"timeout": 2500}, 2.5, "2500 milliseconds are 2.5 seconds", id="Qwen Code: milliseconds"),
        param("qwen", "PreToolUse", {"type": "prompt", "prompt": "p", "timeout": 10}, 10.0, None, id="Qwen Code: seconds for prompts"),
        param("factory", "PreToolUse", {}, 60.0, None, id="Factory: 60 when absent"),
        param("goose", "PreToolUse", {}, 30.0, None, id="Goose: 30 when absent"),
        param("kiro", "PreToolUse", {"timeout": 9}, 9.0, None, id="Kiro: seconds"),
        param("kiro", "PreToolUse", {"timeout_ms": 9000}, 9.0, "9000 milliseconds are 9 seconds", id="Amazon Q: milliseconds"),
        param("kiro", "PreToolUse", {"timeout": 0}, 60.0, "no limit (0) becomes 60 seconds", id="Kiro: 0 is no limit"),
        param("claude", "PreToolUse", {"timeout": -1}, 600.0, "it is not a number above 0; 600 seconds are used", id="below 0"),
        param("claude", "PreToolUse", {"timeout": "5"}, 600.0, "it is not a number above 0; 600 seconds are used", id="a text"),
        param("claude", "PreToolUse", {"timeout": True}, 600.0, "it is not a number above 0; 600 seconds are used", id="no number"),
        param("claude", "PreToolUse", {"timeout": float("inf")}, 600.0, "it is not a number above 0; 600 seconds are used", id="without an end"),
    ],
)  # fmt: skip
def test_timeouts_are_seconds(dialect: str, event: str, options: Any, timeout_s: float, note: str | None) -> None:
    whole = {"command": "x", **options}
    assert hook(dialect, event, **whole).timeout_s == timeout_s
    assert [sentence for _, pointer, sentence, _ in said(dialect, event, **whole) if pointer.startswith("/timeout")] == (
        [note] if note else []
    )


@pytest.mark.parametrize(
    ("dialect", "event", "options", "fail_closed"),
    [
        param("claude", "PreToolUse", {"onFailure": "block"}, True, id="Claude Code has a word"),
        param("claude", "PreToolUse", {"onFailure": "allow"}, False, id="which may say the other"),
        param("copilot", "preToolUse", {}, True, id="Copilot CLI before a tool: always"),
        param("copilot", "postToolUse", {}, False, id="Copilot CLI elsewhere: never"),
        param("gemini", "BeforeTool", {"onFailure": "block"}, False, id="Gemini CLI has none"),
        param("codex", "PreToolUse", {"failClosed": True}, False, id="Codex has none"),
    ],
)  # fmt: skip
def test_what_fails_closed(dialect: str, event: str, options: Any, fail_closed: bool) -> None:
    assert hook(dialect, event, command="x", **options).fail_closed == fail_closed


@pytest.mark.parametrize(
    ("dialect", "event", "options", "command", "key"),
    [
        param("claude", "Stop", {"command": "a b", "args": ["c d", "$e"]}, "'a b' 'c d' '$e'", "args", id="arguments of a program without a shell"),
        param("gemini", "AfterAgent", {"command": "x", "env": {"A": "1 2", "B": 3, "no-name": "x"}}, "export A='1 2'; export B=3; x", "env", id="variables"),
        param("copilot", "agentStop", {"bash": "x", "cwd": "a b"}, "cd 'a b' && { x\n}", "cwd", id="a folder"),
        param("windsurf", "post_run_command", {"command": "x", "working_directory": "sub"}, "cd sub && { x\n}", "working_directory", id="Windsurf's word for it"),
        param("copilot", "agentStop", {"bash": "b", "command": "c"}, "b", None, id="Copilot CLI: bash before command"),
        param("vscode", "Stop", {"command": "c", "windows": "w"}, "c", "windows", id="VS Code: other systems are told"),
        param("vscode", "Stop", {"linux": "l"}, "l", "linux", id="VS Code: a command for one system"),
    ],
)  # fmt: skip
def test_the_command(dialect: str, event: str, options: Any, command: str, key: str | None) -> None:
    assert hook(dialect, event, **options).command == command
    assert [pointer for kind, pointer, _, _ in said(dialect, event, **options) if kind == "changed" and pointer] == (
        [f"/{key}"] if key else []
    )


@pytest.mark.parametrize(
    ("dialect", "event", "options", "why", "gate"),
    [
        param("claude", "PreToolUse", {"type": "http", "url": "x"}, "handlers of type 'http' have no counterpart in Cursor", True, id="http"),
        param("claude", "PostToolUse", {"type": "agent", "prompt": "x"}, "handlers of type 'agent' have no counterpart in Cursor", False, id="an agent, where nothing is stopped"),
        param("claude", "PreToolUse", {"type": "mcp_tool"}, "handlers of type 'mcp_tool' have no counterpart in Cursor", True, id="an MCP tool"),
        param("claude", "PreToolUse", {}, "it has no command that could run; add one, or remove the entry", True, id="nothing to run"),
        param("claude", "PreToolUse", {"command": "a\0b"}, "it has no command that could run; add one, or remove the entry", True, id="a command no process can have"),
        param("claude", "PreToolUse", {"command": ["a"]}, "it has no command that could run; add one, or remove the entry", True, id="a command that is a list"),
        param("copilot", "preToolUse", {"powershell": "x"}, "its only command is for Windows; add one for other systems", True, id="only for Windows"),
        param("kiro", "PreToolUse", {"command": "x", "enabled": False}, "it is turned off (enabled: false), so it is left out", False, id="turned off"),
        param("copilot", "sessionStart", {"type": "prompt", "prompt": "hi"}, "Copilot CLI sends this text as a prompt; Cursor's prompt hooks judge, so it has no counterpart", False, id="a prompt that is not judged"),
        param("claude", "PreToolUse", {"command": "x", "matcher": "Glob"}, "Cursor has no tool that 'Glob' means, so the hook would never run", False, id="a tool Cursor does not have"),
    ],
)  # fmt: skip
def test_what_nothing_can_run(dialect: str, event: str, options: Any, why: str, gate: bool) -> None:
    found, notes = read(dialect, event, **options)
    event = DIALECT_SPECS[dialect].natives[event].cursor
    about = "matcher" if "matcher" in options else "command"
    assert (found, notes) == (None, [Note("lost", "/hooks/X/0", why, "f.json", 3, gate, event, about)])


@pytest.mark.parametrize(
    ("dialect", "event", "options", "notes"),
    [
        param("claude", "Stop", {"command": "x"}, [("kept", "", "Stop is stop", False)], id="nothing to say but that"),
        param("claude", "PreToolUse", {"command": "x", "if": "Bash(git *)"}, [("kept", "", "PreToolUse is preToolUse", False), ("changed", "/if", "if is not carried over: the hook runs for every call its matcher lets through", False)], id="a condition"),
        param("claude", "Stop", {"command": "x", "async": True, "statusMessage": "s"}, [("kept", "", "Stop is stop", False), ("changed", "/async", "async is not carried over: the hook is waited for", False)], id="a hook nobody waits for"),
        param("claude", "Stop", {"command": "x", "async": False}, [("kept", "", "Stop is stop", False)], id="what is so anyway"),
        param("claude", "Stop", {"command": "x", "colour": 1}, [("kept", "", "Stop is stop", False), ("lost", "/colour", "Cursor has nothing like 'colour'", False)], id="a key nobody knows"),
        param("claude", "PreCompact", {"command": "x"}, [("kept", "", "PreCompact is preCompact", False), ("lost", "", "PreCompact can stop the action, preCompact cannot", True)], id="a gate that is none in Cursor"),
        param("gemini", "AfterAgent", {"command": "x", "sequential": True}, [("kept", "", "AfterAgent is stop", False), ("changed", "/sequential", "sequential is not carried over: the hooks run side by side", False)], id="one after the other"),
        param("copilot", "preToolUse", {"bash": "x"}, [("kept", "", "preToolUse is preToolUse", False), ("changed", "", "a crash blocks, as it did; now running out of time blocks too", False)], id="Copilot CLI: a crash blocks"),
        param("vscode", "PreToolUse", {"command": "x", "matcher": "Bash"}, [("changed", "", "PreToolUse on Bash becomes preToolUse; the adapter checks the matcher as it was written", False)], id="VS Code: a matcher without effect"),
    ],
)  # fmt: skip
def test_notes(dialect: str, event: str, options: Any, notes: list[tuple[str, str, str, bool]]) -> None:
    assert said(dialect, event, **options) == notes


@pytest.mark.parametrize(
    ("dialect", "event", "options", "at", "matcher"),
    [
        param("claude", "PreToolUse", {"matcher": "Bash"}, "beforeShellExecution", None, id="Claude Code: the shell"),
        param("claude", "PreToolUse", {"matcher": "Bash|PowerShell"}, "beforeShellExecution", None, id="both its shells"),
        param("claude", "PreToolUse", {"matcher": "^Bash$"}, "beforeShellExecution", None, id="the shell by a pattern"),
        param("claude", "PreToolUse", {"matcher": "Bash|Edit"}, "preToolUse", "^(?:Shell|Write)$", id="not with another tool"),
        param("claude", "PreToolUse", {"matcher": "Edit"}, "preToolUse", "^(?:Write)$", id="not another tool"),
        param("claude", "PreToolUse", {}, "preToolUse", None, id="not every tool"),
        param("claude", "PostToolUse", {"matcher": "Bash"}, "postToolUse", "^(?:Shell)$", id="not after the tool: nobody is asked"),
        param("claude", "PreToolUse", {"matcher": "Bash", "type": "prompt", "prompt": "safe?"}, "preToolUse", "^(?:Shell)$", id="not a model's verdict: it cannot ask"),
        param("gemini", "BeforeTool", {"matcher": "run_shell_command"}, "beforeShellExecution", None, id="Gemini CLI"),
        param("copilot", "preToolUse", {"matcher": "bash"}, "beforeShellExecution", None, id="Copilot CLI"),
        param("codex", "PreToolUse", {"matcher": "Bash"}, "preToolUse", "^(?:Shell)$", id="not Codex, which has no word for asking"),
    ],
)  # fmt: skip
def test_a_hook_of_the_shell_goes_where_it_can_ask(
    dialect: str, event: str, options: Any, at: str, matcher: str | None
) -> None:
    found = hook(dialect, event, **{"command": "x", **options})
    assert (found.event, found.matcher) == (at, matcher)


def test_follow_ups_have_no_limit_elsewhere() -> None:
    assert (hook("claude", "Stop", command="x").loop_limit, hook("claude", "PreToolUse", command="x").loop_limit) == (
        None,
        5,
    )


def test_a_prompt_hook_is_a_prompt_hook() -> None:
    found = hook("claude", "PreToolUse", type="prompt", prompt="safe?", model="m", matcher="Bash|PowerShell", timeout=9)
    assert found._replace(pointer="", file="", line=0) == DialectHook(
        "preToolUse", "safe?", "prompt", matcher="^(?:Shell)$", timeout_s=9.0, model="m", speaks=CURSOR
    )


@pytest.mark.parametrize(
    ("options", "event", "matcher", "note"),
    [
        param({"matcher": "Execute", "commandRegex": "^rm"}, "beforeShellExecution", "^rm", "commandRegex is the matcher of beforeShellExecution", id="it is the matcher of our event of the shell"),
        param({"matcher": "Execute|Read", "commandRegex": "^rm"}, "preToolUse", "^(?:Shell|Read)$", "commandRegex is not carried over: the hook runs for every command", id="not where the hook is for other tools too"),
        param({"matcher": "Execute", "commandRegex": ""}, "beforeShellExecution", None, None, id="an empty one says nothing"),
    ],
)  # fmt: skip
def test_factorys_matcher_on_the_command_line(options: Any, event: str, matcher: str, note: str | None) -> None:
    found = hook("factory", "PreToolUse", command="x", **options)
    assert (found.event, found.matcher) == (event, matcher)
    assert [
        text for _, pointer, text, _ in said("factory", "PreToolUse", command="x", **options) if pointer == "/commandRegex"
    ] == ([note] if note else [])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["type", "command", "prompt", "matcher", "timeout", "timeoutSec", "timeout_ms", "env", "cwd", "args", "bash", "commandRegex", "enabled", "onFailure", "if", "x"]
)  # fmt: skip


@settings(deadline=None)
@given(
    st.sampled_from([(name, event) for name, spec in DIALECT_SPECS.items() for event in spec.natives]),
    st.dictionaries(KEYS, VALUES | st.sampled_from(["command", "prompt", "Bash", "*"]), max_size=6),
)
def test_no_values_break_it(place: tuple[str, str], options: dict[str, Any]) -> None:
    spec = DIALECT_SPECS[place[0]]
    found, notes = read_handler(spec, spec, spec.natives[place[1]], options, SPOT)
    assert notes
    assert found is None or (found.command and found.timeout_s > 0)
