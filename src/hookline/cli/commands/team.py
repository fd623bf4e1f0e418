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
from hookline.cli.commands.team_membership import enroll, leave, show_status, status, sync
from hookline.cli.commands.team_serve import migrate, serve
from hookline.cli.shared_options import output_options
from hookline.cli.show.terminal import Screen
from hookline.cli.team_options import team_errors


@click.group(
    name="team",
    invoke_without_command=True,
    epilog="\b\nExamples:\n"
    "  hookline team create platform                 make a team, and the keys it signs with\n"
    "  hookline team apply hooks/ --team platform    publish the hooks of a folder\n"
    "  hookline team serve                           answer machines\n"
    "  hookline team invite platform --url URL       print what a machine enrols with\n"
    "  hookline team enroll INVITATION               on a machine: join the team",
)
@output_options
@click.pass_context
@team_errors
def command(ctx: click.Context, screen: Screen, as_json: bool, may_ask: bool) -> int | None:
    """Hand the same hooks out to every machine of a team: signed, verified, kept up to date.

    Without a subcommand: the status of this machine. Needs the extra hookline[team].
    """
    if ctx.invoked_subcommand is not None:
        return None
    return show_status(screen, as_json=as_json)


for _command in (
    create, apply, releases, rollback, serve, migrate, invite, machines, revoke, enroll, sync, status, leave,
):  # fmt: skip
    command.add_command(_command)
