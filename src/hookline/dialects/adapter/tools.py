"""What tools are called, and how their inputs are spelled: one tool's words ↔ Cursor's.

Only what guards read is translated: the path of a file, the texts of an edit, the command.
Everything else in an input stays as it came. Never raises on an input, whatever it holds.
"""

from __future__ import annotations

import re
import shlex
from typing import Any, Dict, List, Tuple  # noqa: UP035  # the script runs on old interpreters too

Facts = Dict[str, Any]  # noqa: UP006
#: Cursor's key first, then what others call it.
_SPELLINGS = {
    "file_path": ("file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path"),
    "old_string": ("old_string", "oldString", "old_str", "oldText"),
    "new_string": ("new_string", "newString", "new_str", "newText", "new_source"),
    "content": ("content", "contents", "file_text", "fileText"),
}
_OF_FILES = ("Read", "Write")
_PATCHED = re.compile(
    r"^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$|^\*\*\* Move to: (.+?)\s*$", re.MULTILINE
)


def our_key(key: str) -> str:
    """What Cursor calls this key of an input."""
    return next((ours for ours, theirs in _SPELLINGS.items() if key in theirs), key)


def our_input(tool: str, given: Facts) -> Facts:
    """An input in Cursor's words."""
    told = dict(given)
    if tool == "Shell" and isinstance(given.get("command"), list):
        told["command"] = shlex.join(map(str, given["command"]))
    if tool in _OF_FILES:
        for key, value in given.items():
            if our_key(key) not in told:
                told[our_key(key)] = value
    return told


def their_input(dialect: Facts, tool: str, given: Facts) -> Facts:
    """An input in Cursor's words, in those of a dialect."""
    if tool not in _OF_FILES:
        return given
    return {dialect["keys"].get(our_key(key), key): value for key, value in given.items()}


def host_input(host: Facts, facts: Facts, updated: Facts) -> Facts:
    """A changed input in the words of the payload it answers: merged into what was there, under the
    keys it has.
    """
    merged: Facts = dict(facts["raw_input"]) if isinstance(facts.get("raw_input"), dict) else {}
    if facts.get("tool") not in _OF_FILES:
        merged.update(updated)
        return merged
    for key, value in updated.items():
        there = [one for one in merged if our_key(one) == our_key(key)]
        merged[there[0] if there else host["keys"].get(our_key(key), key)] = value
    return merged


def edits_of(given: Facts) -> List[Facts]:  # noqa: UP006
    """What an input of the Write tool changes, as Cursor lists it."""
    listed = given.get("edits")
    if isinstance(listed, list) and listed and all(isinstance(edit, dict) for edit in listed):
        return [_edit(our_input("Write", edit)) for edit in listed]
    return [_edit(given)]


def _edit(given: Facts) -> Facts:
    return {
        "old_string": given.get("old_string", ""),
        "new_string": given.get("new_string", given.get("content", "")),
    }


def patched_files(given: Facts) -> List[Tuple[str, Facts]]:  # noqa: UP006
    """The files a patch in an input changes, each with its edit; empty where there is no patch."""
    found: List[Tuple[str, Facts]] = []  # noqa: UP006
    for text in given.values():
        if isinstance(text, str) and "*** Begin Patch" in text:
            places = list(_PATCHED.finditer(text))
            ends = [place.start() for place in places[1:]] + [len(text)]
            found += [
                (place[1] or place[2], _patch(text[place.end() : end]))
                for place, end in zip(places, ends)
            ]
    return found


def _patch(text: str) -> Facts:
    lines = text.splitlines()
    old, new = ("\n".join(line[1:] for line in lines if line[:1] == sign) for sign in "-+")
    return {"old_string": old, "new_string": new}


def our_name(dialect: Facts, name: str, facts: Facts) -> str:
    """What Cursor calls a tool; the server an MCP tool is of goes to the facts."""
    if dialect["name"] == "cursor":
        return name
    for ours, theirs in dialect["tools"].items():
        if name in theirs:
            return str(ours)
    form = dialect["mcp"]
    if not form:  # how MCP tools are called is not known, so what is no tool of its own may be one
        return name if name in dialect["own_tools"] else "MCP:" + name
    before, rest = form.split("{server}")
    server, found, tool = name[len(before) :].partition(rest.split("{tool}")[0])
    if name.startswith(before) and found and server and tool:
        facts.setdefault("server", server)
        return "MCP:" + tool
    return name


def tool_names(dialect: Facts, facts: Facts, matcher: str) -> List[str]:  # noqa: UP006
    """What a dialect calls the tool of these facts: every name it may be matched by, the usual one
    first.

    Where nobody tells the server of an MCP tool, each word of the matcher could be it.
    """
    tool = str(facts.get("tool") or "")
    if not tool or dialect["name"] == "cursor":
        return [tool] if tool else []
    if facts.get("host") == dialect["name"] and facts.get("raw_tool"):
        return [str(facts["raw_tool"])]
    if tool.startswith("MCP:"):
        words = re.sub(r"[^\w-]", " ", matcher.replace("__", " ")).split()
        servers = [facts["server"]] if facts.get("server") else [*dict.fromkeys(words), "server"]
        return [
            (dialect["mcp"] or "{tool}").format(server=server, tool=tool[4:]) for server in servers
        ]
    return [*dialect["tools"].get(tool, []), tool]
