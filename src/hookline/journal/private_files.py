"""The journal's place on disk: a private folder, private files, nothing reached through a link,
symbolic or hard.

`make_private` prepares the place or raises `NotDone` with the sentence that says why and what to
do. The database itself is never opened here once it exists: closing any descriptor of a file drops
all locks the process has on it, SQLite's too.
"""

from __future__ import annotations

import os
import stat
import time

from hookline.errors import NotDone

#: SQLite's companions of a database.
SUFFIXES = ("", "-wal", "-shm")
_PRIVATE_FOLDER, _PRIVATE_FILE = 0o700, 0o600


def make_private(path: str) -> None:
    """Make the folder (0700) and the file (0600) of the journal, or find them fit for use."""
    folder = os.path.dirname(os.path.abspath(path))
    try:
        _make_folder(folder)
        _create(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise NotDone(
            f"the journal {path} cannot be made: {reason}; "
            "make its folder writable or set HOOKLINE_STATE to another one"
        ) from error
    for suffix in SUFFIXES:
        _check_file(path + suffix)


def _make_folder(folder: str) -> None:
    os.makedirs(folder, mode=_PRIVATE_FOLDER, exist_ok=True)
    info = os.stat(folder)
    mode = info.st_mode
    # A folder that was empty is ours from now on. One that others put things into is somebody's,
    # and may even be /tmp.
    if mode & 0o077 and not mode & stat.S_ISVTX and _is_own(info) and not os.listdir(folder):
        os.chmod(folder, mode & _PRIVATE_FOLDER)
        return
    if mode & stat.S_IWOTH:
        raise NotDone(
            f"everybody can write to {folder}, so the journal is not kept there; "
            "set HOOKLINE_STATE to a folder of your own (mode 0700)"
        )


def _is_own(info: os.stat_result) -> bool:
    # Windows has no such number, and no such modes.
    return not hasattr(os, "getuid") or info.st_uid == os.getuid()


def _create(path: str) -> None:
    try:
        # With O_EXCL no link is followed.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _PRIVATE_FILE))
    except FileExistsError:
        return


def _check_file(path: str) -> None:
    try:
        info = os.lstat(path)
    except FileNotFoundError:
        return
    mode = info.st_mode
    if stat.S_ISLNK(mode):
        raise NotDone(
            f"{path} is a symbolic link, and the journal follows none; remove it: rm {path}"
        )
    if not stat.S_ISREG(mode):
        raise NotDone(f"{path} is not a regular file; move it away")
    _check_names(path, info)
    if mode & 0o077:
        os.chmod(path, _PRIVATE_FILE)


def _check_names(path: str, info: os.stat_result) -> None:
    """Refuse a file that has another name: what SQLite writes here would change it there."""
    if info.st_nlink > 1:
        raise NotDone(
            f"{path} has another name as well (a hard link), and the journal shares its files with "
            f"nobody; remove it here, and it stays under the other name: rm {path}"
        )


def check_readable(path: str) -> None:
    """Raise `NotDone` where opening the journal or a companion would wait for ever, as with a pipe,
    or where a reader would write into a file that has another name.
    """
    for name in (path + suffix for suffix in SUFFIXES):
        if os.path.exists(name) and not os.path.isfile(name):
            raise NotDone(f"{name} is not a regular file; move it away")
    for name in (path + suffix for suffix in SUFFIXES[1:]):
        if os.path.lexists(name):  # SQLite's readers write there, too
            _check_names(name, os.lstat(name))


def identity(path: str) -> tuple[int, int] | None:
    """Which file is at the path now: device and inode; None when there is none. Raises OSError when
    it cannot be told.
    """
    try:
        info = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return info.st_dev, info.st_ino


def set_aside(path: str, which: tuple[int, int] | None, at: float) -> str | None:
    """Rename the damaged journal and give its new name; None when another process has already done it."""
    if which is None or identity(path) != which:
        return None
    name = f"{path}.damaged-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(at))}"
    aside, number = name, 1
    while os.path.lexists(aside):
        number += 1
        aside = f"{name}-{number}"
    for suffix in SUFFIXES:
        if os.path.lexists(path + suffix):
            os.rename(path + suffix, aside + suffix)
    return aside
