"""Commands that are too long, or take too long, to be read: what was not looked at is unknown, and what was is judged."""

from __future__ import annotations

import time

import pytest
from pytest import param

from hookline.sdk.event_types import BeforeShellExecution
from hookline.shell import read

LONG = "ls -l /tmp; " * 8000
LINES = "ls -l /tmp\n" * 8000


@pytest.mark.parametrize(
    ("command", "answer", "reason"),
    [
        param(f"git push; {LONG}", "yes", "", id="at the beginning of one line"),
        param(f"git push\n{LINES}", "yes", "", id="at the beginning of many"),
        param(f"{LONG}git push", "unknown", "the command is 96 KB long, and only its first 32 KB were read", id="at the end"),
        param(f"{LINES}ls", "unknown", "the command is 88 KB long, and only its first 32 KB were read", id="nowhere"),
        param("a" * 3_000_000, "unknown", "the command is 3 MB long, and no part of it can be read by itself", id="one word"),
        param(f"cat > a <<'E'\n{'git push' + chr(10)}{LINES}E", "unknown", "the command is 88 KB long", id="a here-document, cut in two"),
        param(f"echo '{LINES}'", "unknown", "the command is 88 KB long", id="quotes, cut in two"),
        param("[a]" * 20_000, "unknown", "the command takes too long to be read", id="what the grammar takes minutes for"),
        param(f"{'('*9000}git push{')'*9000}", "unknown", "the command is not valid shell", id="deep"),
        param("git push\0", "unknown", "the command holds a NUL", id="a NUL"),
    ],
)  # fmt: skip
def test_what_was_not_looked_at_is_unknown(command: str, answer: str, reason: str) -> None:
    begun = time.monotonic()
    runs = read(command).runs("git push")
    assert (runs.word, runs.reason[: len(reason)]) == (answer, reason)
    assert time.monotonic() - begun < 30


def test_an_event_is_asked_the_same_way() -> None:
    event = BeforeShellExecution({"command": LONG})
    assert event.runs("git push").unknown
    assert "only its first" in event.runs("git push").reason
