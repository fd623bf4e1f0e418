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
    script: str | None = None  # its absolute path, all links followed, if it exists
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
    if path is None or text is None:
        return Looked(program, starts=_path_of(program))
    interpreter = _interpreter(text, hook.cwd, paths) if started else None
    reader = program if not started else interpreter  # the program that reads the script
    return Looked(
        program,
        os.path.realpath(path),
        interpreter,
        _missing(text, reader, hook.cwd, paths),
        _path_of(program if kit_name(hook.command) else reader),
    )


def _path_of(program: Program | None) -> str | None:
    return program.path if program else None


def _interpreter(text: bytes, cwd: str, paths: Paths) -> Program | None:
    """What the first line of a script names: the first program of it that is not there, else the
    last, which is the one that reads the script.
    """
    names = shebang(text.partition(b"\n")[0], paths.platform)
    programs = [_find(name, cwd, paths) for name in names]
    last = programs[-1] if programs else None
    return next((program for program in programs if program.path is None), last)


def _find(name: str, cwd: str, paths: Paths) -> Program:
    if "/" in name:
        path = os.path.normpath(os.path.join(cwd, name))
        return Program(name, path if os.access(path, os.X_OK) and os.path.isfile(path) else None)
    found = shutil.which(name, path=paths.agent)
    return Program(name, found, None if found else shutil.which(name, path=paths.own))


def _missing(text: bytes, reader: Program | None, cwd: str, paths: Paths) -> tuple[Program, ...]:
    """The programs a shell script calls and the agent does not find."""
    if reader is None or not is_shell(reader.name):
        return ()
    called = programs_called(text.decode("utf-8", "replace"))
    programs = [_find(name, cwd, paths) for name in called]
    return tuple(program for program in programs if program.path is None)
