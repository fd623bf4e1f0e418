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
    by_reading = {
        INTENDED: "the meaning of the author is written",
        STRICT: "that is what is written",
    }
    written = by_reading[reading]
    if meant is None and reading == INTENDED:
        written = "nothing is written until its problems are fixed"
    blocks = any(rule is not None and rule.blocks for rule in (meant, strict))
    return [
        Note(CHANGED, pointer, f"hookify's own code {sentence}; {written}", read.file, gate=blocks)
        for pointer, sentence in _all(meant, strict)
    ]


def _all(meant: Rule | None, strict: Rule | None) -> Iterator[tuple[str, str]]:
    """Field by field, what hookify's own code does."""
    if meant is not None and strict is not None:
        yield from _between(meant, strict)
    elif meant is not None:
        yield "file", "finds no rule in this file"
    elif strict is not None:
        yield "file", "makes a rule of this file all the same"


def _between(meant: Rule, strict: Rule) -> Iterator[tuple[str, str]]:
    for name in ("name", "enabled", "event", "action", "tools"):
        ours, theirs = getattr(meant, name), getattr(strict, name)
        if ours != theirs:
            yield name, f"takes {_shown(theirs)} for {name}, not {_shown(ours)}"
    if meant.message != strict.message:
        yield "message", "has another message"
    ours, theirs = _bare(meant.conditions), _bare(strict.conditions)
    if ours != theirs:
        yield "conditions", f"takes {_shown(theirs)} for the conditions, not {_shown(ours)}"
    if not meant.enabled and not strict.enabled:
        return
    for condition in meant.conditions:
        yield from _of_field(meant.event, condition.field)
    if meant.blocks and meant.event in (PROMPT, ALL):
        yield "action", "does not block prompts"


def _of_field(event: str, field: str) -> Iterator[tuple[str, str]]:
    for kind, fields, what in _READ_OTHERWISE:
        if event in (kind, ALL) and field in fields:
            yield "field", what.format(field=field)
    if field in _ANYWHERE and event != ALL:
        everywhere = "at every tool but shell commands and edits, too"
        yield "event", f"tries a rule on {field} {everywhere}"
    if field not in _KNOWN and event != PROMPT:
        yield "field", f"knows a field {field} only as an input of the tool itself"


def _bare(conditions: tuple[Condition, ...]) -> list[tuple[str, str, object]]:
    return [(condition.field, condition.operator, condition.pattern) for condition in conditions]


def _shown(value: object) -> str:
    return shorten(repr(value), 160)
