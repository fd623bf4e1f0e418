"""`hookline team enroll | sync | status | leave`: this machine as one of a team's."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from hookline.cli.faults import FINDINGS, FINE, Refused
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options
from hookline.cli.show.safe_text import ago, safe
from hookline.cli.show.terminal import Screen
from hookline.cli.team_options import team_errors
from hookline.config.locate import managed_folder, state_folder
from hookline.errors import NotDone
from hookline.extras import needed
from hookline.spec.agent_shells import agent_mark

if TYPE_CHECKING:
    from hookline.team.machine import Home
    from hookline.team.machine_state import Enrolment

_MOST_SHOWN = 50


@click.command(
    name="enroll",
    cls=GroupedCommand,
    epilog="\b\nExample:\n  hookline team enroll 'https://hooks.example.com/#…'",
)
@click.argument("invitation")
@click.option("--name", help="What the team calls this machine. [default: its host name]")
@click.option("-y", "--yes", is_flag=True, help="Do not ask. Required without a terminal.")
@output_options
@team_errors
def enroll(
    invitation: str, name: str | None, yes: bool, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Join a team: fetch its hooks, show them, and after your consent install them for all your work here.

    They run as source `team`: above those of projects and your own.
    """
    with needed("team hooks"):
        from hookline.team import machine
        from hookline.team.machine_state import write_enrolment
        from hookline.team.team_address import read_invitation
    _require_a_person()
    home = _home()
    if not yes and not may_ask:
        raise Refused(
            "Nothing was installed: there is no terminal to ask on. Add --yes to consent."
        )
    enrolment = machine.enroll(
        home, read_invitation(invitation), name or platform.node() or "unnamed"
    )
    try:
        after, files = machine.fetch(home, enrolment)
        if not as_json:
            _show_first_contact(screen, after, files or {})
        if not yes and not _consents(screen, after, files or {}):
            raise Refused("Nothing was installed, and the team was left.")
        if files is not None:
            after = machine.install(home, after, files)
    except (NotDone, click.ClickException, click.Abort):
        machine.leave(home, enrolment)
        raise
    write_enrolment(home.state, after._replace(synced_at=time.time()))
    machine.sync(home, after.team)
    if as_json:
        screen.json({"team": after.team, "release": after.release, "files": sorted(files or {})})
    else:
        screen.say(
            "This machine is one of ",
            (after.team, "name"),
            f" now; it runs release {after.release}.",
        )
    return FINE


