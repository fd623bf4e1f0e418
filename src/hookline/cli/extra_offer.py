"""A ready-made hook whose packages are missing: offered to be installed, or the command to do it with."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import click

from hookline.cli.faults import Refused
from hookline.extras import extra_of, install_command, missing


def installed(name: str, packages: Sequence[str], *, yes: bool, may_ask: bool) -> None:
    """See to it that the packages a hook needs are there; raises `Refused` where they are not.

    `yes`: install them without a question; `may_ask`: there is somebody to ask.
    """
    absent = missing(packages)
    if not absent:
        return
    words = install_command(extra_of(absent[0]))
    needs = f"{name} needs {', '.join(absent)}, which is not installed."
    command = shlex.join(words)
    if not (yes or (may_ask and _agreed(needs, command))):
        raise Refused(needs, f"Run: {command}")
    _run(words, command)
    absent = missing(packages)
    if absent:
        raise Refused(
            f"{command} has run, but {', '.join(absent)} is still missing. Nothing was added."
        )


def _agreed(needs: str, command: str) -> bool:
    click.echo(f"{needs} This would install it:\n  {command}", err=True)
    return click.confirm("Install it now?", default=True, err=True)


def _run(words: Sequence[str], command: str) -> None:
    """Run the installer; what it says goes to stderr, because stdout is for our result."""
    import importlib
    import subprocess
    import sys

    try:
        code = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno(), check=False
        ).returncode
    except OSError as error:
        raise Refused(f"{command} cannot be run: {error.strerror}. Nothing was added.") from error
    if code:
        raise Refused(f"{command} ended with exit code {code}. Nothing was added.")
    importlib.invalidate_caches()
