"""Did you mean: a name that does not exist → the name that was probably meant, and what to write.

Pure, and only asked when something is wrong already, so `difflib` is imported late.
"""

from __future__ import annotations

import json

from hookline.near import nearest
from hookline.shorten import shorten
from hookline.spec.claude import CLAUDE_EVENTS, CLAUDE_ONLY_EVENTS
from hookline.spec.events import EVENTS

#: How similar a key or an event must be to one that exists, to be taken for a slip of it.
ALIKE = 0.75

#: Events people expect, and what does that job.
_MEANT_EVENTS = {
    "beforewritefile": 'preToolUse with "matcher": "Write"',
    "beforefilewrite": 'preToolUse with "matcher": "Write"',
    "beforefileedit": 'preToolUse with "matcher": "Write"',
    "beforeedit": 'preToolUse with "matcher": "Write"',
    "afterwritefile": "afterFileEdit",
    "afterfilewrite": "afterFileEdit",
    "aftereditfile": "afterFileEdit",
    "beforetoolcall": "preToolUse",
    "beforetooluse": "preToolUse",
    "pretool": "preToolUse",
    "aftertoolcall": "postToolUse",
    "aftertooluse": "postToolUse",
    "posttool": "postToolUse",
    "beforecommand": "beforeShellExecution",
    "precommand": "beforeShellExecution",
    "aftercommand": "afterShellExecution",
    "onstop": "stop",
    "agentstop": "stop",
    "sessionstop": "sessionEnd",
}


def quoted(text: str, limit: int = 60) -> str:
    """A text of a file, safe to show: control and format characters escaped, cut where it is long."""
    return repr(shorten(text, limit))


def as_json(text: str) -> str:
    """A text as it is to be written in the file, for a remedy; a sketch of it where it is long or
    cannot be shown.
    """
    return json.dumps(text, ensure_ascii=False) if len(text) <= 60 and text.isprintable() else '"…"'


def event_remedy(name: str) -> str:
    """What to do about an event of hooks.json that does not exist."""
    if name in CLAUDE_EVENTS:
        return f"{name} is Claude Code's name: write {CLAUDE_EVENTS[name]}"
    meant = _meant_event(name)
    if meant:
        return f"did you mean {meant}?"
    if name in CLAUDE_ONLY_EVENTS:
        return f"{name} is an event of Claude Code that Cursor does not have: remove it"
    return "remove it, or use one of: " + ", ".join(EVENTS)


def claude_event_remedy(name: str) -> str:
    """What to do about an event of Claude Code's settings that does not exist."""
    cursors = {ours: theirs for theirs, ours in CLAUDE_EVENTS.items()}
    if name in cursors:
        return f"{name} is Cursor's name: write {cursors[name]} in this file"
    meant = nearest(name, (*CLAUDE_EVENTS, *sorted(CLAUDE_ONLY_EVENTS)), ALIKE)
    return (
        f"did you mean {meant}?"
        if meant
        else "remove it, or use one of: " + ", ".join(CLAUDE_EVENTS)
    )


def _meant_event(name: str) -> str | None:
    """The event that does the job this name promises, or the one that is spelled most like it."""
    expected = nearest(name, _MEANT_EVENTS, 1)
    return _MEANT_EVENTS[expected] if expected else nearest(name, EVENTS, ALIKE)
