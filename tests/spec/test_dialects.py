"""spec.dialects: rows that hold together."""

from __future__ import annotations

import pytest

from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS

KINDS = {"tool", "result", "prompt", "start", "turn", "other"}
NAMES = list(DIALECT_SPECS)
WORDS = {
    "ask", "input", "followup", "output", "env", "decision", "nested:Stop",
    "context:tool", "context:start", "context:prompt", "context:result",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_events_exist_on_both_sides(name: str) -> None:
    spec = DIALECT_SPECS[name]
    assert [native.name for native in spec.natives.values() if native.cursor not in EVENTS or native.kind not in KINDS] == []
    assert [event for event in spec.carries if event not in EVENTS] == []
    places = [place for carry in spec.carries.values() for place, _ in carry.places]
    assert [place for place in places if place not in spec.natives] == []
    assert set(spec.natives) & spec.only == set()


@pytest.mark.parametrize("name", NAMES)
def test_tools_a_place_is_narrowed_to_can_be_named_or_are_told_by_the_event(name: str) -> None:
    spec = DIALECT_SPECS[name]
    narrowed = {
        tool for carry in spec.carries.values() for place, tools in carry.places for tool in tools
        if not spec.natives[place].tool and tool != "MCP:"
    }  # fmt: skip
    assert narrowed <= set(spec.tools)


@pytest.mark.parametrize("name", NAMES)
def test_a_gate_goes_to_a_gate_or_the_row_says_what_is_different(name: str) -> None:
    spec = DIALECT_SPECS[name]
    silent = [
        event for event, carry in spec.carries.items()
        if EVENTS[event].gate and not carry.about and not all(spec.natives[place].blocks for place, _ in carry.places)
    ]  # fmt: skip
    assert silent == []


@pytest.mark.parametrize("name", NAMES)
def test_words_and_units(name: str) -> None:
    spec = DIALECT_SPECS[name]
    assert spec.says <= WORDS
    assert (spec.units_per_s in (1, 1000), "" in spec.default_s, set(spec.most_s) <= set(spec.natives)) == (True, True, True)
    assert set(spec.default_s) - {"", "prompt"} <= set(spec.natives)
    assert spec.shape in ("groups", "entries", "list")
    assert spec.matching in ("exact-or-regex", "regex", "anchored", "glob", "none")
    assert bool(spec.exact) == (spec.matching == "exact-or-regex")
    assert spec.closed_events <= set(spec.natives)


@pytest.mark.parametrize("name", NAMES)
def test_no_tool_has_two_meanings(name: str) -> None:
    spec = DIALECT_SPECS[name]
    names = [one for theirs in spec.tools.values() for one in theirs]
    assert (len(names), set(names) & spec.own_tools) == (len(set(names)), set())


def test_files_and_adapters_do_not_collide() -> None:
    paths = [path for spec in DIALECT_SPECS.values() for path in (spec.path, spec.adapter)]
    assert len(paths) == len(set(paths))
