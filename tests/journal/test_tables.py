"""journal.schema: the tables are made once, and what is not ours is refused before it is touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hookline.errors import NotDone
from hookline.journal import rows
from hookline.journal import tables as schema


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "journal.db")


@pytest.fixture
def db(path: str) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as made:
        yield made


def pragma(db: sqlite3.Connection, name: str) -> object:
    return db.execute(f"PRAGMA {name}").fetchone()[0]


def columns(db: sqlite3.Connection, table: str) -> tuple[str, ...]:
    return tuple(row[1] for row in db.execute(f"PRAGMA table_info({table})"))


def test_an_empty_file_gets_the_tables(db: sqlite3.Connection, path: str) -> None:
    assert schema.version_of(db, path) == 0
    schema.prepare(db, path)
    assert schema.version_of(db, path) == schema.VERSION
    settings = {name: pragma(db, name) for name in ("journal_mode", "synchronous", "auto_vacuum", "application_id")}
    assert settings == {"journal_mode": "wal", "synchronous": 1, "auto_vacuum": 2, "application_id": 0x486F6F6B}


def test_the_tables_have_the_columns_that_are_written(db: sqlite3.Connection, path: str) -> None:
    schema.prepare(db, path)
    assert columns(db, "entries") == ("id", *rows.ENTRY_COLUMNS, "runs")
    assert columns(db, "runs") == ("entry", "position", *rows.RUN_COLUMNS)
    assert columns(db, "gaps") == ("id", "at", "missing", "reason")


def test_runs_of_a_journal_with_a_table_of_them_are_kept(db: sqlite3.Connection, path: str) -> None:
    """Version 1 had one; readers find the same rows before and after."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        patch.setattr(schema, "VERSION", 1)
        schema.prepare(db, path)
    for number, ran in ((1, 0), (2, 2)):
        db.execute(
            "INSERT INTO entries VALUES (?, 1.0, '', 'stop', null, 0, null, 0, 0, ?, 0, 1.5, '', '[]', 'cursor', '{}', null, null, '{}')",
            (number, ran),
        )
    first = (
        2,
        0,
        "user",
        "stop",
        "./é.sh",
        "/f",
        "command",
        "exited",
        2,
        None,
        None,
        "deny",
        1.25,
        '{"a":"\\u00e9"}',
        "no\n",
        None,
        None,
    )
    second = (
        2,
        1,
        "team",
        "stop",
        "x",
        "/f",
        "command",
        "killed",
        None,
        9,
        "killed",
        None,
        0.5,
        None,
        "",
        None,
        '["noted"]',
    )
    db.executemany(f"INSERT INTO runs VALUES ({', '.join('?' * 17)})", [second, first])
    schema.prepare(db, path)
    assert schema.version_of(db, path) == 2
    assert db.execute("SELECT * FROM runs ORDER BY entry, position").fetchall() == [first, second]
    assert db.execute("SELECT runs FROM entries WHERE id = 1").fetchone() == (None,)


def test_preparing_twice_changes_nothing(db: sqlite3.Connection, path: str) -> None:
    schema.prepare(db, path)
    before = db.execute("SELECT * FROM sqlite_master").fetchall()
    schema.prepare(db, path)
    assert db.execute("SELECT * FROM sqlite_master").fetchall() == before


def test_whoever_comes_second_finds_the_tables_made(db: sqlite3.Connection, path: str) -> None:
    """Another process made them between the look and the lock."""
    schema.prepare(db, path)
    schema._migrate(db, path)
    assert schema.version_of(db, path) == schema.VERSION


def test_a_newer_journal_is_refused(db: sqlite3.Connection, path: str) -> None:
    schema.prepare(db, path)
    db.execute("PRAGMA user_version = 99")
    with pytest.raises(NotDone) as refused:
        schema.prepare(db, path)
    assert str(refused.value) == (
        f"the journal {path} was written by a newer Hookline (version 99 of its tables, this one knows {schema.VERSION}) and is "
        "left alone; upgrade Hookline or set HOOKLINE_STATE to another folder"
    )


def test_another_programs_database_is_refused_and_not_touched(db: sqlite3.Connection, path: str) -> None:
    db.execute("CREATE TABLE photos (name)")
    before = Path(path).read_bytes()
    with pytest.raises(NotDone, match="is another program's database; set HOOKLINE_STATE to a folder of Hookline's own"):
        schema.prepare(db, path)
    assert (Path(path).read_bytes(), pragma(db, "journal_mode")) == (before, "delete")


def test_tables_that_cannot_be_made_are_not_half_made(
    db: sqlite3.Connection, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (("CREATE TABLE entries (id)", "CREATE nonsense"),))
    with pytest.raises(sqlite3.OperationalError):
        schema.prepare(db, path)
    assert db.execute("SELECT name FROM sqlite_master").fetchall() == []
    assert not db.in_transaction
