"""Words of a command line as far as they are known: text, and holes where something is computed.

A word is never guessed. `text` is the whole word when all of it is known; `could_be` says whether
it could still turn out to be a given text, whatever fills its holes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST_WORD = 64 * 1024
MOST_PIECES = 400
_BLANK = re.compile(r"[ \t\n]")


class Hole:
    """Something that is not known.

    One that `splits` may turn out to be several words, or none. A file name is never an option.
    `computed`: by a command of this very command line, so that it may be made to be anything.
    `choices`: it is one of these texts.
    """

    __slots__ = ("choices", "computed", "file_name", "splits")

    def __init__(
        self,
        *,
        splits: bool = False,
        file_name: bool = False,
        computed: bool = False,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.splits, self.file_name, self.computed, self.choices = (
            splits,
            file_name,
            computed,
            choices,
        )

    def used(self, quoted: bool) -> Hole:
        """The same where it is used: unquoted, a shell splits it."""
        if self.file_name:
            return self
        if self.choices:
            blank = any(_BLANK.search(choice) for choice in self.choices)
            return Hole(splits=True, computed=True) if blank and not quoted else self
        return Hole(splits=not quoted, computed=self.computed)

    def ends(self, text: str, starts: set[int]) -> set[int]:
        """Where it could end in a text, when it starts at one of these places."""
        if not self.choices:
            return set(range(min(starts), len(text) + 1))
        return {
            at + len(choice)
            for at in starts
            for choice in self.choices
            if text.startswith(choice, at)
        }


#: Anything, in one word.
ANYTHING = Hole()
#: Anything, perhaps several words.
ANY_WORDS = Hole(splits=True)
#: What a command prints that is not known.
COMPUTED = Hole(computed=True)
#: The name of some file, or a number; as a whole text, what a file held before.
A_FILE = Hole(file_name=True)

Piece = str | Hole


class Word:
    """One word: its pieces, known text and holes in turn. `quoted`: all of it stood in quotes."""

    __slots__ = ("pieces", "quoted")

    def __init__(self, pieces: Iterable[Piece] = (), *, quoted: bool = False) -> None:
        self.pieces = _joined(pieces)
        self.quoted = quoted

    def __repr__(self) -> str:
        return "".join(piece if isinstance(piece, str) else "…" for piece in self.pieces)

    @property
    def text(self) -> str | None:
        """The whole word, or None when part of it is computed."""
        if not self.pieces:
            return ""
        first = self.pieces[0]
        return first if len(self.pieces) == 1 and isinstance(first, str) else None

    @property
    def start(self) -> str:
        """The known text it begins with."""
        return self.pieces[0] if self.pieces and isinstance(self.pieces[0], str) else ""

    @property
    def holes(self) -> list[Hole]:
        """What is not known of it."""
        return [piece for piece in self.pieces if isinstance(piece, Hole)]

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
        return (
            len(self.pieces) == 1
            and all(hole.file_name for hole in self.holes)
            and self.text is None
        )

    @property
    def known_text(self) -> str:
        """All that is known of it, with a blank for each hole."""
        return "".join(piece if isinstance(piece, str) else " " for piece in self.pieces)

    def could_be(self, text: str) -> bool:
        """Whether it is this text, or could be."""
        if self.text is not None:
            return (
                self.text == text or self.text.casefold() == text
            )  # some file systems take GIT for git
        ends = {0}
        for piece in self.pieces:
            if isinstance(piece, Hole):
                ends = piece.ends(text, ends)
            else:
                ends = {at + len(piece) for at in ends if text.startswith(piece, at)}
            if not ends:
                return False
        return len(text) in ends

    def could_be_option(self) -> bool:
        """Whether it is an option, or could be. No option has a slash in it where its letters are."""
        first = self.pieces[0] if self.pieces else ""
        if isinstance(first, str):
            return first.startswith("-")
        return not (
            first.file_name
            or "/" in self.known_text
            or (first.choices and not any(choice.startswith("-") for choice in first.choices))
        )

    def base(self) -> Word:
        """Its last path component."""
        for index in range(len(self.pieces) - 1, -1, -1):
            piece = self.pieces[index]
            if isinstance(piece, str) and "/" in piece:
                return Word(
                    (piece[piece.rindex("/") + 1 :], *self.pieces[index + 1 :]), quoted=self.quoted
                )
        return self

    def without_start(self, start: str) -> Word:
        """The rest of a word that begins with this text."""
        if not start:
            return self
        first, *rest = self.pieces
        return Word((str(first)[len(start) :], *rest), quoted=self.quoted)

    def replaced(self, old: str, new: Word) -> Word:
        """The same with other pieces wherever the text stands."""
        pieces: list[Piece] = []
        for piece in self.pieces:
            if isinstance(piece, str) and old:
                for number, part in enumerate(piece.split(old)):
                    pieces += [part] if number == 0 else [*new.pieces, part]
            else:
                pieces.append(piece)
        return Word(pieces, quoted=self.quoted)


def known(text: str) -> Word:
    """A word all of which is known."""
    return Word((text,))


def joined(words: Iterable[Word], between: str = " ") -> Word:
    """The words with blanks between them, as one."""
    pieces: list[Piece] = []
    for number, word in enumerate(words):
        pieces += [between, *word.pieces] if number else [*word.pieces]
    return Word(pieces)


def either(one: Word | None, other: Word | None) -> Word:
    """A word that is one or the other; one that was never set is taken for empty."""
    texts = ["" if word is None else word.text for word in (one, other)]
    choices: list[str] = []
    for word, text in zip((one, other), texts, strict=True):
        if text is not None:
            choices.append(text)
        elif word is not None and len(word.pieces) == 1 and word.holes[0].choices:
            choices += word.holes[0].choices
        else:
            return Word((COMPUTED,))
    different = tuple(dict.fromkeys(choices))
    return known(different[0]) if len(different) == 1 else Word((Hole(choices=different),))


def any_of(values: list[Word]) -> Word:
    """One word for a loop over more than can be followed."""
    if all(word.text is not None for word in values):
        return Word((Hole(choices=tuple(word.text or "" for word in values)),))
    files = all(hole.file_name for word in values for hole in word.holes)
    return Word(
        (
            Hole(file_name=True)
            if files
            else Hole(splits=True, computed=any(word.computed for word in values)),
        )
    )


def without_last_line_end(output: Word) -> Word:
    """What a substitution makes of what a command prints."""
    last = [*output.pieces[-2:]]
    return Word(
        (
            *output.pieces[:-2],
            *(piece.rstrip("\n") if isinstance(piece, str) else piece for piece in last),
        )
    )


def _joined(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Neighbouring texts as one, empty ones left out; something computed instead of far too much."""
    found: list[Piece] = []
    length = 0
    for piece in pieces:
        if piece == "":
            continue
        last = found[-1] if found else None
        length += len(piece) if isinstance(piece, str) else 1
        if isinstance(piece, str) and isinstance(last, str):
            found[-1] = last + piece
        elif (
            isinstance(piece, Hole)
            and isinstance(last, Hole)
            and not piece.choices
            and not last.choices
        ):
            found[-1] = _side_by_side(last, piece)
        else:
            found.append(piece)
    too_much = length > LONGEST_WORD or len(found) > MOST_PIECES
    return (Hole(splits=True, computed=True),) if too_much else tuple(found)


def _side_by_side(one: Hole, other: Hole) -> Hole:
    return Hole(
        splits=one.splits or other.splits,
        computed=one.computed or other.computed,
        file_name=one.file_name and not other.computed,
    )
