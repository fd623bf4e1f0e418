"""dialects.read: the text of another tool's hook file as hooks, notes and problems."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.dialects.conversion import Read
from hookline.dialects.dialect_reader import numbered, read_dialect
from hookline.spec.dialects import DIALECT_SPECS


def read(dialect: str, value: Any) -> Read:
    return read_dialect(DIALECT_SPECS[dialect], value if isinstance(value, str) else json.dumps(value), "f.json")


def hooks(dialect: str, value: Any) -> list[tuple[str, str, str, str]]:
    return [(hook.event, hook.command, hook.speaks, hook.native_event) for hook in read(dialect, value).hooks]


def entry_of(dialect: str, event: str) -> dict[str, Any]:
    """A file with one hook at this event."""
    spec = DIALECT_SPECS[dialect]
    entry = {spec.commands[0]: "x"}
    if spec.shape == "list":
        return {"version": "v1", "hooks": [{"name": "n", "trigger": event, "action": {"type": "command", **entry}}]}
    return {"hooks": {event: [{"hooks": [{"type": "command", **entry}]} if spec.shape == "groups" else entry]}}


@pytest.mark.parametrize(
    ("dialect", "event"),
    [(name, event) for name, spec in DIALECT_SPECS.items() for event in spec.natives],
)
def test_every_event_with_a_counterpart_is_read(dialect: str, event: str) -> None:
    native = DIALECT_SPECS[dialect].natives[event]
    assert hooks(dialect, entry_of(dialect, event)) == [(native.cursor, "x", dialect, event)]


@pytest.mark.parametrize(
    ("dialect", "event"), [(name, event) for name, spec in DIALECT_SPECS.items() for event in sorted(spec.only)]
)
def test_every_event_without_one_is_named_as_lost(dialect: str, event: str) -> None:
    found = read(dialect, entry_of(dialect, event))
    assert (found.hooks, [(note.kind, note.sentence) for note in found.notes]) == (
        (),
        [("lost", f"{event} has no counterpart in Cursor: its hooks are left out")],
    )


def test_an_event_is_named_once_however_many_hooks_it_has() -> None:
    group = {"hooks": [{"type": "command", "command": "x"}, {"type": "command", "command": "y"}]}
    found = read("claude", {"hooks": {"Notification": [group, group]}})
    assert [note.sentence for note in found.notes] == ["Notification has no counterpart in Cursor: its hooks are left out"]


@pytest.mark.parametrize(
    ("event", "gate"),
    [
        param("PermissionRequest", True, id="one that can stop something"),
        param("ConfigChange", True, id="another one"),
        param("Notification", False, id="one that observes"),
    ],
)
def test_a_lost_gate_is_marked(event: str, gate: bool) -> None:
    assert [note.gate for note in read("claude", entry_of("claude", event)).notes] == [gate]


@pytest.mark.parametrize(
    ("dialect", "value", "expected"),
    [
        param("factory", {"Stop": [{"hooks": [{"command": "x"}]}]}, [("stop", "x", "factory", "Stop")], id="Factory: events at the top"),
        param("codex", {"description": "d", "hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}, [("stop", "x", "codex", "Stop")], id="Codex: a description"),
        param("gemini", {"hooks": {"enabled": True, "disabled": ["n"], "notifications": False, "AfterAgent": [{"hooks": [{"command": "x"}]}]}}, [("stop", "x", "gemini", "AfterAgent")], id="Gemini CLI: keys that are no events"),
        param("copilot", {"version": 1, "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "x"}]}]}}, [("beforeShellExecution", "x", "claude", "PreToolUse")], id="Copilot CLI: events in Claude's spelling bring Claude's payloads"),
        param("vscode", {"hooks": {"preToolUse": [{"type": "command", "bash": "x"}]}}, [("preToolUse", "x", "vscode", "PreToolUse")], id="VS Code: events in Copilot's spelling"),
        param("kiro", {"hooks": {"agentSpawn": [{"command": "x"}], "preToolUse": [{"command": "y", "matcher": "fs_*"}]}}, [("sessionStart", "x", "kiro", "SessionStart"), ("preToolUse", "y", "kiro", "PreToolUse")], id="Amazon Q: an agent's file"),
        param("kiro", {"name": "n", "enabled": True, "when": {"type": "agentStop"}, "then": {"type": "runCommand", "command": "x"}}, [("stop", "x", "kiro", "Stop")], id="Kiro: the older shape"),
        param("claude", {"hooks": {"Stop": {"hooks": [{"command": "x"}]}}}, [("stop", "x", "claude", "Stop")], id="one group where a list belongs"),
        param("claude", {"hooks": {"Stop": [{"command": "x"}]}}, [("stop", "x", "claude", "Stop")], id="an entry without a group"),
        param("claude", "\ufeff" + json.dumps({"hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}), [("stop", "x", "claude", "Stop")], id="a byte order mark"),
        param("claude", {"model": "opus", "permissions": {}}, [], id="settings without hooks"),
        param("claude", {"disableAllHooks": True, "hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}, [], id="hooks turned off"),
        param("factory", {"hooksDisabled": True, "hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}, [], id="Factory's word for it"),
    ],
)  # fmt: skip
def test_shapes(dialect: str, value: Any, expected: list[tuple[str, str, str, str]]) -> None:
    assert hooks(dialect, value) == expected


@pytest.mark.parametrize(
    ("dialect", "value", "notes"),
    [
        param("claude", {"disableAllHooks": True, "hooks": {"Stop": []}}, [("lost", "", "hooks are turned off in this file: none is converted")], id="hooks turned off"),
        param("claude", {"hooks": {"PreToolUse": [5]}}, [("lost", "/hooks/PreToolUse/0", "an entry must be an object: it is left out")], id="an entry that is none"),
        param("claude", {"hooks": {"PreToolUse": [{"hooks": [5]}]}}, [("lost", "/hooks/PreToolUse/0/hooks/0", "a handler must be an object: it is left out")], id="a handler that is none"),
        param("claude", {"hooks": {"Sotp": []}}, [("lost", "/hooks/Sotp", "Claude Code has no event 'Sotp': its hooks are left out")], id="an event nobody knows"),
        param("kiro", {"hooks": [{"trigger": "PostFileCreate", "action": {"command": "x"}}]}, [("lost", "/hooks/0", "PostFileCreate has no counterpart in Cursor: its hooks are left out")], id="Kiro: a trigger without a counterpart"),
        param("kiro", {"when": {"type": "fileCreated"}, "then": {"type": "askAgent", "prompt": "x"}}, [("lost", "", "PostFileCreate has no counterpart in Cursor: its hooks are left out")], id="Kiro: one of the older shape"),
        param("kiro", {"hooks": [5, {"trigger": 7}]}, [("lost", "/hooks/0", "Kiro has no event 'None': its hooks are left out"), ("lost", "/hooks/1", "Kiro has no event '7': its hooks are left out")], id="Kiro: hooks without a trigger"),
    ],
)  # fmt: skip
def test_what_is_left_out_is_said(dialect: str, value: Any, notes: list[tuple[str, str, str]]) -> None:
    assert [(note.kind, note.pointer, note.sentence) for note in read(dialect, value).notes] == notes


def test_notes_name_the_file_and_the_line() -> None:
    text = '{\n "hooks": {\n  "Stop": [\n   {"hooks": [\n    {"command": "x"}\n   ]}\n  ]\n }\n}'
    assert [(note.file, note.line) for note in read("claude", text).notes] == [("f.json", 5)]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        param("", "empty-file", 1, id="nothing"),
        param("\n\n[]", "not-an-object", 3, id="a list"),
        param('{"hooks":\n 5}', "hooks-not-object", 2, id="hooks that are a number"),
        param('{"hooks": {', "half-written", 1, id="the beginning of a file"),
        param('{\n/* c */ "hooks": {}}', "comment", 2, id="a comment"),
        param("[" * 100_000, "too-deep", 1, id="nesting without an end"),
    ],
)
def test_bad_files_are_problems_with_a_place(text: str, code: str, line: int) -> None:
    found = read("gemini", text)
    assert [(problem.code, problem.file, problem.line) for problem in found.problems][:1] == [(code, "f.json", line)]
    assert all(problem.remedy for problem in found.problems)


def test_hooks_are_sorted_by_event_and_numbered_within_it() -> None:
    group = [{"hooks": [{"command": "a"}, {"command": "b"}]}]
    found = read("claude", {"hooks": {"Stop": group, "SessionStart": group}})
    assert [(hook.event, hook.number, hook.command) for hook in found.hooks] == [
        ("sessionStart", 1, "a"), ("sessionStart", 2, "b"), ("stop", 1, "a"), ("stop", 2, "b"),
    ]  # fmt: skip
    assert numbered(reversed(found.hooks))[0].number == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["hooks", "PreToolUse", "BeforeTool", "Stop", "matcher", "command", "type", "trigger", "action", "when", "then", "x"]),
        inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@settings(deadline=None)
@given(st.sampled_from(sorted(DIALECT_SPECS)), JSON)
def test_no_document_breaks_it(dialect: str, value: Any) -> None:
    found = read(dialect, value)
    assert all(hook.command for hook in found.hooks)


@settings(deadline=None)
@given(st.sampled_from(sorted(DIALECT_SPECS)), st.text(max_size=200))
def test_no_text_breaks_it(dialect: str, text: str) -> None:
    assert isinstance(read(dialect, text), Read)
