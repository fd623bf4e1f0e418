"""codec.hook_choice: is a hook meant? Its matcher is read as its own tool reads it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from pytest import param

from hookline.codec.dialect_table import dialect_row
from hookline.codec.hook_choice import is_meant
from hookline.dialects.adapter.timed_search import timed_search


def meant(dialect: str, event: str, matcher: Any, **facts: Any) -> bool:
    key = "matcher" if dialect == "cursor" else "native_matcher"
    return is_meant({key: matcher}, dialect_row(dialect), event, {"input": {}, **facts}, timed_search)


@pytest.mark.parametrize(
    ("dialect", "event", "matcher", "facts", "expected"),
    [
        param("claude", "PreToolUse", "Bash", {"tool": "Shell"}, True, id="Claude Code: an exact name"),
        param("claude", "PreToolUse", "Bas", {"tool": "Shell"}, False, id="Claude Code: a part of a name is no name"),
        param("claude", "PreToolUse", "Edit|MultiEdit", {"tool": "Write"}, True, id="Claude Code: one of the names"),
        param("claude", "PreToolUse", "Bas.", {"tool": "Shell"}, True, id="Claude Code: a regular expression"),
        param("claude", "PreToolUse", "as.$", {"tool": "Shell"}, True, id="Claude Code: unanchored"),
        param("claude", "PreToolUse", "Shell", {"tool": "Shell"}, True, id="Claude Code: Cursor's name"),
        param("claude", "PreToolUse", "mcp__github__.*", {"tool": "MCP:q"}, True, id="the server may be the one the matcher names"),
        param("claude", "PreToolUse", "mcp__github__q", {"tool": "MCP:q"}, True, id="also in a list of exact names"),
        param("claude", "PreToolUse", "mcp__github__.*", {"tool": "MCP:q", "server": "gitlab"}, False, id="a server that is told is that one"),
        param("claude", "PreToolUse", "mcp__github__x", {"tool": "MCP:q"}, False, id="another tool of the server"),
        param("claude", "PreToolUse", None, {"tool": "Shell"}, True, id="everything"),
        param("claude", "SessionStart", "startup", {"source": "resume"}, False, id="another start"),
        param("claude", "SessionStart", "startup|resume", {"source": "resume"}, True, id="that start"),
        param("claude", "SessionStart", "startup", {}, True, id="nobody tells which start: it is meant"),
        param("codex", "PreToolUse", "Bash-x", {"tool": "Shell"}, False, id="Codex: a dash is no letter of a list"),
        param("gemini", "BeforeTool", "shell", {"tool": "Shell"}, True, id="Gemini CLI: unanchored"),
        param("copilot", "preToolUse", "bas", {"tool": "Shell"}, False, id="Copilot CLI: anchored"),
        param("copilot", "preToolUse", "ba.*|x", {"tool": "Shell"}, True, id="Copilot CLI: each choice is"),
        param("vscode", "PreToolUse", "nothing", {"tool": "Shell"}, True, id="VS Code: ignored"),
        param("goose", "BeforeShellExecution", "^rm", {"tool": "Shell", "command": "rm x"}, True, id="Goose: the command"),
        param("goose", "BeforeShellExecution", "^rm", {"tool": "Shell", "command": "ls"}, False, id="Goose: another command"),
        param("kiro", "PreToolUse", "fs_*", {"tool": "Read"}, True, id="Kiro: a star"),
        param("kiro", "PreToolUse", "@builtin", {"tool": "Read"}, True, id="Kiro: every tool of its own"),
        param("kiro", "PreToolUse", "@builtin", {"tool": "MCP:q", "server": "git"}, False, id="Kiro: and no other"),
        param("kiro", "PreToolUse", "@git", {"tool": "MCP:q"}, True, id="Kiro: every tool of a server"),
        param("cursor", "preToolUse", "Shell", {"tool": "Shell"}, True, id="Cursor: a tool"),
        param("cursor", "preToolUse", "hel", {"tool": "Shell"}, True, id="Cursor: unanchored"),
        param("cursor", "beforeShellExecution", "rm$", {"tool": "Shell", "command": "rm\n"}, False, id="Cursor: the end is the very end"),
        param("cursor", "beforeShellExecution", r"[$]x\$", {"tool": "Shell", "command": "a $x$"}, True, id="Cursor: dollars that are meant"),
        param("cursor", "beforeShellExecution", "(?<a>x)", {"tool": "Shell", "command": "x"}, True, id="Cursor: a named group"),
        param("cursor", "beforeShellExecution", "(?<=a)b", {"tool": "Shell", "command": "cb"}, False, id="Cursor: a look behind"),
        param("cursor", "beforeShellExecution", "\\d", {"tool": "Shell", "command": "٣"}, False, id="Cursor: digits are ASCII"),
        param("cursor", "beforeShellExecution", "(", {"tool": "Shell", "command": "x"}, True, id="what is no regular expression matches"),
        param("cursor", "beforeMCPExecution", "^MCP:q$", {"tool": "MCP:q", "mcp_tool": "q"}, True, id="Cursor: an MCP tool by its long name"),
        param("cursor", "beforeMCPExecution", "^q$", {"tool": "MCP:q", "mcp_tool": "q"}, True, id="Cursor: and by its short one"),
        param("cursor", "stop", "Stop", {}, True, id="Cursor: a fixed word"),
        param("cursor", "stop", "Sotp", {}, False, id="Cursor: which is not that"),
        param("cursor", "sessionStart", "x", {}, True, id="Cursor: where a matcher means nothing"),
    ],
)  # fmt: skip
def test_who_is_meant(dialect: str, event: str, matcher: Any, facts: Any, expected: bool) -> None:
    assert meant(dialect, event, matcher, **facts) is expected


def test_a_pattern_that_would_run_for_hours_matches_in_time() -> None:
    began = time.monotonic()
    found = meant("cursor", "beforeShellExecution", "(a+)+$", tool="Shell", command="a" * 40 + "!")
    assert (found, time.monotonic() - began < 10) == (True, True)
