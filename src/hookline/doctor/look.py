"""A hook → what the machine has of it: its script, its interpreter, and the programs it calls, with
two PATHs.

One PATH is the one an agent gets that was started from the desktop, the other one's own. Reads
files and starts nothing.
"""

from __future__ import annotations

import os
import shutil
from typing import NamedTuple

from hookline.config.disk import read_bytes
from hookline.config.scripts import script_of
from hookline.doctor.calls import programs_called
from hookline.doctor.programs import is_shell, program_of, shebang
from hookline.kit.kit_command import kit_name
from hookline.model import Hook

#: What a desktop application gets, where no login shell has added anything.
DESKTOP_PATH = {"linux": "/usr/local/bin:/usr/bin:/bin", "darwin": "/usr/bin:/bin:/usr/sbin:/sbin"}
_MAX_SCRIPT_BYTES = 256 * 1024


class Program(NamedTuple):
    """A program by name: where the agent finds it, and if it does not, where one's own PATH has it."""

    name: str
    path: str | None
    elsewhere: str | None = None


class Looked(NamedTuple):
    """What there is of one hook. None: there is nothing of the kind, or it cannot be told."""

    program: Program | None = None  # of the command
    script: str | None = (
        None  # as an absolute path, all links followed; None where there is none or it is not there
    )
    interpreter: Program | None = None  # of the script's first line
    missing: tuple[Program, ...] = ()  # what a shell script calls and the agent does not find
    starts: str | None = None  # the interpreter that is started at every event


class Paths(NamedTuple):
    """The two PATHs, and the system: what counts in a first line differs."""

    agent: str
    own: str
    platform: str = "linux"


def look_at(hook: Hook, paths: Paths) -> Looked:
    """Everything that can be seen of a hook without starting it."""
    if hook.type != "command":
        return Looked()
    name = program_of(hook.command)
    program = _find(name, hook.cwd, paths) if name else None
    path, started = script_of(hook.command, hook.cwd, hook.root)
    text = read_bytes(path, _MAX_SCRIPT_BYTES) if path else None
    if text is None or path is None:
        return Looked(program, starts=program.path if program else None)
    named = shebang(text.partition(b"\n")[0], paths.platform) if started else []
    interpreter = _first_missing([_find(one, hook.cwd, paths) for one in named])
    reads = interpreter or (None if started else program)
    missing = _missing(text, hook.cwd, paths) if reads and is_shell(reads.name) else ()
    starts = program if kit_name(hook.command) else reads
    return Looked(
        program, os.path.realpath(path), interpreter, missing, starts.path if starts else None
    )


def _find(name: str, cwd: str, paths: Paths) -> Program:
    if "/" in name:
        path = os.path.normpath(os.path.join(cwd, name))
        return Program(name, path if os.access(path, os.X_OK) and os.path.isfile(path) else None)
    found = shutil.which(name, path=paths.agent)
    return Program(name, found, None if found else shutil.which(name, path=paths.own))


def _first_missing(programs: list[Program]) -> Program | None:
    """The first that is not there; else the last, which is the one that reads the script."""
    return next((one for one in programs if one.path is None), programs[-1] if programs else None)


def _missing(text: bytes, cwd: str, paths: Paths) -> tuple[Program, ...]:
    called = programs_called(text.decode("utf-8", "replace"))
    return tuple(program for name in called if (program := _find(name, cwd, paths)).path is None)
