"""Arguments → exit code, by click: finds the command, imports it, and turns every way it can end
into an exit code.

Never exits 2 on its own account: click's usage errors become 64. A bug of ours becomes 70 and
leaves a report.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

import hookline
from hookline.cli.faults import (
    FINDINGS,
    INTERRUPTED,
    OUR_BUG,
    USAGE,
    Refused,
    Unwritable,
    Usage,
    as_dict,
    report_bug,
)
from hookline.cli.main import COMMAND_GROUPS, COMMANDS
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen, remark, silence
from hookline.errors import UsageError
from hookline.extras import MissingExtra
from hookline.near import did_you_mean


class Commands(click.Group):
    """The COMMANDS table as a click group; a command's module is imported when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            remedy = did_you_mean(name, COMMANDS).strip()
            raise Usage(f"There is no command {safe(name)!r}.", ctx, remedy)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """From the table: help must not import every command."""
        width = max(map(len, COMMANDS))
        for title, group in COMMAND_GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), about) for name, about in group.items()])


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nFirst steps:\n  hookline init                         create a first hook\n"
    "  hookline fire beforeSubmitPrompt      run it, without an agent\n"
    "  hookline log                          see what it did\n\n"
    "For one command: hookline COMMAND --help. The first five minutes: hookline docs start",
)
@click.version_option(hookline.__version__, "-V", "--version", message="hookline %(version)s")
def hookline_command() -> None:
    """The open runtime for AI-agent hooks: run hooks, see what they did, and why."""


def run(arguments: Sequence[str]) -> int:
    """One call of the command line."""
    _have_streams()
    _survive_any_text()
    try:
        code = _called(arguments, as_json="--json" in arguments)
    except BrokenPipeError:
        silence(sys.stdout)
        return 128 + signal.SIGPIPE
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout)
    except OSError as error:
        silence(sys.stdout)
        return _told(Unwritable(error), code or Unwritable.exit_code, as_json=False)
    return code


def _called(arguments: Sequence[str], *, as_json: bool) -> int:
    try:
        ended = hookline_command.main(list(arguments), prog_name="hookline", standalone_mode=False)
        return ended if isinstance(ended, int) else 0
    except click.UsageError as error:
        return _told(error, USAGE, as_json=as_json)
    except click.ClickException as error:
        return _told(error, error.exit_code, as_json=as_json)
    except MissingExtra as error:
        return _told(Refused(safe(error.problem), error.remedy), FINDINGS, as_json=as_json)
    except UsageError as error:
        return _told(Refused(safe(str(error))), USAGE, as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        return _bug(error, arguments, as_json=as_json)


def _told(error: click.ClickException, code: int, *, as_json: bool) -> int:
    """The error for a person on stderr; with `--json` also as an object on stdout."""
    if as_json:
        _print(as_dict(error, code))
    try:
        error.show(sys.stderr)
    except OSError:
        silence(sys.stderr)
    return code


def _print(value: dict[str, Any]) -> None:
    """One line of JSON; that it cannot be written must not change an exit code."""
    try:
        Screen().json(value, lines=True)
    except click.ClickException:
        return


def _bug(error: Exception, arguments: Sequence[str], *, as_json: bool) -> int:
    from hookline.config.locate import state_folder

    path = report_bug(error, arguments, state_folder(sys.platform, os.environ))
    message = safe(f"{type(error).__name__}: {error}")
    where = f"A report is in {path}" if path else "The report could not be written"
    problem = f"This is a bug in Hookline, not in your hooks: {message}"
    remedy = f"{where}. Please send it to us."
    if as_json:
        _print(as_dict(Refused(problem, remedy), OUR_BUG))
    remark(f"{problem}\n{remedy}")
    return OUR_BUG


def _have_streams() -> None:
    """Whoever starts us may have closed stdin, stdout or stderr; the next file opened would get its
    number.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 (open as long as we live)
            setattr(sys, name, stream)


def _survive_any_text() -> None:
    """File names need not be text, and a terminal need not know every letter: show what cannot be
    shown escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
