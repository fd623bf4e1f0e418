"""A hook's stdout → the JSON object it printed, or the sentence that says why it is none. Pure."""

from __future__ import annotations

import json
from typing import Any

from hookline.model import STRICTNESS

_BOM = b"\xef\xbb\xbf"


class NotAnAnswer(ValueError):
    """The text is not one JSON object; the message is the failure."""


def parse_answer(stdout: bytes) -> dict[str, Any] | None:
    """The object, or None when nothing was said. Raises `NotAnAnswer`."""
    while stdout.startswith(_BOM):
        stdout = stdout[len(_BOM) :]
    text = stdout.decode("utf-8", "replace").strip()
    if not text:
        return None
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise NotAnAnswer("answer is not JSON: it is nested too deeply") from None
    except ValueError as error:
        raise NotAnAnswer(f"answer is not JSON: {_brief(str(error))}: {_brief(text)!r}") from None
    if not isinstance(value, dict):
        raise NotAnAnswer(
            f"answer is not JSON: an object is wanted, this is {kind_of(value)}: {_brief(text)!r}"
        )
    return value


def kind_of(value: Any) -> str:
    """What a JSON value is, in words."""
    if value is None:
        return "null"
    words = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "an object",
    }
    return words.get(type(value), type(value).__name__)


def _brief(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."


#: Keys that hold a verdict, in Cursor's words and in Claude's → the value that stops the action.
_STOPS: dict[str, Any] = {
    "permission": "deny",
    "permissionDecision": "deny",
    "decision": "block",
    "continue": False,
}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The last value of a repeated key counts, except for a verdict: there the strictest does."""
    value = dict(pairs)
    if len(value) != len(pairs):
        for key, stop in _STOPS.items():
            said = [v for k, v in pairs if k == key]
            if any(type(v) is type(stop) and v == stop for v in said):
                value[key] = stop
            elif said and all(isinstance(word, str) and word in STRICTNESS for word in said):
                value[key] = max(said, key=STRICTNESS.__getitem__)
        nested = [v for k, v in pairs if k == "hookSpecificOutput" and isinstance(v, dict)]
        if len(nested) > 1:
            value["hookSpecificOutput"] = _object(
                [pair for part in nested for pair in part.items()]
            )
    return value


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"the number {digits} is too large")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite
)
