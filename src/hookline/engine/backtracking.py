"""A matcher with back-references, tried as JavaScript tries it. Slow, and right.

The other engines remember what a group held when its loop goes round again; JavaScript forgets it,
takes look-behinds from their end, and lets a reference stand before or inside its own group. So a
pattern with such references is run here, by the algorithm of ECMA-262 (22.2.2), one closure for
each piece. Whoever calls sets the time; a text on which Python's stack ends raises RecursionError.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from hookline.engine.jsregex import (
    NOT_SPACES,
    QUANTIFIER,
    SPACES,
    Member,
    Translator,
    code_of,
    ranges_of,
    units,
)
from hookline.errors import Unreadable

#: Where each group begins and ends; None for one that holds nothing.
Held = tuple[tuple[int, int] | None, ...]
Continue = Callable[[int, Held], bool]
#: Match from a place on, then whatever follows.
Piece = Callable[[int, Held, Continue], bool]
IsOne = Callable[[str], bool]

_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_DIGITS = frozenset("0123456789")
_LINE_ENDS = frozenset("\n\r\u2028\u2029")
_STEPS_BETWEEN_LOOKS = 256
_ENDLESS = 1 << 30


class _Part(NamedTuple):
    """A piece; and what it takes where that is always one unit."""

    piece: Piece
    one: IsOne | None = None


class Backtracker:
    """A pattern that `translate` has accepted."""

    def __init__(self, pattern: str) -> None:
        self._trial = _Trial()
        reader = _Reader(units(pattern), self._trial)
        try:
            self._piece = reader.disjunction(1)
        except RecursionError:
            raise Unreadable("its groups are nested too deeply") from None
        self._empty: Held = (None,) * (len(reader.names) + 1)

    def search(self, subject: str, timeout_s: float) -> bool:
        """Whether it matches somewhere. Raises TimeoutError, and RecursionError."""
        run = self._trial
        run.text, run.steps, run.ends_at = units(subject), 0, time.monotonic() + timeout_s
        return any(self._piece(start, self._empty, _matched) for start in range(len(run.text) + 1))


def _matched(at: int, held: Held) -> bool:
    return True


class _Trial:
    """The text that is tried, and how long that may take."""

    def __init__(self) -> None:
        self.text, self.steps, self.ends_at = "", 0, 0.0

    def count(self) -> None:
        """One more step."""
        self.steps += 1
        if self.steps % _STEPS_BETWEEN_LOOKS == 0 and time.monotonic() > self.ends_at:
            raise TimeoutError


class _Reader(Translator):
    """The pattern → pieces. `way` is 1 forwards and -1 inside a look-behind."""

    def __init__(self, pattern: str, run: _Trial) -> None:
        super().__init__(pattern)
        self.trial, self.opened = run, 0

    def disjunction(self, way: int) -> Piece:
        """Everything up to the bracket that closes it, or to the end."""
        branches = [self._alternative(way)]
        while self.pattern.startswith("|", self.at):
            self.at += 1
            branches.append(self._alternative(way))
        if len(branches) == 1:
            return branches[0]
        return lambda at, held, then: any(branch(at, held, then) for branch in branches)

    def _alternative(self, way: int) -> Piece:
        pieces: list[Piece] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            pieces.append(self._term(way))
        return _in_a_row(pieces if way == 1 else pieces[::-1])

    def _term(self, way: int) -> Piece:
        before = self.opened
        part = self._atom(way)
        quantifier = QUANTIFIER.match(self.pattern, self.at)
        if quantifier is None:
            return part.piece
        self.at = quantifier.end()
        is_lazy = self.pattern.startswith("?", self.at)
        self.at += is_lazy
        least, most = _bounds(quantifier[0])
        if part.one is not None:
            return self._many_units(part.one, least, most, way, is_lazy)
        return self._many(part.piece, least, most, is_lazy, (before + 1, self.opened + 1))

    def _atom(self, way: int) -> _Part:
        char = self.pattern[self.at]
        if char == "(":
            return _Part(self._bracket(way))
        if char == "\\":
            return self._escaped(way)
        if char == "[":
            return self._unit(self._one_of_class(), way)
        self.at += 1
        if char in "^$":
            return _Part(self._edge(at_end=char == "$"))
        if char == ".":
            return self._unit(lambda unit: unit not in _LINE_ENDS, way)
        return self._unit(lambda unit: unit == char, way)

    def _bracket(self, way: int) -> Piece:
        opening = self.opening()
        self.at += len(opening.text)
        if opening.looks_around:
            looked = self.disjunction(-1 if "<" in opening.text else 1)
            self.at += 1
            return _look(looked, wanted=opening.text[-1] == "=")
        if opening.text == "(?:":
            inside = self.disjunction(way)
            self.at += 1
            return inside
        if opening.text == "(?<":
            self.at = self.pattern.index(">", self.at) + 1
        self.opened += 1
        number = self.opened
        inside = self.disjunction(way)
        self.at += 1
        return _group(inside, number, way)

    def _escaped(self, way: int) -> _Part:
        code = self.pattern[self.at + 1]
        if code in "bB":
            self.at += 2
            return _Part(self._word_edge(wanted=code == "b"))
        if code in _ESCAPES:
            self.at += 2
            return self._unit(_ESCAPES[code], way)
        reference = self.reference()
        if reference is not None:
            self.at += len(reference[0])
            name = reference[1]
            number = int(name) if name.isdigit() else self.names.index(name) + 1
            return _Part(self._same_again(number, way))
        char = self.escaped_character()
        return self._unit(lambda unit: unit == char, way)

    def _one_of_class(self) -> IsOne:
        if self.pattern.startswith("[^]", self.at):
            self.at += 3
            return lambda unit: True
        if self.pattern.startswith("[]", self.at):
            self.at += 2
            return lambda unit: False
        negated = self.pattern.startswith("[^", self.at)
        self.at += 2 if negated else 1
        members: list[Member] = []
        while self.pattern[self.at] != "]":
            members.append(self.class_member())
        self.at += 1
        tests = [_test_of(*ends) for ends in ranges_of(members)]
        return lambda unit: any(test(unit) for test in tests) is not negated

    def _unit(self, one: IsOne, way: int) -> _Part:
        run = self.trial

        def piece(at: int, held: Held, then: Continue) -> bool:
            run.count()
            place = at if way == 1 else at - 1
            if not 0 <= place < len(run.text) or not one(run.text[place]):
                return False
            return then(at + way, held)

        return _Part(piece, one)

    def _many_units(self, one: IsOne, least: int, most: int, way: int, is_lazy: bool) -> Piece:
        run = self.trial

        def piece(at: int, held: Held, then: Continue) -> bool:
            longest, place = 0, at if way == 1 else at - 1
            while longest < most and 0 <= place < len(run.text) and one(run.text[place]):
                run.count()
                longest, place = longest + 1, place + way
            numbers = range(least, longest + 1) if is_lazy else range(longest, least - 1, -1)
            return any(then(at + number * way, held) for number in numbers)

        return piece

    def _many(
        self, inside: Piece, least: int, most: int, is_lazy: bool, own: tuple[int, int]
    ) -> Piece:
        """A loop; whenever it goes round, its own groups hold nothing again."""
        first, end = own
        run, nothing = self.trial, (None,) * (end - first)

        def turn(at: int, held: Held, then: Continue, need: int, may: int) -> bool:
            run.count()
            if may == 0:
                return then(at, held)

            def again(there: int, now: Held) -> bool:
                if need == 0 and there == at:
                    return False
                return turn(there, now, then, max(need - 1, 0), may - 1)

            fresh = held[:first] + nothing + held[end:]
            if need:
                return inside(at, fresh, again)
            if is_lazy:
                return then(at, held) or inside(at, fresh, again)
            return inside(at, fresh, again) or then(at, held)

        return lambda at, held, then: turn(at, held, then, least, most)

    def _edge(self, *, at_end: bool) -> Piece:
        run = self.trial
        return lambda at, held, then: at == (len(run.text) if at_end else 0) and then(at, held)

    def _word_edge(self, *, wanted: bool) -> Piece:
        run = self.trial

        def piece(at: int, held: Held, then: Continue) -> bool:
            before = at > 0 and run.text[at - 1] in _WORD
            behind = at < len(run.text) and run.text[at] in _WORD
            return (before != behind) is wanted and then(at, held)

        return piece

    def _same_again(self, number: int, way: int) -> Piece:
        run = self.trial

        def piece(at: int, held: Held, then: Continue) -> bool:
            run.count()
            place = held[number]
            if place is None:
                return then(at, held)
            text = run.text[place[0] : place[1]]
            begin = at if way == 1 else at - len(text)
            return (
                begin >= 0 and run.text.startswith(text, begin) and then(at + way * len(text), held)
            )

        return piece


def _in_a_row(pieces: list[Piece]) -> Piece:
    row: Piece = _nothing
    for piece in reversed(pieces):
        row = piece if row is _nothing else _before(piece, row)
    return row


def _nothing(at: int, held: Held, then: Continue) -> bool:
    return then(at, held)


def _before(first: Piece, second: Piece) -> Piece:
    return lambda at, held, then: first(at, held, lambda there, now: second(there, now, then))


def _group(inside: Piece, number: int, way: int) -> Piece:
    def piece(at: int, held: Held, then: Continue) -> bool:
        def close(there: int, now: Held) -> bool:
            place = (at, there) if way == 1 else (there, at)
            return then(there, (*now[:number], place, *now[number + 1 :]))

        return inside(at, held, close)

    return piece


def _look(looked: Piece, *, wanted: bool) -> Piece:
    def piece(at: int, held: Held, then: Continue) -> bool:
        seen: list[Held] = []

        def keep(there: int, now: Held) -> bool:
            seen.append(now)
            return True

        if looked(at, held, keep) is not wanted:
            return False
        return then(at, seen[0] if wanted else held)

    return piece


def _bounds(quantifier: str) -> tuple[int, int]:
    if quantifier in _SHORT_BOUNDS:
        return _SHORT_BOUNDS[quantifier]
    least, comma, most = quantifier[1:-1].partition(",")
    return int(least), int(most) if most else _ENDLESS if comma else int(least)


def _test_of(first: Member, last: Member) -> IsOne:
    if first.is_several:
        return _BY_TEXT[first.text]
    low, high = code_of(first.text), code_of(last.text)
    return lambda unit: low <= code_of(unit) <= high


def _is_space(unit: str) -> bool:
    return (
        unit in "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"
        or "\u2000" <= unit <= "\u200a"
    )


_ESCAPES: dict[str, IsOne] = {
    "d": lambda unit: unit in _DIGITS,
    "D": lambda unit: unit not in _DIGITS,
    "w": lambda unit: unit in _WORD,
    "W": lambda unit: unit not in _WORD,
    "s": _is_space,
    "S": lambda unit: not _is_space(unit),
}
#: As `Translator.class_member` writes them.
_BY_TEXT = {
    **{"\\" + code: _ESCAPES[code] for code in "dDwW"},
    SPACES: _ESCAPES["s"],
    NOT_SPACES: _ESCAPES["S"],
}
_SHORT_BOUNDS = {"*": (0, _ENDLESS), "+": (1, _ENDLESS), "?": (0, 1)}
