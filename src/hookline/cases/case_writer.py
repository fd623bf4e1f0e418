"""Journal entries → the text of a case file that expects what was decided. Pure.

The workspace's folder becomes `{workspace}`, so that the file holds on other machines. What the
journal masked or cut is left out, with the reason in a comment: a case with half an input would
prove nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.cases.nouns import WORKSPACE
from hookline.journal.entries import Entry
from hookline.journal.recorded import NOTHING_DECIDED, Recorded, flaw_of, of_entry, relocated
from hookline.shorten import shorten
from hookline.spec.events import EVENTS, EventSpec

__all__ = ["Written", "write_cases"]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+\Z")
_SUBJECT_CHARACTERS = 60
_VERBS = {"deny": "is denied", "ask": "is asked about", "allow": "is allowed"}


class Written(NamedTuple):
    """The text of a case file, how many cases it has, and what was left out and why, a sentence each."""

    text: str
    cases: int
    left_out: tuple[str, ...]


def write_cases(entries: Sequence[Entry]) -> Written:
    """A case for each entry; entries that are alike make one."""
    cases: dict[str, str] = {}
    left_out: list[str] = []
    for entry in entries:
        recorded = of_entry(entry)
        if recorded.flaw:
            left_out.append(f"{recorded.event} of {recorded.where}: {recorded.flaw}")
            continue
        body = _body(recorded)
        if body not in cases:
            cases[body] = _unique(_name(recorded), cases.values())
    head = ["# Recorded by `hookline log --record`: this is what all configured hooks decided."]
    head += [f"# Left out: {_one_line(text)}" for text in left_out]
    blocks = [f"[[case]]\nname = {toml(name)}\n{body}" for body, name in cases.items()]
    return Written("\n\n".join(["\n".join(head), *blocks]) + "\n", len(cases), tuple(left_out))


def _body(recorded: Recorded) -> str:
    spec = EVENTS[recorded.event]
    base = {field.name for field in spec.base} - {field.name for field in spec.fields}
    own = {name: value for name, value in recorded.input.items() if name not in base}
    fields = relocated(own, recorded.root, WORKSPACE)
    expect = toml(_expect(recorded, spec))
    return f'event = "{recorded.event}"\ninput = {_table_or_json(fields)}\nexpect = {expect}'


def _expect(recorded: Recorded, spec: EventSpec) -> dict[str, Any]:
    """What was decided; without what the journal masked, and what TOML cannot say."""
    before = recorded.before or NOTHING_DECIDED
    expect: dict[str, Any] = {"permission": before.permission or "none"}
    response: dict[str, Any] = {}
    text_outputs = {out.name for out in spec.outputs if out.type == "string"}
    for name, value in relocated(before.response, recorded.root, WORKSPACE).items():
        if not _can_be_expected(name, value, spec):
            continue
        if name in text_outputs and isinstance(value, str):
            expect[name] = f"={value}"
        else:
            response[name] = value
    expect.update(_expected_failure(before.failures))
    return {**expect, "response": response} if response else expect


def _expected_failure(failures: Sequence[str]) -> dict[str, str]:
    if not failures:
        return {}
    return {"failure": "" if flaw_of(failures[0]) else failures[0]}


def _can_be_expected(name: str, value: Any, spec: EventSpec) -> bool:
    return name != spec.gate and not flaw_of(value) and _can_say(value)


def _name(recorded: Recorded) -> str:
    spec = EVENTS[recorded.event]
    verb = _VERBS.get(
        (recorded.before or NOTHING_DECIDED).permission or "",
        "goes ahead" if spec.gate else "is observed",
    )
    subject = _one_line(recorded.subject) if _can_say(recorded.subject) else ""
    subject = shorten(subject, _SUBJECT_CHARACTERS)
    return f"{recorded.event} {subject!r} {verb}" if subject else f"{recorded.event} {verb}"


def _unique(name: str, taken: Iterable[str]) -> str:
    number, made, others = 1, name, set(taken)
    while made in others:
        number += 1
        made = f"{name} ({number})"
    return made


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _table_or_json(value: Mapping[str, Any]) -> str:
    """A table; JSON text where TOML cannot say it."""
    try:
        return toml(value)
    except ValueError:
        return toml(json.dumps(value))


def _can_say(value: Any) -> bool:
    try:
        toml(value)
    except ValueError:
        return False
    return True


def toml(value: Any) -> str:
    """A value of JSON's types as TOML, on one line; raises when TOML has no word for it."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(key)} = {toml(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    raise ValueError(repr(value))


def _key(key: str) -> str:
    return key if _BARE_KEY.match(key) else _text(key)


def _text(text: str) -> str:
    """A basic string: JSON's escapes are TOML's, but for DEL, which TOML wants escaped too."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(text) from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
