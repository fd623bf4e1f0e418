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
#: What stands for each of hookify's tools at Cursor, and what else a host may call the fields of a
#: file tool.
SHELL_TOOLS, FILE_TOOLS, TASK_TOOLS = (
    ("Bash", "Shell"),
    ("Write", "Edit", "MultiEdit"),
    ("Task", "Agent"),
)
SPELLINGS = (("path", "file_path"), ("target_file", "file_path"), ("contents", "content"))
FILE_TEXTS = {"content", "new_string", "old_string"}
#: What a rule may call the new text of a file, the old one, and a prompt.
NEW_TEXTS, OLD_TEXTS, PROMPTS = (
    ("content", "new_text", "new_string"),
    ("old_text", "old_string"),
    ("content", "prompt", "user_prompt"),
)


class Seen:
    """An event as hookify would have seen it: what kind, which tool by which names, with which input."""

    def __init__(self, payload: dict[str, Any], kind: str) -> None:
        self.payload, self.kind = payload, kind
        self.tools: list[
            str
        ] = []  # by which names it goes, the first being the one hookify would see
        self.input: dict[str, Any] = {}
        self.edits: list[dict[str, Any]] = []
        if kind == TOOL:
            self._tool(payload.get("tool_name"), payload.get("tool_input"))
        elif kind == BASH:
            self.tools, self.input = list(SHELL_TOOLS), {"command": payload.get("command", "")}
        elif kind == FILE:
            self._file(
                {
                    key: value
                    for key, value in payload.items()
                    if key in ("file_path", "content", "edits")
                }
            )

    def _tool(self, name: Any, given: Any) -> None:
        if isinstance(given, str):
            given = json.loads(given) if given.lstrip().startswith("{") else {}
        name, given = str(name or ""), dict(given) if isinstance(given, dict) else {}
        if name in FILE_TOOLS:
            self._file(given)
            return
        self.kind, self.tools, self.input = "", [name], given
        if name in SHELL_TOOLS:
            self.kind, self.tools = BASH, list(SHELL_TOOLS)
        elif name in TASK_TOOLS:
            self.tools = list(TASK_TOOLS)
        elif name.startswith("MCP:"):
            server = self.payload.get("mcp_server_name") or "*"
            self.tools = ["mcp__" + str(server) + "__" + name[4:], name]

    def _file(self, given: dict[str, Any]) -> None:
        for other, name in SPELLINGS:
            if other in given and name not in given:
                given[name] = given.pop(other)
        edits = given.get("edits")
        self.edits = (
            [edit for edit in edits if isinstance(edit, dict)] if isinstance(edits, list) else []
        )
        self.kind, self.input, self.tools = FILE, given, list(FILE_TOOLS)
        # Cursor has one name for the three tools; what is in the input tells them apart.
        if self.edits or not FILE_TEXTS.isdisjoint(given):
            self.tools = ["MultiEdit" if self.edits else "Write" if "content" in given else "Edit"]

    def goes_by(self, name: str, reading: str) -> bool:
        """Whether a rule that wants the tool of this name means this one; hookify compares with one
        name only.
        """
        names = self.tools[:1] if reading == STRICT else self.tools
        return name in names or any(_same_mcp_tool(name, one) for one in names)

    def file_texts(self, name: str, *others: str) -> list[str]:
        """Each text that goes by one of the names; an edit may come in several of them."""
        told = [as_text(self.input[one], "") for one in (name, *others) if one in self.input]
        return ([self.joined(name)] if self.edits else []) + told or [""]

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
    return (
        str(value)
        if reading == STRICT
        else ""
        if value is None
        else json.dumps(value, ensure_ascii=False)
    )


def strictly(field: str, seen: Seen) -> list[str] | None:
    """The text hookify's own code takes for a field; None: it takes none, and the condition fails."""
    given, payload = seen.input, seen.payload
    tool = seen.tools[0] if seen.tools else ""
    if field in given:
        return [as_text(given[field], STRICT)]
    if field in ("reason", "user_prompt"):
        return [as_text(payload.get(field, ""), STRICT)]
    if field == "transcript":
        return _transcript(payload, "strict")
    found = None
    if tool == "MultiEdit":
        found = seen.joined("new_string") if field in ("new_text", "content") else None
    elif tool in FILE_TOOLS:
        by_name = {
            "content": given.get("content") or given.get("new_string", ""),
            "new_text": given.get("new_string", ""),
        }
        by_name.update(
            new_string=by_name["new_text"], old_text=given.get("old_string", ""), old_string=""
        )
        found = by_name.get(field)
    if found is None and (field, tool) in (
        ("command", "Bash"),
        *(("file_path", one) for one in FILE_TOOLS),
    ):
        found = ""
    return None if found is None else [as_text(found, STRICT)]


def as_meant(field: str, seen: Seen, event: str) -> list[str] | None:
    """The texts the author of a rule meant by a field, one of which has to fit; None: this event
    has no such thing.
    """
    given, payload, kind = seen.input, seen.payload, seen.kind
    if kind == FILE and field in NEW_TEXTS:
        return seen.file_texts("new_string", "content")
    if kind == FILE and field in OLD_TEXTS:
        return seen.file_texts("old_string")
    if field in given:
        return [as_text(given[field], "")]
    if field == "content" and kind == BASH:
        return [as_text(given.get("command"), "")]
    if kind == PROMPT and field in PROMPTS:
        return [as_text(payload.get("prompt", payload.get("user_prompt")), "")]
    if field == "transcript":
        return _transcript(payload, "replace")
    if field == "content" and kind == event == STOP:
        return _transcript(payload, "replace") or [""]
    if field == "reason" and kind == STOP:
        return [as_text(payload.get("reason", payload.get("status")), "")]
    if field == "tool_name":
        return seen.tools or None
    return [as_text(payload[field], "")] if field in payload else None


def _transcript(payload: dict[str, Any], errors: str) -> list[str] | None:
    path = payload.get("transcript_path")
    if not isinstance(path, str) or not path:
        return None
    try:
        with open(path, encoding="utf-8", errors=errors) as file:
            return [file.read()]
    except (OSError, ValueError):
        return [""]
