"""`hookline team serve | migrate`: the server that machines ask."""

from __future__ import annotations

import click

from hookline.cli.faults import FINE
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options
from hookline.cli.show.terminal import Screen
from hookline.cli.team_options import database_option, default_database, team_errors, with_store
from hookline.extras import needed


@click.command(
    name="serve",
    cls=GroupedCommand,
    epilog="\b\nExamples:\n  hookline team serve\n"
    "  hookline team serve --host 0.0.0.0 --port 8750 --database postgresql://hookline@db/hookline",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8750,
    show_default=True,
    help="Port to listen on.",
)
@database_option
@output_options
@team_errors
def serve(
    host: str, port: int, database: str | None, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Answer the machines of every team in the database, until Ctrl-C.

    Keeps nothing but what is in the database, so that several can run beside each other. It speaks plain
    HTTP: over a network, put a proxy with TLS in front of it.
    """
    with needed("team hooks"):
        import uvicorn

        from hookline.team.team_app import make_team_app
        from hookline.team.team_store import TeamStore
    store = TeamStore(database or default_database())
    address = f"http://{host}:{port}"
    if as_json:
        screen.json({"address": address, "database": store.shown}, lines=True)
    else:
        screen.say("Serving ", (address, "name"), f" from {store.shown}. Ctrl-C ends it.")
    screen.flush()
    uvicorn.run(
        make_team_app(store),
        host=host,
        port=port,
        log_level="warning",
        server_header=False,
        access_log=False,
    )
    return FINE


@click.command(name="migrate", cls=GroupedCommand)
@database_option
@output_options
@team_errors
def migrate(database: str | None, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Bring the tables of the database up to this version. `serve` does the same when it starts."""

    async def shown(store: object) -> str:
        return str(getattr(store, "shown", ""))

    where = with_store(database, shown)
    if as_json:
        screen.json({"database": where, "migrated": True})
    else:
        screen.say(f"{where} is up to date.")
    return FINE
