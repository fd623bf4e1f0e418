"""dialects.matchers: matchers in another tool's words ↔ Cursor's."""

from __future__ import annotations

import pytest
from pytest import param

from hookline.dialects.conversion import DialectHook
from hookline.dialects.matchers import Translated, mcp_tool, to_cursor, to_native
from hookline.spec.dialects import DIALECT_SPECS

SHELL, WRITE = "^(?:Shell)$", "^(?:Write)$"


def translated(dialect: str, event: str, matcher: str | None) -> Translated:
    spec = DIALECT_SPECS[dialect]
    return to_cursor(spec, spec.natives[event], matcher)


@pytest.mark.parametrize(
    ("dialect", "event", "matcher", "expected"),
    [
        param("claude", "PreToolUse", None, Translated(None), id="nothing means everything"),
        param("claude", "PreToolUse", "", Translated(None), id="an empty text means everything"),
        param("claude", "PreToolUse", "*", Translated(None), id="a star means everything"),
        param("claude", "PreToolUse", "Bash|PowerShell", Translated(SHELL), id="a list of exact names, anchored"),
        param("claude", "PreToolUse", "Bash", Translated(SHELL, exactly=False), id="one of two names of a tool is less than the tool"),
        param("claude", "PreToolUse", "Edit|Write", Translated(WRITE, exactly=False), id="Edit and Write are one tool"),
        param("claude", "PreToolUse", "Read, Grep", Translated("^(?:Read|Grep)$"), id="commas and blanks are a list too"),
        param("claude", "PreToolUse", "Shell", Translated(SHELL, exactly=False), id="Cursor's own names are known"),
        param("claude", "PreToolUse", "Delete", Translated("^(?:Delete)$"), id="also of a tool only Cursor has"),
        param("claude", "PreToolUse", "Glob", Translated(None, exactly=False, never=True), id="a tool Cursor does not have"),
        param("claude", "PreToolUse", "Bash|Glob", Translated(SHELL, exactly=False), id="a tool it has and one it has not"),
        param("claude", "PreToolUse", "mcp__github__create_issue", Translated("^(?:MCP:create_issue)$"), id="an MCP tool has no server there"),
        param("claude", "PreToolUse", "mcp__.*", Translated("^MCP:", exactly=False), id="every MCP tool"),
        param("claude", "PreToolUse", "mcp__(github|gitlab)__.*", Translated("^MCP:", exactly=False), id="tools of some servers"),
        param("claude", "PreToolUse", "Edit.*|mcp__.*", Translated(None, exactly=False), id="tools and MCP tools: everything, narrowed by the adapter"),
        param("claude", "PreToolUse", "^(Bash|PowerShell)$", Translated(SHELL), id="a regular expression about known tools"),
        param("claude", "PreToolUse", ".*Edit", Translated(WRITE, exactly=False), id="a part of a name"),
        param("claude", "PreToolUse", "(?!Bash).*", Translated(None, exactly=False), id="what RE2 cannot try is everything"),
        param("claude", "PreToolUse", "B{1,2", Translated(None, exactly=False), id="what is no regular expression is everything"),
        param("claude", "PreToolUse", "." * 3000, Translated(None, exactly=False), id="a very long one is everything"),
        param("claude", "SessionStart", "startup", Translated(None, exactly=False), id="what Cursor does not tell"),
        param("claude", "PreCompact", "manual", Translated("^(?:manual)$"), id="a trigger, which Cursor tells"),
        param("claude", "SubagentStop", "explore|shell", Translated("^(?:explore|shell)$"), id="types of subagents"),
        param("gemini", "BeforeTool", "run_shell_command", Translated(SHELL), id="Gemini CLI: an unanchored regular expression"),
        param("gemini", "BeforeTool", "write_.*", Translated(WRITE, exactly=False), id="Gemini CLI: one of two tools that write"),
        param("gemini", "BeforeTool", "file", Translated("^(?:Read|Write|Grep)$", exactly=False), id="Gemini CLI: a part of many names"),
        param("codex", "PreToolUse", "Bash", Translated(SHELL), id="Codex: an exact name"),
        param("codex", "PreToolUse", "apply_patch|Edit|Write", Translated(WRITE), id="Codex: every name of a tool"),
        param("codex", "PreToolUse", "Ba.h", Translated(SHELL), id="Codex: a regular expression"),
        param("copilot", "preToolUse", "bash|powershell", Translated(SHELL), id="Copilot CLI: anchored names"),
        param("copilot", "preToolUse", "bas", Translated(None, exactly=False, never=True), id="Copilot CLI: a part of a name is no name"),
        param("copilot", "preToolUse", "bas.*", Translated(SHELL, exactly=False), id="Copilot CLI: an anchored regular expression"),
        param("vscode", "PreToolUse", "Bash", Translated(None, exactly=False), id="VS Code: ignored"),
        param("windsurf", "pre_write_code", None, Translated("^(?:Write)$"), id="Windsurf: the event says the tool"),
        param("windsurf", "pre_run_command", None, Translated(None), id="Windsurf: an event of ours of its own"),
        param("qwen", "PreToolUse", "run_shell_command", Translated(SHELL), id="Qwen Code: Gemini's names, Claude's rules"),
        param("factory", "PreToolUse", "Execute", Translated(SHELL), id="Factory: Execute"),
        param("factory", "PreToolUse", "Create|Edit|ApplyPatch", Translated(WRITE), id="Factory: tools that write"),
        param("goose", "PreToolUse", "developer__shell", Translated(SHELL), id="Goose: a tool of the developer extension"),
        param("goose", "BeforeShellExecution", "rm", Translated(None, exactly=False), id="Goose: what it matches there the adapter tries"),
        param("kiro", "PreToolUse", "execute_bash", Translated(SHELL), id="Kiro: a name"),
        param("kiro", "PreToolUse", "fs_*", Translated("^(?:Read|Write)$"), id="Kiro: a pattern with a star"),
        param("kiro", "PreToolUse", "@git/status", Translated(None, exactly=False), id="Kiro: a tool of a server"),
    ],
)  # fmt: skip
def test_a_matcher_in_cursors_words(dialect: str, event: str, matcher: str | None, expected: Translated) -> None:
    assert translated(dialect, event, matcher) == expected


