"""Writing a file of our own so that nobody ever sees half of it, nobody else can read it, and two
writers take turns.

It follows no symbolic link in the last part of a path: a link planted there must not lead a write
elsewhere. Every fault is an OSError.
"""

from __future__ import annotations

import errno
import os

_SAFE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)


class locked:
    """Hold a lock file, so that two processes that change the same file take turns.

    On a system without such locks (Windows) it raises OSError, or holds none with `needed=False`.
    """

    def __init__(self, path: str, *, needed: bool = True) -> None:
        self._path = path
        self._needed = needed
        self._descriptor = -1

    def __enter__(self) -> None:
        try:
            from fcntl import LOCK_EX, flock
        except ImportError:
            if self._needed:
                raise OSError(errno.ENOTSUP, "this system has no file locks") from None
            return
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | _SAFE, 0o600)
        try:
            flock(self._descriptor, LOCK_EX)
        except BaseException:
            os.close(self._descriptor)
            raise

    def __exit__(self, *raised: object) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)


def replace_file(path: str, data: bytes, *, mode: int = 0o600, durable: bool = True) -> None:
    """Put a new file in the place of an old one: complete, with this mode, or not at all.

    `durable`: wait until it is on the disk, so that it outlives a power failure.
    """
    draft = f"{path}.{os.getpid()}.tmp"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _SAFE, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            if mode != 0o600:
                os.chmod(file.fileno(), mode)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        os.unlink(draft)
        raise
    if durable:
        _sync_folder(os.path.dirname(path))


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder or os.curdir, os.O_RDONLY | _SAFE)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
