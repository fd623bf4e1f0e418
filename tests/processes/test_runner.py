"""processes.runner: the runner and its two drivers. Every process is real."""

import asyncio
import errno
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hookline.engine.drive import run_all, run_all_async
from hookline.engine.prompt_hooks import judge_jobs
from hookline.model import Completion, Ending, Invocation, Question, WatchedFile
from hookline.processes.runner import ProcessRunner
from hookline.testing import FakeJudge, a_hook

FAR_S = 60.0


def own(text: str) -> str:
    """The naps of this run have names of their own: others may be testing on this machine."""
    return text.replace("62.", f"62.{os.getpid()}")


def invocation_of(command: str, *, timeout_s: float = FAR_S, stdin: bytes = b"{}\n", **more: Any) -> Invocation:
    hook = a_hook(command=own(command), type=more.pop("type", "command"), root="/shop")
    return Invocation(hook, stdin, "/", dict(os.environ), timeout_s, **more)


def alive(word: str) -> bool:
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if own(word).encode() in Path(f"/proc/{pid}/cmdline").read_bytes() and int(pid) != os.getpid():
                return True
        except OSError:
            pass
    return False


def gone(word: str) -> bool:
    limit = time.monotonic() + 10
    while alive(word) and time.monotonic() < limit:
        time.sleep(0.01)
    return not alive(word)


def drive(invocations: Sequence[Invocation], runner: ProcessRunner) -> list[Completion]:
    return run_all(runner, invocations)


def drive_async(invocations: Sequence[Invocation], runner: ProcessRunner) -> list[Completion]:
    return asyncio.run(run_all_async(runner, invocations))


DRIVERS = pytest.mark.parametrize("driver", [drive, drive_async])


@DRIVERS
class TestBothDrivers:
    def test_nothing(self, driver: Any) -> None:
        assert driver([], ProcessRunner()) == []

    def test_report_in_plan_order_whoever_ends_first(self, driver: Any) -> None:
        commands = ["sleep 0.2; exit 3", "exit 4", "sleep 0.1; cat", "/bin/true"]
        completions = driver([invocation_of(command) for command in commands], ProcessRunner())
        assert [(one.ending, one.code, one.stdout) for one in completions] == [
            (Ending.EXITED, 3, b""),
            (Ending.EXITED, 4, b""),
            (Ending.EXITED, 0, b"{}\n"),
            (Ending.EXITED, 0, b""),
        ]

    def test_run_side_by_side(self, driver: Any) -> None:
        began = time.monotonic()
        driver([invocation_of("sleep 1")] * 20, ProcessRunner())
        assert time.monotonic() - began < 10

    def test_keep_deadlines(self, driver: Any) -> None:
        invocations = [invocation_of("sleep 62.1", timeout_s=0.1), invocation_of("sleep 62.1", timeout_s=0.2)]
        assert [one.ending for one in driver(invocations, ProcessRunner())] == [Ending.TIMED_OUT] * 2
        assert gone("62.1")

    def test_leave_no_descriptor_open(self, driver: Any) -> None:
        before = len(os.listdir("/proc/self/fd"))
        driver([invocation_of("cat"), invocation_of("no-such-program"), invocation_of("sleep 0.1")], ProcessRunner())
        assert len(os.listdir("/proc/self/fd")) == before

    def test_run_where_there_is_no_pidfd(self, driver: Any) -> None:
        runner = ProcessRunner(pidfd_open=None, waitid=None)
        completions = driver([invocation_of("cat; sleep 0.05; exit 2", stdin=b"x" * 200_000)], runner)
        assert (completions[0].code, completions[0].stdout) == (2, b"x" * 200_000)

    def test_ask_prompt_hooks_beside_commands(self, driver: Any) -> None:
        def answer(question: Question) -> bool:
            time.sleep(0.05)
            return False

        runner = ProcessRunner(job_makers={"prompt": judge_jobs(FakeJudge(answer, "no"))})
        completions = driver([invocation_of("is it safe?", type="prompt"), invocation_of("exit 2")], runner)
        assert [(one.ending, one.code) for one in completions] == [(Ending.JUDGED, None), (Ending.EXITED, 2)]

    def test_ask_whether_files_are_unchanged(self, driver: Any) -> None:
        runner = ProcessRunner(unchanged=lambda file: False)
        watched = (WatchedFile("/shop/a.sh", None, "1"),)
        assert driver([invocation_of("exit 2", watched=watched)], runner)[0].ending == Ending.NOT_STARTED
        assert driver([invocation_of("exit 2", watched=watched)], ProcessRunner())[0].code == 2

    def test_say_what_windows_cannot_do(self, driver: Any) -> None:
        runner = ProcessRunner(platform="win32")
        completions = driver([invocation_of("exit 2"), invocation_of("exit 2", refusal="it is too big")], runner)
        assert [one.detail for one in completions] == [
            "hooks cannot be started on Windows yet: run the host inside WSL, where they can",
            "it is too big",
        ]


def test_an_interrupted_wait_kills_the_hooks() -> None:
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        run_all(ProcessRunner(), [invocation_of("trap '' INT TERM; sleep 62.2")])
    assert gone("62.2")


def test_a_cancelled_task_kills_its_hooks_before_it_ends() -> None:
    async def cancelled() -> bool:
        task = asyncio.create_task(run_all_async(ProcessRunner(), [invocation_of("trap '' TERM; sleep 62.3")]))
        while not alive("62.3"):
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return gone("62.3")

    assert asyncio.run(cancelled())


def test_many_tasks_share_a_loop() -> None:
    async def all_of_them() -> list[list[Completion]]:
        runner = ProcessRunner()
        return await asyncio.gather(*(run_all_async(runner, [invocation_of(f"exit {n}")]) for n in range(40)))

    assert [[one.code for one in each] for each in asyncio.run(all_of_them())] == [[n] for n in range(40)]


def test_the_loop_stays_free_while_hooks_run() -> None:
    async def ticks() -> int:
        task = asyncio.create_task(run_all_async(ProcessRunner(), [invocation_of("sleep 0.5")]))
        count = 0
        while not task.done():
            count += 1
            await asyncio.sleep(0.01)
        return count

    assert asyncio.run(ticks()) > 4


def test_a_second_hook_that_has_to_wait_for_descriptors_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In between nothing is watched; the next descriptor may even have the number of the one before."""
    real, asked = os.pipe, []

    def pipe() -> tuple[int, int]:
        asked.append(time.monotonic())
        if len(asked) > 4 and asked[-1] - asked[0] < 0.3:  # the first hook takes three, and Popen one
            raise OSError(errno.EMFILE, "too many open files")
        return real()

    monkeypatch.setattr("hookline.processes.pipes.os.pipe", pipe)
    began = time.monotonic()
    completions = drive_async([invocation_of("exit 2"), invocation_of("sleep 0.1; exit 3")], ProcessRunner())
    assert [one.code for one in completions] == [2, 3]
    assert completions[0].duration_ms < 300 < completions[1].duration_ms and time.monotonic() - began < FAR_S / 2


def test_closing_a_runner_that_sweeps_nothing_does_nothing() -> None:
    runner = ProcessRunner()
    runner.close()
    assert drive([invocation_of("exit 2")], runner)[0].code == 2


def test_importing_it_does_not_import_asyncio() -> None:
    import subprocess

    code = "import hookline.processes.runner, sys; sys.exit('asyncio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
