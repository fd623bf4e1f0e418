"""dialects.adapter.tools: what tools are called, and how their inputs are spelled."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.dialects.adapter.tools import edits_of, host_input, our_input, our_name, patched_files, their_input, tool_names
from hookline.dialects.adapter_script import dialect_row


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
        param("claude", {"tool": "MCP:q"}, "mcp__(db|my-x)__.*", ["mcp__mcp__q", "mcp__db__q", "mcp__my-x__q", "mcp__server__q"], id="every word could be the server"),
        param("claude", {"tool": "Write", "host": "claude", "raw_tool": "Edit"}, "", ["Edit"], id="in its own host the very name"),
        param("cursor", {"tool": "Shell"}, "", ["Shell"], id="Cursor's"),
        param("claude", {}, "", [], id="no tool"),
    ],
)  # fmt: skip
def test_what_a_tool_may_be_matched_by(dialect: str, facts: Any, matcher: str, names: list[str]) -> None:
    assert tool_names(dialect_row(dialect), facts, matcher) == names
