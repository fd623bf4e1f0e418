"""`hookline schema`: the JSON Schema of hooks.json, or of what a hook of an event gets and answers."""

from __future__ import annotations

from typing import Any

import click

from hookline.cli.faults import Usage
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen
from hookline.near import did_you_mean
from hookline.spec.events import EVENTS
from hookline.spec.json_schemas import hooks_schema, input_schema, output_schema

HOOKS = "hooks"


@click.command(
    cls=GroupedCommand,
    name="schema",
    epilog="\b\nExamples:\n  hookline schema > hooks.schema.json\n"
    "  hookline schema beforeShellExecution --output",
)
@click.argument("name", metavar="[hooks|EVENT]", default=HOOKS)
@click.option(
    "--input",
    "side",
    flag_value="input",
    help="What a hook for the event gets on stdin (the default).",
)
@click.option(
    "--output", "side", flag_value="output", help="What a hook for the event may answer on stdout."
)
@click.option("--list", "listing", is_flag=True, help="List everything that has a schema.")
@output_options
def command(
    name: str, side: str | None, listing: bool, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Print the JSON Schema (draft-07) of hooks.json, for editors, or of an event's input or answer."""
    if listing:
        _list(screen, as_json)
    else:
        screen.json(schema_of(name, side))
    return 0


def schema_of(name: str, side: str | None) -> dict[str, Any]:
    """The schema that was asked for."""
    if name == HOOKS:
        if side:
            raise Usage(
                f"--{side} belongs to an event: hookline schema beforeShellExecution --{side}"
            )
        return hooks_schema()
    if name not in EVENTS:
        meant = did_you_mean(name, [HOOKS, *EVENTS]).strip()
        raise Usage(
            f"There is no schema for {safe(name)!r}.",
            remedy=meant or "To list them all: hookline schema --list",
        )
    return output_schema(name) if side == "output" else input_schema(name)


def _list(screen: Screen, as_json: bool) -> None:
    rows = [
        (HOOKS, "The file hooks.json"),
        *((event.name, event.impact) for event in EVENTS.values()),
    ]
    if as_json:
        screen.json({"schemas": [{"name": name, "about": about} for name, about in rows]})
    else:
        screen.table([((name, "name"), about) for name, about in rows], indent=0)
