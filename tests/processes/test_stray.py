"""processes.stray: what escapes from hooks is found and ended. This process is a subreaper for the time of each test."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hookline.model import Completion, Invocation
from hookline.processes import stray as module
from hookline.processes.child import ChildJob, Surroundings
from hookline.processes.children import Children
from hookline.processes.running import Running
from hookline.processes.stray import MARKER, Sweeper, become_subreaper
from hookline.testing import a_hook

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")

FAR_S = 60.0


def own(text: str) -> str:
    """The naps of this run have names of their own: others may be testing on this machine."""
    return text.replace("63.", f"63.{os.getpid()}")


_PR_SET_CHILD_SUBREAPER = 36


@pytest.fixture(autouse=True)
def subreaper() -> Iterator[None]:
    assert become_subreaper()
    yield
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@pytest.fixture
def sweeper() -> Iterator[Sweeper]:
    sweeper = Sweeper(guarded=False)
    yield sweeper
    sweeper.close()


def start(command: str, sweeper: Sweeper, env: dict[str, str] | None = None) -> Running:
    invocation = Invocation(a_hook(command=own(command)), b"{}\n", "/", dict(os.environ if env is None else env), FAR_S)
    return Running([ChildJob(invocation, Surroundings(lambda file: True, Children(sweeper), os.pidfd_open, os.waitid))])


def finish(running: Running) -> Completion:
    while not running.step(FAR_S):
        pass
    return running.completions[0]


def run(command: str, sweeper: Sweeper, env: dict[str, str] | None = None) -> Completion:
    return finish(start(command, sweeper, env))


def processes_with(word: str) -> list[int]:
    """Processes whose command line has the word as an argument: the sleeps, not the shells that were told of them."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if own(word).encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                found.append(int(pid))
        except OSError:
            pass
    return found


def wait_until(holds: Callable[[], bool]) -> bool:
    limit = time.monotonic() + 20
    while not holds() and time.monotonic() < limit:
        time.sleep(0.01)
    return holds()


def started(word: str, running: Running) -> None:
    """Go on until the sleep of this name has been left behind by its parents and is ours."""
    limit = time.monotonic() + 20
    while not any(pid in module._children() for pid in processes_with(word)) and time.monotonic() < limit:
        running.step(0.01)


ESCAPES = [
    pytest.param("setsid sleep {word} & exit 2", id="a session of its own"),
    pytest.param("setsid sleep {word} >/dev/null 2>&1 </dev/null & exit 2", id="a session, without our pipes"),
    pytest.param("(setsid sh -c 'sleep {word} & sleep {word}' &); exit 2", id="a daemon with children"),
    pytest.param("setsid sh -c 'setsid sh -c \"setsid sleep {word} & sleep {word}\" & sleep {word}' & sleep 0.1; exit 2",
                 id="sessions within sessions"),
    pytest.param("trap '' TERM HUP; setsid sh -c 'trap \"\" TERM HUP; sleep {word}; sleep {word}' & exit 2",
                 id="deaf to every other signal"),
    pytest.param("env -i setsid sleep {word} & sleep 0.1; exit 2", id="its environment wiped"),
    pytest.param("sh -c 'setsid sleep {word} & sleep {word}' & sleep 0.1; exit 2", id="the child of a member of the group"),
]  # fmt: skip


@pytest.mark.parametrize("command", ESCAPES)
def test_what_escaped_is_dead_when_the_hook_is_over(command: str, sweeper: Sweeper) -> None:
    completion = run(command.format(word="63.01"), sweeper)
    assert completion.code == 2 and processes_with("63.01") == []


@pytest.mark.parametrize("command", [one for one in ESCAPES if one.id != "its environment wiped"])
def test_and_also_while_another_hook_runs(command: str, sweeper: Sweeper) -> None:
    other = start("cat >/dev/null; sleep 63.02 & wait", sweeper)
    assert wait_until(lambda: processes_with("63.02") != [])
    for _ in range(5):
        assert run(command.format(word="63.03"), sweeper).code == 2
        assert processes_with("63.03") == []
    assert processes_with("63.02") != [] and not other.step(0.0)
    other.cancel()


