"""`hookline list`: every hook there is, event by event: whether it may run, and when it last did.
Runs nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from hookline.cli.faults import FINE
from hookline.cli.hook_files import Sources, journal_path, load, places
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import (
    Place,
    known_event,
    output_options,
    place_options,
    verbose_option,
)
from hookline.cli.show.decision_text import NOTHING, SEVERITY_STYLES, matcher_of, name_of, where_of
from hookline.cli.show.safe_text import ago, count, safe, seconds, short_path, short_paths
from hookline.cli.show.terminal import Cells, Screen, Span
from hookline.engine.plan import switched_off
from hookline.errors import UsageError
from hookline.model import Hook
from hookline.spec.events import EVENTS

#: How far back `last ran` looks.
_LAST_ENTRIES = 1000
_STATES: dict[str, Span] = {
    "active": ("active", "good"),
    "switched off": ("switched off", "warn"),
    "not trusted": ("not trusted", "warn"),
    "set aside": ("set aside", "bad"),
}


class Listed(NamedTuple):
    """A hook, whether it may run, why not, and when it last did."""

    hook: Hook
    state: str  # a key of _STATES
    reason: str
    last_ran_at: float | None


@click.command(
    cls=GroupedCommand,
    name="list",
    epilog="\b\nExamples:\n  hookline list\n  hookline list beforeShellExecution --json",
)
@click.argument(
    "event",
    required=False,
    callback=lambda ctx, param, name: name and known_event(ctx, param, name),
)
@place_options
@output_options
@verbose_option
def command(event: str | None, place: Place, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """List every configured hook, event by event, in the order in which their answers count.

    Hooks of a workspace that is not trusted do not run; neither do entries with a mistake.
    """
    sources = load(place.roots, enterprise_config=place.enterprise_config, claude=place.claude)
    listed = list(_listed(sources, event, _last_runs()))
    if as_json:
        screen.json(_as_dict(sources, listed))
    elif listed:
        _show(screen, sources, listed)
    else:
        _show_nothing(screen, sources, event, place)
    return FINE


def _listed(
    sources: Sources, only: str | None, last_runs: Mapping[tuple[str, ...], float]
) -> Iterator[Listed]:
    """The hooks in the order of the events' rows; an event that does not exist comes last."""
    hooks = sources.hooks
    names = [only] if only else [*EVENTS, *(name for name in hooks.set_aside if name not in EVENTS)]
    for name in names:
        for hook in hooks.by_event.get(name, ()):
            # A workspace's hook counts for that workspace only, any other for all of them.
            root = hook.root if hook.needs_trust else ""
            yield Listed(hook, *_state_of(sources, hook), last_runs.get(_key(hook, root)))
        for aside in hooks.set_aside.get(name, ()):
            blocks = "; it says failClosed, so it blocks until it is fixed" if aside.blocks else ""
            yield Listed(aside.hook, "set aside", aside.reason + blocks, None)


def _state_of(sources: Sources, hook: Hook) -> tuple[str, str]:
    """Whether a hook may run, in a word, and why not."""
    off = switched_off(sources.hooks, hook)
    if off:
        return "switched off", off
    trust = sources.trust_of(hook.root) if hook.needs_trust else None
    if trust and not trust.trusted:
        return "not trusted", trust.reason
    return "active", ""


def _key(hook: Hook, root: str) -> tuple[str, ...]:
    from hookline.journal.rows import as_stored

    return hook.source, hook.event, as_stored(hook.command), root


def _last_runs() -> dict[tuple[str, ...], float]:
    """When each hook last ran, by source, event, command and workspace root, and with an empty root
    for any of them.
    """
    from hookline.journal.journal_reader import Reader, ask

    found: dict[tuple[str, ...], float] = {}
    try:
        entries = ask(journal_path(), Reader.recent, limit=_LAST_ENTRIES)
    except UsageError as error:  # the list is worth having without it
        click.echo(safe(str(error)), err=True)
        return found
    for entry in entries:
        for run in entry.runs:
            for root in ("", *entry.roots):
                found.setdefault((run.source, run.event, run.command, root), entry.at)
    return found


