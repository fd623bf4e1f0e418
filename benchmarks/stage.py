"""A machine of its own for the benchmarks: home, workspace, state folder and a bare interpreter in
one temporary folder.

Nothing of the person who runs them is read or written: no hooks.json of theirs, no journal, no
trust.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hookline.embed import Engine

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CACHE = os.path.join(ROOT, "benchmarks", ".cache")
#: What a small real hook does: it reads its payload and answers.
_HOOK = """#!/bin/sh
read -r payload
echo '{"permission": "allow"}'
"""
#: With the base fields this makes a payload of about 1 KB.
COMMAND = "git commit --message '" + "a typical message " * 36 + "'"
EVENT = "beforeShellExecution"


class Stage:
    """The temporary folder; `engine(hooks)` is an engine whose user hooks are these."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="hookline-bench-")
        self.folder = os.path.realpath(self._folder.name)
        self.workspace = self.path("workspace")
        os.makedirs(self.workspace)
        self.hook = self._write("hook.sh", _HOOK, mode=0o755)
        self._ends: list[Callable[[], object]] = []

    def path(self, *names: str) -> str:
        return os.path.join(self.folder, *names)

    def environ(self, home: str) -> dict[str, str]:
        """The environment of this machine with another home."""
        ours = {"HOME": self.path(home), "HOOKLINE_STATE": self.path(home, "state")}
        return {
            name: value for name, value in os.environ.items() if not name.startswith("CURSOR_")
        } | ours

    def home(self, name: str, hooks: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
        """A home folder with these hooks; returns its name. It is old enough not to be read twice
        when this returns.
        """
        self._write(
            os.path.join(name, ".cursor", "hooks.json"), json.dumps({"version": 1, "hooks": hooks})
        )
        time.sleep(0.1)
        return name

    def engine(self, home: str, *, journal: bool = True) -> Engine:
        """An engine for a home made by `home`."""
        engine = Engine.load(
            self.workspace,
            journal=journal,
            environ=self.environ(home),
            enterprise_config=self.path("no-enterprise.json"),
        )
        self.at_the_end(engine.close)
        return engine

    def python(self) -> str:
        """The interpreter of a bare virtual environment that finds hookline, without the .pth files
        of a developer's one.
        """
        folder = self.path("python")
        python = os.path.join(folder, "bin", "python3")
        if not os.path.exists(python):
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
            site = sysconfig.get_path("purelib", vars={"base": folder, "platbase": folder})
            self._write(
                os.path.join(site, "hookline.pth"), f"{ROOT}/src\n{sysconfig.get_path('purelib')}\n"
            )
        return python

    def close(self) -> None:
        """Undo everything, the latest first."""
        while self._ends:
            self._ends.pop()()
        self._folder.cleanup()

    def at_the_end(self, end: Callable[[], object]) -> None:
        """Have this called when the stage is closed."""
        self._ends.append(end)

    def _write(self, name: str, text: str, mode: int = 0o644) -> str:
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        return path
