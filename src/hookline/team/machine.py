"""A machine of a team: enrol, sync, say how it stands, leave.

    head ──changed, or not verified for a while──▶ TUF ──verified──▶ archive ──▶ new generation ──▶ report

Nothing is touched before everything is verified. When the server is away, wrong, expired or somebody else's,
the hooks that are installed stay in force, and `status` says since when and why.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from tuf.api.exceptions import DownloadError, ExpiredMetadataError, RepositoryError
from tuf.ngclient import Updater, UpdaterConfig

from hookline.atomic import locked
from hookline.errors import HooklineError, NotDone
from hookline.team import archive, generation
from hookline.team.machine_state import (
    Enrolment,
    forget_enrolment,
    is_team_name,
    read_enrolment,
    team_folder,
    write_enrolment,
)
from hookline.team.team_address import Invitation
from hookline.team.team_connection import TeamConnection, TeamFetcher
from hookline.team.team_hook import SYSTEMS

#: A server that always says "nothing new" is believed for this long; then its signatures are looked at.
VERIFIED_FOR_S = 6 * 3600.0
_LONGEST_ROOT = 512_000


class Home(NamedTuple):
    """Where things are on this machine."""

    state: str
    managed: str
    system: str = SYSTEMS.get(sys.platform, "Linux")


class Synced(NamedTuple):
    """How a sync ended: `unchanged`, `updated`, or `failed` with the reason."""

    team: str
    outcome: str
    release: int
    problem: str = ""


def enroll(home: Home, invitation: Invitation, name: str) -> Enrolment:
    """Make this machine one of the team's. Its hooks come with the first `sync`."""
    with TeamConnection(invitation.url) as connection:
        answer = connection.post_json(
            "/v1/enroll", {"token": invitation.token, "name": name, "system": home.system}
        )
    team, root = answer.get("team"), answer.get("root")
    if not isinstance(team, str) or not is_team_name(team) or not isinstance(root, str):
        raise NotDone(f"{invitation.url} is not a team server of Hookline, or of another version")
    if hashlib.sha256(root.encode()).hexdigest() != invitation.root_digest:
        raise NotDone(
            f"{invitation.url} shows other keys than the invitation names: "
            "somebody may stand between you and your team. Ask for a new invitation"
        )
    if read_enrolment(home.state, team):
        raise NotDone(f"this machine is already enrolled in {team}: hookline team leave {team}")
    enrolment = Enrolment(
        team, invitation.url, str(answer.get("machine")), str(answer.get("secret"))
    )
    write_enrolment(home.state, enrolment)
    _pin(home, team, root.encode())
    return enrolment


def fetch(home: Home, enrolment: Enrolment) -> tuple[Enrolment, dict[str, bytes] | None]:
    """The team's files for this system, verified; None where nothing is new. Installs nothing."""
    with TeamConnection(enrolment.url, f"{enrolment.machine}.{enrolment.secret}") as connection:
        head, etag = connection.get_json(
            "/v1/head", enrolment.etag if _is_fresh(home, enrolment) else ""
        )
        if head is None:
            return enrolment, None
        name, data = _verified(home, enrolment, connection)
    enrolment = enrolment._replace(
        etag=etag, verified_at=time.time(), release=_number(head.get("release"))
    )
    if name == enrolment.generation and not drift(home, enrolment):
        return enrolment, None
    return enrolment._replace(generation=name), archive.unpack(data)


def install(home: Home, enrolment: Enrolment, files: Mapping[str, bytes]) -> Enrolment:
    """Put fetched files in force."""
    generation.install(home.managed, enrolment.team, enrolment.generation, files)
    return enrolment._replace(digests=generation.digest_of(files))


