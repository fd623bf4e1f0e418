"""`/hooks`: every configured hook by source, in priority order; what the journal knows of it; what
does not run, and why.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, get_args

from hookline.config.locate import Place
from hookline.engine.plan import switched_off
from hookline.journal.journal_reader import Reader
from hookline.journal.rows import as_stored
from hookline.journal.summaries import RunSummary
from hookline.kit.short_names import short_name
from hookline.model import Hook, HookKey, HookSet, Problem, SetAside
from hookline.spec.events import EVENTS
from hookline.spec.sources import SOURCES, SourceSpec
from hookline.web.views.hook_shapes import (
    CardRow,
    FileRow,
    HookRow,
    HookState,
    HooksView,
    RunFigures,
    SourceRow,
    SparkRow,
)
from hookline.web.views.page_facts import FIRST_HOOK, page_facts, problem_row
from hookline.web.views.problems import Placed
from hookline.web.views.trusted_folders import trust_rows
from hookline.web.world import World, hook_id

#: How many of the latest events the figures are about.
LOOKED_AT = 2000
_LATEST_RUNS = 40


class Known(NamedTuple):
    """What the journal knows: the runs of each hook, and how often each event was fired in which
    workspace.
    """

    runs: Mapping[tuple[str, str, str], list[RunSummary]]
    seen: Sequence[tuple[str, str, int]]
    twice: frozenset[
        HookKey
    ]  # hooks whose command another entry of the same event and source has too
    last_at: Mapping[str, float]  # of runs older than those looked at, by hook id


def hooks_view(
    world: World, journal: Reader, older: Mapping[str, float] | None = None
) -> HooksView:
    """The page. `older`: when hooks last ran, by id, as far as somebody has looked further back."""
    hooks = world.hooks()
    newest = journal.newest_id()
    floor = newest - LOOKED_AT
    known = Known(
        _by_hook(journal.runs_after(floor)), journal.times_fired(floor), _twice(hooks), older or {}
    )
    places, placed = world.places(), Placed(hooks)
    sources = [
        _source_row(source, rank, hooks, known, places, placed)
        for rank, source in enumerate(SOURCES.values(), 1)
    ]
    listed = [row for source in sources for row in source["hooks"]]
    states = {state: sum(row["state"] == state for row in listed) for state in get_args(HookState)}
    return {
        "page": page_facts(world, "hooks", "Hooks", newest),
        "sources": sources,
        "trust": trust_rows(world, hooks),
        "counts": states,
        "total": len(listed),
        "problems": len(hooks.problems),
        "looked_at": min(newest, LOOKED_AT),
        "next_steps": [] if listed else FIRST_HOOK,
    }


def hooks_by_stored(hooks: HookSet) -> dict[tuple[str, str, str], str]:
    """The ids of today's hooks, by source, event and the command as the journal keeps it."""
    return {
        (hook.source, hook.event, as_stored(hook.command)): hook_id(hook) for hook in hooks.hooks
    }


def _by_hook(found: Iterable[RunSummary]) -> dict[tuple[str, str, str], list[RunSummary]]:
    by_hook: dict[tuple[str, str, str], list[RunSummary]] = {}
    for run in found:
        by_hook.setdefault((run.source, run.event, run.command), []).append(run)
    return by_hook


def _twice(hooks: HookSet) -> frozenset[HookKey]:
    same: dict[tuple[str, str, str], list[HookKey]] = {}
    for hook in hooks.hooks:
        same.setdefault((hook.source, hook.event, hook.command), []).append(hook.key)
    return frozenset(key for keys in same.values() if len(keys) > 1 for key in keys)


def _source_row(
    source: SourceSpec,
    rank: int,
    hooks: HookSet,
    known: Known,
    places: Sequence[Place],
    placed: Placed,
) -> SourceRow:
    rows = list(_hook_rows(source, hooks, known, placed))
    shown = {(one["file"], one["line"], one["problem"]) for row in rows for one in row["problems"]}
    own_places = [place for place in places if place.source.name == source.name]
    return {
        "name": source.name,
        "about": source.about,
        "rank": rank,
        "can_switch": source.switchable,
        "needs_trust": source.needs_trust,
        "files": [_file_row(place.path, hooks.problems, shown) for place in own_places],
        "hooks": rows,
        "cards": _cards(rows),
    }


def _cards(rows: Sequence[HookRow]) -> list[CardRow]:
    """One card for a ready-made hook, at however many events; one for each other entry."""
    cards: dict[tuple[str, ...], CardRow] = {}
    for position, row in enumerate(rows):
        ready_made = short_name(row["command"]) != row["command"]
        key = (row["file"], row["command"]) if ready_made else (str(position),)
        card = cards.setdefault(key, {"name": row["name"], "hooks": []})
        card["hooks"].append(position)
    return list(cards.values())


def _hook_rows(
    source: SourceSpec, hooks: HookSet, known: Known, placed: Placed
) -> Iterator[HookRow]:
    """The hooks of one source, event by event; what was set aside comes last in its event."""
    unknown_events = [name for name in hooks.set_aside if name not in EVENTS]
    for name in (*EVENTS, *unknown_events):
        for hook in hooks.by_event.get(name, ()):
            if hook.source == source.name:
                yield _row(hook, _state(hook, hooks), known, placed.of(hook))
        for aside in hooks.set_aside.get(name, ()):
            if aside.hook.source == source.name:
                yield _aside_row(aside, hooks, known, placed.of(aside.hook))


