"""dialects.adapter.hook_process: a command to its end, or to the end of its time. What hooks may do is in test_run too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest import param

from hookline.dialects.adapter.hook_process import Ended, run_child


@pytest.fixture(autouse=True)
def keep_signals() -> Iterator[None]:
    """The adapter lives for one hook and takes signals for itself; a test gives them back."""
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    kept = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, kept, strict=True):
        signal.signal(number, handler)


def run(command: str, stdin: bytes = b"", limit_s: float = 20) -> Ended:
    return run_child(command, stdin, "/", dict(os.environ), limit_s)


@pytest.mark.parametrize(
    ("command", "stdin", "ended"),
    [
        param("cat", b"in", Ended(0, b"in"), id="stdin and stdout"),
        param("echo e >&2; exit 3", b"", Ended(3, b"", "e\n"), id="stderr and an exit code"),
        param("kill -15 $$", b"", Ended(-15, b"", "", "killed by signal 15"), id="a signal"),
        param("printf '\\357\\273\\277{}'", b"", Ended(0, b"\xef\xbb\xbf{}"), id="a byte order mark"),
        param("printf '\\377'", b"", Ended(0, b"\xff"), id="bytes that are no text"),
        param("exec <&-; exec sleep 0.2", b"x" * 300_000, Ended(0), id="stdin closed before it is written"),
        param("exec >&- 2>&-; sleep 0.2", b"", Ended(0), id="everything closed"),
    ],
)
def test_how_it_ended(command: str, stdin: bytes, ended: Ended) -> None:
    assert run(command, stdin) == ended


@pytest.mark.parametrize(
    ("command", "limit_s", "failure"),
    [
        param("sleep 30", 0.3, "no answer within 0.3 s", id="it does not end"),
        param("trap '' TERM HUP INT; sleep 30", 0.3, "no answer within 0.3 s", id="nor when it is told to"),
        param("exec head -c 1100000 /dev/zero", 20, "it printed more than 1048576 bytes", id="it floods"),
    ],
)
def test_what_is_ended_from_outside(command: str, limit_s: float, failure: str) -> None:
    began = time.monotonic()
    ended = run(command, b"x" * 1_000_000, limit_s)
    assert (ended.failure, time.monotonic() - began < 15) == (failure, True)


def test_a_child_that_holds_the_pipes_is_not_waited_for() -> None:
    began = time.monotonic()
    assert run("sleep 30 & echo answer").stdout == b"answer\n"
    assert time.monotonic() - began < 15


def test_no_descriptor_is_left_open() -> None:
    """In a process of its own: other tests open and close files beside this one."""
    program = (
        "import os\nfrom hookline.dialects.adapter.hook_process import run_child\n"
        "count = lambda: len(os.listdir('/dev/fd'))\nrun_child('true', b'', '/', dict(os.environ), 5)\nbefore = count()\n"
        "for _ in range(5): run_child('sleep 9 & cat > /dev/null', b'x', '/', dict(os.environ), 5)\nprint(count() - before)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "0\n"


def test_the_middle_of_a_long_stderr_is_left_out(tmp_path: Path) -> None:
    ended = run("head -c 300000 /dev/zero | tr '\\0' m >&2; echo end >&2; exit 1")
    assert (len(ended.stderr) <= 1 << 16, ended.stderr.endswith("end\n")) == (True, True)
