"""One located file over time: what stat last said of it, and what of it is in force.

Unreadable, half-written or refused: the version read before stays in force, and the problem says
so. Deleted: gone.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeAlias

from hookline.config import disk as files
from hookline.config.codes import CODES, ERROR
from hookline.config.locate import Place
from hookline.config.parse import parse
from hookline.config.reading import Checks, Parsed
from hookline.model import Problem, Signature

#: What stat says of a path: a signature, or the errno of its refusal.
Known: TypeAlias = tuple[int, ...] | int
#: What stat never says: the file must be read again.
UNSETTLED: Known = ()
_STALE = "; the version read before stays in force"


def known(path: str) -> Known:
    """What stat says of a path now."""
    try:
        return files.signature(os.stat(path))
    except OSError as error:
        return error.errno or 0


def settled(path: str, now_s: float) -> Known:
    """What stat says of a path; nothing certain while it is so young that a change could look the same."""
    said = known(path)
    return UNSETTLED if isinstance(said, Signature) and files.is_young(said, now_s) else said


def _reader(dialect: str) -> Callable[[str, Place, Checks], Parsed]:
    """How the file of a source is read."""
    if dialect == "cursor":
        return parse
    from hookline.config.claude_settings import parse_claude

    return parse_claude


class SourceFile:
    """The file of a source, read as often as it changes."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.known: Known = UNSETTLED
        self.in_force = Parsed()
        self.good: bytes | None = None  # what `in_force` was read from
        self.problems: tuple[Problem, ...] = ()
        self.identity: tuple[int, int] | None = None  # device and inode
        self.checks: Checks | None = None  # what `in_force` was checked with
        self._data: bytes | None = None  # what was read last, good or not

    def refresh(self, checks: Checks, now_s: float) -> bool:
        """Read the file again; whether anything about it is different, be it one byte: trust is
        given for bytes.
        """
        before = (self.in_force, self.problems, self.identity, self.good)
        self.known = known(self.place.path)
        found = files.read_config(self.place.path, now_s)
        if found is None:
            self.in_force, self.problems = Parsed(), ()
            self.good = self.identity = self._data = None
        elif isinstance(found, files.Unreadable):
            self.known, self._data = UNSETTLED, None
            self.problems = self._stale((_as_problem(found, self.place),))
        else:
            self.known = found.signature or UNSETTLED
            self.identity = found.identity
            self._take(found, checks)
        return before != (self.in_force, self.problems, self.identity, self.good)

    def _take(self, found: files.Contents, checks: Checks) -> None:
        same = (found.data, checks) == (self._data, self.checks)
        self._data, self.checks = found.data, checks
        if same:
            return
        parsed = _reader(self.place.source.dialect)(found.text, self.place, checks)
        if parsed.refused:
            self.problems = self._stale(parsed.problems)
        else:
            self.in_force, self.problems, self.good = parsed, parsed.problems, found.data

    def _stale(self, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The problems, the errors among them saying that an older version is in force, if one is."""
        if self.good is None:
            return problems
        return tuple(
            one._replace(problem=one.problem + _STALE) if one.severity == ERROR else one
            for one in problems
        )


def _as_problem(found: files.Unreadable, place: Place) -> Problem:
    severity, source = CODES[found.code].severity, place.source.name
    spot = (place.path, found.line, found.column, 1, "")
    return Problem(found.code, severity, *spot, found.problem, found.remedy, source)
