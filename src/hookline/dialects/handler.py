"""One handler of another tool's file → a hook in neutral words, with notes on every key of it.

Goes in: the tool's row, the native event, the matcher of its group, the handler as plain values.
Comes out: the hook, or None where nothing can run it, and the notes. Never raises, whatever the
values are.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from hookline.dialects.adapter_script import unwrap
from hookline.dialects.conversion import DialectHook
from hookline.dialects.matchers import Translated, anchored, to_cursor
from hookline.dialects.note import CHANGED, KEPT, LOST, Note
from hookline.spec.dialect_row import DialectSpec, Native
from hookline.spec.dialect_words import SHELL_EVENTS
from hookline.spec.entry_keys import DEFAULT_LOOP_LIMIT, HARMLESS_KEYS
from hookline.spec.events import EVENTS

_MOST_S = 1e9
_VARIABLE = re.compile(r"[A-Za-z_]\w*")
#: Keys of handlers, groups and entries that are read here, or change nothing about what runs.
_READ = HARMLESS_KEYS | {
    "type", "prompt", "model", "timeout", "timeoutSec", "timeout_ms", "matcher", "hooks", "env", "cwd", "working_directory",
    "args", "commandRegex", "trigger", "action", "enabled", "show_output", "suppressOutput", "additionalContextLimit",
    "max_output_size", "metadata", "command",
}  # fmt: skip
#: Keys that make a difference here and not there, and what happens instead.
_NOT_CARRIED = {
    "if": "the hook runs for every call its matcher lets through",
    "async": "the hook is waited for",
    "asyncRewake": "the hook is waited for",
    "once": "the hook runs every time",
    "shell": "the command is run by /bin/sh",
    "sequential": "the hooks run side by side",
    "continueOnBlock": "a block stops the action",
    "confirm": "nobody is asked before it runs",
    "cache_ttl_seconds": "the hook runs every time",
}
_UNITS_PER_S = {"timeout_ms": 1000, "timeoutSec": 1}


class Spot(NamedTuple):
    """Where a handler stands: the file, the line, the pointer."""

    file: str
    line: int
    pointer: str

    def note(self, kind: str, sentence: str, *, gate: bool = False, key: str = "") -> Note:
        """A note on this handler, or on one key of it."""
        return Note(
            kind,
            f"{self.pointer}/{key}" if key else self.pointer,
            sentence,
            self.file,
            self.line,
            gate,
        )


def read_handler(
    spec: DialectSpec, speaks: DialectSpec, native: Native, options: Mapping[str, Any], spot: Spot
) -> tuple[DialectHook | None, list[Note]]:
    """The hook of one handler; `options` are its own keys over those of its group. `speaks` is
    whose payload it reads.
    """
    text = _command(spec, options)
    wrapped = unwrap(text) if text else None
    if wrapped is not None:
        told = f"{native.name} runs the adapter, which holds the hook of {wrapped.event}"
        return wrapped._replace(pointer=spot.pointer, file=spot.file, line=spot.line), [
            spot.note(KEPT, told)
        ]
    refusal = _refusal(spec, native, options, text)
    if refusal:
        return None, [
            spot.note(LOST, refusal, gate=native.blocks and options.get("enabled") is not False)
        ]
    notes: list[Note] = []
    matcher = options.get("matcher") if isinstance(options.get("matcher"), str) else None
    translated = to_cursor(speaks, native, matcher)
    if translated.never:
        return None, [
            spot.note(
                LOST, f"Cursor has no tool that {matcher!r} means, so the hook would never run"
            )
        ]
    hook = DialectHook(
        native.cursor, text, matcher=translated.matcher, speaks=speaks.name, native_event=native.name,
        native_matcher=matcher,
        timeout_s=_timeout_s(spec, native, options, spot, notes), fail_closed=_fail_closed(spec, native, options),
        loop_limit=None if EVENTS[native.cursor].loops else DEFAULT_LOOP_LIMIT, pointer=spot.pointer, file=spot.file,
        line=spot.line,
    )  # fmt: skip
    hook = _typed(hook, options)
    notes += _about(spec, native, hook, translated, options, spot)
    return _narrowed(spec, hook, native, options, spot, notes), notes


def _texts(keys: Iterable[str], options: Mapping[str, Any]) -> list[str]:
    return [
        options[key] for key in keys if isinstance(options.get(key), str) and options[key].strip()
    ]


def _command(spec: DialectSpec, options: Mapping[str, Any]) -> str:
    """What it runs, as one shell command, or the prompt; the folder, variables and arguments beside
    it are in it.
    """
    if options.get("type") == "prompt":
        return options["prompt"] if isinstance(options.get("prompt"), str) else ""
    found = _texts(spec.commands, options)
    if not found:
        return ""
    command = str(found[0])
    arguments = options.get("args")
    if isinstance(arguments, list) and all(isinstance(one, str) for one in arguments):
        command = shlex.join([command, *arguments])
    variables = options.get("env")
    if isinstance(variables, dict):
        named = [(name, value) for name, value in variables.items() if _VARIABLE.fullmatch(name)]
        command = (
            "".join(f"export {name}={shlex.quote(_as_text(value))}; " for name, value in named)
            + command
        )
    folder = options.get("cwd", options.get("working_directory"))
    if isinstance(folder, str) and folder not in ("", "."):
        command = f"cd {shlex.quote(folder)} && {{ {command}\n}}"
    return command


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _refusal(spec: DialectSpec, native: Native, options: Mapping[str, Any], text: str) -> str:
    """Why nothing can run this; empty when something can."""
    type = options.get("type", "command")
    if options.get("enabled") is False:
        return "it is turned off (enabled: false), so it is left out"
    if type not in ("command", "prompt"):
        return f"handlers of type {type!r} have no counterpart in Cursor"
    if type == "prompt" and native.cursor not in spec.prompts:
        return f"{spec.title} sends this text as a prompt; Cursor's prompt hooks judge, so it has no counterpart"
    if not text and _texts(spec.elsewhere, options):
        return "its only command is for Windows; write one for other systems too"
    return (
        ""
        if text and "\0" not in text
        else "there is no command in it that could run; write one, or remove the entry"
    )


def _typed(hook: DialectHook, options: Mapping[str, Any]) -> DialectHook:
    if options.get("type") != "prompt":
        return hook
    model = options.get("model") if isinstance(options.get("model"), str) else None
    return hook._replace(type="prompt", model=model, speaks=DialectHook._field_defaults["speaks"], native_event="",
                         native_matcher=None)  # fmt: skip


def _timeout_s(
    spec: DialectSpec, native: Native, options: Mapping[str, Any], spot: Spot, notes: list[Note]
) -> float:
    type = "prompt" if options.get("type") == "prompt" else ""
    default = float(spec.default_s.get(type or native.name, spec.default_s[""]))
    keys = [
        key
        for key in (spec.timeout_key, "timeout", "timeoutSec", "timeout_ms")
        if key and key in options
    ]
    if not keys:
        return default
    value, units = options[keys[0]], 1 if type else _UNITS_PER_S.get(keys[0], spec.units_per_s)
    if value == 0 and not isinstance(value, bool):
        notes.append(
            spot.note(CHANGED, f"no limit (0) becomes {default:.10g} seconds", key=keys[0])
        )
        return default
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 < value / units <= _MOST_S
    ):
        notes.append(
            spot.note(
                CHANGED, f"it is no number above 0; {default:.10g} seconds are taken", key=keys[0]
            )
        )
        return default
    if units != 1:
        notes.append(
            spot.note(
                CHANGED, f"{value:.10g} milliseconds are {value / units:.10g} seconds", key=keys[0]
            )
        )
    return float(value / units)


def _fail_closed(spec: DialectSpec, native: Native, options: Mapping[str, Any]) -> bool:
    return native.name in spec.closed_events or (
        spec.closed is not None and options.get(spec.closed[0]) == spec.closed[1]
    )


def _about(
    spec: DialectSpec,
    native: Native,
    hook: DialectHook,
    translated: Translated,
    options: Mapping[str, Any],
    spot: Spot,
) -> Iterator[Note]:
    """What became of the event, the matcher and the other keys."""
    on = f" on {hook.native_matcher}" if hook.native_matcher else ""
    there = f" on {hook.matcher}" if hook.matcher else ""
    if translated.exactly:
        yield spot.note(KEPT, f"{native.name}{on} is {native.cursor}{there}")
    else:
        narrowed = (
            "" if hook.type == "prompt" else "; the adapter checks the matcher as it was written"
        )
        yield spot.note(CHANGED, f"{native.name}{on} becomes {native.cursor}{there}{narrowed}")
    if native.blocks and EVENTS[native.cursor].gate is None:
        yield spot.note(
            LOST, f"{native.name} can stop the action, {native.cursor} cannot", gate=True
        )
    if native.name in spec.closed_events:
        yield spot.note(CHANGED, "a crash blocks, as it did; now running out of time blocks too")
    for key, value in options.items():
        yield from _about_key(spec, key, value, spot)


def _about_key(spec: DialectSpec, key: str, value: Any, spot: Spot) -> Iterator[Note]:
    closed = spec.closed[0] if spec.closed else ""
    if key in ("env", "cwd", "working_directory", "args") and value not in (None, {}, [], "", "."):
        yield spot.note(CHANGED, f"{key} is part of the command now", key=key)
    elif key in _NOT_CARRIED and value not in (None, False):
        yield spot.note(CHANGED, f"{key} is not carried over: {_NOT_CARRIED[key]}", key=key)
    elif key in (*spec.commands, *spec.elsewhere):
        if key not in (spec.commands[0], "command"):
            yield spot.note(
                CHANGED, f"{key} is not carried over: one command runs on every system", key=key
            )
    elif key not in _READ and key not in _NOT_CARRIED and key != closed and key[:1] != "_":
        yield spot.note(LOST, f"Cursor has nothing like {key!r}", key=key)


def _narrowed(
    spec: DialectSpec,
    hook: DialectHook,
    native: Native,
    options: Mapping[str, Any],
    spot: Spot,
    notes: list[Note],
) -> DialectHook:
    """A filter on the command line itself: what our events of the shell match on."""
    key = spec.command_key
    pattern = options.get(key) if key else None
    if not isinstance(pattern, str) or not pattern or native.kind not in SHELL_EVENTS:
        return hook
    if hook.type != "command" or hook.matcher != anchored(["Shell"]):
        notes.append(
            spot.note(
                CHANGED, f"{key} is not carried over: the hook runs for every command", key=key
            )
        )
        return hook
    shell = SHELL_EVENTS[native.kind]
    notes.append(spot.note(CHANGED, f"{key} is the matcher of {shell}", key=key))
    return hook._replace(event=shell, matcher=pattern)
