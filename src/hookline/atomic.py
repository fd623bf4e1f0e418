"""Writing a file of our own so that nobody ever sees half of it, nobody else can read it, and two
writers take turns.

It follows no symbolic link in the last part of a path: a link planted there must not lead a write
elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from hookline.errors import UsageError

_OWN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Hold a lock file, so that two processes that change the same file take turns."""
    try:
        import fcntl
    except ImportError:
        raise UsageError(
            "trust cannot be kept on Windows yet; use --trust for a single process"
        ) from None
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _OWN, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def replace_file(path: str, data: bytes) -> None:
    """Put a new file in the place of an old one: complete, synced, mode 0600, or not at all."""
    temporary = f"{path}.{os.getpid()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _OWN, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise
    _sync_folder(os.path.dirname(path))


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | _OWN)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