@click.command(name="sync", cls=GroupedCommand)
@output_options
@team_errors
def sync(screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Bring the hooks of every team up to date now. What cannot be verified is not installed."""
    with needed("team hooks"):
        from hookline.team import machine
    home = _home()
    results = [machine.sync(home, enrolment.team) for enrolment in _enrolments(home)]
    failed = [result for result in results if result.outcome == "failed"]
    if as_json:
        screen.json({"teams": [result._asdict() for result in results]})
    else:
        for result in results:
            style = "bad" if result.problem else "good"
            screen.say(
                (result.team, "name"), "  ", (result.outcome, style), f"  release {result.release}"
            )
            if result.problem:
                screen.text(f"{result.problem}\nRelease {result.release} stays in force.", indent=4)
    return FINDINGS if failed else FINE


@click.command(name="status", cls=GroupedCommand)
@output_options
@team_errors
def status(screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Show which teams this machine is in, what it runs, and whether anything is wrong with it."""
    return show_status(screen, as_json=as_json)


def show_status(screen: Screen, *, as_json: bool) -> int:
    """The same without a subcommand."""
    with needed("team hooks"):
        from hookline.team import machine
        from hookline.team.machine_state import enrolments
    home = _home()
    teams = [_status_of(home, enrolment, machine) for enrolment in enrolments(home.state)]
    if as_json:
        screen.json({"teams": teams})
    elif not teams:
        screen.say(
            "This machine is in no team. With an invitation: hookline team enroll INVITATION"
        )
    else:
        for team in teams:
            _show_status(screen, team)
    return FINDINGS if any(team["problem"] or team["drift"] for team in teams) else FINE


@click.command(name="leave", cls=GroupedCommand)
@click.argument("team")
@click.option("-y", "--yes", is_flag=True, help="Do not ask. Required without a terminal.")
@output_options
@team_errors
def leave(team: str, yes: bool, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Leave a team: its hooks are removed from this machine."""
    with needed("team hooks"):
        from hookline.team import machine
        from hookline.team.machine_state import read_enrolment
    _require_a_person()
    home = _home()
    enrolment = read_enrolment(home.state, team)
    if enrolment is None:
        raise NotDone(f"this machine is not enrolled in {team!r}")
    if not yes:
        if not may_ask:
            raise Refused("Nothing was changed: there is no terminal to ask on. Add --yes.")
        if not click.confirm(f"Remove the hooks of {safe(team)} from this machine?", err=True):
            raise Refused("Nothing was changed.")
    problem = machine.leave(home, enrolment)
    if as_json:
        screen.json({"left": team, "problem": problem or None})
    else:
        screen.say(f"Left {team}: its hooks are removed.")
        if problem:
            screen.text(f"The server does not know of it yet: {problem}", style="warn")
    return FINE


def _require_a_person() -> None:
    """An agent must not choose who watches it."""
    mark = agent_mark(os.environ)
    if mark is not None:
        raise Refused(
            f"Nothing was changed: {mark.agent} is calling ({mark.variable} is set), and only a person "
            "joins or leaves a team. Run it in a terminal of your own."
        )


def _home() -> Home:
    with needed("team hooks"):
        from hookline.team.machine import Home
    managed = managed_folder(sys.platform, os.environ)
    if not managed:
        raise NotDone("there is no home folder: set HOME")
    return Home(state_folder(sys.platform, os.environ), managed)


def _enrolments(home: Home) -> list[Enrolment]:
    from hookline.team.machine_state import enrolments

    known = enrolments(home.state)
    if not known:
        raise NotDone(
            "this machine is in no team; ask for an invitation, then: hookline team enroll INVITATION"
        )
    return known


def _consents(screen: Screen, enrolment: Enrolment, files: Mapping[str, bytes]) -> bool:
    """Continue, look at the hooks first, or log out."""
    screen.flush()
    while True:
        answer = click.prompt(
            "Continue, view the hooks, or log out?", type=click.Choice(["continue", "view", "logout"]),
            default="continue", err=True,
        )  # fmt: skip
        if answer != "view":
            return bool(answer == "continue")
        for path in sorted(files):
            screen.say((path, "name"))
            screen.text(files[path].decode("utf-8", "replace"), indent=2)
        screen.flush()


def _show_first_contact(screen: Screen, enrolment: Enrolment, files: Mapping[str, bytes]) -> None:
    screen.say(
        "The team ", (enrolment.team, "name"), " uses hooks that its admins enable. They run on this "
        "machine, with your rights, whenever an agent works here:",
    )  # fmt: skip
    for path in sorted(files)[:_MOST_SHOWN]:
        screen.say(path, indent=2)


def _status_of(home: Home, enrolment: Enrolment, machine: Any) -> dict[str, Any]:
    drift: Sequence[Any] = machine.drift(home, enrolment)
    return {
        "team": enrolment.team, "url": enrolment.url,
        "machine": enrolment.machine, "release": enrolment.release,
        "synced_s_ago": round(time.time() - enrolment.synced_at) if enrolment.synced_at else None,
        "problem": enrolment.problem or None,
        "drift": [{"path": path, "problem": problem} for path, problem in drift],
    }  # fmt: skip


def _show_status(screen: Screen, team: Mapping[str, Any]) -> None:
    screen.say((team["team"], "name"), f"  release {team['release']}, from {team['url']}")
    synced = team["synced_s_ago"]
    screen.labelled("synced", "never" if synced is None else ago(synced))
    if team["problem"]:
        screen.labelled("problem", team["problem"], style="bad")
    for drift in team["drift"]:
        screen.labelled(
            "drift",
            f"{drift['path']}: {drift['problem']}; hookline team sync repairs it",
            style="warn",
        )
