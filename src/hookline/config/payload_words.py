"""What a script relies on, beside the payload it is handed → what it waits for in vain.

A guard that compares `tool_name` with a name that never comes lets everything pass, and nothing
fails. The words are those of the two payloads there are: Cursor's, for hooks of a hooks.json, and
Claude Code's, for hooks out of its settings, which Cursor itself hands its own words (DESIGN rule
19). Pure: the text of the script is an argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from hookline.config.lint import Suspicion
from hookline.config.name_hints import quoted
from hookline.config.script_reads import Reads, read_script
from hookline.spec.entry_keys import FOREIGN_TOOLS
from hookline.spec.events import EVENTS

#: Fields of a tool's input that some events have at the top, and what they are called there.
_AT_THE_TOP = {
    "command": "command",
    "file_path": "file_path",
    "path": "file_path",
    "content": "content",
    "new_string": "edits",
    "old_string": "edits",
    "prompt": "prompt",
}
#: Fields that only a tool's input has, at an event with a `tool_input`.
_OF_THE_INPUT = ("command", "file_path", "content", "old_string", "new_string")
_MCP, _CLAUDE_MCP = "MCP:", "mcp__"


class Script(NamedTuple):
    """A text to be read: the script's name for messages, empty for the command line itself."""

    name: str
    text: str

    def at(self, line: int) -> str:
        """The place of a line, as the beginning of a sentence."""
        return f"line {line} of {quoted(self.name)}" if self.name else "the command"

    def spot(self, word: str) -> str:
        """The piece of the command that a remark about a word is about."""
        return self.name or word


def vain_words(script: Script, event: str, dialect: str) -> Iterator[Suspicion]:
    """What the script of a hook waits for in vain, at an event of ours."""
    to_claude, to_cursor = _claude_names(), _cursor_names()
    reads = read_script(script.text, [*to_claude, *to_cursor, *_SHARED])
    if not (reads.compared or reads.fields):
        return
    has_tools = any(field.name == "tool_name" for field in EVENTS[event].fields)
    if dialect == "claude":
        if has_tools:
            yield from _names_that_never_come(script, reads, to_claude, "Claude Code's payload")
            yield from _names_cursor_has_not(script, reads, to_cursor)
            yield from _fields_beside_the_input(script, reads, event)
        return
    if has_tools:
        yield from _names_that_never_come(script, reads, to_cursor, "Cursor's payload")
        yield from _fields_beside_the_input(script, reads, event)
    elif not _serves_other_events(reads, event):
        yield from _tools_at_an_event_without(script, reads, event)
        yield from _fields_at_the_top(script, reads, event)


def _names_that_never_come(
    script: Script, reads: Reads, calls: Mapping[str, tuple[str, ...]], payload: str
) -> Iterator[Suspicion]:
    for names, line, own in _foreign_names(reads, calls):
        yield Suspicion(
            "tool-never-named", script.spot(names[0]),
            f"{script.at(line)} compares tool_name with {_listed(names)}, but {payload} says "
            f"{_listed(own)}: the comparison never holds",
            f"compare it with {_listed(own)}",
        )  # fmt: skip


def _names_cursor_has_not(
    script: Script, reads: Reads, calls: Mapping[str, tuple[str, ...]]
) -> Iterator[Suspicion]:
    for names, line, own in _foreign_names(reads, calls):
        yield Suspicion(
            "passes-in-cursor", script.spot(names[0]),
            f"{script.at(line)} compares tool_name with {_listed(names)}, but Cursor itself (and "
            f"--claude-payload cursor) says {_listed(own)}: the comparison never holds there",
            f"compare it with {_listed(own)} too, if the hook is meant for Cursor as well",
        )  # fmt: skip


def _foreign_names(
    reads: Reads, calls: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[list[str], int, tuple[str, ...]]]:
    """The names that never come, the line of the first, and what comes instead; but for scripts
    that know the right name, too.
    """
    by_own: dict[tuple[str, ...], list[str]] = {}
    for name in reads.compared:
        if name in calls and not any(map(reads.mentions, calls[name])):
            by_own.setdefault(calls[name], []).append(name)
    for own, names in by_own.items():
        yield names, reads.compared[names[0]], own


def _listed(names: Iterable[str]) -> str:
    return " or ".join(repr(name) for name in names)


def _tools_at_an_event_without(script: Script, reads: Reads, event: str) -> Iterator[Suspicion]:
    for name, line in list(reads.compared.items())[:1]:
        yield Suspicion(
            "field-never-there", script.spot(name),
            f"{script.at(line)} compares tool_name with {name!r}, but {event} has no tool_name: "
            "the comparison never holds",
            f"drop the comparison: every {event} is about that tool, or use the event preToolUse",
        )  # fmt: skip


def _fields_at_the_top(script: Script, reads: Reads, event: str) -> Iterator[Suspicion]:
    """`.tool_input.command` where the event has `.command`."""
    here = {field.name for field in EVENTS[event].fields}
    for path, line in reads.fields.items():
        above, _, leaf = path.partition(".")
        own = _AT_THE_TOP.get(leaf, "")
        if above == "tool_input" and own in here and own not in reads.fields:
            yield _never_there(script, line, path, event, own)
            return


def _fields_beside_the_input(script: Script, reads: Reads, event: str) -> Iterator[Suspicion]:
    """`.command` where the event has `.tool_input.command`."""
    here = {field.name for field in EVENTS[event].fields}
    if reads.mentions("tool_input") or _serves_other_events(reads, event):
        return
    for path, line in reads.fields.items():
        if path in _OF_THE_INPUT and path not in here:
            yield _never_there(script, line, path, event, f"tool_input.{path}")
            return


def _never_there(script: Script, line: int, path: str, event: str, own: str) -> Suspicion:
    return Suspicion(
        "field-never-there", script.spot(path),
        f"{script.at(line)} reads .{path}, which {event} does not have: it is .{own} there",
        f"read .{own}",
    )  # fmt: skip


def _serves_other_events(reads: Reads, event: str) -> bool:
    """Whether the script looks at which event it is: then it may know what it does."""
    return reads.mentions("hook_event_name") or any(
        reads.mentions(name)
        for name in EVENTS
        if name != event and not name.islower()  # a word such as stop stands in many a script
    )


@cache
def _cursor_names() -> dict[str, tuple[str, ...]]:
    """A tool's name elsewhere → Cursor's for the same tool."""
    return {**{name: (own,) for name, own in FOREIGN_TOOLS.items()}, _CLAUDE_MCP: (_MCP,)}


@cache
def _claude_names() -> dict[str, tuple[str, ...]]:
    """Cursor's name of a tool → Claude Code's, where they differ."""
    from hookline.spec.dialects import DIALECT_SPECS

    tools = DIALECT_SPECS["claude"].tools
    return {
        **{name: own[:1] for name, own in tools.items() if name not in own},
        _MCP: (_CLAUDE_MCP,),
    }


#: Names that both have; comparing with one of them is never in vain.
_SHARED = ("Read", "Write", "Grep", "Task", "WebFetch", "WebSearch")
