"""Pieces of YAML as rule files use them: plain, quoted and block scalars, and lists in flow style.
Pure; never raises.

A plain scalar is everything up to a comment. Further lines are folded into it with a blank, as YAML
does.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_COMMENT = re.compile(r"(?:\A|[ \t])#.*")
_BLOCK = re.compile(r"(?P<style>[|>])(?P<marks>[+-]?[1-9]?[+-]?)[ \t]*(?:#.*)?\Z")
_FLOW_KEY = re.compile(r"""\s*(?P<quote>["']?)(?P<key>[A-Za-z_]\w*)(?P=quote)\s*:\s*""")
_ESCAPES = {
    "0": "\0", "a": "\a", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_LINE_END = re.compile(r"[ \t]*\n\s*")
TAB_COLUMNS = 8


class Scalar(NamedTuple):
    """One value as text, and where it stands. `quoted`: it is text whatever it looks like."""

    text: str
    line: int
    quoted: bool = False


class Line(NamedTuple):
    """One line of the frontmatter."""

    number: int
    text: str

    @property
    def indent(self) -> int:
        """Columns before the first character; a tab reaches the next column that is a multiple of eight."""
        return len(self.text.expandtabs(TAB_COLUMNS)) - len(
            self.text.expandtabs(TAB_COLUMNS).lstrip()
        )

    @property
    def content(self) -> str:
        return self.text.strip()

    @property
    def is_empty(self) -> bool:
        """Nothing, or only a comment."""
        return not self.content or self.content.startswith("#")


def unquoted_end(text: str) -> int:
    """How far a plain scalar reaches: up to a comment, trailing blanks left off."""
    found = _COMMENT.search(text)
    return len((text[: found.start()] if found else text).rstrip())


def scalar(text: str, line: int) -> tuple[Scalar, str]:
    """The value in a text of one or more lines, and what is wrong with it, if anything."""
    if text[:1] in ("'", '"'):
        value, end = _quoted(text)
        if end and unquoted_end(text[end:].replace("\n", " ")) == 0:
            return Scalar(value, line, True), ""
        if not end:
            return Scalar(_folded(text), line), f"a {text[0]} is opened and not closed"
        return Scalar(_folded(text), line), f"there is text after the closing {text[0]}"
    return Scalar(_folded(text), line), ""


def _folded(text: str) -> str:
    """Plain lines as one; a line that is only a comment adds nothing."""
    pieces = [one[: unquoted_end(one)].strip() for one in text.split("\n")]
    return " ".join(piece for piece in pieces if piece)


def _quoted(text: str) -> tuple[str, int]:
    """The text in the quotes it begins with, and where they end; 0 when they are not closed."""
    quote, at, found = text[0], 1, []
    while at < len(text):
        letter = text[at]
        if letter == quote == "'" and text[at + 1 : at + 2] == "'":
            found.append("'")
            at += 2
        elif letter == quote:
            return "".join(found), at + 1
        elif letter == "\\" and quote == '"':
            piece, at = _escape(text, at + 1)
            found.append(piece)
        else:
            folded = _LINE_END.match(text, at)
            found.append(" " if folded else letter)
            at = folded.end() if folded else at + 1
    return "", 0


def _escape(text: str, at: int) -> tuple[str, int]:
    """The character after a backslash. One that YAML does not know, such as `\\s` of an expression,
    keeps its backslash.

    So does `\\b`: nobody means the control character, and everybody means the edge of a word.
    """
    letter = text[at : at + 1]
    digits = text[at + 1 : at + 1 + _HEX_DIGITS.get(letter, 0)]
    if (
        letter in _HEX_DIGITS
        and re.fullmatch(r"[0-9A-Fa-f]+", digits)
        and len(digits) == _HEX_DIGITS[letter]
    ):
        number = int(digits, 16)
        return (chr(number) if number <= 0x10FFFF else "\ufffd"), at + 1 + len(digits)
    return _ESCAPES.get(letter, "\\" + letter), at + 1


def block_scalar(head: str, lines: list[Line], line: int) -> Scalar | None:
    """A text introduced by `|` or `>`, on the indented lines that follow, if any; None when it is not one."""
    found = _BLOCK.match(head)
    if found is None:
        return None
    indent = min((one.indent for one in lines if one.content), default=0)
    rows = [one.text.expandtabs(TAB_COLUMNS)[indent:] for one in lines]
    while rows and not rows[-1].strip():
        rows.pop()
    text = "\n".join(rows)
    if found["style"] == ">":
        text = re.sub(r"(?<!\n)\n(?!\n)", " ", text)
    # The line end after the last line is YAML's, not the author's: an expression that wants it
    # would never match.
    return Scalar(text, line, True)


def flow_items(text: str, line: int) -> tuple[list[dict[str, Scalar]], str]:
    """`[{field: x, pattern: "a, b"}, …]` → the items, and what is wrong, if anything."""
    items: list[dict[str, Scalar]] = []
    at = _blanks(text, 1)
    while at < len(text) and text[at] != "]":
        if text[at] != "{":
            return items, "an item of the list is not in braces"
        item, at, problem = _flow_item(text, at + 1, line)
        items.append(item)
        if problem:
            return items, problem
        at = _blanks(text, at)
    return items, "" if at < len(text) else "the list is not closed"


def _blanks(text: str, at: int) -> int:
    while at < len(text) and (text[at].isspace() or text[at] == ","):
        at += 1
    return at


def _flow_item(text: str, at: int, line: int) -> tuple[dict[str, Scalar], int, str]:
    fields: dict[str, Scalar] = {}
    while (at := _blanks(text, at)) < len(text) and text[at] != "}":
        found = _FLOW_KEY.match(text, at)
        if found is None:
            return fields, at, f"{text[at : at + 20]!r} is not a field"
        here = line + text.count("\n", 0, found.end())
        if text[found.end() : found.end() + 1] in ("'", '"'):
            value, length = _quoted(text[found.end() :])
            if not length:
                return fields, at, "quotes are opened and not closed"
            fields[found["key"]], at = Scalar(value, here, True), found.end() + length
        else:
            end = re.compile(r"[,}\]]|\Z").search(text, found.end())
            stop = end.start() if end else len(text)
            fields[found["key"]], at = Scalar(_folded(text[found.end() : stop]), here), stop
    return fields, at + 1, "" if at < len(text) else "a brace is not closed"
