"""`hookline doctor`: whether every hook can do its work on this machine, and what to do where it cannot."""

from __future__ import annotations

import os
import sys
import time

import click

from hookline.cli.faults import FINDINGS, FINE
from hookline.cli.hook_files import journal_path, load
from hookline.cli.shared_options import Place, output_options, place_options
from hookline.cli.show.decision_text import NOTHING, SEVERITY_STYLES
from hookline.cli.show.safe_text import ago, count, duration, short_path
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
from hookline.shorten import shorten

_STATE_STYLES = {IS_FINE: "good", DOUBTFUL: "warn", BROKEN: "bad"}
_COMMAND_CHARACTERS = 60


@click.command(
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
    help="Look for programs there, instead of where a desktop application looks.",
)
@place_options
@output_options
def command(
    canary: bool, path: str | None, place: Place, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Find out whether every hook can do its work on this machine: script, interpreter, start time,
    journal, trust.

    Starts interpreters with nothing to do. Runs hooks only with --canary: in their own place, one
    entry at a time, on the inputs of their cases. Exits 1 when there is something to be done.
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
        screen.table([_row(one, now_s, canary=canary) for one in checkup.examined], heads=heads)
        screen.say()
    for found in checkup.findings:
        _show_finding(screen, found)
    if not checkup.examined:
        screen.say(
            "No hooks are configured. `hookline list` shows where they are looked for, `hookline init` makes one."
        )
        return
    screen.say(_summary(checkup))
    screen.say((f"Programs were looked for on {checkup.path}. {_journal(checkup, now_s)}", "quiet"))


def _row(one: Examined, now_s: float, *, canary: bool) -> Cells:
    hook = one.hook
    name = shorten(hook.command, _COMMAND_CHARACTERS)
    cells: list[Span] = [
        hook.source,
        hook.event,
        (f"(prompt) {name}" if hook.type == "prompt" else name, "name"),
        (one.state, _STATE_STYLES.get(one.state, "warn")),
        NOTHING if one.start_ms is None else duration(one.start_ms),
        "never" if one.last_at is None else ago(now_s - one.last_at),
        NOTHING if one.median_ms is None else duration(one.median_ms),
    ]
    return [*cells, _canary(one)] if canary else cells


def _canary(one: Examined) -> Span:
    if one.tried is None:
        return NOTHING
    return one.tried.verdict, {ALIVE: "good", UNKNOWN: "quiet"}.get(one.tried.verdict, "bad")


def _show_finding(screen: Screen, found: Finding) -> None:
    place = short_path(found.where)
    about = f"{found.hook} ({place})" if found.hook else place
    screen.say(
        (f"{found.severity}[{found.code}]", SEVERITY_STYLES[found.severity]),
        f": {about}" if about else "",
    )
    screen.labelled("problem", found.problem)
    screen.labelled("to do", found.remedy)
    screen.say()


def _summary(checkup: Checkup) -> str:
    numbers = [
        (severity, sum(one.severity == severity for one in checkup.findings))
        for severity in SEVERITIES
    ]
    told = ", ".join(count(number, severity) for severity, number in numbers if number)
    hooks = count(len(checkup.examined), "hook")
    return f"{hooks}: {told}." if told else f"{hooks}, all fine."


def _journal(checkup: Checkup, now_s: float) -> str:
    """How far the journal reaches back: what it does not know, nobody can say."""
    if checkup.begins_at is None:
        return "The journal is empty, so nothing is known of earlier runs."
    since = ago(now_s - checkup.begins_at).replace("just now", "moments ago")
    return f"The journal holds {count(checkup.events, 'event')}; it begins {since}, and nothing is known from before."
