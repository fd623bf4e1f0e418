"""A rule in both readings → notes on where hookify's own code does something else than its author
meant. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookline.dialects.note import CHANGED, Note
from hookline.hookify.rule import (
    ALL,
    BASH,
    FILE,
    INTENDED,
    PROMPT,
    STOP,
    STRICT,
    Condition,
    Rule,
    RuleFile,
)
from hookline.shorten import shorten

_NEW, _PROMPTS = ("new_text", "new_string"), ("content", "prompt", "user_prompt")
#: (kind of event, fields, what hookify's own code does with them)
_READ_OTHERWISE = (
    (FILE, _NEW, "takes nothing for {field} of a Write call"),
    (FILE, ("content",), "takes {field} from one place only"),
    (FILE, ("old_text", "old_string"), "takes nothing for {field} of several edits"),
    (BASH, ("content",), "knows no {field} of a command"),
    (PROMPT, _PROMPTS, "does not see the prompt, whatever the field is called"),
    (STOP, ("content",), "knows no {field} when the agent stops"),
    (STOP, ("reason",), "is given no {field}"),
)
_KNOWN = {
    "command",
    "file_path",
    "transcript",
    "reason",
    *_NEW,
    *_PROMPTS,
    "old_text",
    "old_string",
} - {"prompt"}

#: What hookify finds whatever the tool is.
_ANYWHERE = ("reason", "transcript", "user_prompt")


def differences(read: RuleFile, reading: str = INTENDED) -> list[Note]:
    """One note for each difference; empty when both readings do the same."""
    meant, strict = read.intended, read.strict
    if meant is None and strict is None:
        return []
    if strict is None:
        return [
            _note(
                read,
                "file",
                "hookify's own code finds no rule in this file",
                reading,
                meant is None or meant.blocks,
            )
        ]
    if meant is None:
        taken = (
            "that is what is written"
            if reading == STRICT
            else "nothing is written until its problems are mended"
        )
        sentence = f"hookify's own code makes a rule of this file all the same; {taken}"
        return [Note(CHANGED, "file", sentence, read.file, 0, strict.blocks)]
    return [
        _note(read, pointer, sentence, reading, meant.blocks or strict.blocks)
        for pointer, sentence in _all(meant, strict)
    ]


def _note(read: RuleFile, pointer: str, sentence: str, reading: str, gate: bool) -> Note:
    taken = (
        "the meaning of the author is written" if reading == INTENDED else "that is what is written"
    )
    return Note(CHANGED, pointer, f"{sentence}; {taken}", read.file, 0, gate)


def _all(meant: Rule, strict: Rule) -> Iterator[tuple[str, str]]:
    for name in ("name", "enabled", "event", "action", "tools", "message"):
        one, other = getattr(meant, name), getattr(strict, name)
        if one != other:
            shown = (
                "has another message"
                if name == "message"
                else f"takes {_shown(other)} for {name}, not {_shown(one)}"
            )
            yield name, f"hookify's own code {shown}"
    ours, theirs = _bare(meant.conditions), _bare(strict.conditions)
    if ours != theirs:
        yield (
            "conditions",
            f"hookify's own code takes {_shown(theirs)} for the conditions, not {_shown(ours)}",
        )
    if not meant.enabled and not strict.enabled:
        return
    for condition in meant.conditions:
        yield from _of_field(meant.event, condition.field)
    if meant.blocks and meant.event in (PROMPT, ALL):
        yield "action", "hookify's own code does not block prompts"


def _of_field(event: str, field: str) -> Iterator[tuple[str, str]]:
    for kind, fields, what in _READ_OTHERWISE:
        if event in (kind, ALL) and field in fields:
            yield "field", f"hookify's own code {what.format(field=field)}"
    if field in _ANYWHERE and event != ALL:
        yield (
            "event",
            f"hookify's own code tries a rule on {field} at every tool but shell commands and edits, too",
        )
    if field not in _KNOWN and event != PROMPT:
        yield (
            "field",
            f"hookify's own code knows a field {field} only as an input of the tool itself",
        )


def _bare(conditions: tuple[Condition, ...]) -> list[tuple[str, str, object]]:
    return [(one.field, one.operator, one.pattern) for one in conditions]


def _shown(value: object) -> str:
    return shorten(repr(value), 160)
