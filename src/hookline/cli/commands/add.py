"""`hookline add NAME`: a ready-made hook into hooks.json, beside what is there."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import click

from hookline.cli.extra_offer import installed
from hookline.cli.faults import FINE, Refused, Usage
from hookline.cli.hook_files import state
from hookline.cli.kit_entries import ProjectLine, UserLine, launcher_steps
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options, workspace_folder
from hookline.cli.show.safe_text import count, safe
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
from hookline.config.hook_edit import change_commands, insert_entry, new_file, remove_entries
from hookline.errors import UsageError
from hookline.kit.catalogue import NAMES, load
from hookline.kit.kit_command import command_for, kit_name, settings_in
from hookline.kit.kit_process import functions_of
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.project_launcher import remember_program
from hookline.shorten import shorten


@click.command(
    cls=GroupedCommand,
    name="add",
    epilog="\b\nExamples:\n  hookline add --list\n  hookline add git-guard --project --set send_to_gh=on",
)
@click.argument("name", required=False)
@click.option(
    "--list",
    "listing",
    is_flag=True,
    help="Show the ready-made hooks, with their events and options.",
)
@click.option("--project", is_flag=True, help="Add it to the workspace's .cursor/hooks.json.")
@click.option(
    "--user",
    is_flag=True,
    help="Add it to ~/.cursor/hooks.json (the default).",
)
@click.option(
    "--workspace",
    metavar="DIR",
    default=".",
    help="Workspace for --project (default: the current folder).",
)
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set an option of the hook; repeatable.",
)
@click.option(
    "--required",
    is_flag=True,
    help="With --project: block where Hookline is not installed, and say how to install it.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be done without doing it.")
@click.option(
    "-y", "--yes", is_flag=True, help="Install packages that the hook needs without asking."
)
@output_options
def command(
    name: str | None, listing: bool, project: bool, user: bool, workspace: str,
    settings: tuple[str, ...], required: bool, dry_run: bool, yes: bool,
    screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Add a ready-made hook to hooks.json. Existing entries are kept.

    In the file of a project it is started by a launcher, .cursor/hooks/hookline-hook, which is
    checked in with it and finds the Hookline of every machine. Adding a hook again repairs its
    entries: those of an installation that is gone, and the launcher.
    """
    if listing:
        _show_list(screen, as_json)
        return FINE
    if project and user:
        raise Usage("--project and --user cannot be used together.")
    if required and not project:
        raise Usage("--required is for the file that is checked in: add --project.")
    kit = named(name)
    installed(kit.name, kit.needs, yes=yes and not dry_run, may_ask=may_ask and not dry_run)
    try_out(kit, settings)
    root = workspace_folder(workspace) if project else ""
    path = os.path.join(root or home(), ".cursor", "hooks.json")
    line = ProjectLine(kit.name, settings, required) if root else UserLine(kit.name, settings)
    steps = (*launcher_steps(root), config_step(path, kit, line))
    trust = None if dry_run else _carry_out(steps, root)
    if as_json:
        screen.json({"hook": kit.name, **as_dict(steps, dry_run, trust)})
        return FINE
    show_steps(screen, steps, root=root, dry_run=dry_run, trust=trust)
    if not dry_run:
        _show_next(screen, kit, root)
    return FINE


def _carry_out(steps: tuple[Step, ...], root: str) -> Trusted | None:
    """Write the files, and trust the workspace they are in, if they are in one."""
    approved = approved_files(root) if root else None
    carry_out(steps, root)
    if root:
        remember_program(state())
    return trust_own(root, steps, approved) if root else None


def named(name: str | None) -> Kit:
    """The hook of this name."""
    if name is None:
        raise Usage("No hook is named.", remedy="To list them all: hookline add --list")
    try:
        return load(name)
    except UsageError as error:
        raise _usage(error) from error


def try_out(kit: Kit, settings: Sequence[str]) -> None:
    """Whether the hook can be built with these settings; raises `Usage`."""
    try:
        functions_of(kit, settings)
    except UsageError as error:
        raise _usage(error) from error


def _usage(error: UsageError) -> Usage:
    message = safe(str(error)[:1].upper() + str(error)[1:])
    return Usage(message if message.endswith("?") else f"{message}.")


