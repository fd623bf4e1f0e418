"""One handler of another tool's file → a hook in neutral words, with notes on every key of it.

Goes in: the tool's row, the native event, the matcher of its group, the handler as plain values.
Comes out: the hook, or None where nothing can run it, and the notes. Never raises, whatever the
values are.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.dialects.adapter_script import unwrap
from hookline.dialects.conversion import CURSOR, DialectHook, can_ask
from hookline.dialects.matchers import Translated, anchored, to_cursor
from hookline.dialects.note import (
    BLOCKING,
    CHANGED,
    COMMAND,
    EVENT,
    FAIL_CLOSED,
    KEPT,
    LOST,
    MATCHER,
    OPTION,
    TIMEOUT,
    Note,
)
from hookline.spec.dialect_row import DialectSpec, Native
from hookline.spec.dialect_words import SHELL_EVENTS
from hookline.spec.entry_keys import DEFAULT_LOOP_LIMIT, HARMLESS_KEYS
from hookline.spec.events import EVENTS

_MOST_S = 1e9
_VARIABLE = re.compile(r"[A-Za-z_]\w*")
#: Keys of handlers, groups and entries that are read here, or change nothing about what runs.
_READ = HARMLESS_KEYS | {
    "type", "prompt", "model", "timeout", "timeoutSec", "timeout_ms", "matcher", "hooks",
    "commandRegex", "trigger", "action", "enabled", "show_output", "suppressOutput",
    "additionalContextLimit", "max_output_size", "metadata", "command",
}  # fmt: skip
#: Keys that become part of the command line, and values of theirs that say nothing.
_IN_THE_COMMAND = ("env", "cwd", "working_directory", "args")
_NOTHING: tuple[Any, ...] = (None, {}, [], "", ".")
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
_TIMEOUT_KEYS = ("timeout", "timeoutSec", "timeout_ms")
_UNITS_PER_S = {"timeout_ms": 1000, "timeoutSec": 1}
_ONLY_SHELL = anchored(["Shell"])


class Spot(NamedTuple):
    """Where a handler stands: the file, the line, the pointer, and Cursor's name of its event."""

    file: str
    line: int
    pointer: str
    event: str = ""

    def note(
        self, kind: str, sentence: str, *, about: str = OPTION, gate: bool = False, key: str = ""
    ) -> Note:
        """A note on this handler, or on one key of it."""
        pointer = f"{self.pointer}/{key}" if key else self.pointer
        return Note(kind, pointer, sentence, self.file, self.line, gate, self.event, about)


class _Timeout(NamedTuple):
    """How long a hook may take, and the note on what became of the number."""

    seconds: float
    notes: tuple[Note, ...] = ()


def read_handler(
    spec: DialectSpec, speaks: DialectSpec, native: Native, options: Mapping[str, Any], spot: Spot
) -> tuple[DialectHook | None, list[Note]]:
    """The hook of one handler; `options` are its own keys over those of its group. `speaks` is
    whose payload it reads.
    """
    spot = spot._replace(event=native.cursor)
    text = _command(spec, options)
    wrapped = unwrap(text) if text else None
    if wrapped is not None:
        hook = wrapped._replace(pointer=spot.pointer, file=spot.file, line=spot.line)
        sentence = f"{native.name} runs the adapter, which holds the hook of {hook.event}"
        return hook, [hook.note(KEPT, EVENT, sentence)]
    refusal = _refusal(spec, native, options, text)
    if refusal:
        gate = native.blocks and options.get("enabled") is not False
        return None, [spot.note(LOST, refusal, about=COMMAND, gate=gate)]
    matcher = options.get("matcher") if isinstance(options.get("matcher"), str) else None
    translated = to_cursor(speaks, native, matcher)
    if translated.never:
        sentence = f"Cursor has no tool that {matcher!r} means, so the hook would never run"
        return None, [spot.note(LOST, sentence, about=MATCHER)]
    timeout = _timeout(spec, native, options, spot)
    hook = _typed(
        DialectHook(
            native.cursor,
            text,
            matcher=translated.matcher,
            timeout_s=timeout.seconds,
            fail_closed=_fails_closed(spec, native, options),
            loop_limit=None if EVENTS[native.cursor].loops else DEFAULT_LOOP_LIMIT,
            speaks=speaks.name,
            native_event=native.name,
            native_matcher=matcher,
            pointer=spot.pointer,
            file=spot.file,
            line=spot.line,
        ),
        options,
    )
    hook = _where_it_can_ask(speaks, hook)
    spot = spot._replace(event=hook.event)
    notes = [*timeout.notes, *_about(spec, native, hook, translated, spot)]
    for key, value in options.items():
        notes += _about_key(spec, key, value, spot)
    hook, narrowed = _narrowed(spec, hook, native, options, spot)
    return hook, [*notes, *narrowed]


