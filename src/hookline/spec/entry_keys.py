"""OPTIONS: the keys of one entry in hooks.json, with defaults and limits, and the keys people write
by mistake.
"""

from __future__ import annotations

from hookline.spec.row import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Seconds a hook may take when it does not say, by type.
DEFAULT_TIMEOUT_S = {"command": 60.0, "prompt": 30.0}
#: From here on a timeout looks like milliseconds.
SUSPICIOUS_TIMEOUT_S = 1000
DEFAULT_LOOP_LIMIT = 5


class Option(Row):
    """One key of a hook entry: its types in JSON's words, its default, and what it does."""

    __slots__ = ("name", "types", "default", "about")

    name: str
    types: tuple[str, ...]
    default: Any
    about: str

    def __init__(self, name: str, types: tuple[str, ...], default: Any, about: str) -> None:
        self._set(name=name, types=types, default=default, about=about)


_ROWS = (
    Option(
        "command",
        ("string",),
        None,
        "What to run: a shell command line, or a path from the folder the hook runs in",
    ),
    Option("type", ("string",), "command", "command, or prompt for a hook that a model judges"),
    Option(
        "prompt",
        ("string",),
        None,
        "For type prompt: the policy to judge by; $ARGUMENTS stands for the event",
    ),
    Option("model", ("string",), None, "For type prompt: the model to ask"),
    Option(
        "timeout",
        ("number",),
        60,
        "Seconds it may take, fractions allowed (30 by default for type prompt)",
    ),
    Option(
        "matcher",
        ("string", "null"),
        None,
        "Regular expression that narrows when it runs; absent, empty or * = always",
    ),
    Option(
        "failClosed",
        ("boolean",),
        False,
        "At a gate: a failure blocks the action instead of letting it through",
    ),
    Option(
        "loop_limit",
        ("integer", "null"),
        5,
        "Follow-ups allowed to this script on stop and subagentStop; null = no limit",
    ),
)

#: Every option of a hook entry by name.
OPTIONS = {row.name: row for row in _ROWS}

#: Keys that change nothing and are common: never a complaint.
HARMLESS_KEYS = frozenset(
    {"$schema", "description", "name", "id", "comment", "note", "event", "title", "statusMessage"}
)

#: Keys people write where another is meant. None: Hookline and Cursor have nothing like it.
MEANT_KEYS: dict[str, str | None] = {
    "timeoutSec": "timeout",
    "timeout_sec": "timeout",
    "timeoutSeconds": "timeout",
    "timeout_s": "timeout",
    "timeoutMs": "timeout",
    "timeout_ms": "timeout",
    "cmd": "command",
    "script": "command",
    "run": "command",
    "exec": "command",
    "path": "command",
    "scripts": "command",
    "action": "command",
    "args": "command",
    "fail_closed": "failClosed",
    "failclosed": "failClosed",
    "canBlock": "failClosed",
    "blocking": "failClosed",
    "onFailure": "failClosed",
    "loopLimit": "loop_limit",
    "match": "matcher",
    "matchers": "matcher",
    "pattern": "matcher",
    "filter": "matcher",
    "filters": "matcher",
    "if": "matcher",
    "tools": "matcher",
    "glob": "matcher",
    "enabled": None,
    "disabled": None,
    "active": None,
    "async": None,
    "once": None,
    "env": None,
    "cwd": None,
    "shell": None,
    "watch": None,
    "trigger": None,
}

#: Tool names of other agents, as people write them in matchers, and Cursor's name for the same
#: tool.
FOREIGN_TOOLS = {
    "Bash": "Shell",
    "Edit": "Write",
    "MultiEdit": "Write",
    "NotebookEdit": "Write",
    "apply_patch": "Write",
    "edit_file": "Write",
    "write_file": "Write",
    "search_replace": "Write",
    "run_terminal_cmd": "Shell",
    "run_shell_command": "Shell",
    "shell_command": "Shell",
    "read_file": "Read",
    "grep_search": "Grep",
    "delete_file": "Delete",
    "Agent": "Task",
}
