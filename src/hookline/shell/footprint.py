"""Command lines → every path they name, as the kernel will take it, and whether all of them was understood.

Each construct that is followed means the same in every POSIX shell; of whatever else stands there
it says that it is not understood, and why. A plain command is read here; everything else by
tree-sitter's grammar (`strict_reader`), loaded when the first such command comes. It runs nothing
and opens no file.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

from hookline.shell.named_paths import NamedPaths, TooMuch
from hookline.shell.plain_value import COMPUTED, OUTSIDE, PlainValue, joined, text

#: Bounds on what a command can make us do; no command that people write comes near them.
LONGEST_COMMAND = 64 * 1024
MOST_STEPS = 100_000
LONGEST_S = 1.0
_STEPS_AT_A_TIME = 64

Folders = tuple[str, ...]

_PLAIN_WORD = (
    r"""(?:[A-Za-z0-9_@%+:,./-]|(?<=[^\s])=|'[^']*'|"(?:[^"\\$`]|\$[A-Za-z_]\w*+|\$\{[A-Za-z_]\w*+\})*+\""""
    r"""|\$(?:[A-Za-z_]\w*+|\{[A-Za-z_]\w*+\}))++"""
)
_PLAIN_COMMAND = re.compile(rf"[ \t]*{_PLAIN_WORD}(?:[ \t]+{_PLAIN_WORD})*[ \t]*\Z")
_PLAIN_PART = re.compile(
    r"""(?P<bare>[A-Za-z0-9_@%+:,./=-]+)|"(?P<double>[^"]*)"|'(?P<single>[^']*)'"""
    r"""|(?P<variable>\$\w+|\$\{\w+\})"""
)
_WORD = re.compile(_PLAIN_WORD)
_PLAIN_VARIABLE = re.compile(r"\$(\{\w+\}|\w+)")
_KEYWORDS = frozenset(
    "if then else elif fi do done case esac while until for in function select time coproc".split()
)
SPLITS = re.compile(r"[\s*?\[\\]")
_HARMLESS = frozenset("?#$!-")


class Footprint(NamedTuple):
    """What command lines name."""

    paths: tuple[str, ...]
    scripts: tuple[str, ...]  # those of them that are run
    searched: tuple[str, ...]  # folders that code is looked for in
    programs: tuple[str, ...]  # named without a folder: found through PATH
    unclear: tuple[str, ...]  # why something was not understood, a phrase each
    uncovered: tuple[str, ...]  # what is run that no path names


class Steps:
    """How much may still be read, over all commands of a workspace."""

    def __init__(self) -> None:
        self._left = MOST_STEPS
        self._until = time.monotonic() + LONGEST_S

    def take(self) -> None:
        """One more; raises TooMuch."""
        self._left -= 1
        late = self._left % _STEPS_AT_A_TIME == 0 and time.monotonic() > self._until
        if self._left < 0 or late:
            raise TooMuch


def footprint(command: str, folder: str, variables: Mapping[str, str], steps: Steps) -> Footprint:
    """What one command names that is run in a folder; raises TooMuch where a bound is reached."""
    if len(command) > LONGEST_COMMAND:
        raise TooMuch
    reading = Reading(variables, steps)
    named = reading.named
    try:
        reading.read(command, (folder,))
    except RecursionError:
        named.cannot_tell("the command is too deeply nested")
    named.leave_out_written()
    return Footprint(
        paths=tuple(named.paths),
        scripts=tuple(sorted(named.run)),
        searched=tuple(named.searched),
        programs=tuple(named.programs),
        unclear=tuple(named.unclear),
        uncovered=tuple(named.uncovered),
    )


class Reading:
    """One command line while it is read."""

    def __init__(self, variables: Mapping[str, str], steps: Steps) -> None:
        self.named = NamedPaths(self.read)
        self.variables: dict[str, PlainValue] = {
            name: text(value) for name, value in variables.items()
        }
        self.steps = steps
        self._given = dict(self.variables)

    def read(self, command: str, folders: Folders) -> None:
        """Read a text as a shell of its own would: it knows only what is handed to programs."""
        outer = self.variables
        unchanged = {name for name, value in self._given.items() if outer.get(name) == value}
        self.variables = {
            name: value if name in unchanged else COMPUTED for name, value in outer.items()
        }
        self.steps.take()
        plain = self._plain_words(command, folders)
        if plain is not None:
            self.named.call(plain, folders)
        elif command.strip():
            from hookline.shell.strict_reader import read_statements

            read_statements(self, command, folders)
        self.variables = outer

    def _plain_words(self, command: str, folders: Folders) -> list[PlainValue] | None:
        """The words of a command without any operator; None of others."""
        if not _PLAIN_COMMAND.match(command):
            return None
        words = [self._plain_word(word[0], folders) for word in _WORD.finditer(command)]
        first = (*words[0].texts, "")[0]
        return None if first in _KEYWORDS or "=" in first else words

    def _plain_word(self, written: str, folders: Folders) -> PlainValue:
        return joined(self._plain_part(part, folders) for part in _PLAIN_PART.finditer(written))

    def _plain_part(self, part: re.Match[str], folders: Folders) -> PlainValue:
        self.steps.take()
        if part["double"] is not None:
            pieces = _PLAIN_VARIABLE.split(part["double"])  # text and names of variables in turn
            names = (self.variable(name.strip("{}"), folders, quoted=True) for name in pieces[1::2])
            values = chain.from_iterable(
                zip(map(text, pieces[::2]), (*names, text("")), strict=True)
            )
            return joined(values)
        if part["variable"] is not None:
            return self.variable(part["variable"].strip("${}"), folders, quoted=False)
        return text(part["bare"] or part["single"] or "")

    def variable(self, name: str, folders: Folders, *, quoted: bool) -> PlainValue:
        """What a variable holds. Not quoted, a shell splits it and looks for files of that name."""
        if not re.match(r"[A-Za-z_]", name):
            return OUTSIDE if name in _HARMLESS else COMPUTED
        elsewhere = text(*folders) if name == "PWD" else OUTSIDE
        value = self.variables.get(name, elsewhere)
        return value if quoted or not _is_split(value) else COMPUTED


def _is_split(value: PlainValue) -> bool:
    """Whether a shell makes other words of it where it is not quoted."""
    return any(SPLITS.search(one) or not one for one in value.texts)