def _show(screen: Screen, sources: Sources, listed: Sequence[Listed]) -> None:
    now_s = time.time()
    for event in dict.fromkeys(row.hook.event for row in listed):
        own = [row for row in listed if row.hook.event == event]
        spec = EVENTS.get(event)
        screen.say(
            (event, "title"), (f"  {spec.impact}" if spec else "  There is no such event.", "quiet")
        )
        _show_table(screen, [_row(screen, row, now_s) for row in own])
        for row in own:
            if row.state == "set aside":
                told = f"{where_of(row.hook)} {short_paths(row.reason)}"
                screen.labelled("set aside", told, style="bad")
        screen.say()
    _show_ending(screen, sources, listed)


def _show_table(screen: Screen, rows: Sequence[Cells]) -> None:
    """Without the columns that have nothing to say: a terminal is not wide."""
    heads = ("source", "hook", "matcher", "timeout", "on failure", "state", "last ran", "where")
    kept = [column for column in range(len(heads)) if any(row[column] != NOTHING for row in rows)]
    screen.table(
        [[row[column] for column in kept] for row in rows], heads=[heads[column] for column in kept]
    )


def _row(screen: Screen, listed: Listed, now_s: float) -> Cells:
    hook = listed.hook
    failing = "blocks" if hook.fail_closed else NOTHING
    last = NOTHING if listed.last_ran_at is None else ago(now_s - listed.last_ran_at)
    # What nobody has looked at yet is shown as it is.
    whole = screen.verbose or listed.state == "not trusted"
    name = name_of(hook, whole=whole)
    command = f"(prompt) {name}" if hook.type == "prompt" else name
    return (
        hook.source,
        (command, "name"),
        matcher_of(hook),
        seconds(hook.timeout_s),
        failing,
        _STATES[listed.state],
        last,
        (where_of(hook), "place"),
    )


def _show_ending(screen: Screen, sources: Sources, listed: Sequence[Listed]) -> None:
    numbers = [
        f"{number} {name}"
        for name in _STATES
        if (number := sum(row.state == name for row in listed))
    ]
    screen.say(f"{count(len(listed), 'hook')}: {', '.join(numbers)}.")
    for reason in dict.fromkeys(
        row.reason for row in listed if row.state in ("not trusted", "switched off")
    ):
        screen.say((short_paths(reason), "warn"))
    _show_problems(screen, sources)


def _show_problems(screen: Screen, sources: Sources) -> None:
    problems = sources.hooks.problems
    if problems:
        worst = next(
            severity
            for severity in SEVERITY_STYLES
            if any(problem.severity == severity for problem in problems)
        )
        files = f"{count(len(problems), 'problem')} in the files: hookline check"
        screen.say((files, SEVERITY_STYLES[worst]))


def _show_nothing(screen: Screen, sources: Sources, event: str | None, place: Place) -> None:
    screen.say(f"No hooks are configured for {event}." if event else "No hooks are configured.")
    if event and (sources.hooks.by_event or sources.hooks.set_aside):
        screen.say("There are hooks for other events: hookline list")
        return
    rows = [
        (
            file.source.name,
            (short_path(file.path), "place"),
            _presence(file.path),
        )
        for file in places(place)
    ]
    screen.say("Looked at:")
    screen.table(rows)
    _show_problems(screen, sources)
    screen.say("To get started:")
    screen.table(
        [
            (("hookline init", "name"), "for yourself, in every project"),
            (("hookline init --project", "name"), "for this project, to be checked in"),
        ]
    )


def _presence(path: str) -> Span:
    return "exists" if os.path.lexists(path) else ("missing", "quiet")


def _as_dict(sources: Sources, listed: Sequence[Listed]) -> dict[str, Any]:
    return {
        "hooks": [_hook_as_dict(row) for row in listed],
        "trust": [
            {
                "root": trust.root,
                "trusted": trust.trusted,
                "reason": trust.reason or None,
                "changed": list(trust.changed),
            }
            for trust in sources.hooks.trust.values()
        ],
        "problems": [problem.as_dict() for problem in sources.hooks.problems],
    }


def _hook_as_dict(listed: Listed) -> dict[str, Any]:
    hook = listed.hook
    return {
        "event": hook.event,
        "source": hook.source,
        "command": hook.command,
        "type": hook.type,
        "matcher": hook.matcher,
        "timeout_s": hook.timeout_s,
        "fail_closed": hook.fail_closed,
        "loop_limit": hook.loop_limit,
        "cwd": hook.cwd,
        "file": hook.file,
        "line": hook.line,
        "state": listed.state,
        "reason": listed.reason or None,
        "last_ran_at": listed.last_ran_at,
    }
