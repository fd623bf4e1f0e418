"""A hook's stdout → the JSON object it printed, or the sentence that says why it is none."""

from __future__ import annotations

import json
from typing import Any, Dict

Facts = Dict[str, Any]
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
QUOTED = 80
_KINDS = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}
#: Permissions from the mildest to the strictest.
STRICTNESS = {"allow": 0, "ask": 1, "deny": 2}
#: Keys that hold a verdict, in Cursor's words and in Claude's → the value that stops the action.
_STOPS: Facts = {
    "permission": "deny",
    "permissionDecision": "deny",
    "decision": "block",
    "continue": False,
}


class NotAnAnswer(ValueError):
    """The text is not one JSON object; the message is the failure."""


def decoded(stdout: bytes) -> str:
    """The text of an output: without byte order marks, what is not UTF-8 replaced."""
    while stdout[:3] == _BYTE_ORDER_MARK:
        stdout = stdout[3:]
    return stdout.decode("utf-8", "replace").strip()


def parse_object(text: str) -> Facts | None:
    """The object in a text, or None when there is nothing. Raises `NotAnAnswer`."""
    if not text:
        return None
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise NotAnAnswer("answer is not JSON: it is nested too deeply") from None
    except ValueError as error:
        problem = f"{shortened(str(error))}: {shortened(text)!r}"
        raise NotAnAnswer(f"answer is not JSON: {problem}") from None
    if not isinstance(value, dict):
        problem = f"an object is wanted, this is {kind_of(value)}: {shortened(text)!r}"
        raise NotAnAnswer(f"answer is not JSON: {problem}")
    return value


def kind_of(value: Any) -> str:
    """What a JSON value is, in words."""
    return "null" if value is None else _KINDS.get(type(value), type(value).__name__)


def shortened(text: str) -> str:
    """A text short enough for a sentence."""
    return text if len(text) <= QUOTED else text[: QUOTED - 3] + "..."


def named(word: str) -> str:
    """A word of an answer that is not one of those it may be: quoted, if that is what it is."""
    return repr(word) if len(word) <= QUOTED else f"a text of {len(word)} characters"


def strictest(verdicts: list[str]) -> str:
    """The strictest of several permissions."""
    return max(verdicts, key=STRICTNESS.__getitem__)


def _object_of(pairs: list[tuple[str, Any]]) -> Facts:
    """The last value of a repeated key counts, except for a verdict: there the strictest does."""
    value = dict(pairs)
    if len(value) != len(pairs):
        for key, stop in _STOPS.items():
            _settle_verdict(value, key, stop, [v for k, v in pairs if k == key])
        _join_nested(value, pairs)
    return value


def _settle_verdict(value: Facts, key: str, stop: Any, verdicts: list[Any]) -> None:
    if any(type(verdict) is type(stop) and verdict == stop for verdict in verdicts):
        value[key] = stop
    elif verdicts and all(isinstance(v, str) and v in STRICTNESS for v in verdicts):
        value[key] = strictest(verdicts)


def _join_nested(value: Facts, pairs: list[tuple[str, Any]]) -> None:
    """Claude's nested part written twice is one part, by the same rule."""
    nested = [v for k, v in pairs if k == "hookSpecificOutput" and isinstance(v, dict)]
    if len(nested) > 1:
        inner = [pair for part in nested for pair in part.items()]
        value["hookSpecificOutput"] = _object_of(inner)


def _no_json_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"the number {digits} is too large")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object_of, parse_constant=_no_json_constant, parse_float=_finite
)
