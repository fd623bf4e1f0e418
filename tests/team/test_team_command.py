"""`hookline team`, as people use it: a real server, real machines, each with a home of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HOOKLINE = os.path.join(os.path.dirname(sys.executable), "hookline")
PASSPHRASE = "correct horse"
GUARD = "#!/bin/sh\ncat >/dev/null\necho '{}' >&2\nexit 2\n"


class Person:
    """Somebody with a home, who calls hookline."""

    def __init__(self, home: Path) -> None:
        self.home = home
        home.mkdir()
        (home / "work").mkdir()
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self.environ = {**kept, "HOME": str(home), "HOOKLINE_TEAM_PASSPHRASE": PASSPHRASE}

    def call(self, *words: str, code: int = 0, **environ: str) -> str:
        done = subprocess.run(
            [HOOKLINE, *words], cwd=self.home / "work", env={**self.environ, **environ},
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def json(self, *words: str, code: int = 0) -> Any:
        done = subprocess.run(
            [HOOKLINE, *words, "--json"], cwd=self.home / "work", env=self.environ,
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return json.loads(done.stdout)

    @property
    def managed(self) -> Path:
        return self.home / ".cursor/managed"


class Admin(Person):
    """Somebody who has the keys, the database, and a server that runs."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.server: subprocess.Popen[bytes] | None = None

    def write(self, text: str, **manifest: str) -> str:
        folder = self.home / "catalogue"
        (folder / "hooks").mkdir(parents=True, exist_ok=True)
        (folder / "hooks/guard.sh").write_text(GUARD.format(text))
        config = {"version": 1, "hooks": {"beforeShellExecution": [{"command": "./guard.sh", "matcher": "git push"}]}}
        (folder / "hooks.json").write_text(json.dumps(config))
        for name, content in manifest.items():
            (folder / f"{name}.toml").write_text(content)
        return str(folder)

    def publish(self, text: str, **manifest: str) -> str:
        return self.call("team", "apply", self.write(text, **manifest), "--team", "platform", "--note", text)

    def start(self) -> None:
        self.server = subprocess.Popen(
            [HOOKLINE, "team", "serve", "--port", str(self.port)], env=self.environ, stdout=subprocess.DEVNULL
        )
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def stop(self, number: int = signal.SIGTERM) -> None:
        if self.server:
            self.server.send_signal(number)
            self.server.wait(30)
            self.server = None

    def invite(self, *words: str) -> str:
        return str(self.json("team", "invite", "platform", "--url", self.url, *words)["invitation"])


@pytest.fixture
def admin(tmp_path: Path) -> Iterator[Admin]:
    made = Admin(tmp_path / "admin")
    made.call("team", "create", "platform")
    made.publish("no pushes")
    made.start()
    yield made
    made.stop()


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path / "ann")


def push(person: Person, code: int) -> str:
    return person.call("fire", "beforeShellExecution", "--set", "command=git push", code=code)


def test_the_lifecycle_of_seed_002(admin: Admin, person: Person) -> None:
    """Log in, fetch, write, chmod, first-time notice, refresh, clean up, log out."""
    told = person.call("team", "enroll", admin.invite(), "--yes")
    assert "uses hooks that its admins enable" in told and "hooks/guard.sh" in told
    guard = person.managed / "team_platform/hooks/guard.sh"
    assert guard.stat().st_mode & 0o100
    assert "no pushes" in push(person, 2)

    old = guard.resolve()
    admin.publish("not today")
    assert "updated" in person.call("team", "sync")
    assert "not today" in push(person, 2)
    assert old.exists()  # hooks that run keep theirs, for an hour
    assert person.json("team", "sync")["teams"][0]["outcome"] == "unchanged"

    admin.publish("off", team='[scripts."guard.sh"]\nactive = false\n')
    person.call("team", "sync")
    push(person, 0)
    assert not guard.exists()

    person.call("team", "leave", "platform", "--yes")
    assert [name for name in os.listdir(person.managed) if name.startswith("team_")] == []
    assert admin.json("team", "machines", "--team", "platform")["machines"][0]["state"] == "revoked"


