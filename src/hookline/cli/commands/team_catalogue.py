"""`hookline team create | apply | releases | rollback | invite | machines | revoke`: what a team hands
out, and to whom. They speak to the database of the server.
"""

from __future__ import annotations

import getpass
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import click

from hookline.cli.faults import FINE, Usage
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options
from hookline.cli.show.safe_text import ago, count
from hookline.cli.show.terminal import Screen
from hookline.cli.team_options import (
    database_option,
    keys_folder,
    keys_option,
    passphrase,
    team_errors,
    team_option,
    with_store,
)
from hookline.errors import NotDone
from hookline.extras import needed

if TYPE_CHECKING:
    from hookline.team.publishing import Change
    from hookline.team.team_hook import TeamHook
    from hookline.team.team_store import Machine, Release, Team, TeamStore

_SIGNS = {"added": ("+", "good"), "removed": ("-", "bad"), "changed": ("~", "warn")}
_LONGEST_INVITATION_DAYS = 365


@click.command(
    name="create", cls=GroupedCommand, epilog="\b\nExample:\n  hookline team create platform"
)
@click.argument("team")
@keys_option
@database_option
@output_options
@team_errors
def create(
    team: str, keys: str | None, database: str | None, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Make a team, and the keys it signs with.

    Whoever has the key `targets.pem` can hand out hooks; `root.pem` says which keys count. Keep a copy of
    both, and take root.pem off this machine.
    """
    with needed("team hooks"):
        from hookline.team.key_files import make_keys
        from hookline.team.machine_state import is_team_name
        from hookline.team.signing import Keys, key_to_pem, new_key, new_repository
    if not is_team_name(team):
        raise Usage(
            "A team's name is up to 64 letters, digits, '_' and '-', beginning with a letter or digit."
        )
    folder = keys_folder(keys, team)
    word = passphrase(team, may_ask=may_ask, new=True)

    async def made(store: TeamStore) -> None:
        if team in await store.team_names():
            raise NotDone(f"there is a team {team!r} already")
        people, online = make_keys(folder, word), new_key()
        files = new_repository(Keys([people.root], [people.targets], online), 1, datetime.now(UTC))
        await store.add_team(team, files, key_to_pem(online, None))

    with_store(database, made)
    if as_json:
        screen.json({"team": team, "keys": folder})
    else:
        screen.say("Made the team ", (team, "name"), f". Its keys are in {folder}.")
        screen.say((f"Next: hookline team apply DIR --team {team}", "quiet"))
    return FINE


@click.command(
    name="apply",
    cls=GroupedCommand,
    epilog="\b\nExamples:\n  hookline team apply hooks/ --team platform --dry-run\n"
    "  hookline team apply hooks/ --team platform --note 'block force pushes'",
)
@click.argument("folder", metavar="DIR")
@team_option
@click.option("--dry-run", is_flag=True, help="Only print the plan.")
@click.option("--note", default="", help="Why: kept with the release.")
@keys_option
@database_option
@output_options
@team_errors
def apply(
    folder: str, team: str, dry_run: bool, note: str, keys: str | None, database: str | None,
    screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Publish the hooks of a folder: hooks.json, the scripts in hooks/, and team.toml if there is one.

    Prints what changes. A hook that `hookline check` calls an error is not published.
    """
    with needed("team hooks"):
        from hookline.team.catalogue_folder import read_catalogue
        from hookline.team.publishing import check
    hooks = read_catalogue(folder)
    check(hooks)
    return _publish(
        team, hooks, note, keys, database, screen, dry_run=dry_run, as_json=as_json, may_ask=may_ask
    )


@click.command(
    name="rollback",
    cls=GroupedCommand,
    epilog="\b\nExample:\n  hookline team rollback 3 --team platform",
)
@click.argument("number", type=click.IntRange(min=1), metavar="RELEASE")
@team_option
@click.option("--dry-run", is_flag=True, help="Only print the plan.")
@keys_option
@database_option
@output_options
@team_errors
def rollback(
    number: int, team: str, dry_run: bool, keys: str | None, database: str | None,
    screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Publish the hooks of an earlier release again, as a new release."""

    async def found(store: TeamStore) -> Sequence[TeamHook]:
        for release in await store.releases_of(await store.team(team)):
            if release.number == number:
                return release.hooks
        raise NotDone(f"{team} has no release {number}: hookline team releases --team {team}")

    hooks = with_store(database, found)
    note = f"as release {number}"
    return _publish(
        team, hooks, note, keys, database, screen, dry_run=dry_run, as_json=as_json, may_ask=may_ask
    )


def _publish(
    team: str, hooks: Sequence[TeamHook], note: str, keys: str | None, database: str | None,
    screen: Screen, *, dry_run: bool, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Print the plan; carry it out unless it is empty or a dry run."""
    with needed("team hooks"):
        from hookline.team.key_files import TARGETS, read_key
        from hookline.team.publishing import changes_between, publish

    async def planned(store: TeamStore) -> tuple[Team, list[Change]]:
        known = await store.team(team)
        newest = await store.newest_release(known)
        return known, changes_between(newest.hooks if newest else (), hooks)

    known, changes = with_store(database, planned)
    release = None
    if changes and not dry_run:
        signer = read_key(keys_folder(keys, team), TARGETS, passphrase(team, may_ask=may_ask))
        release = with_store(
            database,
            lambda store: publish(
                store, known, hooks, [signer], author=getpass.getuser(), note=note
            ),
        )
    _show_plan(screen, changes, release, as_json=as_json)
    return FINE


def _show_plan(
    screen: Screen, changes: Sequence[Change], release: Release | None, *, as_json: bool
) -> None:
    if as_json:
        rows = [{**change._asdict(), "respects": list(change.respects)} for change in changes]
        screen.json({"changes": rows, "release": release.number if release else None})
        return
    for change in changes:
        sign, style = _SIGNS[change.kind]
        screen.say((f"{sign} ", style), f"{change.step}  ", (change.script_name, "name"))
        for respect in change.respects:
            screen.say((respect, "quiet"), indent=4)
    if not changes:
        screen.say("Nothing would change: these hooks are handed out already.")
    elif release:
        screen.say(f"Published release {release.number}: {count(len(changes), 'change')}.")
    else:
        screen.say(
            (f"{count(len(changes), 'change')}. Nothing was published: this is a dry run.", "quiet")
        )


@click.command(name="releases", cls=GroupedCommand)
@team_option
@database_option
@output_options
@team_errors
def releases(team: str, database: str | None, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """List what a team handed out, newest first: when, by whom, and why."""

    async def found(store: TeamStore) -> list[Release]:
        return await store.releases_of(await store.team(team))

    known = with_store(database, found)
    if as_json:
        screen.json({"releases": [_release_as_dict(release) for release in known]})
    elif not known:
        screen.say(f"{team} has handed out nothing yet: hookline team apply DIR --team {team}")
    else:
        rows = [
            (
                str(release.number),
                _when(release.made_at),
                release.author,
                str(len(release.hooks)),
                release.note,
            )
            for release in known
        ]
        screen.table(rows, heads=("release", "published", "by", "hooks", "note"))
    return FINE


@click.command(
    name="invite",
    cls=GroupedCommand,
    epilog="\b\nExample:\n  hookline team invite platform --url https://hooks.example.com",
)
@click.argument("team")
@click.option("--url", required=True, help="The address at which machines reach the server.")
@click.option(
    "--uses",
    type=click.IntRange(1, 1_000_000),
    default=1,
    show_default=True,
    help="How many machines may enrol with it.",
)
@click.option(
    "--days",
    type=click.IntRange(1, _LONGEST_INVITATION_DAYS),
    default=7,
    show_default=True,
    help="How long it counts.",
)
@database_option
@output_options
@team_errors
def invite(
    team: str, url: str, uses: int, days: int, database: str | None,
    screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Print an invitation: what machines enrol with. It is shown once."""
    with needed("team hooks"):
        import hashlib

        from hookline.team.team_address import Invitation
        from hookline.team.team_connection import server_url
    token, ends_at = secrets.token_urlsafe(24), datetime.now(UTC) + timedelta(days=days)
    address = server_url(url)

    async def made(store: TeamStore) -> Invitation:
        known = await store.team(team)
        root = await store.signed_file(known.id, "1.root.json")
        await store.add_token(known, token, uses, ends_at)
        return Invitation(address, token, hashlib.sha256(root or b"").hexdigest())

    invitation = str(with_store(database, made))
    if as_json:
        screen.json({"invitation": invitation, "uses": uses, "ends_at": ends_at.isoformat()})
    else:
        screen.say((invitation, "name"))
        screen.say(
            (
                f"For {count(uses, 'machine')}, {count(days, 'day')}: hookline team enroll INVITATION",
                "quiet",
            )
        )
    return FINE


@click.command(name="machines", cls=GroupedCommand)
@team_option
@database_option
@output_options
@team_errors
def machines(team: str, database: str | None, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """List the machines of a team: what each runs, and when it was last seen."""

    async def found(store: TeamStore) -> list[Machine]:
        return await store.machines_of(await store.team(team))

    known = with_store(database, found)
    if as_json:
        screen.json({"machines": [_machine_as_dict(machine) for machine in known]})
    elif not known:
        screen.say(f"No machine is enrolled in {team} yet: hookline team invite {team} --url URL")
    else:
        rows = [
            (
                machine.name,
                machine.system,
                _runs(machine),
                _seen(machine),
                _state(machine),
                machine.id,
            )
            for machine in known
        ]
        screen.table(rows, heads=("machine", "system", "release", "last seen", "state", "id"))
    return FINE


@click.command(name="revoke", cls=GroupedCommand)
@click.argument("machine_id", metavar="ID")
@database_option
@output_options
@team_errors
def revoke(
    machine_id: str, database: str | None, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Shut a machine out: its secret counts no longer. What it has installed stays there."""
    was_known = with_store(database, lambda store: store.revoke(machine_id))
    if not was_known:
        raise NotDone(f"there is no machine {machine_id!r} that is let in")
    if as_json:
        screen.json({"revoked": machine_id})
    else:
        screen.say(f"{machine_id} is not let in any more.")
    return FINE


def _release_as_dict(release: Release) -> dict[str, Any]:
    hooks = [
        {
            "step": hook.step,
            "script_name": hook.script_name,
            "systems": list(hook.systems),
            "active": hook.active,
        }
        for hook in release.hooks
    ]
    return {
        "number": release.number, "author": release.author, "note": release.note,
        "made_at": release.made_at.isoformat(), "hooks": hooks,
    }  # fmt: skip


def _machine_as_dict(machine: Machine) -> dict[str, Any]:
    return {
        "id": machine.id, "name": machine.name, "system": machine.system, "state": _state(machine),
        "enrolled_at": machine.enrolled_at.isoformat(),
        "seen_at": machine.seen_at.isoformat() if machine.seen_at else None, "report": machine.report,
    }  # fmt: skip


def _runs(machine: Machine) -> str:
    return str((machine.report or {}).get("release") or "–")


def _seen(machine: Machine) -> str:
    return _when(machine.seen_at) if machine.seen_at else "never"


def _state(machine: Machine) -> str:
    if machine.revoked_at:
        return "revoked"
    return (
        "drifted"
        if (machine.report or {}).get("drift")
        else "fine"
        if machine.report
        else "no report yet"
    )


def _when(moment: datetime) -> str:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return ago((datetime.now(UTC) - aware).total_seconds())
