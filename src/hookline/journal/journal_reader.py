"""`Reader`: questions to the journal, all answered as of one moment.

    with Reader(path) as journal:
        journal.recent(limit=20, event="stop", blocked=True)   the newest entries, newest first
        journal.after(0, since=1_760_000_000.0)                a page of entries in the order of writing
        journal.entry(17)   journal.newest_id()   journal.neighbours(17)
        journal.totals(since=…)                                how many entries, blocked, with a failure
        journal.stats(source="project")                        per hook: how often, how long, what it said
        journal.latest(limit=2000)                             summaries of entries, without payloads
        journal.runs_after(17)   journal.times_fired(17)       what ran, and what was fired, since then
        journal.gaps()                                         what is missing, and why

    ask(path, Reader.newest_id)         one question, over a reader of its own
    follow(path, failed=True)           entries as they are written, without end
    damage(path)                        what is wrong with the file, or None (reads all of it)

A reader has one connection and one read transaction, which begin with its first question: what is
written after that, it does not see. The connection is read-only and hinders no writer. A journal
that does not exist yet is an empty answer; one that cannot be read raises `UsageError` with what to
do. The keywords of `search.Wanted` narrow `recent`, `after`, `follow`, `totals` and `stats`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, Unpack

from hookline.errors import NotDone, UsageError
from hookline.journal import sqlite_errors, tables
from hookline.journal.backlog import Gap, noted
from hookline.journal.entries import (
    ENTRY_SELECTION,
    RUN_SELECTION,
    STATS_SELECTION,
    TOTALS_SELECTION,
    Entry,
    HookStats,
    Totals,
    to_entry,
    to_run,
    to_stats,
    to_totals,
)
from hookline.journal.private_files import check_readable, identity
from hookline.journal.search import Wanted, search_for
from hookline.journal.summaries import (
    RUN_SUMMARY_SELECTION,
    SUMMARY_SELECTION,
    RunSummary,
    Summary,
    to_summary,
)

if TYPE_CHECKING:
    from sqlite3 import Connection

Answer = TypeVar("Answer")
Details = ParamSpec("Details")
_LOCK_WAIT_S = 1.0
_PAGE = 200
_LARGEST_ID = 1 << 62


class Reader:
    """The journal at a path, as it is at the first question. For one thread at a time."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._db: Connection | None = None
        self._is_open = False

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the journal. The next question begins anew, at its own moment."""
        db, self._db, self._is_open = self._db, None, False
        if db is not None:
            db.close()

    # entries

    def recent(
        self,
        *,
        limit: int = 50,
        before_id: int | None = None,
        from_id: int = 0,
        **wanted: Unpack[Wanted],
    ) -> list[Entry]:
        """The newest wanted entries, newest first. The next page is the one with `before_id` of the
        last entry.

        None older than `from_id` is looked at: a search for what is rare then ends somewhere.
        """
        search = search_for(wanted)
        below = _LARGEST_ID if before_id is None else before_id
        return self._entries(
            f"WHERE e.id < ? AND e.id >= ? AND {search.condition} ORDER BY e.id DESC LIMIT ?",
            (below, from_id, *search.parameters, limit),
        )

    def after(self, after_id: int, *, limit: int = _PAGE, **wanted: Unpack[Wanted]) -> list[Entry]:
        """The first wanted entries behind this one, in the order they were written."""
        search = search_for(wanted)
        return self._entries(
            f"WHERE e.id > ? AND {search.condition} ORDER BY e.id LIMIT ?",
            (after_id, *search.parameters, limit),
        )

    def entry(self, entry_id: int) -> Entry | None:
        """The entry of this number."""
        return next(iter(self._entries("WHERE e.id = ?", (entry_id,))), None)

    def newest_id(self) -> int:
        """The number of the newest entry; 0 when there is none."""
        for (newest,) in self._rows("SELECT coalesce(max(id), 0) FROM entries"):
            return int(newest)
        return 0

    def neighbours(self, entry_id: int) -> tuple[int | None, int | None]:
        """The numbers of the entry before this one, and of the entry after it."""
        older = "SELECT max(id) FROM entries WHERE id < ?"
        newer = "SELECT min(id) FROM entries WHERE id > ?"
        for before, after in self._rows(f"SELECT ({older}), ({newer})", (entry_id, entry_id)):
            return before, after
        return None, None

    def _entries(self, tail: str, parameters: tuple[Any, ...]) -> list[Entry]:
        rows = self._rows(f"SELECT {ENTRY_SELECTION} FROM entries AS e {tail}", parameters)
        runs = f"SELECT {RUN_SELECTION} FROM runs WHERE entry = ? ORDER BY position"
        return [to_entry(row, tuple(map(to_run, self._rows(runs, row[:1])))) for row in rows]

    # figures

    def totals(self, **wanted: Unpack[Wanted]) -> Totals:
        """The wanted entries counted."""
        search = search_for(wanted)
        sql = f"SELECT {TOTALS_SELECTION} FROM entries AS e WHERE {search.condition}"
        return to_totals(next(iter(self._rows(sql, search.parameters)), ()))

    def stats(self, *, last_entries: int = 10_000, **wanted: Unpack[Wanted]) -> list[HookStats]:
        """Figures per hook over the latest wanted entries, the busiest hook first."""
        search = search_for(wanted)
        latest = (
            f"SELECT e.id FROM entries AS e WHERE {search.condition} ORDER BY e.id DESC LIMIT ?"
        )
        rows = self._rows(
            f"SELECT {STATS_SELECTION} FROM runs AS r JOIN entries AS e ON e.id = r.entry "
            f"WHERE r.entry IN ({latest}) ORDER BY r.entry, r.position",
            (*search.parameters, last_entries),
        )
        return to_stats(rows)

    def gaps(self, *, limit: int = 50) -> list[Gap]:
        """What is missing from the journal, newest first; with what no writer took in yet."""
        sql = "SELECT at, missing, reason FROM gaps ORDER BY id DESC LIMIT ?"
        kept = [Gap(*row) for row in self._rows(sql, (limit,))]
        return [*reversed(noted(self.path)), *kept][:limit]

    # summaries: everything is found by number, so it costs the same however long the journal is

    def latest(self, *, limit: int, before_id: int | None = None) -> list[Summary]:
        """The latest entries without their payloads, newest first."""
        below = _LARGEST_ID if before_id is None else before_id
        sql = f"SELECT {SUMMARY_SELECTION} FROM entries WHERE id < ? ORDER BY id DESC LIMIT ?"
        return [to_summary(row) for row in self._rows(sql, (below, limit))]

    def runs_after(self, after_id: int) -> list[RunSummary]:
        """What every hook run behind this entry came to, oldest first."""
        rows = self._rows(
            f"SELECT {RUN_SUMMARY_SELECTION} FROM runs AS r JOIN entries AS e ON e.id = r.entry "
            "WHERE r.entry > ? ORDER BY r.entry, r.position",
            (after_id,),
        )
        return [RunSummary(*row) for row in rows]

    def times_fired(self, after_id: int) -> list[tuple[str, str, int]]:
        """How often each event was fired behind this entry, by workspace (its roots as JSON text)."""
        sql = "SELECT event, roots, count(*) FROM entries WHERE id > ? GROUP BY event, roots"
        rows = self._rows(sql, (after_id,))
        return [(str(event), str(roots), int(times)) for event, roots, times in rows]

    # the connection

    def _rows(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Every row of the answer; none where there is no journal yet."""
        import sqlite3

        try:
            if not self._is_open:
                self._db, self._is_open = _begin(self.path), True
            return [] if self._db is None else self._db.execute(sql, parameters).fetchall()
        except NotDone as error:
            raise UsageError(str(error)) from error
        except (sqlite3.Error, OSError) as error:
            raise UsageError(sqlite_errors.unreadable(self.path, error)) from error


