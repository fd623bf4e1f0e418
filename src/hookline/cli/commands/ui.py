"""`hookline ui`: the local page, on loopback: what is configured, what ran, and why."""

from __future__ import annotations

import os
import signal
import sys
import threading

import click

from hookline.cli.faults import FINE
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import Place, output_options, place_options
from hookline.cli.show.terminal import Screen
from hookline.extras import needed


@click.command(
    cls=GroupedCommand,
    name="ui",
    epilog="\b\nExamples:\n  hookline ui\n  hookline ui --workspace ~/shop --no-open",
)
@click.option(
    "--port",
    type=click.IntRange(min=0, max=65535),
    default=0,
    help="Port to listen on. A free one when absent.",
)
@click.option("--no-open", is_flag=True, help="Do not open a browser; only print the address.")
@place_options
@output_options
def command(
    port: int, no_open: bool, place: Place, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Serve a page for a browser on this machine: every hook, every execution live, and why it was
    decided so.

    Prints an address that lets one browser in, once. On a terminal the browser is opened too.
    Ctrl-C ends it.
    """
    with needed("the page"):
        from hookline.web.server import Served
        from hookline.web.world import World
    world = World(
        place.roots, environ=os.environ, enterprise_config=place.enterprise_config, claude=place.claude
    )  # fmt: skip
    served = Served(world, port)
    signal.signal(signal.SIGINT, lambda number, frame: served.stop())  # however early it comes
    if as_json:
        screen.json({"address": served.address, "port": served.port}, lines=True)
    else:
        screen.say("Open  ", (served.address, "name"))
        screen.say(("The address works once. Ctrl-C ends the page.", "quiet"))
    screen.flush()
    if sys.stdout.isatty() and not no_open and not as_json:
        # Some browsers are waited for until they end, and would wait for us.
        threading.Thread(
            target=_open, args=(served.address,), name="hookline-browser", daemon=True
        ).start()
    served.run()
    return FINE


def _open(address: str) -> None:
    """In a browser, if there is one; what it says of itself is kept off the terminal."""
    import webbrowser

    try:
        webbrowser.open(address)
    except webbrowser.Error:
        return
