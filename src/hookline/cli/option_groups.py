"""Options that many commands share, under headings of their own in `--help`: a command's own options come
first, and what it has in common with others stays out of their way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

#: The headings, in the order in which they are shown.
OWN, PLACES, HOST, OUTPUT = "Options", "Where to look for hooks", "What the agent is", "Output"
_HEADINGS = (OWN, PLACES, HOST, OUTPUT)


class GroupedOption(click.Option):
    """An option that stands under a heading."""

    def __init__(self, *args: Any, heading: str = OWN, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.heading = heading


class GroupedCommand(click.Command):
    """A command whose help shows options by their headings."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows: dict[str, list[tuple[str, str]]] = {heading: [] for heading in _HEADINGS}
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is not None and isinstance(parameter, click.Option):
                rows[getattr(parameter, "heading", OWN)].append(row)
        for heading, options in rows.items():
            if options:
                with formatter.section(heading):
                    formatter.write_dl(options)


def option(heading: str, *names: str, **attributes: Any) -> Callable[[Any], Any]:
    """`click.option` under a heading."""
    return click.option(*names, cls=GroupedOption, heading=heading, **attributes)
