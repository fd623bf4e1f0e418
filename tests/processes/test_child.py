"""processes.child: one hook's process, from its start to its completion. Every process is real."""

import errno
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookline.model import Completion, Ending, Invocation, WatchedFile
from hookline.processes import child as module
from hookline.processes.child import ChildJob, Surroundings
from hookline.processes.children import Children
from hookline.processes.job import Job
from hookline.processes.running import Running, Watch
from hookline.testing import a_hook

#: What no test comes near; a hang is a failure and not a wait.
FAR_S = 60.0


def own(text: str) -> str:
    """The naps of this run have names of their own: others may be testing on this machine."""
    return text.replace("61.", f"61.{os.getpid()}")


def trusting(file: WatchedFile) -> bool:
    return True


CHILDREN = Children()


def as_here(**changed: Any) -> Surroundings:
    return Surroundings(trusting, CHILDREN, os.pidfd_open, os.waitid)._replace(**changed)


#: The systems a hook can find itself on; each must end every hook in the same way.
SYSTEMS = [
    pytest.param(as_here(), id="pidfd and waitid"),
    pytest.param(as_here(pidfd_open=None), id="no pidfd"),
    pytest.param(as_here(pidfd_open=None, waitid=None), id="no pidfd and no waitid"),
]


def invocation_of(command: str, *, timeout_s: float = FAR_S, stdin: bytes = b"{}\n", **more: Any) -> Invocation:
    env = more.pop("env", dict(os.environ))
    return Invocation(a_hook(command=own(command), root="/shop"), stdin, more.pop("cwd", "/"), env, timeout_s, **more)


def run(invocation: Invocation, surroundings: Surroundings | None = None) -> Completion:
    running = Running([ChildJob(invocation, surroundings or as_here())])
    while not running.step(FAR_S):
        pass
    return running.completions[0]


def facts(completion: Completion) -> tuple[str, int | None, int | None, bytes, str]:
    return (completion.ending, completion.code, completion.signal, completion.stdout, completion.stderr)


def processes_with(word: str) -> list[int]:
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if own(word).encode() in Path(f"/proc/{pid}/cmdline").read_bytes() and int(pid) != os.getpid():
                found.append(int(pid))
        except OSError:
            pass
    return found


