"""The text of Claude Code's settings.json → its hooks as Cursor runs them, and what of it is not
honoured.

The machinery for one entry is that of hooks.json; here is only what differs: groups with handlers
inside, Claude's event names, its own keys. A settings file without hooks is the usual case and
silent. Pure.
"""

from __future__ import annotations

from functools import partial

from hookline.config import entry_options as options
from hookline.config.entry_options import Entry
from hookline.config.jsontext import ARRAY, BOOLEAN, OBJECT, Member, Node
from hookline.config.locate import Place
from hookline.config.name_hints import claude_event_remedy, quoted
from hookline.config.reading import Checks, Parsed, Reading, closes, point
from hookline.model import Hook
from hookline.spec.dialects import CLAUDE, CLAUDE_EVENTS, CLAUDE_ONLY_EVENTS
from hookline.spec.entry_keys import HARMLESS_KEYS
from hookline.spec.events import EVENTS

_KNOWN = (
    frozenset({"type", "command", "prompt", "model", "timeout", "matcher", "onFailure"})
    | HARMLESS_KEYS
)
#: Keys of a handler that Cursor does not honour, and what happens instead.
_NOT_HONOURED = {
    "if": "the hook runs for every call its matcher lets through",
    "async": "the hook is waited for",
    "asyncRewake": "the hook is waited for",
    "once": "the hook runs every time",
    "args": "the command is run by a shell, without them",
    "shell": "the command is run by /bin/sh",
    "continueOnBlock": "a block stops the action",
    "failClosed": 'Claude Code says it as "onFailure": "block"',
    "blocking": 'Claude Code says it as "onFailure": "block"',
}
_SHAPE = 'write {"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}'


def parse_claude(text: str, place: Place, checks: Checks | None = None) -> Parsed:
    """Read one settings.json of Claude Code."""
    reading = Reading(text, place, checks or Checks())
    root = reading.document.root
    if root is None:
        return reading.parsed(refused=True)
    if root.kind != OBJECT:
        reading.report(
            "not-an-object", root, "", "the document is not an object", 'write {"hooks": {}}'
        )
        return reading.parsed(refused=True)
    members = {member.key: member for member in root.value}
    is_off = _is_off(reading, members.get("disableAllHooks"))
    refused = bool(reading.document.faults)
    if "hooks" in members and not is_off:
        refused |= not _read_hooks(reading, members["hooks"].node)
    return reading.parsed(refused)


def _is_off(reading: Reading, member: Member | None) -> bool:
    if member is None or member.node.value is not True:
        return False
    reading.report(
        "hooks-disabled",
        member,
        "/disableAllHooks",
        "disableAllHooks is true: no hook of this file runs",
        "remove it to have them run",
    )
    return True


def _read_hooks(reading: Reading, hooks: Node) -> bool:
    """Whether `hooks` is what it must be."""
    if hooks.kind == OBJECT:
        _read_events(reading, hooks)
        return True
    reading.report(
        "hooks-not-object",
        hooks,
        "/hooks",
        "hooks must be an object with one list for each event",
        'write "hooks": {"PreToolUse": […]}',
    )
    return False


def _read_events(reading: Reading, hooks: Node) -> None:
    foreign: dict[str, Member] = {}
    seen: set[str] = set()
    for member in hooks.value:
        pointer = point("/hooks", member.key)
        if member.key in seen:
            reading.report(
                "duplicate-key",
                member,
                pointer,
                f"{quoted(member.key)} is written twice; its lists are joined",
                "write one list",
            )
        seen.add(member.key)
        if member.key in CLAUDE_EVENTS:
            _read_event(reading, member, pointer)
        elif member.key in CLAUDE_ONLY_EVENTS:
            foreign.setdefault(member.key, member)
        elif not member.key.startswith("_"):
            reading.report(
                "unknown-event",
                member,
                pointer,
                f"there is no event {quoted(member.key)}",
                partial(claude_event_remedy, member.key),
            )
    if foreign:
        first = next(iter(foreign.values()))
        reading.report(
            "claude-event",
            first,
            point("/hooks", first.key),
            f"Cursor does not run {', '.join(foreign)} from this file: Claude Code alone does",
            "nothing to do, if Claude Code is where they are meant to run",
        )


def _read_event(reading: Reading, member: Member, pointer: str) -> None:
    if member.node.kind != ARRAY:
        reading.report(
            "event-not-list",
            member.node,
            pointer,
            f"the value of {member.key} must be a list of groups",
            f"write [{_SHAPE.removeprefix('write ')}]",
        )
        return
    for index, group in enumerate(member.node.value):
        _read_group(reading, CLAUDE_EVENTS[member.key], group, point(pointer, index))


