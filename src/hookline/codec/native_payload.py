"""A payload in one tool's words ↔ facts ↔ the same payload in another's.

Facts are a plain dict: `tool` and `input` in Cursor's words, `command`, `file`, `prompt`, `session`
and so on. What a tool calls them comes with its row, as data. Never raises on a payload, whatever
it holds.
"""

from __future__ import annotations

import json
from typing import Any, List, Optional

from hookline.codec.json_object import Facts
from hookline.codec.tool_words import (
    call_name,
    edits_of,
    our_input,
    our_name,
    parsed,
    patched_files,
    their_input,
    their_result,
)

#: Facts that hosts add to events whose rows do not have them, and where.
_ANYWHERE = {"server": ["mcp_server_name"]}


def read_payload(dialect: Facts, at: str, payload: Facts) -> Facts:
    """What a payload says, in neutral words."""
    facts: Facts = {}
    for fact, paths in dialect["fields"].items():
        for path in _own(dialect, at, paths) or _ANYWHERE.get(fact, []):
            value = _dig(payload, path)
            if value is not None:
                facts[fact] = value
                break
    facts["host"], facts["raw_tool"] = dialect["name"], facts.get("tool")
    facts["raw_input"] = parsed(facts.get("input"))
    _settle_tool(dialect, at, facts)
    _settle_input(facts)
    _settle_details(facts)
    return facts


def one_by_one(facts: Facts) -> List[Facts]:
    """The facts, or one copy for each file that a patch changes: hooks are told of one file at a
    time.

    A patch in a shell command is a command, and an edit of each of its files besides.
    """
    tool = facts.get("tool")
    files = patched_files(facts["input"]) if tool in ("Shell", "Write") else []
    given = facts["input"] if tool == "Write" else {}
    told = {**facts, "tool": "Write", "raw_tool": "apply_patch", "patched": True}
    edits = [
        {**told, "file": path, "edits": [edit], "input": {**given, "file_path": path, **edit}}
        for path, edit in files
    ]
    return edits if edits and tool == "Write" else [facts, *edits]


def write_payload(dialect: Facts, at: str, facts: Facts) -> Facts:
    """The facts in the words of a hook that stands at this event of a dialect."""
    moment = dialect["events"][at]
    row = _row(dialect, at)
    payload: Facts = {name: default for name, (_, default) in row.items()}
    payload.update(moment.get("always", {}))
    told = _told(dialect, at, facts)
    for fact in moment.get("tells") or dialect["fields"]:
        value = _in_words(moment, fact, told.get(fact))
        if value is not None:
            for path in _own(dialect, at, dialect["fields"][fact]):
                _plant(payload, path, _typed(row.get(path), value))
    if "session" in facts and "session_id" in payload:
        payload["session_id"] = facts["session"]
    return payload


def _told(dialect: Facts, at: str, facts: Facts) -> Facts:
    """The facts, with the tool, its input and its output as the dialect calls them."""
    tool = str(facts.get("tool") or "")
    name = call_name(dialect, facts)
    if dialect["events"][at].get("tool") == "MCP:":  # all tools there are of MCP servers
        name = name.replace("MCP:", "", 1)
    told = {**facts, "event": at, "tool": name or None}
    told["input"] = their_input(dialect, tool, facts["input"])
    told["output"] = their_result(dialect, facts)
    if not _row(dialect, at):
        told.setdefault("again", facts.get("loops", 0) > 0)
    return told


def _in_words(moment: Facts, fact: str, value: Any) -> Any:
    """A fact in one of the words its event has for it; the last stands for all others."""
    words = moment.get("words", {}).get(fact)
    return value if not words or value is None or value in words else words[-1]


def _row(dialect: Facts, at: str) -> Facts:
    """Cursor's fields of an event, each with type and default; empty for others, whose payloads are
    not so exact.
    """
    fields: Facts = dialect["events"].get(at, {}).get("fields", {})
    return fields


def _own(dialect: Facts, at: str, paths: str) -> List[str]:
    row = _row(dialect, at)
    return [path for path in paths.split("|") if not row or path in row]


def _dig(value: Any, path: str) -> Any:
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _plant(payload: Facts, path: str, value: Any) -> None:
    *folders, last = path.split(".")
    for key in folders:
        inner = payload.setdefault(key, {})
        if not isinstance(inner, dict):
            return
        payload = inner
    payload[last] = value


def _typed(column: Optional[List[Any]], value: Any) -> Any:
    """A value where the row says text: JSON text for what is not text."""
    if column and column[0] == "string" and not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return value


def _settle_tool(dialect: Facts, at: str, facts: Facts) -> None:
    named = facts.pop("tool", "")
    named = named if isinstance(named, str) else ""
    fixed = dialect["events"].get(at, {}).get("tool", "")
    if fixed == "MCP:":
        facts["tool"] = "MCP:" + str(facts.get("mcp_tool") or named).replace("MCP:", "", 1)
    elif fixed:
        facts["tool"] = fixed
    elif named:
        facts["tool"] = our_name(dialect, named, facts)


def _settle_input(facts: Facts) -> None:
    """The input as an object, put together from what the payload tells where it has none."""
    tool = str(facts.get("tool") or "")
    if isinstance(facts["raw_input"], dict):
        facts["input"] = our_input(tool, facts["raw_input"])
        return
    mcp = parsed(facts.get("mcp_input"))
    facts["input"] = mcp if isinstance(mcp, dict) else _input_of_details(facts)
    edits = facts.get("edits")
    if isinstance(edits, list) and edits and isinstance(edits[0], dict):
        texts = ("old_string", "new_string")
        facts["input"].update({key: edits[0][key] for key in texts if key in edits[0]})


def _input_of_details(facts: Facts) -> Facts:
    names = {"command": "command", "file": "file_path", "content": "content"}
    told = {ours: facts.get(fact) for fact, ours in names.items()}
    return {key: value for key, value in told.items() if value is not None}


def _settle_details(facts: Facts) -> None:
    """What stands in the tool's input, as facts of its own."""
    given = facts["input"]
    tool = facts.get("tool", "")
    if tool == "Shell" and "command" in given:
        facts.setdefault("command", given["command"])
    if tool.startswith("MCP:"):
        facts["mcp_tool"], facts["mcp_input"] = tool[4:], given
    elif "file" not in facts and isinstance(given.get("file_path"), str):
        facts["file"] = given["file_path"]
    if tool == "Write" and "edits" not in facts:
        facts["edits"] = edits_of(given)
    if tool == "Task":
        facts.setdefault("agent", given.get("subagent_type", ""))
        facts.setdefault("task", given.get("prompt", given.get("description", "")))
