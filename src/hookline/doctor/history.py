"""The journal → what it knows of each hook: how often it ran, how that went, and when it did not
match.

Nothing is judged here. What the journal cannot tell is said too: how far it reaches back, and what
is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hookline.codec.hook_answer import DENY_EXIT_CODE
from hookline.errors import UsageError
from hookline.journal.backlog import Gap
from hookline.journal.entries import Entry, Run
from hookline.journal.query import damage, gaps, recent, totals
from hookline.journal.rows import as_stored
from hookline.model import Hook
from hookline.processes.launch import broken_hook

#: How many of the latest events are read one by one.
LATEST_EVENTS = 5000
#: How many of a hook's latest runs are looked at.
LATEST_RUNS = 20


class Runs(NamedTuple):
    """What the journal knows of one hook. `unmatched`: how often its matcher, as it is now, did not match."""

    last_at: float | None = None
    latest: tuple[Run, ...] = ()  # newest first
    unmatched: int = 0

    @property
    def median_ms(self) -> float | None:
        """The middle of the latest runs."""
        taken = sorted(run.duration_ms for run in self.latest)
        return taken[len(taken) // 2] if taken else None

    @property
    def accidents(self) -> tuple[Run, ...]:
        """Runs that denied only because an interpreter could not read the script."""
        return tuple(
            run
            for run in self.latest
            if run.exit_code == DENY_EXIT_CODE and broken_hook(run.stderr)
        )


class Overrule(NamedTuple):
    """A deny that did not count: whose, how often, when last, and what decided instead."""

    source: str
    command: str
    where: str
    times: int
    last_at: float
    because: str


class History(NamedTuple):
    """What the journal knows. `begins_at` is None when there is nothing in it."""

    begins_at: float | None = None
    events: int = 0
    runs: tuple[Runs, ...] = ()  # one for each hook, in their order
    overruled: tuple[Overrule, ...] = ()
    gaps: tuple[Gap, ...] = ()
    trouble: str | None = None


def history_of(path: str, hooks: Sequence[Hook], roots: Sequence[str], since_s: float) -> History:
    """What the journal knows of these hooks; overruled denies and gaps since a moment."""
    try:
        trouble = damage(path)
        if trouble:
            return History(runs=tuple(Runs() for _ in hooks), trouble=trouble)
        all_events = totals(path)
        entries = recent(path, limit=LATEST_EVENTS)
        overruled = recent(path, limit=LATEST_EVENTS, overruled=True, since=since_s)
        return History(
            all_events.first_at,
            all_events.entries,
            tuple(_runs_of(hook, path, entries) for hook in hooks),
            overrules(entry for entry in overruled if set(entry.roots) & set(roots)),
            tuple(gap for gap in gaps(path) if gap.at >= since_s),
        )
    except UsageError as error:
        return History(runs=tuple(Runs() for _ in hooks), trouble=str(error))


def _runs_of(hook: Hook, path: str, entries: Sequence[Entry]) -> Runs:
    command = as_stored(hook.command)
    found = runs_among(entries, hook, command)
    if found.last_at is None and len(entries) == LATEST_EVENTS:
        older = recent(path, limit=1, event=hook.event, source=hook.source, command=command)
        return found._replace(last_at=older[0].at if older else None)
    return found


def runs_among(entries: Iterable[Entry], hook: Hook, command: str) -> Runs:
    """What these entries, newest first, know of a hook whose command the journal keeps as `command`."""
    mine = [
        one
        for one in entries
        if one.event == hook.event and (not hook.needs_trust or hook.root in one.roots)
    ]
    ran = [
        (entry.at, run)
        for entry in mine
        for run in entry.runs
        if (run.source, run.command) == (hook.source, command)
    ]
    reason = f"matcher {hook.matcher!r} does not match"
    unmatched = sum(
        (skip.get("source"), skip.get("command"), skip.get("reason"))
        == (hook.source, command, reason)
        for entry in mine
        for skip in entry.result.get("skipped", ())
    )
    return Runs(ran[0][0] if ran else None, tuple(run for _, run in ran[:LATEST_RUNS]), unmatched)


def overrules(entries: Iterable[Entry]) -> tuple[Overrule, ...]:
    """The denies that did not count, each hook once. The entries come newest first."""
    found: dict[tuple[str, str], Overrule] = {}
    for entry in entries:
        for over in entry.result.get("overruled", ()):
            if over.get("permission") != "deny":
                continue
            key = (str(over.get("source")), str(over.get("command")))
            before = found.get(key) or Overrule(
                *key, str(over.get("where")), 0, entry.at, entry.because
            )
            found[key] = before._replace(times=before.times + 1)
    return tuple(found.values())
