"""Entries and runs in short, for lists and figures over the latest of them, and how they are made of
rows. Pure; `reader` asks for them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

#: What to select for a `Summary` of `entries`.
SUMMARY_SELECTION = (
    "id, at, event, conversation_id, blocked, permission, failed, duration_ms, profile, "
    "CASE WHEN json_valid(input) THEN json_extract(input, '$.cursor_version') END"
)
#: What to select for a `RunSummary`, of `runs AS r` joined with `entries AS e`.
RUN_SUMMARY_SELECTION = (
    "r.entry, e.at, r.source, r.event, r.command, r.type, r.place, r.ending, r.duration_ms, "
    "r.permission, r.failure, e.roots"
)


class Summary(NamedTuple):
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


class RunSummary(NamedTuple):
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


def to_summary(row: tuple[Any, ...]) -> Summary:
    """A row of `SUMMARY_SELECTION`."""
    summary = Summary._make(row)
    return summary._replace(
        blocked=bool(summary.blocked),
        duration_ms=summary.duration_ms or 0.0,
        version=summary.version if isinstance(summary.version, str) else None,
    )
