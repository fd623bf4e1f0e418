"""The text of a hooks.json and an entry → the same text with the entry in it, or without it;
nothing else of it changes.

People format these files by hand and keep them in version control, so an entry is put in where it
belongs, in the manner of its neighbours, and the file is never written anew from its values. Reads
and writes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hookline.config.jsontext import ARRAY, OBJECT, Document, Member, Node, read
from hookline.errors import CannotInsert


def new_file(event: str, entry: Mapping[str, Any]) -> str:
    """A hooks.json with this one entry."""
    document = {"version": 1, "hooks": {event: [dict(entry)]}}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def has_entry(text: str, event: str, command: str) -> bool:
    """Whether the file runs this command for this event already, also as `hooks/x` for `./hooks/x`."""
    document, root = _read(text)
    events = _member(_hooks(document, root), event)
    entries = events.node.value if events and events.node.kind == ARRAY else []
    commands = [_member(entry, "command") for entry in entries if entry.kind == OBJECT]
    return any(found and _plain(found.node.value) == _plain(command) for found in commands)


def insert_entry(text: str, event: str, new: Mapping[str, Any]) -> str:
    """The text with this entry as the last one of the event."""
    document, root = _read(text)
    entry = json.dumps(new, ensure_ascii=False)
    hooks = _hooks(document, root)
    if hooks is None:
        edited = _into(document, root, f'"hooks": {{"{event}": [{entry}]}}')
    elif member := _member(hooks, event):
        if member.node.kind != ARRAY:
            raise _refusal(
                document,
                member.node,
                f"{event} is not a list",
                "write a list of entries, then run this again",
            )
        edited = _into(document, member.node, entry)
    else:
        edited = _into(document, hooks, f'"{event}": [{entry}]')
    return _byte_order_mark(text, document) + edited


def remove_entries(text: str, is_it: Callable[[str], bool]) -> tuple[str, list[str]]:
    """The text without the entries whose command `is_it`, and the events they stood under. An event
    left empty goes too.
    """
    document, root = _read(text)
    hooks = _hooks(document, root)
    if hooks is None:
        return text, []
    spans: list[tuple[int, int]] = []
    events: list[str] = []
    emptied: list[int] = []
    for number, member in enumerate(hooks.value):
        entries = member.node.value if member.node.kind == ARRAY else []
        leaving = [at for at, entry in enumerate(entries) if is_it(_command_of(entry))]
        events += [member.key] * len(leaving)
        if leaving and len(leaving) == len(entries):
            emptied.append(number)
        else:
            spans += _cuts(member.node, [(entry.start, entry.end) for entry in entries], leaving)
    spans += _cuts(hooks, [(member.start, member.node.end) for member in hooks.value], emptied)
    return _byte_order_mark(text, document) + _without(document.text, spans), events


def change_commands(text: str, change: Callable[[str, str], str]) -> str:
    """The text with `change(event, command)` in the place of each command; nothing else changes."""
    document, root = _read(text)
    hooks = _hooks(document, root)
    edited = document.text
    for node, command in reversed(list(_changed_commands(hooks, change))):
        edited = edited[: node.start] + json.dumps(command, ensure_ascii=False) + edited[node.end :]
    return _byte_order_mark(text, document) + edited


def _changed_commands(
    hooks: Node | None, change: Callable[[str, str], str]
) -> Iterator[tuple[Node, str]]:
    """The texts that are to be another, in the order of the file."""
    for event in hooks.value if hooks is not None else ():
        for entry in event.node.value if event.node.kind == ARRAY else ():
            member = _member(entry, "command")
            if member is None or not isinstance(member.node.value, str):
                continue
            command = change(event.key, member.node.value)
            if command != member.node.value:
                yield member.node, command


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + text[end:]
    return text


def _cuts(
    container: Node, children: list[tuple[int, int]], leaving: list[int]
) -> list[tuple[int, int]]:
    """What to cut so that commas and lines fit: a child goes with the gap before it, the first ones
    with the gap after.
    """
    staying = [number for number in range(len(children)) if number not in leaving]
    if leaving and not staying:
        return [(container.start + 1, container.end - 1)]
    return [
        (children[number][0], children[number + 1][0])
        if number < staying[0]
        else (children[number - 1][1], children[number][1])
        for number in leaving
    ]


def _command_of(entry: Node) -> str:
    member = _member(entry, "command")
    return member.node.value if member is not None and isinstance(member.node.value, str) else ""


def _byte_order_mark(text: str, document: Document) -> str:
    return text[: len(text) - len(document.text)]


def _read(text: str) -> tuple[Document, Node]:
    document = read(text)
    if document.faults:
        fault = document.faults[0]
        raise CannotInsert(*document.position(fault.start), fault.problem, fault.remedy)
    if document.root is None or document.root.kind != OBJECT:
        raise CannotInsert(1, 1, "the file is not an object", 'write {"version": 1, "hooks": {}}')
    return document, document.root


def _hooks(document: Document, root: Node) -> Node | None:
    member = _member(root, "hooks")
    if member is None:
        return None
    if member.node.kind != OBJECT:
        raise _refusal(
            document,
            member.node,
            "hooks is not an object",
            "write an object of events, then run this again",
        )
    return member.node


def _refusal(document: Document, node: Node, problem: str, remedy: str) -> CannotInsert:
    return CannotInsert(*document.position(node.start), problem, remedy)


def _member(node: Node | None, key: str) -> Member | None:
    """The member of this key; of several the last, which is the one JSON readers take."""
    members: list[Member] = node.value if node is not None and node.kind == OBJECT else []
    return next((member for member in reversed(members) if member.key == key), None)


def _into(document: Document, container: Node, item: str) -> str:
    """Put an item at the end of an object or list, on a line of its own if the others are."""
    text = document.text
    children: list[Any] = container.value
    if not children:
        inside = f" {item} " if container.kind == OBJECT else item
        return text[: container.start + 1] + inside + text[container.end - 1 :]
    last = children[-1]
    end = last.node.end if isinstance(last, Member) else last.end
    return text[:end] + "," + _gap_before(text, container, children[0].start) + item + text[end:]


def _gap_before(text: str, container: Node, first_child: int) -> str:
    """The white space between the opening bracket and the first child: the new one gets the same."""
    gap = text[container.start + 1 : first_child]
    return gap if "\n" in gap or "\r" in gap else " "


def _plain(command: Any) -> Any:
    return command.removeprefix("./") if isinstance(command, str) else command
