"""Many patterns × one text → the few that can match, in one pass of RE2. Python's `re` then
decides, and only on those.

Python's meaning is kept by asking RE2 less than Python is asked: for each pattern a wider one that
fits wherever Python's does, on a text in which everything Python takes for equal is equal. Tests
prove that nothing is ever sifted out that fits.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

#: The letters beyond ASCII which `re.IGNORECASE` takes for ASCII ones.
_LIKE_ASCII = str.maketrans({"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"})
_ANY = "(?s:.)"
#: Categories as the plain text has them; what is not ASCII is a question mark there, and may be a
#: member of each.
_CATEGORIES = {
    "CATEGORY_DIGIT": "0-9?", "CATEGORY_SPACE": r"\t\n\v\f\r\x1c-\x1f ?", "CATEGORY_WORD": "0-9a-z_?",
}  # fmt: skip
_WIDEST_RANGE = 512


class TooStrange(ValueError):
    """No wider pattern is known for this one."""


def plain(text: str) -> bytes:
    """The text as the pass sees it: small letters, and one question mark for each character beyond
    ASCII.
    """
    return text.translate(_LIKE_ASCII).encode("ascii", "replace").lower()


def widened(pattern: str) -> str:
    """A pattern for RE2 that fits the plain text wherever Python's fits the text; raises
    `TooStrange`.
    """
    try:
        with warnings.catch_warnings():
            # An expression that looks odd is still what its author wrote.
            warnings.simplefilter("ignore")
            return _all(import_module("re._parser").parse(pattern, re.IGNORECASE))
    except (re.error, OverflowError, RecursionError) as error:
        raise TooStrange(str(error)) from None


def literal(text: str) -> str:
    """The same for a text that has to occur."""
    return "".join(_letter(letter) for letter in text)


def _all(items: Iterable[Any]) -> str:
    return "".join(_one(str(operation), argument) for operation, argument in items)


def _one(operation: str, argument: Any) -> str:
    """One operation of a parsed pattern."""
    if operation not in _WIDER:
        raise TooStrange(operation)
    return _WIDER[operation](argument)


def _either(branches: Iterable[Any]) -> str:
    return f"(?:{'|'.join(_all(branch) for branch in branches)})"


def _repeated(argument: Any) -> str:
    least, most, inner = argument
    if least:
        return f"(?:{_all(inner)})+"
    return f"(?:{_all(inner)})?" if most == 1 else f"(?:{_all(inner)})*"


def _letter(letter: str) -> str:
    return re.escape(plain(letter).decode())


def _set(items: Iterable[Any]) -> str:
    members: list[str] = []
    for operation, argument in items:
        kind = str(operation)
        if kind == "LITERAL":
            members.append(_member(chr(argument)))
        elif kind == "RANGE" and argument[1] - argument[0] <= _WIDEST_RANGE:
            members += map(_member, map(chr, range(argument[0], argument[1] + 1)))
        elif kind == "CATEGORY" and str(argument) in _CATEGORIES:
            members.append(_CATEGORIES[str(argument)])
        else:
            return _ANY
    return f"[{''.join(dict.fromkeys(members))}]"


def _member(letter: str) -> str:
    return f"\\x{plain(letter)[0]:02x}"


def _anything(argument: Any) -> str:
    return _ANY


def _nothing(argument: Any) -> str:
    return ""


#: What becomes of each operation of Python's parser, given its argument.
_WIDER: dict[str, Callable[[Any], str]] = {
    "LITERAL": lambda code: _letter(chr(code)),
    "ANY": _anything,
    "NOT_LITERAL": _anything,
    "IN": _set,
    "BRANCH": lambda argument: _either(argument[1]),
    "SUBPATTERN": lambda argument: f"(?:{_all(argument[3])})",
    "ATOMIC_GROUP": lambda inner: f"(?:{_all(inner)})",
    **dict.fromkeys(("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"), _repeated),
    "GROUPREF": lambda number: f"{_ANY}*",
    "GROUPREF_EXISTS": lambda argument: _either([argument[1], argument[2] or ()]),
    **dict.fromkeys(("AT", "ASSERT", "ASSERT_NOT", "FAILURE"), _nothing),
}


class Sieve:
    """Patterns put in with a label each; `passing` names the labels of those that can fit a text."""

    def __init__(self) -> None:
        import re2

        self._filter = re2.Filter()
        self._options = re2.Options()
        self._options.log_errors = False
        self._error = re2.error
        self._places: dict[str, list[int]] = {}
        self._labels: list[list[int]] = []

    def add(self, pattern: str, label: int) -> bool:
        """Whether RE2 takes the (widened) pattern."""
        if pattern not in self._places:
            try:
                self._filter.Add(pattern.encode(), self._options)
            except self._error:
                return False
        self._places.setdefault(pattern, []).append(label)
        return True

    def close(self) -> None:
        """Nothing more is added."""
        self._labels = list(self._places.values())
        if self._labels:
            self._filter.Compile()

    def passing(self, text: bytes) -> Iterator[int]:
        """The labels of the patterns that fit this plain text."""
        if self._labels:
            for index in self._filter.Match(text) or ():
                yield from self._labels[index]
