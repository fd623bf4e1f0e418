"""nesting: JSON of any depth becomes a value that can be walked, and what is no JSON stays none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.nesting import LEVELS, read


def nested(levels: int, opening: str = "[", closing: str = "]", inside: str = "") -> str:
    return opening * levels + inside + closing * levels


@pytest.mark.parametrize(
    ("text", "levels", "value"),
    [
        param("[[1]]", 2, [[1]], id="not deeper than may be"),
        param("[[[1, 2]]]", 2, [["[1, 2]"]], id="a level deeper: its text"),
        param('{"a": [{"b": 1}, 2, [3]]}', 2, {"a": ['{"b": 1}', 2, "[3]"]}, id="each part for itself"),
        param("[[[[[[[]]]]]]]", 2, [["[[[[[]]]]]"]], id="however deep, as one text"),
        param('[["[[[", {"]": "\\"["}]]', 2, [["[[[", '{"]": "\\"["}']], id="brackets in texts are none"),
        param('[[[{"a": "[\\"\\u00e9\\n"}]]]', 2, [['[{"a": "[\\"\\u00e9\\n"}]']], id="the text is as it was written"),
        param("[[1], [[2]], [3]]", 2, [[1], ["[2]"], [3]], id="what is beside it stays"),
    ],
)
def test_what_lies_deeper_is_text(text: str, levels: int, value: Any) -> None:
    assert read(text, levels) == (value, json.loads(text) != value)


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("levels", [LEVELS, LEVELS + 1, 1000, 100_000])
def test_any_depth_can_be_read_and_written(opening: str, closing: str, levels: int) -> None:
    text = nested(levels, opening, closing, "1")
    value, folded = read(text)
    assert folded == (levels > LEVELS)
    assert json.loads(json.dumps(value)) == value
    for _ in range(LEVELS):
        value = value[0] if opening == "[" else value["a"]
    assert value == (nested(levels - LEVELS, opening, closing, "1") if folded else 1)


@pytest.mark.parametrize(
    "text",
    [
        param("[[[1}]]", id="another bracket closes, deep inside"),
        param("[[[[[[[1]]]]]", id="one is missing"),
        param("[[[[[[[1]]]]]]]]", id="one too many"),
        param("]" * 9 + "[" * 9, id="the wrong way round"),
        param("[[[[[NaN]]]]]", id="NaN, deep inside"),
        param('[[[[["]]]]]', id="a text without an end"),
        param("[[[[[1 2]]]]]", id="a comma is missing, deep inside"),
        param("[[[[[]]]]] {}", id="two documents"),
        param("[[[[[]]]],]", id="a comma too many, not deep"),
    ],
)
def test_what_is_no_json_is_refused_at_any_depth(text: str) -> None:
    with pytest.raises(ValueError):
        read(text, 2)


VALUES = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=30,
)


def unfolded(value: Any, original: Any) -> Any:
    """The value with its texts read again where the original had no text."""
    if isinstance(value, str) and not isinstance(original, str):
        return json.loads(value)
    if isinstance(value, list):
        return [unfolded(*pair) for pair in zip(value, original, strict=True)]
    if isinstance(value, dict):
        return {key: unfolded(item, original[key]) for key, item in value.items()}
    return value


@settings(deadline=None)
@given(VALUES, st.integers(1, 4))
def test_nothing_is_lost(value: Any, levels: int) -> None:
    folded, _ = read(json.dumps(value), levels)
    assert unfolded(folded, value) == value


@settings(deadline=None)
@given(st.text('[]{}",:1\\ ', max_size=30))
def test_it_takes_exactly_what_json_is(text: str) -> None:
    try:
        json.loads(text)
    except ValueError:
        with pytest.raises(ValueError):
            read(text, 2)
    else:
        read(text, 2)


@pytest.mark.nightly
def test_ten_megabytes_of_brackets() -> None:
    assert read(nested(5_000_000))[1]
