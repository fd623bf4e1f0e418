"""A payload in one tool's words ↔ facts ↔ the same payload in another's.

Facts are a plain dict: `tool` and `input` in Cursor's words, `command`, `file`, `prompt`, `session` and so on. What a tool
calls them comes with its row, as data. Never raises on a payload, whatever it holds.
"""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional  # noqa: UP035  # the script runs on old interpreters too

Facts = Dict[str, Any]  # noqa: UP006
_PATH_KEYS = ("file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path")
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
    facts["raw_input"] = facts.get("input")
    _settle_tool(dialect, event, facts)
    _settle_details(facts)
    return facts


def write_payload(dialect: Facts, event: str, facts: Facts, tool_name: str) -> Facts:
    """The facts in a tool's words; `tool_name` is what it calls the tool."""
    payload: Facts = {name: default for name, (_, default) in _row(dialect, event).items()}
    told = {**facts, "event": event, "tool": tool_name or None}
    if not _row(dialect, event):
        told["again"] = facts.get("loops", 0) > 0
    for fact, paths in dialect["fields"].items():
        if told.get(fact) is not None:
            for path in _own(dialect, event, paths):
                _plant(payload, path, _typed(_row(dialect, event).get(path), told[fact]))
    if "session" in facts and "session_id" in payload:
        payload["session_id"] = facts["session"]
    return payload


def tool_names(dialect: Facts, facts: Facts) -> List[str]:  # noqa: UP006
    """What a tool calls the tool of ours in these facts: every name it may be matched by, the usual one first."""
    tool = facts.get("tool") or ""
    if not tool:
        return []
    if dialect["name"] == "cursor":
        return [tool]
    if tool.startswith("MCP:"):
        form = dialect["mcp"] or "{server}__{tool}"
        return [form.format(server=facts.get("server") or "server", tool=tool[4:])]
    return list(dialect["tools"].get(tool, [tool]))


def _row(dialect: Facts, event: str) -> Facts:
    """Cursor's fields of an event, each with type and default; empty for others, whose payloads are not so exact."""
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
    named = str(facts.get("tool") or "")
    fixed = dialect["events"].get(event, {}).get("tool", "")
    if fixed == "MCP:":
        facts["tool"] = "MCP:" + str(facts.get("mcp_tool") or named).replace("MCP:", "", 1)
    elif fixed:
        facts["tool"] = fixed
    elif named:
        facts["tool"] = _our_name(dialect, named, facts)
    if not isinstance(parsed(facts.get("input")), dict):
        details = {"command": facts.get("command"), "file_path": facts.get("file"), "content": facts.get("content")}
        mcp = parsed(facts.get("mcp_input"))
        facts["input"] = (
            mcp if isinstance(mcp, dict) else {key: value for key, value in details.items() if value is not None}
        )
        edits = facts.get("edits")
        if isinstance(edits, list) and edits and isinstance(edits[0], dict):
            facts["input"].update({key: edits[0][key] for key in ("old_string", "new_string") if key in edits[0]})
    facts["input"] = dict(parsed(facts["input"]))


def _our_name(dialect: Facts, name: str, facts: Facts) -> str:
    if dialect["name"] == "cursor":
        return name
    for ours, theirs in dialect["tools"].items():
        if name in theirs:
            return str(ours)
    form = dialect["mcp"]
    if not form:
        return "MCP:" + name  # the form of MCP names is not known, so what is no tool of its own may be one
    before, between = form.split("{server}")[0], form.split("{server}")[1].split("{tool}")[0]
    server, found, tool = name[len(before) :].partition(between)
    if name.startswith(before) and found and tool:
        facts.setdefault("server", server)
        return "MCP:" + tool
    return name


def _settle_details(facts: Facts) -> None:
    """What stands in the tool's input, as facts of its own."""
    given = facts["input"]
    tool = facts.get("tool", "")
    if tool == "Shell" and "command" in given:
        facts.setdefault("command", given["command"])
    if tool.startswith("MCP:"):
        facts["mcp_tool"], facts["mcp_input"] = tool[4:], given
    elif "file" not in facts:
        paths = [given[key] for key in _PATH_KEYS if isinstance(given.get(key), str)]
        facts.update({"file": paths[0]} if paths else {})
    if tool == "Write" and "edits" not in facts:
        new = given.get("new_string", given.get("content", ""))
        facts["edits"] = [{"old_string": given.get("old_string", ""), "new_string": new}]
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


def host_input(facts: Facts, updated: Facts) -> Facts:
    """A changed input in the words of the payload it answers: merged into what was there, under the keys it has."""
    raw = parsed(facts.get("raw_input"))
    merged: Facts = dict(raw) if isinstance(raw, dict) else {}
    there = [key for key in _PATH_KEYS if key in merged]
    for key, value in updated.items():
        merged[there[0] if key in _PATH_KEYS and there else key] = value
    return merged
