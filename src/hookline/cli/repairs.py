"""`check --fix`: what can be fixed in the files that were checked, carried out, and shown.

Files are planned first and written whole. A workspace that was trusted with a file stays trusted
with the fixed one, for it says the same; nothing else is ever trusted by fixing it.
"""

from __future__ import annotations

import difflib
import os
import stat
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.cli.hook_files import load
from hookline.cli.show.decision_text import trust_line
from hookline.cli.show.safe_text import safe_lines, short_path
from hookline.cli.show.terminal import Screen
from hookline.cli.write_steps import Step, Trusted, approved_files, carry_out, trust_own
from hookline.config.disk import Contents, read_config
from hookline.config.locate import Place
from hookline.config.repair import REPAIRS, Repair, repaired
from hookline.config.scripts import script_of
from hookline.model import Hook

_DIFF_STYLES = {"+": "good", "-": "bad", "@": "quiet"}


class FileRepair(NamedTuple):
    """One file: its text before and after, and what was done. A script that becomes executable has
    no texts.
    """

    path: str
    repairs: tuple[Repair, ...]
    before: str = ""
    after: str | None = None  # None: only its mode changes
    root: str = ""  # the workspace it belongs to, where it needs trust

    def as_dicts(self) -> list[dict[str, Any]]:
        """What was done, as `--json` prints it."""
        return [{"file": self.path, "code": one.code, "line": one.line, "column": one.column, "did": one.did}
                for one in self.repairs]  # fmt: skip


def find_repairs(places: Iterable[Place], hooks: Iterable[Hook]) -> list[FileRepair]:
    """What can be fixed in these files, and in the modes of the scripts of these hooks."""
    texts = [made for place in places if (made := _of_file(place)) is not None]
    scripts = {made.path: made for hook in hooks if (made := _of_script(hook)) is not None}
    return [*texts, *scripts.values()]


def _of_file(place: Place) -> FileRepair | None:
    found = read_config(place.path, time.time())
    if not isinstance(found, Contents):
        return None
    after, repairs = repaired(found.text, is_claude=place.source.dialect == "claude")
    root = place.root if place.source.needs_trust else ""
    return FileRepair(place.path, tuple(repairs), found.text, after, root) if repairs else None


def _of_script(hook: Hook) -> FileRepair | None:
    """A script that is started itself and may not be; only one that says what reads it, in the
    folder its hook runs in.
    """
    path, started = (
        script_of(hook.command, hook.cwd, hook.root) if hook.type == "command" else (None, False)
    )
    if path is None or not started or not _is_inside(path, hook.cwd):
        return None
    try:
        info = os.stat(path)
        if not stat.S_ISREG(info.st_mode) or os.access(path, os.X_OK):
            return None
        with open(path, "rb") as file:
            begins = file.read(2)
    except OSError:
        return None
    return (
        FileRepair(path, (Repair("not-executable", 1, 1, "runs chmod +x"),))
        if begins == b"#!"
        else None
    )


def _is_inside(path: str, folder: str) -> bool:
    return os.path.realpath(path).startswith(os.path.realpath(folder).rstrip("/") + "/")


def carry_out_all(repairs: Sequence[FileRepair]) -> dict[str, Trusted]:
    """Write everything; for each workspace a changed file belongs to, whether it is trusted now."""
    by_root: dict[str, list[Step]] = {}
    for repair in repairs:
        if repair.after is not None:
            step = Step("changed", repair.path, "fixed", repair.after)
            by_root.setdefault(repair.root, []).append(step)
        else:
            _make_executable(repair.path)
    roots = [root for root in by_root if root]
    approved = {root: approved_files(root) or {} for root in roots}
    carry_out(tuple(step for steps in by_root.values() for step in steps))
    given = {root: _trust(root, by_root[root], approved[root]) for root in roots}
    return {root: trusted for root, trusted in given.items() if trusted is not None}


def _make_executable(path: str) -> None:
    """For everybody who may read it."""
    mode = os.stat(path).st_mode & 0o7777
    os.chmod(path, mode | (mode & 0o444) >> 2)


def _trust(root: str, own: Sequence[Step], approved: Mapping[str, str | None]) -> Trusted | None:
    """Trust the workspace again, if it was trusted with these very files; None where nothing needs trust."""
    if all(step.path in approved for step in own):
        return trust_own(root, own, approved)
    if load([root]).trust_of(root) is None:
        return None
    return Trusted(False, "its hooks were not trusted before")


def show_repairs(screen: Screen, repairs: Sequence[FileRepair], *, done: bool, diff: bool) -> None:
    """A line for each thing, and the difference if it is asked for."""
    word = "Fixed" if done else "Would fix"
    for one in repairs:
        for repair in one.repairs:
            place = short_path(one.path) + (
                f":{repair.line}:{repair.column}" if one.after is not None else ""
            )
            screen.say((word, "good"), "  ", (place, "place"), f"  {repair.code}: {repair.did}")
        if diff:
            _show_difference(screen, one)
    if not repairs:
        screen.say(f"Nothing to fix. --fix can repair: {', '.join(REPAIRS)}.")
    screen.say()


def _show_difference(screen: Screen, one: FileRepair) -> None:
    if one.after is None:
        return
    name = short_path(one.path)
    before, after = safe_lines(one.before), safe_lines(one.after)
    for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}", lineterm="", n=2):
        screen.say((line, _DIFF_STYLES.get(line[0], "")))


def show_trust(screen: Screen, trust: dict[str, Trusted]) -> None:
    """Whether the workspaces of the fixed files are trusted."""
    for root, given in trust.items():
        if given.trusted:
            screen.say(
                ("Trusted", "good"), f"  {short_path(root)}  as before, with the fixed files"
            )
        else:
            screen.say(
                ("Not trusted", "warn"),
                f"  {short_path(root)}  {given.reason}. Review its hooks, then:",
            )
            screen.say((trust_line(root), "name"), indent=2)
    if trust:
        screen.say()
