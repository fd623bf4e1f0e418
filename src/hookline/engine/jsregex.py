"""A matcher as JavaScript means it → the same expression for RE2 and for `regex`, the second engine.

Pure text to text. What differs between the dialects is spelled out: `.` stops at JavaScript's line
ends, `\\s` is Unicode, `\\d \\w \\b` are ASCII, `$` is the very end, a stray `{` or `]` is itself, `[^]`
is anything, and an escape of an ordinary letter is that letter. Look-around and back-references are
marked, because RE2 has neither.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hookline.errors import Unreadable

_SPACES = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
#: Everything else, for a class that names \\S beside other members.
_NOT_SPACES = (
    "\\x00-\\x08\\x0e-\\x1f!-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e"
    "\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff"
)
_LINE_ENDS = "\n\r\u2028\u2029"
_ANYTHING = "(?s:.)"
_NOTHING = "[^\\x00-\U0010ffff]"
_QUANTIFIER = re.compile(r"[*+?]|\{\d+(?:,\d*)?\}")
_CLASS_ESCAPES = "dDwW"
_CONTROL_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "f": "\f"}
# Texts, compiled by `re` where a pattern first needs one: importing this module is part of every
# start.
_NUMBER, _NAME = r"\\([1-9][0-9]{0,8})", r"\\k<([^>]+)>"
_HEXADECIMAL = r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}"
_SURROGATES = r"u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})"
_OCTAL = r"[0-3][0-7]{0,2}|[4-7][0-7]?"
_INLINE_FLAGS = re.compile(r"\(\?([ims]*)(?:-[ims]+)?(:|(?<=[ims])\))")
#: What to step over when groups are counted (escapes, classes), and the two kinds of group that
#: capture.
_CAPTURING = r"(?s)\\.|\[(?:\\.|[^\]\\])*\]?|\(\?<(?![=!])(?P<name>[^>]*)>|(?P<bare>\((?!\?))"


class _Opening(NamedTuple):
    """How a group begins: in a pattern, and as it is written; None where it is not valid."""

    text: str
    written: str | None
    looks_around: bool = False
    can_repeat: bool = True  # whether a quantifier may follow the group


#: The first that fits counts.
_OPENINGS = (
    _Opening("(?<=", "(?<=", looks_around=True, can_repeat=False),
    _Opening("(?<!", "(?<!", looks_around=True, can_repeat=False),
    _Opening("(?=", "(?=", looks_around=True),
    _Opening("(?!", "(?!", looks_around=True),
    _Opening("(?<", "(?P<"),
    _Opening("(?", None),
    _Opening("(", "("),
)


class Translation(NamedTuple):
    """The expression in both engines' dialects; `plain` when RE2 can be expected to take it."""

    re2: str
    backtracking: str
    plain: bool


def translate(pattern: str) -> Translation:
    """Translate a JavaScript pattern; raises `Unreadable`."""
    return _Translator(pattern).run()


