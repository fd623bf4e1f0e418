"""Retention: the oldest entries go when they are too old, or when the journal is too large; the
newest one always stays.

A sweep takes a few entries at a time, so that no append takes long. The newest entry stays because
ids count on from it: whoever follows the journal by id must never see one twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

#: Entries one sweep takes at most.
BATCH = 20


def sweep(db: Connection, *, oldest_at: float, max_bytes: int) -> bool:
    """Remove up to `BATCH` entries that must go; True when there may be more of them."""
    doomed = _doomed(db, oldest_at, max_bytes)
    if not doomed:
        return False
    db.execute("BEGIN IMMEDIATE")
    try:
        db.executemany("DELETE FROM entries WHERE id = ?", doomed)
        db.execute("DELETE FROM gaps WHERE at < ?", (oldest_at,))
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    # `execute` would take one step of it, which frees one page.
    db.executescript("PRAGMA incremental_vacuum(64)")
    return len(doomed) == BATCH


def _doomed(db: Connection, oldest_at: float, max_bytes: int) -> list[tuple[int]]:
    """By age the time counts, not the number: a clock that was set back puts old entries between
    young ones.
    """
    all_but_newest = "SELECT id FROM entries WHERE id < (SELECT max(id) FROM entries)"
    if _used_bytes(db) > max_bytes:
        return db.execute(f"{all_but_newest} ORDER BY id LIMIT {BATCH}").fetchall()
    too_old = f"{all_but_newest} AND at < ? ORDER BY at LIMIT {BATCH}"
    return db.execute(too_old, (oldest_at,)).fetchall()


def _used_bytes(db: Connection) -> int:
    pages, free, size = (
        db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)
