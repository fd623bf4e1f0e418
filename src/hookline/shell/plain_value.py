"""A word of a command line as the texts that every POSIX shell makes of it, or that it cannot be told.

Stricter than `word`: what shells read differently (braces, `$'…'`) is not known, and there are no
holes in what is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

#: A word that may be more texts than these may be any.
MOST_TEXTS = 16


class PlainValue(NamedTuple):
    """All the texts a word may be. Where it may be anything: whether only because the environment
    says what it is (`outside`), or because it is computed.
    """

    texts: tuple[str, ...] = ()
    outside: bool = False
    computed: bool = False
    names_folder: bool = False  # what is known of an unknown word holds a slash

    @property
    def is_known(self) -> bool:
        """Whether it is one of its texts, and nothing else."""
        return not (self.outside or self.computed)

    @property
    def is_data(self) -> bool:
        """Whether it is safe as an argument: known, or all of it handed in from outside."""
        return not self.computed and not (self.outside and self.names_folder)


COMPUTED = PlainValue(computed=True)
OUTSIDE = PlainValue(outside=True)


def text(*texts: str) -> PlainValue:
    """One of these texts."""
    return PlainValue(tuple(dict.fromkeys(texts)))


def joined(parts: Iterable[PlainValue]) -> PlainValue:
    """The parts of a word, one behind the other."""
    texts: tuple[str, ...] = ("",)
    outside = computed = names_folder = False
    for part in parts:
        outside |= part.outside
        computed |= part.computed
        names_folder |= part.names_folder or any("/" in one for one in part.texts)
        if part.is_known:
            texts = tuple(dict.fromkeys(left + right for left in texts for right in part.texts))
        computed |= len(texts) > MOST_TEXTS
        texts = texts[:MOST_TEXTS]
    if outside or computed:
        return PlainValue((), outside, computed, names_folder)
    return PlainValue(texts)


def either(one: PlainValue, other: PlainValue) -> PlainValue:
    """A value that is one or the other."""
    if not (one.is_known and other.is_known):
        return PlainValue((), one.outside or other.outside, one.computed or other.computed)
    texts = tuple(dict.fromkeys(one.texts + other.texts))
    return PlainValue(texts) if len(texts) <= MOST_TEXTS else COMPUTED
