"""The tables of the journal, and how an older journal becomes a newer one.

`PRAGMA user_version` says which it is, `PRAGMA application_id` that it is one at all. A database of
another program, or of a newer Hookline, is refused before anything in it is changed.

Queries page by id, newest first. Every index is a page more to write with each event, so there is
none on what a search can find by reading along: `at` is for retention; what is rare (blocked,
failed, overruled) has an index of its own rows only, which costs nothing where nothing of the kind
happened. The runs of an entry are one cell of it, as JSON, which saves a page and a transaction
around two statements; the view `runs` shows them as rows to whoever asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hookline.errors import NotDone

if TYPE_CHECKING:
    from sqlite3 import Connection

_CELLS_OF_A_RUN = (
    "source, event, command, place, type, ending, exit_code, signal, failure, permission, "
    "duration_ms, answer, stderr, judge, notes"
)
_RUN_CELLS_BY_NAME = ", ".join(
    f"json_extract(r.value, '$[{number}]') AS {name}"
    for number, name in enumerate(_CELLS_OF_A_RUN.split(", "))
)
#: What makes version n + 1 of version n. Version 0 is an empty file. Never change one that was
#: released; add another.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE entries (
            id INTEGER PRIMARY KEY, at REAL NOT NULL, execution_id TEXT NOT NULL,
            event TEXT NOT NULL, conversation_id TEXT, blocked INTEGER NOT NULL, permission TEXT,
            failed INTEGER NOT NULL, overruled INTEGER NOT NULL, ran INTEGER NOT NULL,
            skipped INTEGER NOT NULL, duration_ms REAL, because TEXT NOT NULL, roots TEXT NOT NULL,
            profile TEXT NOT NULL, input TEXT NOT NULL, input_sha256 TEXT, input_bytes INTEGER,
            result TEXT NOT NULL)""",
        "CREATE INDEX entries_at ON entries (at)",
        "CREATE INDEX entries_blocked ON entries (id) WHERE blocked = 1",
        "CREATE INDEX entries_failed ON entries (id) WHERE failed > 0",
        "CREATE INDEX entries_overruled ON entries (id) WHERE overruled > 0",
        """CREATE TABLE runs (
            entry INTEGER NOT NULL, position INTEGER NOT NULL, source TEXT NOT NULL,
            event TEXT NOT NULL, command TEXT NOT NULL, place TEXT NOT NULL, type TEXT NOT NULL,
            ending TEXT NOT NULL, exit_code INTEGER, signal INTEGER, failure TEXT, permission TEXT,
            duration_ms REAL, answer TEXT, stderr TEXT NOT NULL, judge TEXT, notes TEXT,
            PRIMARY KEY (entry, position)) WITHOUT ROWID""",
        """CREATE TABLE gaps (
            id INTEGER PRIMARY KEY, at REAL NOT NULL, missing INTEGER, reason TEXT NOT NULL)""",
    ),
    (
        "ALTER TABLE entries ADD COLUMN runs TEXT",
        f"""UPDATE entries SET runs = (
            SELECT json_group_array(json_array({_CELLS_OF_A_RUN})) FROM (
                SELECT * FROM runs AS r WHERE r.entry = entries.id ORDER BY r.position)) WHERE ran > 0""",
        "DROP TABLE runs",
        f"""CREATE VIEW runs AS SELECT e.id AS entry, r.key AS position,
            {_RUN_CELLS_BY_NAME}
            FROM entries AS e, json_each(e.runs) AS r""",
    ),
)
VERSION = len(MIGRATIONS)
#: "Hook", as a number: SQLite's place for saying whose file this is.
APPLICATION_ID = 0x486F6F6B


def version_of(db: Connection, path: str) -> int:
    """The version the journal has; 0 is one without tables. Raises `NotDone` for what is not ours to use."""
    if not _pragma(db, "schema_version"):
        return 0
    if _pragma(db, "application_id") != APPLICATION_ID:
        raise NotDone(
            f"{path} is another program's database; set HOOKLINE_STATE to a folder of Hookline's own"
        )
    version = _pragma(db, "user_version")
    if version > VERSION:
        raise NotDone(
            f"the journal {path} was written by a newer Hookline (version {version} of its tables, "
            f"this one knows {VERSION}) and is left alone; "
            "upgrade Hookline or set HOOKLINE_STATE to another folder"
        )
    return version


def prepare(db: Connection, path: str) -> None:
    """Set the connection up and bring the tables up to date, in one transaction with everybody else
    kept out.
    """
    version = version_of(db, path)
    if version == 0:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # takes effect only before the first table
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA journal_size_limit = 16777216")
    if version != VERSION:
        _migrate(db, path)


def _migrate(db: Connection, path: str) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        for statements in MIGRATIONS[version_of(db, path) :]:
            for statement in statements:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _pragma(db: Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])
