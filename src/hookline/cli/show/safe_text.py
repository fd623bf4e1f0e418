"""Text from outside made safe to show, and small ways of writing numbers and paths.

Commands, messages, file names and stderr come from hooks and repositories, and a terminal obeys
what it is sent: an escape sequence can rewrite the line above, a bidi override can turn a path
around. `safe` shows such characters instead.
"""

from __future__ import annotations

import os
import re
import shlex

TAB = "    "

#: Control characters, what changes the direction of text, what cannot be seen, and halves of
#: surrogate pairs.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
#: Accents and marks that join or vary the letter before them.
_NO_WIDTH = ("Mn", "Me", "Cf")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def safe(text: str) -> str:
    """The text on one line, with what a terminal would obey or hide written out: ESC becomes `\\x1b`."""
    return _UNSAFE.sub(_written_out, text)


def safe_lines(text: str) -> list[str]:
    """The same for text of several lines: line breaks and tabs keep their meaning."""
    unified = text.replace("\r\n", "\n")
    return [safe(line.replace("\t", TAB)) for line in unified.rstrip("\n").split("\n")]


def _written_out(match: re.Match[str]) -> str:
    character = match.group()
    number = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    if number <= 0xFF:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def cells(text: str) -> int:
    """How many columns of a terminal the (safe) text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(letter) in _NO_WIDTH else 2 if east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def count(number: int, noun: str) -> str:
    """`1 hook`, `2 hooks`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def duration(ms: float) -> str:
    """`0.4 ms`, `19 ms`, `1.2 s`."""
    if ms >= 1000:
        return f"{ms / 1000:.1f} s"
    return f"{ms:.1f} ms" if ms < 10 else f"{ms:.0f} ms"


def seconds(timeout_s: float) -> str:
    """`60 s`, `0.5 s`."""
    return f"{timeout_s:g} s"


def ago(passed_s: float) -> str:
    """`just now`, `5 min ago`, `3 h ago`, `2 days ago`."""
    for size_s, unit in ((86_400, "day"), (3600, "h"), (60, "min")):
        number = int(passed_s // size_s)
        if number >= 1:
            return f"{count(number, unit) if unit == 'day' else f'{number} {unit}'} ago"
    return "just now"


def short_path(path: str) -> str:
    """The path as one would type it from here: relative when it lies below the current folder, else
    with `~`.
    """
    here, home = _current_folder(), os.path.expanduser("~")
    if here and path.startswith(here + os.sep):
        return path[len(here) + 1 :]
    if home != os.sep and path.startswith(home + os.sep):
        return "~" + path[len(home) :]
    return path


def short_paths(text: str) -> str:
    """Prose with its paths as `short_path` writes them, so that one output names a file in one way. What
    is quoted stays: a shell would not understand `~` there.
    """
    here, home = _current_folder(), os.path.expanduser("~")
    if here and here != os.sep:
        text = _beginning_with(here + os.sep).sub("", text)
    if home != os.sep:
        text = _beginning_with(home).sub("~", text)
    return text


def shell_path(path: str) -> str:
    """The path for a command line, with `~` where it can be: `~/shop`, `~/'my shop'`."""
    home = os.path.expanduser("~")
    if home != os.sep and path.startswith(home + os.sep):
        return "~/" + shlex.quote(path[len(home) + 1 :])
    return shlex.quote(path)


def _beginning_with(prefix: str) -> re.Pattern[str]:
    """The prefix where a path begins: not in the middle of one, and not in quotes."""
    end = "" if prefix.endswith(os.sep) else r"(?=/|[\s:;,.)]|\Z)"
    return re.compile(r"(?<![\w./~'\"-])" + re.escape(prefix) + end)


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # deleted under us
        return ""
