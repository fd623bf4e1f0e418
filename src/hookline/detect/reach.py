"""`within_reach`: how much of a text a guard looks at, so that no text takes it longer than a moment.

A text beyond the limit is looked at from its beginning and from its end, where people and those who
hide things write; `note` says how much was looked at, and the guard passes it on.
"""

from __future__ import annotations

from typing import NamedTuple

_KIB = 1024


class Reach(NamedTuple):
    """What is looked at: the whole text, or its two ends; and what to say of it, or nothing."""

    text: str
    note: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        return not self.note


#: Stands where a part was left out; whoever passes the text on passes this on, too.
GAP = "\n[hookline did not look at what stood here, and left it out]\n"


def within_reach(text: str, first: int, last: int) -> Reach:
    """The text, or its first and last characters where it is longer than both together."""
    if len(text) <= first + last:
        return Reach(text)
    ends = text[:first] + GAP + text[len(text) - last :]
    seen = f"the first {_size(first)} and the last {_size(last)} of {_size(len(text))} characters"
    return Reach(ends, f"looked at {seen} only")


def _size(characters: int) -> str:
    """`384 K`, `9.5 M`."""
    if characters < _KIB * _KIB:
        return f"{characters // _KIB} K"
    return f"{characters / _KIB / _KIB:.1f} M"
