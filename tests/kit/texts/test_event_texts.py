"""kit.texts: the texts of an event, whatever the host put there."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.kit.texts.event_texts import as_tool_output, changed, is_listed, is_mcp, joined_texts, output_of, text_of


@pytest.mark.parametrize(
    ("value", "output"),
    [
        param('{"a": 1}', {"a": 1}, id="JSON"),
        param("{", "{", id="no JSON"),
        param("[" * 100_000, "[" * 100_000, id="JSON too deep"),
        param({"a": 1}, {"a": 1}, id="a value"),
        param(None, None, id="nothing"),
    ],
)
def test_output_of(value: Any, output: Any) -> None:
    assert output_of(value) == output


def test_every_text_is_changed_with_its_key() -> None:
    value = {"a": "x", "b": ["y", {"c": "z"}], "d": 1}
    assert changed(value, lambda text, key: f"{key}.{text}") == {"a": "a.x", "b": ["b.y", {"c": "c.z"}], "d": 1}
    assert joined_texts(value) == "x\ny\nz"


def test_what_is_too_deep_is_left_out() -> None:
    assert changed([[["x"]]], lambda text, key: text, depth=2) == [[None]]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        param({"a": 1}, {"a": 1}, id="an object stays"),
        param("x", {"content": [{"type": "text", "text": "x"}]}, id="a text is wrapped"),
        param([1], {"content": [{"type": "text", "text": "[1]"}]}, id="a list is shown as JSON"),
    ],
)
def test_as_tool_output(value: Any, shown: dict[str, Any]) -> None:
    assert as_tool_output(value) == shown


@pytest.mark.parametrize(
    ("path", "patterns", "listed"),
    [
        param("/w/poetry.lock", ("*.lock",), True, id="by its name"),
        param("/w/fixtures/a", ("*/fixtures/*",), True, id="by its path"),
        param("/w/a", ("*.lock",), False, id="another"),
        param(None, ("*.lock",), False, id="no path"),
        param("/w/a", (), False, id="no list"),
    ],
)
def test_is_listed(path: Any, patterns: tuple[str, ...], listed: bool) -> None:
    assert is_listed(path, patterns) is listed


def test_odd_fields_are_no_text() -> None:
    assert (text_of(3), text_of(None), text_of("x")) == ("", "", "x")
    assert (is_mcp("MCP:x"), is_mcp("Shell"), is_mcp(3)) == (True, False, False)
