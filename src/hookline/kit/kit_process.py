"""`hookline hook NAME [--set name=value ...]`: a ready-made hook as a process. Never exits 2 on its
own account.
"""

from __future__ import annotations

import os
import sys

from hookline.errors import UsageError
from hookline.extras import MissingExtra
from hookline.kit.catalogue import NAMES, load
from hookline.kit.kit_settings import settings_of
from hookline.sdk.event_types import Hooks
from hookline.sdk.process import Stdout, serve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from hookline.kit.kit_row import Kit

USAGE = 64
#: A part that the hook needs is not installed; launchers of projects know this code.
UNAVAILABLE = 69
_HELP = f"""Usage: hookline hook NAME [--set name=value ...]

Runs a ready-made hook: reads an event as JSON from stdin and prints the answer.
`hookline add NAME` puts it into hooks.json; `hookline add --list` shows what there is:
{", ".join(NAMES)}.
"""


def functions_of(
    kit: Kit, texts: Sequence[str] = ()
) -> tuple[dict[str, Callable[[Any], Any]], Hooks]:
    """What a ready-made hook does for each event, with these settings."""
    hooks = Hooks()
    kit.build(hooks, settings_of(kit.options, texts))
    return {
        event: function
        for functions in hooks.by_module.values()
        for event, function in functions.items()
    }, hooks


def main(arguments: Sequence[str]) -> int:
    """Serve the one event that comes in."""
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.stdout.write(_HELP)
        return 0 if arguments else USAGE
    stdout = Stdout()
    try:
        functions, hooks = functions_of(load(arguments[0]), _settings(arguments[1:]))
    except UsageError as error:
        print(f"hookline hook: {error}", file=sys.stderr)
        return USAGE
    except MissingExtra as error:
        print(f"hookline hook {arguments[0]}: {error}", file=sys.stderr)
        return UNAVAILABLE
    return serve(functions, hooks.classes, stdout, out_loud=os.environ.get("HOOKLINE") != "1")


def _settings(arguments: Sequence[str]) -> list[str]:
    texts: list[str] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--set" and rest:
            texts.append(rest.pop(0))
        elif word.startswith("--set="):
            texts.append(word[len("--set=") :])
        else:
            raise UsageError(f"{word!r} is not understood; write --set name=value")
    return texts
