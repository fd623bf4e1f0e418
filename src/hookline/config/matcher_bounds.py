"""How large a matcher is, measured before any engine compiles it: compiling takes time and memory
too.

Goes in: the text of a matcher. Comes out: None, or a `MatcherFault` that says what is too large about
it. `MatcherBounds` adds up what the matchers of one file take together. Pure; linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

MOST_CHARACTERS = 16_384
MOST_GROUPS = 500
MOST_LEVELS = 50
MOST_REFERENCES = 100
#: Pieces of a matcher with its counted repeats written out: a letter is one, a class is eight.
MOST_PIECES = 20_000
#: The same for all matchers of a file, and for those of them that RE2 cannot take.
MOST_PIECES_OF_A_FILE = 1_000_000
MOST_SLOW_PIECES_OF_A_FILE = 50_000
#: What any matcher takes that RE2 cannot take, be it ever so short.
_SLOW_START = 10
_CLASS_PIECES = 8
#: RE2 repeats nothing more often.
_RE2_REPEATS = 1000
_COUNTLESS = 1_000_000

#: No class, no counted repeat, nothing but letters, bars and brackets.
_SIMPLE = re.compile(r"[^\\\[{.?]*")
_TOKEN = re.compile(
    r"(?P<reference>\\(?:k(?:<[\w$]*>)?|[1-9][0-9]*))|(?P<border>\\B)|(?P<escape>\\[dDwWsS])|\\."
    r"|(?P<class>\[(?:[^\]\\]|\\.)*\]?|\.)|(?P<look>\(\?<?[=!])|(?P<open>\((?:\?:|\?<[\w$]*>)?)|(?P<close>\))"
    r"|(?P<count>\{\d+(?:,\d*)?\})|.",
    re.DOTALL,
)
_SHORTEN = "shorten it, or let the script look at the event"
_FULL = "is one too many: the matchers{} before it are all that one file may have"
_SPLIT = "use fewer or shorter matchers in this file, or let the script look at the event"


class MatcherFault(NamedTuple):
    """What is wrong with a matcher, as the end of a sentence that begins with it, and what to do."""

    what: str
    remedy: str


class MatcherSize(NamedTuple):
    """What compiling a matcher takes. `slow`: RE2 cannot take it, the second engine has to."""

    pieces: int
    groups: int = 0
    levels: int = 0
    references: int = 0
    slow: bool = False


class _Level(NamedTuple):
    """A group that is open: its pieces so far, those of its last part, and how often counted repeats
    repeat the most repeated part of all and of the last one.
    """

    pieces: int = 0
    last: int = 0
    turns: int = 1
    last_turns: int = 1

    def add(self, pieces: int, turns: int = 1) -> _Level:
        return _Level(self.pieces + pieces, pieces, max(self.turns, turns), turns)

    def repeat(self, times: int) -> _Level:
        """The last part so many times."""
        turns = self.last_turns * times
        pieces = self.pieces + self.last * (times - 1)
        return _Level(pieces, self.last * times, max(self.turns, turns), turns)


def size_of(matcher: str) -> MatcherSize:
    """The size of a matcher."""
    if _SIMPLE.fullmatch(matcher) and matcher.count("(") < MOST_LEVELS:
        return MatcherSize(len(matcher))
    opened = [_Level()]
    groups = levels = references = 0
    slow = False
    for token in _TOKEN.finditer(matcher):
        kind, level = token.lastgroup, opened[-1]
        if kind in ("look", "open"):
            opened.append(_Level())
            groups, levels = groups + 1, max(levels, len(opened) - 1)
        elif kind == "close" and len(opened) > 1:
            opened.pop()
            opened[-1] = opened[-1].add(level.pieces + 1, level.turns)
        elif kind == "count":
            opened[-1] = level.repeat(_times(token.group()))
        else:
            opened[-1] = level.add(_CLASS_PIECES if kind in ("class", "escape") else 1)
        references += kind == "reference"
        slow = slow or kind in ("look", "reference", "border")
    pieces = sum(level.pieces for level in opened)
    slow = slow or max(level.turns for level in opened) > _RE2_REPEATS
    return MatcherSize(pieces, groups, levels, references, slow)


def _times(count: str) -> int:
    """How often a counted repeat repeats at most; a number of too many digits is not even read."""
    numbers = [digits.lstrip("0") for digits in count.strip("{}").split(",")]
    if max(map(len, numbers)) >= len(str(_COUNTLESS)):
        return _COUNTLESS
    return max(1, *(int(digits or "1") for digits in numbers))


def excess_of(size: MatcherSize) -> MatcherFault | None:
    """What is too large about a matcher by itself."""
    bounds = (
        ("groups", size.groups, MOST_GROUPS),
        ("levels of groups inside groups", size.levels, MOST_LEVELS),
        ("back-references", size.references, MOST_REFERENCES),
        ("pieces with its repeats written out", size.pieces, MOST_PIECES),
    )
    return next((_excess(*bound) for bound in bounds if bound[1] > bound[2]), None)


def _excess(what: str, number: int, most: int) -> MatcherFault:
    written = f"{number:,}" if number < 10**12 else "far too many"
    return MatcherFault(f"is too large: it has {written} {what}; {most:,} are allowed", _SHORTEN)


class MatcherBounds:
    """The matchers of one file, each looked at once. Without a `complaint` nothing is wrong with
    any of them.
    """

    def __init__(self, complaint: Callable[[str], str | None] | None) -> None:
        self._complaint = complaint
        self._known: dict[str, MatcherFault | None] = {}
        self._left, self._left_slow = MOST_PIECES_OF_A_FILE, MOST_SLOW_PIECES_OF_A_FILE

    def fault_of(self, matcher: str) -> MatcherFault | None:
        """What is wrong with a matcher; one that is too large is never compiled."""
        if self._complaint is None:
            return None
        if matcher not in self._known:
            self._known[matcher] = self._excess(matcher) or _invalid(self._complaint(matcher))
        return self._known[matcher]

    def _excess(self, matcher: str) -> MatcherFault | None:
        if len(matcher) > MOST_CHARACTERS:
            return _excess("characters", len(matcher), MOST_CHARACTERS)
        size = size_of(matcher)
        fault = excess_of(size)
        if fault is not None:
            return fault
        slow_pieces = size.pieces + _SLOW_START if size.slow else 0
        if slow_pieces > self._left_slow:
            return MatcherFault(_FULL.format(" with look-around or back-references"), _SPLIT)
        if size.pieces > self._left:
            return MatcherFault(_FULL.format(""), _SPLIT)
        self._left -= size.pieces
        self._left_slow -= slow_pieces
        return None


def _invalid(complaint: str | None) -> MatcherFault | None:
    if complaint is None:
        return None
    return MatcherFault(
        f"is not a valid regular expression: {complaint}",
        "correct it, or remove it to match everything",
    )
