"""Files to be written, planned before anything is done: what each step does, carrying it out,
trusting it, showing it.

Shared by the commands that write hooks.json for people. A file is written whole or not at all; a
file that does not parse is left alone; trust is given only for text a command itself wrote, and for
what was trusted before.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.atomic import replace_file
from hookline.cli.faults import Refused
from hookline.cli.hook_files import Sources, load
from hookline.cli.show.decision_text import trust_line
from hookline.cli.show.safe_text import safe, short_path, short_paths
from hookline.cli.show.terminal import Screen
from hookline.config.disk import read_file, sha256
from hookline.config.locate import home_folder
from hookline.errors import CannotInsert, UsageError
from hookline.model import WatchedFile
from hookline.spec.agent_shells import agent_mark


class Step(NamedTuple):
    """One file: what is done with it, and its content where it is written or is what would have
    been written.
    """

    did: str  # created, changed, kept, removed
    path: str
    about: str
    text: str | None = None
    executable: bool = False


class Trusted(NamedTuple):
    """Whether the hooks of the workspace may run now, and if not, why."""

    trusted: bool
    reason: str = ""


def edited(path: str, edit: Callable[[str], str]) -> str:
    """The text of a hooks.json after an edit; raises `Refused` when it cannot be edited."""
    text = read_text(path) or ""
    try:
        return edit(text)
    except CannotInsert as refusal:
        place = f"{short_path(path)}:{refusal.line}:{refusal.column}"
        raise Refused(
            f"{safe(place)}: {safe(refusal.problem)}. Nothing was changed.",
            f"To go on: {safe(refusal.remedy)}. "
            "`hookline check` shows everything that is wrong with it.",
        ) from refusal


def read_text(path: str) -> str | None:
    """The text of a file, with its line ends as they are; None when there is none."""
    try:
        return read_file(path).decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise Refused(
            f"{safe(short_path(path))} cannot be read: {why}. Nothing was changed."
        ) from error


def carry_out(steps: tuple[Step, ...], root: str = "") -> None:
    """Write what is to be written, each file whole or not at all. Into the project `root` nothing is
    written where a link leads out of it: a repository must not choose whose files change.
    """
    changes = [
        step
        for step in steps
        if step.did == "removed" or (step.text is not None and step.did != "kept")
    ]
    if root:
        for step in changes:
            _check_inside(step.path, root)
    for step in changes:
        try:
            _carry_out(step)
        except OSError as error:
            did = "removed" if step.text is None else "written"
            raise Refused(
                f"{safe(short_path(step.path))} cannot be {did}: {error.strerror}."
            ) from error


def _check_inside(path: str, root: str) -> None:
    real, whole = os.path.realpath(path), os.path.realpath(root)
    if os.path.commonpath([real, whole]) != whole:
        raise Refused(
            f"{safe(short_path(path))} leads out of the project, to {safe(short_path(real))}. "
            "Nothing was written.",
            "To write there all the same, replace the link, or write into a project of its own: --out DIR.",
        )


def _carry_out(step: Step) -> None:
    if step.text is None:
        os.unlink(step.path)
    else:
        _write(step.path, step.text, executable=step.executable)


def _write(path: str, text: str, *, executable: bool) -> None:
    target = os.path.realpath(path)  # a hooks.json kept elsewhere and linked here stays linked
    os.makedirs(os.path.dirname(target), exist_ok=True)
    replace_file(target, text.encode(), mode=_mode(target, executable), durable=False)


def _mode(path: str, executable: bool) -> int:
    if executable:
        return 0o755
    return os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o644


def home() -> str:
    home = home_folder(sys.platform, os.environ)
    if not home:
        raise Refused("Your home folder is unknown.", "Set HOME, or use --project.")
    return home


def approved_files(root: str) -> Mapping[str, str | None] | None:
    """The hashes of the files that are trusted now, by path; None when there are hooks which are
    not trusted.
    """
    sources = load([root])
    trust = sources.trust_of(root)
    if trust is None:
        return {}
    return (
        {file.path: file.sha256 for file in sources.loader.covered(root)} if trust.trusted else None
    )


def trust_own(
    root: str, steps: Sequence[Step], approved: Mapping[str, str | None] | None
) -> Trusted | None:
    """Trust the workspace, if everything that would be trusted is our own text or was trusted
    before.

    None when there is nothing to trust: the file is refused as it is, or the workspace is the
    user's home.
    """
    if approved is None:
        # The changed hooks.json holds entries nobody approved, and our own entry must not carry
        # them along.
        return Trusted(False, "there are other hooks here that you have not trusted")
    own = {step.path: sha256(step.text.encode()) for step in steps if step.text is not None}
    sources = load([root])
    covered = sources.loader.covered(root)
    if not covered:
        if approved and agent_mark(os.environ) is None:
            sources.store.take(root)  # a person removed the last hook: there is nothing to settle
        return None
    foreign = [
        file.path
        for file in covered
        if file.sha256 not in (own.get(file.path), approved.get(file.path))
    ]
    if foreign:
        return Trusted(False, f"{', '.join(short_path(path) for path in foreign)} was there before")
    return _trust(sources, root, covered)


def _trust(sources: Sources, root: str, covered: Sequence[WatchedFile]) -> Trusted:
    """Trust what is covered, where a person is calling."""
    mark = agent_mark(os.environ)
    if mark is not None:
        return Trusted(False, f"{mark.agent} is calling, and only a person gives trust")
    try:
        sources.store.give(root, covered)
    except UsageError as error:
        return Trusted(False, str(error))
    return Trusted(True)


def as_dict(steps: Sequence[Step], dry_run: bool, trust: Trusted | None) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "files": [{"did": step.did, "path": step.path, "about": step.about} for step in steps],
        "trusted": trust.trusted if trust else None,
        "reason": trust.reason or None if trust else None,
    }


def show_steps(
    screen: Screen, steps: Sequence[Step], *, root: str, dry_run: bool, trust: Trusted | None
) -> None:
    """One line for each file, and whether the workspace is trusted now."""
    words = (
        {
            "created": "Would create",
            "changed": "Would change",
            "kept": "Would keep",
            "removed": "Would remove",
        }
        if dry_run
        else {}
    )
    rows = [
        (
            (words.get(step.did, step.did.title()), "good"),
            short_path(step.path),
            (step.about, "quiet"),
        )
        for step in steps
    ]
    if trust and trust.trusted:
        rows.append(
            (("Trusted", "good"), short_path(root), ("its hooks may run, as they are now", "quiet"))
        )
    screen.table(rows, indent=0)
    if dry_run:
        screen.say("Nothing was written: this was a dry run.")
        return
    screen.say()
    if trust and not trust.trusted:
        screen.say(
            ("Not trusted", "warn"),
            f": {short_paths(trust.reason)}. Review them, then allow them to run:",
        )
        screen.say((trust_line(root), "name"), indent=2)
