"""One event as Cursor sends it: what hookify would have seen of it, and the texts of its fields in
each reading.

The first part of the program in every generated script, copied as it stands: ASCII, the standard
library only, Python 3.8 and later.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BASH, FILE, PROMPT, STOP, TOOL = "bash", "file", "prompt", "stop", "tool"
STRICT = "strict"
#: What stands for each of the tools of hookify at Cursor.
SHELL_TOOLS = ("Bash", "Shell")
FILE_TOOLS = ("Write", "Edit", "MultiEdit")
TASK_TOOLS = ("Task", "Agent")
#: What else a host may call the fields of a file tool.
SPELLINGS = (("path", "file_path"), ("target_file", "file_path"), ("contents", "content"))
FILE_TEXTS = {"content", "new_string", "old_string"}
FILE_EVENT = ("file_path", "content", "edits")
#: What a rule may call the new text of a file, the old one, and a prompt.
NEW_TEXTS = ("content", "new_text", "new_string")
OLD_TEXTS = ("old_text", "old_string")
PROMPTS = ("content", "prompt", "user_prompt")


class Seen:
    """An event as hookify would have seen it: what kind, which tool by which names, with which input."""

    def __init__(self, payload: dict[str, Any], kind: str) -> None:
        self.payload, self.kind = payload, kind
        self.tools: list[str] = []  # its names, the first being the one hookify would see
        self.input: dict[str, Any] = {}
        self.edits: list[dict[str, Any]] = []
        if kind == TOOL:
            self._tool(payload.get("tool_name"), payload.get("tool_input"))
        elif kind == BASH:
            self.tools, self.input = list(SHELL_TOOLS), {"command": payload.get("command", "")}
        elif kind == FILE:
            self._file({key: payload[key] for key in FILE_EVENT if key in payload})

    def _tool(self, name: Any, given: Any) -> None:
        if isinstance(given, str):
            given = json.loads(given) if given.lstrip().startswith("{") else {}
        name, given = str(name or ""), dict(given) if isinstance(given, dict) else {}
        if name in FILE_TOOLS:
            self._file(given)
            return
        self.kind, self.tools, self.input = "", self._names(name), given
        if name in SHELL_TOOLS:
            self.kind = BASH

    def _names(self, name: str) -> list[str]:
        for names in (SHELL_TOOLS, TASK_TOOLS):
            if name in names:
                return list(names)
        server = str(self.payload.get("mcp_server_name") or "*")
        return ["mcp__" + server + "__" + name[4:], name] if name.startswith("MCP:") else [name]

    def _file(self, given: dict[str, Any]) -> None:
        for other, name in SPELLINGS:
            if other in given and name not in given:
                given[name] = given.pop(other)
        edits = given.get("edits")
        listed = edits if isinstance(edits, list) else []
        self.edits = [edit for edit in listed if isinstance(edit, dict)]
        self.kind, self.input, self.tools = FILE, given, self._file_tools(given)

    def _file_tools(self, given: dict[str, Any]) -> list[str]:
        """Cursor has one name for the three tools; what is in the input tells them apart."""
        if self.edits:
            return ["MultiEdit"]
        if FILE_TEXTS.isdisjoint(given):
            return list(FILE_TOOLS)
        return ["Write" if "content" in given else "Edit"]

    def goes_by(self, name: str, reading: str) -> bool:
        """Whether a rule that wants the tool of this name means this one; hookify compares with one
        name only.
        """
        names = self.tools[:1] if reading == STRICT else self.tools
        return name in names or any(_same_mcp_tool(name, one) for one in names)

    def file_texts(self, name: str, *others: str) -> list[str]:
        """Each text that goes by one of the names; an edit may come in several of them."""
        texts = [self.joined(name)] if self.edits else []
        for key in (name, *others):
            if key in self.input:
                texts.append(as_text(self.input[key], ""))
        return texts or [""]

    def joined(self, key: str) -> str:
        """The old or new text of all edits."""
        return " ".join(as_text(edit.get(key, ""), STRICT) for edit in self.edits)


def _same_mcp_tool(wanted: str, one: str) -> bool:
    """Cursor names no server where the event does not: then any server may be the one that is wanted."""
    return (
        one.startswith("mcp__*__")
        and wanted.startswith("mcp__")
        and wanted.endswith(one[len("mcp__*") :])
    )


def as_text(value: Any, reading: str) -> str:
    """A value as the text a pattern is tried on."""
    if isinstance(value, str):
        return value
    if reading == STRICT:
        return str(value)
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def strictly(field: str, seen: Seen) -> list[str] | None:
    """The text the code of hookify takes for a field; None: it takes none, and the condition fails."""
    if field in seen.input:
        return [as_text(seen.input[field], STRICT)]
    if field in ("reason", "user_prompt"):
        return [as_text(seen.payload.get(field, ""), STRICT)]
    if field == "transcript":
        return _transcript(seen.payload, "strict")
    value = _absent(field, seen, seen.tools[0] if seen.tools else "")
    return None if value is None else [as_text(value, STRICT)]


def _absent(field: str, seen: Seen, tool: str) -> Any:
    """What the code of hookify takes for a field that the input does not have."""
    if tool == "Bash":
        return "" if field == "command" else None
    if tool not in FILE_TOOLS:
        return None
    if field == "file_path":
        return ""
    if tool == "MultiEdit":
        return seen.joined("new_string") if field in ("new_text", "content") else None
    new, old = seen.input.get("new_string", ""), seen.input.get("old_string", "")
    content = seen.input.get("content") or new
    texts = {"content": content, "new_text": new, "new_string": new, "old_text": old}
    return texts.get(field, "" if field == "old_string" else None)


def _new_text(seen: Seen) -> list[str]:
    return seen.file_texts("new_string", "content")


def _old_text(seen: Seen) -> list[str]:
    return seen.file_texts("old_string")


def _command(seen: Seen) -> list[str]:
    return [as_text(seen.input.get("content", seen.input.get("command")), "")]


def _prompt(seen: Seen) -> list[str]:
    return [as_text(seen.payload.get("prompt", seen.payload.get("user_prompt")), "")]


def _reason(seen: Seen) -> list[str]:
    return [as_text(seen.payload.get("reason", seen.payload.get("status")), "")]


#: What a field means at one kind of event only.
MEANT = {
    **dict.fromkeys([(FILE, name) for name in NEW_TEXTS], _new_text),
    **dict.fromkeys([(FILE, name) for name in OLD_TEXTS], _old_text),
    **dict.fromkeys([(PROMPT, name) for name in PROMPTS], _prompt),
    (BASH, "content"): _command,
    (STOP, "reason"): _reason,
}


def as_meant(field: str, seen: Seen, event: str) -> list[str] | None:
    """The texts the author of a rule meant by a field, one of which has to fit; None: this event
    has no such thing.
    """
    reader = MEANT.get((seen.kind, field))
    if reader is not None:
        return reader(seen)
    if field in seen.input:
        return [as_text(seen.input[field], "")]
    if field == "transcript":
        return _transcript(seen.payload, "replace")
    if field == "tool_name":
        return seen.tools or None
    if field == "content" and seen.kind == event == STOP:
        return _transcript(seen.payload, "replace") or [""]
    return [as_text(seen.payload[field], "")] if field in seen.payload else None


def _transcript(payload: dict[str, Any], errors: str) -> list[str] | None:
    path = payload.get("transcript_path")
    if not isinstance(path, str) or not path:
        return None
    try:
        with open(path, encoding="utf-8", errors=errors) as file:
            return [file.read()]
    except (OSError, ValueError):
        return [""]