# the command


def _texts(keys: Iterable[str], options: Mapping[str, Any]) -> list[str]:
    values = [options.get(key) for key in keys]
    return [value for value in values if isinstance(value, str) and value.strip()]


def _command(spec: DialectSpec, options: Mapping[str, Any]) -> str:
    """What it runs, as one shell command, or the prompt; the folder, variables and arguments beside
    it are in it.
    """
    if options.get("type") == "prompt":
        return options["prompt"] if isinstance(options.get("prompt"), str) else ""
    commands = _texts(spec.commands, options)
    if not commands:
        return ""
    command = _with_arguments(commands[0], options.get("args"))
    command = _exports(options.get("env")) + command
    folder = options.get("cwd", options.get("working_directory"))
    if isinstance(folder, str) and folder not in ("", "."):
        return f"cd {shlex.quote(folder)} && {{ {command}\n}}"
    return command


def _with_arguments(command: str, arguments: object) -> str:
    if not isinstance(arguments, list) or not all(isinstance(word, str) for word in arguments):
        return command
    return shlex.join([command, *arguments])


def _exports(variables: object) -> str:
    """The variables as a shell sets them; names a shell cannot have are left out."""
    exports = []
    for name, value in variables.items() if isinstance(variables, dict) else ():
        if _VARIABLE.fullmatch(name):
            text = value if isinstance(value, str) else json.dumps(value)
            exports.append(f"export {name}={shlex.quote(text)}; ")
    return "".join(exports)


def _refusal(spec: DialectSpec, native: Native, options: Mapping[str, Any], text: str) -> str:
    """Why nothing can run this; empty when something can."""
    type = options.get("type", "command")
    if options.get("enabled") is False:
        return "it is turned off (enabled: false), so it is left out"
    if type not in ("command", "prompt"):
        return f"handlers of type {type!r} have no counterpart in Cursor"
    if type == "prompt" and native.cursor not in spec.prompts:
        sends = f"{spec.title} sends this text as a prompt"
        return f"{sends}; Cursor's prompt hooks judge, so it has no counterpart"
    return "" if text and "\0" not in text else _why_not_run(spec, options, text)


def _why_not_run(spec: DialectSpec, options: Mapping[str, Any], text: str) -> str:
    if not text and _texts(spec.elsewhere, options):
        return "its only command is for Windows; add one for other systems"
    return "it has no command that could run; add one, or remove the entry"


def _typed(hook: DialectHook, options: Mapping[str, Any]) -> DialectHook:
    """A hook that a model judges speaks nobody's language."""
    if options.get("type") != "prompt":
        return hook
    model = options.get("model") if isinstance(options.get("model"), str) else None
    return hook._replace(
        type="prompt", model=model, speaks=CURSOR, native_event="", native_matcher=None
    )


def _where_it_can_ask(speaks: DialectSpec, hook: DialectHook) -> DialectHook:
    """A hook for shell commands alone goes to Cursor's event of the shell: only there can a hook
    have a person asked.
    """
    asks = hook.type == "command" and can_ask(speaks, hook.native_event)
    if asks and EVENTS[hook.event].ask == "ignore" and hook.matcher == _ONLY_SHELL:
        return hook._replace(event=SHELL_EVENTS["tool"], matcher=None)
    return hook


# the options


def _timeout(spec: DialectSpec, native: Native, options: Mapping[str, Any], spot: Spot) -> _Timeout:
    is_prompt = options.get("type") == "prompt"
    default = float(spec.default_s.get("prompt" if is_prompt else native.name, spec.default_s[""]))
    key = _first_key((spec.timeout_key, *_TIMEOUT_KEYS), options)
    if not key:
        return _Timeout(default)
    units = 1 if is_prompt else _UNITS_PER_S.get(key, spec.units_per_s)
    value, seconds = options[key], _seconds(options[key], units)
    if seconds is not None and units == 1:
        return _Timeout(seconds)
    if seconds is not None:
        sentence = f"{value:.10g} milliseconds are {seconds:.10g} seconds"
    else:
        sentence, seconds = _why_not(value, default), default
    return _Timeout(seconds, (spot.note(CHANGED, sentence, about=TIMEOUT, key=key),))


