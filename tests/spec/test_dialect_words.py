"""spec.dialect_words: every word leads to something on the other side."""

from __future__ import annotations

import pytest

from hookline.spec.dialect_words import (
    ALIASES,
    ANSWER_WORDS,
    CURSOR_FIELDS,
    CURSOR_TOOL_OF,
    NEIGHBOURS,
    ONLY_GATES,
    PERSONAL,
    SHELL_EVENTS,
)
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS
from hookline.spec.outputs import Output

NAMES = list(DIALECT_SPECS)


def test_other_words() -> None:
    assert set(NEIGHBOURS) | set(ALIASES) <= set(NAMES)
    assert set(NEIGHBOURS["copilot"]) <= set(NAMES)
    assert {*SHELL_EVENTS.values(), *CURSOR_TOOL_OF} <= set(EVENTS)
    assert {"cursor", *NAMES} >= PERSONAL
    assert {event for spec in DIALECT_SPECS.values() for event in spec.only} >= ONLY_GATES
    known = {output.name for event in EVENTS.values() for output in event.outputs if isinstance(output, Output)}
    assert set(ANSWER_WORDS) <= known


@pytest.mark.parametrize("name", NAMES)
def test_an_alias_leads_to_an_event(name: str) -> None:
    spec = DIALECT_SPECS[name]
    assert [one for one in ALIASES.get(name, {}).values() if one not in spec.natives and one not in spec.only] == []


def test_what_cursor_calls_things_is_in_its_payloads() -> None:
    fields = {field.name for event in EVENTS.values() for field in (*event.base, *event.fields)}
    named = {name for names in CURSOR_FIELDS.values() for name in names.split("|")}
    assert named <= fields
