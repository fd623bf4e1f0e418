"""One rule, and one event as Cursor sends it: the answer to print. Also the program inside every generated script.

Its text is copied into the scripts as it stands, so it is ASCII, imports the standard library only, runs on Python 3.8 and
later, and knows events only by what the rule carries for them. A regular expression runs in a child process with a limit on
its processor time; out of time counts as a match, because a guard that cannot be asked is not left out. Whatever goes wrong
ends in exit code 1, which `failClosed` turns into a deny; it never ends in 2.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Search = Callable[[str, str], bool]
    Rule = dict[str, Any]

#: Processor time one expression may take, and all of one event together; how long to wait for stdin when $1 is there.
EXPRESSION_S, ALL_EXPRESSIONS_S, STDIN_S = 1.0, 5.0, 2.0
BASH, FILE, PROMPT, STOP, TOOL = "bash", "file", "prompt", "stop", "tool"
STRICT = "strict"
#: What stands for each of hookify's tools at Cursor, and what else a host may call the fields of a file tool.
SHELL_TOOLS, FILE_TOOLS, TASK_TOOLS = ("Bash", "Shell"), ("Write", "Edit", "MultiEdit"), ("Task", "Agent")
SPELLINGS = (("path", "file_path"), ("target_file", "file_path"), ("contents", "content"))
FILE_TEXTS = {"content", "new_string", "old_string"}
MATCHED, NOT_MATCHED, NOT_A_PATTERN = 0, 1, 3


class NotAPattern(ValueError):
    """This Python does not take the expression."""


class Limited:
    """`re.search`, ignoring case, each call in a child process that the system ends when its time is over."""

    def __init__(self) -> None:
        self._left_s = ALL_EXPRESSIONS_S

    def __call__(self, pattern: str, text: str) -> bool:
        if self._left_s <= 0:
            return True
        limit_s = min(EXPRESSION_S, self._left_s)
        child = os.fork()
        if child == 0:
            _search_and_end(pattern, text, limit_s)
        _, status, used = os.wait4(child, 0)
        self._left_s -= used.ru_utime + used.ru_stime
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else MATCHED
        if code == NOT_A_PATTERN:
            raise NotAPattern("not a regular expression for this Python: " + repr(pattern))
        return code != NOT_MATCHED


def _search_and_end(pattern: str, text: str, limit_s: float) -> None:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, even inside one long step of the matcher
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    try:
        os._exit(MATCHED if search_now(pattern, text) else NOT_MATCHED)
    except NotAPattern:
        os._exit(NOT_A_PATTERN)
    finally:
        os._exit(MATCHED)  # could not be asked


def search_now(pattern: str, text: str) -> bool:
    """The same here and now, without a limit: what hookify does."""
    try:
        return re.compile(pattern, re.IGNORECASE).search(text) is not None
    except (re.error, OverflowError, RecursionError) as error:
        raise NotAPattern(str(error)) from None


class Seen:
    """An event as hookify would have seen it: what kind, which tool by which names, with which input."""

    def __init__(self, payload: dict[str, Any], kind: str) -> None:
        self.payload, self.kind = payload, kind
        self.tools: list[str] = []  # by which names it goes, the first being the one hookify would see
        self.input: dict[str, Any] = {}
        self.edits: list[dict[str, Any]] = []
        if kind == TOOL:
            self._tool(payload.get("tool_name"), payload.get("tool_input"))
        elif kind == BASH:
            self.tools, self.input = list(SHELL_TOOLS), {"command": payload.get("command", "")}
        elif kind == FILE:
            self._file({key: value for key, value in payload.items() if key in ("file_path", "content", "edits")})

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
        self.edits = [edit for edit in edits if isinstance(edit, dict)] if isinstance(edits, list) else []
        self.kind, self.input, self.tools = FILE, given, list(FILE_TOOLS)
        if self.edits or not FILE_TEXTS.isdisjoint(
            given
        ):  # Cursor has one name for the three; what is in it tells them apart
            self.tools = ["MultiEdit" if self.edits else "Write" if "content" in given else "Edit"]

    def goes_by(self, name: str, reading: str) -> bool:
        """Whether a rule that wants the tool of this name means this one; hookify compares with one name only."""
        names = self.tools[:1] if reading == STRICT else self.tools
        return name in names or any(_same_mcp_tool(name, one) for one in names)

    def joined(self, key: str) -> str:
        """The old or new text of all edits."""
        return " ".join(as_text(edit.get(key, ""), STRICT) for edit in self.edits)


def _same_mcp_tool(wanted: str, one: str) -> bool:
    """Cursor names no server where the event does not: then any server may be the one that is wanted."""
    return one.startswith("mcp__*__") and wanted.startswith("mcp__") and wanted.endswith(one[len("mcp__*") :])


def as_text(value: Any, reading: str) -> str:
    """A value as the text a pattern is tried on."""
    if isinstance(value, str):
        return value
    return str(value) if reading == STRICT else "" if value is None else json.dumps(value, ensure_ascii=False)


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
        by_name = {"content": given.get("content") or given.get("new_string", ""), "new_text": given.get("new_string", "")}
        by_name.update(new_string=by_name["new_text"], old_text=given.get("old_string", ""), old_string="")
        found = by_name.get(field)
    if found is None and (field, tool) in (("command", "Bash"), *(("file_path", one) for one in FILE_TOOLS)):
        found = ""
    return None if found is None else [as_text(found, STRICT)]


def as_meant(field: str, seen: Seen, event: str) -> list[str] | None:
    """The texts the author of a rule meant by a field, one of which has to fit; None: this event has no such thing."""
    given, payload, kind = seen.input, seen.payload, seen.kind
    if kind == FILE and field in ("content", "new_text", "new_string"):
        return [seen.joined("new_string") or as_text(given.get("new_string", given.get("content")), "")]
    if kind == FILE and field in ("old_text", "old_string"):
        return [seen.joined("old_string") or as_text(given.get("old_string"), "")]
    if field in given:
        return [as_text(given[field], "")]
    if field == "content" and kind == BASH:
        return [as_text(given.get("command"), "")]
    if kind == PROMPT and field in ("content", "prompt", "user_prompt"):
        return [as_text(payload.get("prompt", payload.get("user_prompt")), "")]
    if field == "transcript" or (field == "content" and kind == STOP and event == STOP):
        return _transcript(payload, "replace")
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


def holds(condition: dict[str, Any], texts: list[str] | None, reading: str, search: Search) -> bool:
    """Whether one condition holds for a field with these texts."""
    operator, pattern = condition["operator"], condition["pattern"]
    if texts is None or not isinstance(pattern, str):
        return False
    if operator == "not_contains":
        return all(pattern not in text for text in texts)
    return any(_fits(operator, pattern, text, reading, search) for text in texts)


def _fits(operator: str, pattern: str, text: str, reading: str, search: Search) -> bool:
    if operator == "regex_match":
        try:
            return search(pattern, text)
        except NotAPattern:
            if reading == STRICT:
                return False
            raise
    return (
        (operator == "contains" and pattern in text)
        or (operator == "equals" and pattern == text)
        or (operator == "starts_with" and text.startswith(pattern))
        or (operator == "ends_with" and text.endswith(pattern))
    )


def texts_of(rule: Rule, field: str, seen: Seen) -> list[str] | None:
    """The texts of a field in the rule's reading."""
    return strictly(field, seen) if rule["reading"] == STRICT else as_meant(field, seen, rule["event"])