def _first_key(keys: Iterable[str], options: Mapping[str, Any]) -> str:
    return next((key for key in keys if key and key in options), "")


def _why_not(value: object, default: float) -> str:
    """What becomes of a limit that is none."""
    if value == 0 and not isinstance(value, bool):
        return f"no limit (0) becomes {default:.10g} seconds"
    return f"it is not a number above 0; {default:.10g} seconds are used"


def _seconds(value: object, units: int) -> float | None:
    """A limit in seconds; None when it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value / units) if 0 < value / units <= _MOST_S else None


def _fails_closed(spec: DialectSpec, native: Native, options: Mapping[str, Any]) -> bool:
    if native.name in spec.closed_events:
        return True
    return spec.closed is not None and options.get(spec.closed[0]) == spec.closed[1]


# what became of it


def _about(
    spec: DialectSpec, native: Native, hook: DialectHook, translated: Translated, spot: Spot
) -> Iterator[Note]:
    """What became of the event and the matcher."""
    before = f"{native.name} on {hook.native_matcher}" if hook.native_matcher else native.name
    after = f"{hook.event} on {hook.matcher}" if hook.matcher else hook.event
    if translated.exactly:
        yield spot.note(KEPT, f"{before} is {after}", about=EVENT)
    else:
        checked = "; the adapter checks the matcher as it was written"
        sentence = f"{before} becomes {after}" + (checked if hook.type == "command" else "")
        yield spot.note(CHANGED, sentence, about=MATCHER)
    if native.blocks and not hook.is_gate:
        sentence = f"{native.name} can stop the action, {native.cursor} cannot"
        yield spot.note(LOST, sentence, about=BLOCKING, gate=True)
    if native.name in spec.closed_events:
        sentence = "a crash blocks, as it did; now running out of time blocks too"
        yield spot.note(CHANGED, sentence, about=FAIL_CLOSED)


def _about_key(spec: DialectSpec, key: str, value: Any, spot: Spot) -> Sequence[Note]:
    """What became of one key."""
    kind, sentence = CHANGED, ""
    if key in _IN_THE_COMMAND:
        sentence = "" if value in _NOTHING else f"{key} is part of the command now"
    elif key in _NOT_CARRIED:
        set = value not in (None, False)
        sentence = f"{key} is not carried over: {_NOT_CARRIED[key]}" if set else ""
    elif key in _other_commands(spec):
        sentence = f"{key} is not carried over: one command runs on every system"
    elif not _is_known(spec, key):
        kind, sentence = LOST, f"Cursor has nothing like {key!r}"
    return [spot.note(kind, sentence, key=key)] if sentence else []


def _other_commands(spec: DialectSpec) -> set[str]:
    """The keys of commands that are not the one that runs."""
    return {*spec.commands, *spec.elsewhere} - {spec.commands[0], "command"}


def _is_known(spec: DialectSpec, key: str) -> bool:
    """Whether a key is read, or is a remark of its author."""
    own = (*spec.commands, spec.closed[0] if spec.closed else "")
    return key in _READ or key in own or key.startswith("_")


def _narrowed(
    spec: DialectSpec, hook: DialectHook, native: Native, options: Mapping[str, Any], spot: Spot
) -> tuple[DialectHook, Sequence[Note]]:
    """The hook with its filter on the command line, which is what our events of the shell match on."""
    key = spec.command_key
    pattern = options.get(key) if key else None
    if not isinstance(pattern, str) or not pattern or native.kind not in SHELL_EVENTS:
        return hook, ()
    shell = SHELL_EVENTS[native.kind]
    about_shell = hook.event == shell or hook.matcher == _ONLY_SHELL
    if hook.type != "command" or not about_shell:
        sentence = f"{key} is not carried over: the hook runs for every command"
        return hook, [spot.note(CHANGED, sentence, about=MATCHER, key=key)]
    note = spot.note(CHANGED, f"{key} is the matcher of {shell}", about=MATCHER, key=key)
    return hook._replace(event=shell, matcher=pattern), [note]
