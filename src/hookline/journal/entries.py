"""What the journal answers with: entries, runs, totals and figures per hook, and how they are made
of rows. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from hookline.journal.rows import ENTRY_COLUMNS, RUN_COLUMNS
from hookline.model import BLOCKED_CODE

#: What to select for an entry of `entries AS e`, and for a run.
ENTRY_SELECTION = "e.id, " + ", ".join(f"e.{column}" for column in ENTRY_COLUMNS)
RUN_SELECTION = ", ".join(RUN_COLUMNS)
#: What to select for figures, of `runs AS r` joined with `entries AS e`.
STATS_SELECTION = (
    "r.source, r.event, r.command, r.type, r.place, r.duration_ms, r.permission, r.failure, e.at"
)
#: What to select for `Totals`, of `entries AS e`.
TOTALS_SELECTION = (
    "count(*), coalesce(sum(e.blocked), 0), coalesce(sum(e.failed > 0), 0), min(e.at), max(e.at)"
)


class Run(NamedTuple):
    """One hook's run, as stored."""

    source: str
    event: str
    command: str
    where: str
    type: str
    ending: str
    exit_code: int | None
    signal: int | None
    failure: str | None
    permission: str | None
    duration_ms: float
    answer: Any
    stderr: str
    judge: Any
    notes: Any

    def as_dict(self) -> dict[str, Any]:
        """The run as `Decision.as_dict` shows it."""
        shown = self._asdict()
        del shown["event"]
        for name in ("signal", "judge", "notes"):
            if shown[name] is None:
                del shown[name]
        if self.type == "command":
            del shown["type"]
        return shown


class Entry(NamedTuple):
    """One event, as stored. `input_sha256` and `input_bytes` are of the whole payload, when `input`
    is a shortened one.
    """

    id: int
    at: float
    execution_id: str
    event: str
    conversation_id: str | None
    blocked: bool
    permission: str | None
    failed: int
    overruled: int
    ran: int
    skipped: int
    duration_ms: float
    because: str
    roots: tuple[str, ...]
    profile: str
    input: Any
    input_sha256: str | None
    input_bytes: int | None
    result: dict[str, Any]
    runs: tuple[Run, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The entry in the words of `Decision.as_dict`, with its number, time, conversation,
        payload and workspace.
        """
        result = self.result
        return {
            "id": self.id,
            "at": self.at,
            "event": self.event,
            "blocked": self.blocked,
            "permission": self.permission,
            "response": result.get("response", {}),
            "code": BLOCKED_CODE if self.blocked else None,
            "texts": result.get("texts"),
            "overruled": result.get("overruled", []),
            "notes": result.get("notes", []),
            "problems": result.get("problems", []),
            "because": self.because,
            "hooks": [run.as_dict() for run in self.runs],
            "skipped": result.get("skipped", []),
            "duration_ms": self.duration_ms,
            "execution_id": self.execution_id,
            "conversation_id": self.conversation_id,
            "roots": list(self.roots),
            "profile": self.profile,
            "input": self.input,
            "input_sha256": self.input_sha256,
            "input_bytes": self.input_bytes,
        }


class Totals(NamedTuple):
    """Entries counted. The times are None when there is no entry."""

    entries: int
    blocked: int
    failed: int  # entries with at least one failure
    first_at: float | None
    last_at: float | None


class HookStats(NamedTuple):
    """What is known of one hook: how often it ran, how long that took, what it said, when it last did."""

    source: str
    event: str
    command: str
    type: str
    where: str  # of its latest run: a hook stays itself when its line moves
    ran: int
    p50_ms: float
    p95_ms: float
    denies: int
    failures: int
    last_at: float


def to_entry(row: tuple[Any, ...], runs: tuple[Run, ...]) -> Entry:
    """A row of `ENTRY_SELECTION` with its runs."""
    made = Entry._make((*row, runs))
    return made._replace(
        blocked=bool(made.blocked),
        roots=tuple(json.loads(str(made.roots))),
        input=json.loads(made.input),
        result=json.loads(str(made.result)),
    )


def to_run(row: tuple[Any, ...]) -> Run:
    """A row of `RUN_SELECTION`."""
    made = Run(*row)
    return made._replace(
        answer=_read(made.answer), judge=_read(made.judge), notes=_read(made.notes)
    )


def to_totals(row: tuple[Any, ...]) -> Totals:
    """A row of `TOTALS_SELECTION`; an empty one is that of no journal."""
    return Totals(*row) if row else Totals(0, 0, 0, None, None)


def to_stats(rows: Iterable[tuple[Any, ...]]) -> list[HookStats]:
    """Figures per hook from rows of `STATS_SELECTION`, oldest first; the busiest hook comes first."""
    by_hook: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for row in rows:
        by_hook.setdefault(row[:4], []).append(row)
    found = [_hook_stats(key, own) for key, own in by_hook.items()]
    return sorted(found, key=lambda one: (-one.ran, one[:4]))


def _hook_stats(key: tuple[str, ...], rows: list[tuple[Any, ...]]) -> HookStats:
    source, event, command, kind = key
    durations = sorted(row[5] for row in rows)
    return HookStats(
        source,
        event,
        command,
        kind,
        where=rows[-1][4],
        ran=len(rows),
        p50_ms=_share(durations, 0.50),
        p95_ms=_share(durations, 0.95),
        denies=sum(row[6] == "deny" for row in rows),
        failures=sum(row[7] is not None for row in rows),
        last_at=max(row[8] for row in rows),
    )


def _share(ordered: list[float], share: float) -> float:
    """The smallest value that so many of them do not exceed."""
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def _read(text: str | None) -> Any:
    return None if text is None else json.loads(text)
