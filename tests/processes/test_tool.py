"""processes.tool: a program that is no hook. Every process is real."""

import os
from pathlib import Path

import pytest

from hookline.model import Completion, Ending
from hookline.processes.tool import KEPT_BYTES, run_tool


def run(script: str, limit_s: float = 60.0) -> Completion:
    return run_tool(["/bin/sh", "-c", script], "/", dict(os.environ), limit_s)


@pytest.mark.parametrize(
    ("script", "ending", "code", "output"),
    [
        pytest.param("echo one; echo two >&2; exit 3", Ending.EXITED, 3, b"one\ntwo\n", id="both outputs are one"),
        pytest.param("cat", Ending.EXITED, 0, b"", id="it reads nothing"),
        pytest.param("kill -9 $$", Ending.KILLED, None, b"", id="a signal"),
        pytest.param("echo a; sleep 65.1 & exit 1", Ending.EXITED, 1, b"a\n", id="what it leaves behind is not waited for"),
        pytest.param("sleep 0.1; echo late", Ending.EXITED, 0, b"late\n", id="it takes a moment"),
    ],
)  # fmt: skip
def test_how_it_ends(script: str, ending: str, code: int | None, output: bytes) -> None:
    done = run(script)
    assert (done.ending, done.code, done.stdout, done.stderr) == (ending, code, output, "")


def test_its_time_is_up() -> None:
    done = run("trap '' TERM; echo so far; sleep 65.2 & sleep 65.2", 0.3)
    assert (done.ending, done.stdout) == (Ending.TIMED_OUT, b"so far\n")


def test_of_a_flood_the_end_is_kept_and_it_is_not_ended_for_it() -> None:
    done = run("head -c 3000000 /dev/zero | tr '\\0' x; echo end; exit 2")
    assert (done.code, len(done.stdout), done.stdout[-5:]) == (2, KEPT_BYTES, b"xend\n")


def test_a_word_that_a_shell_would_read_something_into_is_a_word(tmp_path: Path) -> None:
    done = run_tool(["/bin/echo", "$HOME; a  b"], str(tmp_path), {}, 60.0)
    assert done.stdout == b"$HOME; a  b\n"


def test_what_is_not_there_is_what_the_system_says() -> None:
    with pytest.raises(FileNotFoundError):
        run_tool(["/no/such/tool"], "/", {}, 60.0)


def test_no_descriptor_is_left_open_when_there_are_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(fd: int) -> int:
        raise OSError(24, "too many open files")

    before = len(os.listdir("/proc/self/fd"))
    monkeypatch.setattr("hookline.processes.tool.os.dup", none)
    with pytest.raises(OSError, match="too many open files"):
        run("exit 0", 0.05)
    assert len(os.listdir("/proc/self/fd")) == before
