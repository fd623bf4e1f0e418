"""What is kept between questions and processes: verdicts with their age, requests of the day, how
servers fared.

One small SQLite file in the state folder, for you alone. When it cannot be used, the same is kept
in memory for as long as the process lives, and `trouble` says so: a question is asked all the same.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from hookline.judge.breaker import Health
from hookline.judge.verdict import Ruling

T = TypeVar("T")
FILE_NAME = "judge.db"
_MOST_VERDICTS = 10_000
_WAIT_S = 1.0
_COUNT_CALL = "UPDATE calls SET calls = calls + 1 WHERE day = ? AND (? IS NULL OR calls < ?)"
_DELETE_OLDEST = (
    "DELETE FROM verdicts WHERE key IN"
    " (SELECT key FROM verdicts ORDER BY at DESC LIMIT -1 OFFSET ?)"
)
_TABLES = """
CREATE TABLE IF NOT EXISTS verdicts
  (key TEXT PRIMARY KEY, at REAL, ok INTEGER, reason TEXT, model TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS calls (day TEXT PRIMARY KEY, calls INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS health
  (server TEXT PRIMARY KEY, failures INTEGER, at REAL, reason TEXT) WITHOUT ROWID;
"""


class Kept(NamedTuple):
    """A verdict that was given before."""

    ruling: Ruling
    model: str
    at: float


class Store:
    """Used from any thread, one use at a time. Without a path all is kept in memory."""

    def __init__(self, path: str | None) -> None:
        self.path = path
        self.trouble: str | None = None  # why something was kept in memory only
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self._memory: sqlite3.Connection | None = None

    def verdict(self, key: str, since: float) -> Kept | None:
        """The verdict kept under this key, if it is no older."""
        row = self._first(
            "SELECT ok, reason, model, at FROM verdicts WHERE key = ? AND at >= ?", key, since
        )
        return Kept(Ruling(bool(row[0]), row[1]), row[2], row[3]) if row else None

    def keep(self, key: str, kept: Kept, since: float) -> None:
        """Keep a verdict; those that are older than `since`, and the oldest beyond a number, go."""

        def work(database: sqlite3.Connection) -> None:
            row = (key, kept.at, int(kept.ruling.ok), kept.ruling.reason, kept.model)
            database.execute(
                "INSERT OR REPLACE INTO verdicts (key, at, ok, reason, model) VALUES (?, ?, ?, ?, ?)",
                row,
            )
            database.execute("DELETE FROM verdicts WHERE at < ?", (since,))
            database.execute(_DELETE_OLDEST, (_MOST_VERDICTS,))

        self._use(work)

    def take_call(self, day: str, limit: int | None) -> bool:
        """Count one request of the day; False, and not counted, when the day has had so many already."""

        def work(database: sqlite3.Connection) -> bool:
            database.execute("DELETE FROM calls WHERE day < ?", (day,))
            database.execute("INSERT OR IGNORE INTO calls (day, calls) VALUES (?, 0)", (day,))
            return database.execute(_COUNT_CALL, (day, limit, limit)).rowcount == 1

        return self._use(work)

    def calls(self, day: str) -> int:
        """The requests of a day."""
        row = self._first("SELECT calls FROM calls WHERE day = ?", day)
        return row[0] if row else 0

    def verdicts(self, since: float) -> int:
        """How many verdicts are kept that are no older."""
        row = self._first("SELECT count(*) FROM verdicts WHERE at >= ?", since)
        return row[0] if row else 0

    def health(self, server: str) -> Health:
        """How a server fared."""
        row = self._first("SELECT failures, at, reason FROM health WHERE server = ?", server)
        return Health(*row) if row else Health()

    def set_health(self, server: str, health: Health) -> None:
        """Remember how a server fared."""
        self._use(
            lambda database: database.execute(
                "INSERT OR REPLACE INTO health VALUES (?, ?, ?, ?)", (server, *health)
            )
        )

    def forget(self) -> None:
        """Drop every verdict and every pause; the requests of the day stay counted."""
        self._use(lambda database: database.execute("DELETE FROM verdicts"))
        self._use(lambda database: database.execute("DELETE FROM health"))

    def _first(self, statement: str, *values: Any) -> Any:
        return self._use(lambda database: database.execute(statement, values).fetchone())

    def _use(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something in a transaction of its own: in the file, or else in memory."""
        with self._lock:
            if self.path is not None:
                try:
                    self._database = self._database or _opened(self.path)
                    return _in_transaction(self._database, work)
                except (sqlite3.Error, OSError) as error:
                    self.trouble = (
                        f"{self.path} cannot be used ({error}): "
                        "verdicts are kept for this process only"
                    )
                    self._close()  # the next use tries it again
            self._memory = self._memory or _connected(":memory:")
            return _in_transaction(self._memory, work)

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None


def _in_transaction(database: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    database.execute("BEGIN IMMEDIATE")
    try:
        done = work(database)
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")
    return done


def _opened(path: str) -> sqlite3.Connection:
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    if os.path.islink(path):
        raise OSError("it is a symbolic link")
    try:  # created once, and never opened by us again: closing it would drop SQLite's locks
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        pass
    return _connected(path)


def _connected(path: str) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        database.execute(
            "PRAGMA synchronous = OFF"
        )  # a verdict lost in a power cut is asked for again
        database.executescript(_TABLES)
    except sqlite3.Error:
        database.close()
        raise
    return database


def day_of(now: float) -> str:
    """The day of a moment, in UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(now))