def config_step(path: str, kit: Kit, line: UserLine | ProjectLine) -> Step:
    """What is to be done to a hooks.json so that it runs the hook for all its events."""
    text = read_text(path)
    if text is None:
        first, *rest = kit.entries
        text = new_file(first.event, entry_of(first, line.command(first)))
        for entry in rest:
            text = insert_entry(text, entry.event, entry_of(entry, line.command(entry)))
        return Step("created", path, f"runs {kit.name} for {_events(kit.entries)}", text)
    present = _present(path, kit)
    if present and not all(
        settings_in(entry_command) == list(line.settings) for entry_command in present.values()
    ):
        raise Refused(
            f"{kit.name} is in {safe(path)} already, with other settings.",
            f"Remove it first: hookline remove {kit.name}{line.place}",
        )
    return _step(path, kit, line, present)


def _step(path: str, kit: Kit, line: UserLine | ProjectLine, present: Mapping[str, str]) -> Step:
    """The step where a file is there: entries that are missing, and commands that are out of date."""
    wanting = [entry for entry in kit.entries if entry.event not in present]
    renewed = {
        (entry.event, present[entry.event]): line.renewed(entry, present[entry.event])
        for entry in kit.entries
        if entry.event in present
    }
    outdated = [event for (event, before), after in renewed.items() if before != after]
    if not wanting and not outdated:
        return Step("kept", path, f"already runs {kit.name}")

    def with_entries(text: str) -> str:
        text = change_commands(text, lambda event, command: renewed.get((event, command), command))
        for entry in wanting:
            text = insert_entry(text, entry.event, entry_of(entry, line.command(entry)))
        return text

    about = (
        f"runs {kit.name} for {_events(wanting)}"
        if wanting
        else f"runs {kit.name} as this Hookline does"
    )
    return Step("changed", path, about, edited(path, with_entries))


def entry_of(entry: Entry, line: str) -> Mapping[str, Any]:
    """The entry as hooks.json writes it."""
    options = {
        "matcher": entry.matcher,
        "failClosed": entry.fail_closed,
        "timeout": entry.timeout,
        "loop_limit": entry.loop_limit,
    }
    return {"command": line, **{name: value for name, value in options.items() if value}}


def _present(path: str, kit: Kit) -> dict[str, str]:
    """The commands that run the hook already, by event."""
    found: dict[str, str] = {}
    commands: list[str] = []

    def is_it(command: str) -> bool:
        if kit_name(command) == kit.name:
            commands.append(command)
            return True
        return False

    def looked_at(text: str) -> str:
        found.update(zip(remove_entries(text, is_it)[1], commands, strict=True))
        return text

    edited(path, looked_at)
    return found


def _events(entries: Sequence[Entry]) -> str:
    names = list(dict.fromkeys(entry.event for entry in entries))
    return ", ".join(names) if len(names) <= 3 else count(len(names), "event")


def _show_list(screen: Screen, as_json: bool) -> None:
    kits = [load(name) for name in NAMES]
    if as_json:
        screen.json({"hooks": [_kit_as_dict(kit) for kit in kits]})
        return
    for kit in kits:
        screen.say((kit.name, "title"), f"  {kit.about}")
        screen.labelled("events", ", ".join(dict.fromkeys(entry.event for entry in kit.entries)))
        for option in kit.options:
            screen.labelled("--set", f"{option.name}={_default(option.default)}  {option.about}")
        screen.say()
    screen.say("Add one with `hookline add NAME`; `hookline docs NAME` shows its page.")


def _kit_as_dict(kit: Kit) -> dict[str, Any]:
    return {
        "name": kit.name,
        "about": kit.about,
        "entries": [
            {"event": entry.event, **entry_of(entry, command_for(kit.name))}
            for entry in kit.entries
        ],
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "about": option.about,
                "choices": option.choices,
            }
            for option in kit.options
        ],
    }


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return shorten(",".join(value), 60)
    return str(value)


def _show_next(screen: Screen, kit: Kit, root: str) -> None:
    screen.say("Try it:")
    screen.table(
        [
            ((f"hookline test --kit {kit.name}", "name"), ("runs its test cases", "quiet")),
            ((f"hookline fire {kit.entries[0].event}", "name"), ("fires an event at it", "quiet")),
            (
                (f"hookline remove {kit.name}{' --project' if root else ''}", "name"),
                ("removes it again", "quiet"),
            ),
        ]
    )
