"""Neutral hooks → another tool's hook file, the adapter beside it, and a note on what became of
each hook.

A hook that speaks the tool's own language is written as it is; every other one runs through the
adapter, which carries what the file cannot say (failClosed, a matcher on the command line, a limit
on follow-ups).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hookline.dialects.adapter_script import adapter_text, wrap
from hookline.dialects.conversion import CURSOR, DialectHook, Written, WrittenFile
from hookline.dialects.dialect_reader import numbered
from hookline.dialects.document import as_text, drop_former, earlier, loaded, not_written, ours_in
from hookline.dialects.matchers import to_cursor, to_native
from hookline.dialects.note import CHANGED, KEPT, LOST, Note
from hookline.spec.dialect_row import Carry, DialectSpec, Native
from hookline.spec.dialect_words import ANSWER_WORDS, SHELL_EVENTS
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS


class Entry(NamedTuple):
    """One entry to write: its event, the matcher, the handler."""

    event: str
    matcher: str | None
    handler: dict[str, Any]
    command: str | None = None  # a matcher on the command line


def write_dialect(spec: DialectSpec, hooks: Sequence[DialectHook], existing: str = "") -> Written:
    """The files that run these hooks in this tool."""
    document = loaded(existing)
    if document is None:
        return not_written(spec.path)
    notes = earlier(document, hooks, spec.path)
    entries = [entry for hook in numbered(hooks) for entry in _entries(spec, hook, notes)]
    if not _add(spec, document, hooks, entries):
        return not_written(spec.path)
    files = [WrittenFile(spec.path, as_text(document, existing))]
    spoken = {hook.speaks for hook in ours_in(document)}
    if spoken:
        files.append(WrittenFile(spec.adapter, adapter_text(spec.name, spoken), executable=True))
    return Written(tuple(files), tuple(notes))


def _needs_adapter(spec: DialectSpec, hook: DialectHook) -> bool:
    """Whether the tool cannot run it as it is: it speaks otherwise, or is to fail closed or end its
    loops there.
    """
    if hook.type != "command":
        return False
    closes = (
        hook.fail_closed
        and _is_gate(hook)
        and spec.closed is None
        and hook.native_event not in spec.closed_events
    )
    return (
        hook.speaks != spec.name
        or closes
        or (EVENTS[hook.event].loops and hook.loop_limit is not None)
    )


def _entries(spec: DialectSpec, hook: DialectHook, notes: list[Note]) -> Iterator[Entry]:
    carry = _carry(spec, hook)
    places = [place for place in carry.places if _concerns(hook, place[1])] if carry else []
    if carry is None or not places:
        notes.append(_note(LOST, hook, _why_lost(spec, hook), gate=_is_gate(hook)))
        return
    notes += _notes(spec, hook, carry)
    for event, tools in places:
        native = spec.natives[event]
        command = hook.matcher if hook.speaks == spec.name and _by_command(spec, hook) else None
        yield Entry(
            event, _matcher(spec, hook, native, tools), _handler(spec, hook, native, notes), command
        )


def _carry(spec: DialectSpec, hook: DialectHook) -> Carry | None:
    """Where a hook goes; None where nothing there is like it."""
    if hook.speaks == spec.name and hook.native_event in spec.natives:
        return Carry((hook.native_event, ()))
    carry = spec.carries.get(hook.event)
    if carry is None or hook.type == "command":
        return carry
    judged = {
        place
        for event in spec.prompts
        if event in spec.carries
        for place, _ in spec.carries[event].places
    }
    return carry if all(place in judged for place, _ in carry.places) else None


def _why_lost(spec: DialectSpec, hook: DialectHook) -> str:
    if _carry(spec, hook) is not None:
        return f"{spec.title} has no {hook.event} for the tools of the matcher {hook.matcher!r}"
    if hook.event in spec.carries:
        return f"{spec.title} has no hooks at {hook.event} that a model judges"
    return f"{spec.title} has nothing like {hook.event}"


def _is_gate(hook: DialectHook) -> bool:
    return EVENTS[hook.event].gate is not None


def _concerns(hook: DialectHook, tools: tuple[str, ...]) -> bool:
    """Whether a place for some tools is one for this hook: not when its matcher is a list that can
    name none of them.
    """
    matcher = hook.matcher or ""
    whole = matcher.startswith("^(?:") and matcher.endswith(")$")
    words = (matcher[4:-2] if whole else matcher).split("|")
    by_tool = EVENTS[hook.event].subject == ("field", "tool_name")
    if (
        not tools
        or not by_tool
        or not all(word.replace("MCP:", "").replace("_", "").isalnum() for word in words)
    ):
        return True
    if tools[0] == "MCP:":  # a tool there may have any word in its name
        return not whole or any(word.startswith("MCP:") for word in words)
    return any(word == tools[0] if whole else word in tools[0] for word in words)


def _notes(spec: DialectSpec, hook: DialectHook, carry: Carry) -> Iterator[Note]:
    event = EVENTS[hook.event]
    places = ", ".join(_place(name, tools) for name, tools in carry.places)
    if carry.about:
        yield _note(CHANGED, hook, f"{hook.event} becomes {places}: {carry.about}")
    elif hook.type == "prompt" and any(
        spec.natives[name].cursor != hook.event for name, _ in carry.places
    ):
        yield _note(CHANGED, hook, f"{hook.event} becomes {places}")
    else:
        yield _note(KEPT, hook, f"{hook.event} is {places}")
    if event.gate and not all(spec.natives[name].blocks for name, _ in carry.places):
        yield _note(
            LOST,
            hook,
            f"{spec.title} cannot stop anything at {places}: the hook only observes",
            gate=True,
        )
    if hook.type == "prompt":
        yield from _prompt_notes(spec, hook)
        return
    if hook.fail_closed and event.gate and _needs_adapter(spec, hook):
        yield _note(KEPT, hook, "failClosed: the adapter refuses when the hook fails")
    if hook.speaks == spec.name:
        return
    if event.ask == "host" and "ask" not in spec.says:
        yield _note(CHANGED, hook, f"{spec.title} cannot ask a person: permission ask becomes deny")
    kinds = {spec.natives[name].kind for name, _ in carry.places}
    for output in event.outputs:
        word = ANSWER_WORDS.get(output.name)
        if (
            word
            and _can_say(hook, word)
            and not all(word.format(kind=kind) in spec.says for kind in kinds)
        ):
            instead = "a refusal that shows it" if event.gate else "a line on stderr"
            yield _note(
                CHANGED if event.gate else LOST,
                hook,
                f"{spec.title} has no {output.name}: it becomes {instead}",
            )


def _can_say(hook: DialectHook, word: str) -> bool:
    """Whether a hook has such an answer in its own words."""
    if hook.speaks == CURSOR:
        return True
    spoken = DIALECT_SPECS[hook.speaks]
    return word.format(kind=spoken.natives[hook.native_event].kind) in spoken.says


def _prompt_notes(spec: DialectSpec, hook: DialectHook) -> Iterator[Note]:
    """What a hook loses that no adapter can run."""
    if hook.fail_closed and _is_gate(hook) and spec.closed is None:
        said = f"{spec.title} has nothing like failClosed: a failing hook lets the action through"
        yield _note(LOST, hook, said, gate=True)
    subject = EVENTS[hook.event].subject
    if hook.matcher and subject != ("field", "tool_name"):
        yield _note(
            CHANGED,
            hook,
            f"the matcher {hook.matcher!r} is not carried over: the model judges more",
        )
    if EVENTS[hook.event].loops and hook.loop_limit is not None:
        yield _note(LOST, hook, f"{spec.title} has nothing like loop_limit")


def _place(name: str, tools: tuple[str, ...]) -> str:
    return f"{name} ({', '.join(tool or 'all' for tool in tools)})" if tools else name


def _matcher(
    spec: DialectSpec, hook: DialectHook, native: Native, tools: tuple[str, ...]
) -> str | None:
    """The matcher as it was, where it is still the same; else the nearest that lets nothing slip."""
    own = hook.speaks == spec.name and hook.native_event == native.name
    if own and (
        _by_command(spec, hook)
        or to_cursor(spec, native, hook.native_matcher).matcher == hook.matcher
    ):
        return hook.native_matcher
    return to_native(spec, hook, native, tools)


def _by_command(spec: DialectSpec, hook: DialectHook) -> bool:
    """Whether the tool has a matcher for the command line, and the hook one that is about it."""
    return (
        bool(spec.command_key) and hook.event in SHELL_EVENTS.values() and hook.matcher is not None
    )


def _handler(
    spec: DialectSpec, hook: DialectHook, native: Native, notes: list[Note]
) -> dict[str, Any]:
    if hook.type == "prompt":
        handler: dict[str, Any] = {"type": "prompt", "prompt": hook.command}
        if hook.model is not None:
            handler["model"] = hook.model
    else:
        command = wrap(hook, spec.name, native.name) if _needs_adapter(spec, hook) else hook.command
        handler = {"type": "command", spec.commands[0]: command}
    if spec.timeout_key:
        handler[spec.timeout_key] = _timeout(spec, hook, native, notes)
    if hook.fail_closed and spec.closed is not None and _is_gate(hook):
        handler[spec.closed[0]] = spec.closed[1]
    return handler


def _timeout(spec: DialectSpec, hook: DialectHook, native: Native, notes: list[Note]) -> float:
    """The limit in the tool's unit."""
    seconds = min(hook.timeout_s, spec.most_s.get(native.name, hook.timeout_s))
    if seconds < hook.timeout_s:
        notes.append(
            _note(CHANGED, hook, f"{spec.title} gives {native.name} {seconds:.10g} seconds at most")
        )
    value = seconds * (1 if hook.type == "prompt" else spec.units_per_s)
    return int(value) if value % 1 == 0 else value


