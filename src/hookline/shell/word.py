"""Words of a command line as far as they are known: text, and holes where something is computed.

A word is never guessed. `text` is the whole word when all of it is known; `could_be` says whether
it could still turn out to be a given text, whatever fills its holes.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from itertools import pairwise
from typing import TypeGuard

LONGEST_WORD = 64 * 1024
MOST_PIECES = 400
_BLANK = re.compile(r"[ \t\n]")


class Hole:
    """Something that is not known.

    One that `splits` may turn out to be several words, or none. A file name is never an option.
    `computed`: by a command of this very command line, so that it may be made to be anything.
    `choices`: it is one of these texts. `pattern`: a wildcard as it was written, for who takes the
    word as it stands.
    """

    __slots__ = ("choices", "computed", "file_name", "pattern", "splits")

    def __init__(
        self,
        *,
        splits: bool = False,
        file_name: bool = False,
        computed: bool = False,
        choices: tuple[str, ...] = (),
        pattern: str = "",
    ) -> None:
        self.splits = splits
        self.file_name = file_name
        self.pattern = pattern
        self.computed = computed
        self.choices = choices

    def used(self, quoted: bool) -> Hole:
        """The same where it is used: unquoted, a shell splits it."""
        if self.file_name:
            return self
        if not self.choices:
            return Hole(splits=not quoted, computed=self.computed)
        has_blank = any(_BLANK.search(choice) for choice in self.choices)
        return COMPUTED_WORDS if has_blank and not quoted else self

    def beside(self, other: Hole) -> Hole | None:
        """The two as one; None where one of them is one of a few texts."""
        if self.choices or other.choices:
            return None
        return Hole(
            splits=self.splits or other.splits,
            computed=self.computed or other.computed,
            file_name=self.file_name and not other.computed,
        )

    def ends(self, text: str, starts: set[int]) -> set[int]:
        """Where it could end in a text, when it starts at one of these places."""
        if not self.choices:
            return set(range(min(starts), len(text) + 1))
        ends: set[int] = set()
        for choice in self.choices:
            ends.update(at + len(choice) for at in starts if text.startswith(choice, at))
        return ends


#: Anything, in one word.
ANYTHING = Hole()
#: Anything, perhaps several words.
ANY_WORDS = Hole(splits=True)
#: What a command prints that is not known.
COMPUTED = Hole(computed=True)
#: The same where it is not in quotes: perhaps several words.
COMPUTED_WORDS = Hole(splits=True, computed=True)
#: The name of some file, or a number; as a whole text, what a file held before.
A_FILE = Hole(file_name=True)

Piece = str | Hole


class Word:
    """One word: its pieces, known text and holes in turn. It is never changed.

    `text` is the whole word, None when part of it is computed; `quoted`: all of it stood in quotes.
    """

    __slots__ = ("_base", "pieces", "quoted", "text")

    def __init__(self, pieces: Iterable[Piece] = (), *, quoted: bool = False) -> None:
        self.pieces = _joined(pieces)
        self.quoted = quoted
        self.text = _text_of(self.pieces)
        self._base: Word | None = None

    def __repr__(self) -> str:
        return "".join(piece if isinstance(piece, str) else "…" for piece in self.pieces)

    @property
    def start(self) -> str:
        """The known text it begins with."""
        first = self.pieces[0] if self.pieces else ""
        return first if isinstance(first, str) else ""

    @property
    def holes(self) -> list[Hole]:
        """What is not known of it."""
        return [piece for piece in self.pieces if isinstance(piece, Hole)]

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts it is one of; none when it is known, or may be anything else."""
        only = self.pieces[0] if len(self.pieces) == 1 else ""
        return only.choices if isinstance(only, Hole) else ()

    @property
    def splits(self) -> bool:
        """Whether it may turn out to be several words."""
        return any(hole.splits for hole in self.holes)

    @property
    def computed(self) -> bool:
        """Whether a command of this command line makes part of it."""
        return any(hole.computed for hole in self.holes)

    @property
    def was_there(self) -> bool:
        """Whether it is, as a whole, what a file held before: no business of this command line."""
        only = self.pieces[0] if len(self.pieces) == 1 else ""
        return isinstance(only, Hole) and only.file_name

    @property
    def as_written(self) -> str | None:
        """The word when no file has such a name, which is what a shell then takes: `fastapi[all]`."""
        pieces = [piece if isinstance(piece, str) else piece.pattern for piece in self.pieces]
        return "".join(pieces) if all(pieces) else self.text

    @property
    def known_text(self) -> str:
        """All that is known of it, with a blank for each hole."""
        return "".join(piece if isinstance(piece, str) else " " for piece in self.pieces)

    def could_be(self, text: str) -> bool:
        """Whether it is this text, or could be. Some file systems take GIT for git."""
        if self.text is not None:
            return self.text == text or self.text.casefold() == text
        ends = {0}
        for piece in self.pieces:
            hole = piece if isinstance(piece, Hole) else Hole(choices=(piece,))
            ends = hole.ends(text, ends)
            if not ends:
                return False
        return len(text) in ends

    def could_be_option(self) -> bool:
        """Whether it is an option, or could be. No option has a slash in it where its letters are."""
        first = self.pieces[0] if self.pieces else ""
        if isinstance(first, str):
            return first.startswith("-")
        if first.file_name or "/" in self.known_text:
            return False
        return not first.choices or any(choice.startswith("-") for choice in first.choices)

    def base(self) -> Word:
        """Its last path component."""
        if self._base is None:
            self._base = self._last_component()
        return self._base

    def _last_component(self) -> Word:
        for index in reversed(range(len(self.pieces))):
            piece = self.pieces[index]
            if isinstance(piece, str) and "/" in piece:
                end = piece[piece.rindex("/") + 1 :]
                return Word((end, *self.pieces[index + 1 :]), quoted=self.quoted)
        return self

    def without_start(self, start: str) -> Word:
        """The rest of a word that begins with this text."""
        if not start:
            return self
        first, *others = self.pieces
        return Word((str(first)[len(start) :], *others), quoted=self.quoted)

    def replaced(self, old: str, new: Word) -> Word:
        """The same with other pieces wherever the text stands."""
        pieces: list[Piece] = []
        for piece in self.pieces:
            if isinstance(piece, Hole) or not old:
                pieces.append(piece)
                continue
            first, *others = piece.split(old)
            pieces.append(first)
            for part in others:
                pieces += [*new.pieces, part]
        return Word(pieces, quoted=self.quoted)


