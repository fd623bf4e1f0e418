"""Neutral hooks → another tool's hook file, the adapter beside it, and a note on what became of
each hook.

A hook that speaks the tool's own language is written as it is; every other one runs through the
adapter, which carries what the file cannot say (failClosed, a matcher on the command line, a limit
on follow-ups).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from hookline.dialects.adapter_script import adapter_text, wrap
from hookline.dialects.conversion import ADAPTER, DialectHook, Written, WrittenFile
from hookline.dialects.dialect_reader import numbered
from hookline.dialects.document import as_text, drop_former, earlier, loaded, not_written, ours_in
from hookline.dialects.matchers import can_concern, to_cursor, to_native
from hookline.dialects.note import Note
from hookline.dialects.written_notes import note_on_loss, notes_on, notes_on_timeout
from hookline.spec.dialect_row import Carry, DialectSpec, Native
from hookline.spec.dialect_words import SHELL_EVENTS
from hookline.spec.events import EVENTS


class Entry(NamedTuple):
    """One entry to write: its event, the matcher, the handler."""

    event: str
    matcher: str | None
    handler: dict[str, Any]
    command: str | None = None  # a matcher on the command line


class _Placed(NamedTuple):
    """What becomes of one hook."""

    entries: list[Entry]
    notes: list[Note]


def write_dialect(spec: DialectSpec, hooks: Sequence[DialectHook], existing: str = "") -> Written:
    """The files that run these hooks in this tool."""
    document = loaded(existing)
    if document is None:
        return not_written(spec.path)
    notes = earlier(document, hooks, spec.path)
    entries: list[Entry] = []
    for hook in numbered(hooks):
        placed = _placed(spec, hook)
        entries += placed.entries
        notes += placed.notes
    if not _add(spec, document, hooks, entries):
        return not_written(spec.path)
    files = [WrittenFile(spec.path, as_text(document, existing))]
    spoken = {hook.speaks for hook in ours_in(document)}
    if spoken:
        files.append(WrittenFile(spec.adapter, adapter_text(spec.name, spoken), ADAPTER))
    return Written(tuple(files), tuple(notes))


def _placed(spec: DialectSpec, hook: DialectHook) -> _Placed:
    """The entries of one hook, one for each place it goes to."""
    carry = _carry(spec, hook)
    places = [place for place in carry.places if can_concern(hook, place[1])] if carry else []
    if carry is None or not places:
        return _Placed([], [note_on_loss(spec, hook, carry)])
    notes = list(notes_on(spec, hook, carry, adapted=_needs_adapter(spec, hook)))
    entries: list[Entry] = []
    for event, tools in places:
        native = spec.natives[event]
        entries.append(_entry(spec, hook, native, tools))
        notes += notes_on_timeout(spec, hook, native)
    return _Placed(entries, notes)


def _carry(spec: DialectSpec, hook: DialectHook) -> Carry | None:
    """Where a hook goes; None where nothing there is like it."""
    if _is_own(spec, hook):
        return Carry((hook.native_event, ()))
    carry = spec.carries.get(hook.event)
    if carry is None or hook.type == "command":
        return carry
    judged = _places_a_model_judges(spec)
    return carry if all(event in judged for event, _ in carry.places) else None


def _places_a_model_judges(spec: DialectSpec) -> set[str]:
    carries = [spec.carries[event] for event in spec.prompts if event in spec.carries]
    return {event for carry in carries for event, _ in carry.places}


def _is_own(spec: DialectSpec, hook: DialectHook) -> bool:
    """Whether the hook is in the tool's own language."""
    return hook.speaks == spec.name and hook.native_event in spec.natives


def _needs_adapter(spec: DialectSpec, hook: DialectHook) -> bool:
    """Whether the tool cannot run it as it is: it speaks otherwise, or is to fail closed or end its
    loops there.
    """
    if hook.type != "command":
        return False
    return hook.speaks != spec.name or _closes(spec, hook) or _ends_loops(hook)


def _closes(spec: DialectSpec, hook: DialectHook) -> bool:
    """Whether it is to fail closed, and the tool has no word for that."""
    has_word = spec.closed is not None or hook.native_event in spec.closed_events
    return hook.fail_closed and hook.is_gate and not has_word


def _ends_loops(hook: DialectHook) -> bool:
    return EVENTS[hook.event].loops and hook.loop_limit is not None


# one entry


