"""The text of another tool's hook file → hooks in neutral words, notes on everything in it, and
what is wrong with it.

Tolerant: comments, a byte order mark, a single entry where a list belongs, events in the spelling
of a neighbour are read. Never raises, whatever the text is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hookline.config.jsontext import ARRAY, BOOLEAN, OBJECT, Node
from hookline.config.locate import Place
from hookline.config.reading import Checks, Reading, point
from hookline.dialects.adapter_script import is_wrapped
from hookline.dialects.conversion import DialectHook, Read
from hookline.dialects.native_hook import Spot, read_handler
from hookline.dialects.note import LOST, Note
from hookline.spec.dialect_row import DialectSpec, Native
from hookline.spec.dialect_words import ALIASES, NEIGHBOURS, ONLY_GATES
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS
from hookline.spec.sources import SourceSpec

#: Switches that turn every hook of a file off.
_SWITCHES = ("disableAllHooks", "hooksDisabled")
#: Keys among the events that are none.
_RESERVED = frozenset({"enabled", "disabled", "notifications", "description", "$schema", "version"})
_ORDER = {name: index for index, name in enumerate(EVENTS)}


def read_dialect(spec: DialectSpec, text: str, path: str) -> Read:
    """Read one file of this tool."""
    source = SourceSpec(spec.name, {}, cwd="root", about=spec.title, dialect=spec.name)
    reading = Reading(text, Place(source, path, "", ""), Checks())
    root = reading.document.root
    if root is not None and root.kind != OBJECT:
        reading.report(
            "not-an-object", root, "", "the document is not an object", 'write {"hooks": {}}'
        )
    if root is None or root.kind != OBJECT:
        return Read(problems=reading.parsed(refused=True).problems)
    file = _File(spec, reading)
    file.read(root)
    hooks = sorted(file.hooks, key=lambda hook: (_ORDER[hook.event], hook.number))
    return Read(numbered(hooks), tuple(file.notes), reading.parsed().problems)


class _File:
    """One file being read."""

    def __init__(self, spec: DialectSpec, reading: Reading) -> None:
        self.spec = spec
        self.reading = reading
        self.hooks: list[DialectHook] = []
        self.notes: list[Note] = []
        self.wrapped: set[DialectHook] = set()

    def spot(self, node: Node, pointer: str) -> Spot:
        return Spot(self.reading.place.path, self.reading.document.position(node.start)[0], pointer)

    def read(self, root: Node) -> None:
        members = {member.key: member.node for member in root.value}
        if self.spec.shape == "list" and {"when", "then"} <= set(members):
            self.read_older(root)
            return
        if any(members[switch].value is True for switch in _SWITCHES if switch in members):
            self.notes.append(
                self.spot(root, "").note(
                    LOST, "hooks are turned off in this file: none is converted"
                )
            )
            return
        hooks, pointer = (members["hooks"], "/hooks") if "hooks" in members else (root, "")
        if hooks.kind == ARRAY:
            self.read_list(hooks, pointer)
        elif hooks.kind == OBJECT:
            self.read_events(hooks, pointer, nested="hooks" in members)
        else:
            remedy = 'write "hooks": {}'
            self.reading.report(
                "hooks-not-object",
                hooks,
                pointer,
                "hooks must be an object, or a list for Kiro",
                remedy,
            )

    def read_events(self, hooks: Node, pointer: str, nested: bool) -> None:
        for member in hooks.value:
            at = point(pointer, member.key)
            if member.key in _RESERVED or member.key.startswith("_"):
                continue
            known = self.native(member.key)
            if known is not None:
                self.read_entries(known, member.node, at)
            elif nested or member.key in self.spec.only:
                self.lose_event(member.key, self.spot(member.node, at))

    def read_entries(self, known: tuple[DialectSpec, Native], node: Node, at: str) -> None:
        """The entries of one event; a single one may stand where a list belongs."""
        if node.kind != ARRAY:
            self.read_entry(known, node, at)
            return
        for index, entry in enumerate(node.value):
            self.read_entry(known, entry, point(at, index))

    def read_list(self, hooks: Node, pointer: str) -> None:
        """Kiro's shape: one list, each hook naming its trigger, with what it does inside `action`."""
        for index, node in enumerate(hooks.value):
            spot = self.spot(node, point(pointer, index))
            options = _options(node)
            trigger, action = options.get("trigger"), options.get("action")
            found = self.native(trigger) if isinstance(trigger, str) else None
            if found is None:
                self.lose_event(str(trigger), spot)
                continue
            merged = {**options, **(action if isinstance(action, dict) else {})}
            self.take(found, merged, spot)

    def read_older(self, root: Node) -> None:
        """Kiro's shape before version 1: one hook, `when` it runs and what it does `then`."""
        options = _options(root)
        when, then = (
            options[key] if isinstance(options[key], dict) else {} for key in ("when", "then")
        )
        spot, name = self.spot(root, ""), str(when.get("type"))
        found = self.native(name)
        if found is None:
            self.lose_event(ALIASES.get(self.spec.name, {}).get(name, name), spot)
            return
        type = "command" if then.get("type") == "runCommand" else then.get("type")
        self.take(found, {**then, "type": type, "enabled": options.get("enabled", True)}, spot)

    def native(self, name: str) -> tuple[DialectSpec, Native] | None:
        """The event of this name and whose payload it sends; neighbours' spellings are known."""
        name = ALIASES.get(self.spec.name, {}).get(name, name)
        for spec in (
            self.spec,
            *(DIALECT_SPECS[other] for other in NEIGHBOURS.get(self.spec.name, ())),
        ):
            if name in spec.natives:
                return spec, spec.natives[name]
        return None

    def lose_event(self, name: str, spot: Spot) -> None:
        """One note for each event that has no counterpart, however many hooks stand there."""
        known = name in self.spec.only
        why = (
            f"{name} has no counterpart in Cursor"
            if known
            else f"{self.spec.title} has no event {name[:60]!r}"
        )
        self.notes.append(
            spot.note(LOST, f"{why}: its hooks are left out", gate=name in ONLY_GATES)
        )

    def read_entry(self, found: tuple[DialectSpec, Native], node: Node, pointer: str) -> None:
        spot = self.spot(node, pointer)
        if node.kind != OBJECT:
            self.notes.append(
                spot.note(LOST, "an entry must be an object: it is left out", gate=found[1].blocks)
            )
            return
        group = _options(node)
        handlers = next((member.node for member in node.value if member.key == "hooks"), None)
        if handlers is None or handlers.kind != ARRAY:
            self.take(found, group, spot)
            return
        inherited = {
            key: value
            for key, value in group.items()
            if key in ("matcher", "commandRegex", "sequential")
        }
        for index, handler in enumerate(handlers.value):
            at = self.spot(handler, point(point(pointer, "hooks"), index))
            if handler.kind == OBJECT:
                self.take(found, {**inherited, **_options(handler)}, at)
            else:
                self.notes.append(
                    at.note(
                        LOST, "a handler must be an object: it is left out", gate=found[1].blocks
                    )
                )

    def take(self, found: tuple[DialectSpec, Native], options: dict[str, Any], spot: Spot) -> None:
        hook, notes = read_handler(self.spec, found[0], found[1], options, spot)
        self.notes += notes
        if hook is None:
            return
        if any(map(is_wrapped, options.values())):
            bare = hook._replace(pointer="", file="", line=0)
            if bare in self.wrapped:
                return  # it stands in several places because it had to: it is one hook
            self.wrapped.add(bare)
        self.hooks.append(hook)


def _options(node: Node) -> dict[str, Any]:
    """An object as plain values; the last of two equal keys counts."""
    return {member.key: _value(member.node) for member in node.value} if node.kind == OBJECT else {}


def _value(node: Node) -> Any:
    if node.kind == OBJECT:
        return _options(node)
    if node.kind == ARRAY:
        return [_value(item) for item in node.value]
    return bool(node.value) if node.kind == BOOLEAN else node.value


def numbered(hooks: Iterable[DialectHook]) -> tuple[DialectHook, ...]:
    """Hooks numbered within their event, from 1."""
    numbers: dict[str, int] = {}
    counted = []
    for hook in hooks:
        numbers[hook.event] = numbers.get(hook.event, 0) + 1
        counted.append(hook._replace(number=numbers[hook.event]))
    return tuple(counted)
