"""Hooks that `hookline convert` wrote, known by their command lines; and those among them whose
original stands in a file that is read too.

Cursor reads Claude Code's settings beside its own hooks.json. A hook that was converted from one to
the other and left in both would run twice, so the one in Claude's file gives way. Pure.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable
from typing import Any, NamedTuple

from hookline.model import Hook, HookKey
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS

_SCRIPT = "hookline_adapter"
_SCRIPT_FILE = re.compile(r"hookline_adapter\w*\.py\Z")
_ISOLATED = ["-I", "-S"]
_EVERYTHING = (None, "", "*")


class _Identity(NamedTuple):
    """What a hook is in its author's words, wherever it stands.

    `needs_trust` keeps a workspace from standing for a person's own hooks: there the script may be
    any.
    """

    root: str
    needs_trust: bool
    event: str  # Cursor's name
    command: str
    matcher: str | None


def adapter_argument(command: str) -> dict[str, Any] | None:
    """What the command line of a converted hook says of it; None when it is another command."""
    if _SCRIPT not in command:
        return None
    try:
        words = shlex.split(command)
        start = words.index("python3") + 1
        script, argument = words[start + 2 : start + 4]
        if words[start : start + 2] != _ISOLATED or not _SCRIPT_FILE.search(script):
            return None
        described = json.loads(argument)
    except (ValueError, RecursionError):
        return None
    return described if isinstance(described, dict) else None


def converted_twins(hooks: Iterable[Hook]) -> dict[HookKey, Hook]:
    """For each hook of Claude's files that a Cursor hook stands for: that Cursor hook. Nothing is
    read closely while no command is a converted one.
    """
    hooks = [hook for hook in hooks if hook.type == "command"]
    if not any(_SCRIPT in hook.command for hook in hooks):
        return {}
    in_cursor: dict[_Identity, Hook] = {}
    for hook in hooks:
        if hook.dialect != "claude":
            in_cursor.setdefault(_as_cursors(hook), hook)
    of_claude = [hook for hook in hooks if hook.dialect == "claude"]
    pairs = ((hook, in_cursor.get(_as_claudes(hook))) for hook in of_claude)
    return {hook.key: twin for hook, twin in pairs if twin is not None and _is_pair(hook, twin)}


def _is_pair(hook: Hook, twin: Hook) -> bool:
    """Whether one of the two was made of the other: the same text in both is not a conversion."""
    return (_SCRIPT in hook.command) != (_SCRIPT in twin.command)


def _as_cursors(hook: Hook) -> _Identity:
    """A Cursor hook; one converted from Claude's, in Claude's words, unless its entry was changed
    since.
    """
    described = adapter_argument(hook.command)
    own = _identity(hook, hook.event, hook.command, hook.matcher)
    if described is None or described.get("speaks") != "claude":
        return own
    native = DIALECT_SPECS["claude"].natives.get(str(described.get("native_event")))
    written = (described.get("event"), described.get("matcher"))
    if native is None or written != (hook.event, hook.matcher):
        return own
    return _identity(hook, native.cursor, described.get("command"), described.get("native_matcher"))


def _as_claudes(hook: Hook) -> _Identity:
    """A hook of Claude's file; one converted from Cursor's, in Cursor's words."""
    described = adapter_argument(hook.command)
    if described is None or described.get("speaks") != "cursor":
        return _identity(hook, hook.event, hook.command, hook.matcher)
    event, matcher = str(described.get("event")), described.get("matcher")
    return _identity(hook, event, described.get("command"), matcher)


def _identity(hook: Hook, event: str, command: object, matcher: object) -> _Identity:
    subject = EVENTS[event].subject if event in EVENTS else None
    ignored = subject is None or subject[0] == "fixed" or matcher in _EVERYTHING
    pattern = None if ignored else str(matcher)
    return _Identity(hook.root, hook.needs_trust, event, str(command), pattern)
