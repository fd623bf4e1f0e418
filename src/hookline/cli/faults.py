"""What can go wrong with a call of the command line, as exceptions with exit codes, and the report
of a bug of ours.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

import click

FINE, FINDINGS, DENIED, ASK = 0, 1, 2, 3
USAGE, NO_INPUT, OUR_BUG, INTERRUPTED = 64, 66, 70, 130

#: What asks us to end; Windows does not know all of them.
ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)
)

#: Options whose value may be personal or part of a payload: a report names them and leaves the
#: value out.
_PRIVATE = ("--set", "--user-email")


class Refused(click.ClickException):
    """The command was understood and not carried out: why, and what to do."""

    exit_code = FINDINGS

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(_sentences(problem, remedy))
        self.problem, self.remedy = problem, remedy


class Unwritable(click.ClickException):
    """The result was there and could not be written to stdout."""

    exit_code = FINDINGS

    def __init__(self, error: OSError) -> None:
        super().__init__(f"The result could not be written: {error.strerror}")


class MissingInput(Refused):
    """A file or folder named by the caller is not there, or cannot be read."""

    exit_code = NO_INPUT


class Usage(click.UsageError):
    """A usage error; never 2, because 2 is a verdict."""

    exit_code = USAGE

    def __init__(self, problem: str, ctx: click.Context | None = None, remedy: str = "") -> None:
        super().__init__(_sentences(problem, remedy), ctx)
        self.problem, self.remedy = problem, remedy


def as_dict(error: click.ClickException, code: int) -> dict[str, Any]:
    """What `--json` prints of an error: what is wrong, what to do about it, and the exit code."""
    remedy = getattr(error, "remedy", "")
    if not remedy and isinstance(error, click.UsageError) and error.ctx is not None:
        remedy = f"Run: {error.ctx.command_path} --help"
    return {
        "error": getattr(error, "problem", "") or error.format_message(),
        "remedy": remedy or None,
        "exit_code": code,
    }


def _sentences(problem: str, remedy: str) -> str:
    return f"{problem} {remedy}" if remedy else problem


def report_bug(error: BaseException, arguments: Sequence[str], folder: str) -> str | None:
    """Write a report of the error into the folder; its path, or None when it cannot be written.

    The message of the error stays out of it: it may quote what a hook was given.
    """
    import time

    name = f"bug-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    path = os.path.join(folder, name)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(bug_report(error, arguments))
    except OSError:
        return None
    return path


def bug_report(error: BaseException, arguments: Sequence[str]) -> str:
    """The text of a report: version, system, arguments without private values, and where it happened."""
    import traceback

    import hookline

    frames = "".join(traceback.format_tb(error.__traceback__))
    called = " ".join(repr(argument) for argument in without_private_values(arguments))
    return (
        f"hookline {hookline.__version__}, Python {sys.version.split()[0]}, {sys.platform}\n"
        f"arguments: {called}\n\n"
        f"{type(error).__module__}.{type(error).__qualname__} "
        f"(its message is left out: it may quote a payload)\n{frames}"
    )


def without_private_values(arguments: Sequence[str]) -> list[str]:
    """The arguments with the values of private options replaced: `--set command=…`."""
    shown: list[str] = []
    for argument in arguments:
        option, equals, value = argument.partition("=")
        if shown and shown[-1] in _PRIVATE:
            shown.append(f"{option}=…" if equals else "…")
        elif option in _PRIVATE and equals:
            key, more, _ = value.partition("=")
            shown.append(f"{option}={key}=…" if more else f"{option}=…")
        else:
            shown.append(argument)
    return shown
