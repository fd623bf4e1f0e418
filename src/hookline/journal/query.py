"""Questions to the journal. Goes in: its path. Comes out: records of `entries`, and gaps.

    recent(path, limit=20, event="stop", blocked=True)    the newest entries, newest first; the next page with before_id
    after(path, 0, since=1_760_000_000.0)                 a page of entries in the order they were written (for replay)
    follow(path, failed=True)                             entries as they are written, without end
    entry(path, 17)   newest_id(path)
    totals(path, since=…)                                 how many entries, how many blocked, how many with a failure
    stats(path, source="project")                         per hook: how often, how long, how many denies and failures
    gaps(path)                                            what is missing, and why
    damage(path)                                          what is wrong with the file, or None (reads all of it)

The keywords of `search.Wanted` narrow the first three and the figures: event, conversation,
permission, blocked, failed, overruled, since, source, command, text. Everything is read over a
read-only connection, beside whoever writes. A journal that does not exist yet is an empty answer;
one that cannot be read raises `UsageError` with what to do. Nothing is ever written or rendered.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from hookline.errors import NotDone, UsageError
from hookline.journal import sqlite_errors as trouble
from hookline.journal import tables as schema
from hookline.journal.backlog import Gap
from hookline.journal.entries import (
    ENTRY_SELECTION,
    RUN_SELECTION,
    STATS_SELECTION,
    TOTALS_SELECTION,
    Entry,
    HookStats,
    Run,
    Totals,
    to_entry,
    to_run,
    to_stats,
    to_totals,
)
from hookline.journal.private_files import check_readable, identity
from hookline.journal.search import Wanted, search_for

if TYPE_CHECKING:
    from sqlite3 import Connection

Answer = TypeVar("Answer")
_LOCK_WAIT_S = 1.0
_PAGE = 200


def recent(
    path: str,
    *,
    limit: int = 50,
    before_id: int | None = None,
    from_id: int | None = None,
    **wanted: Unpack[Wanted],
) -> list[Entry]:
    """The newest wanted entries, newest first. The next page is the one with `before_id` of the
    last entry.

    None older than `from_id` is looked at: a search for what is rare then ends somewhere.
    """
    search = search_for(wanted)
    bounds = [
        (f"e.id {sign} ?", bound)
        for sign, bound in (("<", before_id), (">=", from_id))
        if bound is not None
    ]
    tail = f"WHERE {' AND '.join([*(sql for sql, _ in bounds), search.condition])} ORDER BY e.id DESC LIMIT ?"
    parameters = (*(bound for _, bound in bounds), *search.parameters, limit)
    return ask(path, lambda db: _entries(db, tail, *parameters), [])


def after(path: str, after_id: int, *, limit: int = _PAGE, **wanted: Unpack[Wanted]) -> list[Entry]:
    """The first wanted entries behind this one, in the order they were written."""
    search = search_for(wanted)
    tail = f"WHERE e.id > ? AND {search.condition} ORDER BY e.id LIMIT ?"
    return ask(path, lambda db: _entries(db, tail, after_id, *search.parameters, limit), [])


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
    last, which = (newest_id(path) if after_id is None else after_id), _which(path)
    while True:
        now = _which(path)
        if now is not None and now != which:
            last, which = (0 if which else last), now
        newest = newest_id(path)
        page = after(path, last, **wanted)
        yield from page
        if len(page) == _PAGE:
            last = page[-1].id
        else:
            # What was there and is not wanted need not be looked at again.
            last = max(last, newest, page[-1].id if page else 0)
            sleep(poll_s)


def entry(path: str, entry_id: int) -> Entry | None:
    """The entry of this number."""
    return ask(path, lambda db: next(iter(_entries(db, "WHERE e.id = ?", entry_id)), None), None)


def newest_id(path: str) -> int:
    """The number of the newest entry; 0 when there is none."""
    return ask(
        path,
        lambda db: int(db.execute("SELECT coalesce(max(id), 0) FROM entries").fetchone()[0]),
        0,
    )


def totals(path: str, **wanted: Unpack[Wanted]) -> Totals:
    """The wanted entries counted."""
    search = search_for(wanted)
    sql = f"SELECT {TOTALS_SELECTION} FROM entries AS e WHERE {search.condition}"
    return to_totals(ask(path, lambda db: tuple(db.execute(sql, search.parameters).fetchone()), ()))


def stats(path: str, *, last_entries: int = 10_000, **wanted: Unpack[Wanted]) -> list[HookStats]:
    """Figures per hook over the latest wanted entries, the busiest hook first."""
    search = search_for(wanted)
    latest = f"SELECT e.id FROM entries AS e WHERE {search.condition} ORDER BY e.id DESC LIMIT ?"
    tables = "runs AS r JOIN entries AS e ON e.id = r.entry"
    sql = f"SELECT {STATS_SELECTION} FROM {tables} WHERE r.entry IN ({latest}) ORDER BY r.entry, r.position"
    return ask(path, lambda db: to_stats(db.execute(sql, (*search.parameters, last_entries))), [])


def gaps(path: str, *, limit: int = 50) -> list[Gap]:
    """What is missing from the journal, newest first."""
    sql = "SELECT at, missing, reason FROM gaps ORDER BY id DESC LIMIT ?"
    return ask(path, lambda db: [Gap(*row) for row in db.execute(sql, (limit,))], [])


def damage(path: str) -> str | None:
    """What is wrong with the file, by reading all of it; None when it is sound."""
    try:
        found = ask(path, lambda db: str(db.execute("PRAGMA quick_check(1)").fetchone()[0]), "ok")
    except UsageError as error:
        return str(error)
    return (
        None
        if found == "ok"
        else f"the journal {path} is damaged: {found}; move it away, and a new one is begun"
    )


def _entries(db: Connection, tail: str, *parameters: Any) -> list[Entry]:
    rows = db.execute(f"SELECT {ENTRY_SELECTION} FROM entries AS e {tail}", parameters).fetchall()
    return [to_entry(row, _runs(db, row[0])) for row in rows]


def _runs(db: Connection, entry_id: int) -> tuple[Run, ...]:
    rows = db.execute(
        f"SELECT {RUN_SELECTION} FROM runs WHERE entry = ? ORDER BY position", (entry_id,)
    )
    return tuple([to_run(row) for row in rows])


def _which(path: str) -> tuple[int, int] | None:
    try:
        return identity(path)
    except OSError as error:
        raise UsageError(trouble.unreadable(path, error)) from error


def ask(path: str, question: Callable[[Connection], Answer], otherwise: Answer) -> Answer:
    """The answer over a connection made for it; `otherwise` when there is no journal yet."""
    if _which(path) is None:
        return otherwise
    import sqlite3

    try:
        check_readable(path)
        db = _connect(path)
        try:
            return question(db) if schema.version_of(db, path) else otherwise
        finally:
            db.close()
    except NotDone as error:
        raise UsageError(str(error)) from error
    except sqlite3.Error as error:
        raise UsageError(trouble.unreadable(path, error)) from error


def _connect(path: str) -> Connection:
    import sqlite3

    quoted = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return sqlite3.connect(
        f"file:{quoted}?mode=ro", uri=True, timeout=_LOCK_WAIT_S, isolation_level=None
    )
