"""codec.tool_words: what tools are called, and how their inputs are spelled."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.codec.dialect_table import dialect_row
from hookline.codec.tool_words import (
    call_name,
    edits_of,
    host_input,
    match_names,
    our_input,
    our_name,
    parsed,
    patched_files,
    their_input,
    their_result,
)


@pytest.mark.parametrize(
    ("tool", "given", "ours"),
    [
        param("Read", {"filePath": "a"}, {"filePath": "a", "file_path": "a"}, id="camelCase"),
        param("Write", {"path": "a", "old_str": "x", "new_str": "y"}, {"path": "a", "old_str": "x", "new_str": "y", "file_path": "a", "old_string": "x", "new_string": "y"}, id="short names"),
        param("Read", {"file_path": "a", "path": "b"}, {"file_path": "a", "path": "b"}, id="our own key counts"),
        param("Grep", {"path": "src", "pattern": "x"}, {"path": "src", "pattern": "x"}, id="the path of a search is none of a file"),
        param("Shell", {"command": ["git", "push it"]}, {"command": "git 'push it'"}, id="a command as a list of words"),
        param("Shell", {"command": "ls"}, {"command": "ls"}, id="a command"),
    ],
)  # fmt: skip
def test_an_input_in_our_words(tool: str, given: Any, ours: Any) -> None:
    before = {**given}
    assert (our_input(tool, given), given) == (ours, before)


@pytest.mark.parametrize(
    ("dialect", "theirs"),
    [
        param("claude", {"file_path": "a", "content": "c"}, id="Claude Code: as ours"),
        param("vscode", {"filePath": "a", "content": "c"}, id="VS Code"),
        param("copilot", {"path": "a", "file_text": "c"}, id="Copilot CLI"),
        param("cursor", {"file_path": "a", "content": "c"}, id="Cursor"),
    ],
)
def test_an_input_in_their_words(dialect: str, theirs: Any) -> None:
    assert their_input(dialect_row(dialect), "Write", {"file_path": "a", "content": "c"}) == theirs


@pytest.mark.parametrize(
    ("host", "facts", "updated", "expected"),
    [
        param("claude", {"tool": "Shell", "raw_input": {"command": "a", "timeout": 5}}, {"command": "b"}, {"command": "b", "timeout": 5}, id="what is not changed stays"),
        param("vscode", {"tool": "Write", "raw_input": {"filePath": "a", "content": "x"}}, {"file_path": "b"}, {"filePath": "b", "content": "x"}, id="under the key that is there"),
        param("vscode", {"tool": "Write", "raw_input": {}}, {"file_path": "b"}, {"filePath": "b"}, id="under the host's key where none is there"),
        param("claude", {"tool": "MCP:q", "raw_input": {"path": "a"}}, {"file_path": "b"}, {"path": "a", "file_path": "b"}, id="inputs of MCP tools are nobody's to rename"),
        param("claude", {"tool": "Shell", "raw_input": "text"}, {"command": "b"}, {"command": "b"}, id="an input that is no object"),
    ],
)  # fmt: skip
def test_a_changed_input_for_the_host(host: str, facts: Any, updated: Any, expected: Any) -> None:
    assert host_input(dialect_row(host), facts, updated) == expected


@pytest.mark.parametrize(
    ("given", "files"),
    [
        param({"input": "*** Begin Patch\n*** Update File: a b.py\n@@ x\n-1\n-2\n+3\n *ctx\n*** End Patch"}, [("a b.py", {"old_string": "1\n2", "new_string": "3"})], id="a file with a blank in its name"),
        param({"x": "*** Begin Patch\n*** Update File: a\n*** Move to: b\n-1\n+2\n*** Delete File: c\n"}, [("a", {"old_string": "", "new_string": ""}), ("b", {"old_string": "1", "new_string": "2"}), ("c", {"old_string": "", "new_string": ""})], id="moved and deleted files"),
        param({"command": "echo '*** Update File: a'"}, [], id="text that is no patch"),
        param({"command": 5}, [], id="no text"),
        param({}, [], id="nothing"),
    ],
)  # fmt: skip
def test_the_files_of_a_patch(given: Any, files: Any) -> None:
    assert patched_files(given) == files


@pytest.mark.parametrize(
    ("given", "edits"),
    [
        param({"content": "all"}, [{"old_string": "", "new_string": "all"}], id="a whole file"),
        param(
            {"edits": [{"oldText": "1", "newText": "2"}]},
            [{"old_string": "1", "new_string": "2"}],
            id="a list in other words",
        ),
        param({"edits": ["x"], "new_string": "y"}, [{"old_string": "", "new_string": "y"}], id="a list of something else"),
        param({}, [{"old_string": "", "new_string": ""}], id="nothing"),
    ],
)
def test_edits(given: Any, edits: Any) -> None:
    assert edits_of(given) == edits


@pytest.mark.parametrize(
    ("dialect", "name", "ours", "server"),
    [
        param("claude", "Bash", "Shell", None, id="a tool of ours"),
        param("claude", "MultiEdit", "Write", None, id="one of several names"),
        param("claude", "Glob", "Glob", None, id="a tool Cursor does not have"),
        param("claude", "mcp__git_hub__a__b", "MCP:a__b", "git_hub", id="an MCP tool"),
        param("claude", "mcp__x", "mcp__x", None, id="half of such a name"),
        param("kiro", "@git/status", "MCP:status", "git", id="Kiro's form"),
        param("goose", "github__list", "MCP:list", "github", id="Goose's form"),
        param("goose", "developer__shell", "Shell", None, id="Goose's own extension"),
        param("copilot", "github-list", "MCP:github-list", None, id="a form nobody knows"),
        param("copilot", "glob", "glob", None, id="but not its own tools"),
        param("cursor", "MCP:x", "MCP:x", None, id="Cursor's names"),
    ],
)  # fmt: skip
def test_our_name_of_a_tool(dialect: str, name: str, ours: str, server: str | None) -> None:
    facts: dict[str, Any] = {}
    assert (our_name(dialect_row(dialect), name, facts), facts.get("server")) == (ours, server)


@pytest.mark.parametrize(
    ("dialect", "facts", "matcher", "names"),
    [
        param("claude", {"tool": "Shell"}, "", ["Bash", "PowerShell", "Shell"], id="its names, and Cursor's last"),
        param("claude", {"tool": "MCP:q", "server": "db"}, "", ["mcp__db__q"], id="an MCP tool whose server is told"),
        param("claude", {"tool": "MCP:q"}, "mcp__(db|my-x)__.*", ["mcp__mcp__q", "mcp__db__q", "mcp__my-x__q", "mcp__unknown__q"], id="every word could be the server"),
        param("claude", {"tool": "Write", "host": "claude", "raw_tool": "Edit"}, "", ["Edit"], id="in its own host the very name"),
        param("cursor", {"tool": "Shell"}, "", ["Shell"], id="Cursor's"),
        param("claude", {}, "", [], id="no tool"),
    ],
)  # fmt: skip
def test_what_a_tool_may_be_matched_by(dialect: str, facts: Any, matcher: str, names: list[str]) -> None:
    assert match_names(dialect_row(dialect), facts, matcher) == names


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        param('{"a": 1}', {"a": 1}, id="an object"),
        param("[1]", [1], id="a list"),
        param("{no", "{no", id="what only begins so"),
        param("text", "text", id="text"),
        param({"a": 1}, {"a": 1}, id="no text"),
        param("[" * 100_000, "[" * 100_000, id="nesting without an end"),
    ],
)
def test_json_text(value: Any, expected: Any) -> None:
    assert parsed(value) == expected


@pytest.mark.parametrize(
    ("dialect", "facts", "name"),
    [
        param("claude", {"tool": "Shell"}, "Bash", id="a shell command"),
        param("claude", {"tool": "Write", "input": {"content": "x"}}, "Write", id="a whole file"),
        param("claude", {"tool": "Write", "input": {"old_string": "a"}}, "Edit", id="an edit"),
        param("claude", {"tool": "Write", "input": {"edits": [{}], "old_string": "a"}}, "MultiEdit", id="several edits"),
        param("claude", {"tool": "Write", "input": {"notebook_path": "a"}}, "NotebookEdit", id="a notebook"),
        param("claude", {"tool": "MCP:q", "server": "db"}, "mcp__db__q", id="an MCP tool whose server is told"),
        param("claude", {"tool": "MCP:q"}, "mcp__unknown__q", id="the server of an MCP tool is not guessed"),
        param("claude", {"tool": "Task"}, "Task", id="a subagent"),
        param("claude", {"tool": "Delete"}, "Delete", id="a tool Claude Code does not have"),
        param("gemini", {"tool": "Write", "input": {"old_string": "a"}}, "replace", id="Gemini CLI: an edit"),
        param("gemini", {"tool": "Write", "input": {}}, "write_file", id="Gemini CLI: a whole file"),
        param("claude", {"tool": "Write", "host": "claude", "raw_tool": "MultiEdit"}, "MultiEdit", id="in its own host the very name"),
        param("cursor", {"tool": "Write"}, "Write", id="Cursor's"),
        param("claude", {}, "", id="no tool"),
    ],
)  # fmt: skip
def test_the_name_of_a_call(dialect: str, facts: dict[str, Any], name: str) -> None:
    assert call_name(dialect_row(dialect), facts) == name


@pytest.mark.parametrize(
    ("facts", "result"),
    [
        param({"tool": "Shell", "output": '{"exitCode": 0, "stdout": "ok"}'}, {"exitCode": 0, "stdout": "ok", "stderr": "", "interrupted": False, "isImage": False}, id="what Cursor tells of a command"),
        param({"tool": "Shell", "output": "ok"}, {"stdout": "ok", "stderr": "", "interrupted": False, "isImage": False}, id="plain text"),
        param({"tool": "Shell", "output": {"llmContent": "x", "returnDisplay": "ok"}}, {"llmContent": "x", "returnDisplay": "ok", "stdout": "ok", "stderr": "", "interrupted": False, "isImage": False}, id="what Gemini CLI tells"),
        param({"tool": "Write", "input": {"file_path": "a", "content": "c"}, "output": "{}"}, {"filePath": "a", "content": "c"}, id="a file written"),
        param({"tool": "Read", "file": "a", "output": "text"}, {"type": "text", "file": {"filePath": "a", "content": "text"}}, id="a file read"),
        param({"tool": "MCP:q", "output": '[{"type": "text"}]'}, [{"type": "text"}], id="an MCP tool"),
        param({"tool": "Shell"}, None, id="nothing told"),
    ],
)  # fmt: skip
def test_a_result_as_claude_code_tells_it(facts: dict[str, Any], result: Any) -> None:
    assert their_result(dialect_row("claude"), facts) == result
