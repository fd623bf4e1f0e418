"""One warm `fire` of two command hooks, traced: which functions of ours it calls, in which order, how deep.

    python scripts/trace_fire.py            calls and functions of one warm fire
    python scripts/trace_fire.py --list     the calls themselves, indented by depth

Real hooks in real processes, journal on, in a folder of its own. `scripts/house.py` takes the two
figures from here, and `docs/walk.md` its tree.
"""

from __future__ import annotations

import json
import os
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

_PACKAGE = str(Path(__file__).resolve().parent.parent / "src" / "hookline") + os.sep
EVENT = "beforeShellExecution"
_FIELDS = {"command": "git push origin main", "cwd": "/", "sandbox": False}
#: Fires before the one that is counted: everything that is made once is made by then.
_WARM_UP = 3
#: A file younger than this is read again at every event.
_SETTLED_S = 0.1


class Call(NamedTuple):
    """One call of a function of ours."""

    depth: int
    code: CodeType

    @property
    def module(self) -> str:
        """`engine/plan.py`."""
        return self.code.co_filename.removeprefix(_PACKAGE)


class Figures(NamedTuple):
    """How much one warm fire calls."""

    calls: int
    functions: int


def figures() -> Figures:
    """Calls of a warm fire, and how many different functions they are."""
    calls = traced_fire()
    return Figures(len(calls), len({call.code for call in calls}))


def traced_fire(hook: str = "read -r payload\necho '{\"permission\": \"allow\"}'") -> list[Call]:
    """The calls of one warm fire; `hook` is what its two hooks do, as lines of sh."""
    with _session(hook) as fire:
        for _ in range(_WARM_UP):
            fire()
        return _traced(fire)


def _traced(fire: Callable[[], Decision]) -> list[Call]:
    calls: list[Call] = []
    depth = 0

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal depth
        if not frame.f_code.co_filename.startswith(_PACKAGE):
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
def _session(hook: str) -> Iterator[Callable[[], Decision]]:
    """A session whose user has two hooks; yields what fires one event at them."""
    with tempfile.TemporaryDirectory(prefix="hookline-trace-") as folder:
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
        try:
            yield lambda: session.fire_sync(EVENT, _FIELDS)
        finally:
            engine.close()


def main(words: list[str]) -> int:
    """Print the figures, or the calls."""
    if words == ["--list"]:
        for call in traced_fire():
            print(f"{'  ' * call.depth}{call.module} {call.code.co_qualname}")
        return 0
    counted = figures()
    print(f"a warm fire of two command hooks: {counted.calls} calls in {counted.functions} functions")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
