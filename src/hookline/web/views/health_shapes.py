"""The dicts of `/health`."""

from __future__ import annotations

from typing import Literal, TypedDict

from hookline.web.views.page_shapes import NextStep, PageFacts


class FindingRow(TypedDict):
    """Something the doctor found."""

    code: str
    severity: str  # error, warning, note
    hook: str  # its title; empty where it is about none
    where: str
    problem: str
    remedy: str


class CheckupRow(TypedDict):
    """What the doctor said. While he is still looking, `done` is False and the rest is of the time
    before, or empty.
    """

    done: bool
    at: float | None
    fine: bool
    findings: list[FindingRow]


class CoverageCell(TypedDict):
    """One event at one host."""

    host: str
    seen: int  # how often, among the events looked at
    last_at: float | None
    state: Literal[
        "configured and seen", "configured, never seen", "seen, nothing configured", "never seen"
    ]


class CoverageRow(TypedDict):
    """One event."""

    event: str
    group: str
    gate: str | None
    configured: int  # hooks that are active for it
    cells: list[CoverageCell]  # in the order of CoverageTable.hosts


class CoverageTable(TypedDict):
    """Event × host."""

    hosts: list[str]
    rows: list[CoverageRow]


class SlowRow(TypedDict):
    """A hook that takes long."""

    source: str
    event: str
    command: str
    where: str
    runs: int
    p50_ms: float
    p95_ms: float
    hook_id: str | None


class FailureRow(TypedDict):
    """One kind of failure."""

    kind: str  # "timed out", "not found", "answer is not JSON", "exited with code", …
    count: int
    last_at: float
    last_id: int  # an execution to look at
    example: str


class LatencyBucket(TypedDict):
    """How many events took so long in hooks; `to_ms` is None in the last."""

    from_ms: float
    to_ms: float | None
    count: int


class LatencyTable(TypedDict):
    """The histogram of the time events spent in hooks."""

    events: int
    p50_ms: float | None
    p95_ms: float | None
    max_ms: float | None
    buckets: list[LatencyBucket]


class HealthView(TypedDict):
    """`/health`."""

    page: PageFacts
    checkup: CheckupRow
    coverage: CoverageTable
    slowest: list[SlowRow]  # at most 10
    failures: list[FailureRow]
    latency: LatencyTable
    looked_at: int  # how many of the latest events all this is about
    next_steps: list[NextStep]
