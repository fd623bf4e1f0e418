"""The command line by which hooks.json runs a ready-made hook: written, and recognised again."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Sequence

_RUNS = re.compile(
    r"(?:\A|[\s/'\"])(?:hookline(?:\.exe)?['\"]?\s+hook|hookline-hook['\"]?(?:\s+--required)?)\s+"
    r"['\"]?(?P<name>[a-z][a-z-]*)['\"]?(?=\s|\Z)"
)

_STARTS = re.compile(
    r"(?:\A|[\s/'\"])(?:hookline(?:\.exe)?|hookline-hook|hookline-call)['\"]?(?=\s+\S)"
)


def command_for(name: str, settings: Sequence[str] = (), executable: str = sys.executable) -> str:
    """What to write: the absolute path of this installation, so that it works from a desktop
    application too.
    """
    program = os.path.join(os.path.dirname(os.path.abspath(executable)), "hookline")
    start = (
        [program] if os.path.exists(program) else [os.path.abspath(executable), "-m", "hookline"]
    )
    return shlex.join(
        [*start, "hook", name, *(word for setting in settings for word in ("--set", setting))]
    )


def kit_name(command: str) -> str | None:
    """The ready-made hook a command runs; None when it runs none."""
    found = _RUNS.search(command)
    return found["name"] if found else None


def starts_hookline(command: str) -> bool:
    """Whether a command starts Hookline, and cannot do its work without it."""
    return _STARTS.search(command) is not None


def settings_in(command: str) -> list[str]:
    """The `name=value` texts of such a command."""
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    return [words[at + 1] for at, word in enumerate(words[:-1]) if word == "--set"]
