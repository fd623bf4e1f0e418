"""A command line → its words, as a shell would see them, near enough.

Tolerant on purpose: it runs nothing and refuses nothing. What a real shell would reject (an open
quote) goes to the end of the text. It serves to find the files a command names, never to decide
what a command does.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PIECE = re.compile(
    r"""
      '(?P<single>[^']*)(?:'|\Z)
    | "(?P<double>(?:[^"\\]|\\.)*)(?:"|\Z)
    | \\(?P<escaped>.)
    | (?P<blank>[ \t]+)
    | (?P<operator>[0-9]*>>?[&|]?|&>>?|<<?<?|[;&|()\n]+)
    | (?P<comment>(?<![^\s;&|()])\#[^\n]*)
    | (?P<plain>[^\s'"\\;&|()<>]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r'\\(["\\$`\n])')


class Word(NamedTuple):
    """One word, quotes removed. `after` is the operator right before it, or empty: `>` for
    `out.log` in `x > out.log`.
    """

    text: str
    after: str = ""


def split(command: str) -> list[Word]:
    """The words of a command line, in order; comments are left out."""
    words: list[Word] = []
    current: list[str] | None = None
    operator = ";"  # the first word follows nothing: it begins a command
    for piece in _PIECE.finditer(command):
        kind = piece.lastgroup or ""
        if kind in ("blank", "operator", "comment"):
            if current is not None:
                words.append(Word("".join(current), operator))
                current, operator = None, ""
            if kind == "operator":
                operator = piece["operator"]
            continue
        current = current if current is not None else []
        current.append(_ESCAPE.sub(r"\1", piece["double"]) if kind == "double" else piece[kind])
    if current is not None:
        words.append(Word("".join(current), operator))
    return words