def known(text: str) -> Word:
    """A word all of which is known."""
    return Word((text,))


def texts_of(words: Iterable[Word]) -> list[str | None]:
    """The words' texts; None for each that is computed."""
    return [word.text for word in words]


def without_options(words: Iterable[Word]) -> list[Word]:
    """The words that do not begin with a dash."""
    return [word for word in words if not word.start.startswith("-")]


def values_behind(words: Iterable[Word], options: Container[str | None]) -> list[Word]:
    """The words that stand behind one of these options."""
    return [value for option, value in pairwise(words) if option.text in options]


def is_made_here(word: Word | None) -> TypeGuard[Word]:
    """Whether there is a text at all, and it is not simply what a file held before."""
    return word is not None and not word.was_there


def joined(words: Iterable[Word], between: str = " ") -> Word:
    """The words with blanks between them, as one."""
    pieces: list[Piece] = []
    for number, word in enumerate(words):
        if number:
            pieces.append(between)
        pieces += word.pieces
    return Word(pieces)


def either(one: Word | None, other: Word | None) -> Word:
    """A word that is one or the other; one that was never set is taken for empty."""
    texts, other_texts = _possible_texts(one), _possible_texts(other)
    if texts is None or other_texts is None:
        return Word((COMPUTED,))
    different = tuple(dict.fromkeys((*texts, *other_texts)))
    return known(different[0]) if len(different) == 1 else Word((Hole(choices=different),))


def _possible_texts(word: Word | None) -> tuple[str, ...] | None:
    """All that a word may be; None when that cannot be listed."""
    if word is None:
        return ("",)
    if word.text is not None:
        return (word.text,)
    return word.choices or None


def any_of(values: list[Word]) -> Word:
    """One word for a loop over more than can be followed."""
    holes = [hole for word in values for hole in word.holes]
    if holes:
        return Word((_one_for(holes),))
    return Word((Hole(choices=tuple(word.start for word in values)),))


def _one_for(holes: list[Hole]) -> Hole:
    """A hole that may be anything that one of these may be."""
    if all(hole.file_name for hole in holes):
        return A_FILE
    computed = any(hole.computed for hole in holes)
    return COMPUTED_WORDS if computed else ANY_WORDS


def without_last_line_end(output: Word) -> Word:
    """What a substitution makes of what a command prints."""
    before, last = output.pieces[:-2], output.pieces[-2:]
    stripped = [piece.rstrip("\n") if isinstance(piece, str) else piece for piece in last]
    return Word((*before, *stripped))


def _text_of(pieces: tuple[Piece, ...]) -> str | None:
    """The text of a word all of which is known."""
    if not pieces:
        return ""
    first = pieces[0]
    return first if len(pieces) == 1 and isinstance(first, str) else None


def _joined(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Neighbouring texts as one, empty ones left out; something computed instead of far too much."""
    kept: list[Piece] = []
    length = 0
    for piece in pieces:
        if piece == "":
            continue
        length += len(piece) if isinstance(piece, str) else 1
        merged = _side_by_side(kept[-1], piece) if kept else None
        if merged is None:
            kept.append(piece)
        else:
            kept[-1] = merged
    if length > LONGEST_WORD or len(kept) > MOST_PIECES:
        return (COMPUTED_WORDS,)
    return tuple(kept)


def _side_by_side(left: Piece, right: Piece) -> Piece | None:
    """Two neighbours as one piece; None when they stay two."""
    if isinstance(left, Hole):
        return left.beside(right) if isinstance(right, Hole) else None
    return left + right if isinstance(right, str) else None
