"""JSON text → a tree that remembers where everything stands, and what is wrong with the text.

Goes in: the text of one file. Comes out: a `Document`, holding nodes with their offsets, every key
of an object (also the repeated ones), and the syntax faults as values. It recovers from the faults
people make on purpose (comments, trailing commas, single quotes), so that one reading shows all of
them; any fault means the file is not JSON. It never raises, never reads a file, and knows nothing
of hooks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]  # documented nowhere, and there since 2.6
from typing import Any, NamedTuple, NoReturn, TypeAlias

from hookline.errors import Unreadable
from hookline.shorten import shorten

MAX_DEPTH = 64
MAX_VALUES = 150_000  # reading so many takes a second

OBJECT, ARRAY, STRING, NUMBER, BOOLEAN, NULL = (
    "object",
    "array",
    "string",
    "number",
    "boolean",
    "null",
)

_SPACE = re.compile(r"[ \t\n\r]*")
_COMMENT = re.compile(r"//[^\n\r]*|#[^\n\r]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_PLAIN_STRING = re.compile(r'"([^"\\\x00-\x1f]*)"')
_PLAIN_KEY = re.compile(r'"([^"\\\x00-\x1f]*)"[ \t\n\r]*:[ \t\n\r]*')
_SINGLE_QUOTED = re.compile(r"'((?:[^'\\\n\r]|\\.)*)'")
_WORD = re.compile(r"[-+.\w$]+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_LINE_END = re.compile(r"\r\n?|\n")
_WORDS = {"true": (BOOLEAN, True), "false": (BOOLEAN, False), "null": (NULL, None)}
#: Words of JavaScript and Python that people write for a value, and what JSON has instead.
_FOREIGN_WORDS = {
    "True": "true", "False": "false", "None": "null", "undefined": "null",
    "NaN": "a number", "Infinity": "a number",
    "-Infinity": "a number", "+Infinity": "a number",
}  # fmt: skip
#: `int()` refuses longer texts; such a number is no sensible value of any option anyway.
_MAX_DIGITS = 4000


class Node(NamedTuple):
    """One value. `value` is a list of `Member` for an object, a list of `Node` for an array, else
    the Python value.
    """

    kind: str
    value: Any
    start: int
    end: int


class Member(NamedTuple):
    """One key of an object; `start` and `end` are those of the key, quotes included."""

    key: str
    start: int
    end: int
    node: Node


class Fault(NamedTuple):
    """Something that makes the text no JSON; `code` is a row of `config.codes`."""

    code: str
    start: int
    end: int
    problem: str
    remedy: str


#: Anything that stands somewhere in the text.
Spot: TypeAlias = Node | Member | Fault


class Document(NamedTuple):
    """The whole text: its tree (None when nothing could be read), its faults, and where its lines begin."""

    text: str
    root: Node | None
    faults: tuple[Fault, ...]
    line_starts: list[int]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, columns in characters."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def width(self, start: int, end: int) -> int:
        """Characters from start to end, cut at the end of the line; at least 1."""
        line = bisect_right(self.line_starts, start)
        line_end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return max(1, len(self.text[start : min(end, line_end)].rstrip("\r\n")))


def read(text: str) -> Document:
    """Read a JSON text; leading byte order marks are skipped and count for no column."""
    text = text.lstrip("\ufeff")
    reader = _Reader(text)
    root = reader.document()
    line_starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    return Document(text, root, tuple(reader.faults), line_starts)


class _Reader:
    """A recursive descent over the text. Depth is bounded by MAX_DEPTH, so the recursion is too."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self.commented = False
        self.dangling = False
        self.values = 0

    def document(self) -> Node | None:
        try:
            at = self.skip(0)
            if at == len(self.text):
                self.stop(
                    "empty-file", 0, 0, "the file is empty", 'write {"version": 1, "hooks": {}}'
                )
            root, at = self.value(at, 0)
        except Unreadable:
            return None
        at = self.skip(at)
        if at < len(self.text):
            self.note(
                "text-after",
                at,
                len(self.text),
                "there is more text after the end of the document",
                "remove it",
            )
        return root

    def note(self, code: str, start: int, end: int, problem: str, remedy: str) -> None:
        self.faults.append(Fault(code, start, end, problem, remedy))

    def stop(self, code: str, start: int, end: int, problem: str, remedy: str) -> NoReturn:
        self.note(code, start, end, problem, remedy)
        raise Unreadable

    def skip(self, at: int) -> int:
        """Past white space and comments; the first comment of a file is noted."""
        at = _SPACE.match(self.text, at).end()  # type: ignore[union-attr]  # matches the empty text too
        while comment := _COMMENT.match(self.text, at):
            if not self.commented:
                self.commented = True
                self.note("comment", at, comment.end(), "JSON has no comments", _COMMENT_REMEDY)
            at = _SPACE.match(self.text, comment.end()).end()  # type: ignore[union-attr]
        return at

    def value(self, at: int, depth: int) -> tuple[Node, int]:
        """The value that begins at `at`, and the offset after it."""
        self.values += 1
        if self.values > MAX_VALUES:
            self.stop(
                "too-large",
                at,
                at + 1,
                f"the file has more than {MAX_VALUES:,} values",
                "remove what nothing needs",
            )
        letter = self.text[at : at + 1]
        if letter == '"':
            string, end = self.string(at)
            return Node(STRING, string, at, end), end
        read_container = _CONTAINERS.get(letter)
        if read_container is None:
            return self.scalar(at, letter)
        if depth == MAX_DEPTH:
            self.stop(
                "too-deep",
                at,
                at + 1,
                f"nested more than {MAX_DEPTH} levels deep",
                "remove the nesting",
            )
        return read_container(self, at, depth + 1)

    def string(self, at: int) -> tuple[str, int]:
        plain = _PLAIN_STRING.match(self.text, at)
        if plain:
            return plain[1], plain.end()
        try:
            string, end = scanstring(self.text, at + 1, True)
        except JSONDecodeError as error:
            return self.faulty_string(at, error)
        return string, end

    def faulty_string(self, at: int, error: JSONDecodeError) -> tuple[str, int]:
        """A raw line break inside a string is noted and kept; any other fault of a string ends the
        reading.
        """
        if error.msg.startswith("Invalid control"):
            problem = "a line break or control character inside a string"
            remedy = "write it as an escape, such as \\n or \\t"
            self.note("control-character", error.pos, error.pos + 1, problem, remedy)
            try:
                string, end = scanstring(self.text, at + 1, False)
            except JSONDecodeError as second:
                error = second
            else:
                return string, end
        cut_off = (
            "\\u" in error.msg
            and error.pos + 5 >= len(self.text)
            and '"' not in self.text[error.pos :]
        )
        if cut_off or error.msg.startswith("Unterminated"):
            self.stop_at_end(at)
        raise self.stop(
            "syntax",
            error.pos,
            error.pos + 2,
            "a backslash that begins no escape of JSON",
            "double it: \\\\",
        )

    def scalar(self, at: int, letter: str) -> tuple[Node, int]:
        if not letter:
            self.stop_at_end(len(self.text) - 1)
        if letter == "'":
            return self.single_quoted(at)
        word = _WORD.match(self.text, at)
        if word is None:
            self.stop(
                "syntax",
                at,
                at + 1,
                f"a value was expected, not {letter!r}",
                "write a value here, or remove this",
            )
        if word[0] in _WORDS:
            kind, value = _WORDS[word[0]]
            return Node(kind, value, at, word.end()), word.end()
        return self.number(word)

    def number(self, word: re.Match[str]) -> tuple[Node, int]:
        at, end = word.span()
        number = _NUMBER.fullmatch(word[0])
        if number is None:
            return self.foreign_word(word)
        whole = not number[1] and not number[2] and len(word[0]) < _MAX_DIGITS
        return Node(NUMBER, int(word[0]) if whole else float(word[0]), at, end), end

    def foreign_word(self, word: re.Match[str]) -> tuple[Node, int]:
        """NaN, True, undefined: noted and passed over. A piece of a word at the very end is a file
        cut off.
        """
        at, end = word.span()
        if end == len(self.text) and any(known.startswith(word[0]) for known in _WORDS):
            self.stop_at_end(at)
        meant = _FOREIGN_WORDS.get(word[0])
        if meant is None:
            self.stop(
                "syntax",
                at,
                end,
                f"{shorten(word[0], 40)} is neither a string nor a number",
                "put it in double quotes",
            )
        self.note("foreign-word", at, end, f"JSON has no {word[0]}", f"write {meant}")
        return Node(NULL, None, at, end), end

    def single_quoted(self, at: int) -> tuple[Node, int]:
        quoted = _SINGLE_QUOTED.match(self.text, at)
        self.note(
            "single-quotes",
            at,
            quoted.end() if quoted else at + 1,
            "JSON has no single quotes",
            'write "…"',
        )
        if quoted is None:
            raise Unreadable
        return Node(STRING, quoted[1], at, quoted.end()), quoted.end()

    def array(self, at: int, depth: int) -> tuple[Node, int]:
        items: list[Node] = []
        start, at = at, self.skip(at + 1)
        while not self.text.startswith("]", at):
            node, at = self.value(at, depth)
            items.append(node)
            at = self.separator(at, "]")
        return Node(ARRAY, items, start, at + 1), at + 1

    def object(self, at: int, depth: int) -> tuple[Node, int]:
        members: list[Member] = []
        start, at = at, self.skip(at + 1)
        while not self.text.startswith("}", at):
            key, key_start, key_end, at = self.key(at)
            node, at = self.value(at, depth)
            members.append(Member(key, key_start, key_end, node))
            at = self.separator(at, "}")
        return Node(OBJECT, members, start, at + 1), at + 1

    def key(self, at: int) -> tuple[str, int, int, int]:
        """A key with its offsets, and the offset of its value."""
        plain = _PLAIN_KEY.match(self.text, at)
        if plain:
            return plain[1], at, at + len(plain[1]) + 2, self.skip(plain.end())
        letter = self.text[at : at + 1]
        if letter not in ('"', "'"):
            self.no_key(at, letter)
        name, after = self.value(at, 0)
        colon = self.skip(after)
        if colon == len(self.text):
            self.stop_at_end(colon - 1)
        if self.text[colon] != ":":
            self.stop(
                "syntax",
                colon,
                colon + 1,
                "a colon is missing between key and value",
                'write "key": value',
            )
        return name.value, at, after, self.skip(colon + 1)

    def no_key(self, at: int, letter: str) -> NoReturn:
        if not letter:
            self.stop_at_end(len(self.text) - 1)
        word = _WORD.match(self.text, at)
        if word:
            self.stop(
                "syntax", at, word.end(), "a key without quotes", f'write "{shorten(word[0], 40)}"'
            )
        self.stop(
            "syntax",
            at,
            at + 1,
            f"a key was expected, not {letter!r}",
            "write a key in quotes, or remove this",
        )

    def separator(self, at: int, closing: str) -> int:
        """Past a comma, or to the closing bracket; a comma before the bracket is noted."""
        at = self.skip(at)
        letter = self.text[at : at + 1]
        if letter == closing:
            return at
        if letter != ",":
            self.no_separator(at, letter, closing)
        after = self.skip(at + 1)
        if self.text.startswith(closing, after) and not self.dangling:
            self.dangling = True
            self.note(
                "trailing-comma",
                at,
                at + 1,
                f"a comma before the closing {closing}",
                "remove the comma",
            )
        return after

    def no_separator(self, at: int, letter: str, closing: str) -> NoReturn:
        if not letter:
            self.stop_at_end(len(self.text) - 1)
        wrong = (
            "a bracket that closes nothing" if letter in "]}" else "a comma is missing before this"
        )
        self.stop("syntax", at, at + 1, wrong, f"write a comma or {closing} here")

    def stop_at_end(self, at: int) -> NoReturn:
        problem = "the file ends in the middle"
        remedy = "write the rest; an editor may still be saving it"
        self.stop("half-written", max(0, at), len(self.text), problem, remedy)


_COMMENT_REMEDY = 'remove the comments, or keep one in a key such as "_comment"'
_CONTAINERS: dict[str, Callable[[_Reader, int, int], tuple[Node, int]]] = {
    "{": _Reader.object,
    "[": _Reader.array,
}
