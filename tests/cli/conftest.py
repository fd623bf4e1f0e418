"""A folder for one test: a home, a workspace and a state folder of its own, and two ways to call the command line there.

`call` calls it in this process, for tables of many calls; `run` starts the program, as a user does.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hookline.spec.agent_shells import AGENT_MARKS

_OF_AGENTS = ("CURSOR_", "CLAUDE_", *(mark.variable for mark in AGENT_MARKS))


class Box(NamedTuple):
    """Where a test's world is. The workspace is the current folder."""

    root: Path
    home: Path
    ws: Path
    state: Path

    def script(self, name: str, text: str) -> Path:
        """An executable sh script below the root."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def user_hooks(self, hooks: Mapping[str, Any]) -> Path:
        """The user's hooks.json."""
        return self._config(self.home, hooks)

    def project_hooks(self, hooks: Mapping[str, Any]) -> Path:
        """The workspace's hooks.json."""
        return self._config(self.ws, hooks)

    def _config(self, folder: Path, hooks: Mapping[str, Any]) -> Path:
        path = folder / ".cursor/hooks.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"version": 1, "hooks": hooks}, indent=2))
        return path

    @property
    def environ(self) -> dict[str, str]:
        """For real processes."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith((*_OF_AGENTS, "HOOKLINE_"))}
        return {**kept, "HOME": str(self.home), "HOOKLINE_STATE": str(self.state)}


class Called(NamedTuple):
    """How a call ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Call = Callable[..., Called]


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    # Resolved, because roots are: macOS keeps its temporary folders behind a link.
    root = tmp_path.resolve()
    found = Box(root, root / "home", root / "ws", root / "state")
    found.home.mkdir()
    found.ws.mkdir()
    monkeypatch.setenv("HOME", str(found.home))
    monkeypatch.setenv("HOOKLINE_STATE", str(found.state))
    for name in ("NO_COLOR", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in [name for name in os.environ if name.startswith(_OF_AGENTS)]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(found.ws)
    return found


@pytest.fixture
def call(box: Box, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Call]:
    """`call("fire", "stop", stdin=b"...")` runs the command line here and gives back how it ended."""
    from hookline.cli.main import main

    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}

    def called(*arguments: str | Path, stdin: bytes = b"") -> Called:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Called(code, out, err)

    yield called
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.fixture
def run(box: Box) -> Call:
    """`run("fire", "stop", stdin=b"...")` starts `python -m hookline` in the workspace and gives back how it ended."""

    def ran(*arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None) -> Called:
        done = subprocess.run(
            [sys.executable, "-m", "hookline", *map(str, arguments)],
            input=stdin, capture_output=True, cwd=cwd or box.ws, env=box.environ, timeout=60, check=False,
        )  # fmt: skip
        return Called(done.returncode, done.stdout.decode(), done.stderr.decode())

    return ran
