"""One warm `fire` of two command hooks, traced: which functions of ours it calls, in which order, how deep.

    python scripts/trace_fire.py            calls and functions of one warm fire
    python scripts/trace_fire.py --list     the calls themselves, indented by depth

Real hooks in real processes, journal on, in a folder of its own. `scripts/house.py` takes the two
figures from here, and `docs/walk.md` its tree.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from hookline.embed import Engine
from hookline.model import Decision

PACKAGE = str(Path(__file__).resolve().parent.parent / "src" / "hookline") + os.sep
EVENT = "beforeShellExecution"
#: What a small real hook does: it reads its payload and answers.
_ANSWERS = """read -r payload
echo '{"permission": "allow"}'"""
_FIELDS = {"command": "git push origin main", "cwd": "/", "sandbox": False}
#: Fires before the one that is counted: everything that is made once is made by then.
_WARM_UP = 3
_TRIES = 30
#: A file younger than this is read again at every event.
_SETTLED_S = 0.1


class Call(NamedTuple):
    """One call of a function of ours."""

    depth: int
    code: CodeType

    @property
    def module(self) -> str:
        """`engine/plan.py`."""
        return self.code.co_filename.removeprefix(PACKAGE)


class Figures(NamedTuple):
    """How much one warm fire calls."""

    calls: int
    functions: int


def figures() -> Figures:
    """Calls of a warm fire, and how many different functions they are: the fewest of some fires. On
    a busy machine a hook takes longer, and we look at it more often.
    """
    with fires(_ANSWERS) as fire:
        calls = min((traced(fire) for _ in range(_TRIES)), key=len)
    return Figures(len(calls), len({call.code for call in calls}))


def traced(fire: Callable[[], Decision]) -> list[Call]:
    """The calls of one fire, in order."""
    calls: list[Call] = []
    depth = 0

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal depth
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return
        if event == "call":
            calls.append(Call(depth, frame.f_code))
            depth += 1
        elif event == "return":
            depth -= 1

    sys.setprofile(note)
    try:
        fire()
    finally:
        sys.setprofile(None)
    return calls


@contextmanager
def fires(hook: str) -> Iterator[Callable[[], Decision]]:
    """A session whose user has two hooks, which do these lines of sh; yields what fires one event at
    them. It has done so a few times already.
    """
    with _folder() as folder:
        home, workspace = Path(folder, "home"), Path(folder, "shop")
        workspace.mkdir()
        cursor = home / ".cursor"
        cursor.mkdir(parents=True)
        entries = []
        for name in ("first.sh", "second.sh"):
            (cursor / name).write_text(f"#!/bin/sh\n{hook}\n")
            (cursor / name).chmod(0o755)
            entries.append({"command": f"./{name}"})
        (cursor / "hooks.json").write_text(json.dumps({"version": 1, "hooks": {EVENT: entries}}))
        time.sleep(_SETTLED_S)
        environ = {"HOME": str(home), "HOOKLINE_STATE": str(home / "state"), "PATH": os.defpath}
        engine = Engine.load(workspace, environ=environ, enterprise_config=home / "none.json")
        session = engine.session("conversation")

        def fire() -> Decision:
            return session.fire_sync(EVENT, _FIELDS)

        try:
            for _ in range(_WARM_UP):
                fire()
            yield fire
        finally:
            engine.close()


@contextmanager
def _folder() -> Iterator[str]:
    """A temporary folder with a plain name: random letters may look like a secret, and the journal
    would take another way with them.
    """
    number = 0
    while True:
        folder = os.path.join(tempfile.gettempdir(), f"hookline-trace-{os.getpid()}-{number}")
        try:
            os.mkdir(folder, 0o700)
            break
        except FileExistsError:
            number += 1
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def main(words: list[str]) -> int:
    """Print the figures, or the calls."""
    if words == ["--list"]:
        with fires(_ANSWERS) as fire:
            calls = traced(fire)
        for call in calls:
            print(f"{'  ' * call.depth}{call.module} {call.code.co_qualname}")
        return 0
    counted = figures()
    print(
        f"a warm fire of two command hooks: {counted.calls} calls in {counted.functions} functions"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
