"""journal.trouble: what went wrong, in words, with what to do."""

from __future__ import annotations

import sqlite3

import pytest
from pytest import param

from hookline.journal import sqlite_errors as trouble

END = "Decisions are not affected; what is missing is noted"


def failed(code: int, text: str = "as SQLite says") -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


TABLE = [
    param(failed(5), "another process keeps it locked", "end that process", id="busy"),
    param(failed(261), "another process keeps it locked", "end that process", id="busy with recovery, an extended code"),
    param(failed(6), "another process keeps it locked", "end that process", id="locked"),
    param(failed(8), "it is read-only", "make it writable or set HOOKLINE_STATE to another folder", id="read-only"),
    param(failed(13), "the disk is full", "free some space or set HOOKLINE_STATE to another folder", id="full"),
    param(failed(10), "as SQLite says", "look at the file, or set HOOKLINE_STATE to another folder", id="anything else of SQLite's"),
    param(OSError(28, "No space"), "[Errno 28] No space", "look at the file, or set HOOKLINE_STATE to another folder", id="not SQLite's"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "reason", "remedy"), TABLE)
def test_a_writer_is_told(error: Exception, reason: str, remedy: str) -> None:
    assert (
        trouble.sentence("/s/journal.db", error) == f"the journal /s/journal.db cannot be written: {reason}; {remedy}. {END}"
    )
    assert trouble.reason_of(error) == reason


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        param(failed(11), "the journal /s/j is damaged: as SQLite says; move it away, and a new one is begun", id="damaged"),
        param(
            failed(26), "the journal /s/j is damaged: as SQLite says; move it away, and a new one is begun", id="no database"
        ),
        param(
            failed(5),
            "the journal /s/j cannot be read: another process keeps it locked; "
            "look at the file and the permissions of its folder, or try again",
            id="locked",
        ),
        param(
            PermissionError("no"),
            "the journal /s/j cannot be read: no; look at the file and the permissions of its folder, or try again",
            id="forbidden",
        ),
    ],
)
def test_a_reader_is_told(error: Exception, sentence: str) -> None:
    assert trouble.unreadable("/s/j", error) == sentence


@pytest.mark.parametrize(
    ("code", "locked", "damaged"), [(5, True, False), (517, True, False), (11, False, True), (13, False, False)]
)
def test_waiting_helps_with_locks_and_starting_afresh_with_damage(code: int, locked: bool, damaged: bool) -> None:
    assert (trouble.is_locked(failed(code)), trouble.is_damage(failed(code))) == (locked, damaged)
