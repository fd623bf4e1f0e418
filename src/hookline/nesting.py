"""JSON nested to any depth → a value that everything here can walk: what lies deeper than `LEVELS`
stands there as text, the JSON it was.

An event that can be read gets a decision (rule 25), and its hooks must be able to read it, too:
Python's reader gives up at about 1,000 levels, jq at 256. Nothing is lost, and a guard that looks
for words still finds them. Linear in the text, whatever the depth.
"""

from __future__ import annotations

import json
import re

from hookline.strict_json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: An event's own braces are the first level.
LEVELS = 128
FOLDED = (
    f"the input is nested deeper than {LEVELS} levels: what lies deeper reaches hooks as JSON text"
)


def read(text: str | bytes, levels: int = LEVELS) -> tuple[Any, bool]:
    """The value of a JSON text, and whether some of it stands there as text. Raises `ValueError` as
    `strict_json.loads` does.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    if text.count("[") + text.count("{") <= levels:
        return loads(text), False
    flat = _fold(text, levels)
    return loads(flat), flat is not text


def _fold(text: str, levels: int) -> str:
    """The text with what lies deeper as strings; the text itself where nothing does.

    It is taken apart into pieces of `levels` levels each, so that each of them can be read, and is
    known to be JSON, without ever going deeper.
    """
    pieces: list[list[str]] = [[]]  # of each piece that is open, the outermost first
    begins: list[int] = []
    depth = done = 0
    for sign in re.finditer(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[{]|[]}]', text, re.DOTALL):
        at, letter = sign.start(), text[sign.start()]
        if letter in "[{":
            depth += 1
            if depth > levels and depth % levels == 1:
                pieces[-1].append(text[done:at])
                pieces.append([])
                begins.append(at)
                done = at
        elif letter in "]}":
            if begins and depth % levels == 1:
                pieces[-1].append(text[done : at + 1])
                _check("".join(pieces.pop()))
                begin, done = begins.pop(), at + 1
                pieces[-1].append("0" if begins else json.dumps(text[begin:done]))
            depth -= 1
    if begins:
        raise ValueError("it ends in the middle")
    return "".join([*pieces[0], text[done:]]) if done else text


def _check(piece: str) -> None:
    """Raises `ValueError` when it is not JSON; a place in a piece would be no place in the text."""
    try:
        loads(piece)
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg}, deep inside") from None
