"""Brace expansion, which a shell does before everything else, on the text as written: `a{b,c}` →
`ab ac`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

MOST = 64
_SEQUENCE = re.compile(r"(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.-?\d+)?\Z")
#: A number of so many digits is larger than any that is counted to.
_MOST_DIGITS = 12
_SUBSTITUTIONS = ("$(", "${", "<(", ">(")
_LONGEST_SEQUENCE = 80
_MARK = re.compile(r"[\\'\"`{},]|\$[({]|[<>]\(")
_CLOSING = {"(": ")", "{": "}"}


class Group(NamedTuple):
    """`{b,c}` in a text: where it begins and ends, and its members."""

    start: int
    end: int
    members: list[str]


def alternatives(text: str) -> list[str] | None:
    """The texts it stands for, itself when it has no braces; None when they are too many."""
    if _at_least(text) > MOST:
        return None
    texts: list[str] = []
    todo = [text]
    while todo:
        current = todo.pop()
        group = _first_group(current)
        if group is None:
            texts.append(current)
        else:
            before, after = current[: group.start], current[group.end :]
            todo += [before + member + after for member in reversed(group.members)]
        if len(texts) + len(todo) > MOST:
            return None
    return texts


class _Opened:
    """A group that is not closed yet: where it begins, how many texts stand for what is before it, how
    many for its members but the last, and how many members these are.
    """

    __slots__ = ("before", "members", "start", "texts")

    def __init__(self, start: int, before: int) -> None:
        self.start, self.before, self.texts, self.members = start, before, 0, 0


def _at_least(text: str) -> int:
    """How many texts it stands for, or some number that is too many already, without making them."""
    number = 1
    opened: list[_Opened] = []
    for at in _unquoted(text):
        if text[at] == "{":
            opened.append(_Opened(at, number))
            number = 1
        elif opened and text[at] == ",":
            opened[-1].texts += number
            opened[-1].members += 1
            number = 1
        elif opened and text[at] == "}":
            group = opened.pop()
            inside = group.texts + number if group.members else _counted_in(text, group.start, at)
            number = group.before * max(inside, 1 if group.members else number)
        if number > MOST:
            break
    return number


def _counted_in(text: str, start: int, end: int) -> int:
    """How many numbers stand in braces: `{1..3}`."""
    return len(_sequence(text[start + 1 : end])) if end - start < _LONGEST_SEQUENCE else 0


def _first_group(text: str) -> Group | None:
    """The group that expands and begins before all others."""
    groups = (group for group in _groups(text) if group.members)
    return min(groups, key=lambda group: group.start, default=None)


def _groups(text: str) -> Iterator[Group]:
    """All that stands in braces; without members where it is no more than text."""
    opened: list[list[int]] = []  # the places of `{` and of the commas behind it
    for at in _unquoted(text):
        if text[at] == "{":
            opened.append([at])
        elif opened and text[at] == ",":
            opened[-1].append(at)
        elif opened and text[at] == "}":
            marks = opened.pop()
            yield Group(marks[0], at + 1, _members(text, [*marks, at]))


def _members(text: str, marks: list[int]) -> list[str]:
    """What stands between these places; the numbers of a sequence when it is one text."""
    members = [text[start + 1 : end] for start, end in pairwise(marks)]
    return members if len(members) > 1 else _sequence(members[0])


def _sequence(text: str) -> list[str]:
    """`1..3` → 1 2 3; nothing when it is none. One that is too long gives more than is ever taken."""
    match = _SEQUENCE.match(text)
    if match is None or match[1].isalpha() != match[2].isalpha():
        return []
    if match[1].isalpha():
        return [chr(number) for number in _counted(ord(match[1]), ord(match[2]))]
    first, last = int(match[1][:_MOST_DIGITS]), int(match[2][:_MOST_DIGITS])
    return [str(number) for number in _counted(first, last)]


def _counted(first: int, last: int) -> range:
    """The numbers from the first to the last, up or down."""
    step = 1 if first <= last else -1
    return range(first, last + step, step)[: MOST + 1]


def _unquoted(text: str) -> Iterator[int]:
    """The places of braces and commas that stand in no quotes, escapes, expansions or
    substitutions.
    """
    at = 0
    while found := _MARK.search(text, at):
        at, mark = found.start(), found[0]
        if mark == "\\":
            at += 1
        elif mark in "'\"`":
            at = _end_of_quote(text, at, mark)
        elif mark in _SUBSTITUTIONS:
            at = _end_of_balanced(text, at + 1)
        else:
            yield at
        at += 1


def _end_of_quote(text: str, at: int, mark: str) -> int:
    at += 1
    while at < len(text) and text[at] != mark:
        at += 2 if text[at] == "\\" and mark != "'" else 1
    return at


def _end_of_balanced(text: str, at: int) -> int:
    steps = {text[at]: 1, _CLOSING[text[at]]: -1}
    depth = 0
    while at < len(text):
        depth += steps.get(text[at], 0)
        if depth == 0:
            return at
        at += 1
    return at
