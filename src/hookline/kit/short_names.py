"""A hook's command line → the name it is shown under: `git-guard` for a ready-made hook,
`./guard.sh (claude)` for one that runs through an adapter. Any other command is its own name.

Only what `hookline add` and `hookline convert` write, and nothing that runs anything besides: a command
must not be able to dress up as a ready-made hook.
"""

from __future__ import annotations

import os
import re
import shlex

from hookline.config.converted_hooks import adapter_argument
from hookline.kit.catalogue import NAMES

_COMPUTED = re.compile(r"[$`\n\\]")
_OPERATOR = re.compile(r"[();<>|&]+\Z")
_LAUNCHER = "hookline-hook"
_REQUIRED = "--required"
#: As `hookline convert` writes it: one script of ours, one quoted argument, nothing else.
_ADAPTER = re.compile(
    r"""(?:test -f \S+ && )?python3 -I -S [\w./-]*hookline_adapter\w*\.py '(?:[^']|'"'"')*'\Z"""
)


def short_name(command: str) -> str:
    """What to call the hook that this command runs."""
    return _ready_made(command) or _converted(command) or command


def _ready_made(command: str) -> str | None:
    """`git-guard send_to_gh=on`, if that is all the command does."""
    if "hook" not in command or _COMPUTED.search(command):
        return None
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        words = _arguments(list(lexer))
    except ValueError:
        return None
    if not words or words[0] not in NAMES:
        return None
    settings = _settings(words[1:])
    return None if settings is None else " ".join([words[0], *settings])


def _arguments(words: list[str]) -> list[str]:
    """What follows the program: the name of the hook first. Empty where another program is run."""
    if any(map(_OPERATOR.match, words)) or not words:
        return []
    program = os.path.basename(words[0]).removesuffix(".exe")
    if program == _LAUNCHER:
        return words[2:] if words[1:2] == [_REQUIRED] else words[1:]
    if program.startswith("python") and words[1:3] == ["-m", "hookline"]:
        program, words = "hookline", words[2:]
    return words[2:] if program == "hookline" and words[1:2] == ["hook"] else []


def _settings(words: list[str]) -> list[str] | None:
    """The `name=value` of `--set name=value …`; None where there is anything else."""
    options, values = words[::2], words[1::2]
    plain = len(options) == len(values) and all(option == "--set" for option in options)
    return values if plain else None


def _converted(command: str) -> str | None:
    described = adapter_argument(command) if _ADAPTER.match(command) else None
    if described is None or not isinstance(described.get("command"), str):
        return None
    return f"{described['command']} ({described.get('speaks')})"
