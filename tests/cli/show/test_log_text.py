from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest import param

from hookline.cli.show.log_text import show_block, show_short, stamp
from hookline.cli.show.terminal import Screen
from hookline.journal.entries import Entry, Run

RULE = "═" * 68
RUN = Run(
    "user", "stop", "./hooks/x.sh", "~/.cursor/hooks.json:4", "command", "exited", 0, None, None, None, 12.4, {"a": "é"},
    "", None, None,
)  # fmt: skip
ENTRY = Entry(
    1, 1784604911.576, "x-1", "stop", "c", False, None, 0, 0, 1, 0, 13.0, "1 hook ran; none had an opinion", ("/ws",),
    "cursor", {"status": "completed"}, None, None, {}, (RUN,),
)  # fmt: skip


def shown(show: Callable[[Screen, Entry], None], entry: Entry) -> str:
    stream = io.StringIO()
    show(Screen(stream=stream), entry)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("at", "text"),
    [
        param(1784604911.576, "2026-07-21T03:35:11.576Z", id="as Cursor writes it"),
        param(1784604911.9996, "2026-07-21T03:35:12.000Z", id="rounded up into the next second"),
        param(0.0, "1970-01-01T00:00:00.000Z", id="the epoch"),
    ],
)
def test_stamp(at: float, text: str) -> None:
    assert stamp(at) == text


def test_a_block_has_the_layout_of_the_output_channel() -> None:
    assert shown(show_block, ENTRY) == (
        "[2026-07-21T03:35:11.576Z] Hook step requested: stop\n"
        f"{RULE}\nstop\n{RULE}\n"
        "Command: ./hooks/x.sh (12ms) exit code: 0\n"
        "Source: user (~/.cursor/hooks.json:4)\n"
        "\n"
        'INPUT:\n{\n  "status": "completed"\n}\n'
        "\n"
        'OUTPUT:\n{\n  "a": "é"\n}\n'
        f"{RULE}\n"
        "[2026-07-21T03:35:11.576Z] Went ahead: 1 hook ran; none had an opinion\n"
        "\n"
    )


def test_a_block_of_a_hook_that_failed_and_of_what_was_blocked_skipped_and_overruled() -> None:
    failed = RUN._replace(exit_code=None, failure="not found: ./hooks/x.sh", answer=None, stderr="a\x1b[2Jb\nc\n")
    result = {
        "skipped": [{"source": "project", "command": "./y.sh", "reason": "matcher 'x' does not match"}],
        "overruled": [{"source": "user", "command": "./z.sh", "permission": "deny"}],
    }
    entry = ENTRY._replace(runs=(failed,), blocked=True, because="why", result=result, input_sha256="ab", input_bytes=70000)
    assert shown(show_block, entry).splitlines()[4:] == [
        "Command: ./hooks/x.sh (12ms) exit code: N/A",
        "Source: user (~/.cursor/hooks.json:4)",
        "Failure: not found: ./hooks/x.sh",
        "",
        "INPUT (shortened; whole: 70000 bytes, SHA-256 ab):",
        "{",
        '  "status": "completed"',
        "}",
        "",
        "OUTPUT:",
        "(empty)",
        "",
        "STDERR:",
        "a\\x1b[2Jb",
        "c",
        RULE,
        "[2026-07-21T03:35:11.576Z] Skipped project hook ./y.sh: matcher 'x' does not match",
        "[2026-07-21T03:35:11.576Z] Overruled: user hook ./z.sh said deny",
        "[2026-07-21T03:35:11.576Z] Blocked: why",
        "",
    ]


def test_a_block_of_a_question() -> None:
    assert "] Ask: why\n" in shown(show_block, ENTRY._replace(permission="ask", because="why"))


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        param(ENTRY, "   12 ms  user  ./hooks/x.sh  answered", id="an answer"),
        param(ENTRY._replace(runs=(RUN._replace(answer={}),)), "   12 ms  user  ./hooks/x.sh  no opinion", id="no opinion"),
        param(ENTRY._replace(runs=(RUN._replace(permission="deny"),)), "   12 ms  user  ./hooks/x.sh  deny", id="deny"),
        param(ENTRY._replace(runs=(RUN._replace(failure="timed out after 1 s"),)),
              "   12 ms  user  ./hooks/x.sh  failed: timed out after 1 s", id="failure"),
        param(ENTRY._replace(runs=()), "no hook ran", id="none ran"),
        param(ENTRY._replace(runs=(), skipped=2), "no hook ran, 2 skipped", id="none ran, some skipped"),
    ],
)  # fmt: skip
def test_short(entry: Entry, line: str) -> None:
    assert shown(show_short, entry) == f"2026-07-21 03:35:11  stop  {line}\n"


def test_short_is_in_local_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "TZ", "UTC-2")
    time.tzset()
    assert shown(show_short, ENTRY).startswith("2026-07-21 05:35:11  stop")
