"""`SqliteJournal`: records → `journal.db`, written before `append` returns, whatever the disk and
other processes do.

Goes in: records. Comes out: nothing; `trouble` has the last sentence there is to show. It never
raises and never waits long: at most 50 ms for a lock, and after a write that failed it does not try
again for half a second. What could not be written waits in memory (see `backlog`) for the next
append or for `close`; what had to be given up is on record as a gap.

One exception to "written before `append` returns": an event for which no hook ran or was skipped
costs nothing to decide and must cost next to nothing to keep. Such records are written with the
next other one, when 64 of them wait, or on `flush` and `close`; a process that is killed before
that takes them with it.

Safe for threads. A forked child gets a connection of its own and leaves its parent's alone.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from hookline.errors import NotDone
from hookline.journal import private_files as files
from hookline.journal import retain
from hookline.journal import sqlite_errors as trouble
from hookline.journal import tables as schema
from hookline.journal.backlog import Backlog, Gap, leave_note, take_notes
from hookline.journal.rows import ENTRY_COLUMNS, to_row

if TYPE_CHECKING:
    from sqlite3 import Connection

    from hookline.journal.rows import Cells
    from hookline.model import Record

FILE_NAME = "journal.db"
DEFAULT_MAX_AGE_DAYS = 30.0
DEFAULT_MAX_BYTES = 256 * 1024 * 1024
_DAY_S = 86_400.0
_LOCK_WAIT_S, _CLOSING_LOCK_WAIT_S = 0.05, 5.0
_PAUSE_S = 0.5
_MOST_IDLE_RECORDS, _MOST_IDLE_CHARACTERS = 64, 1024 * 1024
_APPENDS_BETWEEN_SWEEPS = 500

_COLUMNS = (*ENTRY_COLUMNS, "runs")
_INSERT_ENTRY = (
    f"INSERT INTO entries ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
)
_INSERT_GAP = "INSERT INTO gaps (at, missing, reason) VALUES (?, ?, ?)"

#: Connections a child inherited by fork. SQLite forbids even closing them there, so they are kept
#: from the collector.
_of_parents: list[Connection] = []


class SqliteJournal:
    """The journal in one SQLite file; its folder is made if need be. Implements `model.Journal`."""

    def __init__(
        self,
        path: str,
        *,
        max_age_days: float = DEFAULT_MAX_AGE_DAYS,
        max_bytes: int = DEFAULT_MAX_BYTES,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.path = os.fspath(path)
        self._max_age_s, self._max_bytes, self._now = max_age_days * _DAY_S, max_bytes, now
        self._trouble: str | None = None
        self._begin()

    def _begin(self) -> None:
        """The state of a journal that has done nothing yet in this process."""
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._db: Connection | None = None
        self._file: tuple[int, int] | None = None
        #: not looked at yet: the idle ones, and for a moment the latest
        self._records: list[Record] = []
        self._characters = 0
        self._backlog = Backlog()
        self._gaps: list[Gap] = []
        self._failures_in_a_row = 0
        self._failed_at = 0.0
        self._reason = ""
        self._appends_to_sweep = 0

    @property
    def trouble(self) -> str | None:
        """The last thing that went wrong, as a sentence to show once; None when nothing did."""
        return self._trouble

    def append(self, record: Record) -> None:
        """Keep the record. Never raises."""
        if self._process != os.getpid():
            self._leave_parent()
        with self._lock:
            self._records.append(record)
            if record.decision.outcomes or record.decision.skips or self._has_enough(record):
                self._write()

    def flush(self) -> None:
        """Write what waits, if it can be written now."""
        if self._process == os.getpid():
            with self._lock:
                self._write()

    def close(self) -> None:
        """Write what waits, with more patience than `append` has, and let go of the file. A later
        append opens it again.
        """
        if self._process != os.getpid():
            return
        with self._lock:
            self._write(closing=True)
            self._leave_note()
            self._disconnect()

    def __enter__(self) -> SqliteJournal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _has_enough(self, record: Record) -> bool:
        """Whether idle records are to be written now: they hold whole payloads, so their size counts too."""
        self._characters += sum(
            len(value) for value in record.decision.input.values() if type(value) is str
        )
        return len(self._records) >= _MOST_IDLE_RECORDS or self._characters > _MOST_IDLE_CHARACTERS

    def _write(self, *, closing: bool = False) -> None:
        """Write everything that waits; unless closing, not when a write failed a moment ago."""
        self._make_rows()
        if not (self._backlog.rows or self._backlog.given_up or self._gaps) or (
            self._is_pausing() and not closing
        ):
            return
        try:
            self._save_twice_if_damaged(_CLOSING_LOCK_WAIT_S if closing else _LOCK_WAIT_S)
        except Exception as error:
            # Disk, lock, permissions, a foreign file: the seam's promise covers them all.
            self._note_failure(error, closing=closing)
        else:
            self._failures_in_a_row = 0
            self._sweep()

    def _make_rows(self) -> None:
        records, self._records, self._characters = self._records, [], 0
        for record in records:
            try:
                self._backlog.add(to_row(record))
            except Exception as error:
                # The seam's promise again: whatever a record holds, the decision stands.
                reason = f"a record could not be prepared: {type(error).__name__}"
                self._gaps.append(Gap(record.at, 1, reason))
                self._trouble = (
                    f"the journal {self.path} misses an event: {reason}; please report it"
                )

    def _is_pausing(self) -> bool:
        # A clock that was set back must not make the pause longer.
        return self._failures_in_a_row > 0 and 0 <= self._now() - self._failed_at < _PAUSE_S

    def _save_twice_if_damaged(self, lock_wait_s: float) -> None:
        try:
            self._save(lock_wait_s)
        except Exception as error:
            if not trouble.is_damage(error):
                raise
            self._set_aside(error)
            self._save(lock_wait_s)

    def _save(self, lock_wait_s: float) -> None:
        db = self._connected(lock_wait_s)
        backlog, gaps = self._backlog, self._gaps
        if backlog.given_up:
            gaps = [*gaps, Gap(self._failed_at, backlog.given_up, self._reason)]
        if len(backlog.rows) == 1 and not gaps:  # a statement is a transaction of its own
            db.execute(_INSERT_ENTRY, backlog.rows[0])
        else:
            _insert_all(db, gaps, backlog.rows)
        backlog.clear()
        self._gaps = []

    def _connected(self, lock_wait_s: float) -> Connection:
        # A journal that was deleted or replaced would go on being written where nobody can see it.
        if self._db is not None and files.identity(self.path) != self._file:
            self._disconnect()
        if self._db is None:
            self._db = self._connect(lock_wait_s)
        elif lock_wait_s != _LOCK_WAIT_S:
            self._db.execute(f"PRAGMA busy_timeout = {int(lock_wait_s * 1000)}")
        return self._db

    def _connect(self, lock_wait_s: float) -> Connection:
        import sqlite3

        files.make_private(self.path)
        self._file = files.identity(self.path)
        db = sqlite3.connect(
            self.path, timeout=lock_wait_s, isolation_level=None, check_same_thread=False
        )
        try:
            schema.prepare(db, self.path)
        except BaseException:
            db.close()
            raise
        self._gaps += take_notes(self.path)
        self._appends_to_sweep = 0
        return db

    def _disconnect(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            db.close()

    def _set_aside(self, error: Exception) -> None:
        self._disconnect()
        aside = files.set_aside(self.path, self._file, self._now())
        if aside is None:
            return
        self._gaps.append(
            Gap(
                self._now(),
                None,
                f"the journal was damaged ({error}) and is kept as {os.path.basename(aside)}",
            )
        )
        self._trouble = (
            f"the journal {self.path} was damaged ({error}); "
            f"it was renamed to {aside} and a new one was begun. "
            "Delete the renamed file when you do not need it"
        )

    def _note_failure(self, error: Exception, *, closing: bool) -> None:
        self._failures_in_a_row += 1
        self._failed_at, self._reason = self._now(), trouble.reason_of(error)
        # Several processes meet at the lock now and then; that is worth a sentence only when it
        # lasts.
        if closing or self._failures_in_a_row > 1 or not trouble.is_locked(error):
            self._trouble = (
                str(error) if isinstance(error, NotDone) else trouble.sentence(self.path, error)
            )

    def _leave_note(self) -> None:
        lost = len(self._backlog.rows) + self._backlog.given_up
        if lost:
            self._gaps.append(Gap(self._failed_at, lost, self._reason))
            self._backlog.clear()
        left = [leave_note(self.path, gap) for gap in self._gaps]
        if self._trouble and not all(left):
            self._trouble = self._trouble.replace(trouble.NOTED, trouble.NOT_NOTED)
        self._gaps = []

    def _sweep(self) -> None:
        self._appends_to_sweep -= 1
        if self._appends_to_sweep > 0 or self._db is None:
            return
        try:
            more = retain.sweep(
                self._db, oldest_at=self._now() - self._max_age_s, max_bytes=self._max_bytes
            )
        except Exception as error:
            # The record is safe; the sweep can wait, unless the old part of the file is damaged.
            more = False
            if trouble.is_damage(error):
                self._set_aside(error)
        self._appends_to_sweep = 1 if more else _APPENDS_BETWEEN_SWEEPS

    def _leave_parent(self) -> None:
        """Be the journal of a forked child: the parent writes what it has, over its own connection."""
        if self._db is not None:
            _of_parents.append(self._db)
        self._begin()


def _insert_all(db: Connection, gaps: list[Gap], rows: list[Cells]) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        db.executemany(_INSERT_GAP, gaps)
        db.executemany(_INSERT_ENTRY, rows)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
