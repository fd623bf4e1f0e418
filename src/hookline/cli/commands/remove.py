"""`hookline remove NAME`: a ready-made hook out of hooks.json; everything else stays as it is.
`--all`: everything that needs Hookline.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from hookline.cli.faults import FINE, MissingInput, Refused, Usage
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.removal import (
    File,
    confirm,
    files_of,
    plan_removal,
    removal_as_dict,
    remove_all,
    show,
)
from hookline.cli.shared_options import output_options, workspace_folder
from hookline.cli.show.safe_text import safe, short_path
from hookline.cli.show.terminal import Screen
from hookline.cli.write_steps import (
    Step,
    approved_files,
    as_dict,
    carry_out,
    edited,
    home,
    read_text,
    show_steps,
    trust_own,
)
from hookline.config.hook_edit import remove_entries
from hookline.kit.catalogue import NAMES
from hookline.kit.kit_command import kit_name
from hookline.spec.agent_shells import agent_mark


@click.command(
    cls=GroupedCommand,
    name="remove",
    epilog="\b\nExamples:\n  hookline remove git-guard\n  hookline remove git-guard --project"
    "\n  hookline remove --all --dry-run",
)
@click.argument("name", required=False)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Remove every entry that starts Hookline, of the user and of the workspace.",
)
@click.option(
    "--project",
    is_flag=True,
    help="Remove it from the workspace's .cursor/hooks.json.",
)
@click.option(
    "--user",
    is_flag=True,
    help="Remove it from ~/.cursor/hooks.json (the default).",
)
@click.option(
    "--workspace",
    metavar="DIR",
    default=".",
    help="Workspace for --project (default: the current folder).",
)
@click.option("-y", "--yes", is_flag=True, help="With --all: do not ask.")
@click.option("--dry-run", is_flag=True, help="Show what would be done without doing it.")
@output_options
def command(
    name: str | None, everything: bool, project: bool, user: bool, workspace: str, yes: bool,
    dry_run: bool, screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Remove a ready-made hook from hooks.json.

    --all removes every entry that starts Hookline, from the user's file and the workspace's (or
    from one of them, with --user or --project), and says what is left: run it before you uninstall
    Hookline, because an entry whose program is gone fails at every event.
    """
    if everything:
        if name is not None:
            raise Usage("--all removes every hook: leave the name out.")
        root = "" if user and not project else workspace_folder(workspace)
        files = files_of(user=user or not project, root=root)
        return _remove_all(
            screen,
            files,
            ask=not (yes or dry_run),
            dry_run=dry_run,
            as_json=as_json,
            may_ask=may_ask,
        )
    if name is None:
        raise Usage(
            "No hook is named.", remedy="Name one, or remove all of them: hookline remove --all"
        )
    if project and user:
        raise Usage("--project and --user cannot be used together.")
    root = workspace_folder(workspace) if project else ""
    path = os.path.join(root or home(), ".cursor", "hooks.json")
    steps = (config_step(path, name, "" if project else " --project"),)
    approved = approved_files(root) if project else None
    trust = None
    if not dry_run:
        carry_out(steps, root)
        trust = trust_own(root, steps, approved) if project else None
    if as_json:
        screen.json({"hook": name, **as_dict(steps, dry_run, trust)})
    else:
        show_steps(screen, steps, root=root, dry_run=dry_run, trust=trust)
    return FINE


def _remove_all(
    screen: Screen, files: Sequence[File], *, ask: bool, dry_run: bool, as_json: bool, may_ask: bool
) -> int:
    mark = agent_mark(os.environ)
    if mark is not None and not dry_run:
        raise Refused(
            f"Nothing was removed: {mark.agent} is calling ({mark.variable} is set), and only a person "
            "switches off the hooks that watch it.",
            "Run it in a terminal of your own.",
        )
    removal = plan_removal(files)
    if ask and removal.steps:
        if as_json:
            raise Usage("--json cannot ask.", remedy="Add --yes, or look first with --dry-run.")
        confirm(screen, removal, may_ask=may_ask)
    trust = None if dry_run else remove_all(files, removal)
    if as_json:
        screen.json(removal_as_dict(removal, dry_run=dry_run, trust=trust))
    else:
        show(screen, removal, dry_run=dry_run, trust=trust)
    return FINE


def config_step(path: str, name: str, elsewhere: str) -> Step:
    """The hooks.json without the hook; raises `MissingInput` when it is not there."""
    events: list[str] = []

    def without(text: str) -> str:
        nonlocal events
        text, events = remove_entries(text, lambda command: kit_name(command) == name)
        return text

    changed = edited(path, without) if read_text(path) is not None else ""
    if not events:
        known = "" if name in NAMES else f" There is no ready-made hook {safe(name)}."
        remedy = (
            f"If it is in the project's file: hookline remove {safe(name)} --project."
            if elsewhere
            else ""
        )
        raise MissingInput(f"{safe(short_path(path))} does not run {safe(name)}.{known}", remedy)
    return Step(
        "changed",
        path,
        f"does not run {name} for {', '.join(dict.fromkeys(events))} any more",
        changed,
    )
