"""team.machine: every attack on the way from a server to a machine ends with the old hooks still guarding."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import NotDone
from hookline.team import generation, machine, signing, team_connection
from hookline.team.machine_state import enrolments, read_enrolment
from hookline.team.team_address import Invitation

SECTION = "6.6"


def changed_script(team: Any, mirror: Any, hook: Any) -> None:
    team.publish([hook(text="# second")])
    mirror.show_files(team, change=2)
    for path in mirror.answers:
        if path.startswith("/v1/targets/"):
            mirror.answers[path] = (200, {}, b"evil")


def same_length(team: Any, mirror: Any, hook: Any) -> None:
    team.publish([hook(text="# second")])
    mirror.show_files(team, change=2)
    for name, data in team.archives.items():
        mirror.answers[f"/v1/targets/{name}"] = (200, {}, bytes(reversed(data)))


def endless(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    try:
        for _ in range(100_000):
            request.wfile.write(b"x" * 65536)
    except OSError:
        return


def endless_archive(team: Any, mirror: Any, hook: Any) -> None:
    team.publish([hook(text="# second")])
    mirror.show_files(team, change=2)
    for name in team.archives:
        mirror.answers[f"/v1/targets/{name}"] = endless


def endless_timestamp(team: Any, mirror: Any, hook: Any) -> None:
    mirror.show_files(team, change=2)
    mirror.answers["/v1/metadata/timestamp.json"] = endless


def endless_head(team: Any, mirror: Any, hook: Any) -> None:
    mirror.answers["/v1/head"] = endless


def wrong_key(team: Any, mirror: Any, hook: Any) -> None:
    """Targets signed by a key that no root names: all that who took over the server can make."""
    stolen = signing.Keys(team.keys.root, [signing.new_key()], team.keys.online)
    team.keys = stolen
    team.publish([hook(text="# evil")])
    mirror.show_files(team, change=2)


def online_key_as_targets(team: Any, mirror: Any, hook: Any) -> None:
    team.keys = signing.Keys(team.keys.root, [team.keys.online], team.keys.online)
    team.publish([hook(text="# evil")])
    mirror.show_files(team, change=2)


def expired(team: Any, mirror: Any, hook: Any) -> None:
    team.publish([hook(text="# second")], at=datetime.now(UTC) - timedelta(days=1000))
    mirror.show_files(team, change=2)


def mix_and_match(team: Any, mirror: Any, hook: Any) -> None:
    """The newest timestamp with the snapshot of another release under its name."""
    team.publish([hook(text="# second")])
    first = team.files["2.snapshot.json"]
    newest = max(name for name in team.files if name.endswith(".snapshot.json"))
    team.files[newest] = first
    mirror.show_files(team, change=2)


def another_team(team: Any, mirror: Any, hook: Any) -> None:
    other = type(team)()
    other.publish([hook(text="# theirs")])
    other.publish([hook(text="# theirs too")])
    mirror.answers = {path: answer for path, answer in mirror.answers.items() if "/metadata/" not in path}
    mirror.show_files(other, change=2)


def unsigned_root(team: Any, mirror: Any, hook: Any) -> None:
    """A new root that only its own new keys sign."""
    other = type(team)()
    team.files |= signing.rotated(team.files, [], other.keys, 1, datetime.now(UTC))
    team.keys = other.keys
    team.publish([hook(text="# evil")])
    mirror.show_files(team, change=2)


def error_500(team: Any, mirror: Any, hook: Any) -> None:
    mirror.answers["/v1/head"] = (500, {}, b"oops")


def not_json(team: Any, mirror: Any, hook: Any) -> None:
    mirror.answers["/v1/head"] = (200, {}, b"<html>")


def redirect(team: Any, mirror: Any, hook: Any) -> None:
    mirror.answers["/v1/head"] = (302, {"location": "http://127.0.0.1:9/v1/head"}, b"")


def redirected_archive(team: Any, mirror: Any, hook: Any) -> None:
    team.publish([hook(text="# second")])
    mirror.show_files(team, change=2)
    for name in team.archives:
        mirror.answers[f"/v1/targets/{name}"] = (302, {"location": "http://127.0.0.1:9/x"}, b"")


def truncated(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("content-length", "100000")
    request.end_headers()
    request.wfile.write(b"half")
    request.close_connection = True


def truncated_archive(team: Any, mirror: Any, hook: Any) -> None:
    team.publish([hook(text="# second")])
    mirror.show_files(team, change=2)
    for name in team.archives:
        mirror.answers[f"/v1/targets/{name}"] = truncated


def away(team: Any, mirror: Any, hook: Any) -> None:
    mirror.close()


def revoked(team: Any, mirror: Any, hook: Any) -> None:
    mirror.answers["/v1/head"] = (403, {}, b'{"error": "this machine was removed"}')


ATTACKS = [
    (changed_script, "a mirror hands out another script", "handed out what its team did not sign|did not hand out"),
    (same_length, "a mirror hands out a script of the same length", "did not sign|did not hand out"),
    (endless_archive, "an archive without end", "did not hand out|did not sign"),
    (endless_timestamp, "a signed file without end", "did not hand out|did not sign"),
    (endless_head, "an answer without end", "more than"),
    (wrong_key, "hooks signed by a key that the team does not know", "did not sign"),
    (online_key_as_targets, "whoever took over the server signs hooks with the server's key", "did not sign"),
    (expired, "signed files that have expired are held out (freeze)", "expired"),
    (mix_and_match, "a snapshot of another release (mix and match)", "did not sign"),
    (another_team, "a mirror serves another team's hooks", "did not sign"),
    (unsigned_root, "a new root that the old keys did not sign", "did not sign"),
    (error_500, "the server answers 500", "answered 500"),
    (not_json, "the server answers with a page", "not JSON"),
    (redirect, "the server sends the machine to another host", "answered 302"),
    (redirected_archive, "an archive is to be fetched from another host", "did not hand out"),
    (truncated_archive, "an archive is cut off on the way", "did not hand out|did not sign"),
    (away, "the server is away", "cannot be reached"),
    (revoked, "the machine was removed", "this machine was removed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("attack", "reason"),
    [
        pytest.param(
            attack,
            reason,
            id=fault,
            marks=pytest.mark.fault(SECTION, fault, "refused; the hooks that are installed stay in force"),
        )
        for attack, fault, reason in ATTACKS
    ],
)
def test_what_is_not_right_is_refused_and_the_old_hooks_stay(
    attack: Callable[..., None], reason: str, box: Any, team: Any, mirror: Any, hook: Any
) -> None:
    attack(team, mirror, hook)
    synced = box.sync()
    assert synced.outcome == "failed"
    assert any(words in synced.problem for words in reason.split("|")), synced.problem
    assert "# first" in box.guard
    remembered = read_enrolment(box.home.state, "platform")
    assert remembered is not None and remembered.problem == synced.problem


@pytest.mark.fault(
    SECTION, "the server shows an older release (rollback)", "refused; the hooks that are installed stay in force"
)
def test_an_older_release_is_refused(box: Any, team: Any, mirror: Any, hook: Any) -> None:
    old = type(team)()
    old.files, old.archives = dict(team.files), dict(team.archives)
    team.publish([hook(text="# second")])
    mirror.show_files(team, change=2)
    assert box.sync().outcome == "updated"
    mirror.show_files(old, change=3)
    synced = box.sync()
    assert synced.outcome == "failed"
    assert "did not sign" in synced.problem
    assert "# second" in box.guard


@pytest.mark.fault(
    SECTION,
    'a server that always says "nothing new" (freeze)',
    "believed for six hours; then its signatures have to be current",
)
def test_nothing_new_is_believed_for_a_while_only(box: Any, mirror: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mirror.requests.clear()
    assert box.sync().outcome == "unchanged"
    assert [path for path in mirror.requests if "metadata" in path] == []
    monkeypatch.setattr(machine, "VERIFIED_FOR_S", 0.0)
    box.sync()
    assert [path for path in mirror.requests if "timestamp" in path] == ["/v1/metadata/timestamp.json"]


@pytest.mark.fault(SECTION, "this machine's clock is set back", "nothing is taken for fresh that was verified in the future")
def test_a_clock_that_jumps_back(box: Any, mirror: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mirror.requests.clear()
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0)
    box.sync()
    assert "/v1/metadata/timestamp.json" in mirror.requests


@pytest.mark.fault(SECTION, "an invitation's server shows other keys than it names", "not enrolled, and the reason says so")
def test_other_keys_than_the_invitation_names(tmp_path: Path, mirror: Any, team: Any, new_team: Any) -> None:
    home = machine.Home(str(tmp_path / "state"), str(tmp_path / "managed"), "Linux")
    mirror.show(new_team())
    invitation = team_invitation(mirror.url, team)
    with pytest.raises(NotDone, match="other keys than the invitation names"):
        machine.enroll(home, invitation, "box")
    assert enrolments(home.state) == []


@pytest.mark.fault(SECTION, "the server's name of a team is a path", "not enrolled: no folder is made of it")
@pytest.mark.parametrize("name", ["../../.bashrc", "a/b", "", ".", "x" * 65])
def test_a_team_name_that_is_a_path(name: str, tmp_path: Path, mirror: Any, team: Any) -> None:
    home = machine.Home(str(tmp_path / "state"), str(tmp_path / "managed"), "Linux")
    answer = {"team": name, "machine": "m", "secret": "s", "root": team.root.decode()}
    mirror.answers["/v1/enroll"] = (200, {}, json.dumps(answer).encode())
    with pytest.raises(NotDone, match="not a team server"):
        machine.enroll(home, team_invitation(mirror.url, team), "box")


@pytest.mark.fault(
    SECTION,
    "an answer that drips for ever (slow loris)",
    "given up at the deadline; the hooks that are installed stay in force",
)
def test_an_answer_that_drips(box: Any, mirror: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def drip(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        for _ in range(100):
            request.wfile.write(b" ")
            request.wfile.flush()
            time.sleep(0.05)

    mirror.answers["/v1/head"] = drip
    monkeypatch.setattr(team_connection.TeamConnection.__init__, "__kwdefaults__", {"deadline_s": 0.3})
    synced = box.sync()
    assert (synced.outcome, "did not answer in time" in synced.problem) == ("failed", True)


def test_a_new_release_is_installed_and_reported(box: Any, team: Any, mirror: Any, hook: Any) -> None:
    team.publish([hook(text="# second"), hook("other.sh")])
    mirror.show_files(team, change=2)
    assert box.sync() == machine.Synced("platform", "updated", 2)
    assert "# second" in box.guard
    assert mirror.requests[-1] == "/v1/report"


def test_a_signed_rotation_of_keys_is_followed(box: Any, team: Any, mirror: Any, hook: Any) -> None:
    new = type(team)()
    team.files |= signing.rotated(team.files, team.keys.root, new.keys, 1, datetime.now(UTC))
    team.keys = new.keys
    team.publish([hook(text="# by the new keys")])
    mirror.show_files(team, change=2)
    assert box.sync().outcome == "updated"
    assert "# by the new keys" in box.guard


def test_a_changed_file_is_repaired_by_the_next_sync(box: Any) -> None:
    path = Path(box.home.managed) / "team_platform/hooks/guard.sh"
    path.write_text("#!/bin/sh\nexit 0\n")
    enrolment = read_enrolment(box.home.state, "platform")
    assert enrolment is not None
    assert machine.drift(box.home, enrolment) == [generation.Drift("hooks/guard.sh", "changed")]
    assert box.sync().outcome == "updated"
    assert "# first" in box.guard


def test_a_release_of_nothing_is_signed_like_any_other(box: Any, team: Any, mirror: Any) -> None:
    team.publish([])
    mirror.show_files(team, change=2)
    assert box.sync().outcome == "updated"
    assert box.guard == ""


def test_leaving_removes_the_hooks_even_when_the_server_is_away(box: Any, mirror: Any) -> None:
    mirror.close()
    enrolment = read_enrolment(box.home.state, "platform")
    assert enrolment is not None
    assert "cannot be reached" in machine.leave(box.home, enrolment)
    assert (box.guard, enrolments(box.home.state)) == ("", [])


def team_invitation(url: str, team: Any) -> Invitation:
    return Invitation(url, "token", hashlib.sha256(team.root).hexdigest())
