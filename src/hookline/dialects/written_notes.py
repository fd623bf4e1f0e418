"""A hook and where it goes in another tool's file → notes on what was kept, changed and lost."""

from __future__ import annotations

from collections.abc import Iterator

from hookline.dialects.conversion import DialectHook
from hookline.dialects.note import (
    ANSWER,
    ASK,
    BLOCKING,
    CHANGED,
    EVENT,
    FAIL_CLOSED,
    KEPT,
    LOST,
    MATCHER,
    OPTION,
    TIMEOUT,
    Note,
)
from hookline.spec.dialect_row import Carry, DialectSpec, Native
from hookline.spec.dialect_words import ANSWER_WORDS, SHELL_EVENTS
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS
from hookline.spec.outputs import Output


def note_on_loss(spec: DialectSpec, hook: DialectHook, carry: Carry | None) -> Note:
    """The note on a hook that has no place in the tool at all."""
    if carry is not None:
        about, sentence = MATCHER, f"no {hook.event} for the tools of the matcher {hook.matcher!r}"
    elif hook.event in spec.carries:
        about, sentence = EVENT, f"no hooks at {hook.event} that a model judges"
    else:
        about, sentence = EVENT, f"nothing like {hook.event}"
    return hook.note(LOST, about, f"{spec.title} has {sentence}", gate=hook.is_gate)


def notes_on(
    spec: DialectSpec, hook: DialectHook, carry: Carry, *, adapted: bool
) -> Iterator[Note]:
    """The notes on a hook that has a place. `adapted`: it runs through the adapter."""
    natives = [spec.natives[name] for name, _ in carry.places]
    places = ", ".join(_place(name, tools) for name, tools in carry.places)
    yield _on_event(hook, carry, natives, places)
    if hook.is_gate and not all(native.blocks for native in natives):
        sentence = f"{spec.title} cannot stop anything at {places}: the hook only observes"
        yield hook.note(LOST, BLOCKING, sentence, gate=True)
    if hook.type == "prompt":
        yield from _on_prompt(spec, hook)
    else:
        yield from _on_command(spec, hook, natives, adapted=adapted)


def _on_command(
    spec: DialectSpec, hook: DialectHook, natives: list[Native], *, adapted: bool
) -> Iterator[Note]:
    if hook.fail_closed and hook.is_gate and adapted:
        yield hook.note(KEPT, FAIL_CLOSED, "failClosed: the adapter refuses when the hook fails")
    if hook.speaks != spec.name:
        yield from _on_answers(spec, hook, natives)
    elif not _keeps_command_matcher(spec, hook):
        lost = "is not carried over: the hook runs for every command"
        yield hook.note(CHANGED, MATCHER, f"the matcher {hook.matcher!r} {lost}")


def _keeps_command_matcher(spec: DialectSpec, hook: DialectHook) -> bool:
    """Whether a matcher on the command line, if the hook has one, can be written."""
    at_shell = hook.event in SHELL_EVENTS.values()
    return not at_shell or hook.matcher is None or bool(spec.command_key)


def _place(name: str, tools: tuple[str, ...]) -> str:
    return f"{name} ({', '.join(tools)})" if tools else name


def _on_event(hook: DialectHook, carry: Carry, natives: list[Native], places: str) -> Note:
    moved = any(native.cursor != hook.event for native in natives)
    if carry.about:
        return hook.note(CHANGED, EVENT, f"{hook.event} becomes {places}: {carry.about}")
    if moved and hook.type == "prompt":
        return hook.note(CHANGED, EVENT, f"{hook.event} becomes {places}")
    return hook.note(KEPT, EVENT, f"{hook.event} is {places}")


def _on_prompt(spec: DialectSpec, hook: DialectHook) -> Iterator[Note]:
    """What a hook loses that no adapter can run."""
    event = EVENTS[hook.event]
    if hook.fail_closed and hook.is_gate and spec.closed is None:
        lost = "has nothing like failClosed: a failing hook lets the action through"
        yield hook.note(LOST, FAIL_CLOSED, f"{spec.title} {lost}", gate=True)
    if hook.matcher and event.subject != ("field", "tool_name"):
        sentence = f"the matcher {hook.matcher!r} is not carried over: the model judges more"
        yield hook.note(CHANGED, MATCHER, sentence)
    if event.loops and hook.loop_limit is not None:
        yield hook.note(LOST, OPTION, f"{spec.title} has nothing like loop_limit")


def _on_answers(spec: DialectSpec, hook: DialectHook, natives: list[Native]) -> Iterator[Note]:
    """What the hook can answer and the tool has no word for."""
    if hook.can_ask and "ask" not in spec.says:
        sentence = f"{spec.title} cannot ask a person: permission ask becomes deny"
        yield hook.note(CHANGED, ASK, sentence)
    for output in EVENTS[hook.event].outputs:
        if not _can_say(hook, output) or _is_understood(spec, natives, output):
            continue
        if hook.is_gate:
            kind, instead = CHANGED, "a refusal that shows it"
        else:
            kind, instead = LOST, "a line on stderr"
        sentence = f"{spec.title} has no {output.name}: it becomes {instead}"
        yield hook.note(kind, ANSWER, sentence)


def _can_say(hook: DialectHook, output: Output) -> bool:
    """Whether a hook has such an answer in its own words, and a tool may have none for it."""
    word = ANSWER_WORDS.get(output.name)
    if word is None or hook.speaks == "cursor":
        return word is not None
    spoken = DIALECT_SPECS[hook.speaks]
    return word.format(kind=spoken.natives[hook.native_event].kind) in spoken.says


def _is_understood(spec: DialectSpec, natives: list[Native], output: Output) -> bool:
    word = ANSWER_WORDS[output.name]
    return all(word.format(kind=native.kind) in spec.says for native in natives)


def notes_on_timeout(spec: DialectSpec, hook: DialectHook, native: Native) -> list[Note]:
    """A note where the tool allows less time than the hook has."""
    most_s = spec.most_s.get(native.name, hook.timeout_s)
    if hook.timeout_s <= most_s or not spec.timeout_key:
        return []
    sentence = f"{spec.title} gives {native.name} {most_s:.10g} seconds at most"
    return [hook.note(CHANGED, TIMEOUT, sentence)]