def _entry(spec: DialectSpec, hook: DialectHook, native: Native, tools: tuple[str, ...]) -> Entry:
    by_command = hook.speaks == spec.name and _by_command(spec, hook)
    handler = _handler(spec, hook, native)
    matcher = _matcher(spec, hook, native, tools)
    return Entry(native.name, matcher, handler, hook.matcher if by_command else None)


def _matcher(
    spec: DialectSpec, hook: DialectHook, native: Native, tools: tuple[str, ...]
) -> str | None:
    """The matcher as it was, where it still means the same; else the nearest that lets nothing
    slip.
    """
    if hook.speaks != spec.name or hook.native_event != native.name:
        return to_native(spec, hook, native, tools)
    moved = hook.event in SHELL_EVENTS.values() and native.cursor != hook.event
    if moved or to_cursor(spec, native, hook.native_matcher).matcher == hook.matcher:
        return hook.native_matcher
    return to_native(spec, hook, native, tools)


def _by_command(spec: DialectSpec, hook: DialectHook) -> bool:
    """Whether the tool has a matcher for the command line, and the hook one that is about it."""
    is_about_commands = hook.event in SHELL_EVENTS.values() and hook.matcher is not None
    return bool(spec.command_key) and is_about_commands


def _handler(spec: DialectSpec, hook: DialectHook, native: Native) -> dict[str, Any]:
    handler: dict[str, Any]
    if hook.type == "prompt":
        handler = {"type": "prompt", "prompt": hook.command}
        handler.update({} if hook.model is None else {"model": hook.model})
    else:
        adapted = _needs_adapter(spec, hook)
        command = wrap(hook, spec.name, native.name) if adapted else hook.command
        handler = {"type": "command", spec.commands[0]: command}
    if spec.timeout_key:
        handler[spec.timeout_key] = _timeout(spec, hook, native)
    if spec.closed is not None and hook.fail_closed and hook.is_gate:
        key, value = spec.closed
        handler[key] = value
    return handler


def _timeout(spec: DialectSpec, hook: DialectHook, native: Native) -> float:
    """The limit in the tool's unit."""
    seconds = min(hook.timeout_s, spec.most_s.get(native.name, hook.timeout_s))
    value = seconds * (1 if hook.type == "prompt" else spec.units_per_s)
    return int(value) if value % 1 == 0 else value


# the document


def _add(
    spec: DialectSpec,
    document: dict[str, Any],
    hooks: Sequence[DialectHook],
    entries: Sequence[Entry],
) -> bool:
    """Whether the entries could be put into the document."""
    document.update({key: value for key, value in spec.top.items() if key not in document})
    if spec.shape == "list":
        return _add_to_list(document, hooks, entries)
    at_top = "hooks" not in document and not spec.natives.keys().isdisjoint(document)
    events = document if at_top else document.setdefault("hooks", {})
    if not isinstance(events, dict):
        return False
    for listed in events.values():
        if isinstance(listed, list):
            drop_former(listed, hooks)
    return all(_put(events.setdefault(one.event, []), _written(spec, one)) for one in entries)


def _add_to_list(
    document: dict[str, Any], hooks: Sequence[DialectHook], entries: Sequence[Entry]
) -> bool:
    listed = document.setdefault("hooks", [])
    if not isinstance(listed, list):
        return False
    drop_former(listed, hooks)
    return all(_put(listed, _kiros(entry)) for entry in entries)


def _put(listed: Any, value: dict[str, Any]) -> bool:
    """Whether a value is in the list now; not where there is no list."""
    if not isinstance(listed, list):
        return False
    if value not in listed:
        listed.append(value)
    return True


def _written(spec: DialectSpec, entry: Entry) -> dict[str, Any]:
    """An entry as the tool writes it: a group with the handler inside, or both in one."""
    matchers = {} if entry.matcher is None else {"matcher": entry.matcher}
    if entry.command is not None:
        matchers[spec.command_key] = entry.command
    if spec.shape == "groups":
        return {**matchers, "hooks": [entry.handler]}
    handler = dict(entry.handler)
    if not spec.timeout_key:  # where there are only commands, their type is not said
        del handler["type"]
    return {**handler, **matchers}


def _kiros(entry: Entry) -> dict[str, Any]:
    """An entry of Kiro's list; its name is made of what it does, so that it is the same at every
    conversion.
    """
    handler = dict(entry.handler)
    timeout = handler.pop("timeout")
    matcher = {} if entry.matcher is None else {"matcher": entry.matcher}
    name = f"hookline-{entry.event.lower()}-{zlib.crc32(json.dumps(entry).encode()):08x}"
    return {"name": name, "trigger": entry.event, **matcher, "action": handler, "timeout": timeout}
