"""strict_json: JSON without NaN and Infinity, and every fault a ValueError."""

import json
import math
from typing import Any

import pytest
from pytest import param

from hookline.strict_json import decoder, dumps, each_key_once, loads


@pytest.mark.parametrize(
    ("text", "value"),
    [
        param('{"a": [1, 2.5, true, null]}', {"a": [1, 2.5, True, None]}, id="an object"),
        param('"é"'.encode(), "é", id="bytes are UTF-8"),
        param(b"\xef\xbb\xbf{}", {}, id="a byte order mark before bytes"),
        param('{"a": 1, "a": 2}', {"a": 2}, id="of a key that is written twice the last value counts"),
        param("1e999", math.inf, id="a number beyond all floats is infinite"),
        param("[-" + "9" * 5000 + "]", [-math.inf], id="more digits than int takes"),
        param("9" * 4000, int("9" * 4000), id="as many as it takes"),
    ],
)
def test_loads(text: str | bytes, value: Any) -> None:
    assert loads(text) == value


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        param("NaN", "NaN is not a JSON value", id="NaN"),
        param('{"a": -Infinity}', "-Infinity is not a JSON value", id="Infinity inside"),
        param("[" * 100_000, "nested too deeply", id="nesting without end"),
        param("{} {}", "Extra data", id="two documents"),
        param("", "Expecting value", id="nothing"),
        param(b"\xff", "invalid start byte", id="not UTF-8"),
        param(b"\xff\xfe{\x00}\x00", "invalid start byte", id="UTF-16"),
    ],
)
def test_what_is_not_json_is_a_value_error(text: str | bytes, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        loads(text)


def test_a_fault_of_the_text_has_its_place() -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        loads('{"a": 1,\n "b"}')
    assert (caught.value.lineno, caught.value.colno) == (2, 5)


@pytest.mark.parametrize(
    ("reader", "text", "fault"),
    [
        param(decoder(finite=True), "[1e999]", "the number 1e999 is too large", id="finite numbers only"),
        param(decoder(pairs=each_key_once), '{"a": 1, "b": 2, "a": 3}', "the key 'a' is written twice", id="each key once"),
    ],
)  # fmt: skip
def test_a_decoder_that_refuses_more(reader: json.JSONDecoder, text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        loads(text, reader)


def test_a_decoder_makes_objects_as_it_is_told() -> None:
    assert loads('{"b": 1, "b": 2}', decoder(pairs=list)) == [("b", 1), ("b", 2)]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        param({"a": "é\x1b\u202e"}, '{"a": "\\u00e9\\u001b\\u202e"}', id="ASCII only"),
        param(
            [math.inf, {"-Infinity": -math.inf}],
            '[1e999, {"-Infinity": -1e999}]',
            id="a number beyond all floats is beyond all",
        ),
        param([math.nan, 'NaN \\" Infinity'], '[null, "NaN \\\\\\" Infinity"]', id="NaN becomes null, and words stay words"),
        param("\ud83d", '"\\ud83d"', id="half of a surrogate pair stays one"),
    ],
)
def test_dumps(value: object, text: str) -> None:
    assert dumps(value) == text


def test_dumps_for_a_reader() -> None:
    assert dumps({"a": 1}, indent=2) == '{\n  "a": 1\n}'
