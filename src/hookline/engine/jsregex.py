"""A matcher as JavaScript means it → the same expression for RE2 and for `regex`, the second engine.

Pure text to text. What differs between the dialects is spelled out: `.` stops at JavaScript's line
ends, `\\s` is Unicode, `\\d \\w \\b` are ASCII, `$` is the very end, a stray `{` or `]` is itself, `[^]`
is anything, and an escape of an ordinary letter is that letter. Look-around and back-references are
marked, because RE2 has neither.

JavaScript counts UTF-16 code units: an emoji is two of them, and `.` takes one. Neither engine can
hold a half of a surrogate pair, so halves are written as the letters U+1D800 to U+1DFFF, in the
pattern and, by `units`, in the subject; nothing else is there any more when both are taken apart.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hookline.errors import Unreadable

SPACES = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
#: Everything else, for a class that names \\S beside other members.
NOT_SPACES = (
    "\\x00-\\x08\\x0e-\\x1f!-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e"
    "\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff"
)
_LINE_ENDS = "\n\r\u2028\u2029"
_ANYTHING = "(?s:.)"
_NOTHING = "[^\\x00-\U0010ffff]"
QUANTIFIER = re.compile(r"[*+?]|\{\d+(?:,\d*)?\}")
_CLASS_ESCAPES = "dDwW"
_OPPOSITES = ((r"\d", r"\D"), (r"\w", r"\W"), (SPACES, NOT_SPACES))
_CONTROL_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "f": "\f"}
# Texts, compiled by `re` where a pattern first needs one: importing this module is part of every
# start.
_NUMBER, _NAME = r"\\([1-9][0-9]*)", r"\\k<([^>]+)>"
_HEXADECIMAL = r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})"
_FIRST_HALF, _LAST_HALF, _HALVES_AT = 0xD800, 0xDFFF, 0x10000
_NOT_ONE_UNIT = "[\ud800-\udfff\U00010000-\U0010ffff]"
_LONGEST_ESCAPE = 8
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
    _Opening("(?:", "(?:"),
    _Opening("(?=", "(?=", looks_around=True),
    _Opening("(?!", "(?!", looks_around=True),
    _Opening("(?<", "(?P<"),
    _Opening("(?", None),
    _Opening("(", "("),
)


class Translation(NamedTuple):
    """The expression in both engines' dialects; `plain` when RE2 can be expected to take it, `refers`
    when it refers back in a way that only `backtracking` takes as JavaScript does.
    """

    re2: str
    backtracking: str
    plain: bool
    refers: bool = False


class Member(NamedTuple):
    """A member of a class: a letter, or what stands for several, as `\\d` does."""

    text: str
    is_several: bool = False
    joins: bool = False  # a hyphen that makes a range of its neighbours


def translate(pattern: str) -> Translation:
    """Translate a JavaScript pattern; raises `Unreadable`."""
    return Translator(units(pattern)).run()


def _captures_of(pattern: str) -> list[str]:
    """The names of the groups that capture, "" for one without a name."""
    groups = re.finditer(_CAPTURING, pattern)
    return [group["name"] or "" for group in groups if group.lastgroup]


def units(text: str) -> str:
    """The text as its UTF-16 code units, one letter for each."""
    if text.isascii():
        return text
    return re.sub(_NOT_ONE_UNIT, _halves, text)


def _halves(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code <= _LAST_HALF:
        return chr(code + _HALVES_AT)
    above = code - 0x10000
    return chr(0x1D800 + (above >> 10)) + chr(0x1DC00 + (above & 0x3FF))


class _Captures:
    """What is referred to. `regex` remembers what a group held in an earlier turn of its loop, and
    takes no reference before the end of its group: there, another engine is needed.
    """

    def __init__(self, names: list[str]) -> None:
        self._names = names
        self._opened = 0
        self._groups: list[tuple[int, int]] = []  # of those open: own number or 0, and those before
        self._inside = range(0)  # the group that was closed last
        self._closed: set[int] = set()
        self._looped: set[int] = set()
        self._referred: set[int] = set()
        self._early = False

    def open(self, captures: bool) -> None:
        self._opened += captures
        self._groups.append((self._opened if captures else 0, self._opened))

    def close(self) -> None:
        own, before = self._groups.pop()
        self._inside = range(before + 1, self._opened + 1)
        if own:
            self._closed.add(own)

    def repeat(self, group: bool) -> None:
        """What stands before is a loop; perhaps the group that was closed last."""
        if group:
            self._looped.update(self._inside)

    def refer(self, group: str) -> None:
        number = int(group) if group.isdigit() else self._names.index(group) + 1
        self._referred.add(number)
        self._early = self._early or number not in self._closed

    def need_more(self, looks_behind: bool) -> bool:
        """Whether an engine is needed that takes references as JavaScript does."""
        is_looped = not self._looped.isdisjoint(self._referred)
        return bool(self._referred) and (looks_behind or self._early or is_looped)


class Translator:
    """One pass over the pattern. `out` holds pieces both engines read the same way, except `$`."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.out: list[str] = []
        self.plain, self.flagged, self.looks_behind = True, False, False
        self.names = _captures_of(pattern)
        self.captures = _Captures(self.names)
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
        refers = self.captures.need_more(self.looks_behind) and not self.flagged
        return Translation(text.replace("\0", "$"), text.replace("\0", r"\Z"), self.plain, refers)

    def _piece(self, can_repeat: bool) -> bool:
        """Take one token; returns whether a quantifier may follow it."""
        char = self.pattern[self.at]
        if quantifier := QUANTIFIER.match(self.pattern, self.at):
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
            self.captures.close()
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
        if text not in ("?", "{1}", "{0,1}"):
            self.captures.repeat(self.pattern[self.at - len(text) - 1] == ")")
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
            self.flagged = self.flagged or flags.group() != "(?:"
            if flags.group(2) == ":":  # else they are flags for the rest, and no group
                self.open.append((begins, True))
                self.captures.open(False)
            return False
        opening = self.opening()
        if opening.written is None:
            text = self.pattern[self.at : self.at + 4]
            raise Unreadable(f"invalid group {text!r} at character {begins}")
        self.plain = self.plain and not opening.looks_around
        self.looks_behind = self.looks_behind or (
            opening.text.startswith("(?<") and opening.looks_around
        )
        self._take(opening.text, opening.written)
        self.open.append((begins, opening.can_repeat))
        self.captures.open(opening.text in ("(", "(?<"))
        return False

    def opening(self) -> _Opening:
        """How the group begins that stands here."""
        return next(row for row in _OPENINGS if self.pattern.startswith(row.text, self.at))

    def _take(self, text: str, emit: str | None = None) -> None:
        self.at += len(text)
        self.out.append(text if emit is None else emit)

    def _escape(self) -> bool:
        code = self.pattern[self.at + 1 : self.at + 2]
        if not code:
            raise Unreadable("a backslash at the end of the pattern escapes nothing")
        if code in "bB":
            # RE2 sees bytes, and between those of one letter it finds no boundary either.
            self.plain = self.plain and code == "b"
            self._take("\\" + code)
            return False
        if code in _CLASS_ESCAPES:
            self._take("\\" + code)
        elif code in "sS":
            self._take("\\" + code, f"[{'^' if code == 'S' else ''}{SPACES}]")
        elif reference := self.reference():
            text, group = reference
            self.plain = False
            self.captures.refer(group)
            named = rf"\{group}" if group.isdigit() else f"(?P={group})"
            self._take(text, f"(?({group}){named}|)")
        else:
            self.out.append(_literal(self.escaped_character()))
        return True

    def reference(self) -> tuple[str, str] | None:
        """A back-reference as it is written, and the number or name of its group; or None. One to a
        group that took no part matches nothing at all.
        """
        if number := re.compile(_NUMBER).match(self.pattern, self.at):
            if len(number[1]) < 6 and int(number[1]) <= len(self.names):
                return number[0], number[1]
        elif self.pattern.startswith("\\k", self.at) and any(self.names):
            name = re.compile(_NAME).match(self.pattern, self.at)
            if not name or name[1] not in self.names:
                raise Unreadable(f"\\k at character {self.at + 1} names no group of this pattern")
            return name[0], name[1]
        return None

    def escaped_character(self) -> str:
        """The character an escape stands for, inside or outside a class; moves past it."""
        rest = self.pattern[self.at + 1 : self.at + 1 + _LONGEST_ESCAPE]
        if number := re.match(_HEXADECIMAL, rest):
            self.at += 1 + number.end()
            return units(chr(int(next(group for group in number.groups() if group), 16)))
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
        members: list[Member] = []
        while not self.pattern.startswith("]", self.at):
            if self.at >= len(self.pattern):
                raise Unreadable(
                    f"the class opened at character {start + 1} is never closed: ']' is missing"
                )
            members.append(self.class_member())
        self.at += 1
        if _is_everything(members):  # of which `regex` makes less beyond ASCII
            self.out.append(_NOTHING if negated else _ANYTHING)
        else:
            self.out.append(("[^" if negated else "[") + _with_ranges(members) + "]")
        return None

    def class_member(self) -> Member:
        """The next member of a class; moves past it."""
        char, code = self.pattern[self.at], self.pattern[self.at + 1 : self.at + 2]
        if char == "\\" and code:
            if code in _CLASS_ESCAPES:
                self.at += 2
                return Member("\\" + code, is_several=True)
            if code in "sS":
                self.at += 2
                return Member(SPACES if code == "s" else NOT_SPACES, is_several=True)
            if code == "b":
                self.at += 2
                return Member("\b")
            if control := re.match(r"\\c([0-9_])", self.pattern[self.at : self.at + 3]):
                self.at += 3
                return Member(chr(ord(control.group(1)) % 32))
            return Member(self.escaped_character())
        self.at += 1
        return Member(char, joins=char == "-")


