"""Entries of ready-made hooks → whether the Hookline they start is there, is this one, and has the
hook; and whether a project's launcher is as it should be.

Only programs that the user's own file names are asked, none of a workspace, and of a launcher our
own text is run, never the file of a project.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence

from hookline.doctor.finding import Finding, finding
from hookline.kit.kit_command import kit_name
from hookline.kit.project_launcher import (
    PATH,
    is_launched,
    is_required,
    launcher_of,
    own_program,
    program_found,
)
from hookline.model import Hook

_LIMIT_S = 10.0


class Installations:
    """What is known of the Hooklines of this machine, each asked once. `environ` is the agent's."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._helps: dict[str, str | None] = {}
        self._launched: list[str | None] = []
        self.own = own_program()

    def launched(self) -> str | None:
        """What a launcher starts."""
        if not self._launched:
            self._launched.append(program_found(self._environ))
        return self._launched[0]

    def is_other(self, program: str) -> bool:
        """Whether it is not the Hookline that is running now."""
        return self.own is not None and os.path.realpath(program) != os.path.realpath(self.own)

    def help_of(self, program: str) -> str | None:
        """What another Hookline says of its ready-made hooks; None where it does not start."""
        if program not in self._helps:
            self._helps[program] = self._asked(program)
        return self._helps[program]

    def _asked(self, program: str) -> str | None:
        try:
            ended = subprocess.run(
                (program, "hook", "--help"), env=dict(self._environ), cwd="/",
                stdin=subprocess.DEVNULL, capture_output=True, timeout=_LIMIT_S, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return None
        return os.fsdecode(ended.stdout) if ended.returncode == 0 else None


def kit_findings(
    hook: Hook, installations: Installations, roots: Sequence[str]
) -> Iterator[Finding]:
    """What is wrong with the program of a ready-made hook, and the command that repairs it."""
    name = kit_name(hook.command) if hook.type == "command" else None
    if name is None:
        return
    if is_launched(hook.command):
        yield from _of_launcher(hook, name, installations)
        return
    program = _program_of(hook.command)
    if program is not None and not _is_inside(program, (hook.root, *roots)):
        again = _repair(hook, name)
        if os.access(program, os.X_OK):
            yield from _of_program(hook, name, program, again, installations)
        else:
            yield _dead(hook, f"{program} was moved or uninstalled", again)


def _of_launcher(hook: Hook, name: str, installations: Installations) -> Iterator[Finding]:
    again = _repair(hook, name)
    launcher = launcher_of(hook.cwd)
    if launcher is None:
        problem = f"the launcher {PATH} is not there"
        yield finding("dead-entry", hook, problem, f"run: {again}")
        return
    if launcher.is_old:
        problem = f"the launcher {PATH} is of an older Hookline"
        yield finding("old-launcher", hook, problem, f"run: {again}, and check it in")
    program = installations.launched()
    if program is None:
        effect = "blocks what it guards" if is_required(hook.command) else "lets everything pass"
        problem = f"its launcher finds no Hookline on this machine, so it {effect}"
        remedy = f"run: hookline trust {shlex.quote(hook.root)}, which shows it this one"
        yield finding("no-hookline", hook, problem, remedy)
    else:
        yield from _of_program(
            hook, name, program, f"hookline trust {shlex.quote(hook.root)}", installations
        )


def _of_program(
    hook: Hook, name: str, program: str, again: str, installations: Installations
) -> Iterator[Finding]:
    if not installations.is_other(program):
        return
    if not hook.needs_trust or is_launched(hook.command):  # else a workspace chose the program
        help = installations.help_of(program)
        if help is None:
            yield _dead(
                hook, f"{program} does not start; its environment was moved, perhaps", again
            )
            return
        if name not in re.split(r"[\s,.]+", help):
            problem = f"{program} is an older Hookline and has no {name}"
            remedy = f"upgrade it, or have this one run it: {again}"
            yield finding("old-hookline", hook, problem, remedy)
            return
    problem = f"{program} is another Hookline than the one you call ({installations.own})"
    yield finding("other-hookline", hook, problem, f"to have this one run it: {again}")


def _dead(hook: Hook, why: str, again: str) -> Finding:
    remove = again.replace(" add ", " remove ")
    either = f"run: {again}" + (f", or: {remove}" if " add " in again else "")
    return finding("dead-entry", hook, f"its Hookline is gone: {why}", either)


def _repair(hook: Hook, name: str) -> str:
    """The command that writes the entry again."""
    if hook.source != "project":
        return f"hookline add {name}"
    return f"hookline add {name} --project --workspace {shlex.quote(hook.root)}"


def _program_of(command: str) -> str | None:
    """The absolute path that a command of ours starts with."""
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    program = words[0] if words else ""
    is_ours = os.path.isabs(program) and os.path.basename(program) == "hookline"
    return program if is_ours else None


def _is_inside(path: str, roots: Sequence[str]) -> bool:
    """Whether a workspace could have brought it along."""
    real = os.path.realpath(path)
    return any(
        candidate.startswith(os.path.realpath(root).rstrip("/") + "/")
        for root in roots
        if root
        for candidate in (real, os.path.realpath(os.path.dirname(path)) + "/")
    )


#: What is said of any program or script that is gone.
_SAID_BETTER = frozenset(("no-program", "no-script", "machine-path"))


def without_doubles(findings: Sequence[Finding], kits: Sequence[Finding]) -> list[Finding]:
    """The findings without those that say of a dead entry only that its program is not there."""
    dead = {(one.hook, one.where) for one in kits if one.code == "dead-entry"}
    return [
        one for one in findings if one.code not in _SAID_BETTER or (one.hook, one.where) not in dead
    ]
