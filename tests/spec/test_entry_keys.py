"""spec.options: the keys of an entry, and the keys people write instead."""

import pytest

from hookline.spec import entry_keys as options
from hookline.spec.entry_keys import FOREIGN_TOOLS, HARMLESS_KEYS, MEANT_KEYS, OPTIONS
from hookline.spec.events import EVENTS


def test_every_option_its_types_and_its_default() -> None:
    """Seed 001, Per-Script Configuration Options; DESIGN section 3, rules 14 to 16."""
    assert {name: (row.types, row.default) for name, row in OPTIONS.items()} == {
        "command": (("string",), None),
        "type": (("string",), "command"),
        "prompt": (("string",), None),
        "model": (("string",), None),
        "timeout": (("number",), 60),
        "matcher": (("string", "null"), None),
        "failClosed": (("boolean",), False),
        "loop_limit": (("integer", "null"), 5),
    }


def test_limits() -> None:
    assert (options.DEFAULT_TIMEOUT_S, options.SUSPICIOUS_TIMEOUT_S, options.DEFAULT_LOOP_LIMIT) == (
        {"command": 60.0, "prompt": 30.0}, 1000, 5,
    )  # fmt: skip


def test_the_row_and_the_constant_agree_on_each_default() -> None:
    assert (OPTIONS["timeout"].default, OPTIONS["loop_limit"].default, OPTIONS["type"].default) == (
        options.DEFAULT_TIMEOUT_S["command"], options.DEFAULT_LOOP_LIMIT, next(iter(options.DEFAULT_TIMEOUT_S)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param("timeoutSec", "timeout", id="a unit in the name of timeout"),
        pytest.param("script", "command", id="script for command"),
        pytest.param("canBlock", "failClosed", id="canBlock for failClosed"),
        pytest.param("filters", "matcher", id="filters for matcher"),
        pytest.param("loopLimit", "loop_limit", id="the other spelling of loop_limit"),
        pytest.param("enabled", None, id="enabled has no counterpart"),
    ],
)
def test_keys_the_corpus_shows(written: str, meant: str | None) -> None:
    assert MEANT_KEYS[written] == meant


def test_a_meant_key_leads_to_an_option_and_is_none_itself() -> None:
    assert {meant for meant in MEANT_KEYS.values() if meant} <= set(OPTIONS)
    assert set(MEANT_KEYS) & (set(OPTIONS) | HARMLESS_KEYS) == set()


def test_harmless_keys_are_no_options() -> None:
    assert HARMLESS_KEYS & set(OPTIONS) == set()


def test_foreign_tools_lead_to_tools_the_documentation_names() -> None:
    tool_name = next(field for field in EVENTS["preToolUse"].fields if field.name == "tool_name")
    assert [tool for tool in set(FOREIGN_TOOLS.values()) if tool not in tool_name.about] == []
    assert [foreign for foreign in FOREIGN_TOOLS if foreign in FOREIGN_TOOLS.values()] == []