def sync(home: Home, team: str) -> Synced:
    """Bring the team's hooks up to date. It never raises for what a server or a disk does wrong."""
    with locked(os.path.join(team_folder(home.state, team), "lock")):
        before = read_enrolment(home.state, team)
        if before is None:
            raise NotDone(f"this machine is not enrolled in {team}")
        try:
            after, files = fetch(home, before)
            if files is not None:
                after = install(home, after, files)
            after = after._replace(synced_at=time.time(), problem="")
        except HooklineError as error:
            write_enrolment(home.state, before._replace(problem=str(error)))
            return Synced(team, "failed", before.release, str(error))
        write_enrolment(home.state, after)
    _report(home, after)
    return Synced(team, "unchanged" if files is None else "updated", after.release)


def leave(home: Home, enrolment: Enrolment) -> str:
    """Log out: tell the server, and take its hooks off this machine; why it could not be told."""
    problem = ""
    try:
        with TeamConnection(enrolment.url, f"{enrolment.machine}.{enrolment.secret}") as connection:
            connection.post_json("/v1/leave", {})
    except NotDone as error:
        problem = str(error)
    generation.remove(home.managed, enrolment.team)
    forget_enrolment(home.state, enrolment.team)
    return problem


def drift(home: Home, enrolment: Enrolment) -> list[generation.Drift]:
    """Where what is on the disk differs from what was handed out."""
    folder = generation.in_force(home.managed, enrolment.team)
    if folder is None:
        return [generation.Drift(path, "missing") for path in sorted(enrolment.digests)]
    return generation.drift_of(folder, enrolment.digests)


def _verified(home: Home, enrolment: Enrolment, connection: TeamConnection) -> tuple[str, bytes]:
    """The archive of this system, and a name of its own; raises `NotDone` where anything is not right."""
    folder = team_folder(home.state, enrolment.team)
    try:
        updater = Updater(
            metadata_dir=os.path.join(folder, "metadata"),
            metadata_base_url=f"{connection.url}/v1/metadata/",
            target_base_url=f"{connection.url}/v1/targets/",
            fetcher=TeamFetcher(connection),
            config=UpdaterConfig(root_max_length=_LONGEST_ROOT),
            bootstrap=None,
        )
        updater.refresh()
        target = updater.get_targetinfo(f"hooks-{home.system}.tar.gz")
        if target is None:
            raise NotDone(f"{enrolment.team} has published nothing yet")
        path = updater.download_target(target, os.path.join(folder, "download"))
        with open(path, "rb") as file:
            data = file.read(archive.MOST_BYTES + 1)
        os.unlink(path)
    except ExpiredMetadataError as error:
        raise NotDone(
            f"what {connection.url} says has expired ({error}): it is not renewed, or somebody holds it back"
        ) from None
    except DownloadError as error:
        raise NotDone(f"{connection.url} did not hand out what it should: {error}") from None
    except RepositoryError as error:
        raise NotDone(f"{connection.url} handed out what its team did not sign: {error}") from None
    except (OSError, ValueError) as error:
        raise NotDone(f"{folder} cannot be used: {error}") from None
    return target.hashes["sha256"][:16], data


def _pin(home: Home, team: str, root: bytes) -> None:
    """The keys that were named by the invitation: everything else follows from them."""
    folder = os.path.join(team_folder(home.state, team), "metadata")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    with open(os.path.join(folder, "root.json"), "wb") as file:
        file.write(root)


def _is_fresh(home: Home, enrolment: Enrolment) -> bool:
    """Whether "nothing new" may be believed: verified lately, and everything is as installed."""
    is_late = not 0 <= time.time() - enrolment.verified_at < VERIFIED_FOR_S
    return bool(enrolment.generation) and not is_late and not drift(home, enrolment)


def _report(home: Home, enrolment: Enrolment) -> None:
    """What this machine runs; a server that does not take it stops nothing."""
    report: dict[str, Any] = {
        "release": enrolment.release,
        "generation": enrolment.generation,
        "drift": [f"{path}: {problem}" for path, problem in drift(home, enrolment)][:20],
    }
    try:
        with TeamConnection(enrolment.url, f"{enrolment.machine}.{enrolment.secret}") as connection:
            connection.post_json("/v1/report", report)
    except NotDone:
        return


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
