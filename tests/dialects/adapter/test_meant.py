"""dialects.adapter.meant: is a hook meant? Its matcher is read as its own tool reads it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from pytest import param

from hookline.dialects.adapter.meant import meant
from hookline.dialects.adapter_script import dialect_row


def name_of(dialect: str, event: str, matcher: Any, **facts: Any) -> str | None:
    key = "matcher" if dialect == "cursor" else "native_matcher"
    return meant({key: matcher}, dialect_row(dialect), event, {"input": {}, **facts})


@pytest.mark.parametrize(
    ("dialect", "event", "matcher", "facts", "name"),
    [
        param("claude", "PreToolUse", "Bash", {"tool": "Shell"}, "Bash", id="Claude Code: an exact name"),
        param("claude", "PreToolUse", "Bas", {"tool": "Shell"}, None, id="Claude Code: a part of a name is no name"),
        param("claude", "PreToolUse", "Edit|MultiEdit", {"tool": "Write"}, "Edit", id="Claude Code: the name that matches is told"),
        param("claude", "PreToolUse", "Bas.", {"tool": "Shell"}, "Bash", id="Claude Code: a regular expression"),
        param("claude", "PreToolUse", "as.$", {"tool": "Shell"}, "Bash", id="Claude Code: unanchored"),
        param("claude", "PreToolUse", "Shell", {"tool": "Shell"}, "Shell", id="Claude Code: Cursor's name"),
        param("claude", "PreToolUse", "mcp__github__.*", {"tool": "MCP:q"}, "mcp__github__q", id="the server may be the one the matcher names"),
        param("claude", "PreToolUse", "mcp__github__q", {"tool": "MCP:q"}, "mcp__github__q", id="also in a list of exact names"),
        param("claude", "PreToolUse", "mcp__github__.*", {"tool": "MCP:q", "server": "gitlab"}, None, id="a server that is told is that one"),
        param("claude", "PreToolUse", "mcp__github__x", {"tool": "MCP:q"}, None, id="another tool of the server"),
        param("claude", "PreToolUse", None, {"tool": "Shell"}, "Bash", id="everything"),
        param("claude", "SessionStart", "startup", {"source": "resume"}, None, id="another start"),
        param("claude", "SessionStart", "startup|resume", {"source": "resume"}, "", id="that start"),
        param("claude", "SessionStart", "startup", {}, "", id="nobody tells which start: it is meant"),
        param("codex", "PreToolUse", "Bash-x", {"tool": "Shell"}, None, id="Codex: a dash is no letter of a list"),
        param("gemini", "BeforeTool", "shell", {"tool": "Shell"}, "run_shell_command", id="Gemini CLI: unanchored"),
        param("copilot", "preToolUse", "bas", {"tool": "Shell"}, None, id="Copilot CLI: anchored"),
        param("copilot", "preToolUse", "ba.*|x", {"tool": "Shell"}, "bash", id="Copilot CLI: each choice is"),
        param("vscode", "PreToolUse", "nothing", {"tool": "Shell"}, "run_in_terminal", id="VS Code: ignored"),
        param("goose", "BeforeShellExecution", "^rm", {"tool": "Shell", "command": "rm x"}, "developer__shell", id="Goose: the command"),
        param("goose", "BeforeShellExecution", "^rm", {"tool": "Shell", "command": "ls"}, None, id="Goose: another command"),
        param("kiro", "PreToolUse", "fs_*", {"tool": "Read"}, "fs_read", id="Kiro: a star"),
        param("kiro", "PreToolUse", "@builtin", {"tool": "Read"}, "fs_read", id="Kiro: every tool of its own"),
        param("kiro", "PreToolUse", "@builtin", {"tool": "MCP:q", "server": "git"}, None, id="Kiro: and no other"),
        param("kiro", "PreToolUse", "@git", {"tool": "MCP:q"}, "@git/q", id="Kiro: every tool of a server"),
        param("cursor", "preToolUse", "Shell", {"tool": "Shell"}, "Shell", id="Cursor: a tool"),
        param("cursor", "preToolUse", "hel", {"tool": "Shell"}, "Shell", id="Cursor: unanchored"),
        param("cursor", "beforeShellExecution", "rm$", {"tool": "Shell", "command": "rm\n"}, None, id="Cursor: the end is the very end"),
        param("cursor", "beforeShellExecution", r"[$]x\$", {"tool": "Shell", "command": "a $x$"}, "Shell", id="Cursor: dollars that are meant"),
        param("cursor", "beforeShellExecution", "(?<a>x)", {"tool": "Shell", "command": "x"}, "Shell", id="Cursor: a named group"),
        param("cursor", "beforeShellExecution", "(?<=a)b", {"tool": "Shell", "command": "cb"}, None, id="Cursor: a look behind"),
        param("cursor", "beforeShellExecution", "\\d", {"tool": "Shell", "command": "٣"}, None, id="Cursor: digits are ASCII"),
        param("cursor", "beforeShellExecution", "(", {"tool": "Shell", "command": "x"}, "Shell", id="what is no regular expression matches"),
        param("cursor", "beforeMCPExecution", "^MCP:q$", {"tool": "MCP:q", "mcp_tool": "q"}, "MCP:q", id="Cursor: an MCP tool by its long name"),
        param("cursor", "beforeMCPExecution", "^q$", {"tool": "MCP:q", "mcp_tool": "q"}, "MCP:q", id="Cursor: and by its short one"),
        param("cursor", "stop", "Stop", {}, "", id="Cursor: a fixed word"),
        param("cursor", "stop", "Sotp", {}, None, id="Cursor: which is not that"),
        param("cursor", "sessionStart", "x", {}, "", id="Cursor: where a matcher means nothing"),
    ],
)  # fmt: skip
def test_who_is_meant(dialect: str, event: str, matcher: Any, facts: Any, name: str | None) -> None:
    assert name_of(dialect, event, matcher, **facts) == name


def test_a_pattern_that_would_run_for_hours_matches_in_time() -> None:
    began = time.monotonic()
    found = name_of("cursor", "beforeShellExecution", "(a+)+$", tool="Shell", command="a" * 40 + "!")
    assert (found, time.monotonic() - began < 10) == ("Shell", True)
