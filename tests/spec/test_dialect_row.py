"""spec.dialect: what a row about another tool holds when it says only what it must."""

from __future__ import annotations

import pytest

from hookline.spec.dialect_row import Carry, DialectSpec, Native


def a_tool(**more: object) -> DialectSpec:
    columns: dict[str, object] = {
        "natives": (Native("Before", "preToolUse", "tool", blocks=True), Native("After", "postToolUse", "result")),
        "carries": {"preToolUse": Carry(("Before", ()))},
        "fields": {"tool": "tool_name"},
        "default_s": {"": 60},
    }
    return DialectSpec("tool", "A tool", ".tool/hooks.json", ".tool/adapter.py", **{**columns, **more})  # type: ignore[arg-type]


def test_an_event_stops_nothing_unless_its_row_says_so() -> None:
    assert Native("After", "postToolUse", "result") == Native("After", "postToolUse", "result", tool="", blocks=False)
    assert Native("Before", "preToolUse", "tool", blocks=True) != Native("Before", "preToolUse", "tool")


def test_a_hook_can_go_to_several_places() -> None:
    carry = Carry(("Shell", ("Shell",)), ("Write", ("Write",)), about="two of them")
    assert (carry.places, carry.about) == ((("Shell", ("Shell",)), ("Write", ("Write",))), "two of them")
    assert Carry(("Shell", ())).about == ""


def test_events_are_found_by_name_in_their_order() -> None:
    assert list(a_tool().natives) == ["Before", "After"]
    assert a_tool().natives["After"].cursor == "postToolUse"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        pytest.param("shape", "groups", id="groups with handlers inside"),
        pytest.param("units_per_s", 1, id="limits in seconds"),
        pytest.param("matching", "regex", id="expressions"),
        pytest.param("closed", None, id="no word for failClosed"),
        pytest.param("says", frozenset(), id="no answers"),
        pytest.param("only", frozenset(), id="no events of its own"),
        pytest.param("prompts", frozenset(), id="no model that judges"),
        pytest.param("most_s", {}, id="no upper limit"),
        pytest.param("tools", {}, id="no other names for tools"),
        pytest.param("commands", ("command",), id="one key for a command"),
    ],
)
def test_what_a_row_does_not_say(column: str, value: object) -> None:
    assert getattr(a_tool(), column) == value


def test_what_a_row_says() -> None:
    tool = a_tool(says=("ask", "env"), only=("Other",), most_s={"After": 3.0}, closed=("onError", "block"))
    assert (tool.says, tool.only, tool.most_s, tool.closed) == (
        frozenset({"ask", "env"}),
        frozenset({"Other"}),
        {"After": 3.0},
        ("onError", "block"),
    )


def test_a_row_is_fixed() -> None:
    with pytest.raises(AttributeError, match="rows are fixed"):
        a_tool().name = "other"
