"""What stands in a text and is not seen: colours, control characters, signs of no width, and what the
shell takes away when it reads a command.

A coloured `password: …` is still a password, so secrets are looked for in the text as a person reads it,
and their places are carried back to the text as it is. Pure, and linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

#: Escape sequences of a terminal, control characters but tab and line ends, signs without width; the
#: end of a line that goes on in the next, and the sign before `$'…'`.
UNSEEN = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]"
    rb"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
    rb"|\x1b[ -/]*[0-Z\\^-~]?"
    rb"|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]"
    rb"|\xc2\xad|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|\xef\xbf\xbd"
    rb"|\\\r?\n|\$(?=['\"])"
)
#: The signs where it may be JSON text, in which they can be written as escapes. What the
#: shell takes away is not among them: commands are full of it, and it hides no word a rule goes by.
HINT = (
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2\xad|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xaf]"
    r"|\xef\xbb\xbf|\xef\xbf\xbd|\\u00(?:[01]|7f|ad)|\\u20[06]|\\ufeff|\\ufffd"
)


class Seen(NamedTuple):
    """A text as it is read, and where each of its pieces stands in the text as it is."""

    text: bytes
    starts: list[int]  # in `text`
    origins: list[int]  # in the text as it is

    def place(self, at: int) -> int:
        """Where a byte of `text` stands in the text as it is."""
        piece = bisect_right(self.starts, at) - 1
        return self.origins[piece] + at - self.starts[piece]


def seen(data: bytes) -> Seen | None:
    """The text as it is read; None where nothing in it is unseen."""
    kept: list[bytes] = []
    starts: list[int] = []
    origins: list[int] = []
    length = done = 0
    for sign in UNSEEN.finditer(data):
        if sign.start() > done:
            kept.append(data[done : sign.start()])
            starts.append(length)
            origins.append(done)
            length += sign.start() - done
        done = sign.end()
    if not done:
        return None
    if done < len(data):
        kept.append(data[done:])
        starts.append(length)
        origins.append(done)
    return Seen(b"".join(kept), starts, origins)
