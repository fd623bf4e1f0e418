"""What the commands of `hookline team` share: the database, the keys, and how errors end."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hookline.cli.faults import Refused, Usage
from hookline.cli.show.safe_text import safe
from hookline.errors import NotDone, Unreadable
from hookline.extras import MissingExtra, needed

if TYPE_CHECKING:
    from hookline.team.team_store import TeamStore

PASSPHRASE = "HOOKLINE_TEAM_PASSPHRASE"
R = TypeVar("R")
Command = Callable[..., Any]


def team_errors(command: Command) -> Command:
    """What cannot be done is said in one sentence, with exit code 1; so is a missing extra."""

    @functools.wraps(command)
    def called(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except (NotDone, Unreadable, MissingExtra) as error:
            raise Refused(safe(str(error))) from error

    return called


database_option = click.option(
    "--database",
    metavar="URL",
    envvar="HOOKLINE_TEAM_DATABASE",
    help="The server's database, as sqlite:///PATH or postgresql://USER@HOST/NAME. [default: a SQLite file "
    "in the state folder]",
)
team_option = click.option("-t", "--team", "team", required=True, metavar="NAME", help="The team.")
keys_option = click.option(
    "--keys",
    metavar="DIR",
    help="The folder of the team's keys. [default: team-keys/NAME in the settings folder]",
)


def with_store(database: str | None, use: Callable[[TeamStore], Awaitable[R]]) -> R:
    """Open the database, bring its tables up to date, and use it."""
    import asyncio

    with needed("team hooks"):
        from hookline.team.team_store import TeamStore

    async def used() -> R:
        async with TeamStore(database or default_database()) as store:
            await store.migrate()
            return await use(store)

    return asyncio.run(used())


def default_database() -> str:
    """SQLite, beside the journal."""
    from hookline.config.locate import state_folder

    folder = state_folder(sys.platform, os.environ)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return f"sqlite:///{os.path.join(folder, 'team-server.db')}"


def keys_folder(keys: str | None, team: str) -> str:
    """Where the keys of a team's people are."""
    from hookline.config.locate import config_folder

    return keys or os.path.join(config_folder(sys.platform, os.environ), "team-keys", team)


def passphrase(team: str, *, may_ask: bool, new: bool = False) -> str:
    """What opens the keys of a team: from the environment, or asked for."""
    word = os.environ.get(PASSPHRASE)
    if word is None and may_ask:
        word = click.prompt(
            f"Passphrase of the keys of {team}", hide_input=True, err=True, confirmation_prompt=new
        )
    if not word:
        raise Usage(
            f"The keys of a team have a passphrase: set {PASSPHRASE}, or call from a terminal."
        )
    return str(word)