def test_one_without_environment_and_session_is_ended_once_no_hook_runs(sweeper: Sweeper) -> None:
    other = start("sleep 63.04", sweeper)
    run("env -i setsid sleep 63.05 & sleep 0.1", sweeper)
    assert processes_with("63.05") != []
    other.cancel()
    assert processes_with("63.05") == []


def test_one_without_environment_is_known_by_its_session(sweeper: Sweeper) -> None:
    other = start("sleep 63.06", sweeper)
    run("set -m; env -i sleep 63.07 & sleep 0.1", sweeper)
    assert processes_with("63.07") == []
    other.cancel()


def test_an_orphan_of_a_hook_under_way_is_spared(sweeper: Sweeper) -> None:
    other = start("(setsid sleep 63.08 &); sleep 63.09", sweeper)
    started("63.08", other)
    run("exit 0", sweeper)
    assert len(processes_with("63.08")) == 1
    other.cancel()
    assert processes_with("63.08") == []


def test_what_a_sweep_missed_is_taken_up_by_the_next(sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    other = start("sleep 63.10", sweeper)
    with monkeypatch.context() as patch:
        patch.setattr(module, "_children", list)
        run("setsid sleep 63.11 & sleep 0.1", sweeper)
    assert processes_with("63.11") != []
    run("exit 0", sweeper)
    assert processes_with("63.11") == []
    other.cancel()


def zombies() -> set[int]:
    stats = {pid: Path(f"/proc/{pid}/stat").read_text() for pid in module._children()}
    return {pid for pid, stat in stats.items() if stat.rpartition(")")[2].split()[0] == "Z"}


def test_orphans_that_ended_by_themselves_leave_no_zombies(sweeper: Sweeper) -> None:
    before = zombies()  # of other tests in this process; they are not the sweeper's to touch
    other = start("for i in 1 2 3 4 5; do (setsid true &); done; sleep 63.12", sweeper)
    try:
        assert wait_until(lambda: len(zombies() - before) == 5)
        run("exit 0", sweeper)
        assert zombies() <= before
    finally:
        other.cancel()


def test_children_that_were_there_before_are_spared() -> None:
    mine = subprocess.Popen(["sleep", own("63.13")])
    sweeper = Sweeper(guarded=False)
    run("exit 0", sweeper)
    sweeper.close()
    assert mine.poll() is None
    mine.kill()
    mine.wait()


def test_a_process_that_does_not_die_holds_up_one_sweep_only(sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it hung in the kernel: it is killed, and lives on."""
    monkeypatch.setattr(module, "SWEEP_S", 1.0)
    with monkeypatch.context() as patch:
        patch.setattr(module, "_kill", lambda pid: None)
        assert run("setsid sleep 63.14 & exit 0", sweeper).duration_ms >= 1000
        assert run("exit 0", sweeper).duration_ms < 1000
    run("exit 0", sweeper)
    assert wait_until(lambda: processes_with("63.14") == [])


def test_every_hook_has_a_mark_of_its_own(sweeper: Sweeper) -> None:
    marks = [run(f"printenv {MARKER}", sweeper, {"PATH": os.defpath}).stdout.decode() for _ in range(3)]
    assert len(set(marks)) == 3 and len({mark.split(".")[0] for mark in marks}) == 1


def test_a_hook_that_cannot_be_started_leaves_no_mark(sweeper: Sweeper) -> None:
    assert run("/no/such/program", sweeper).detail == "not found: /no/such/program"
    assert sweeper._marks == {}


def test_after_a_process_that_was_not_started_here_nothing_is_swept(
    sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept: list[int] = []
    monkeypatch.setattr(sweeper, "_sweep", swept.append)
    sweeper.settle(1)
    assert swept == []


def test_closing_ends_everything_and_the_guardian() -> None:
    before = module._children()
    sweeper = Sweeper()
    running = start("(setsid sleep 63.15 &); sleep 63.16", sweeper)
    started("63.15", running)
    sweeper.close()
    assert processes_with("63.15") == []
    sweeper.close()
    running.cancel()
    assert module._children() == before


def test_the_guardian_is_not_swept() -> None:
    sweeper = Sweeper()
    guardian = sweeper._guardian
    assert guardian is not None
    run("exit 0", sweeper)
    assert guardian.poll() is None
    sweeper.close()
    assert guardian.returncode == 0


def test_a_guardian_somebody_ended_is_no_trouble() -> None:
    sweeper = Sweeper()
    assert sweeper._guardian is not None
    sweeper._guardian.kill()
    os.waitid(os.P_PID, sweeper._guardian.pid, os.WEXITED | os.WNOWAIT)
    sweeper.close()
    assert sweeper._guardian is None


def test_hooks_run_without_a_guardian_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*args: Any, **kwargs: Any) -> Any:
        raise OSError(11, "no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(module.subprocess, "Popen", none)
        sweeper = Sweeper()
    assert run("exit 2", sweeper).code == 2
    sweeper.close()


_HOST = """
import os, selectors, subprocess, sys
from hookline.processes.child import ChildJob, Surroundings
from hookline.processes.children import Children
from hookline.processes.running import Running
from hookline.processes.stray import Sweeper, become_subreaper
from hookline.model import Invocation
from hookline.testing import a_hook

become_subreaper()
if sys.argv[2]:
    os.setgroups([])
    os.setgid(int(sys.argv[2]))
    os.setuid(int(sys.argv[2]))
sweeper = Sweeper()
invocation = Invocation(a_hook(command=sys.argv[1]), b"", "/", {"PATH": os.defpath}, 60.0)
running = Running([ChildJob(invocation, Surroundings(lambda file: True, Children(sweeper), os.pidfd_open, os.waitid))])
print(flush=True)
while not running.step(60.0):
    pass
"""


@pytest.mark.parametrize("user", ["", "65534"], ids=["as this user", "as nobody, who may not read every process"])
@pytest.mark.parametrize(
    "command",
    [
        pytest.param("trap '' TERM; sleep 63.17", id="a hook"),
        pytest.param("setsid sleep 63.17 & sleep 63.17", id="what escaped from it"),
        pytest.param("env -i sleep 63.17 & sleep 63.17", id="its child without an environment"),
    ],
)
def test_if_we_are_killed_the_guardian_ends_the_hooks(command: str, user: str) -> None:
    if user and os.geteuid() != 0:
        pytest.skip("only root may become somebody else")
    host = subprocess.Popen([sys.executable, "-c", _HOST, own(command), user], stdout=subprocess.PIPE)
    assert host.stdout is not None and host.stdout.readline() == b"\n"
    wanted = command.count("63.17")
    assert wait_until(lambda: len(processes_with("63.17")) == wanted)
    host.send_signal(signal.SIGKILL)
    host.wait()
    host.stdout.close()
    assert wait_until(lambda: processes_with("63.17") == [])
    while module.has_gone(-1) and module._children():  # they became ours: this process is a subreaper
        time.sleep(0.01)


def test_elsewhere_there_is_no_subreaper_and_no_guardian(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "platform", "darwin")
    assert become_subreaper() is False
    assert Sweeper()._guardian is None


def test_where_the_system_does_not_tell_nothing_is_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.os, "getpid", lambda: 2**30)
    assert module._children() == []


def test_a_process_that_is_gone_has_nothing() -> None:
    nobody = 2**30
    assert (module._environment(nobody), module._session(nobody)) == (b"", -1)
    module._kill(nobody)
