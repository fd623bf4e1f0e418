"""What a machine remembers of a team it is enrolled in: one folder for each team, in the state folder.

STATE/team/NAME/machine.json     the server, this machine's secret, what is installed
STATE/team/NAME/metadata/        the signed files that were verified last; versions never go back
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from typing import Any, NamedTuple

from hookline import strict_json
from hookline.atomic import replace_file
from hookline.errors import NotDone

_TEAM_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class Enrolment(NamedTuple):
    """One team on this machine. `digests`: path → SHA-256 of what was installed last."""

    team: str
    url: str
    machine: str
    secret: str
    etag: str = ""
    #: When the signed files were last verified whole, in seconds since 1970.
    verified_at: float = 0.0
    synced_at: float = 0.0
    release: int = 0
    generation: str = ""
    digests: Mapping[str, str] = {}
    problem: str = ""


def enrolments(state: str) -> list[Enrolment]:
    """Every team this machine is enrolled in, in order of name."""
    try:
        names = sorted(os.listdir(os.path.join(state, "team")))
    except OSError:
        return []
    return [found for name in names if (found := read_enrolment(state, name))]


def read_enrolment(state: str, team: str) -> Enrolment | None:
    """What is remembered of one team; None where there is nothing, or nothing readable."""
    if not is_team_name(team):
        return None
    try:
        with open(_file(state, team), "rb") as file:
            facts: dict[str, Any] = strict_json.loads(file.read())
        return Enrolment(**facts)
    except (OSError, ValueError, TypeError):
        return None


def write_enrolment(state: str, enrolment: Enrolment) -> None:
    """Remember it; only this user may read it, since the secret is in it."""
    folder = team_folder(state, enrolment.team)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        data = strict_json.dumps(enrolment._asdict(), indent=2).encode()
        replace_file(_file(state, enrolment.team), data)
    except OSError as error:
        raise NotDone(f"{folder} cannot be written: {error.strerror}") from None


def forget_enrolment(state: str, team: str) -> None:
    """Remember nothing of the team any more."""
    shutil.rmtree(team_folder(state, team), ignore_errors=True)


def team_folder(state: str, team: str) -> str:
    """Where everything about one team is."""
    return os.path.join(state, "team", team)


def is_team_name(name: str) -> bool:
    """Whether a team can have this name: it becomes part of a folder's name on every machine."""
    return bool(_TEAM_NAME.fullmatch(name))


def _file(state: str, team: str) -> str:
    return os.path.join(team_folder(state, team), "machine.json")
