"""The text of a hooks.json → its hooks, the entries set aside, and every problem with it.

A bad entry is set aside and the rest counts; a file that is no configuration is refused whole.
Pure: it reads no file, and what it may ask its surroundings is in `Checks`.
"""

from __future__ import annotations

from functools import partial

from hookline.config.hook_entry import read_entry
from hookline.config.jsontext import ARRAY, NULL, NUMBER, OBJECT, STRING, Member, Node
from hookline.config.locate import Place
from hookline.config.name_hints import as_json, event_remedy, quoted
from hookline.config.reading import Checks, Parsed, Reading, point
from hookline.spec.entry_keys import HARMLESS_KEYS
from hookline.spec.events import EVENTS

VERSION = 1
_TOP_KEYS = HARMLESS_KEYS | {"version", "hooks"}
_REMEDY = 'write {"version": 1, "hooks": {"beforeShellExecution": [{"command": "…"}]}}'


def parse(text: str, place: Place, checks: Checks | None = None) -> Parsed:
    """Read one hooks.json."""
    reading = Reading(text, place, checks or Checks())
    root = reading.document.root
    if root is None:
        return reading.parsed(refused=True)
    if root.kind != OBJECT:
        reading.report("not-an-object", root, "", "the document is not an object", _REMEDY)
        return reading.parsed(refused=True)
    members = _members(reading, root)
    refused = bool(reading.document.faults)
    refused |= not _check_version(reading, root, members.get("version", []))
    refused |= not _read_hooks(reading, root, members.get("hooks", []))
    _check_top_keys(reading, members)
    return reading.parsed(refused)


def _members(reading: Reading, root: Node) -> dict[str, list[Member]]:
    """The keys of the document with all their values; a repeated one is reported."""
    found: dict[str, list[Member]] = {}
    for member in root.value:
        if member.key in found:
            counts = "both count" if member.key == "hooks" else "the last one counts"
            problem = f"{quoted(member.key)} is written twice; {counts}"
            reading.report(
                "duplicate-key", member, point("", member.key), problem, "keep one of them"
            )
        found.setdefault(member.key, []).append(member)
    return found


def _check_version(reading: Reading, root: Node, versions: list[Member]) -> bool:
    """Whether the version allows to read on."""
    if not versions:
        reading.report(
            "missing-version",
            root,
            "",
            "there is no version; the file is read as version 1",
            'add "version": 1',
        )
        return True
    node = versions[-1].node
    if node.kind != NUMBER or node.value < 1 or node.value % 1 != 0:
        reading.report(
            "bad-version",
            node,
            "/version",
            "version must be a positive integer",
            f'write "version": {VERSION}',
        )
        return False
    if node.value != VERSION:
        problem = f"version is {reading.shown(node)}; the file is read as version 1"
        reading.report("unknown-version", node, "/version", problem, f'write "version": {VERSION}')
    return True


def _read_hooks(reading: Reading, root: Node, members: list[Member]) -> bool:
    """Read every `hooks` object; False when there is none."""
    if not members:
        _no_hooks(reading, root)
    for member in members:
        if member.node.kind == OBJECT:
            _read_events(reading, member.node)
        else:
            _hooks_not_object(reading, member.node)
    return bool(members) and all(member.node.kind == OBJECT for member in members)


def _no_hooks(reading: Reading, root: Node) -> None:
    if any(_is_event(member) for member in root.value):
        return  # each of them is reported as an event outside of hooks
    reading.report("no-hooks", root, "", "there is no hooks object", _REMEDY)


def _hooks_not_object(reading: Reading, node: Node) -> None:
    """`hooks` as a list: say so, and look at its entries all the same."""
    kind = {ARRAY: "a list", STRING: "text", NULL: "null"}.get(node.kind, f"a {node.kind}")
    problem = f"hooks is {kind}; it must be an object with one list for each event"
    remedy = 'write "hooks": {"beforeShellExecution": [{"command": "…"}]}'
    reading.report("hooks-not-object", node, "/hooks", problem, remedy)
    for index, item in enumerate(node.value if node.kind == ARRAY else ()):
        if item.kind == OBJECT:
            named = [
                member.node.value
                for member in item.value
                if member.key == "event" and member.node.kind == STRING
            ]
            read_entry(
                reading, named[-1] if named else "", item, point("/hooks", index), "hooks is a list"
            )


def _read_events(reading: Reading, hooks: Node) -> None:
    seen: set[str] = set()
    for member in hooks.value:
        if member.key.startswith("_"):
            continue  # a comment among the events
        pointer = point("/hooks", member.key)
        misplaced = "" if member.key in EVENTS else f"there is no event {quoted(member.key)}"
        if member.key in seen:
            problem = f"{quoted(member.key)} is written twice; its lists are joined"
            reading.report("duplicate-key", member, pointer, problem, "write one list")
        elif misplaced:
            remedy = partial(event_remedy, member.key)
            reading.report("unknown-event", member, pointer, misplaced, remedy)
        seen.add(member.key)
        _read_event(reading, member, pointer, misplaced)


def _read_event(reading: Reading, member: Member, pointer: str, misplaced: str) -> None:
    node = member.node
    if node.kind == ARRAY:
        for index, item in enumerate(node.value):
            read_entry(reading, member.key, item, point(pointer, index), misplaced)
        return
    problem = f"the value of {quoted(member.key)} must be a list of entries"
    reading.report(
        "event-not-list",
        node,
        pointer,
        problem,
        f'write {as_json(member.key)}: [{{"command": "…"}}]',
    )
    if node.kind == OBJECT:
        read_entry(reading, member.key, node, pointer, problem)


def _check_top_keys(reading: Reading, members: dict[str, list[Member]]) -> None:
    for key, found in members.items():
        for member in found:
            if _is_event(member):
                problem = f"the event {quoted(key)} is outside hooks"
                reading.report(
                    "events-at-top", member, point("", key), problem, 'put it inside "hooks": {…}'
                )
                _read_event(reading, member, point("", key), problem)
            elif key not in _TOP_KEYS and not key.startswith("_"):
                reading.report(
                    "top-key",
                    member,
                    point("", key),
                    f"{quoted(key)} has no effect here",
                    "remove it",
                )


def _is_event(member: Member) -> bool:
    return member.key in EVENTS and member.node.kind in (ARRAY, OBJECT)
