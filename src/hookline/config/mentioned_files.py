"""A command that is not understood → every workspace file that it mentions in any way, read as text.

It errs on the side of naming too many, and decides nothing: trust covers every program of the
workspace besides. What it cannot see (a name that is put together by a program) is said to be not
covered.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping

from hookline.config.command_words import Word, split
from hookline.shell.named_paths import TooMuch

#: Bounds on what a repository can make us do; no command that people write comes near them.
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


class _Looks:
    """How often may still be looked at a word or at the disk."""

    def __init__(self) -> None:
        self._left = MAX_LOOKS
        self._until = time.monotonic() + MAX_LOOKING_S

    def take(self) -> None:
        """One more; raises TooMuch."""
        self._left -= 1
        if self._left < 0:
            raise TooMuch
        if self._left % _LOOKS_AT_A_TIME == 0 and time.monotonic() > self._until:
            raise TooMuch


def mentioned_files(command: str, root: str, home: str) -> list[str]:
    """Everything a command may name, read as text; raises TooMuch where a bound is reached."""
    known = {
        "CURSOR_PROJECT_DIR": root,
        "CLAUDE_PROJECT_DIR": root,
        "PWD": root,
        "HOME": home or root,
        _PRINTED: root,
    }
    real, shown = (path.rstrip("/") + "/" for path in (os.path.realpath(root), root))
    command = command.replace(real, shown)  # the root may be a link
    looks = _Looks()
    named = _named_by(command, root, known, _MAX_DEPTH, looks)
    return [*named, *_mentioned_in(command, root, looks)]


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
    is_read = _INTERPRETER.match(os.path.basename(before.text)) is not None
    for base in bases:
        looks.take()
        path = os.path.normpath(os.path.join(base, name))
        if _is_inside(path, bases[0]) and _may_be_meant(name, path, is_read):
            yield path


def _may_be_meant(name: str, path: str, is_read: bool) -> bool:
    return is_read or _looks_like_a_file(name) or os.path.isfile(path)


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

    expanded = _VARIABLE.sub(value, text, count=_MAX_VARIABLES)
    return _if_a_name(expanded.replace(_PRINTED, variables[_PRINTED]))


def _if_a_name(text: str) -> str:
    """The text; nothing where it is longer than a name can be."""
    return text if len(text) <= _MAX_NAME else ""


def _is_inside(path: str, root: str) -> bool:
    return path.startswith(root.rstrip("/") + "/")