def _add(
    spec: DialectSpec,
    document: dict[str, Any],
    hooks: Sequence[DialectHook],
    entries: Sequence[Entry],
) -> bool:
    """Whether the entries could be put into the document."""
    document.update({key: value for key, value in spec.top.items() if key not in document})
    if spec.shape == "list":
        present = document.setdefault("hooks", [])
        if not isinstance(present, list):
            return False
        drop_former(present, hooks)
        for entry in entries:
            if (listed := _listed(entry)) not in present:
                present.append(listed)
        return True
    at_top = "hooks" not in document and any(name in document for name in spec.natives)
    events = document if at_top else document.setdefault("hooks", {})
    if not isinstance(events, dict):
        return False
    for listed in events.values():
        if isinstance(listed, list):
            drop_former(listed, hooks)
    return all(_put(spec, events, entry) for entry in entries)


def _put(spec: DialectSpec, events: dict[str, Any], entry: Entry) -> bool:
    matcher = {} if entry.matcher is None else {"matcher": entry.matcher}
    matcher.update({} if entry.command is None else {spec.command_key: entry.command})
    group = (
        {**matcher, "hooks": [entry.handler]}
        if spec.shape == "groups"
        else _flat(spec, entry, matcher)
    )
    listed = events.setdefault(entry.event, [])
    if not isinstance(listed, list):
        return False
    if group not in listed:
        listed.append(group)
    return True


def _flat(spec: DialectSpec, entry: Entry, matcher: dict[str, str]) -> dict[str, Any]:
    """An entry without a group; where there are only commands, their type is not said."""
    handler = (
        entry.handler
        if spec.timeout_key
        else {key: value for key, value in entry.handler.items() if key != "type"}
    )
    return {**handler, **matcher}


def _listed(entry: Entry) -> dict[str, Any]:
    """An entry of Kiro's list; its name is made of what it does, so that it is the same at every
    conversion.
    """
    handler = dict(entry.handler)
    timeout = handler.pop("timeout")
    matcher = {} if entry.matcher is None else {"matcher": entry.matcher}
    name = f"hookline-{entry.event.lower()}-{zlib.crc32(json.dumps(entry).encode()):08x}"
    return {"name": name, "trigger": entry.event, **matcher, "action": handler, "timeout": timeout}


def _note(kind: str, hook: DialectHook, sentence: str, gate: bool = False) -> Note:
    return Note(
        kind,
        hook.pointer or f"/hooks/{hook.event}/{hook.number - 1}",
        sentence,
        hook.file,
        hook.line,
        gate,
    )
