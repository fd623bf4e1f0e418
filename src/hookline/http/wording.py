"""Values in words, for templates: durations, moments, shares; and text that can do no harm where it
is shown. Pure.

Names of hooks, payloads and stderr come from anybody. HTML is escaped by the templates; what a page
would obey or hide beside that (escape sequences, what turns the direction of text, NULs) is written
out here: ESC becomes `\\x1b`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

#: Control characters but tab and newline, what changes the direction of text or cannot be seen,
#: halves of surrogate pairs.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_DAY_S = 86_400


def visible(value: Any) -> Any:
    """Text with everything that would be obeyed or hidden written out; anything else as it is."""
    if not isinstance(value, str) or (value.isascii() and value.isprintable()):
        return value
    if isinstance(value, Markup):
        return Markup(_OBEYED.sub(_written_out, value))
    return _OBEYED.sub(_written_out, value)


def _written_out(match: re.Match[str]) -> str:
    number = ord(match.group())
    if number <= 0xFF:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def duration(ms: float | None) -> str:
    """`0.4 ms`, `19 ms`, `1.2 s`, `3 min`; a dash where nothing is known."""
    if ms is None:
        return "–"
    if ms >= 120_000:
        return f"{ms / 60_000:.0f} min"
    if ms >= 1000:
        return f"{ms / 1000:.1f} s"
    return f"{ms:.1f} ms" if ms < 10 else f"{ms:.0f} ms"


def share(part: float | None) -> str:
    """0.125 → `13%`; a dash where nothing is known, `<1%` for what is little but not nothing."""
    if part is None:
        return "–"
    return "<1%" if 0 < part < 0.005 else f"{part * 100:.0f}%"


def moment(at: float | None) -> str:
    """Local time, to the second; a dash where nothing is known."""
    return "–" if at is None else time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at))


def machine_time(at: float) -> str:
    """For the attribute of a <time>."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def ago(at: float | None, now: float | None = None) -> str:
    """`12 s ago`, `3 h ago`, `5 days ago`; `never` where nothing is known."""
    if at is None:
        return "never"
    passed_s = max((time.time() if now is None else now) - at, 0.0)
    for unit_s, name in ((_DAY_S, "day"), (3600, "h"), (60, "min"), (1, "s")):
        if passed_s >= unit_s:
            number = int(passed_s // unit_s)
            return f"{number} {name}{'s' if name == 'day' and number > 1 else ''} ago"
    return "just now"


def in_path(text: Any) -> str:
    """A text as one part of an address."""
    return quote(str(text), safe="", errors="replace")


#: What templates may call on a value: `{{ at | moment }}`.
FILTERS: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (ago, duration, in_path, machine_time, moment, share, visible)
}
