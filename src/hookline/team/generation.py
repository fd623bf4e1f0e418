"""The files of a team on this machine: a new folder for every version, and a link to the one in force.

    ~/.cursor/managed/team_7                          → .generations/team_7/3f2a…      what `fire` reads
    ~/.cursor/managed/.generations/team_7/3f2a…/      hooks.json, hooks/guard.sh

A version is complete before the link turns, and the link turns in one step: nobody ever sees half of it.
A hook that runs keeps the folder it was started from: a folder is cleaned up an hour after it was left.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hookline.atomic import locked
from hookline.errors import NotDone
from hookline.team.team_hook import SCRIPTS

KEPT_S = 3600.0
_GENERATIONS = ".generations"
_UNFINISHED = ".unfinished-"


class Drift(NamedTuple):
    """One file that is not as the team handed it out."""

    path: str
    problem: str  # missing, changed, not executable, not from the team


def digest_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """path → SHA-256, for `drift_of`."""
    return {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}


def install(managed: str, team: str, name: str, files: Mapping[str, bytes]) -> str:
    """Put a version in force, and return its folder. `name` is of this version alone."""
    if sys.platform == "win32":
        raise NotDone(
            "Team hooks are not installed on Windows yet: it has no links that turn in one step."
        )
    own = _generations(managed, team)
    os.makedirs(own, mode=0o700, exist_ok=True)
    with locked(os.path.join(own, ".lock")):
        folder = os.path.join(own, name)
        _remove_unfinished(own)
        if not os.path.isdir(folder) or drift_of(folder, digest_of(files)):
            _write_whole(own, folder, files)
        _turn_link(managed, team, folder)
        _clean_up(own, folder)
    return folder


def remove(managed: str, team: str) -> None:
    """Take a team's hooks off this machine."""
    link = link_of(managed, team)
    if os.path.islink(link):
        os.unlink(link)
    shutil.rmtree(_generations(managed, team), ignore_errors=True)


def in_force(managed: str, team: str) -> str | None:
    """The folder the link leads to; None when there is none of ours."""
    link = link_of(managed, team)
    try:
        target = os.path.join(managed, os.readlink(link))
    except OSError:
        return None
    return target if os.path.isdir(target) else None


def drift_of(folder: str, digests: Mapping[str, str]) -> list[Drift]:
    """Where the folder differs from what was handed out, in order of path."""
    present = set(_files_below(folder))
    drifts = [Drift(path, "not from the team") for path in present - set(digests)]
    for path, digest in digests.items():
        if path not in present:
            drifts.append(Drift(path, "missing"))
        elif _digest(os.path.join(folder, path)) != digest:
            drifts.append(Drift(path, "changed"))
        elif path.startswith(SCRIPTS) and not os.access(os.path.join(folder, path), os.X_OK):
            drifts.append(Drift(path, "not executable"))
    return sorted(drifts)


def link_of(managed: str, team: str) -> str:
    """Where `fire` looks for a team's hooks."""
    return os.path.join(managed, f"team_{team}")


def _generations(managed: str, team: str) -> str:
    return os.path.join(managed, _GENERATIONS, f"team_{team}")


def _write_whole(own: str, folder: str, files: Mapping[str, bytes]) -> None:
    draft = os.path.join(own, f"{_UNFINISHED}{os.getpid()}")
    os.makedirs(os.path.join(draft, SCRIPTS), mode=0o700)
    try:
        for path, content in files.items():
            _write(os.path.join(draft, path), content, executable=path.startswith(SCRIPTS))
        shutil.rmtree(folder, ignore_errors=True)  # somebody has changed it: it is written again
        os.rename(draft, folder)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise NotDone(
            f"the team's hooks cannot be written to {own}: {error.strerror}; the previous ones stay in force"
        ) from None


def _write(path: str, content: bytes, *, executable: bool) -> None:
    mode = 0o700 if executable else 0o600
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


def _turn_link(managed: str, team: str, folder: str) -> None:
    link = link_of(managed, team)
    if os.path.lexists(link) and not os.path.islink(link):
        raise NotDone(f"{link} is not a link that Hookline made: move it away, then sync again")
    left = in_force(managed, team)
    draft = f"{_generations(managed, team)}/{_UNFINISHED}link"
    os.symlink(os.path.relpath(folder, managed), draft)
    os.replace(draft, link)
    if left and left != folder:
        os.utime(left)  # when it was left


def _clean_up(own: str, folder: str) -> None:
    for name in os.listdir(own):
        path = os.path.join(own, name)
        is_old = time.time() - os.stat(path).st_mtime > KEPT_S
        if os.path.isdir(path) and path != folder and is_old:
            shutil.rmtree(path, ignore_errors=True)


def _remove_unfinished(own: str) -> None:
    """What a machine that was switched off in the middle has left; the lock is ours."""
    for name in os.listdir(own):
        path = os.path.join(own, name)
        if name.startswith(_UNFINISHED):
            if os.path.islink(path):
                os.unlink(path)
            else:
                shutil.rmtree(path, ignore_errors=True)


def _files_below(folder: str) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        for name in names:
            yield os.path.relpath(os.path.join(place, name), folder)


def _digest(path: str) -> str:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
