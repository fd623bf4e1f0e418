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
#: Every command: its module, and what it does in one line. The module defines `command`.
COMMANDS = {
    "init": ("hookline.cli.commands.init", "Set up a first hook: hooks.json and a sample script"),
    "add": ("hookline.cli.commands.add", "Put a ready-made hook into hooks.json"),
    "remove": ("hookline.cli.commands.remove", "Take a ready-made hook out of hooks.json"),
    "check": (
        "hookline.cli.commands.check",
        "Find what is wrong with hook files, and say how to fix it",
    ),
    "list": ("hookline.cli.commands.list", "Show every configured hook, event by event"),
    "explain": (
        "hookline.cli.commands.explain",
        "Show what would run for an event, and what would not and why",
    ),
    "fire": ("hookline.cli.commands.fire", "Fire one event at the hooks and show the decision"),
    "host": (
        "hookline.cli.commands.host",
        "Answer events over stdin and stdout, one JSON object a line",
    ),
    "test": ("hookline.cli.commands.test", "Run the cases next to hooks, and show what differs"),
    "replay": (
        "hookline.cli.commands.replay",
        "Run recorded events again, and show every decision that changed",
    ),
    "log": ("hookline.cli.commands.log", "Show what hooks did"),
    "ui": ("hookline.cli.commands.ui", "Show hooks and what they did on a page, in a browser"),
    "trust": ("hookline.cli.commands.trust", "Let the hooks of a folder run"),
    "doctor": (
        "hookline.cli.commands.doctor",
        "Find out whether every hook can do its work on this machine",
    ),
    "judge": (
        "hookline.cli.commands.judge",
        "Show who judges prompt hooks; ask it, and measure how good it is",
    ),
    "convert": (
        "hookline.cli.commands.convert",
        "Convert hooks of one tool to another, and say what is lost",
    ),
    "schema": (
        "hookline.cli.commands.schema",
        "Print the JSON Schema of hooks.json, or of an event",
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code says how it went (0 fine, 1 findings, 2 denied, 3 ask, 64
    usage, 66, 70).
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments in (["--version"], ["-V"]):
        sys.stdout.write(f"hookline {hookline.__version__}\n")
        return 0
    if arguments[:1] == [
        "hook"
    ]:  # a hook process: it pays for its start-up at every event, so it does without click
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
