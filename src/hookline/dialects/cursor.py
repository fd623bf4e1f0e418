"""Cursor's hooks.json ↔ neutral hooks. Hooks that speak another tool's language run through the
adapter there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hookline.config.locate import Place
from hookline.config.parse import VERSION, parse
from hookline.config.reading import point
from hookline.dialects.adapter_script import CURSOR_ADAPTER, adapter_text, unwrap, wrap
from hookline.dialects.conversion import CURSOR, DialectHook, Read, Written, WrittenFile
from hookline.dialects.dialect_reader import numbered
from hookline.dialects.document import as_text, drop_former, earlier, loaded, not_written, ours_in
from hookline.dialects.note import CHANGED, KEPT, LOST, Note
from hookline.model import Hook
from hookline.spec.entry_keys import DEFAULT_LOOP_LIMIT, DEFAULT_TIMEOUT_S
from hookline.spec.events import EVENTS
from hookline.spec.sources import SOURCES

PATH = ".cursor/hooks.json"


def read_cursor(text: str, path: str) -> Read:
    """The hooks of a hooks.json."""
    parsed = parse(text, Place(SOURCES["project"], path, "", ""))
    hooks = [_neutral(hook) for hook in parsed.hooks]
    notes = [_note(KEPT, hook, f"{hook.event} is read as it stands") for hook in hooks]
    for aside in parsed.set_aside:
        event = EVENTS.get(aside.hook.event)
        lost = f"the entry does not run: {aside.reason}"
        notes.append(
            _note(LOST, _neutral(aside.hook), lost, event is not None and event.gate is not None)
        )
    return Read(numbered(hooks), tuple(notes), parsed.problems)


def _neutral(hook: Hook) -> DialectHook:
    wrapped = unwrap(hook.command) if hook.type == "command" else None
    neutral = wrapped or DialectHook(hook.event, hook.command, hook.type, model=hook.model)
    return neutral._replace(
        event=hook.event,
        matcher=hook.matcher,
        timeout_s=hook.timeout_s,
        fail_closed=hook.fail_closed,
        loop_limit=hook.loop_limit,
        pointer=point(point("/hooks", hook.event), hook.number - 1),
        file=hook.file,
        line=hook.line,
    )


def write_cursor(hooks: Sequence[DialectHook], existing: str = "") -> Written:
    """A hooks.json with these hooks, and the adapter where they need one."""
    document = loaded(existing)
    if document is None or not isinstance(document.setdefault("hooks", {}), dict):
        return not_written(PATH)
    events: dict[str, Any] = document["hooks"]
    notes: list[Note] = earlier(document, hooks, PATH)
    for listed in events.values():
        if isinstance(listed, list):
            drop_former(listed, hooks)
    for hook in numbered(hooks):
        entry = _entry(hook)
        listed = events.setdefault(hook.event, [])
        if not isinstance(listed, list):
            return not_written(PATH)
        if entry not in listed:
            listed.append(entry)
        notes.append(_written(hook))
    document = {"version": VERSION, **document}
    spoken = {hook.speaks for hook in ours_in(document)}
    files = [WrittenFile(PATH, as_text(document, existing))]
    if spoken:
        files.append(WrittenFile(CURSOR_ADAPTER, adapter_text(CURSOR, spoken), executable=True))
    return Written(tuple(files), tuple(notes))


def _entry(hook: DialectHook) -> dict[str, Any]:
    entry: dict[str, Any] = {"command": hook.command}
    if hook.type == "prompt":
        entry = {"type": "prompt", "prompt": hook.command}
        if hook.model is not None:
            entry["model"] = hook.model
    elif hook.speaks != CURSOR:
        entry = {"command": wrap(hook, CURSOR, hook.event)}
    if hook.matcher is not None:
        entry["matcher"] = hook.matcher
    if hook.timeout_s != DEFAULT_TIMEOUT_S[hook.type]:
        entry["timeout"] = int(hook.timeout_s) if hook.timeout_s % 1 == 0 else hook.timeout_s
    if hook.fail_closed and EVENTS[hook.event].gate is not None:
        entry["failClosed"] = True
    if hook.loop_limit != DEFAULT_LOOP_LIMIT and EVENTS[hook.event].loops:
        entry["loop_limit"] = hook.loop_limit
    return entry


def _written(hook: DialectHook) -> Note:
    if hook.speaks == CURSOR:
        return _note(KEPT, hook, f"{hook.event} is written as it is")
    return _note(
        CHANGED,
        hook,
        f"its command speaks {hook.speaks} and runs through the adapter at {hook.event}",
    )


def _note(kind: str, hook: DialectHook, sentence: str, gate: bool = False) -> Note:
    return Note(kind, hook.pointer, sentence, hook.file, hook.line, gate)
