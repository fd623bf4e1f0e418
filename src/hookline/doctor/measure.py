"""An interpreter → how long it takes to start and end with nothing to do: what every event pays
before a hook begins.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping

from hookline.doctor.programs import nothing_to_do
from hookline.kit.kit_command import kit_name
from hookline.model import Hook

#: The program `hookline add` writes into hooks.json.
_OWN_PROGRAM = os.path.join(os.path.dirname(os.path.abspath(sys.executable)), "hookline")
_TIMES = 3
_LIMIT_S = 10.0


class Stopwatch:
    """Start times, each interpreter measured once. `environ` is what the programs get."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._known: dict[tuple[str, ...], float | None] = {}

    def start_ms(self, hook: Hook, interpreter: str | None) -> float | None:
        """The middle of three starts; None for what is not known to do nothing when told so, or
        does not start.
        """
        argv = start_of(hook, interpreter)
        if argv is None:
            return None
        if argv not in self._known:
            self._known[argv] = self._measured(argv)
        return self._known[argv]

    def _measured(self, argv: tuple[str, ...]) -> float | None:
        taken = sorted(self._once(argv) for _ in range(_TIMES))
        return None if taken[-1] == float("inf") else taken[_TIMES // 2]

    def _once(self, argv: tuple[str, ...]) -> float:
        began = time.perf_counter()
        try:
            ended = subprocess.run(
                argv, env=self._environ, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, timeout=_LIMIT_S, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return float("inf")
        return (time.perf_counter() - began) * 1000 if ended.returncode == 0 else float("inf")


def start_of(hook: Hook, interpreter: str | None) -> tuple[str, ...] | None:
    """What to start; None where nothing is known to be harmless. What a workspace brings along is
    never started here.
    """
    if interpreter is None:
        return None
    if interpreter == _OWN_PROGRAM and kit_name(hook.command):
        return (interpreter, "hook", "--help")
    arguments = nothing_to_do(interpreter)
    if arguments is None or _is_inside(interpreter, hook.root):
        return None
    return (interpreter, *arguments)


def _is_inside(path: str, root: str) -> bool:
    """By its name or by where it leads: a virtual environment of the workspace is a link to a
    python elsewhere.
    """
    inside = os.path.realpath(root).rstrip("/") + "/"
    folder = os.path.join(os.path.realpath(os.path.dirname(path)), "")
    return bool(root) and (folder.startswith(inside) or os.path.realpath(path).startswith(inside))