def _begin(path: str) -> Connection | None:
    """A connection inside a read transaction; None where there is no journal yet."""
    import sqlite3

    if identity(path) is None:
        return None
    check_readable(path)
    quoted = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    db = sqlite3.connect(
        f"file:{quoted}?mode=ro",
        uri=True,
        timeout=_LOCK_WAIT_S,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        db.execute("BEGIN")
        if tables.version_of(db, path):  # the first look into the file fixes the moment
            return db
    except BaseException:
        db.close()
        raise
    db.close()
    return None


def ask(
    path: str,
    question: Callable[Concatenate[Reader, Details], Answer],
    *args: Details.args,
    **details: Details.kwargs,
) -> Answer:
    """One question, over a reader of its own: `ask(path, Reader.recent, limit=1)`."""
    with Reader(path) as journal:
        return question(journal, *args, **details)


def follow(
    path: str,
    *,
    after_id: int | None = None,
    sleep: Callable[[float], object] = time.sleep,
    poll_s: float = 0.25,
    **wanted: Unpack[Wanted],
) -> Iterator[Entry]:
    """Wanted entries as they are written, oldest first, without end: those behind `after_id`, or
    from now on.

    When another journal takes the place of this one, it is followed from its beginning.
    """
    last = ask(path, Reader.newest_id) if after_id is None else after_id
    which = _which(path)
    while True:
        now = _which(path)
        if now is not None and now != which:
            last, which = (0 if which else last), now
        with Reader(path) as journal:
            newest, page = journal.newest_id(), journal.after(last, **wanted)
        yield from page
        if len(page) == _PAGE:
            last = page[-1].id
        else:
            last = max(last, newest)  # what is there and is not wanted need not be looked at again
            sleep(poll_s)


def _which(path: str) -> tuple[int, int] | None:
    try:
        return identity(path)
    except OSError as error:
        raise UsageError(sqlite_errors.unreadable(path, error)) from error


def damage(path: str) -> str | None:
    """What is wrong with the file, by reading all of it; None when it is sound."""
    try:
        with Reader(path) as journal:
            complaints = [str(row[0]) for row in journal._rows("PRAGMA quick_check(1)")]
    except UsageError as error:
        return str(error)
    if complaints in ([], ["ok"]):
        return None
    return f"the journal {path} is damaged: {complaints[0]}; move it away, and a new one is begun"
