"""A command, or the first line of a script → the programs that have to be found to start it. Pure."""

from __future__ import annotations

import posixpath
import re
from itertools import dropwhile

from hookline.config.command_words import split
from hookline.processes.launch import argv_of

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_COMPUTED = re.compile(r"[$`*?\[~{]")
#: Programs that start the next word.
_STARTERS = frozenset(("exec", "command", "env", "nohup", "time"))
#: How to start an interpreter alone: the arguments that have it do nothing.
_NOTHING_TO_DO = (
    (re.compile(r"(?:sh|bash|dash|zsh|ksh)\Z"), ("-c", ":")),
    (re.compile(r"python[0-9.]*\Z"), ("-c", "pass")),
    (re.compile(r"(?:node|bun|ruby|perl)\Z"), ("-e", "0")),
    (re.compile(r"deno\Z"), ("eval", "0")),
    (re.compile(r"php[0-9.]*\Z"), ("-r", "0;")),
)


def program_of(command: str) -> str | None:
    """The program a command starts first; None where a shell builtin is it, or it is computed."""
    words = [word.text for word in split(command)]
    names = list(dropwhile(_leads, words))
    if not names or _COMPUTED.search(names[0]):
        return None
    return names[0] if "/" in names[0] or argv_of(names[0]) else None


def _leads(word: str) -> bool:
    """Whether the program is yet to come after this word."""
    return word in _STARTERS or word.startswith("-") or _ASSIGNMENT.match(word) is not None


def shebang(first_line: bytes, platform: str) -> list[str]:
    """The programs the first line of a script names: the interpreter, and after `env` the one it
    looks for.
    """
    if not first_line.startswith(b"#!"):
        return []
    line = first_line[2:].decode("utf-8", "replace").strip()
    program, _, rest = line.partition(" ")
    if posixpath.basename(program) == "env":
        return [program, *_looked_for_by_env(rest.strip(), platform)]
    return [program] if program else []


def _looked_for_by_env(arguments: str, platform: str) -> list[str]:
    splits = arguments.startswith("-S")
    if platform == "linux" and not splits:
        return [arguments] if arguments else []  # Linux hands over all of it as one name
    words = arguments.removeprefix("-S").split()
    return list(dropwhile(_leads, words))[:1]


def nothing_to_do(interpreter: str) -> tuple[str, ...] | None:
    """The arguments that have an interpreter do nothing; None where it is none that is known."""
    name = posixpath.basename(interpreter)
    return next((arguments for pattern, arguments in _NOTHING_TO_DO if pattern.match(name)), None)


def is_shell(interpreter: str) -> bool:
    """Whether scripts of this interpreter are shell scripts."""
    return _NOTHING_TO_DO[0][0].match(posixpath.basename(interpreter)) is not None
