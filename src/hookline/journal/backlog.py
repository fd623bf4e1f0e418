"""Rows that could not be written yet, bounded in number and size, and the count of those that were
given up.

A process that ends with a backlog leaves a note of it beside the journal, if it can; the next one
to open the journal turns the note into a gap. On a full disk the note is an empty file, and that
says enough: something is missing since then.
"""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from hookline.journal.rows import Cells, size_of

#: How many entries wait at most, and how many characters they may hold together.
MOST_ENTRIES = 1000
MOST_CHARACTERS = 16 * 1024 * 1024
_MOST_NOTE_BYTES = 64 * 1024
#: In case it is a pipe.
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


class Gap(NamedTuple):
    """Entries that are missing: when it was noticed, how many (None: not known), why."""

    at: float
    missing: int | None
    reason: str


class Backlog:
    """Rows waiting for their write, oldest first."""

    def __init__(self) -> None:
        self.rows: list[Cells] = []
        self.given_up = 0
        self._characters = 0

    def add(self, row: Cells) -> None:
        """Put a row at the end; the oldest are given up when there are too many."""
        self.rows.append(row)
        if len(self.rows) == 1:  # the usual case, written at once: its size does not matter
            return
        if len(self.rows) == 2:
            self._characters = size_of(self.rows[0])
        self._characters += size_of(row)
        while len(self.rows) > MOST_ENTRIES or (
            self._characters > MOST_CHARACTERS and len(self.rows) > 1
        ):
            self._characters -= size_of(self.rows.pop(0))
            self.given_up += 1

    def clear(self) -> None:
        """Everything is written."""
        self.rows = []
        self.given_up = 0
        self._characters = 0


def leave_note(path: str, gap: Gap) -> bool:
    """Write the gap down beside the journal, for whoever opens it next; whether there is a note now."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    try:
        note = os.open(_note(path), flags, 0o600)
    except OSError:
        return False
    try:
        if os.fstat(note).st_size < _MOST_NOTE_BYTES:
            os.write(note, json.dumps(gap).encode() + b"\n")
    except OSError:
        return True  # a full disk: the empty file says enough
    finally:
        os.close(note)
    return True


def take_notes(path: str) -> list[Gap]:
    """The gaps others left, each given to one taker only."""
    taken = f"{_note(path)}.{os.getpid()}"
    try:
        os.rename(_note(path), taken)
        note = os.open(taken, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return []
    try:
        return _gaps_in(note)
    finally:
        os.close(note)
        os.unlink(taken)


def noted(path: str) -> list[Gap]:
    """The gaps that were left and that nobody took yet; they stay where they are."""
    try:
        note = os.open(_note(path), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | _NO_WAIT)
    except OSError:
        return []
    try:
        return _gaps_in(note)
    except OSError:
        return []
    finally:
        os.close(note)


def _gaps_in(note: int) -> list[Gap]:
    lines = os.read(note, _MOST_NOTE_BYTES).decode("utf-8", "replace").splitlines()
    noticed_at = os.fstat(note).st_mtime
    return [gap for gap in map(_read_gap, lines) if gap] or [
        Gap(noticed_at, None, "not even a note of it could be written")
    ]


def _note(path: str) -> str:
    return path + ".gaps"


def _read_gap(line: str) -> Gap | None:
    try:
        at, missing, reason = json.loads(line)
        return Gap(float(at), None if missing is None else int(missing), str(reason))
    except (ValueError, TypeError):
        return None
