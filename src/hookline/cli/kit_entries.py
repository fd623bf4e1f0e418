"""What `hookline add` writes for a ready-made hook: the command of an entry, in the user's own file
and in a project's, and the launcher that a project's commands start.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from typing import NamedTuple

from hookline.cli.faults import Refused
from hookline.cli.show.safe_text import safe, short_path
from hookline.cli.write_steps import Step, read_text
from hookline.kit.kit_command import command_for
from hookline.kit.kit_row import Entry
from hookline.kit.project_launcher import PATH as LAUNCHER
from hookline.kit.project_launcher import TEXT as LAUNCHER_TEXT
from hookline.kit.project_launcher import command_in_project, is_required, launcher_of


class UserLine(NamedTuple):
    """What the user's own file runs: this installation, by its absolute path."""

    name: str
    settings: Sequence[str]

    @property
    def place(self) -> str:
        """The option that names the file."""
        return ""

    def command(self, entry: Entry) -> str:
        """The command of an entry."""
        return command_for(self.name, self.settings)

    def renewed(self, entry: Entry, present: str) -> str:
        """The command to write in the place of one that is there, which may be of an installation
        that is gone.
        """
        words = shlex.split(present)
        return self.command(entry) if words and os.path.isabs(words[0]) else present


class ProjectLine(NamedTuple):
    """What a project's file runs: its launcher, which finds the hookline of every machine."""

    name: str
    settings: Sequence[str]
    required: bool

    @property
    def place(self) -> str:
        """The option that names the file."""
        return " --project"

    def command(self, entry: Entry) -> str:
        """The command of an entry; only what can block is required."""
        words = shlex.join(word for setting in self.settings for word in ("--set", setting))
        return command_in_project(self.name, words, required=self.required and entry.fail_closed)

    def renewed(self, entry: Entry, present: str) -> str:
        """The command to write in the place of one that is there; what was required stays so."""
        return self._replace(required=self.required or is_required(present)).command(entry)


def launcher_steps(root: str) -> tuple[Step, ...]:
    """What is to be done so that a project has the launcher as it is now; raises `Refused` where
    another file has its name.
    """
    if not root:
        return ()
    path = os.path.join(root, LAUNCHER)
    text = read_text(path)
    present = launcher_of(root)
    if text is None:
        return (Step("created", path, "finds the hookline of every machine", LAUNCHER_TEXT, True),)
    if text == LAUNCHER_TEXT:
        return (Step("kept", path, "finds the hookline of every machine", text, True),)
    if present is None or present.version is None:
        raise Refused(
            f"{safe(short_path(path))} is not Hookline's launcher.", "Give it another name."
        )
    if present.is_old:
        return (Step("changed", path, "is the present launcher", LAUNCHER_TEXT, True),)
    return (Step("kept", path, "is the launcher, changed by somebody or newer than this Hookline"),)
