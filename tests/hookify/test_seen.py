"""dialects.hookify.seen: what hookify would have seen of an event, and the texts of its fields in each reading."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hookline.hookify.seen import BASH, FILE, PROMPT, STOP, STRICT, TOOL, Seen, as_meant, strictly

param = pytest.param


def a_tool(name: object, given: object, **more: Any) -> Seen:
    return Seen({"tool_name": name, "tool_input": given, **more}, TOOL)


@pytest.mark.parametrize(
    ("seen", "kind", "tools", "given"),
    [
        param(a_tool("Shell", {"command": "x"}), BASH, ["Bash", "Shell"], {"command": "x"}, id="Shell is hookify's Bash"),
        param(Seen({"command": "x", "cwd": "/"}, BASH), BASH, ["Bash", "Shell"], {"command": "x"}, id="a shell event"),
        param(a_tool("Write", {"path": "a", "contents": "b"}), FILE, ["Write"], {"file_path": "a", "content": "b"}, id="other spellings of a file's fields"),
        param(a_tool("Write", {"file_path": "a", "path": "b"}), FILE, ["Write", "Edit", "MultiEdit"], {"file_path": "a", "path": "b"}, id="which tool it is cannot be told"),
        param(a_tool("Write", {"old_string": "a", "new_string": "b"}), FILE, ["Edit"], {"old_string": "a", "new_string": "b"}, id="two texts are an edit"),
        param(a_tool("Write", {"edits": [{}]}), FILE, ["MultiEdit"], {"edits": [{}]}, id="a list of edits"),
        param(a_tool("Task", {}), "", ["Task", "Agent"], {}, id="Task has two names"),
        param(a_tool("MCP:q", '{"a": 1}'), "", ["mcp__*__q", "MCP:q"], {"a": 1}, id="an MCP tool with its input as text"),
        param(a_tool("MCP:q", {}, mcp_server_name="db"), "", ["mcp__db__q", "MCP:q"], {}, id="an MCP tool of a known server"),
        param(a_tool("Read", "no JSON"), "", ["Read"], {}, id="an input that is a word"),
        param(a_tool(None, None), "", [""], {}, id="no tool"),
        param(a_tool(7, [1]), "", ["7"], {}, id="a tool of the wrong type"),
        param(Seen({"file_path": "a", "content": "b", "x": 1}, FILE), FILE, ["Write"], {"file_path": "a", "content": "b"}, id="a file event"),
        param(Seen({"prompt": "a"}, PROMPT), PROMPT, [], {}, id="a prompt"),
    ],
)  # fmt: skip
def test_what_hookify_would_have_seen(seen: Seen, kind: str, tools: list[str], given: dict[str, Any]) -> None:
    assert (seen.kind, seen.tools, seen.input) == (kind, tools, given)


def test_an_input_that_is_broken_json_is_an_error() -> None:
    with pytest.raises(ValueError):
        a_tool("MCP:q", '{"a": ')


@pytest.mark.parametrize(
    ("seen", "name", "meant", "strict"),
    [
        param(a_tool("Shell", {}), "Bash", True, True, id="hookify's name"),
        param(a_tool("Shell", {}), "Shell", True, False, id="Cursor's name"),
        param(a_tool("MCP:q", {}), "mcp__db__q", True, True, id="any server may be meant"),
        param(a_tool("MCP:q", {}, mcp_server_name="x"), "mcp__db__q", False, False, id="another server"),
        param(a_tool("MCP:q", {}), "mcp__db__qq", False, False, id="another tool"),
        param(a_tool("Read", {}), "Rea", False, False, id="names are exact"),
    ],
)
def test_which_tool_a_rule_means(seen: Seen, name: str, meant: bool, strict: bool) -> None:
    assert (seen.goes_by(name, "intended"), seen.goes_by(name, STRICT)) == (meant, strict)


WRITE = a_tool("Write", {"file_path": "f", "content": "new"})
EDIT = a_tool("Write", {"file_path": "f", "old_string": "old", "new_string": "new"})
EDITS = a_tool("Write", {"file_path": "f", "edits": [{"old_string": "a", "new_string": "b"}, "odd", {"new_string": 3}]})
BOTH = a_tool("Write", {"content": "c", "new_string": "n", "edits": [{"new_string": "e"}]})


@pytest.mark.parametrize(
    ("field", "seen", "event", "meant", "strict"),
    [
        param("command", a_tool("Shell", {"command": "x"}), BASH, ["x"], ["x"], id="a command"),
        param("command", a_tool("Shell", {"command": ["x", 1]}), BASH, ['["x", 1]'], ["['x', 1]"], id="a command that is a list"),
        param("command", a_tool("Shell", {"command": None}), BASH, [""], ["None"], id="a command that is null"),
        param("command", a_tool("Shell", {}), BASH, None, [""], id="no command"),
        param("content", a_tool("Shell", {"command": "x"}), "all", ["x"], None, id="content of a command"),
        param("new_text", WRITE, FILE, ["new"], [""], id="new text of a new file"),
        param("content", WRITE, FILE, ["new"], ["new"], id="content of a new file"),
        param("old_text", WRITE, FILE, [""], [""], id="old text of a new file"),
        param("new_text", EDIT, FILE, ["new"], ["new"], id="new text of an edit"),
        param("content", EDIT, FILE, ["new"], ["new"], id="content of an edit"),
        param("old_string", EDIT, FILE, ["old"], ["old"], id="old string of an edit"),
        param("old_text", EDIT, FILE, ["old"], ["old"], id="old text of an edit"),
        param("new_text", EDITS, FILE, ["b 3"], ["b 3"], id="new text of two edits"),
        param("old_text", EDITS, FILE, ["a "], None, id="old text of two edits"),
        param("new_string", EDITS, FILE, ["b 3"], None, id="new string of two edits"),
        param("file_path", EDITS, FILE, ["f"], ["f"], id="the path of two edits"),
        param("new_text", BOTH, FILE, ["e", "n", "c"], ["e"], id="an edit in every way"),
        param("file_path", a_tool("Write", {}), FILE, None, [""], id="no path"),
        param("tool_name", a_tool("Shell", {}), BASH, ["Bash", "Shell"], None, id="the tool's name"),
        param("content", Seen({"prompt": "p"}, PROMPT), PROMPT, ["p"], None, id="content of a prompt"),
        param("user_prompt", Seen({"prompt": "p"}, PROMPT), PROMPT, ["p"], [""], id="a user's prompt"),
        param("prompt", Seen({"prompt": "p"}, PROMPT), PROMPT, ["p"], None, id="a prompt"),
        param("content", Seen({}, STOP), STOP, [""], None, id="content at the end, without a transcript"),
        param("content", Seen({}, STOP), "all", None, None, id="content at the end, for a rule for everything"),
        param("reason", Seen({"status": "completed"}, STOP), STOP, ["completed"], [""], id="the reason"),
        param("transcript", Seen({}, STOP), STOP, None, None, id="no transcript"),
        param("transcript", Seen({"transcript_path": "/no/such"}, STOP), STOP, [""], [""], id="a transcript that is gone"),
        param("transcript", Seen({"transcript_path": "/"}, STOP), STOP, [""], [""], id="a transcript that is a folder"),
        param("transcript", Seen({"transcript_path": "a\0b"}, STOP), STOP, [""], [""], id="a path no file has"),
        param("transcript", Seen({"transcript_path": 7}, STOP), STOP, None, None, id="a path that is a number"),
        param("cwd", Seen({"cwd": "/w"}, STOP), STOP, ["/w"], None, id="a field of the event itself"),
        param("nothing", a_tool("Read", {}), "all", None, None, id="a field nothing has"),
    ],
)  # fmt: skip
def test_the_texts_of_a_field(field: str, seen: Seen, event: str, meant: list[str] | None, strict: list[str] | None) -> None:
    assert (as_meant(field, seen, event), strictly(field, seen)) == (meant, strict)


def test_a_transcript(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_bytes(b"a \xff b")
    seen = Seen({"transcript_path": str(path)}, STOP)
    assert (as_meant("transcript", seen, STOP), strictly("transcript", seen)) == (["a \ufffd b"], [""])
    assert as_meant("content", seen, STOP) == ["a \ufffd b"]
