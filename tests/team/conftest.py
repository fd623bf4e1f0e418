"""A team with keys, the server of an attacker who can show whatever he likes, and a machine to try it on."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hookline.team import archive, machine, signing
from hookline.team.machine_state import Enrolment
from hookline.team.publishing import archive_name, stored_names
from hookline.team.team_address import Invitation
from hookline.team.team_hook import SYSTEMS, TeamHook, managed_files

Answer = tuple[int, dict[str, str], bytes]


def a_hook(name: str = "guard.sh", text: str = "exit 2", **more: object) -> TeamHook:
    return TeamHook("beforeShellExecution", name, f"#!/bin/sh\n{text}\n".encode())._replace(**more)  # type: ignore[arg-type]


class Team:
    """A team's keys and everything it has ever signed."""

    def __init__(self) -> None:
        self.keys = signing.Keys([signing.new_key()], [signing.new_key()], signing.new_key())
        self.files = signing.new_repository(self.keys, 1, datetime.now(UTC))
        self.archives: dict[str, bytes] = {}

    @property
    def root(self) -> bytes:
        return self.files["1.root.json"]

    def publish(self, hooks: Sequence[TeamHook], *, at: datetime | None = None) -> None:
        """A release, signed as the real one is."""
        now = at or datetime.now(UTC)
        packed = {archive_name(system): archive.pack(managed_files(hooks, system)) for system in SYSTEMS.values()}
        self.files |= signing.release(self.files, packed, self.keys.targets, now)
        self.files |= signing.renewed(self.files, self.keys.online, now)
        self.archives |= stored_names(packed)


class Mirror:
    """What a machine talks to. `answers` hold what it gets; a callable is asked each time."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer | Callable[[BaseHTTPRequestHandler], None]] = {}
        self.requests: list[str] = []
        mirror = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                mirror.answer(self)

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("content-length", 0)))
                mirror.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        self.requests.append(request.path)
        answer = self.answers.get(request.path, (404, {}, b""))
        if callable(answer):
            answer(request)
            return
        status, headers, body = answer
        etag = headers.get("etag")
        if etag and request.headers.get("if-none-match") == etag:
            status, body = 304, b""
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def show(self, team: Team, *, change: int = 1) -> None:
        """Show what this team signed, as the real server would."""
        enrolled = {"team": "platform", "machine": "m1", "secret": "s3", "root": team.root.decode()}
        self.answers |= {
            "/v1/enroll": (200, {}, json.dumps(enrolled).encode()),
            "/v1/report": (200, {}, b"{}"),
            "/v1/leave": (200, {}, b"{}"),
        }
        self.show_files(team, change=change)

    def show_files(self, team: Team, *, change: int) -> None:
        head = json.dumps({"change": change, "release": change}).encode()
        self.answers["/v1/head"] = (200, {"etag": f'"1-{change}"'}, head)
        self.answers |= {f"/v1/metadata/{name}": (200, {}, data) for name, data in team.files.items()}
        self.answers |= {f"/v1/targets/{name}": (200, {}, data) for name, data in team.archives.items()}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Box:
    """One machine: its home, and what it runs."""

    def __init__(self, folder: Path, mirror: Mirror) -> None:
        self.home = machine.Home(str(folder / "state"), str(folder / ".cursor/managed"), "Linux")
        self.mirror = mirror

    def enroll(self, team: Team) -> Enrolment:
        invitation = Invitation(self.mirror.url, "token", hashlib.sha256(team.root).hexdigest())
        return machine.enroll(self.home, invitation, "box")

    def sync(self) -> machine.Synced:
        return machine.sync(self.home, "platform")

    @property
    def guard(self) -> str:
        """The guard in force; empty where there is none."""
        path = Path(self.home.managed) / "team_platform/hooks/guard.sh"
        return path.read_text() if path.exists() else ""


@pytest.fixture
def team() -> Team:
    """A team that has published one guard."""
    made = Team()
    made.publish([a_hook(text="# first")])
    return made


@pytest.fixture
def mirror(team: Team) -> Iterator[Mirror]:
    shown = Mirror()
    shown.show(team)
    yield shown
    shown.close()


@pytest.fixture
def box(tmp_path: Path, mirror: Mirror, team: Team) -> Box:
    """A machine that is enrolled and runs the first release."""
    made = Box(tmp_path, mirror)
    made.enroll(team)
    assert made.sync().outcome == "updated"
    assert "# first" in made.guard
    return made


@pytest.fixture
def new_team() -> Callable[[], Team]:
    return Team


@pytest.fixture
def hook() -> Callable[..., TeamHook]:
    return a_hook
