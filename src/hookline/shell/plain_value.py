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


def texts_of_all(values: Iterable[PlainValue]) -> list[str]:
    """Every text that one of these values may be."""
    return [one for value in values for one in value.texts]


def joined(parts: Iterable[PlainValue]) -> PlainValue:
    """The parts of a word, one behind the other."""
    whole = PlainValue(("",))
    for part in parts:
        whole = _behind(whole, part)
    return whole


def _behind(left: PlainValue, right: PlainValue) -> PlainValue:
    if left.is_known and right.is_known:
        texts = [one + other for one in left.texts for other in right.texts]
        return text(*texts) if len(texts) <= MOST_TEXTS else COMPUTED
    outside, computed = left.outside or right.outside, left.computed or right.computed
    return PlainValue((), outside, computed, _holds_slash(left) or _holds_slash(right))


def _holds_slash(value: PlainValue) -> bool:
    return value.names_folder or any("/" in one for one in value.texts)


def one_of(values: list[PlainValue]) -> PlainValue:
    """A value that is one of these."""
    texts = texts_of_all(values)
    is_known = all(value.is_known for value in values)
    return text(*texts) if texts and is_known and len(texts) <= MOST_TEXTS else COMPUTED


def either(one: PlainValue, other: PlainValue) -> PlainValue:
    """A value that is one or the other."""
    if not (one.is_known and other.is_known):
        return PlainValue((), one.outside or other.outside, one.computed or other.computed)
    texts = tuple(dict.fromkeys(one.texts + other.texts))
    return PlainValue(texts) if len(texts) <= MOST_TEXTS else COMPUTED