@pytest.mark.parametrize(
    ("dialect", "event", "tools", "hook", "expected"),
    [
        param("claude", "PreToolUse", ("Shell",), DialectHook("beforeShellExecution", "x", matcher="rm"), "Bash|PowerShell", id="the names of a tool, as a list"),
        param("claude", "PreToolUse", ("MCP:",), DialectHook("beforeMCPExecution", "x"), "^(?:mcp__.*__.*)$", id="every MCP tool"),
        param("claude", "PreToolUse", (), DialectHook("preToolUse", "x"), None, id="everything"),
        param("claude", "PreToolUse", (), DialectHook("preToolUse", "x", matcher="Read|Grep"), "Read|Grep", id="plain names"),
        param("claude", "PreToolUse", (), DialectHook("preToolUse", "x", matcher="^(?:Write)$"), "Write|Edit|MultiEdit|NotebookEdit", id="anchored names"),
        param("claude", "PreToolUse", (), DialectHook("preToolUse", "x", matcher="MCP:query"), "^(?:mcp__.*__query)$", id="one MCP tool"),
        param("claude", "PreToolUse", (), DialectHook("preToolUse", "x", matcher="^(Shell|Read)"), None, id="a pattern is left to the adapter"),
        param("claude", "PreToolUse", (), DialectHook("preToolUse", "x", matcher="Delete"), None, id="a tool it does not have is left to the adapter"),
        param("claude", "PreCompact", (), DialectHook("preCompact", "x", matcher="^(?:manual)$"), "manual", id="a trigger"),
        param("claude", "Stop", (), DialectHook("stop", "x", matcher="Stop"), None, id="a fixed word"),
        param("gemini", "BeforeTool", ("Shell",), DialectHook("beforeShellExecution", "x"), "^(?:run_shell_command)$", id="Gemini CLI: anchored by hand"),
        param("gemini", "AfterTool", ("Write",), DialectHook("afterFileEdit", "x"), "^(?:write_file|replace)$", id="Gemini CLI: two names"),
        param("gemini", "BeforeTool", ("MCP:",), DialectHook("beforeMCPExecution", "x"), "^(?:mcp_.*_.*)$", id="Gemini CLI: MCP tools"),
        param("codex", "PreToolUse", ("Shell",), DialectHook("beforeShellExecution", "x"), "Bash", id="Codex: an exact name"),
        param("codex", "PreToolUse", (), DialectHook("preToolUse", "x", matcher="Write"), "apply_patch|Write|Edit|Bash", id="Codex: its shell changes files too"),
        param("codex", "PreToolUse", (), DialectHook("preToolUse", "x", matcher="Read"), None, id="Codex has no such tool"),
        param("copilot", "preToolUse", ("Shell",), DialectHook("beforeShellExecution", "x"), "bash|powershell", id="Copilot CLI: names"),
        param("copilot", "preToolUse", ("MCP:",), DialectHook("beforeMCPExecution", "x"), None, id="Copilot CLI: how MCP tools are called is not known"),
        param("vscode", "PreToolUse", ("Shell",), DialectHook("beforeShellExecution", "x"), None, id="VS Code ignores matchers: none is written"),
        param("windsurf", "pre_run_command", (), DialectHook("beforeShellExecution", "x", matcher="rm"), None, id="Windsurf has none"),
        param("qwen", "PreToolUse", ("Write",), DialectHook("preToolUse", "x"), "write_file|edit", id="Qwen Code"),
        param("factory", "PostToolUse", ("Write",), DialectHook("afterFileEdit", "x"), "Create|Edit|ApplyPatch", id="Factory"),
        param("goose", "PreToolUse", ("MCP:",), DialectHook("beforeMCPExecution", "x"), "^(?:.*__.*)$", id="Goose"),
        param("kiro", "PreToolUse", ("Shell",), DialectHook("beforeShellExecution", "x"), "execute_bash", id="Kiro: one name"),
        param("kiro", "PreToolUse", (), DialectHook("preToolUse", "x", matcher="Read|Write"), None, id="Kiro: several names are left to the adapter"),
    ],
)  # fmt: skip
def test_a_matcher_in_their_words(
    dialect: str, event: str, tools: tuple[str, ...], hook: DialectHook, expected: str | None
) -> None:
    spec = DIALECT_SPECS[dialect]
    assert to_native(spec, hook, spec.natives[event], tools) == expected


@pytest.mark.parametrize(
    ("dialect", "name", "tool"),
    [
        param("claude", "mcp__github__create_issue", "create_issue", id="Claude Code"),
        param("gemini", "mcp_github_create_issue", "create_issue", id="Gemini CLI"),
        param("kiro", "@git/status", "status", id="Kiro"),
        param("claude", "mcp__github", "", id="only a server"),
        param("claude", "Bash", "", id="another tool"),
        param("copilot", "github-create_issue", "", id="a tool that does not tell"),
    ],
)
def test_the_tool_in_the_name_of_an_mcp_tool(dialect: str, name: str, tool: str) -> None:
    assert mcp_tool(DIALECT_SPECS[dialect], name) == tool
