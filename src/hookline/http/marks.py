"""Texts from outside as a page shows them. Goes in: a value of a view. Comes out: markup that is
safe to put into a page.

`wording.visible` makes sure that nothing is ever obeyed, anywhere. What people read goes through
`marked` besides: it shows the same characters as signs, set apart from the text around them, so that
a real escape is told from a written `\\x1b`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from markupsafe import Markup, escape

#: What is shown as a sign: controls but tab and line feed, marks without width or of direction,
#: halves of a pair.
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]+"
)
#: A text that is longer is cut, and the whole of it is a click away.
CUT_CHARACTERS = 4000
#: What an event's decision and a hook's permission are called in the style sheet.
_TONES = {"denied": "deny", "deny": "deny", "ask": "ask", "allowed": "allow", "allow": "allow"}
_NAMED = 8


def marked(text: Any) -> Markup:
    """The text escaped, each run of odd characters as signs in a mark of its own, named in its title."""
    text, parts, done = str(text), [], 0
    for found in _ODD.finditer(text):
        parts += [escape(text[done : found.start()]), _mark(found.group())]
        done = found.end()
    return Markup("").join([*parts, escape(text[done:])])


def _mark(odd: str) -> Markup:
    names = ", ".join(dict.fromkeys(_name(one) for one in odd[:_NAMED])) + (
        ", …" if len(odd) > _NAMED else ""
    )
    return Markup('<span class="ctl" title="{}">{}</span>').format(
        names, "".join(_sign(one) for one in odd)
    )


def _sign(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else f"U+{code:04X}"


def _name(character: str) -> str:
    code = ord(character)
    name = unicodedata.name(chr(0x2400 + code) if code < 0x20 else character, "")
    return f"U+{code:04X} {name.removeprefix('SYMBOL FOR ').lower()}".strip()


def is_long(text: str) -> bool:
    """Whether it is shown cut first."""
    return len(text) > CUT_CHARACTERS


def beginning(text: str) -> str:
    """What is shown of a long text first."""
    return text[:CUT_CHARACTERS]


def size(text: str) -> str:
    """How long a text is: "65,536 characters"."""
    return count_of(len(text), "character")


def count_of(number: int, noun: str) -> str:
    """So many of them: "1 hook", "1,200 hooks"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def tone(decided: str | None) -> str:
    """The class that colours a decision or a permission."""
    return _TONES.get(decided or "", "none")


def decision(decided: str) -> str:
    """The word on a badge."""
    return "asks" if decided == "ask" else decided


#: What templates may call on a value: `{{ text | marked }}`.
FILTERS: dict[str, Callable[..., Any]] = {
    one.__name__: one for one in (beginning, count_of, decision, is_long, marked, size, tone)
}
