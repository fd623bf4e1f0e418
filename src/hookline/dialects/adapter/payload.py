"""A payload in one tool's words ↔ facts ↔ the same payload in another's.

Facts are a plain dict: `tool` and `input` in Cursor's words, `command`, `file`, `prompt`, `session`
and so on. What a tool calls them comes with its row, as data. Never raises on a payload, whatever
it holds.
"""

from __future__ import annotations

import json
import os
from typing import Any, List, Optional  # noqa: UP035  # the script runs on old interpreters too

from hookline.dialects.adapter.tools import (
    Facts,
    edits_of,
    our_input,
    our_name,
    patched_files,
    their_input,
)

_MOST_CONTENT = 1_000_000


def read_payload(dialect: Facts, event: str, payload: Facts) -> Facts:
    """What a payload says, in neutral words."""
    facts: Facts = {}
    for fact, paths in dialect["fields"].items():
        for path in _own(dialect, event, paths):
            value = _dig(payload, path)
            if value is not None:
                facts[fact] = value
                break
    facts["host"], facts["raw_tool"], facts["raw_input"] = (
        dialect["name"],
        facts.get("tool"),
        parsed(facts.get("input")),
    )
    _settle_tool(dialect, event, facts)
    _settle_input(facts)
    _settle_details(facts)
    return facts


def one_by_one(facts: Facts) -> List[Facts]:  # noqa: UP006
    """The facts, or one copy for each file that a patch changes: hooks are told of one file at a
    time.

    A patch in a shell command is a command, and an edit of each of its files besides.
    """
    tool = facts.get("tool")
    files = patched_files(facts["input"]) if tool in ("Shell", "Write") else []
    given = facts["input"] if tool == "Write" else {}
    edits = [{**facts, "tool": "Write", "raw_tool": "apply_patch", "file": path, "edits": [edit], "patched": True,
              "input": {**given, "file_path": path, **edit}} for path, edit in files]  # fmt: skip
    return edits if edits and tool == "Write" else [facts, *edits]


def write_payload(dialect: Facts, event: str, facts: Facts, tool_name: str) -> Facts:
    """The facts in a tool's words; `tool_name` is what it calls the tool."""
    row = _row(dialect, event)
    payload: Facts = {name: default for name, (_, default) in row.items()}
    told = {**facts, "event": event, "tool": tool_name or None}
    told["input"] = their_input(dialect, str(facts.get("tool") or ""), facts["input"])
    if not row:
        told.setdefault("again", facts.get("loops", 0) > 0)
    for fact, paths in dialect["fields"].items():
        if told.get(fact) is not None:
            for path in _own(dialect, event, paths):
                _plant(payload, path, _typed(row.get(path), told[fact]))
    if "session" in facts and "session_id" in payload:
        payload["session_id"] = facts["session"]
    return payload


def _row(dialect: Facts, event: str) -> Facts:
    """Cursor's fields of an event, each with type and default; empty for others, whose payloads are
    not so exact.
    """
    return dialect.get("rows", {}).get(event, {}).get("fields", {})  # type: ignore[no-any-return]


def _own(dialect: Facts, event: str, paths: str) -> List[str]:  # noqa: UP006
    row = _row(dialect, event)
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


def _typed(column: Optional[List[Any]], value: Any) -> Any:  # noqa: UP006, UP045
    """A value where the row says text: JSON text for what is not text."""
    if column and column[0] == "string" and not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return value


def parsed(value: Any) -> Any:
    """JSON text as its value; anything else as it is."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def _settle_tool(dialect: Facts, event: str, facts: Facts) -> None:
    named = facts.pop("tool", "")
    named = named if isinstance(named, str) else ""
    fixed = dialect["events"].get(event, {}).get("tool", "")
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
    details = {
        "command": facts.get("command"),
        "file_path": facts.get("file"),
        "content": facts.get("content"),
    }
    facts["input"] = (
        mcp
        if isinstance(mcp, dict)
        else {key: value for key, value in details.items() if value is not None}
    )
    edits = facts.get("edits")
    if isinstance(edits, list) and edits and isinstance(edits[0], dict):
        facts["input"].update(
            {key: edits[0][key] for key in ("old_string", "new_string") if key in edits[0]}
        )


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
    if tool == "Read" and "content" not in facts and isinstance(facts.get("file"), str):
        facts["content"] = _content(os.path.join(str(facts.get("cwd") or ""), facts["file"]))


def _content(path: str) -> str:
    """The beginning of a file a payload only names; empty where it cannot be read."""
    try:
        if not os.path.isfile(path):
            return ""
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(_MOST_CONTENT)
    except (OSError, ValueError):
        return ""
