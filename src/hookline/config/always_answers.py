"""A script → whether it answers whatever happens, with an allow where it has nothing against it.

An allow is an opinion: it overrules every hook of a lower source, the user's own deny among them
(DESIGN rule 26). A guard that has nothing to say should say nothing. Every path through the script
is followed, as text: nothing is run. Only a script all of whose paths are understood, none of which
is silent, is reported; anything else is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

#: How a path can end: nothing was said; an allow; a deny, a question or a failure.
SILENT, ALLOW, VERDICT = "silent", "allow", "verdict"
Kinds = frozenset[str]
START: Kinds = frozenset((SILENT,))
NOWHERE: Kinds = frozenset()

_QUOTE = r"""\\*["']?"""
_ALLOWS = re.compile(
    rf"\b(?:permission|permissionDecision){_QUOTE}\s*[:=]\s*{_QUOTE}allow\b"
    rf"|\bcontinue{_QUOTE}\s*:\s*true\b",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    rf"\b(?:permission|permissionDecision){_QUOTE}\s*[:=]\s*{_QUOTE}(?:deny|ask)\b"
    rf"|\bcontinue{_QUOTE}\s*:\s*false\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\bpermission|\bcontinue\b", re.IGNORECASE)
_PYTHON_SHEBANG = re.compile(r"#![^\n]*\bpython")
_SHELL_SHEBANG = re.compile(r"#!\s*(?:/usr/bin/env\s+)?(?:\S*/)?(?:ba|da|z|k)?sh\b")
MAX_CALLS = 8


#: A guard is shorter; and a text that was cut off where it is read is not all of the script.
LONGEST = 16 * 1024
#: So many steps are taken in one script: functions that call functions have paths without number.
_MOST_STEPS = 2_000


class Unclear(Exception):
    """Something of the script cannot be followed."""


class Steps:
    """How far a script is still followed."""

    def __init__(self) -> None:
        self._left = _MOST_STEPS

    def take(self) -> None:
        """One more; raises `Unclear` when it was the last."""
        self._left -= 1
        if self._left < 0:
            raise Unclear


@lru_cache(maxsize=64)
def kind_of(text: str) -> str:
    """What a text that is printed says; raises `Unclear` where it names a permission that is not
    there to be read.
    """
    if _REFUSES.search(text):
        return VERDICT
    if _ALLOWS.search(text):
        return ALLOW
    if _NAMED.search(text):
        raise Unclear
    return SILENT


def after(states: Kinds, kinds: Iterable[str]) -> Kinds:
    """The states after something was printed that says one of these."""
    return frozenset(
        state if kind == SILENT else kind for state in states for kind in dict.fromkeys(kinds)
    )


@lru_cache(maxsize=256)
def always_allows(name: str, text: str) -> bool:
    """Whether every path through a script answers, at least one of them with an allow."""
    if len(text) > LONGEST or not re.search("allow|continue", text):
        return False
    follow = _reader(name, text)
    if follow is None:
        return False
    try:
        ends = follow(text)
    except (Unclear, RecursionError, ImportError):
        return False
    return SILENT not in ends and ALLOW in ends


def _reader(name: str, text: str) -> Callable[[str], Kinds] | None:
    """What follows the paths of a script in its language; None where nothing does."""
    if name.endswith(".py") or _PYTHON_SHEBANG.match(text):
        from hookline.config.python_paths import ends_of_python

        return ends_of_python
    if not name or name.endswith((".sh", ".bash")) or _SHELL_SHEBANG.match(text):
        from hookline.config.shell_paths import ends_of_shell

        return ends_of_shell
    return None
