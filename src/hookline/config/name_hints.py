"""Did you mean: a name that does not exist → the name that was probably meant, and what to write.

Pure, and only asked when something is wrong already, so `difflib` is imported late.
"""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from hookline.near import nearest
from hookline.shorten import shorten
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
    foreign = _foreign_events()
    if name in foreign:
        return foreign[name].remedy(name)
    expected = nearest(name, _MEANT_EVENTS, 1)
    meant = _MEANT_EVENTS[expected] if expected else nearest(name, (*EVENTS, *foreign), ALIKE)
    if meant is None:
        return "remove it, or use one of: " + ", ".join(EVENTS)
    if meant in foreign:
        return foreign[meant].remedy(meant)
    return f"did you mean {meant}?"


class Foreign(NamedTuple):
    """An event of another tool: the tool's title and its name for `hookline convert`, and Cursor's
    event for the same moment, if there is one.
    """

    tool: str
    dialect: str
    cursor: str | None

    def remedy(self, name: str) -> str:
        """What to do about it in a hooks.json."""
        if self.cursor is None:
            return f"{name} is an event of {self.tool} that Cursor does not have: remove it"
        return (
            f"{name} is {self.tool}'s name: write {self.cursor}; "
            f"`hookline convert {self.dialect}` translates a whole file"
        )


@cache
def _foreign_events() -> dict[str, Foreign]:
    """Every event of every other tool that is not also one of Cursor's, by its name there. Where
    tools share a name, the first of the table counts, and one that Cursor has something like.
    """
    from hookline.spec.dialect_words import ALIASES
    from hookline.spec.dialects import DIALECT_SPECS

    events: dict[str, Foreign] = {}
    for name, spec in DIALECT_SPECS.items():
        own = {native.name: native.cursor for native in spec.natives.values()}
        aliases = {alias: own.get(event) for alias, event in ALIASES.get(name, {}).items()}
        for event, cursor in {**aliases, **own}.items():
            if event not in EVENTS and events.get(event, _NOTHING).cursor is None:
                events[event] = Foreign(spec.title, name, cursor or None)
        for event in spec.only:
            events.setdefault(event, Foreign(spec.title, name, None))
    return events


_NOTHING = Foreign("", "", None)


def claude_event_remedy(name: str) -> str:
    """What to do about an event of Claude Code's settings that does not exist."""
    from hookline.spec.dialects import CLAUDE_EVENTS, CLAUDE_ONLY_EVENTS

    cursors = {ours: theirs for theirs, ours in CLAUDE_EVENTS.items()}
    if name in cursors:
        return f"{name} is Cursor's name: write {cursors[name]} in this file"
    meant = nearest(name, (*CLAUDE_EVENTS, *sorted(CLAUDE_ONLY_EVENTS)), ALIKE)
    return (
        f"did you mean {meant}?"
        if meant
        else "remove it, or use one of: " + ", ".join(CLAUDE_EVENTS)
    )