def _file_row(path: str, problems: Iterable[Problem], shown: set[tuple[str, int, str]]) -> FileRow:
    rest = [
        one
        for one in problems
        if one.file == path and (one.file, one.line, one.problem) not in shown
    ]
    return {
        "path": path,
        "there": os.path.lexists(path),
        "problems": [problem_row(one) for one in rest],
    }


def _state(hook: Hook, hooks: HookSet) -> tuple[HookState, str | None]:
    trust = hooks.trust.get(hook.root) if hook.needs_trust else None
    off = switched_off(hooks, hook)
    if off:
        return "switched off", off
    if hook.needs_trust and not (trust and trust.trusted):
        return "not trusted", trust.reason if trust else "the workspace is not trusted"
    twin = _twin(hook, hooks)
    return ("shadowed", twin) if twin else ("active", None)


def _twin(hook: Hook, hooks: HookSet) -> str | None:
    """A Claude hook is not run where a Cursor hook of the event has the same command."""
    if hook.dialect != "claude":
        return None
    for other in hooks.by_event.get(hook.event, ()):
        if other.dialect != "claude" and (other.command, other.type) == (hook.command, hook.type):
            return f"identical to {other.title} ({other.where}): the same command runs once"
    return None


def _row(
    hook: Hook, state: tuple[HookState, str | None], known: Known, problems: Sequence[Problem]
) -> HookRow:
    runs = [] if state[0] == "set aside" else _runs(hook, known)
    identity = hook_id(hook)
    last_at = runs[-1].at if runs else known.last_at.get(identity)
    if state[0] == "active" and last_at is None:
        state = _never_matched(hook, known) or state
    return {
        "id": identity,
        "source": hook.source,
        "event": hook.event,
        "title": hook.title,
        "command": hook.command,
        "name": hook.command if state[0] == "not trusted" else short_name(hook.command),
        "type": hook.type,
        "matcher": hook.matcher,
        "timeout_s": hook.timeout_s,
        "fail_closed": hook.fail_closed,
        "loop_limit": hook.loop_limit,
        "cwd": hook.cwd,
        "where": hook.where,
        "file": hook.file,
        "line": hook.line,
        "needs_trust": hook.needs_trust,
        "state": state[0],
        "reason": state[1],
        "blocks": False,
        "can_switch": SOURCES[hook.source].switchable,
        "problems": [problem_row(problem) for problem in problems],
        "last_at": last_at,
        **_figures(runs),
    }


def _figures(runs: Sequence[RunSummary]) -> RunFigures:
    """What its runs came to."""
    durations = sorted(run.duration_ms for run in runs)
    denies = sum(run.permission == "deny" for run in runs)
    failures = sum(run.failure is not None for run in runs)
    return {
        "runs": len(runs),
        "p50_ms": percentile(durations, 0.5),
        "p95_ms": percentile(durations, 0.95),
        "denies": denies,
        "failures": failures,
        "deny_share": denies / len(runs) if runs else None,
        "failure_share": failures / len(runs) if runs else None,
        "spark": [_spark(run) for run in runs[-_LATEST_RUNS:]],
    }


def _runs(hook: Hook, known: Known) -> list[RunSummary]:
    """Those of the same command, in its own workspace; where several entries have the same command,
    of the same line.
    """
    same = known.runs.get((hook.source, hook.event, as_stored(hook.command)), [])
    own = [run for run in same if not hook.needs_trust or f'"{hook.root}"' in run.roots]
    return (
        [run for run in own if run.where == as_stored(hook.where)]
        if hook.key in known.twice
        else own
    )


def _never_matched(hook: Hook, known: Known) -> tuple[HookState, str] | None:
    """Its event was fired in its workspace, and it never ran."""
    times = sum(
        number for event, roots, number in known.seen
        if event == hook.event and (not hook.needs_trust or f'"{hook.root}"' in roots)
    )  # fmt: skip
    if not times or not hook.matcher:
        return None
    return (
        "never matched",
        f"{hook.event} was fired {times} times lately, and matcher {hook.matcher!r} never matched",
    )


def _aside_row(
    aside: SetAside, hooks: HookSet, known: Known, problems: Sequence[Problem]
) -> HookRow:
    off = switched_off(hooks, aside.hook)
    blocks = (
        "; it says failClosed, so it blocks until it is fixed" if aside.blocks and not off else ""
    )
    state: tuple[HookState, str | None] = (
        ("switched off", off) if off else ("set aside", aside.reason + blocks)
    )
    row = _row(aside.hook, state, known, problems)
    row["blocks"] = bool(blocks)
    return row


def _spark(run: RunSummary) -> SparkRow:
    return {
        "duration_ms": run.duration_ms,
        "permission": run.permission,
        "failed": run.failure is not None,
    }


def percentile(ordered: Sequence[float], share: float) -> float | None:
    """The smallest value that so many of them do not exceed."""
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)] if ordered else None
