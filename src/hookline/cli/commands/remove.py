"""`hookline remove NAME`: a ready-made hook out of hooks.json; everything else stays as it is."""

from __future__ import annotations

import os

import click

from hookline.cli.faults import FINE, MissingInput, Usage
from hookline.cli.option_groups import GroupedCommand
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


@click.command(
    cls=GroupedCommand,
    name="remove",
    epilog="\b\nExamples:\n  hookline remove git-guard\n  hookline remove git-guard --project",
)
@click.argument("name")
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
@click.option("--dry-run", is_flag=True, help="Show what would be done without doing it.")
@output_options
def command(
    name: str,
    project: bool,
    user: bool,
    workspace: str,
    dry_run: bool,
    screen: Screen,
    as_json: bool,
    may_ask: bool,
) -> int:
    """Remove a ready-made hook from hooks.json."""
    if project and user:
        raise Usage("--project and --user cannot be used together.")
    root = workspace_folder(workspace) if project else ""
    path = os.path.join(root or home(), ".cursor", "hooks.json")
    steps = (config_step(path, name, "" if project else " --project"),)
    approved = approved_files(root) if project else None
    trust = None
    if not dry_run:
        carry_out(steps)
        trust = trust_own(root, steps, approved) if project else None
    if as_json:
        screen.json({"hook": name, **as_dict(steps, dry_run, trust)})
    else:
        show_steps(screen, steps, root=root, dry_run=dry_run, trust=trust)
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
        hint = (
            f" If it is in the project's file: hookline remove {safe(name)} --project."
            if elsewhere
            else ""
        )
        raise MissingInput(f"{safe(short_path(path))} does not run {safe(name)}.{known}{hint}")
    return Step(
        "changed",
        path,
        f"does not run {name} for {', '.join(dict.fromkeys(events))} any more",
        changed,
    )