class _Translator:
    """One pass over the pattern. `out` holds pieces both engines read the same way, except `$`."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.out: list[str] = []
        self.plain = True
        #: Where each open group begins, and whether a quantifier may follow it.
        self.open: list[tuple[int, bool]] = []
        self.dot_all = False

    def run(self) -> Translation:
        can_repeat = False
        while self.at < len(self.pattern):
            can_repeat = self._piece(can_repeat)
        if self.open:
            raise Unreadable(
                f"the group opened at character {self.open[-1][0]} is never closed: ')' is missing"
            )
        text = "".join(self.out)
        # Only RE2 reads `$` as the very end; a NUL marks where one was meant, since translate never
        # emits a bare NUL.
        return Translation(text.replace("\0", "$"), text.replace("\0", r"\Z"), self.plain)

    def _piece(self, can_repeat: bool) -> bool:
        """Take one token; returns whether a quantifier may follow it."""
        char = self.pattern[self.at]
        if quantifier := _QUANTIFIER.match(self.pattern, self.at):
            return self._quantifier(quantifier.group(), can_repeat)
        if char == "\\":
            return self._escape()
        if char == "[":
            self._class()
            return True
        if char == "(":
            return self._group()
        self.at += 1
        self.out.append(self._plain(char))
        if char == ")":
            if not self.open:
                raise Unreadable(
                    f"the ')' at character {self.at} closes nothing: write '\\)' for the character itself"
                )
            return self.open.pop()[1]
        return char not in "|^$"

    def _plain(self, char: str) -> str:
        if char == ".":
            return "." if self.dot_all else f"[^{_LINE_ENDS}]"
        if char == "$":
            return "\0"
        return _literal(char) if char in "{}]\0" else char

    def _quantifier(self, text: str, can_repeat: bool) -> bool:
        if not can_repeat:
            raise Unreadable(f"nothing to repeat before {text!r} at character {self.at + 1}")
        self.at += len(text)
        if self.pattern.startswith("?", self.at):
            text += "?"
            self.at += 1
        self.out.append(text)
        return False

    def _group(self) -> bool:
        begins = self.at + 1
        if flags := _INLINE_FLAGS.match(self.pattern, self.at):
            self.dot_all = self.dot_all or "s" in flags.group(1)
            self._take(flags.group())
            if flags.group(2) == ":":  # else they are flags for the rest, and no group
                self.open.append((begins, True))
            return False
        opening = next(row for row in _OPENINGS if self.pattern.startswith(row.text, self.at))
        if opening.written is None:
            text = self.pattern[self.at : self.at + 4]
            raise Unreadable(f"invalid group {text!r} at character {begins}")
        self.plain = self.plain and not opening.looks_around
        self._take(opening.text, opening.written)
        self.open.append((begins, opening.can_repeat))
        return False

    def _take(self, text: str, emit: str | None = None) -> None:
        self.at += len(text)
        self.out.append(text if emit is None else emit)

    def _escape(self) -> bool:
        code = self.pattern[self.at + 1 : self.at + 2]
        if not code:
            raise Unreadable("a backslash at the end of the pattern escapes nothing")
        if code in "bB":
            self._take("\\" + code)
            return False
        if code in _CLASS_ESCAPES:
            self._take("\\" + code)
        elif code in "sS":
            self._take("\\" + code, f"[{'^' if code == 'S' else ''}{_SPACES}]")
        elif reference := self._reference():
            self.plain = False
            self._take(*reference)
        else:
            self.out.append(_literal(self._escaped_character()))
        return True

    def _reference(self) -> tuple[str, str] | None:
        """A back-reference and what to write for it, or None. One to a group that took no part
        matches nothing at all.
        """
        rest = self.pattern[self.at :]
        if number := re.match(_NUMBER, rest):
            if int(number.group(1)) <= len(self._captures()):
                return number.group(), f"(?({number.group(1)})\\{number.group(1)}|)"
        elif rest.startswith("\\k") and any(captures := self._captures()):
            name = re.match(_NAME, rest)
            if not name or name.group(1) not in captures:
                raise Unreadable(f"\\k at character {self.at + 1} names no group of this pattern")
            return name.group(), f"(?({name.group(1)})(?P={name.group(1)})|)"
        return None

    def _captures(self) -> list[str]:
        """The names of the groups that capture, "" for one without a name."""
        groups = re.finditer(_CAPTURING, self.pattern)
        return [group["name"] or "" for group in groups if group.lastgroup]

    def _escaped_character(self) -> str:
        """The character an escape stands for, inside or outside a class; moves past it."""
        rest = self.pattern[self.at + 1 :]
        if pair := re.match(_SURROGATES, rest):
            self.at += 1 + pair.end()
            return bytes.fromhex(pair.group(1) + pair.group(2)).decode("utf-16-be")
        if number := re.match(_HEXADECIMAL, rest):
            self.at += 1 + number.end()
            code = int(next(group for group in number.groups() if group), 16)
            return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
        if control := re.match(r"c([A-Za-z])", rest):
            self.at += 3
            return chr(ord(control.group(1)) % 32)
        if octal := re.match(_OCTAL, rest):
            self.at += 1 + octal.end()
            return chr(int(octal.group(), 8))
        if rest[0] == "c":
            self.at += 1  # the backslash stands for itself
            return "\\"
        self.at += 2
        return _CONTROL_ESCAPES.get(rest[0], rest[0])

    def _class(self) -> None:
        start = self.at
        if self.pattern.startswith("[^]", start):
            return self._take("[^]", _ANYTHING)
        if self.pattern.startswith("[]", start):
            return self._take("[]", _NOTHING)
        negated = self.pattern.startswith("[^", start)
        self.at += 2 if negated else 1
        members = ["[^" if negated else "["]
        while not self.pattern.startswith("]", self.at):
            if self.at >= len(self.pattern):
                raise Unreadable(
                    f"the class opened at character {start + 1} is never closed: ']' is missing"
                )
            members.append(self._class_member())
        self.at += 1
        self.out.append("".join(members) + "]")
        return None

    def _class_member(self) -> str:
        char, code = self.pattern[self.at], self.pattern[self.at + 1 : self.at + 2]
        if char == "\\" and code:
            if code in _CLASS_ESCAPES:
                self.at += 2
                return "\\" + code
            if code in "sS":
                self.at += 2
                return _SPACES if code == "s" else _NOT_SPACES
            if code == "b":
                self.at += 2
                return "\\x08"
            return _literal(self._escaped_character())
        self.at += 1
        return "-" if char == "-" else _literal(char)


def _literal(char: str) -> str:
    """A character as itself, in and outside classes, for both engines."""
    if char == "\0":
        return "\\x00"
    return "\\" + char if char in "\\^$.|?*+()[]{}-&~#" else char
