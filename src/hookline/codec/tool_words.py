"""What tools are called, and how their inputs and results are spelled: one tool's words ↔ Cursor's.

Only what guards read is translated: the path of a file, the texts of an edit, the command.
Everything else in an input stays as it came. Never raises on an input, whatever it holds.
"""

from __future__ import annotations

import json
import re
import shlex
from typing import Any, List, Tuple

from hookline.codec.json_object import Facts

#: Cursor's key first, then what others call it.
_SPELLINGS = {
    "file_path": ("file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path"),
    "old_string": ("old_string", "oldString", "old_str", "oldText"),
    "new_string": ("new_string", "newString", "new_str", "newText", "new_source"),
    "content": ("content", "contents", "file_text", "fileText"),
}
_OUR_KEYS = {theirs: ours for ours, spellings in _SPELLINGS.items() for theirs in spellings}
#: Keys one tool of Claude Code's has for itself: they stay, and ours stand beside them.
_NOTEBOOK_KEYS = ("notebook_path", "new_source")
_OF_FILES = ("Read", "Write")
#: What stands for the server of an MCP tool where nobody tells it.
_SOME_SERVER = "unknown"
_PATCHED = re.compile(
    r"^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$|^\*\*\* Move to: (.+?)\s*$", re.MULTILINE
)


def our_key(key: str) -> str:
    """What Cursor calls this key of an input."""
    return _OUR_KEYS.get(key, key)


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
    theirs = _in_their_keys(dialect, given)
    if isinstance(theirs.get("edits"), list):
        theirs["edits"] = [
            _in_their_keys(dialect, edit) if isinstance(edit, dict) else edit
            for edit in theirs["edits"]
        ]
    return theirs


def _in_their_keys(dialect: Facts, given: Facts) -> Facts:
    keys = dialect["keys"]
    theirs: Facts = {}
    for key, value in given.items():
        their_key = key if key in _NOTEBOOK_KEYS else keys.get(our_key(key), key)
        if key == our_key(key) or their_key not in theirs:  # our own key counts
            theirs[their_key] = value
    return theirs


def host_input(host: Facts, facts: Facts, updated: Facts) -> Facts:
    """A changed input in the words of the payload it answers: merged into what was there, under the
    keys it has.
    """
    raw = facts.get("raw_input")
    merged: Facts = dict(raw) if isinstance(raw, dict) else {}
    merged.update(in_keys_of(host, str(facts.get("tool") or ""), merged, updated))
    return merged


def in_keys_of(host: Facts, tool: str, given: Facts, updated: Facts) -> Facts:
    """A changed input under the keys the input it replaces has."""
    if tool not in _OF_FILES:
        return updated
    there = {our_key(key): key for key in given}
    return {
        there.get(our_key(key), host["keys"].get(our_key(key), key)): value
        for key, value in updated.items()
    }


def edits_of(given: Facts) -> List[Facts]:
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


def patched_files(given: Facts) -> List[Tuple[str, Facts]]:
    """The files a patch in an input changes, each with its edit; empty where there is no patch."""
    found: List[Tuple[str, Facts]] = []
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


def call_name(dialect: Facts, facts: Facts) -> str:
    """What a dialect calls the tool of this call, by the call alone; empty where there is none."""
    tool = str(facts.get("tool") or "")
    if not tool or dialect["name"] == "cursor":
        return tool
    told_by_itself = _told_name(dialect, facts)
    if told_by_itself:
        return told_by_itself
    if tool.startswith("MCP:"):
        return _mcp_name(dialect, str(facts.get("server") or _SOME_SERVER), tool)
    given = facts.get("input") or {}
    names = [name for key, name in dialect["calls"].get(tool, []) if not key or given.get(key)]
    return str([*names, *dialect["tools"].get(tool, []), tool][0])


def _told_name(dialect: Facts, facts: Facts) -> str:
    """The very name a host of this dialect told."""
    return str(facts.get("raw_tool") or "") if facts.get("host") == dialect["name"] else ""


def match_names(dialect: Facts, facts: Facts, matcher: str) -> List[str]:
    """Every name of a dialect's that the tool of these facts may be matched by, and Cursor's last.

    Where nobody tells the server of an MCP tool, each word of the matcher could be it: a guard that
    may be meant is not left out.
    """
    tool = str(facts.get("tool") or "")
    if not tool or dialect["name"] == "cursor":
        return [tool] if tool else []
    told_by_itself = _told_name(dialect, facts)
    if told_by_itself:
        return [told_by_itself]
    if tool.startswith("MCP:"):
        words = re.sub(r"[^\w-]", " ", matcher.replace("__", " ")).split()
        told = facts.get("server")
        servers = [str(told)] if told else [*dict.fromkeys(words), _SOME_SERVER]
        return [_mcp_name(dialect, server, tool) for server in servers]
    return [*dialect["tools"].get(tool, []), tool]


def _mcp_name(dialect: Facts, server: str, tool: str) -> str:
    form = dialect["mcp"] or "{tool}"
    return str(form.format(server=server, tool=tool[len("MCP:") :]))


def their_result(dialect: Facts, facts: Facts) -> Any:
    """What a tool put out, as a dialect tells it."""
    if dialect["results"] != "claude" or facts.get("output") is None:
        return facts.get("output")
    result = parsed(facts["output"])
    build = _CLAUDE_RESULTS.get(str(facts.get("tool") or ""))
    return build(facts, result) if build else result


def parsed(value: Any) -> Any:
    """JSON text as its value; anything else as it is."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            read = _VALUES.decode(value)
        except (ValueError, RecursionError):
            return value
        return read if _is_shallow(read) else value
    return value


def _is_shallow(value: Any) -> bool:
    """Whether a value may stand inside another: nested too deeply, neither we nor hooks could read it."""
    inside = [value]
    for _ in range(_MOST_LEVELS):
        inside = [
            item
            for holder in inside
            for item in (holder.values() if isinstance(holder, dict) else holder)
            if isinstance(item, (dict, list))
        ]
        if not inside:
            return True
    return False


def _not_a_word_of_json(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


_MOST_LEVELS = 128
_VALUES = json.JSONDecoder(parse_constant=_not_a_word_of_json)


def _text_of_result(result: Any) -> str:
    """What a tool shows, whichever way its agent wraps it."""
    if isinstance(result, dict):
        for key in ("stdout", "output", "returnDisplay", "llmContent", "text", "content"):
            if isinstance(result.get(key), str):
                return str(result[key])
        return json.dumps(result, ensure_ascii=False)
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)


def _shell_result(facts: Facts, result: Any) -> Facts:
    extra = result if isinstance(result, dict) else {}
    return {
        **extra,
        "stdout": _text_of_result(result),
        "stderr": extra.get("stderr", ""),
        "interrupted": bool(extra.get("interrupted", False)),
        "isImage": False,
    }


def _write_result(facts: Facts, result: Any) -> Facts:
    extra = result if isinstance(result, dict) else {}
    given = facts.get("input") or {}
    told = {
        "filePath": given.get("file_path", facts.get("file")),
        "content": given.get("content"),
        "oldString": given.get("old_string"),
        "newString": given.get("new_string"),
    }
    return {**extra, **{key: value for key, value in told.items() if value is not None}}


def _read_result(facts: Facts, result: Any) -> Facts:
    if isinstance(result, dict) and isinstance(result.get("file"), dict):
        return result
    file = {"filePath": facts.get("file"), "content": _text_of_result(result)}
    return {"type": "text", "file": file}


_CLAUDE_RESULTS = {"Shell": _shell_result, "Write": _write_result, "Read": _read_result}
