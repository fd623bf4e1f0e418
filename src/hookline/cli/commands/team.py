"""`hookline team`: hand hooks out to many machines, and be one of those machines."""

from __future__ import annotations

import click

from hookline.cli.commands.team_catalogue import (
    apply,
    create,
    invite,
    machines,
    releases,
    revoke,
    rollback,
)
from hookline.cli.commands.team_membership import enroll, leave, status, sync
from hookline.cli.commands.team_serve import migrate, serve


@click.group(
    name="team",
    epilog="\b\nHand hooks out:\n"
    "  hookline team create platform          make a team, and the keys it signs with\n"
    "  hookline team apply hooks/ -t platform publish the hooks of a folder\n"
    "  hookline team serve                    answer machines\n"
    "  hookline team invite platform          print what a machine enrols with\n\n"
    "\b\nBe a machine of a team:\n"
    "  hookline team enroll INVITATION\n"
    "  hookline team status",
)
def command() -> None:
    """Hand the same hooks out to every machine of a team: signed, verified, kept up to date.

    Needs the extra hookline[team].
    """


for _command in (
    create, apply, releases, rollback, serve, migrate, invite, machines, revoke, enroll, sync, status, leave,
):  # fmt: skip
    command.add_command(_command)
