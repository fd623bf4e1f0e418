"""Cursor's hooks.json ↔ neutral hooks. Hooks that speak another tool's language run through the
adapter there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hookline.config.locate import Place
from hookline.config.parse import VERSION, parse
from hookline.config.reading import point
from hookline.dialects.adapter_script import CURSOR_ADAPTER, adapter_text, unwrap, wrap
from hookline.dialects.conversion import ADAPTER, CURSOR, DialectHook, Read, Written, WrittenFile
from hookline.dialects.dialect_reader import numbered
from hookline.dialects.document import as_text, drop_former, earlier, loaded, not_written, ours_in
from hookline.dialects.note import ANSWER, ASK, CHANGED, EVENT, KEPT, LOST, Note
from hookline.model import Hook
from hookline.spec.entry_keys import DEFAULT_LOOP_LIMIT, DEFAULT_TIMEOUT_S
from hookline.spec.events import EVENTS
from hookline.spec.sources import SOURCES

PATH = ".cursor/hooks.json"
#: What becomes of `ask` in Cursor, by the column `ask` of the event: the kind of the note, and why.
_ASKING = {
    "ignore": (
        LOST,
        "takes no notice of permission ask: the action goes ahead and nobody is asked",
    ),
    "deny": (CHANGED, "takes permission ask for deny"),
    None: (CHANGED, "cannot ask a person: permission ask becomes deny"),
}


def read_cursor(text: str, path: str) -> Read:
    """The hooks of a hooks.json."""
    parsed = parse(text, Place(SOURCES["project"], path, "", ""))
    hooks = [_neutral(hook) for hook in parsed.hooks]
    notes = [hook.note(KEPT, EVENT, f"{hook.event} is read as it stands") for hook in hooks]
    for aside in parsed.set_aside:
        sentence = f"the entry does not run: {aside.reason}"
        event = EVENTS.get(aside.hook.event)
        is_gate = event is not None and event.gate is not None
        notes.append(_neutral(aside.hook).note(LOST, EVENT, sentence, gate=is_gate))
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
    notes = earlier(document, hooks, PATH)
    for listed in events.values():
        if isinstance(listed, list):
            drop_former(listed, hooks)
    for hook in numbered(hooks):
        listed = events.setdefault(hook.event, [])
        if not isinstance(listed, list):
            return not_written(PATH)
        entry = _entry(hook)
        if entry not in listed:
            listed.append(entry)
        notes += _notes_on(hook)
    document = {"version": VERSION, **document}
    spoken = {hook.speaks for hook in ours_in(document)}
    files = [WrittenFile(PATH, as_text(document, existing))]
    if spoken:
        files.append(WrittenFile(CURSOR_ADAPTER, adapter_text(CURSOR, spoken), ADAPTER))
    return Written(tuple(files), tuple(notes))


def _entry(hook: DialectHook) -> dict[str, Any]:
    event = EVENTS[hook.event]
    entry = _what_it_runs(hook)
    if hook.matcher is not None:
        entry["matcher"] = hook.matcher
    if hook.timeout_s != DEFAULT_TIMEOUT_S[hook.type]:
        entry["timeout"] = int(hook.timeout_s) if hook.timeout_s % 1 == 0 else hook.timeout_s
    if hook.fail_closed and hook.is_gate:
        entry["failClosed"] = True
    if hook.loop_limit != DEFAULT_LOOP_LIMIT and event.loops:
        entry["loop_limit"] = hook.loop_limit
    return entry


def _what_it_runs(hook: DialectHook) -> dict[str, Any]:
    if hook.type == "prompt":
        model = {} if hook.model is None else {"model": hook.model}
        return {"type": "prompt", "prompt": hook.command, **model}
    wrapped = hook.speaks != CURSOR
    return {"command": wrap(hook, CURSOR, hook.event) if wrapped else hook.command}


def _notes_on(hook: DialectHook) -> Iterator[Note]:
    if hook.speaks == CURSOR:
        yield hook.note(KEPT, EVENT, f"{hook.event} is written as it is")
        return
    sentence = f"its command speaks {hook.speaks} and runs through the adapter at {hook.event}"
    yield hook.note(CHANGED, EVENT, sentence)
    event = EVENTS[hook.event]
    if hook.can_ask and event.ask in _ASKING:
        kind, why = _ASKING[event.ask]
        yield hook.note(kind, ASK, f"{hook.event} {why}", gate=kind == LOST)
    if hook.can_change_input and event.output("updated_input") is None:
        sentence = f"{hook.event} accepts no other input: it becomes a refusal that shows it"
        yield hook.note(CHANGED, ANSWER, sentence)
