"""The event rows in, `docs/events.md` out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generators.markdown import code, either, fill, json_block, plain, table, type_name
from hookline.spec import prose
from hookline.spec.dialects import CLAUDE_EVENTS
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.inputs import BASE, BASE_WITHOUT_CONVERSATION, Field
from hookline.spec.outputs import Output
from hookline.spec.profiles import DEFAULT_PROFILE, PROFILES, Profile
from hookline.spec.samples import sample, sample_answers

_DECIDED = "the highest source with an opinion, in it the strictest"


def events_page() -> str:
    """The whole page."""
    return fill(
        "events.md",
        gates=str(sum(event.gate is not None for event in EVENTS.values())),
        all=str(len(EVENTS)),
        summary=_summary(),
        base=_fields(BASE),
        outside=_outside(),
        sections="\n\n".join(_section(event) for event in EVENTS.values()),
    )


def _summary() -> str:
    rows = [
        (_link(event), prose.WHEN[event.name], event.impact, _gate_name(event))
        for event in EVENTS.values()
    ]
    return table(("Event", "Happens when", "Impact", "Gate"), rows)


def _link(event: EventSpec) -> str:
    return f"[{code(event.name)}](#{event.name})"


def _gate_name(event: EventSpec) -> str:
    return code(event.gate) if event.gate else "–"


def _outside() -> str:
    outside = either([event.name for event in EVENTS.values() if not event.conversation])
    return (
        f"Outside a conversation, at {outside}, there are only {_names(BASE_WITHOUT_CONVERSATION)}."
    )


def _names(fields: tuple[Field, ...]) -> str:
    marked = [code(field.name) for field in fields]
    return ", ".join(marked[:-1]) + " and " + marked[-1]


def _section(event: EventSpec) -> str:
    parts = [
        # GitHub writes the anchors of headings in lower case; links use the event's own spelling.
        f'<a id="{event.name}"></a>\n\n## {event.name}',
        plain(prose.about(event)),
        "\n".join(f"- **{label}:** {text}." for label, text in _facts(event)),
        _input(event),
        _output(event),
        "A sample payload:",
        json_block(sample(event.name)),
        *_answers(event),
    ]
    return "\n\n".join(parts)


def _facts(event: EventSpec) -> Iterator[tuple[str, str]]:
    yield "Gate", prose.gate(event)
    if event.gate == "permission":
        yield "Ask", f'`permission: "ask"` {prose.ASK[event.ask]}'
    yield "Matcher", prose.matcher(event)
    yield "Host", _waiting(event)
    yield "Follow-ups", prose.followups(event)
    if event.starts_turn:
        yield "Turn", "a new `generation_id` begins here"
    yield "Cloud agents", "run it" if event.cloud else "do not run it"
    claude = [name for name, ours in CLAUDE_EVENTS.items() if ours == event.name]
    if claude:
        yield "Claude Code", f"hooks of its {either(claude)} run here"
    for profile in PROFILES.values():
        yield from _profile(event, profile)


def _waiting(event: EventSpec) -> str:
    if not event.answer_used:
        return "need not wait; the answer is only logged"
    return "waits for the answer" if event.awaited else "need not wait for the answer"


def _profile(event: EventSpec, profile: Profile) -> Iterator[tuple[str, str]]:
    """What differs for this event in a profile that is not the default."""
    if profile.name == DEFAULT_PROFILE:
        return
    label = f"Profile {code(profile.name)}"
    if event.name not in profile.events:
        yield label, "does not have this event"
        return
    changes = [
        f"{code(field)} is called {code(name)}"
        for (on, field), name in profile.renames.items()
        if on == event.name
    ]
    changes += [
        f"{code(field)} is in seconds"
        for on, field in sorted(profile.in_seconds)
        if on == event.name
    ]
    if any(field.name == "attachments" for field in event.fields):
        changes += [
            f"attachments have {code(second)} beside {code(first)}"
            for first, second in profile.also.items()
        ]
    if changes:
        yield label, "; ".join(changes)


def _input(event: EventSpec) -> str:
    if not event.fields:
        return f"Input: {_names(event.base)}, and nothing else."
    return f"Input, besides the [base fields](#what-every-hook-gets):\n\n{_fields(event.fields)}"


def _fields(fields: tuple[Field, ...]) -> str:
    return table(("Input field", "Type", "What it holds"), [_field(field) for field in fields])


def _field(field: Field) -> tuple[str, str, str]:
    words = f": {either(field.words)}" if field.words else ""
    optional = ", optional" if field.optional else ""
    return code(field.name), type_name(field.type) + optional, plain(field.about) + words


def _output(event: EventSpec) -> str:
    rows = [*_gate_rows(event), *(_output_row(out) for out in event.outputs)]
    if not rows:
        return "Output: nothing; no field of the answer has an effect."
    return "Output:\n\n" + table(
        ("Output field", "Type", "What it does", "From several hooks"), rows
    )


def _answers(event: EventSpec) -> Iterator[str]:
    for answer in sample_answers(event.name):
        yield _answer_does(event, answer)
        yield json_block(answer)


def _answer_does(event: EventSpec, answer: dict[str, Any]) -> str:
    if not answer:
        return "An answer; printing nothing does as well:"
    for out in event.outputs:
        if out.only_for and out.name in answer:
            field, prefix = out.only_for
            return f"An answer that counts where {code(field)} begins with {code(prefix)}:"
    if event.gate:
        return (
            "An answer that stops it:"
            if event.gate in answer
            else "An answer that changes what goes on:"
        )
    return "An answer:"


def _gate_rows(event: EventSpec) -> Iterator[tuple[str, str, str, str]]:
    if event.gate == "permission":
        yield (
            "`permission`",
            "string",
            f"Whether it may go on: {either(event.permissions)}",
            _DECIDED,
        )
    if event.gate == "continue":
        yield "`continue`", "boolean", "Whether it may go on", _DECIDED


def _output_row(out: Output) -> tuple[str, str, str, str]:
    return code(out.name), type_name(out.type), plain(out.about), prose.FOLD[out.fold]
