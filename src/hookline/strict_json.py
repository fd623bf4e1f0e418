"""JSON as RFC 8259 has it: no NaN, no Infinity, and every fault a `ValueError`.

Python's own reader takes `NaN`, writes `Infinity`, and answers text that is nested too deeply with a
RecursionError, which is no ValueError. Each room used to repair that for itself; now they ask here.
A text that is read again and again is given a decoder that is made once: `decoder(...).decode`.
"""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Pairs = list[tuple[str, Any]]

TOO_DEEP = "it is nested too deeply"


def decoder(
    *, pairs: Callable[[Pairs], Any] | None = None, finite: bool = False
) -> json.JSONDecoder:
    """A reader of JSON.

    `pairs` makes the value of an object out of its keys and values in order; without it, of a key
    that is written twice the last value counts. `finite` refuses numbers that a float cannot hold,
    such as 1e999, which otherwise become infinite.
    """
    return json.JSONDecoder(
        object_pairs_hook=pairs,
        parse_float=_finite if finite else None,
        parse_constant=_refuse,
    )


def each_key_once(pairs: Pairs) -> dict[str, Any]:
    """For `pairs`: an object in which no key is written twice."""
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:60]!r} is written twice")
    return value


def loads(text: str | bytes, reader: json.JSONDecoder | None = None) -> Any:
    """The value of a JSON text. Bytes are UTF-8, with or without a byte order mark.

    Raises `ValueError`: a JSONDecodeError with line and column, a UnicodeDecodeError, or a sentence.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        return _decoded(text, reader)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def _decoded(text: str, reader: json.JSONDecoder | None) -> Any:
    if reader is not None:
        return reader.decode(text)
    try:
        return _PLAIN.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # a whole number of more digits than `int` takes, or NaN
        return _LENIENT.decode(text)


def dumps(value: Any, indent: int | None = None) -> str:
    """The value as JSON, in ASCII."""
    try:
        return json.dumps(value, indent=indent, allow_nan=False)
    except ValueError:
        return in_json(json.dumps(value, indent=indent))


def in_json(text: str) -> str:
    """What Python wrote for JSON, with numbers that JSON can hold: an infinite one was read from a
    number such as 1e999, and is written so; NaN becomes null.
    """
    return re.sub(_STRING_OR_WORD, lambda match: _WRITTEN.get(match[0], match[0]), text)


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not a JSON value")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"the number {digits} is too large")
    return number


def _whole(digits: str) -> int | float:
    """As every other language reads it where `int` refuses, which takes 4300 digits at most."""
    try:
        return int(digits)
    except ValueError:
        return float(digits)


_PLAIN = decoder()
#: Slower: it asks us about every whole number.
_LENIENT = json.JSONDecoder(parse_int=_whole, parse_constant=_refuse)
#: A string, or what Python writes for a number that JSON has no word for.
_STRING_OR_WORD = r'(?s)"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?Infinity|NaN'
_WRITTEN = {"Infinity": "1e999", "-Infinity": "-1e999", "NaN": "null"}
