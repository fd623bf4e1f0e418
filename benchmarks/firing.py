"""What `fire` costs around a hook: beside a C program starting the same hook, beside bare `stat`
calls, beside itself.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable

from benchmarks.stage import COMMAND, EVENT, ROOT, Stage
from benchmarks.timing import NotMeasured, Pair, Sampler, calls, many_calls

from hookline.engine.engine import Session
from hookline.model import Decision

_FILE_EDIT = {"file_path": "/srv/app/main.py", "edits": []}
_SLEEP = {"command": "sleep 0.05"}
#: What an event without a hook has to look at: the folder of teams and the six files of one
#: workspace; one of them is there.
_SEVEN_FILES = (
    "nothing/.cursor/managed",
    "no-enterprise.json",
    "workspace/.cursor/hooks.json",
    "nothing/.cursor/hooks.json",
    "workspace/.claude/settings.local.json",
    "workspace/.claude/settings.json",
    "nothing/.claude/settings.json",
)


def one_hook(stage: Stage) -> Pair:
    """One hook that reads its payload and answers, with the journal."""
    return _beside_c(stage, stage.hook, journal=True)


def one_hook_unrecorded(stage: Stage) -> Pair:
    """The same without the journal."""
    return _beside_c(stage, stage.hook, journal=False)


def smallest_process(stage: Stage) -> Pair:
    """The same with a program that does nothing at all: what is added weighs most here."""
    return _beside_c(stage, _program("true"), journal=True)


def smallest_process_unrecorded(stage: Stage) -> Pair:
    """The same without the journal."""
    return _beside_c(stage, _program("true"), journal=False)


def nothing_to_run(stage: Stage) -> Pair:
    """An event without a hook, beside one stat for each of the files it has to look at."""
    home = stage.home("nothing", {EVENT: [{"command": stage.hook}]})
    session = stage.engine(home).session()
    looked_at = [stage.path(name) for name in _SEVEN_FILES]
    return Pair(
        many_calls(_fire(session, "afterFileEdit", **_FILE_EDIT)),
        many_calls(lambda: _stat_each(looked_at)),
    )


def eight_at_once(stage: Stage) -> Pair:
    """Eight hooks of 50 ms beside one."""
    home = stage.home("eight", {"afterFileEdit": [_SLEEP] * 8, "afterShellExecution": [_SLEEP]})
    session = stage.engine(home).session()
    one = _fire(session, "afterShellExecution", command="ls", output="", duration=1)
    return Pair(calls(_fire(session, "afterFileEdit", **_FILE_EDIT)), calls(one))


def fire_hook(stage: Stage) -> Sampler:
    """Ours, for the rows of peers."""
    return _ours(stage, stage.hook, journal=True)


def _beside_c(stage: Stage, program: str, *, journal: bool) -> Pair:
    return Pair(_ours(stage, program, journal=journal), _c_floor(stage, program))


def _ours(stage: Stage, program: str, *, journal: bool) -> Sampler:
    home = stage.home(
        f"fire-{os.path.basename(program)}-{journal}", {EVENT: [{"command": program}]}
    )
    session = stage.engine(home, journal=journal).session()
    fire = _fire(session, EVENT, command=COMMAND, cwd=stage.workspace, sandbox=False)
    decision = fire()
    if [outcome.failure for outcome in decision.outcomes] != [None]:
        raise NotMeasured(f"the hook did not run: {decision.because}")
    return calls(fire)


def _fire(session: Session, event: str, **fields: object) -> Callable[[], Decision]:
    return lambda: session.fire_sync(event, fields)


def _stat_each(paths: list[str]) -> None:
    for path in paths:
        try:
            os.stat(path)
        except OSError:
            pass


def _c_floor(stage: Stage, program: str) -> Sampler:
    """The median of a C program that starts the same program with the same environment."""
    floor = _compiled(stage)
    environ = stage.environ("floor")

    def sample(count: int) -> list[float]:
        told = subprocess.run(
            [floor, str(count), program], env=environ, capture_output=True, text=True, check=True
        )
        return [float(told.stdout) / 1e6]

    return sample


def _compiled(stage: Stage) -> str:
    path = stage.path("spawn_floor")
    if not os.path.exists(path):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise NotMeasured("there is no C compiler: install one (cc, gcc or clang)")
        subprocess.run(
            [compiler, "-O2", "-o", path, os.path.join(ROOT, "benchmarks", "spawn_floor.c")],
            check=True,
        )
    return path


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise NotMeasured(f"there is no program {name!r} on this machine")
    return path
