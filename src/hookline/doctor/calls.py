"""The text of a shell script → the programs it plainly calls, in order. Pure, and best effort.

It reads like a person who looks down the left side of the script: first words of commands. What is
computed, quoted, a builtin, a function of the script, or asked for with `command -v` before is not
named: it may be missing on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hookline.processes.launch import argv_of

_PIECE = re.compile(
    r"""
      (?P<comment>(?<![^\s;&|()])\#[^\n]*)
    | (?P<heredoc><<-?[ \t]*(?P<mark>\\?\w+|'[^'\n]+'|"[^"\n]+"))
    | (?P<array>[A-Za-z_]\w*\+?=\([^()]*\))
    | (?P<substitution>\$\((?!\())
    | (?P<arithmetic>\$?\(\(.*?\)\))
    | (?P<quoted>'[^']*'|"(?:[^"\\$`]|\\.|\$(?!\())*")
    | (?P<mixed>"(?:[^"\\]|\\.)*")
    | (?P<continued>\\\n)
    | (?P<blank>[ \t]+)
    | (?P<redirect>[0-9]*(?:>>?[&|]?|<(?![<(]))[ \t]*[^\s;&|()<>]*|&>>?[ \t]*\S+)
    | (?P<operator>;;&?|[;&|()\n`]+)
    | (?P<word>(?:[^\s'"\\;&|()<>`$]|\\.|\$(?!\())+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_INSIDE = re.compile(r"\$\(([^()]*)")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=")
_FUNCTION = re.compile(
    r"^[ \t]*(?:function[ \t]+([\w.:-]+)|([\w.:-]+)[ \t]*\([ \t]*\))", re.MULTILINE
)
_ASKED = re.compile(r"\b(?:command[ \t]+-v|type|which|hash)[ \t]+(?:-\w+[ \t]+)*([\w.+-]+)")
_NAME = re.compile(r"[A-Za-z][\w.+-]*\Z")
#: After these another command begins.
_LEADING = frozenset(
    "if then else elif do while until time exec command env sudo nohup xargs builtin which ! {".split()
)
_MAX_BYTES = 256 * 1024
_MAX_DEPTH = 4


def programs_called(text: str) -> tuple[str, ...]:
    """The names of programs the script calls by name, each once."""
    text = text[:_MAX_BYTES]
    own = {name for pair in _FUNCTION.findall(text) for name in pair if name}
    left_out = own | {"function"} | set(_ASKED.findall(text))
    found = dict.fromkeys(_first_words(text, _MAX_DEPTH))
    return tuple(name for name in found if name not in left_out and _is_program(name))


def _is_program(name: str) -> bool:
    return _NAME.match(name) is not None and argv_of(name) is not None


def _leads(word: str) -> bool:
    """Whether the program is yet to come after this word."""
    return word in _LEADING or word.startswith("-") or _ASSIGNMENT.match(word) is not None


def _first_words(text: str, depth: int) -> list[str]:
    reader = _Reader(depth)
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            break
        at = reader.take(piece, text)
    return reader.found


class _Reader:
    """Where the reading stands: whether a command begins here, and inside how many `case` it is."""

    def __init__(self, depth: int) -> None:
        self.found: list[str] = []
        self._depth = depth
        self._begins = True
        self._cases = 0  # `case … in`: words before a closing bracket are patterns
        self._pending: list[str] = []  # marks of here-documents whose text begins at the next line
        self._pattern = False

    def take(self, piece: re.Match[str], text: str) -> int:
        """Take one piece; the offset to go on at."""
        kind = piece.lastgroup
        if kind == "operator":
            return self._operator(piece, text)
        if kind in _TAKEN:
            _TAKEN[kind](self, piece)
        return piece.end()

    def _heredoc(self, piece: re.Match[str]) -> None:
        self._pending.append(piece["mark"].strip("'\"\\"))

    def _substitution(self, piece: re.Match[str]) -> None:
        self._begins = True

    def _array(self, piece: re.Match[str]) -> None:
        """An assignment: the command is yet to come."""
        self._inside(piece[0])

    def _argument(self, piece: re.Match[str]) -> None:
        self._inside(piece[0])
        self._begins = False

    def _inside(self, quoted: str) -> None:
        if self._depth and "$(" in quoted:
            for inner in _INSIDE.findall(quoted):
                self.found += _first_words(inner, self._depth - 1)

    def _word(self, piece: re.Match[str]) -> None:
        word = piece["word"]
        if word == "{":  # of a function, whose name was taken for a command
            self._begins = True
        elif self._is_keyword(word):
            self._keyword(word)
        elif self._begins and not self._pattern and not _leads(word):
            self.found.append(word)
            self._begins = False

    def _is_keyword(self, word: str) -> bool:
        """Whether this is one of the words of `case … in … esac`, and no argument of that name."""
        if word == "in":
            return self._cases > 0 and not self._begins
        return word == "esac" or (word == "case" and self._begins)

    def _keyword(self, word: str) -> None:
        if word == "case":
            self._cases, self._begins = self._cases + 1, False
        elif word == "in":
            self._pattern, self._begins = True, False
        else:
            self._cases, self._pattern = max(0, self._cases - 1), False

    def _operator(self, piece: re.Match[str], text: str) -> int:
        operator = piece["operator"]
        if self._pattern:
            if ")" in operator:
                self._pattern, self._begins = False, True
        elif self._cases and ";;" in operator:
            self._pattern = True
        else:
            self._begins = True
        end = piece.end()
        if "\n" in operator and self._pending:
            end = self._after_heredocs(text, piece.start() + operator.index("\n") + 1)
        return end

    def _after_heredocs(self, text: str, at: int) -> int:
        for mark in self._pending:
            ended = re.compile(rf"^\t*{re.escape(mark)}[ \t]*$", re.MULTILINE).search(text, at)
            at = ended.end() if ended else len(text)
        self._pending = []
        return at


#: What each kind of piece is to the reader; operators, which can end a line, apart.
_TAKEN: dict[str | None, Callable[[_Reader, re.Match[str]], None]] = {
    "word": _Reader._word,
    "heredoc": _Reader._heredoc,
    "mark": _Reader._heredoc,
    "substitution": _Reader._substitution,
    "array": _Reader._array,
    **dict.fromkeys(("quoted", "mixed", "other", "arithmetic"), _Reader._argument),
}
