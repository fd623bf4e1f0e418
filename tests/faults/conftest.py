"""A machine of its own for each test: a home, a workspace, an enterprise file, a state folder, and real engines on them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hookline import Decision, Engine
from hookline.config.load import Loader
from hookline.config.trust_store import TrustStore
from hookline.engine.match import complaint

HOOKLINE = os.path.join(os.path.dirname(sys.executable), "hookline")


class Host:
    """A real `hookline host` to talk to, one event after another."""

    def __init__(self, arguments: Sequence[str], environ: Mapping[str, str], before: Sequence[str] = ()) -> None:
        self.process = subprocess.Popen(
            [*before, HOOKLINE, "host", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, bufsize=0
        )

    def send(self, event: str, **fields: Any) -> None:
        """Ask without waiting for the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"id": 1, "event": event, "input": fields}).encode() + b"\n")

    def answer(self) -> dict[str, Any] | None:
        """The next answer; None when there will be none."""
        assert self.process.stdout is not None
        line = b""
        while not line.endswith(b"\n"):
            piece = self.process.stdout.readline()
            if not piece:
                return None
            line += piece
        return dict(json.loads(line))

    def fire(self, event: str, **fields: Any) -> dict[str, Any]:
        """The answer to an event."""
        self.send(event, **fields)
        answer = self.answer()
        assert answer is not None, "the host has gone"
        return answer

    def close(self) -> None:
        """End it, as a host that leaves does."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()


class Machine:
    """Where a test's world is. Whatever it opens, it closes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home, self.ws, self.state = root / "home", root / "ws", root / "state"
        self.enterprise_file = root / "etc/hooks.json"
        self._opened: list[Any] = []
        for folder in (self.home, self.ws, self.enterprise_file.parent):
            folder.mkdir(parents=True)

    @property
    def environ(self) -> dict[str, str]:
        """What a process of this machine's user gets."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "HOOKLINE_STATE": str(self.state), "LC_ALL": "C.UTF-8"}

    def file(self, source: str) -> Path:
        """The configuration file of a source."""
        places = {
            "enterprise": self.enterprise_file,
            "team": self.home / ".cursor/managed/team_1/hooks.json",
            "project": self.ws / ".cursor/hooks.json",
            "user": self.home / ".cursor/hooks.json",
            "claude-project": self.ws / ".claude/settings.json",
        }
        path = places[source]
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def configure(self, source: str, hooks: Mapping[str, Sequence[Mapping[str, Any]]]) -> Path:
        """Write a source's hooks.json."""
        path = self.file(source)
        path.write_text(json.dumps({"version": 1, "hooks": hooks}, indent=2))
        return path

    def script(self, path: str, text: str) -> Path:
        """An executable sh script of the workspace."""
        script = self.ws / path
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text("#!/bin/sh\n" + text + "\n")
        script.chmod(0o755)
        return script

    def engine(self, root: Path | None = None, **more: Any) -> Engine:
        """A real engine on the workspace, without a journal unless it is asked for."""
        settings = {"environ": self.environ, "enterprise_config": self.enterprise_file, "journal": False, **more}
        engine = Engine.load(root or self.ws, **settings)
        self._opened.append(engine)
        return engine

    def host(self, *arguments: str, before: Sequence[str] = ()) -> Host:
        """A real host process on the workspace."""
        places = ["--workspace", str(self.ws), "--enterprise-config", str(self.enterprise_file)]
        host = Host([*places, *arguments], self.environ, before)
        self._opened.append(host)
        return host

    def trust(self, root: Path | None = None) -> None:
        """Trust a workspace as it is now, as `hookline trust` does."""
        folder = str(root or self.ws)
        loader = Loader([folder], environ=self.environ, valid_matcher=complaint)
        loader.current("")
        TrustStore(str(self.state)).give(folder, loader.covered(folder))

    def fire_once(self, event: str = "beforeShellExecution", **fields: Any) -> Decision:
        """The decision of an engine that begins with the files as they are now."""
        return self.engine().session().fire_sync(event, fields or {"command": "ls"})

    def close(self) -> None:
        for opened in reversed(self._opened):
            opened.close()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    # Resolved, because roots are compared by their real path.
    found = Machine(tmp_path.resolve())
    yield found
    found.close()


@pytest.fixture(scope="session")
def without_privilege() -> list[str]:
    """What to put before a command so that file permissions count for it, even when the tests run as root."""
    if os.geteuid() != 0:
        return []
    capabilities = "-dac_override,-dac_read_search"
    before = ["setpriv", "--bounding-set", capabilities, "--inh-caps", capabilities]
    try:
        subprocess.run([*before, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("root may read everything, and there is no setpriv to give that up")
    return before
