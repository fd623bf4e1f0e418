"""What flow-guard noted of a conversation, for a terminal: its marks in their order."""

from __future__ import annotations

import time

from hookline.cli.show.safe_text import count
from hookline.cli.show.terminal import Screen
from hookline.kit.sessions.flow_notes import Flow

_STYLES = {"private": "warn", "untrusted": "warn", "stopped": "bad", "approved": "good"}
_MEANINGS = {
    "private": "private",
    "untrusted": "untrusted",
    "stopped": "STOPPED",
    "approved": "went on",
}


def show_flow(screen: Screen, flow: Flow) -> None:
    """One conversation: a line for each mark."""
    name = flow.conversation or "(a conversation whose notes were damaged)"
    screen.say((name, "title"), f"  {count(flow.events, 'event')}")
    screen.table(
        [
            (
                (time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(mark.at)), "quiet"),
                (_MEANINGS[mark.kind], _STYLES[mark.kind]),
                mark.what,
                (mark.event, "quiet"),
            )
            for mark in flow.marks
        ]
    )
    screen.say()
