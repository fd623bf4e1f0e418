"""http.conformity: what does not fit a schema of ours, a sentence each; the same verdict as a real validator."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import param

from hookline.http.conformity import complaints
from hookline.http.openapi import body_schema
from hookline.spec.events import EVENTS
from hookline.spec.json_schemas import input_schema
from hookline.spec.samples import sample
from hookline.web.routes import FireBody

SHAPE = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "size": {"type": ["number", "null"]},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "only": {"const": "this"},
        "many": {"type": "array", "items": {"type": "boolean"}},
    },
}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        param({"name": "x"}, [], id="enough"),
        param({"name": "x", "size": None, "kind": "a", "only": "this", "many": [True], "other": 1}, [], id="everything, and more"),
        param({}, ["input has no name"], id="too little"),
        param([], ["input is array, not object"], id="a list"),
        param({"name": 5}, ["input.name is number, not string"], id="another type"),
        param({"name": "x", "size": True}, ["input.size is boolean, not number or null"], id="true is no number"),
        param({"name": "x", "kind": "c"}, ["input.kind must be one of a, b"], id="another word"),
        param({"name": "x", "only": "that"}, ["input.only must be 'this'"], id="another value"),
        param({"name": "x", "many": [True, 1]}, ["input.many[1] is number, not boolean"], id="inside a list"),
    ],
)  # fmt: skip
def test_complaints(value: Any, told: list[str]) -> None:
    assert complaints(value, SHAPE) == told


def test_complaints_end_somewhere() -> None:
    assert len(complaints({"name": "x", "many": [1] * 1000}, SHAPE)) == 50


@pytest.mark.parametrize("event", list(EVENTS))
def test_the_sample_of_every_event_fits(event: str) -> None:
    assert complaints(sample(event), input_schema(event)) == []


def test_a_body_is_checked_by_the_shape_it_is_described_with() -> None:
    assert complaints({"event": 5}, body_schema(FireBody), "the body") == [
        "the body has no input", "the body.event is number, not string",
    ]  # fmt: skip


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(["", "a", "this"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(SHAPE["properties"])), inner, max_size=5),
    max_leaves=8,
)  # fmt: skip


@given(VALUES)
def test_the_verdict_is_that_of_a_real_validator(value: Any) -> None:
    assert (complaints(value, SHAPE) == []) is jsonschema_rs.is_valid(SHAPE, value)
