"""`hookline doctor`: whether every hook can do its work on this machine, and what to do where it cannot."""

from __future__ import annotations

import os
import sys
import time

import click

from hookline.cli.faults import FINDINGS, FINE
from hookline.cli.hook_files import journal_path, load
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import Place, output_options, place_options, verbose_option
from hookline.cli.show.decision_text import NOTHING, SEVERITY_STYLES
from hookline.cli.show.safe_text import ago, count, duration, short_path, short_paths
from hookline.cli.show.terminal import Cells, Screen, Span
from hookline.doctor.checkup import (
    BROKEN,
    DOUBTFUL,
    Checkup,
    Examined,
    Machine,
    desktop_path,
    examine_all,
)
from hookline.doctor.checkup import FINE as IS_FINE
from hookline.doctor.finding import SEVERITIES, Finding
from hookline.doctor.vitality import ALIVE, UNKNOWN
from hookline.kit.short_names import short_name
from hookline.shorten import shorten

_STATE_STYLES = {IS_FINE: "good", DOUBTFUL: "warn", BROKEN: "bad"}
_COMMAND_CHARACTERS = 60


@click.command(
    cls=GroupedCommand,
    name="doctor",
    epilog='\b\nExamples:\n  hookline doctor\n  hookline doctor --canary\n  hookline doctor --path "$PATH"',
)
@click.option(
    "--canary",
    is_flag=True,
    help="Run every hook on a case that it should stop, and on one that it should let pass.",
)
@click.option(
    "--path",
    metavar="PATH",
    help="Look for programs on this PATH instead of a desktop application's.",
)
@place_options
@output_options
@verbose_option
def command(
    canary: bool, path: str | None, place: Place, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Check that every hook can do its work on this machine: script, interpreter, start-up time,
    journal, trust.

    Starts interpreters with nothing to do. Runs hooks only with --canary: in their own place, one
    entry at a time, on the inputs of their cases. Exits with 1 if anything needs to be done.
    """
    sources = load(place.roots, enterprise_config=place.enterprise_config, claude=place.claude)
    machine = Machine(
        place.roots,
        journal_path(),
        path or desktop_path(sys.platform),
        dict(os.environ),
        sys.platform,
    )
    checkup = examine_all(sources.hooks, machine, canary=canary)
    if as_json:
        screen.json(checkup.as_dict())
    else:
        show(screen, checkup, time.time(), canary=canary)
    return FINE if checkup.is_fine else FINDINGS


def show(screen: Screen, checkup: Checkup, now_s: float, *, canary: bool) -> None:
    """A row for each hook, then every finding with its remedy, then what was looked at."""
    if checkup.examined:
        heads = ["source", "event", "hook", "state", "start", "last run", "took"] + (
            ["canary"] if canary else []
        )
        screen.table(
            [_row(screen, examined, now_s, canary=canary) for examined in checkup.examined],
            heads=heads,
        )
        screen.say()
    for finding in checkup.findings:
        _show_finding(screen, finding)
    if not checkup.examined:
        screen.say(
            "No hooks are configured. To see where they belong: hookline list. To create one: hookline init"
        )
        return
    screen.say(_summary(checkup))
    screen.say((f"Programs were looked for on {checkup.path}. {_journal(checkup, now_s)}", "quiet"))


def _row(screen: Screen, examined: Examined, now_s: float, *, canary: bool) -> Cells:
    hook = examined.hook
    command = hook.command
    name = command if screen.verbose else shorten(short_name(command), _COMMAND_CHARACTERS)
    cells: list[Span] = [
        hook.source,
        hook.event,
        (f"(prompt) {name}" if hook.type == "prompt" else name, "name"),
        (examined.state, _STATE_STYLES.get(examined.state, "warn")),
        NOTHING if examined.start_ms is None else duration(examined.start_ms),
        "never" if examined.last_at is None else ago(now_s - examined.last_at),
        NOTHING if examined.median_ms is None else duration(examined.median_ms),
    ]
    return [*cells, _canary(examined)] if canary else cells


def _canary(examined: Examined) -> Span:
    if examined.tried is None:
        return NOTHING
    return examined.tried.verdict, {ALIVE: "good", UNKNOWN: "quiet"}.get(
        examined.tried.verdict, "bad"
    )


def _show_finding(screen: Screen, finding: Finding) -> None:
    place = short_path(finding.where)
    about = f"{finding.hook} ({place})" if finding.hook else place
    screen.say(
        (f"{finding.severity}[{finding.code}]", SEVERITY_STYLES[finding.severity]),
        f": {about}" if about else "",
    )
    screen.labelled("problem", short_paths(finding.problem))
    screen.labelled("to do", short_paths(finding.remedy))
    screen.say()


def _summary(checkup: Checkup) -> str:
    numbers = [
        (severity, sum(finding.severity == severity for finding in checkup.findings))
        for severity in SEVERITIES
    ]
    counted = ", ".join(count(number, severity) for severity, number in numbers if number)
    hooks = count(len(checkup.examined), "hook")
    return f"{hooks}: {counted}." if counted else f"{hooks}, all fine."


def _journal(checkup: Checkup, now_s: float) -> str:
    """How far the journal reaches back: what it does not know, nobody can say."""
    if checkup.begins_at is None:
        return "The journal is empty, so nothing is known about earlier runs."
    since = ago(now_s - checkup.begins_at).replace("just now", "moments ago")
    events = count(checkup.events, "event")
    return f"The journal holds {events}; it begins {since}, and nothing is known from before."
