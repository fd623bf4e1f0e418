"""Arguments in, exit code out: the table of commands, and the shortest way to the one that was
asked for.

A hook author runs `hookline` in scripts and loops, so this module imports nothing that `--version`
does not use.
"""

from __future__ import annotations

import gc
import sys

import hookline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

OBJECTS_BETWEEN_COLLECTIONS = 50_000
#: Every command, in the groups of `--help`: name → what it does, in one line. Its module in
#: `cli/commands`, which has its name unless `_MODULES` says otherwise, defines `command`.
COMMAND_GROUPS = {
    "Every day": {
        "init": "Set up a first hook: hooks.json and a sample script",
        "add": "Add a ready-made hook to hooks.json",
        "remove": "Remove a ready-made hook from hooks.json",
        "trust": "Allow the hooks of a workspace to run",
        "list": "List every configured hook, event by event",
        "fire": "Fire one event at the hooks and show the decision",
        "log": "Show what hooks did",
    },
    "Find out": {
        "explain": "Show which hooks would run for an event, and which not and why",
        "check": "Find mistakes in hook files, and fix them",
        "rule": "Explain a rule of check",
        "doctor": "Check that every hook can do its work on this machine",
        "ui": "Browse hooks and what they did, in a web browser",
        "docs": "Read the documentation on the terminal",
    },
    "Team": {
        "team": "Hand hooks out to many machines, signed and kept up to date",
        "test": "Run the test cases kept next to hooks",
        "replay": "Replay recorded events, and show which decisions changed",
        "judge": "Show, ask and evaluate the model that judges prompt hooks",
        "convert": "Convert hooks from one tool to another; show what is lost",
    },
    "Plumbing": {
        "host": "Answer events over stdin and stdout, one JSON object per line",
        "schema": "Print the JSON Schema of hooks.json or of an event",
        "completion": "Print what a shell needs to complete commands and events",
    },
}
#: A module's name stands once in the tree.
_MODULES = {"rule": "check_rule"}
#: name → its module, and what it does in one line.
COMMANDS = {
    name: (f"hookline.cli.commands.{_MODULES.get(name, name)}", about)
    for group in COMMAND_GROUPS.values()
    for name, about in group.items()
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code says how it went (0 fine, 1 findings, 2 denied, 3 ask, 64
    usage, 66, 70).
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments in (["--version"], ["-V"]):
        sys.stdout.write(f"hookline {hookline.__version__}\n")
        return 0
    # A hook process pays for its start-up at every event, so it does without click.
    if arguments[:1] == ["hook"]:
        from hookline.kit.kit_process import main as serve_kit

        return serve_kit(arguments[1:])
    if arguments[:1] == ["hookify"]:  # converted rules, all in one such process
        from hookline.hookify.rule_server import main as serve_rules

        return serve_rules(arguments[1:])
    # Nearly everything a command makes lives until it ends: looking for garbage among it took an
    # eighth of a whole `fire`, half of that in the collection at the interpreter's end, which skips
    # what is frozen.
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    from hookline.cli.app import run

    code = run(arguments)
    if argv is None:  # the process ends here
        gc.freeze()
    return code
