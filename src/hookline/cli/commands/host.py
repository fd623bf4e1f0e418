"""`hookline host`: the engine for an agent in any language, over stdin and stdout, one JSON object
a line.
"""

from __future__ import annotations

import sys

import click

from hookline.cli.commands.fire import tell_trouble
from hookline.cli.faults import ENDING_SIGNALS, report_bug
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import Setup, engine_options, output_options
from hookline.cli.show.terminal import Screen
from hookline.serve.host_loop import Defaults, serve

_STDIN, _STDOUT = 0, 1


@click.command(
    cls=GroupedCommand,
    name="host",
    epilog='\b\nExamples:\n  echo \'{"id": 1, "event": "stop", "input": {}}\' | hookline host\n'
    "  hookline host --workspace ~/shop --merge strictest",
)
@engine_options
@output_options
def command(setup: Setup, screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Answer events over stdin and stdout until the input ends.

    \b
    A request is one line:
      {"id": 1, "event": "beforeShellExecution", "input": {"command": "ls", "cwd": "/x"}}
    Its answer is one line:
      {"id": 1, "blocked": false, "response": {...}, "because": "...", "hooks": [...], ...}

    Requests may overlap; each is answered when it is done. A bad request gets {"id": ..., "error": "..."}.
    """
    engine = setup.load(own_process=True)
    try:
        serve(
            engine,
            stdin=_STDIN,
            stdout=_STDOUT,
            report_bug=lambda error: report_bug(error, sys.argv[1:], engine.state_folder),
            defaults=Defaults(setup.conversation, setup.model),
            ending_signals=ENDING_SIGNALS,
        )
    finally:
        engine.close()
        tell_trouble(engine)
    return 0
