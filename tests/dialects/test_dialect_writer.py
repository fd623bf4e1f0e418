"""dialects.write: neutral hooks as another tool's hook file, with notes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytest import param

from hookline.dialects.adapter_script import unwrap, wrap
from hookline.dialects.conversion import DialectHook
from hookline.dialects.dialect_writer import write_dialect
from hookline.dialects.table import DIALECTS
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS

GUARD = DialectHook("beforeShellExecution", "./guard.sh", matcher="rm", timeout_s=30, fail_closed=True)


def document(dialect: str, *hooks: DialectHook, existing: Any = "") -> Any:
    written = write_dialect(DIALECT_SPECS[dialect], hooks, existing if isinstance(existing, str) else json.dumps(existing))
    return json.loads(written.files[0].text) if written.files else None


def notes(dialect: str, *hooks: DialectHook) -> list[tuple[str, str, bool]]:
    return [(note.kind, note.sentence, note.gate) for note in write_dialect(DIALECT_SPECS[dialect], hooks).notes]


@pytest.mark.parametrize(
    ("dialect", "at", "expected"),
    [
        param("claude", "PreToolUse", {"hooks": {"PreToolUse": [{"matcher": "Bash|PowerShell", "hooks": [{"type": "command", "command": "@", "timeout": 30, "onFailure": "block"}]}]}}, id="Claude Code: onFailure"),
        param("gemini", "BeforeTool", {"hooks": {"BeforeTool": [{"matcher": "^(?:run_shell_command)$", "hooks": [{"type": "command", "command": "@", "timeout": 30000}]}]}}, id="Gemini CLI: milliseconds"),
        param("codex", "PreToolUse", {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "@", "timeout": 30}]}]}}, id="Codex: no key it would refuse"),
        param("copilot", "preToolUse", {"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": "@", "timeoutSec": 30, "matcher": "bash|powershell"}]}}, id="Copilot CLI: bash, timeoutSec"),
        param("vscode", "PreToolUse", {"hooks": {"PreToolUse": [{"type": "command", "command": "@", "timeout": 30}]}}, id="VS Code: no matcher"),
        param("windsurf", "pre_run_command", {"hooks": {"pre_run_command": [{"command": "@"}]}}, id="Windsurf: only the command"),
        param("qwen", "PreToolUse", {"hooks": {"PreToolUse": [{"matcher": "run_shell_command", "hooks": [{"type": "command", "command": "@", "timeout": 30000}]}]}}, id="Qwen Code: milliseconds"),
        param("factory", "PreToolUse", {"hooks": {"PreToolUse": [{"matcher": "Execute", "hooks": [{"type": "command", "command": "@", "timeout": 30}]}]}}, id="Factory"),
        param("goose", "BeforeShellExecution", {"hooks": {"BeforeShellExecution": [{"hooks": [{"type": "command", "command": "@", "timeout": 30}]}]}}, id="Goose: an event of the same name"),
    ],
)  # fmt: skip
def test_a_guard_of_the_shell(dialect: str, at: str, expected: Any) -> None:
    line = wrap(GUARD, dialect, at)
    assert document(dialect, GUARD) == json.loads(json.dumps(expected).replace('"@"', json.dumps(line)))


def test_a_guard_of_the_shell_in_kiros_list() -> None:
    (hook,) = document("kiro", GUARD)["hooks"]
    assert {key: value for key, value in hook.items() if key != "name"} == {
        "trigger": "PreToolUse", "matcher": "execute_bash", "timeout": 30,
        "action": {"type": "command", "command": wrap(GUARD, "kiro", "PreToolUse")},
    }  # fmt: skip
    assert hook["name"].startswith("hookline-pretooluse-")


@pytest.mark.parametrize(
    ("dialect", "event"), [(name, event) for name, spec in DIALECT_SPECS.items() for event in spec.carries]
)
def test_every_event_with_a_place_is_written_there(dialect: str, event: str) -> None:
    spec = DIALECT_SPECS[dialect]
    whole = document(dialect, DialectHook(event, "x"))["hooks"]
    found = [hook["trigger"] for hook in whole] if spec.shape == "list" else list(whole)
    assert found == [name for name, _ in spec.carries[event].places]


@pytest.mark.parametrize(
    ("dialect", "event"),
    [(name, event) for name, spec in DIALECT_SPECS.items() for event in EVENTS if event not in spec.carries],
)
def test_every_event_without_one_is_named_as_lost(dialect: str, event: str) -> None:
    title = DIALECT_SPECS[dialect].title
    assert notes(dialect, DialectHook(event, "x")) == [
        ("lost", f"{title} has nothing like {event}", EVENTS[event].gate is not None)
    ]


@pytest.mark.parametrize(
    ("matcher", "events"),
    [
        param("^(?:Write)$", ["pre_write_code"], id="one tool, by its whole name"),
        param("^(?:Shell|MCP:query)$", ["pre_mcp_tool_use", "pre_run_command"], id="a tool and one of a server"),
        param("Shell", ["pre_mcp_tool_use", "pre_run_command"], id="a word that a server's tool may have in its name"),
        param("manual", ["pre_mcp_tool_use"], id="a word no built-in tool has"),
        param("^Sh", ["pre_mcp_tool_use", "pre_read_code", "pre_run_command", "pre_write_code"], id="an expression: the adapter decides"),
        param("^(?:Grep)$", [], id="a tool that has no place"),
    ],
)  # fmt: skip
def test_a_guard_of_tools_goes_where_its_matcher_can_fit(matcher: str, events: list[str]) -> None:
    text = DIALECTS["windsurf"].write([DialectHook("preToolUse", "x", matcher=matcher)], "").files[0].text
    assert sorted(json.loads(text)["hooks"]) == events


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        param(DialectHook("stop", "./s.sh", speaks="claude", native_event="Stop", loop_limit=None, timeout_s=600), {"Stop": [{"hooks": [{"type": "command", "command": "./s.sh", "timeout": 600}]}]}, id="as it was"),
        param(DialectHook("preToolUse", "./s.sh", matcher="^(?:Shell)$", speaks="claude", native_event="PreToolUse", native_matcher="Bash"), {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./s.sh", "timeout": 60}]}]}, id="with its matcher"),
        param(DialectHook("preToolUse", "./s.sh", matcher="^(?:Read)$", speaks="claude", native_event="PreToolUse", native_matcher="Bash"), {"PreToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "./s.sh", "timeout": 60}]}]}, id="with a matcher that was changed in between"),
        param(DialectHook("preToolUse", "p", "prompt", matcher="^(?:Read)$", model="m", timeout_s=30, fail_closed=True), {"PreToolUse": [{"matcher": "Read", "hooks": [{"type": "prompt", "prompt": "p", "model": "m", "timeout": 30, "onFailure": "block"}]}]}, id="a prompt hook"),
    ],
)  # fmt: skip
def test_what_claude_can_run_itself_runs_without_the_adapter(hook: DialectHook, expected: Any) -> None:
    written = write_dialect(DIALECT_SPECS["claude"], [hook])
    assert (json.loads(written.files[0].text), len(written.files)) == ({"hooks": expected}, 1)


@pytest.mark.parametrize(
    "hook",
    [
        param(
            DialectHook("preToolUse", "x", speaks="gemini", native_event="BeforeTool", fail_closed=True), id="to fail closed"
        ),
        param(DialectHook("stop", "x", speaks="gemini", native_event="AfterAgent", loop_limit=2), id="to end its loops"),
    ],
)
def test_a_hook_of_its_own_needs_the_adapter_for_what_the_tool_cannot_say(hook: DialectHook) -> None:
    written = write_dialect(DIALECT_SPECS["gemini"], [hook])
    assert [file.path for file in written.files] == [".gemini/settings.json", ".gemini/hooks/hookline_adapter.py"]
    ((group,),) = json.loads(written.files[0].text)["hooks"].values()
    assert unwrap(group["hooks"][0]["command"]) == hook


def test_factorys_matcher_on_the_command_line_stays() -> None:
    hook = DialectHook(
        "beforeShellExecution", "x", matcher="^rm", speaks="factory", native_event="PreToolUse", native_matcher="Execute"
    )
    assert document("factory", hook)["hooks"]["PreToolUse"] == [
        {"matcher": "Execute", "commandRegex": "^rm", "hooks": [{"type": "command", "command": "x", "timeout": 60}]}
    ]


@pytest.mark.parametrize(
    ("dialect", "existing"),
    [
        param("claude", {"model": "opus", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}, "z": [1.5, None, "é"]}, id="settings and hooks"),
        param("claude", {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}]}}, id="a hook at the same event"),
        param("codex", {"description": "d", "hooks": {}}, id="a description"),
        param("factory", {"Stop": [{"hooks": [{"command": "mine"}]}]}, id="events at the top"),
    ],
)  # fmt: skip
def test_what_is_there_stays(dialect: str, existing: Any) -> None:
    whole = document(dialect, GUARD, existing=existing)
    ours = [unwrap(handler["command"]) for handler in handlers(whole)]
    assert [hook for hook in ours if hook] == [GUARD]
    assert without_ours(whole) == without_ours(existing)


def handlers(whole: Any) -> list[Any]:
    events = whole.get("hooks", whole)
    return [
        handler
        for groups in events.values()
        if isinstance(groups, list)
        for group in groups
        if isinstance(group, dict)
        for handler in group["hooks"]
    ]


def without_ours(whole: Any) -> Any:
    """The document without the groups Hookline wrote and without events that are empty then."""
    events = whole.get("hooks", whole)
    kept = {
        name: [group for group in groups if not unwrap(group["hooks"][0]["command"])] if isinstance(groups, list) and name in DIALECT_SPECS["claude"].natives else groups
        for name, groups in events.items()
    }  # fmt: skip
    left = {name: groups for name, groups in kept.items() if groups != []}
    return {**whole, "hooks": left} if "hooks" in whole else left


@pytest.mark.parametrize("dialect", DIALECT_SPECS)
def test_writing_twice_is_writing_once(dialect: str) -> None:
    hooks = [GUARD, DialectHook("preToolUse", "./tool.sh"), DialectHook("beforeSubmitPrompt", "./p.sh")]
    once = write_dialect(DIALECT_SPECS[dialect], hooks)
    assert write_dialect(DIALECT_SPECS[dialect], hooks, once.files[0].text).files == once.files


@pytest.mark.parametrize("dialect", DIALECT_SPECS)
def test_a_hook_written_again_with_other_options_takes_its_place(dialect: str) -> None:
    spec = DIALECT_SPECS[dialect]
    once = write_dialect(spec, [GUARD])
    changed = GUARD._replace(timeout_s=5, fail_closed=False)
    again = write_dialect(spec, [changed], once.files[0].text)
    assert again.files == write_dialect(spec, [changed]).files


@pytest.mark.parametrize("dialect", DIALECT_SPECS)
def test_hooks_of_an_earlier_conversion_stay_and_keep_their_rows_in_the_adapter(dialect: str) -> None:
    spec = DIALECT_SPECS[dialect]
    foreign = next(name for name in ("claude", "gemini") if name != dialect)
    before = DIALECT_SPECS[foreign].carries["preToolUse"].places[0][0]
    earlier = DialectHook("preToolUse", "./e.sh", speaks=foreign, native_event=before)
    once = write_dialect(spec, [earlier])
    again = write_dialect(spec, [GUARD], once.files[0].text)
    assert (
        again.notes[0].sentence == f"1 hook of an earlier conversion stays in {spec.path}; remove those you no longer want"
    )
    assert f'"name": "{foreign}"' in again.files[1].text
    assert json.dumps(wrap(GUARD, dialect, spec.carries["beforeShellExecution"].places[0][0])) in again.files[0].text


@pytest.mark.parametrize(
    ("dialect", "existing"),
    [
        param("claude", "{", id="no JSON"),
        param("claude", '{"hooks": []}', id="hooks that are a list"),
        param("claude", '{"hooks": {"PreToolUse": 5}}', id="an event that is no list"),
        param("kiro", '{"hooks": {}}', id="Kiro: hooks that are no list"),
        param("claude", '{"a": 1, "a": 2}', id="a key written twice"),
    ],
)
def test_what_cannot_be_added_to_is_not_written(dialect: str, existing: str) -> None:
    written = write_dialect(DIALECT_SPECS[dialect], [GUARD], existing)
    path = DIALECT_SPECS[dialect].path
    assert (written.files, [(note.kind, note.gate) for note in written.notes]) == ((), [("lost", True)])
    assert written.notes[0].sentence.startswith(f"nothing is written: hooks cannot be added to {path} as it is")
