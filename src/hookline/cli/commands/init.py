"""`hookline init`: a first hook that works, without touching anything that is there.

Writes a sample script and one entry for it, at user level or in the project. An existing hooks.json
keeps every character; a file that does not parse is left alone. Trust is given only for what this
command itself wrote.
"""

from __future__ import annotations

import os

import click

from hookline.cli.faults import FINE
from hookline.cli.hook_files import state
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options, workspace_folder
from hookline.cli.show.safe_text import shell_path
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
from hookline.config.hook_edit import has_entry, insert_entry, new_file

EVENT = "beforeSubmitPrompt"
SCRIPT = "beforePromptSubmit.sh"
LOG = "prompts.log"
SCRIPT_TEXT = """\
#!/bin/sh
# A sample hook, written by `hookline init`. It runs before a prompt is sent and notes when that
# was, the event and the size of its input, never the text of the prompt. Change it as you like; to
# be rid of it, remove its entry from hooks.json.
umask 077
if [ -n "${HOOKLINE_STATE:-}" ]; then
  folder=$HOOKLINE_STATE
elif [ -n "${XDG_STATE_HOME:-}" ]; then
  folder=$XDG_STATE_HOME/hookline
elif [ "$(uname)" = Darwin ]; then
  folder="$HOME/Library/Application Support/hookline"
else
  folder=$HOME/.local/state/hookline
fi
input=$(cat)
event=$(printf '%s' "$input" | sed -n 's/.*"hook_event_name": *"\\([A-Za-z]*\\)".*/\\1/p')
note="$(date -u +%Y-%m-%dT%H:%M:%SZ) ${event:-unknown event}, ${#input} characters of input"
{ mkdir -p "$folder" && printf '%s\\n' "$note" >> "$folder/prompts.log"; } 2> /dev/null
# {} is an answer without an opinion. {"continue": false, "user_message": "..."} would hold the
# prompt back.
printf '{}\\n'
"""


@click.command(
    cls=GroupedCommand,
    name="init",
    epilog="\b\nExamples:\n  hookline init\n  hookline init --project --dry-run",
)
@click.option(
    "--project", is_flag=True, help="Use the workspace's .cursor folder instead of ~/.cursor."
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
    project: bool, workspace: str, dry_run: bool, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Set up a first hook: a sample script that logs when a prompt is sent, and its entry in
    hooks.json.

    Nothing is overwritten: an existing hooks.json gets one more entry and is otherwise left alone.
    """
    root = workspace_folder(workspace) if project else ""
    folder = os.path.join(root or home(), ".cursor")
    steps = plan_steps(folder, ".cursor/hooks" if project else "./hooks")
    approved = approved_files(root) if project else None
    trust = None
    if not dry_run:
        carry_out(steps, root)
        trust = trust_own(root, steps, approved) if project else None
    if as_json:
        screen.json(as_dict(steps, dry_run, trust))
    else:
        show_steps(screen, steps, root=root, dry_run=dry_run, trust=trust)
        if not dry_run:
            _show_next(screen, root)
    return FINE


def plan_steps(folder: str, script_folder: str) -> tuple[Step, ...]:
    """What is to be done in a `.cursor` folder; raises `Refused` when the hooks.json there cannot
    take an entry.
    """
    config = os.path.join(folder, "hooks.json")
    script = os.path.join(folder, "hooks", SCRIPT)
    return _script_step(script), _config_step(config, f"{script_folder}/{SCRIPT}")


def _script_step(path: str) -> Step:
    if not os.path.lexists(path):
        return Step(
            "created",
            path,
            "logs when a prompt is sent, never its text",
            SCRIPT_TEXT,
            executable=True,
        )
    if read_text(path) == SCRIPT_TEXT:
        return Step("kept", path, "exists already", SCRIPT_TEXT)
    return Step("kept", path, "exists already and differs from the sample: left as it is")


def _config_step(path: str, script: str) -> Step:
    entry = {"command": script}
    text = read_text(path)
    if text is None:
        return Step("created", path, f"one hook, for {EVENT}", new_file(EVENT, entry))
    changed = edited(
        path,
        lambda text: text if has_entry(text, EVENT, script) else insert_entry(text, EVENT, entry),
    )
    if changed == text:
        return Step("kept", path, f"already runs the script for {EVENT}")
    return Step("changed", path, f"one more hook, for {EVENT}", changed)


def _show_next(screen: Screen, root: str) -> None:
    elsewhere = f" --workspace {shell_path(root)}" if root and root != os.path.abspath(".") else ""
    screen.say("Try it:")
    screen.table(
        [
            (
                (f"hookline fire {EVENT} --set prompt=hello{elsewhere}", "name"),
                ("runs the hook, without an agent", "quiet"),
            ),
            (("hookline log", "name"), ("shows what ran, its input and its answer", "quiet")),
            (
                (f"cat {shell_path(os.path.join(state(), LOG))}", "name"),
                ("shows what the sample hook logged", "quiet"),
            ),
        ]
    )
