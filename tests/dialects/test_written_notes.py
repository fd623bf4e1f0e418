"""dialects.written_notes: what becomes of a hook in another tool's file, as notes."""

from __future__ import annotations

import pytest
from pytest import param

from hookline.dialects.conversion import DialectHook
from hookline.dialects.dialect_writer import write_dialect
from hookline.spec.dialects import DIALECT_SPECS

GUARD = DialectHook("beforeShellExecution", "./guard.sh", matcher="rm", timeout_s=30, fail_closed=True)


def notes(dialect: str, *hooks: DialectHook) -> list[tuple[str, str, bool]]:
    return [(note.kind, note.sentence, note.gate) for note in write_dialect(DIALECT_SPECS[dialect], hooks).notes]


@pytest.mark.parametrize(
    ("dialect", "hook", "expected"),
    [
        param("claude", GUARD, [("kept", "beforeShellExecution is PreToolUse (Shell)", False), ("kept", "failClosed: the adapter refuses when the hook fails", False)], id="a guard keeps its failClosed"),
        param("codex", GUARD._replace(fail_closed=False), [("kept", "beforeShellExecution is PreToolUse (Shell)", False), ("changed", "Codex cannot ask a person: permission ask becomes deny", False)], id="a tool that cannot ask"),
        param("copilot", DialectHook("beforeSubmitPrompt", "x"), [("changed", "beforeSubmitPrompt becomes userPromptSubmitted: a prompt cannot be stopped there", False), ("lost", "Copilot CLI cannot stop anything at userPromptSubmitted: the hook only observes", True)], id="a gate that is none there"),
        param("vscode", DialectHook("subagentStart", "x"), [("changed", "subagentStart becomes SubagentStart: a subagent cannot be stopped there", False), ("lost", "VS Code cannot stop anything at SubagentStart: the hook only observes", True)], id="another one"),
        param("gemini", DialectHook("sessionStart", "x"), [("kept", "sessionStart is SessionStart", False), ("lost", "Gemini CLI has no env: it becomes a line on stderr", False)], id="session variables"),
        param("windsurf", DialectHook("stop", "x"), [("changed", "stop becomes post_cascade_response: follow-ups are not sent", False), ("lost", "Windsurf has no followup_message: it becomes a line on stderr", False)], id="follow-ups"),
        param("kiro", DialectHook("postToolUse", "x"), [("kept", "postToolUse is PostToolUse", False), ("lost", "Kiro has no additional_context: it becomes a line on stderr", False), ("lost", "Kiro has no updated_mcp_tool_output: it becomes a line on stderr", False)], id="context after a tool"),
        param("kiro", DialectHook("sessionStart", "x"), [("kept", "sessionStart is SessionStart", False), ("lost", "Kiro has no env: it becomes a line on stderr", False)], id="context at the start is there"),
        param("windsurf", DialectHook("preToolUse", "x"), [("changed", "preToolUse becomes pre_run_command (Shell), pre_read_code (Read), pre_write_code (Write), pre_mcp_tool_use (MCP:): only for shell, reading, writing and MCP tools", False), ("changed", "Windsurf has no updated_input: it becomes a refusal that shows it", False)], id="four places for one"),
        param("windsurf", DialectHook("preToolUse", "x", matcher="^(?:Grep)$"), [("lost", "Windsurf has no preToolUse for the tools of the matcher '^(?:Grep)$'", True)], id="a guard of tools that have no place there"),
        param("codex", DialectHook("sessionEnd", "x", timeout_s=10), [("kept", "sessionEnd is SessionEnd", False), ("changed", "Codex gives SessionEnd 3 seconds at most", False)], id="a shorter limit"),
        param("gemini", DialectHook("stop", "judge", "prompt"), [("lost", "Gemini CLI has no hooks at stop that a model judges", False)], id="prompt hooks, where there are none"),
        param("claude", DialectHook("beforeShellExecution", "safe?", "prompt", matcher="rm"), [("changed", "beforeShellExecution becomes PreToolUse (Shell)", False), ("changed", "the matcher 'rm' is not carried over: the model judges more", False)], id="a prompt hook of the shell"),
        param("qwen", DialectHook("preToolUse", "safe?", "prompt", fail_closed=True), [("kept", "preToolUse is PreToolUse", False), ("lost", "Qwen Code has nothing like failClosed: a failing hook lets the action through", True)], id="a prompt hook that fails closed"),
        param("claude", DialectHook("stop", "done?", "prompt", loop_limit=3), [("kept", "stop is Stop", False), ("lost", "Claude Code has nothing like loop_limit", False)], id="a prompt hook with a limit"),
        param("claude", DialectHook("stop", "x", speaks="claude", native_event="Stop", loop_limit=None), [("kept", "stop is Stop", False)], id="its own hook again"),
        param("codex", DialectHook("preToolUse", "x", speaks="claude", native_event="PreToolUse"), [("kept", "preToolUse is PreToolUse", False), ("changed", "Codex cannot ask a person: permission ask becomes deny", False)], id="another tool's hook that can ask, where nobody can"),
        param("codex", DialectHook("preToolUse", "x", speaks="goose", native_event="PreToolUse"), [("kept", "preToolUse is PreToolUse", False)], id="a hook without a word for asking"),
        param("claude", DialectHook("beforeShellExecution", "x", matcher="rm", speaks="claude", native_event="PreToolUse", native_matcher="Bash"), [("kept", "beforeShellExecution is PreToolUse", False), ("changed", "the matcher 'rm' is not carried over: the hook runs for every command", False)], id="its own hook with a matcher on the command line"),
    ],
)  # fmt: skip
def test_notes(dialect: str, hook: DialectHook, expected: list[tuple[str, str, bool]]) -> None:
    assert notes(dialect, hook) == expected


def test_every_note_says_in_columns_what_it_is_about() -> None:
    hook = DialectHook("beforeSubmitPrompt", "x", fail_closed=True, pointer="/p", file="f", line=2)
    found = write_dialect(DIALECT_SPECS["copilot"], [hook]).notes
    assert [(note.about, note.event, note.file, note.line, note.pointer) for note in found] == [
        ("event", "beforeSubmitPrompt", "f", 2, "/p"),
        ("blocking", "beforeSubmitPrompt", "f", 2, "/p"),
        ("failClosed", "beforeSubmitPrompt", "f", 2, "/p"),
    ]