def test_a_release_can_be_rolled_back(admin: Admin, person: Person) -> None:
    person.call("team", "enroll", admin.invite(), "--yes")
    admin.publish("second")
    person.call("team", "sync")
    admin.call("team", "rollback", "1", "--team", "platform")
    person.call("team", "sync")
    assert "no pushes" in push(person, 2)
    releases = admin.json("team", "releases", "--team", "platform")["releases"]
    assert [(release["number"], release["note"]) for release in releases] == [
        (3, "as release 1"), (2, "second"), (1, "no pushes"),
    ]  # fmt: skip


def test_a_dry_run_publishes_nothing(admin: Admin) -> None:
    folder = admin.write("changed")
    plan = admin.json("team", "apply", folder, "--team", "platform", "--dry-run")
    assert plan["release"] is None
    assert [(change["kind"], change["script_name"]) for change in plan["changes"]] == [("changed", "guard.sh")]
    assert len(admin.json("team", "releases", "--team", "platform")["releases"]) == 1


def test_the_fleet_sees_drift_and_a_sync_repairs_it(admin: Admin, person: Person) -> None:
    person.call("team", "enroll", admin.invite(), "--yes", "--name", "laptop")
    guard = person.managed / "team_platform/hooks/guard.sh"
    guard.write_text("#!/bin/sh\nexit 0\n")
    status = person.json("team", "status", code=1)["teams"][0]
    assert status["drift"] == [{"path": "hooks/guard.sh", "problem": "changed"}]
    assert person.json("team", "sync")["teams"][0]["outcome"] == "updated"
    assert person.json("team", "status")["teams"][0]["drift"] == []
    machine = admin.json("team", "machines", "--team", "platform")["machines"][0]
    assert (machine["name"], machine["state"], machine["report"]["release"]) == ("laptop", "fine", 1)


@pytest.mark.fault(
    "6.6",
    "the first start is offline, or the server is away later",
    "what is installed stays in force; status says why and since when",
)
def test_without_a_server(admin: Admin, person: Person) -> None:
    person.call("team", "enroll", admin.invite(), "--yes")
    admin.stop(signal.SIGKILL)
    told = person.call("team", "sync", code=1)
    assert "cannot be reached" in told and "stays in force" in told
    assert "no pushes" in push(person, 2)
    assert "cannot be reached" in person.json("team", "status", code=1)["teams"][0]["problem"]
    admin.start()
    assert person.json("team", "sync")["teams"][0]["outcome"] == "unchanged"
    assert person.json("team", "status")["teams"][0]["problem"] is None


def test_a_revoked_machine_is_told_so(admin: Admin, person: Person) -> None:
    person.call("team", "enroll", admin.invite(), "--yes")
    (machine,) = admin.json("team", "machines", "--team", "platform")["machines"]
    admin.call("team", "revoke", machine["id"])
    time.sleep(11)  # the server remembers for ten seconds whom it let in
    assert "was removed" in person.call("team", "sync", code=1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(["sync"], "this machine is in no team", id="sync without a team"),
        pytest.param(["leave", "platform", "--yes"], "not enrolled in 'platform'", id="leaving a team it is not in"),
        pytest.param(["apply", ".", "--team", "none"], "hooks.json: No such file", id="a folder that holds nothing"),
        pytest.param(["releases", "--team", "none"], "hookline team create none", id="a team there is not"),
        pytest.param(["enroll", "http://127.0.0.1:9/#x." + "0" * 64, "--yes"], "cannot be reached", id="no server there"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: list[str], told: str, person: Person) -> None:
    output = person.call("team", *words, code=1)
    assert told in output
    assert "Traceback" not in output


def test_a_machine_in_no_team_is_told_how_to_join_one(person: Person) -> None:
    assert "hookline team enroll INVITATION" in person.call("team")
    assert person.json("team", "status") == {"teams": []}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param(["enroll", "https://x", "--yes"], "not an invitation", id="half an invitation"),
        pytest.param(
            ["enroll", "http://hooks.example.com/#x." + "0" * 64, "--yes"], "only https://", id="plain HTTP over a network"
        ),
        pytest.param(["create", "../x"], "A team's name", id="a team named as a path"),
        pytest.param(["releases", "--team", "x", "--database", "mysql://x"], "SQLite or PostgreSQL", id="another database"),
    ],
)
def test_usage_errors_are_64(words: list[str], told: str, person: Person) -> None:
    assert told in person.call("team", *words, code=64)