def concerns(rule: Rule, seen: Seen) -> bool:
    """Whether the rule is for this kind of event and this tool. hookify tries every rule on a tool it does not know."""
    if seen.kind == STOP and seen.payload.get("status") not in (None, "completed"):
        return False  # hookify is asked when the agent ends by itself, not when it is interrupted
    unknown_tool = not seen.kind
    wanted = rule["event"] in ("all", seen.kind) or (unknown_tool and rule["reading"] == STRICT)
    tools = rule["tools"]
    return wanted and (tools is None or "*" in tools or any(seen.goes_by(tool, rule["reading"]) for tool in tools))


def matches(rule: Rule, seen: Seen, search: Search) -> bool:
    """Whether all conditions hold; what needs an expression is tried last."""
    if not rule["conditions"] or not concerns(rule, seen):
        return False
    quick_first = sorted(rule["conditions"], key=lambda condition: condition["operator"] == "regex_match")
    return all(holds(one, texts_of(rule, one["field"], seen), rule["reading"], search) for one in quick_first)


def payloads(argument: str, key: str, read: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The event as stdin told it and, where $1 says something else, as $1 tells it: a rule has to let both pass."""
    if read is None and not (argument and key):
        raise ValueError("stdin is not a JSON object, and there is no argument")
    told = [] if read is None else [read]
    if argument and key and (read is None or read.get(key) != argument):
        told.append({**(read or {}), key: argument})
    return told


def answer(rule: Rule, argument: str, read: dict[str, Any] | None) -> dict[str, Any]:
    """What the script prints."""
    event = (read or {}).get("hook_event_name")
    rows = rule["events"]
    row = rows.get(event) if isinstance(event, str) else next(iter(rows.values()))
    if row is None:
        return {}
    search = Limited()
    if any(matches(rule, Seen(told, row["kind"]), search) for told in payloads(argument, row["argument"], read)):
        sys.stderr.write(row["log"])
        return dict(row["matched"])
    # Hookline takes no opinion for what it is; other hosts want the word.
    return {} if os.environ.get("HOOKLINE") == "1" else dict(row["otherwise"])


def read_stdin(argument: str) -> dict[str, Any] | None:
    """The object on stdin, or None. Who passes $1 may have left stdin open: then it is not waited for."""
    pieces, piece = [], b"-"
    ends_at = time.monotonic() + STDIN_S
    try:
        while piece and (not argument or select.select([0], [], [], max(0.0, ends_at - time.monotonic()))[0]):
            piece = os.read(0, 1 << 20)
            pieces.append(piece)
        value = json.loads(b"".join(pieces).decode("utf-8", "replace").lstrip("\ufeff"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def main(arguments: Sequence[str]) -> int:
    """`RULE [TEXT]`: the rule as JSON, and what the host passed on, if anything."""
    try:
        argument = arguments[1] if len(arguments) > 1 else ""
        sys.stdout.write(json.dumps(answer(json.loads(arguments[0]), argument, read_stdin(argument))) + "\n")
        sys.stdout.flush()
    except Exception as error:
        sys.stderr.write("hookify rule: " + type(error).__name__ + ": " + str(error)[:500] + "\n")
        return 1
    return 0