def wait_until(holds: Callable[[], bool]) -> bool:
    limit = time.monotonic() + 10
    while not holds() and time.monotonic() < limit:
        time.sleep(0.01)
    return holds()


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("surroundings", SYSTEMS)
class TestHowItEnds:
    @pytest.mark.parametrize(
        ("command", "expected"),
        [
            pytest.param("/bin/true", (Ending.EXITED, 0, None, b"", ""), id="silence"),
            pytest.param("cat", (Ending.EXITED, 0, None, b"{}\n", ""), id="an answer"),
            pytest.param("echo no >&2; exit 2", (Ending.EXITED, 2, None, b"", "no\n"), id="a complaint and a code"),
            pytest.param("kill -SEGV $$", (Ending.KILLED, None, signal.SIGSEGV, b"", ""), id="a signal"),
            pytest.param("exit 258", (Ending.EXITED, 2, None, b"", ""), id="a code beyond eight bits"),
            pytest.param(
                "cat; sleep 0.05; echo late; exit 1", (Ending.EXITED, 1, None, b"{}\nlate\n", ""), id="a slow answer"
            ),
        ],
    )
    def test_by_itself(
        self, surroundings: Surroundings, command: str, expected: tuple[str, int | None, int | None, bytes, str]
    ) -> None:
        before = open_files()
        completion = run(invocation_of(command), surroundings)
        assert facts(completion) == expected and completion.detail is None
        assert 0 < completion.duration_ms < FAR_S * 1000
        assert open_files() == before

    def test_by_its_deadline(self, surroundings: Surroundings) -> None:
        before = open_files()
        completion = run(invocation_of("trap '' TERM; echo so far; sleep 61.1 & sleep 61.1", timeout_s=0.2), surroundings)
        assert facts(completion) == (Ending.TIMED_OUT, None, None, b"so far\n", "")
        assert 200 <= completion.duration_ms < 10_000
        assert wait_until(lambda: not processes_with("61.1"))
        assert open_files() == before

    @pytest.mark.parametrize(
        ("after", "ending", "code"),
        [
            pytest.param("exit 2", Ending.EXITED, 2, id="with a verdict"),
            pytest.param("exit 0", Ending.FLOODED, None, id="with an answer that is too long"),
            pytest.param("exit 1", Ending.EXITED, 1, id="with a failure of its own"),
            pytest.param("sleep 0.2; exit 2", Ending.EXITED, 2, id="with a verdict that takes its time"),
            pytest.param("kill -9 $$", Ending.KILLED, None, id="by a signal"),
        ],
    )
    def test_at_its_own_end_however_much_it_writes(
        self, surroundings: Surroundings, after: str, ending: str, code: int | None
    ) -> None:
        completion = run(invocation_of(f"head -c 30000000 /dev/zero; {after}"), surroundings)
        assert (completion.ending, completion.code, len(completion.stdout)) == (ending, code, 1024 * 1024)

    def test_by_its_deadline_though_it_never_stops_writing(self, surroundings: Surroundings) -> None:
        completion = run(invocation_of("yes 61.6", timeout_s=0.3), surroundings)
        assert (completion.ending, len(completion.stdout)) == (Ending.TIMED_OUT, 1024 * 1024)
        assert completion.duration_ms < 10_000
        assert wait_until(lambda: not processes_with("61.6"))

    def test_at_its_own_end_though_a_background_child_holds_stdout(self, surroundings: Surroundings) -> None:
        completion = run(invocation_of("sleep 61.2 & echo no; exit 2"), surroundings)
        assert facts(completion) == (Ending.EXITED, 2, None, b"no\n", "")
        assert completion.duration_ms < 30_000
        assert wait_until(lambda: not processes_with("61.2"))

    def test_without_reading_a_big_payload(self, surroundings: Surroundings) -> None:
        completion = run(invocation_of("exec <&-; echo no; exit 2", stdin=b"x" * 10_000_000), surroundings)
        assert facts(completion) == (Ending.EXITED, 2, None, b"no\n", "")

    def test_after_it_answered_a_megabyte_before_it_read_one(self, surroundings: Surroundings) -> None:
        command = "head -c 1000000 /dev/zero; cat | wc -c >&2"
        completion = run(invocation_of(command, stdin=b"x" * 5_000_000), surroundings)
        assert facts(completion) == (Ending.EXITED, 0, None, bytes(1_000_000), "5000000\n")


def test_what_a_background_child_writes_within_the_grace_counts() -> None:
    completion = run(invocation_of("(exec 9>&1; sleep 0.003; echo more; sleep 61.3) & echo first"))
    assert completion.ending == Ending.EXITED and completion.stdout.startswith(b"first\n")
    assert completion.duration_ms < 30_000
    assert wait_until(lambda: not processes_with("61.3"))


@pytest.mark.parametrize(
    ("code", "ending"),
    [
        pytest.param(2, Ending.EXITED, id="a verdict by exit code counts whatever stdout holds"),
        pytest.param(0, Ending.FLOODED, id="an answer that is too long does not count"),
    ],
)
def test_a_flood_that_is_noticed_only_after_the_end(code: int, ending: str) -> None:
    """The last bytes are still in the pipe when it exits: 1 MiB was read, a little more is found then."""
    command = f"head -c 1048576 /dev/zero; sleep 0.1; head -c 60000 /dev/zero; exit {code}"
    job = ChildJob(invocation_of(command), as_here())
    running = Running([job])
    while not running.step(FAR_S):
        if job._pipes._taken >= 1_048_576:
            time.sleep(0.5)
    completion = running.completions[0]
    assert (completion.ending, len(completion.stdout)) == (ending, 1_048_576)


