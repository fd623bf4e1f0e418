"""Words of the page. Goes in: a value of a view. Comes out: text for people, or markup that is safe to put into a page.

Text from outside (payloads, answers, stderr, paths) may hold anything. `visible` escapes it and shows what would otherwise
act on a reader instead of being read: control characters, ANSI escapes, marks that turn the direction of text around.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup, escape

#: What is shown as a sign: controls but tab and line feed, marks without width or of direction, halves of a pair.
_ODD = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]+"
)
#: A text that is longer is cut, and the whole of it is a click away.
CUT_CHARACTERS = 4000
#: What an event's decision and a hook's permission are called in the style sheet.
_TONES = {"denied": "deny", "deny": "deny", "ask": "ask", "allowed": "allow", "allow": "allow"}
_DECISIONS = {"denied": "denied", "ask": "asks", "allowed": "allowed", "proceeds": "proceeds"}


def visible(text: Any) -> Markup:
    """The text escaped, each run of odd characters as signs in a mark of its own, named in its title."""
    parts, done = [], 0
    text = str(text)
    for found in _ODD.finditer(text):
        parts += [escape(text[done : found.start()]), _sign(found.group())]
        done = found.end()
    return Markup("").join([*parts, escape(text[done:])])


def _sign(odd: str) -> Markup:
    names = ", ".join(dict.fromkeys(_name(character) for character in odd[:8])) + (", …" if len(odd) > 8 else "")
    return Markup('<span class="ctl" title="{}">{}</span>').format(names, "".join(_picture(one) for one in odd))


def _picture(character: str) -> str:
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
    """How long a text is: "912 characters", "65,536 characters"."""
    return f"{len(text):,} character{'' if len(text) == 1 else 's'}"


def took(duration_ms: float | None) -> str:
    """A duration in the unit it is read best in: "0.4 ms", "31 ms", "1.2 s", "3 min 5 s"; a dash when there is none."""
    if duration_ms is None:
        return "–"
    if duration_ms < 9.95:
        return f"{duration_ms:.1f} ms"
    if duration_ms < 999.5:
        return f"{duration_ms:.0f} ms"
    if duration_ms < 59_950:
        return f"{duration_ms / 1000:.1f} s"
    minutes, seconds = divmod(round(duration_ms / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s"


def percent(share: float | None) -> str:
    """A share of one: "12 %"; what is not nothing is never shown as nothing, a dash when it is not known."""
    if share is None:
        return "–"
    return "< 1 %" if 0 < share < 0.01 else f"{share * 100:.0f} %"


def moment(at: float) -> str:
    """When, for a machine: ISO 8601 in UTC."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def exactly(at: float) -> str:
    """When, for a person: "2026-11-18 09:30:05 UTC"."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def tone(decided: str | None) -> str:
    """The class that colours a decision or a permission."""
    return _TONES.get(decided or "", "none")


def decision(decided: str) -> str:
    """The word on a badge."""
    return _DECISIONS.get(decided, decided)


def count(number: int, noun: str) -> str:
    """ "1 hook", "2 hooks", "1,200 hooks"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


#: What templates may call on a value: `{{ text | visible }}`.
FILTERS: dict[str, Callable[..., Any]] = {
    "beginning": beginning,
    "count_of": count,
    "decision": decision,
    "exactly": exactly,
    "is_long": is_long,
    "moment": moment,
    "percent": percent,
    "size": size,
    "tone": tone,
    "took": took,
    "visible": visible,
}