def _read_group(reading: Reading, event: str, node: Node, pointer: str) -> None:
    if node.kind != OBJECT:
        reading.report("entry-not-object", node, pointer, "a group must be an object", _SHAPE)
        return
    mark = len(reading.problems)
    group = Entry(reading, event, EVENTS[event], 0, pointer, node, reading.members(node, pointer))
    matcher = _matcher(group)
    handlers = group.options.get("hooks")
    if handlers is None or handlers.node.kind != ARRAY:
        group.complain("cursor-entry", "hooks", "there is no list `hooks` in this group", _SHAPE)
    misplaced = "; ".join(error.problem for error in reading.errors_since(mark))
    if handlers is not None and handlers.node.kind == ARRAY:
        for index, handler in enumerate(handlers.node.value):
            _read_handler(
                reading, event, handler, point(point(pointer, "hooks"), index), matcher, misplaced
            )
    elif "command" in group.options:
        _read_handler(reading, event, node, pointer, matcher, misplaced)


def _matcher(group: Entry) -> str | None:
    """The group's matcher; None where Claude Code reads none and Cursor has one fixed word."""
    matcher = options.matcher(group)
    subject = EVENTS[group.event].subject
    if matcher is None or subject is None or subject[0] != "fixed":
        return matcher
    group.complain_of_key(
        "matcher-unused",
        "matcher",
        "Claude Code reads no matcher here: the hooks run always",
        "remove it",
    )
    return None


def _read_handler(
    reading: Reading, event: str, node: Node, pointer: str, matcher: str | None, misplaced: str
) -> None:
    mark = len(reading.problems)
    members = reading.members(node, pointer) if node.kind == OBJECT else {}
    entry = Entry(
        reading, event, EVENTS[event], reading.next_number(event), pointer, node, members, misplaced
    )
    hook = options.bare_hook(entry)._replace(matcher=matcher, loop_limit=None)
    if node.kind != OBJECT:
        entry.complain(
            "entry-not-object",
            "",
            "a handler must be an object",
            'write {"type": "command", "command": "…"}',
        )
    elif type := _type(entry):
        hook = _filled(entry, hook, type)
    else:
        entry = entry._replace(
            misplaced=misplaced or f"Cursor runs no handlers of type {entry.shown('type')}"
        )
    options.settle(entry, hook, mark, _fail_closed(entry))


def _type(entry: Entry) -> str | None:
    """The handler's type; None when only Claude Code runs it."""
    if "type" not in entry.options:
        return "command"
    type = entry.text("type")
    if type not in CLAUDE.handlers:
        entry.complain(
            "bad-type",
            "type",
            f"type is {entry.shown('type')}, which does not exist",
            'write "command"',
        )
    elif not CLAUDE.handlers[type]:
        entry.complain(
            "claude-handler",
            "type",
            f"Cursor runs no handlers of type {type}: it runs in Claude Code only",
            "nothing to do, if Claude Code is where it is meant to run",
        )
        return None
    return "prompt" if type == "prompt" else "command"


def _filled(entry: Entry, hook: Hook, type: str) -> Hook:
    text = options.prompt(entry) if type == "prompt" else options.command(entry)
    _check_keys(entry)
    if type == "command" and text:
        options.check_command(entry, text)
    timeout_s, fail_closed = options.timeout_s(entry, type), _fail_closed(entry)
    return hook._replace(
        command=text,
        type=type,
        timeout_s=timeout_s,
        fail_closed=fail_closed,
        model=options.model(entry),
    )


def _fail_closed(entry: Entry) -> bool:
    member = entry.options.get("onFailure")
    return member is not None and closes(member)


def _check_keys(entry: Entry) -> None:
    for key, member in entry.options.items():
        if (
            key in _KNOWN
            or key.startswith("_")
            or (member.node.kind == BOOLEAN and not member.node.value)
        ):
            continue  # `async: false` asks for what happens anyway
        if key in _NOT_HONOURED:
            entry.complain_of_key(
                "claude-key",
                key,
                f"{key} is not honoured: {_NOT_HONOURED[key]}",
                "make sure the hook is right without it",
            )
        else:
            entry.complain_of_key(
                "unknown-key",
                key,
                f"Cursor does not read {quoted(key)}",
                "nothing to do, if it is Claude Code's",
            )
