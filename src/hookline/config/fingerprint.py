"""Commands → the workspace files they name, which trust is given for together with the
configuration file.

It errs on the side of naming too many: a file that is watched for nothing costs one stat, a script
that is not watched can be replaced behind the user's back. What a command does not name (a module
its script imports, a file found by a wildcard or by the program itself) is not covered, and the
documentation says so.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hookline.config.command_words import Word, split

#: Bounds on what a repository can make us do; no command that people write comes near them.
MAX_COMMAND_CHARS = 64 * 1024
MAX_FILES = 20_000
MAX_LOOKS = 100_000
MAX_LOOKING_S = 1.5
#: So many looks between two at the clock.
_LOOKS_AT_A_TIME = 256
_MAX_DEPTH = 4
_MAX_NAME = 4096
#: A command that changes folders more often is looked at from the first of them; each costs a look
#: for every word.
_MAX_BASES = 8
#: No path needs more; without a bound, `A=$A$A` again and again would fill the memory.
_MAX_VARIABLES = 32
_SUBSTITUTION = re.compile(r"\$\(([^()]*)\)|`([^`]*)`")
_VARIABLE = re.compile(r"\$(?:\{(\w+)(?::?[-=]([^{}]*))?\}|(\w+))")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
_SHELL_TEXT = re.compile(r"[\s;&|()<>]")
_NO_NAME = re.compile(r"-|\w+://|.*[\0\n;&|<>\"{}]", re.DOTALL)
#: A path inside other text, such as the source of an inline program.
_PATH = re.compile(r"(?<![\w./-])[\w.-]+(?:/[\w.@+-]+)+")
_WRITES = re.compile(r"[0-9]*>|&>")
_INTERPRETER = re.compile(
    r"(?:sh|bash|dash|zsh|ksh|python[0-9.]*|node|bun|deno|ruby|perl|php|tsx|source|\.|run)\Z"
)
_CHANGES_FOLDER = ("cd", "pushd", "-C", "--prefix", "--cwd", "--directory")
#: Stands for what a command substitution prints: most often the root (`git rev-parse
#: --show-toplevel`, `pwd`).
_PRINTED = "\x01"


class Named(NamedTuple):
    """The files that each command names. `whole` is False where a bound was reached and there may be
    more.
    """

    by_command: Mapping[str, tuple[str, ...]]
    whole: bool

    @property
    def paths(self) -> tuple[str, ...]:
        """All of them, in order of appearance."""
        return tuple(dict.fromkeys(path for paths in self.by_command.values() for path in paths))


class _Endless(Exception):
    """A bound was reached."""


class _Looks:
    """How often may still be looked at a word or at the disk."""

    def __init__(self) -> None:
        self._left = MAX_LOOKS
        self._until = time.monotonic() + MAX_LOOKING_S
        self._files: set[str] = set()

    def file(self, path: str) -> None:
        """One more file, if it is another; raises _Endless."""
        self._files.add(path)
        if len(self._files) > MAX_FILES:
            raise _Endless

    def take(self) -> None:
        """One more; raises _Endless."""
        self._left -= 1
        if self._left < 0:
            raise _Endless
        if self._left % _LOOKS_AT_A_TIME == 0 and time.monotonic() > self._until:
            raise _Endless


def named_files(commands: Iterable[str], root: str, home: str = "") -> tuple[str, ...]:
    """Every file inside the root that a command names, there or not, in order of appearance; where
    a bound is reached, those up to there.
    """
    return files_named(commands, root, home).paths


def files_named(commands: Iterable[str], root: str, home: str = "") -> Named:
    """The same, and whether that is all."""
    known = {
        "CURSOR_PROJECT_DIR": root,
        "CLAUDE_PROJECT_DIR": root,
        "PWD": root,
        "HOME": home or root,
        _PRINTED: root,
    }
    by_command: dict[str, tuple[str, ...]] = {}
    looks = _Looks()
    real, shown = (path.rstrip("/") + "/" for path in (os.path.realpath(root), root))
    try:
        for command in dict.fromkeys(commands):
            if len(command) > MAX_COMMAND_CHARS:
                raise _Endless
            text = command.replace(real, shown)  # the root may be a link
            paths: dict[str, None] = {}
            by_command[command] = ()
            for path in _named_by(text, root, dict(known), _MAX_DEPTH, looks):
                looks.file(path)
                paths[path] = None
            for path in _mentioned_in(text, root, looks):
                looks.file(path)
                paths[path] = None
            by_command[command] = tuple(paths)
    except _Endless:
        return Named(by_command, False)
    return Named(by_command, True)


def _mentioned_in(command: str, root: str, looks: _Looks) -> Iterator[str]:
    """Files that are there and stand anywhere in the text, however the shell would take it apart."""
    for match in _PATH.finditer(command):
        looks.take()
        path = os.path.normpath(os.path.join(root, match[0]))
        if _is_inside(path, root) and os.path.isfile(path):
            yield path


def _named_by(
    command: str, root: str, variables: dict[str, str], depth: int, looks: _Looks
) -> Iterator[str]:
    outer, insides = _without_substitutions(command)
    words = split(outer)
    bases = {root: None}
    for before, word in zip([Word(""), *words], words, strict=False):
        if before.text in _CHANGES_FOLDER and len(bases) < _MAX_BASES:
            bases[os.path.join(root, _expanded(word.text, variables))] = None
        yield from _named_by_word(before, word, tuple(bases), variables, looks)
        if depth and _SHELL_TEXT.search(word.text):
            insides.append(word.text)  # `sh -c "./x.sh; …"`: a quoted command line
    if depth:
        for inside in insides:
            yield from _named_by(inside, root, variables, depth - 1, looks)


def _without_substitutions(command: str) -> tuple[str, list[str]]:
    """The command with what `$(…)` and backticks print in place of them, and what stood inside."""
    insides: list[str] = []
    for _ in range(_MAX_DEPTH):
        insides += [inner or quoted for inner, quoted in _SUBSTITUTION.findall(command)]
        command, count = _SUBSTITUTION.subn(_PRINTED, command)
        if not count:
            break
    return command, insides


def _named_by_word(
    before: Word, word: Word, bases: tuple[str, ...], variables: dict[str, str], looks: _Looks
) -> Iterator[str]:
    looks.take()
    if _WRITES.match(word.after):
        return  # a file the command writes is not one it runs, and its change is no news
    name = _expanded(_value_of(word.text, variables), variables)
    if not name or _NO_NAME.match(name):
        return
    certain = _looks_like_a_file(name) or _INTERPRETER.match(os.path.basename(before.text))
    for base in bases:
        looks.take()
        path = os.path.normpath(os.path.join(base, name))
        if _is_inside(path, bases[0]) and (certain or os.path.isfile(path)):
            yield path


def _value_of(word: str, variables: dict[str, str]) -> str:
    """What of a word may name a file: the value of `X=path`, which is remembered, or of
    `--config=path`; else all of it.
    """
    assignment = _ASSIGNMENT.match(word)
    if assignment:
        variables[assignment[1]] = _expanded(assignment[2], variables)
        return assignment[2]
    return word.partition("=")[2] if word.startswith("-") else word


def _looks_like_a_file(name: str) -> bool:
    return "/" in name or "." in name.strip(".")


def _expanded(text: str, variables: Mapping[str, str]) -> str:
    """Variables filled in; one nobody knows is taken for the root, so that `$DIR/x.sh` is at least
    looked for there.

    Empty where it becomes longer than a name can be.
    """
    if len(text) > _MAX_NAME:
        return ""
    if text == "~" or text.startswith("~/"):
        text = "$HOME" + text[1:]

    def value(match: re.Match[str]) -> str:
        return variables.get(match[1] or match[3]) or match[2] or variables[_PRINTED]

    expanded = _VARIABLE.sub(value, text, count=_MAX_VARIABLES).replace(
        _PRINTED, variables[_PRINTED]
    )
    return expanded if len(expanded) <= _MAX_NAME else ""


def _is_inside(path: str, root: str) -> bool:
    return path.startswith(root.rstrip("/") + "/")
