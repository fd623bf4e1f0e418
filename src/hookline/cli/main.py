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
#: Every command, in the groups of `--help`: name → what it does, in one line. The module of the same
#: name in `cli/commands` defines `command`.
COMMAND_GROUPS = {
    "Set up hooks": {
        "init": "Set up a first hook: hooks.json and a sample script",
        "add": "Add a ready-made hook to hooks.json",
        "remove": "Remove a ready-made hook from hooks.json",
        "trust": "Allow the hooks of a workspace to run",
        "convert": "Convert hooks from one tool to another; show what is lost",
    },
    "See what is configured, and what happened": {
        "list": "List every configured hook, event by event",
        "explain": "Show which hooks would run for an event, and which not and why",
        "check": "Find mistakes in hook files, and fix them",
        "doctor": "Check that every hook can do its work on this machine",
        "log": "Show what hooks did",
        "ui": "Browse hooks and what they did, in a web browser",
    },
    "Try and test": {
        "fire": "Fire one event at the hooks and show the decision",
        "test": "Run the test cases kept next to hooks",
        "replay": "Replay recorded events, and show which decisions changed",
        "judge": "Show, ask and evaluate the model that judges prompt hooks",
    },
    "Build on it": {
        "host": "Answer events over stdin and stdout, one JSON object per line",
        "schema": "Print the JSON Schema of hooks.json or of an event",
    },
}
#: name → its module, and what it does in one line.
COMMANDS = {
    name: (f"hookline.cli.commands.{name}", about)
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