def ranges_of(members: list[Member]) -> list[tuple[Member, Member]]:
    """The members of a class, each with itself or with the one it makes a range with."""
    found: list[tuple[Member, Member]] = []
    at = 0
    while at < len(members):
        first, *others = members[at : at + 3]
        if len(others) < 2 or not others[0].joins:
            found.append((first, first))
            at += 1
            continue
        hyphen, last = others
        if first.is_several or last.is_several:  # then the hyphen is one
            found += [(first, first), (hyphen, hyphen), (last, last)]
        else:
            found.append((first, last))
        at += 3
    return found


def _is_everything(members: list[Member]) -> bool:
    """Whether a class names some letters and all others, as `[\\w\\W]` does."""
    texts = {member.text for member in members if member.is_several}
    return any({one, other} <= texts for one, other in _OPPOSITES)


def _with_ranges(members: list[Member]) -> str:
    """The members of a class as both engines read them."""
    return "".join(
        first.text if first.is_several else _range(first.text, last.text)
        for first, last in ranges_of(members)
    )


def _range(first: str, last: str) -> str:
    """A range of code units: the halves of pairs lie between the other letters there."""
    low, high = code_of(first), code_of(last)
    if low > high:
        raise Unreadable(f"the range {first}-{last} runs backwards")
    parts = (
        (0, _FIRST_HALF - 1, 0),
        (_FIRST_HALF, _LAST_HALF, _HALVES_AT),
        (_LAST_HALF + 1, 0xFFFF, 0),
    )
    if low == high:
        return _literal(first)
    written = ""
    for begin, end, moved in parts:
        lowest, highest = max(low, begin), min(high, end)
        if lowest <= highest:
            written += f"{_literal(chr(lowest + moved))}-{_literal(chr(highest + moved))}"
    return written


def code_of(letter: str) -> int:
    """The code unit that a letter stands for."""
    code = ord(letter)
    return code - _HALVES_AT if code > 0xFFFF else code


def _literal(char: str) -> str:
    """A character as itself, in and outside classes, for both engines."""
    if char == "\0":
        return "\\x00"
    return "\\" + char if char in "\\^$.|?*+()[]{}-&~#" else char