def test_the_end_of_a_flood_on_stderr_is_kept_and_the_verdict_too() -> None:
    completion = run(invocation_of("echo first >&2; head -c 5000000 /dev/zero >&2; echo last >&2; exit 2"))
    assert (completion.ending, completion.code) == (Ending.EXITED, 2)
    assert completion.stderr.startswith("first\n") and completion.stderr.endswith("\0last\n")
    assert len(completion.stderr) < 70_000


@pytest.mark.parametrize(
    ("command", "said"),
    [
        pytest.param("./missing.sh", "not found: ./missing.sh in {cwd}", id="missing"),
        pytest.param("./text", None, id="a script without a first line is read by a shell"),
        pytest.param("./binary", "not executable: ./binary is neither a script nor a program for this machine", id="binary"),
    ],
)
def test_what_cannot_be_started(tmp_path: Path, command: str, said: str | None) -> None:
    for name, content in {"text": b"echo $0 $1; exit 2", "binary": b"\x7fELF\0\0"}.items():
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o755)
    before = open_files()
    completion = run(invocation_of(command, cwd=str(tmp_path)))
    if said is None:
        assert facts(completion) == (Ending.EXITED, 2, None, b"./text\n", "")
    else:
        assert (completion.ending, completion.detail) == (Ending.NOT_STARTED, said.format(cwd=tmp_path))
    assert open_files() == before


def test_a_refused_hook_is_not_started(tmp_path: Path) -> None:
    completion = run(invocation_of(f"touch {tmp_path}/ran", refusal="the environment cannot hold it"))
    assert (completion.ending, completion.detail) == (Ending.NOT_STARTED, "the environment cannot hold it")
    assert not (tmp_path / "ran").exists()


def test_a_file_that_changed_since_it_was_trusted_stops_the_start(tmp_path: Path) -> None:
    watched = (WatchedFile("/shop/a.sh", None, "1"), WatchedFile("/shop/b.sh", None, "2"))
    invocation = invocation_of(f"touch {tmp_path}/ran", watched=watched)
    completion = run(invocation, as_here(unchanged=lambda file: file.path == "/shop/a.sh"))
    assert completion.detail == "not trusted any more: /shop/b.sh changed; run: hookline trust /shop"
    assert not (tmp_path / "ran").exists()
    assert run(invocation).ending == Ending.EXITED


