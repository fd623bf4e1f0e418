"""One entry of hooks.json → a hook that runs, or one set aside, with every problem it has.

Goes in: the node of the entry and the reading it belongs to, to which hook and problems are added.
Pure.
"""

from __future__ import annotations

from hookline.config import entry_options as options
from hookline.config.entry_options import Entry
from hookline.config.jsontext import ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING, Member, Node
from hookline.config.name_hints import as_json, quoted
from hookline.config.reading import Reading, closes, point
from hookline.model import Hook
from hookline.spec.entry_keys import DEFAULT_LOOP_LIMIT, HARMLESS_KEYS, MEANT_KEYS, OPTIONS
from hookline.spec.events import EVENTS

_KNOWN = tuple(OPTIONS)
#: Keys that only one type of hook reads.
_OWNER = {"command": "command", "prompt": "prompt", "model": "prompt"}
_A = {ARRAY: "a list", STRING: "a text", NULL: "null"}
#: Values of the keys that look like a switch which say that the entry is off.
_OFF = {"enabled": False, "active": False, "disabled": True}


def read_entry(reading: Reading, event: str, node: Node, pointer: str, misplaced: str = "") -> None:
    """Read one entry of an event; `misplaced` is the reason why it may not run whatever it says."""
    mark = len(reading.problems)
    number = reading.next_number(event)
    members = reading.members(node, pointer) if node.kind == OBJECT else {}
    entry = Entry(reading, event, EVENTS.get(event), number, pointer, node, members, misplaced)
    if node.kind != OBJECT:
        _not_an_object(entry)
        options.settle(entry, options.bare_hook(entry), mark, False)
    elif "hooks" in members and "command" not in members:
        _claude_group(entry, members["hooks"].node)
        closed = _wants_closed(members) or _any_closed(members["hooks"].node)
        options.settle(entry, options.bare_hook(entry), mark, closed)
    else:
        options.settle(entry, _hook(entry), mark, _wants_closed(members))


def _not_an_object(entry: Entry) -> None:
    command = as_json(entry.node.value if entry.node.kind == STRING else "…")
    kind = _A.get(entry.node.kind, f"a {entry.node.kind}")
    entry.complain(
        "entry-not-object",
        "",
        f"an entry must be an object, not {kind}",
        f'write {{"command": {command}}}',
    )


def _claude_group(entry: Entry, nested: Node) -> None:
    """A group in Claude Code's shape: say that, and also what is wrong with its matcher and the
    handlers inside.
    """
    entry.complain_of_key(
        "claude-group",
        "hooks",
        "this is Claude Code's shape: a group with `hooks` inside",
        'write each handler as an entry of its own: {"command": "…", "matcher": "…"}',
    )
    options.matcher(entry)
    for index, node in enumerate(nested.value if nested.kind == ARRAY else ()):
        if node.kind == OBJECT:
            pointer = point(point(entry.pointer, "hooks"), index)
            _hook(
                entry._replace(
                    node=node, pointer=pointer, options=entry.reading.members(node, pointer)
                )
            )


def _hook(entry: Entry) -> Hook:
    type = _type(entry)
    text = options.prompt(entry) if type == "prompt" else options.command(entry)
    hook = options.bare_hook(entry)._replace(
        command=text,
        type=type,
        matcher=options.matcher(entry),
        timeout_s=options.timeout_s(entry, type),
        fail_closed=_fail_closed(entry),
        loop_limit=_loop_limit(entry),
        model=options.model(entry),
    )
    _check_keys(entry, type)
    if type == "command" and text:
        options.check_command(entry, text)
    return hook


def _type(entry: Entry) -> str:
    if "type" not in entry.options:
        return "command"
    type = entry.text("type")
    if type in ("command", "prompt"):
        return type
    entry.complain(
        "bad-type",
        "type",
        f"type is {entry.shown('type')}; it must be command or prompt",
        'write "command"',
    )
    return "command"


