"""Text → bytes that are safe to parse, and parts of such bytes → text. What is spelled otherwise
reads back as it was.

The scanner of the grammar looks characters up in a table of 256 and takes whatever lies behind it
for the rest: `{` in front of a character of the last planes ends the whole process, and with it the
guard.
"""

from __future__ import annotations

import re
import sys

#: A character beyond the table is five signs behind a mark. No shell gives any of them a meaning.
_MARK, _SIGNS = "¡", "¢£¤¥¦§¨©«¬®¯°±´¶·¸»¿"
_BEYOND = re.compile(f"[{_MARK}\u0100-\U0010ffff]")
_SPELLED = re.compile(f"{_MARK}([{_SIGNS}]{{5}})")


def encoded(text: str) -> bytes:
    """The text in bytes that are safe to parse."""
    return _BEYOND.sub(_spell, text.encode("utf-8", "replace").decode("utf-8")).encode("utf-8")


def decoded(source: bytes) -> str:
    """A part of such bytes as the text it stands for."""
    return _SPELLED.sub(_unspell, source.decode("utf-8", "replace"))


def _spell(found: re.Match[str]) -> str:
    number, signs = ord(found[0]), ""
    for _ in range(5):
        number, digit = divmod(number, len(_SIGNS))
        signs += _SIGNS[digit]
    return _MARK + signs


def _unspell(found: re.Match[str]) -> str:
    number = 0
    for sign in reversed(found[1]):
        number = number * len(_SIGNS) + _SIGNS.index(sign)
    return chr(number) if number <= sys.maxunicode else found[0]