@pytest.mark.parametrize("problem", [OSError(errno.EAGAIN, ""), OSError(errno.ENOMEM, ""), MemoryError()])
class TestASystemThatIsOutOfSomething:
    def test_is_asked_again(self, problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
        real, tries = module.spawn, []

        def sometimes(*args: Any, **kwargs: Any) -> Any:
            tries.append(1)
            if len(tries) < 3:
                raise problem
            return real(*args, **kwargs)

        monkeypatch.setattr(module, "spawn", sometimes)
        before = open_files()
        assert run(invocation_of("exit 2")).code == 2
        assert len(tries) == 3 and open_files() == before

    def test_until_the_deadline(self, problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
        def never(*args: Any, **kwargs: Any) -> Any:
            raise problem

        monkeypatch.setattr(module, "spawn", never)
        before = open_files()
        completion = run(invocation_of("exit 2", timeout_s=0.1))
        assert completion.ending == Ending.NOT_STARTED and 100 <= completion.duration_ms < 10_000
        assert (completion.detail or "").startswith("could not be started: ") and open_files() == before


def test_a_hook_that_waits_for_its_start_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: Any, **kwargs: Any) -> Any:
        raise OSError(errno.EMFILE, "")

    monkeypatch.setattr(module, "spawn", never)
    running = Running([ChildJob(invocation_of("exit 2"), as_here())])
    assert running.fileno() == -1
    running.cancel()
    assert running.completions[0].ending == Ending.CANCELLED


def test_a_cancelled_hook_is_killed_with_its_group() -> None:
    running = Running([ChildJob(invocation_of("trap '' TERM; sleep 61.4 & sleep 61.4"), as_here())])
    assert wait_until(lambda: len(processes_with("61.4")) > 1)
    running.cancel()
    running.cancel()
    assert running.completions[0].ending == Ending.CANCELLED
    assert wait_until(lambda: not processes_with("61.4"))


def test_a_hook_can_be_cancelled_in_its_grace() -> None:
    job = ChildJob(invocation_of("sleep 61.5 & exit 2"), as_here())
    running = Running([job])
    while not job._over and not running.step(FAR_S):
        pass
    assert job._over
    running.cancel()
    assert running.completions[0].ending == Ending.CANCELLED
    assert wait_until(lambda: not processes_with("61.5"))


def test_a_cancelled_job_is_cancelled_once() -> None:
    job = ChildJob(invocation_of("sleep 61.6"), as_here())
    running = Running([job])
    job.cancel()
    job.cancel()
    while not running.step(FAR_S):
        pass
    assert running.completions[0].ending == Ending.CANCELLED


@pytest.mark.parametrize("fails", ["pidfd_open", "the watch of a pidfd", "every watch"])
def test_what_cannot_be_watched_is_asked(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_descriptors(pid: int) -> int:
        raise OSError(errno.EMFILE, "")

    add = Watch.add

    def full(self: Watch, fd: int, events: int, job: Job) -> None:
        if fails == "every watch" or "pidfd" in os.readlink(f"/proc/self/fd/{fd}"):
            raise OSError(errno.ENOSPC, "")
        add(self, fd, events, job)

    surroundings = as_here(pidfd_open=out_of_descriptors) if fails == "pidfd_open" else as_here()
    if fails != "pidfd_open":
        monkeypatch.setattr(Watch, "add", full)
    before = open_files()
    completion = run(invocation_of("cat; sleep 0.05; exit 2", stdin=b"x" * 300_000), surroundings)
    assert facts(completion) == (Ending.EXITED, 2, None, b"x" * 300_000, "")
    assert open_files() == before


@pytest.mark.parametrize("surroundings", SYSTEMS)
def test_an_exit_code_that_somebody_else_took_is_a_failure_and_no_allow(surroundings: Surroundings) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        completion = run(invocation_of("sleep 0.05; exit 2"), surroundings)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert completion.ending == Ending.CANCELLED
    assert (completion.detail or "").startswith("its exit code was lost: ")


def test_an_exit_code_taken_between_two_looks_is_a_failure() -> None:
    job = ChildJob(invocation_of("sleep 0.05; exit 0"), as_here(waitid=lambda *_: True))
    running = Running([job])
    os.waitpid(job._pid, 0)
    while not running.step(FAR_S):
        pass
    assert (running.completions[0].detail or "").startswith("its exit code was lost: ")


def test_a_process_that_does_not_die_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it hung in the kernel: no kill reaches it."""
    monkeypatch.setattr(module.reap, "kill_group", lambda pid: None)
    job = ChildJob(invocation_of("exec sleep 61.7", timeout_s=0.1), as_here())
    running = Running([job])
    while not running.step(FAR_S):
        pass
    completion = running.completions[0]
    assert completion.ending == Ending.TIMED_OUT and 600 <= completion.duration_ms < 10_000
    os.kill(job._pid, signal.SIGKILL)

    def is_reaped_by_a_later_start() -> bool:
        run(invocation_of("exit 0"))
        return not os.path.exists(f"/proc/{job._pid}")

    assert wait_until(is_reaped_by_a_later_start)


def test_a_freeze_moves_the_deadline() -> None:
    job = ChildJob(invocation_of("sleep 0.3; exit 2", timeout_s=0.1), as_here())
    running = Running([job])
    due = job.due
    job.postpone(FAR_S)
    assert job.due == due + FAR_S
    while not running.step(FAR_S):
        pass
    assert running.completions[0].code == 2


def test_it_gets_its_folder_its_environment_and_a_session_of_its_own(tmp_path: Path) -> None:
    script = "import os; print(os.getcwd(), os.environ['A'], os.getsid(0) == os.getpid() == os.getpgrp())"
    (tmp_path / "s.py").write_text(script)
    completion = run(invocation_of(f"{sys.executable} s.py", cwd=str(tmp_path), env={"A": "1"}))
    assert completion.stdout == f"{tmp_path} 1 True\n".encode()