def _fail_closed(entry: Entry) -> bool:
    member = entry.options.get("failClosed")
    if member is None:
        return False
    if member.node.kind != BOOLEAN:
        problem = f"failClosed is {entry.shown('failClosed')}, not true or false"
        remedy = "write true or false, without quotes"
        entry.complain("bad-fail-closed", "failClosed", problem, remedy)
    elif member.node.value and entry.spec is not None and entry.spec.gate is None:
        problem = f"{entry.event} only observes: nothing can be blocked there"
        remedy = "remove failClosed, or hook the event before the action"
        entry.complain("fail-closed-unused", "failClosed", problem, remedy)
    return closes(member)


def _wants_closed(members: dict[str, Member]) -> bool:
    return "failClosed" in members and closes(members["failClosed"])


def _any_closed(nested: Node) -> bool:
    """Whether a handler of a Claude-shaped group says failClosed."""
    handlers = nested.value if nested.kind == ARRAY else ()
    return any(
        member.key == "failClosed" and closes(member)
        for handler in handlers
        if handler.kind == OBJECT
        for member in handler.value
    )


def _loop_limit(entry: Entry) -> int | None:
    member = entry.options.get("loop_limit")
    if member is None:
        return DEFAULT_LOOP_LIMIT
    node = member.node
    if entry.spec is not None and not entry.spec.loops:
        problem = f"{entry.event} sends no follow-ups, so there is no limit"
        entry.complain_of_key("loop-limit-unused", "loop_limit", problem, "remove loop_limit")
    if node.kind == NULL:
        return None
    if node.kind != NUMBER or node.value < 0 or node.value % 1 != 0:
        problem = f"loop_limit is {entry.shown('loop_limit')}, not a whole number"
        remedy = "write a whole number, 0 or more, or null for no limit"
        entry.complain("bad-loop-limit", "loop_limit", problem, remedy)
        return DEFAULT_LOOP_LIMIT
    if node.value == 0:
        problem = "with a loop_limit of 0 the hook never runs"
        remedy = "write null for no limit, or remove the entry"
        entry.complain("loop-limit-zero", "loop_limit", problem, remedy)
    return int(node.value)


def _check_keys(entry: Entry, type: str) -> None:
    instead_of_command = options.meant_for_command(entry) if type == "command" else None
    for key, member in entry.options.items():
        if key in OPTIONS:
            if _OWNER.get(key, type) != type:
                problem = f"a {type} hook does not read {key}"
                remedy = f'remove it, or write "type": "{_OWNER[key]}"'
                entry.complain_of_key("unused-key", key, problem, remedy)
        elif key != instead_of_command and key not in HARMLESS_KEYS and not key.startswith("_"):
            _unknown_key(entry, key, member.node)


def _unknown_key(entry: Entry, key: str, node: Node) -> None:
    meant = MEANT_KEYS[key] if key in MEANT_KEYS else entry.reading.nearest(key, _KNOWN)
    if key in _OFF and node.kind == BOOLEAN and node.value == _OFF[key]:
        problem = f"the hook runs although it says {key}: {str(node.value).lower()}"
        entry.complain_of_key("meant-key", key, problem, "remove the entry to turn it off")
    elif meant:
        problem = f"{quoted(key)} does nothing; the option is {meant}"
        entry.complain_of_key("meant-key", key, problem, _as_option(key, meant, node))
    elif key in MEANT_KEYS:
        entry.complain_of_key(
            "meant-key", key, f"{quoted(key)} does nothing: there is no such option", "remove it"
        )
    else:
        problem = f"{quoted(key)} is not an option and has no effect"
        entry.complain_of_key("unknown-key", key, problem, "remove it, or start its name with _")


def _as_option(key: str, meant: str, node: Node) -> str:
    """The option to write instead, with the value where it can be carried over."""
    if meant == "timeout" and node.kind == NUMBER and 0 < node.value < 1e12:
        return f'write "timeout": {node.value / 1000 if key.lower().endswith("ms") else node.value:.10g}'
    if node.kind == BOOLEAN and node.kind in OPTIONS[meant].types:
        return f'write "{meant}": {str(node.value).lower()}'
    if node.kind == STRING and node.kind in OPTIONS[meant].types:
        return f'write "{meant}": {as_json(node.value)}'
    return f'write "{meant}"'
