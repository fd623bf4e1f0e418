"""audit: every event as one line of JSON in a file, secrets masked, long texts cut.

Several processes may write at once. When a line cannot be written the hook fails, which is recorded
and shown; with `failClosed` in hooks.json nothing happens that is not written down.
"""

from __future__ import annotations

import os
import time

from hookline.atomic import locked
from hookline.errors import NotDone, UsageError
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import roots_of, usable_path
from hookline.kit.state_files import append_line, kit_folder
from hookline.sdk.event_types import Hooks, HostEvent

_MEGABYTE = 1024 * 1024


def build(hook: Hooks, settings: Settings) -> None:
    unknown = [name for name in settings.leave_out if name not in hook.classes]
    if unknown:
        raise UsageError(
            f"leave_out names {unknown[0]!r}, which is no event; events are: "
            f"{', '.join(hook.classes)}"
        )

    def record(event: HostEvent) -> None:
        if event.name in settings.leave_out:
            return
        try:
            path = file_for(settings.file, event)
            with locked(f"{path}.lock", needed=False):
                rotate(path, settings.max_mb * _MEGABYTE, int(settings.keep))
                append_line(path, line_of(event))
        except OSError as error:
            raise NotDone(
                f"audit: {event.name} is not written: {error}. Make that writable, or set file= to "
                f"another file."
            ) from error

    for name in hook.classes:
        hook.add(name, record)


def file_for(chosen: str, event: HostEvent) -> str:
    """Where the lines go: the file that was chosen, or the one in the state folder; its folder is
    made.
    """
    if not chosen:
        return os.path.join(kit_folder(), "audit.jsonl")
    path = usable_path(os.path.expanduser(chosen))
    path = os.path.abspath(os.path.join(next(iter(roots_of(event)), os.getcwd()), path))
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    return path


def line_of(event: HostEvent) -> str:
    """The event as JSON in ASCII, so that nothing in it can break or colour a line."""
    import json

    from hookline.journal.cut import fit

    now_s = time.time()
    moment = (
        time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now_s)) + f".{int(now_s * 1000) % 1000:03d}Z"
    )
    return json.dumps(
        {"time": moment, "event": event.name, "input": fit(event.data)}, separators=(",", ":")
    )


def rotate(path: str, limit_bytes: float, keep: int) -> None:
    """Put a file that is full aside: `audit.jsonl.1` is the youngest, and the oldest beyond `keep`
    is removed.
    """
    try:
        full = limit_bytes > 0 and os.lstat(path).st_size >= limit_bytes
    except FileNotFoundError:
        return
    if not full:
        return
    names = [path, *(f"{path}.{number}" for number in range(1, max(keep, 1) + 1))]
    for older, younger in zip(reversed(names[1:]), reversed(names[:-1]), strict=True):
        if os.path.lexists(younger):
            os.replace(younger, older)
    if keep < 1:
        os.unlink(names[1])


KIT = Kit(
    "audit",
    "Writes every event as one line of JSON to a file, secrets masked.",
    build=build,
    options=(
        Option(
            "file",
            "text",
            "",
            "Where to write; relative to the workspace. Default: the state folder",
        ),
        Option(
            "max_mb", "number", 10, "Size in megabytes at which a new file is started; 0: never"
        ),
        Option("keep", "number", 5, "How many full files to keep"),
        Option("leave_out", "words", (), "Events to leave out"),
    ),
    entries=tuple(Entry(name) for name in Hooks.classes),
)
