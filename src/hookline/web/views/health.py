"""`/health`: what the doctor found, which events were seen from which host, what is slow, what
fails, how long it takes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hookline.journal.journal_reader import Reader
from hookline.journal.summaries import RunSummary, Summary
from hookline.model import Hook, HookSet
from hookline.shorten import one_line
from hookline.spec.events import EVENTS
from hookline.spec.profiles import DEFAULT_PROFILE
from hookline.web.views.health_shapes import (
    CheckupRow,
    CoverageCell,
    CoverageRow,
    CoverageTable,
    FailureRow,
    HealthView,
    LatencyTable,
    SlowRow,
)
from hookline.web.views.hook_pages import hooks_by_stored, percentile
from hookline.web.views.page_facts import FIRST_EVENT, page_facts
from hookline.web.world import World

LOOKED_AT = 2000
_MOST_SLOW = 10
_MOST_HOSTS = 6
_LONGEST_EXAMPLE = 300
#: The upper ends of the histogram's buckets.
BUCKETS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
#: What a kind of failure ends at: a name, a number or a text of somebody's follows.
_KIND = re.compile(r"(?: after | with code | by signal |: | ['\"0-9]).*\Z", re.DOTALL)


def health_view(world: World, journal: Reader, checkup: CheckupRow) -> HealthView:
    """The page, with the doctor's word as it stands."""
    latest = journal.latest(limit=LOOKED_AT)
    found = journal.runs_after(latest[-1].id - 1) if latest else []
    hooks = world.hooks()
    return {
        "page": page_facts(world, "health", "Health", journal.newest_id()),
        "checkup": checkup,
        "coverage": coverage(latest, hooks),
        "slowest": slowest(found, hooks_by_stored(hooks)),
        "failures": failures(found),
        "latency": latency([one.duration_ms for one in latest]),
        "looked_at": len(latest),
        "next_steps": [] if latest else FIRST_EVENT,
    }


def coverage(latest: Sequence[Summary], hooks: HookSet) -> CoverageTable:
    """Event × host: the hosts that fired most lately, the busiest first."""
    numbers: dict[str, int] = {}
    cells: dict[tuple[str, str], tuple[int, float]] = {}
    for one in latest:
        numbers[one.host] = numbers.get(one.host, 0) + 1
        times, last_at = cells.get((one.event, one.host), (0, one.at))
        cells[one.event, one.host] = (times + 1, last_at)
    hosts = sorted(numbers, key=lambda host: -numbers[host])[:_MOST_HOSTS] or [DEFAULT_PROFILE]
    return {"hosts": hosts, "rows": [_coverage_row(name, hosts, cells, hooks) for name in EVENTS]}


def _coverage_row(
    event: str,
    hosts: Sequence[str],
    cells: Mapping[tuple[str, str], tuple[int, float]],
    hooks: HookSet,
) -> CoverageRow:
    row = EVENTS[event]
    configured = sum(_may_run(hook, hooks) for hook in hooks.by_event.get(event, ()))
    found = [_cell(host, configured, cells.get((event, host))) for host in hosts]
    return {
        "event": event,
        "group": row.group,
        "gate": row.gate,
        "configured": configured,
        "cells": found,
    }


def _may_run(hook: Hook, hooks: HookSet) -> bool:
    trust = hooks.trust.get(hook.root)
    return hook.key not in hooks.off and (not hook.needs_trust or bool(trust and trust.trusted))


def _cell(host: str, configured: int, found: tuple[int, float] | None) -> CoverageCell:
    times, last_at = found or (0, None)
    if configured:
        return {"host": host, "seen": times, "last_at": last_at,
                "state": "configured and seen" if times else "configured, never seen"}  # fmt: skip
    return {"host": host, "seen": times, "last_at": last_at,
            "state": "seen, nothing configured" if times else "never seen"}  # fmt: skip


def slowest(found: Sequence[RunSummary], ids: Mapping[tuple[str, str, str], str]) -> list[SlowRow]:
    """The hooks with the longest 95th percentile, longest first."""
    by_hook: dict[tuple[str, str, str], list[RunSummary]] = {}
    for run in found:
        by_hook.setdefault((run.source, run.event, run.command), []).append(run)
    rows = [_slow(own, ids.get(key)) for key, own in by_hook.items()]
    return sorted(rows, key=lambda row: -row["p95_ms"])[:_MOST_SLOW]


def _slow(own: Sequence[RunSummary], identity: str | None) -> SlowRow:
    durations, last = sorted(run.duration_ms or 0.0 for run in own), own[-1]
    return {
        "source": last.source,
        "event": last.event,
        "command": last.command,
        "where": last.where,
        "runs": len(own),
        "p50_ms": percentile(durations, 0.5) or 0.0,
        "p95_ms": percentile(durations, 0.95) or 0.0,
        "hook_id": identity,
    }


def failures(found: Sequence[RunSummary]) -> list[FailureRow]:
    """Failures by their kind, the most frequent first."""
    by_kind: dict[str, list[RunSummary]] = {}
    for run in found:
        if run.failure is not None:
            by_kind.setdefault(kind_of(run.failure), []).append(run)
    rows: list[FailureRow] = [
        {
            "kind": kind,
            "count": len(own),
            "last_at": own[-1].at,
            "last_id": own[-1].entry,
            "example": one_line(str(own[-1].failure), _LONGEST_EXAMPLE),
        }
        for kind, own in by_kind.items()
    ]
    return sorted(rows, key=lambda row: -row["count"])


def kind_of(failure: str) -> str:
    """`timed out after 1 s` → `timed out`; `exited with code 1` → `exited`; `not found: x.sh` →
    `not found`.
    """
    return one_line(_KIND.sub("", failure), 60) or "failed"


def latency(durations: Sequence[float]) -> LatencyTable:
    """How long events spent in hooks."""
    ordered = sorted(durations)
    ends = [*map(float, BUCKETS_MS), float("inf")]
    begins = [0.0, *ends[:-1]]
    return {
        "events": len(ordered),
        "p50_ms": percentile(ordered, 0.5),
        "p95_ms": percentile(ordered, 0.95),
        "max_ms": ordered[-1] if ordered else None,
        "buckets": [
            {
                "from_ms": begin,
                "to_ms": None if end == float("inf") else end,
                "count": sum(begin <= one < end for one in ordered),
            }
            for begin, end in zip(begins, ends, strict=True)
        ],
    }
