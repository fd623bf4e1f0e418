"""journal.retain: the oldest go when they are too old or too many, a few at a time; the newest always stays."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytest import param

from hookline.journal import retain
from hookline.journal import tables as schema

HUGE = 10**12


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    path = str(tmp_path / "journal.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as made:
        schema.prepare(made, path)
        yield made


def fill(db: sqlite3.Connection, *times: float, size: int = 0) -> None:
    for at in times:
        db.execute(
            "INSERT INTO entries (at, execution_id, event, blocked, failed, overruled, ran, skipped, because, roots, profile,"
            " input, result) VALUES (?, '', 'stop', 0, 0, 0, 1, 0, '', '[]', 'cursor', ?, '{}')",
            (at, "x" * size),
        )


def times(db: sqlite3.Connection) -> list[float]:
    return [row[0] for row in db.execute("SELECT at FROM entries ORDER BY id")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        param((1, 2, 8, 9), (8, 9), id="the old ones go"),
        param((5, 6), (5, 6), id="an entry of just that age stays"),
        param((1, 2, 3), (3,), id="the newest stays, however old"),
        param((8, 1, 9), (8, 9), id="an old one between young ones: the clock was set back"),
        param((9e9, 1, 9), (9e9, 9), id="one from the future keeps no old one alive"),
        param((), (), id="an empty journal"),
    ],
)
def test_by_age(db: sqlite3.Connection, before: tuple[float, ...], after: tuple[float, ...]) -> None:
    fill(db, *before)
    assert retain.sweep(db, oldest_at=5.0, max_bytes=HUGE) is False
    assert times(db) == list(after)


def test_a_few_at_a_time(db: sqlite3.Connection) -> None:
    fill(db, *[1.0] * 45, 9.0)
    assert [retain.sweep(db, oldest_at=5.0, max_bytes=HUGE) for _ in range(4)] == [True, True, False, False]
    assert times(db) == [9.0]


def test_by_size_the_oldest_go_first(db: sqlite3.Connection) -> None:
    fill(db, *range(100), size=10_000)
    while retain.sweep(db, oldest_at=0.0, max_bytes=500_000):
        continue
    kept = times(db)
    assert kept == list(range(100 - len(kept), 100))
    assert 20 <= len(kept) <= 50  # one batch more than necessary at most


def test_one_entry_that_is_too_large_alone_stays(db: sqlite3.Connection) -> None:
    fill(db, 1.0, size=100_000)
    assert retain.sweep(db, oldest_at=0.0, max_bytes=1) is False
    assert times(db) == [1.0]


def test_old_gaps_go_with_old_entries(db: sqlite3.Connection) -> None:
    fill(db, 1.0, 9.0)
    db.executemany("INSERT INTO gaps (at, missing, reason) VALUES (?, 1, '')", [(2.0,), (8.0,)])
    retain.sweep(db, oldest_at=5.0, max_bytes=HUGE)
    assert db.execute("SELECT at FROM gaps").fetchall() == [(8.0,)]


def test_the_file_gives_back_what_is_free(db: sqlite3.Connection) -> None:
    fill(db, *[1.0] * 20, 9.0, size=10_000)
    before = db.execute("PRAGMA page_count").fetchone()[0]
    retain.sweep(db, oldest_at=5.0, max_bytes=HUGE)
    assert db.execute("PRAGMA page_count").fetchone()[0] <= before - 50


def test_a_sweep_that_cannot_write_leaves_no_transaction_behind(db: sqlite3.Connection) -> None:
    fill(db, 1.0, 9.0)
    db.execute("CREATE TRIGGER no BEFORE DELETE ON entries BEGIN SELECT raise(ABORT, 'no'); END")
    with pytest.raises(sqlite3.IntegrityError):
        retain.sweep(db, oldest_at=5.0, max_bytes=HUGE)
    assert (times(db), db.in_transaction) == ([1.0, 9.0], False)
