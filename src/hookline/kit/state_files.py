"""What ready-made hooks keep between two events: private files below the state folder, changed by
one process at a time.

Folders are 0700, files 0600, no symbolic link is followed in the last part of a path. Whoever puts
text of an event into one masks it first.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FLAGS = (
    os.O_CREAT
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
#: What a conversation left behind is of no use any more after so long.
FORGOTTEN_AFTER_S = 7 * 24 * 3600


def kit_folder(*names: str) -> str:
    """The folder of a ready-made hook in the state folder; made when it is not there."""
    from hookline.config.locate import state_folder

    folder = os.path.join(state_folder(sys.platform, os.environ), "kit", *names)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return folder


def name_for(text: object) -> str:
    """A file name that stands for a text, whatever is in it: ids come from outside and may hold
    `../`.
    """
    import hashlib

    return hashlib.sha256(str(text).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def append_line(path: str, line: str) -> None:
    """Put a line at the end of a file, in one write. A line that a killed process left half written
    stays apart from it.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | _FLAGS, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
        data = f"{chr(10) if torn else ''}{line}\n".encode("utf-8", "replace")
        if os.write(descriptor, data) != len(data):
            raise OSError(28, "only part of the line could be written: the disk may be full", path)
    finally:
        os.close(descriptor)


def read_text(path: str, limit: int = 4 * 1024 * 1024) -> str:
    """The text of a file of ours; empty when there is none. No more than the limit is read."""
    from hookline.config.disk import read_bytes

    return (read_bytes(path, limit) or b"").decode("utf-8", "replace")


def read_json(path: str, damaged: dict[str, Any] | None = None) -> dict[str, Any]:
    """The object in a file of ours; empty when there is none. `damaged`: what a damaged file is
    taken for, which is empty too when nothing is given.
    """
    import json

    instead = dict(damaged or {})
    text = read_text(path)
    if not text and os.path.lexists(path):
        return instead  # cut to nothing, too long, or not to be read
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return instead
    return found if isinstance(found, dict) else instead


def change_json(
    path: str,
    change: Callable[[dict[str, Any]], Any],
    damaged: dict[str, Any] | None = None,
) -> Any:
    """Change the object in a file, alone: nobody else does at the same time, and nobody sees half
    of it. `damaged` is as in `read_json`.
    """
    import json

    from hookline.atomic import locked, replace_file

    with locked(f"{path}.lock", needed=False):
        value = read_json(path, damaged)
        result = change(value)
        data = json.dumps(value, indent=1, sort_keys=True).encode()
        replace_file(path, data, durable=False)
    return result


def forget_old(folder: str, now_s: float, after_s: float = FORGOTTEN_AFTER_S) -> None:
    """Remove what nobody has changed for long."""
    for entry in os.scandir(folder):
        try:
            if (
                entry.is_file(follow_symlinks=False)
                and now_s - entry.stat(follow_symlinks=False).st_mtime > after_s
            ):
                os.unlink(entry.path)
        except FileNotFoundError:
            continue  # another process was quicker
