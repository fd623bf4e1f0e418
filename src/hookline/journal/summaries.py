"""Short rows of the journal, for lists and figures over the latest entries. Goes in: its path.
Comes out: glances.

    glances(path, limit=2000)            the latest entries without their payloads, newest first
    runs(path, after_id)                 what every hook run behind an entry came to, oldest first
    seen(path, after_id)                 how often each event was fired, by workspace
    neighbours(path, 17)                 the entries before and after one

Everything is found by number, so it costs the same however long the journal is. Nothing is ever
written.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hookline.journal.query import ask

_GLANCE = (
    "id, at, event, conversation_id, blocked, permission, failed, duration_ms, profile, "
    "CASE WHEN json_valid(input) THEN json_extract(input, '$.cursor_version') END"
)
_RUN = "r.entry, e.at, r.source, r.event, r.command, r.type, r.place, r.ending, r.duration_ms, r.permission, r.failure, e.roots"


class Glance(NamedTuple):
    """One entry, in short."""

    id: int
    at: float
    event: str
    conversation_id: str | None
    blocked: bool
    permission: str | None
    failed: int
    duration_ms: float
    profile: str
    version: str | None  # of the host, as its payload says

    @property
    def host(self) -> str:
        """Who fired it: the profile, and the version it reports."""
        return f"{self.profile} {self.version}" if self.version else self.profile


class RunGlance(NamedTuple):
    """One run of a hook, in short. `roots` is JSON text."""

    entry: int
    at: float
    source: str
    event: str
    command: str
    type: str
    where: str
    ending: str
    duration_ms: float
    permission: str | None
    failure: str | None
    roots: str


def glances(path: str, *, limit: int, before_id: int | None = None) -> list[Glance]:
    """The latest entries, newest first."""
    sql = f"SELECT {_GLANCE} FROM entries WHERE id < ? ORDER BY id DESC LIMIT ?"
    return ask(
        path, lambda db: [_glance(row) for row in db.execute(sql, (_below(before_id), limit))], []
    )


def _glance(row: tuple[Any, ...]) -> Glance:
    made = Glance._make(row)
    version = made.version if isinstance(made.version, str) else None
    return made._replace(
        blocked=bool(made.blocked), duration_ms=made.duration_ms or 0.0, version=version
    )


def runs(path: str, after_id: int) -> list[RunGlance]:
    """The runs of every entry behind this one, oldest first."""
    sql = f"SELECT {_RUN} FROM runs AS r JOIN entries AS e ON e.id = r.entry WHERE r.entry > ? ORDER BY r.entry, r.position"
    return ask(path, lambda db: [RunGlance(*row) for row in db.execute(sql, (after_id,))], [])


def seen(path: str, after_id: int) -> list[tuple[str, str, int]]:
    """How often each event was fired behind an entry, and for which workspace (its roots as JSON text)."""
    sql = "SELECT event, roots, count(*) FROM entries WHERE id > ? GROUP BY event, roots"
    return ask(
        path,
        lambda db: [
            (str(one[0]), str(one[1]), int(one[2])) for one in db.execute(sql, (after_id,))
        ],
        [],
    )


def neighbours(path: str, entry_id: int) -> tuple[int | None, int | None]:
    """The entry before this one and the entry after it."""
    sql = "SELECT (SELECT max(id) FROM entries WHERE id < ?), (SELECT min(id) FROM entries WHERE id > ?)"
    row = ask(
        path, lambda db: tuple(db.execute(sql, (entry_id, entry_id)).fetchone()), (None, None)
    )
    return row[0], row[1]


def _below(before_id: int | None) -> int:
    return before_id if before_id is not None else 1 << 62