def test_an_invitation_for_one_machine_enrols_one(admin: Admin, person: Person, tmp_path: Path) -> None:
    invitation = admin.invite()
    person.call("team", "enroll", invitation, "--yes")
    other = Person(tmp_path / "bob")
    assert "used up" in other.call("team", "enroll", invitation, "--yes", code=1)
    assert not other.managed.exists()


def test_an_agent_neither_joins_nor_leaves(admin: Admin, person: Person) -> None:
    assert "only a person" in person.call("team", "enroll", admin.invite(), "--yes", code=1, CLAUDECODE="1")
    person.call("team", "enroll", admin.invite(), "--yes")
    assert "only a person" in person.call("team", "leave", "platform", "--yes", code=1, CLAUDECODE="1")
    push(person, 2)


def test_without_consent_nothing_is_installed(admin: Admin, person: Person) -> None:
    assert "no terminal" in person.call("team", "enroll", admin.invite(), code=1)
    assert not person.managed.exists()


def test_a_wrong_passphrase_publishes_nothing(admin: Admin) -> None:
    folder = admin.write("changed")
    told = admin.call("team", "apply", folder, "--team", "platform", code=1, HOOKLINE_TEAM_PASSPHRASE="wrong")
    assert "the passphrase does not open this key" in told
    assert len(admin.json("team", "releases", "--team", "platform")["releases"]) == 1


@pytest.mark.fault(
    "6.6",
    "somebody who is not enrolled, or of another team, asks for files",
    "refused; a member of one team sees nothing of another",
)
def test_a_machine_sees_its_own_team_only(admin: Admin, person: Person) -> None:
    admin.call("team", "create", "other")
    folder = admin.write("theirs")
    admin.call("team", "apply", folder, "--team", "other")
    person.call("team", "enroll", admin.invite(), "--yes")
    state = json.loads((person.home / ".local/state/hookline/team/platform/machine.json").read_text())
    own, other = (admin.json("team", "releases", "--team", team)["releases"][0]["number"] for team in ("platform", "other"))
    assert (own, other) == (1, 1)
    secret = f"{state['machine']}.{state['secret']}"
    archives = _archive_names(admin)
    answers = {
        team: [_status(f"{admin.url}/v1/targets/{name}", secret) for name in names] for team, names in archives.items()
    }
    assert answers == {"platform": [200, 200, 200], "other": [404, 404, 404]}
    for path in ("head", "metadata/timestamp.json", "targets/x"):
        assert _status(f"{admin.url}/v1/{path}", "") == 401
        assert _status(f"{admin.url}/v1/{path}", f"{state['machine']}.wrong") == 403
        assert _status(f"{admin.url}/v1/{path}", f"nobody.{state['secret']}") == 403


def _archive_names(admin: Admin) -> dict[str, list[str]]:
    import sqlite3

    with sqlite3.connect(admin.home / ".local/state/hookline/team-server.db") as database:
        rows = database.execute("SELECT teams.name, archives.name FROM archives JOIN teams ON teams.id = team_id").fetchall()
    database.close()
    return {team: [name for owner, name in rows if owner == team] for team in ("platform", "other")}


def _status(url: str, secret: str) -> int:
    request = urllib.request.Request(url, headers={"authorization": f"Bearer {secret}"} if secret else {})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
