"""`hookline remove --all`: every entry that needs Hookline out of hooks.json, before it is
uninstalled; what was removed, and what is left.

An entry that starts a program which is gone fails at every event, and with `failClosed` it blocks:
nothing of the kind is left behind without a word.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from hookline.cli.faults import Refused
from hookline.cli.hook_files import load, state
from hookline.cli.show.safe_text import safe, short_path
from hookline.cli.show.terminal import Screen
from hookline.cli.write_steps import (
    Step,
    Trusted,
    approved_files,
    as_dict,
    carry_out,
    edited,
    home,
    read_text,
    show_steps,
    trust_own,
)
from hookline.config.disk import read_bytes
from hookline.config.hook_edit import remove_entries
from hookline.config.scripts import script_of
from hookline.config.trust_store import TrustStore
from hookline.kit.kit_command import kit_name, starts_hookline
from hookline.kit.project_launcher import PATH as LAUNCHER
from hookline.kit.project_launcher import forget_program, is_launched, launcher_of
from hookline.model import Hook

_MAX_SCRIPT_BYTES = 256 * 1024


class File(NamedTuple):
    """One hooks.json. `root` is the workspace it belongs to, empty for the user's own."""

    path: str
    root: str


class Removal(NamedTuple):
    """What is to be done, and what stays."""

    names: tuple[str, ...]
    steps: tuple[Step, ...]
    left: tuple[str, ...]  # sentences


def files_of(*, user: bool, root: str) -> list[File]:
    """The files that are meant, if they are there."""
    files = [File(os.path.join(root, ".cursor", "hooks.json"), root)] if root else []
    if user:
        files.append(File(os.path.join(home(), ".cursor", "hooks.json"), ""))
    return [file for file in files if read_text(file.path) is not None]


def plan_removal(files: Sequence[File]) -> Removal:
    """What removing everything means."""
    names: list[str] = []
    steps: list[Step] = []
    for file in files:
        found, changed = _without_ours(file.path)
        names += found
        if found:
            about = f"does not run {', '.join(dict.fromkeys(found))} any more"
            steps.append(Step("changed", file.path, about, changed))
        if file.root and launcher_of(file.root) is not None:
            steps += _launcher_step(file.root, changed)
    return Removal(tuple(names), tuple(steps), tuple(_left(files)))


def _without_ours(path: str) -> tuple[list[str], str]:
    """What the entries run that start Hookline, and the text without them."""
    names: list[str] = []

    def is_ours(command: str) -> bool:
        if starts_hookline(command):
            names.append(kit_name(command) or command)
            return True
        return False

    changed = edited(path, lambda text: remove_entries(text, is_ours)[0])
    return names, changed


def _launcher_step(root: str, config: str) -> list[Step]:
    """The launcher goes when nothing names it any more, if it is ours."""
    launcher = launcher_of(root)
    if launcher is None or launcher.version is None or LAUNCHER in config:
        return []
    return [Step("removed", launcher.path, "the launcher of the entries")]


def _left(files: Sequence[File]) -> list[str]:
    """What still needs Hookline: scripts that import it, and other projects."""
    roots = [file.root for file in files if file.root]
    hooks = load(roots or [os.getcwd()]).hooks.hooks
    paths = {file.path for file in files}
    importing = [
        hook
        for hook in hooks
        if hook.file in paths and not starts_hookline(hook.command) and _imports_hookline(hook)
    ]
    elsewhere = [
        given.root
        for given in TrustStore(state()).entries()
        if given.root not in map(os.path.realpath, roots) and _runs_ours(given.root)
    ]
    return [
        *(
            f"{hook.where}: {shown(hook.command)} imports hookline and fails without it"
            for hook in importing
        ),
        *(
            f"{safe(short_path(root))}: to remove them there, run: "
            f"hookline remove --all --project --workspace {safe(root)}"
            for root in elsewhere
        ),
    ]


def shown(command: str) -> str:
    """A command in a sentence."""
    return safe(command if len(command) <= 60 else command[:59] + "…")


def _imports_hookline(hook: Hook) -> bool:
    path, _ = script_of(hook.command, hook.cwd, hook.root)
    text = read_bytes(path, _MAX_SCRIPT_BYTES) if path else None
    return text is not None and (b"from hookline" in text or b"import hookline" in text)


def _runs_ours(root: str) -> bool:
    """Whether the hooks.json of another project starts Hookline of this machine: a launcher does
    not need it.
    """
    path = os.path.join(root, ".cursor", "hooks.json")
    text = read_bytes(path, _MAX_SCRIPT_BYTES)
    if text is None or b"hookline" not in text:
        return False
    hooks = load([root]).hooks.hooks
    return any(
        hook.file == path and starts_hookline(hook.command) and not is_launched(hook.command)
        for hook in hooks
    )


def confirm(screen: Screen, removal: Removal, *, may_ask: bool) -> None:
    """Ask whether to go on; `Refused` unless the answer is yes."""
    if not may_ask:
        raise Refused(
            "Nothing was removed: there is no terminal to ask on.",
            "To remove all of it, add --yes; to see what that is, add --dry-run.",
        )
    show_steps(screen, removal.steps, root="", dry_run=True, trust=None)
    screen.flush()
    if not click.confirm("Remove them?", default=False, err=True):
        raise Refused("Nothing was removed.")


def remove_all(files: Sequence[File], removal: Removal) -> Trusted | None:
    """Do it. A project that was trusted stays trusted with what is left."""
    root = next((file.root for file in files if file.root), "")
    approved = approved_files(root) if root else None
    carry_out(removal.steps)
    if any(not file.root for file in files):
        forget_program(state())
    is_changed = any(step.path.startswith(root + os.sep) for step in removal.steps)
    return trust_own(root, removal.steps, approved) if root and is_changed else None


def show(screen: Screen, removal: Removal, *, dry_run: bool, trust: Trusted | None) -> None:
    """What was done, and what is left."""
    if removal.steps:
        show_steps(screen, removal.steps, root="", dry_run=dry_run, trust=None)
    else:
        screen.say("There was nothing to remove: no entry starts Hookline.")
    if trust and not trust.trusted:
        screen.say(("Not trusted", "warn"), f": {trust.reason}.")
    if removal.left:
        screen.say("Left, and still in need of Hookline:")
        for sentence in removal.left:
            screen.say(sentence, indent=2)


def removal_as_dict(removal: Removal, *, dry_run: bool, trust: Trusted | None) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "hooks": list(removal.names),
        "left": list(removal.left),
        **as_dict(removal.steps, dry_run, trust),
    }
