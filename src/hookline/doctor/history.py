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
from hookline.journal.journal_reader import Reader, damage
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
        if not trouble:
            return _undamaged(path, hooks, roots, since_s)
    except UsageError as error:
        trouble = str(error)
    return History(runs=(Runs(),) * len(hooks), trouble=trouble)


def _undamaged(path: str, hooks: Sequence[Hook], roots: Sequence[str], since_s: float) -> History:
    with Reader(path) as journal:
        all_events = journal.totals()
        entries = journal.recent(limit=LATEST_EVENTS)
        overruled = journal.recent(limit=LATEST_EVENTS, overruled=True, since=since_s)
        return History(
            all_events.first_at,
            all_events.entries,
            tuple(_runs_of(hook, journal, entries) for hook in hooks),
            overrules(entry for entry in overruled if not set(roots).isdisjoint(entry.roots)),
            tuple(gap for gap in journal.gaps() if gap.at >= since_s),
        )


def _runs_of(hook: Hook, journal: Reader, entries: Sequence[Entry]) -> Runs:
    command = as_stored(hook.command)
    found = runs_among(entries, hook, command)
    if found.last_at is None and len(entries) == LATEST_EVENTS:
        older = journal.recent(limit=1, event=hook.event, source=hook.source, command=command)
        return found._replace(last_at=older[0].at if older else None)
    return found


def runs_among(entries: Iterable[Entry], hook: Hook, command: str) -> Runs:
    """What these entries, newest first, know of a hook whose command the journal keeps as `command`."""
    own = [entry for entry in entries if _concerns(entry, hook)]
    ran = [(entry.at, run) for entry in own for run in _runs_in(entry, hook, command)]
    unmatched = sum(_times_unmatched(entry, hook, command) for entry in own)
    last_at = ran[0][0] if ran else None
    return Runs(last_at, tuple(run for _, run in ran[:LATEST_RUNS]), unmatched)


def _concerns(entry: Entry, hook: Hook) -> bool:
    """Whether the event is the hook's, and happened where the hook is configured."""
    return entry.event == hook.event and (not hook.needs_trust or hook.root in entry.roots)


def _runs_in(entry: Entry, hook: Hook, command: str) -> list[Run]:
    return [run for run in entry.runs if (run.source, run.command) == (hook.source, command)]


def _times_unmatched(entry: Entry, hook: Hook, command: str) -> int:
    """How often the entry says that the matcher, as it is now, did not match."""
    skip_of_hook = (hook.source, command, f"matcher {hook.matcher!r} does not match")
    skips = entry.result.get("skipped", ())
    said = [(skip.get("source"), skip.get("command"), skip.get("reason")) for skip in skips]
    return said.count(skip_of_hook)


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
