"""The options commands share, declared once: how to print, where to look, and what the host says of
itself.

`output_options` gives a command `screen` and `as_json`; `place_options` gives it `place`;
`engine_options` gives it `setup`, which knows how to load the engine.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from hookline.cli.faults import MissingInput, Usage
from hookline.cli.option_groups import HOST, OUTPUT, PLACES, option
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen, wants_color
from hookline.near import did_you_mean
from hookline.spec.events import EVENTS
from hookline.spec.profiles import (
    CLAUDE_PAYLOADS,
    DEFAULT_PROFILE,
    EXPERIMENTS,
    MERGES,
    PROFILES,
    SURFACES,
)

if TYPE_CHECKING:
    from hookline.embed import Engine
    from hookline.engine.fire_types import EventName

Command = Callable[..., Any]


class Place(NamedTuple):
    """Where to look for hooks."""

    workspace: tuple[str, ...]
    enterprise_config: str | None
    claude: bool

    @property
    def roots(self) -> tuple[str, ...]:
        """The workspace folders, the main one first; each is there."""
        return tuple(workspace_folder(path) for path in self.workspace or (".",))


class Setup(NamedTuple):
    """Everything the host options say, ready to load the engine with."""

    place: Place
    trust: bool
    merge: str
    profile: str
    surface: str
    enterprise_plan: bool
    remote: bool
    user_email: str | None
    transcript: str | None
    cursor_version: str | None
    claude_payload: str
    experiment: Mapping[str, bool]
    journal: bool
    cache: bool
    conversation: str | None
    model: str | None

    def load(self, **more: Any) -> Engine:
        """The engine these options describe."""
        from hookline.embed import Engine

        main, *others = self.place.roots
        return Engine.load(
            main,
            workspaces=tuple(others),
            trust=self.trust,
            merge=self.merge,
            profile=self.profile,
            surface=self.surface,
            enterprise_plan=self.enterprise_plan,
            remote=self.remote,
            user_email=self.user_email,
            transcript=self.transcript,
            cursor_version=self.cursor_version,
            claude=self.place.claude,
            claude_payload=self.claude_payload,
            enterprise_config=self.place.enterprise_config,
            experiments=self.experiment,
            judge_cache=self.cache,
            **{"journal": self.journal, **more},
        )


def event_named(name: str) -> EventName:
    """The name, if there is such an event; a wrong one gets the nearest right one."""
    if name not in EVENTS:
        meant = did_you_mean(name, EVENTS).strip()
        raise Usage(
            f"There is no event {safe(name)!r}.",
            remedy=meant or "To list all events: hookline schema --list",
        )
    return cast("EventName", name)


def known_event(ctx: click.Context, param: click.Parameter, name: str) -> EventName:
    """`event_named`, as the callback of an argument."""
    return event_named(name)


def output_options(command: Command) -> Command:
    """`--json`, `--color`, `--no-input`: the command gets `screen`, `as_json` and `may_ask`."""

    @functools.wraps(command)
    def printing(as_json: bool, color: str, no_input: bool, **given: Any) -> Any:
        screen = Screen(wants_color(color, sys.stdout, os.environ) and not as_json)
        may_ask = not no_input and sys.stdin.isatty()
        return command(screen=screen, as_json=as_json, may_ask=may_ask, **given)

    return _with(printing, _OUTPUT)


def verbose_option(command: Command) -> Command:
    """`--verbose`, below `output_options`: the `screen` that the command gets shows commands whole."""

    @functools.wraps(command)
    def verbose_or_not(verbose: bool, screen: Screen, **given: Any) -> Any:
        screen.verbose = verbose
        return command(screen=screen, **given)

    return _with(verbose_or_not, _VERBOSE)


def place_options(command: Command) -> Command:
    """`--workspace`, `--enterprise-config`, `--no-claude`: the command gets `place`."""

    @functools.wraps(command)
    def placed(**given: Any) -> Any:
        place = Place(*(given.pop(name) for name in Place._fields))
        return command(place=place, **given)

    return _with(placed, _PLACE)


def engine_options(command: Command) -> Command:
    """All options of a host: the command gets `setup`."""

    @place_options
    @functools.wraps(command)
    def set_up(**given: Any) -> Any:
        given["experiment"] = experiments(given["experiment"])
        setup = Setup(*(given.pop(name) for name in Setup._fields))
        return command(setup=setup, **given)

    return _with(set_up, _HOST)


def experiments(pairs: tuple[str, ...]) -> dict[str, bool]:
    """`hooks_ide_project_config=off` → {"hooks_ide_project_config": False}."""
    switches: dict[str, bool] = {}
    for pair in pairs:
        name, _, state = pair.partition("=")
        if not name or state not in ("on", "off"):
            raise Usage(f"--experiment takes name=on or name=off, not {safe(pair)!r}.")
        if name not in EXPERIMENTS:
            raise Usage(
                f"there is no experiment {safe(name)!r}; the one there is: {', '.join(EXPERIMENTS)}."
            )
        switches[name] = state == "on"
    return switches


def workspace_folder(path: str) -> str:
    """The folder as an absolute path; it is there."""
    if not os.path.isdir(path):
        raise MissingInput(f"There is no folder {safe(path)}.", "Name one that exists.")
    try:
        return os.path.abspath(path)
    except OSError as error:
        raise MissingInput(
            "The current folder no longer exists.",
            "Change to another one, or name one by its full path.",
        ) from error


def _with(command: Command, options: tuple[Callable[[Command], Command], ...]) -> Command:
    for with_option in reversed(options):
        command = with_option(command)
    return command


_OUTPUT = (
    option(OUTPUT, "--json", "as_json", is_flag=True, help="Print JSON: one object, errors too."),
    option(
        OUTPUT,
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        help="Colours; auto: only on a terminal, and not if NO_COLOR is set.",
    ),
    option(OUTPUT, "--no-input", is_flag=True, help="Never prompt for anything."),
)

_VERBOSE = (
    option(
        OUTPUT,
        "-v",
        "--verbose",
        is_flag=True,
        help="Show the whole command of ready-made and converted hooks, not just their names.",
    ),
)

_PLACE = (
    option(
        PLACES,
        "--workspace",
        metavar="DIR",
        multiple=True,
        help="Workspace folder; repeatable, the main one first (default: the current folder).",
    ),
    option(
        PLACES,
        "--enterprise-config",
        metavar="FILE",
        help="Enterprise hooks.json to use instead of the system's.",
    ),
    option(
        PLACES,
        "--no-claude",
        "claude",
        is_flag=True,
        flag_value=False,
        default=True,
        help="Ignore Claude Code's settings files.",
    ),
)

_HOST = (
    option(
        HOST, "--trust", is_flag=True, help="Run the workspace's hooks this once, trusted or not."
    ),
    option(
        HOST,
        "--merge",
        type=click.Choice(MERGES),
        default=MERGES[0],
        help="Who decides: the highest source with an opinion, or the strictest answer of all.",
    ),
    option(
        HOST,
        "--profile",
        type=click.Choice(list(PROFILES)),
        default=DEFAULT_PROFILE,
        help="Generation of Cursor's hooks contract to follow.",
    ),
    option(
        HOST,
        "--surface",
        type=click.Choice(SURFACES),
        default=SURFACES[0],
        help="Where the agent runs.",
    ),
    option(
        HOST,
        "--enterprise-plan",
        is_flag=True,
        help="In the cloud: run team and enterprise hooks too.",
    ),
    option(HOST, "--remote", is_flag=True, help="The workspace is remote."),
    option(HOST, "--user-email", metavar="ADDRESS", help="E-mail address of the signed-in user."),
    option(HOST, "--transcript", metavar="FILE", help="Path of the conversation's transcript."),
    option(HOST, "--cursor-version", metavar="VERSION", help="Version to report to hooks."),
    option(
        HOST,
        "--claude-payload",
        type=click.Choice(CLAUDE_PAYLOADS),
        default=CLAUDE_PAYLOADS[0],
        help="What hooks of Claude Code's files read: its own payload, or the one Cursor hands them.",
    ),
    option(
        HOST,
        "--experiment",
        metavar="NAME=on|off",
        multiple=True,
        help="Turn an experiment on or off.",
    ),
    option(
        HOST,
        "--no-journal",
        "journal",
        is_flag=True,
        flag_value=False,
        default=True,
        help="Record nothing in the journal.",
    ),
    option(
        HOST,
        "--no-cache",
        "cache",
        is_flag=True,
        flag_value=False,
        default=True,
        help="Ask the judge even if its verdict is cached.",
    ),
    option(HOST, "--conversation", metavar="ID", help="Conversation the event belongs to."),
    option(HOST, "--model", metavar="NAME", help="Model the conversation uses."),
)
