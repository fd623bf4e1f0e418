"""What the machine can do to the engine, and what comes of it: section 6.2 of the fault list, on real processes."""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

EVENT = "beforeShellExecution"
FAR_S = 60
#: A hook that ignores SIGTERM and has a child in its group and one in a session of its own.
CLINGING = "trap '' TERM HUP INT; sleep 64 & setsid sleep 64 & wait; sleep 64"


class Place:
    """A workspace, an environment whose mark every hook inherits, and hosts that run there."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.root = folder / "shop"
        (self.root / ".cursor").mkdir(parents=True)
        self.stack = stack
        self.mark = f"HOOKLINE_TEST={os.getpid()}-{time.monotonic_ns()}"
        name, value = self.mark.split("=")
        self.environ = {**os.environ, "HOME": str(folder), "HOOKLINE_STATE": str(folder / "state"), name: value}

    def configure(self, *commands: str, **more: Any) -> None:
        hooks = [{"command": command, "timeout": FAR_S, **more} for command in commands]
        (self.root / ".cursor" / "hooks.json").write_text(json.dumps({"version": 1, "hooks": {EVENT: hooks}}))

    def host(self, **limits: int) -> "Host":
        return self.stack.enter_context(Host(self, limits))

    def run(self, code: str, *arguments: str) -> list[Any]:
        """What a program that embeds the engine prints, line by line."""
        program = textwrap.dedent(_PRELUDE) + textwrap.dedent(code)
        argv = [sys.executable, "-c", program, str(self.root), *arguments]
        ended = subprocess.run(argv, env=self.environ, capture_output=True, text=True, timeout=FAR_S, check=False)
        assert ended.returncode == 0, ended.stderr
        return [json.loads(line) for line in ended.stdout.splitlines()]

    def hooks_alive(self, host: int = -1) -> list[int]:
        """Processes that carry the mark, besides a host's own."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if self.mark.encode() in Path(f"/proc/{pid}/environ").read_bytes() and int(pid) != host:
                    found.append(int(pid))
            except OSError:
                pass
        return found

    def until_alive(self, number: int, host: int) -> None:
        limit = time.monotonic() + FAR_S
        while len(self.hooks_alive(host)) != number:
            assert time.monotonic() < limit, self.hooks_alive(host)
            time.sleep(0.01)


_PRELUDE = """
import json, os, resource, sys, threading, time
from hookline import Engine
import hookline.processes.runner

def tell(decision):
    print(json.dumps([decision.blocked, decision.failures, decision.duration_ms / 1000]), flush=True)

engine = Engine.load(sys.argv[1], trust=True, journal=False)
"""


class Host:
    """A real `hookline host`, spoken to over its pipes."""

    def __init__(self, place: Place, limits: dict[str, int]) -> None:
        argv = [sys.executable, "-m", "hookline", "host", "--trust", "--workspace", str(place.root)]

        def limit() -> None:
            for name, value in limits.items():
                resource.setrlimit(getattr(resource, name), (value, value))

        self.process = subprocess.Popen(
            argv, env=place.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=limit if limits else None
        )
        self.pid = self.process.pid

    def __enter__(self) -> "Host":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, number: int) -> None:
        assert self.process.stdin is not None
        for one in range(number):
            asked = {"id": one, "event": EVENT, "input": {"command": "ls", "cwd": "/"}}
            self.process.stdin.write(json.dumps(asked).encode() + b"\n")
        self.process.stdin.flush()

    def answers(self, number: int) -> list[dict[str, Any]]:
        assert self.process.stdout is not None
        return [json.loads(self.process.stdout.readline()) for _ in range(number)]


@pytest.fixture
def place() -> Iterator[Place]:
    """Not in pytest's own folder, which no other user may enter."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        Path(folder).chmod(0o755)
        yield Place(Path(folder).resolve(), stack)


@pytest.mark.fault(
    "6.2", "50 events at once with 40 descriptors (EMFILE)", "hooks wait for descriptors: every one runs, none fails open"
)
def test_out_of_descriptors(place: Place) -> None:
    place.configure("exit 2", "sleep 0.02; exit 2")
    host = place.host(RLIMIT_NOFILE=40)
    host.ask(50)
    answers = host.answers(50)
    assert {answer["id"] for answer in answers} == set(range(50))
    assert [answer["blocked"] for answer in answers] == [True] * 50
    assert [hook["failure"] for answer in answers for hook in answer["hooks"]] == [None] * 100


@pytest.mark.fault(
    "6.2",
    "the system has no more processes (fork gives EAGAIN)",
    "tried again until the hook's deadline, then a failure that says so: proceeds; with failClosed it denies",
)
def test_out_of_processes(place: Place) -> None:
    code = """
    if os.geteuid() == 0:  # whom no limit binds
        os.setgroups([]); os.setgid(54321); os.setuid(54321)
    soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    relief = threading.Timer(float(sys.argv[2]), resource.setrlimit, (resource.RLIMIT_NPROC, (soft, hard)))
    relief.start()
    resource.setrlimit(resource.RLIMIT_NPROC, (1, hard))
    tell(engine.session().fire_sync("beforeShellExecution", command="ls"))
    relief.cancel()
    """
    place.configure("exit 2")
    [[blocked, failures, took_s]] = place.run(code, "0.5")
    assert (blocked, failures) == (True, []) and took_s >= 0.4
    for closed in (False, True):
        place.configure("exit 2", timeout=0.3, failClosed=closed)
        [[blocked, failures, took_s]] = place.run(code, "30")
        assert blocked is closed and took_s >= 0.3
        assert failures == ["could not be started: Resource temporarily unavailable (EAGAIN)"]


@pytest.mark.fault(
    "6.2",
    "the engine has no more memory for an event (ENOMEM)",
    "a failure that says so: proceeds; with failClosed it denies; the next event is answered",
)
def test_out_of_memory(place: Place) -> None:
    code = """
    session = engine.session()
    session.fire_sync("beforeShellExecution", command="ls")
    text = "x" * 50_000_000
    used = int(open("/proc/self/statm").read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (used + 40_000_000, -1))
    decision = session.fire_sync("beforeShellExecution", command=text)
    print(json.dumps([decision.blocked, decision.because]))
    tell(session.fire_sync("beforeShellExecution", command="ls"))
    """
    for closed in (False, True):
        place.configure("exit 2", failClosed=closed)
        [[blocked, because], healthy] = place.run(code)
        assert blocked is closed and because.startswith("hookline's own error: MemoryError()")
        assert healthy[:2] == [True, []]


@pytest.mark.fault(
    "6.2", "SIGTERM to the host with ten hooks under way", "the host ends within a second, and every hook before it"
)
def test_a_host_that_is_told_to_end(place: Place) -> None:
    place.configure(CLINGING)
    host = place.host()
    host.ask(10)
    place.until_alive(30, host.pid)
    began = time.monotonic()
    host.process.send_signal(signal.SIGTERM)
    code = host.process.wait(FAR_S)
    took_s = time.monotonic() - began
    assert place.hooks_alive() == []
    assert code == 128 + signal.SIGTERM and took_s < 1


@pytest.mark.fault(
    "6.2", "the host is killed (SIGKILL) with hooks under way", "its guardian ends the hooks and what escaped from them"
)
def test_a_host_that_is_killed(place: Place) -> None:
    place.configure(CLINGING)
    host = place.host()
    host.ask(5)
    place.until_alive(15, host.pid)
    host.process.kill()
    host.process.wait(FAR_S)
    place.until_alive(0, host.pid)


@pytest.mark.fault(
    "6.2",
    "the host is stopped and continued (SIGSTOP, SIGCONT), alone and together with its hooks",
    "deadlines are monotonic and a freeze is forgiven: a hook that answered is heard, one that was frozen too gets its time",
)
def test_a_host_that_is_frozen(place: Place) -> None:
    place.configure("sleep 1; exit 2", "kill -STOP $$; sleep 1; exit 2", timeout=3)
    host = place.host()
    host.ask(3)
    place.until_alive(9, host.pid)  # three shells with their sleeps, three shells that stop
    while len(stopped := [pid for pid in place.hooks_alive(host.pid) if state(pid) == "T"]) < 3:
        time.sleep(0.01)
    host.process.send_signal(signal.SIGSTOP)
    time.sleep(9)  # three seconds of deadline, five that are taken for a freeze, and one
    for pid in stopped:
        os.kill(pid, signal.SIGCONT)
    host.process.send_signal(signal.SIGCONT)
    answers = host.answers(3)
    assert [(hook["exit_code"], hook["failure"]) for answer in answers for hook in answer["hooks"]] == [(2, None)] * 6


@pytest.mark.fault(
    "6.2",
    "a request of 14 MB with a million keys arrives while a slow hook still has to read its input",
    "time in which the host was busy with something else is given back: the hook is heard",
)
def test_a_request_that_keeps_the_host_busy(place: Place) -> None:
    place.configure("sleep 1.2; cat >/dev/null; exit 2", timeout=3)
    host = place.host()
    host.ask(1)
    assert host.answers(1)[0]["blocked"]
    guarded = {"id": "guarded", "event": EVENT, "input": {"command": "x" * 300_000, "cwd": "/"}}
    large = {"id": "large", "event": "stop", "input": {f"k{number}": 1 for number in range(1_200_000)}}
    assert host.process.stdin is not None
    host.process.stdin.write(json.dumps(guarded).encode() + b"\n")
    host.process.stdin.flush()
    time.sleep(0.25)
    host.process.stdin.write(json.dumps(large).encode() + b"\n")
    host.process.stdin.flush()
    blocked = {answer["id"]: answer["blocked"] for answer in host.answers(2)}
    assert blocked == {"guarded": True, "large": False}


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.fault(
    "6.2",
    "the wall clock jumps by ten years, forwards and backwards",
    "deadlines are unaffected: a slow hook is heard, a hanging one times out when it should",
)
def test_a_clock_that_jumps(place: Place) -> None:
    code = """
    tell(engine.session().fire_sync("beforeShellExecution", command="ls"))
    """
    jumping = """
    import itertools, time
    real, jumps = time.time, itertools.cycle([0.0, 315360000.0, -315360000.0])
    time.time = lambda: real() + next(jumps)
    time.time_ns = lambda: int(time.time() * 1e9)
    """
    place.environ["PYTHONPATH"] = str(place.root)
    (place.root / "sitecustomize.py").write_text(textwrap.dedent(jumping))
    assert place.run("print(int(abs(time.time() - time.time()) > 1e8))") == [1]
    place.configure("sleep 1; exit 2", timeout=30)
    [[blocked, failures, took_s]] = place.run(code)
    assert (blocked, failures) == (True, []) and 1 <= took_s < 20
    place.configure("sleep 64", timeout=1)
    [[blocked, failures, took_s]] = place.run(code)
    assert (blocked, failures) == (False, ["timed out after 1 s"]) and 1 <= took_s < 20


@pytest.mark.fault("6.2", "100 events at once, of 5 hooks each", "every hook runs and is heard; nothing is left")
def test_a_hundred_events_at_once(place: Place) -> None:
    place.configure(*[f"sleep 0.0{n}; cat >/dev/null; exit 2" for n in range(5)])
    host = place.host()
    host.ask(100)
    answers = host.answers(100)
    assert {answer["id"] for answer in answers} == set(range(100))
    assert [answer["blocked"] for answer in answers] == [True] * 100
    assert [(hook["exit_code"], hook["failure"]) for answer in answers for hook in answer["hooks"]] == [(2, None)] * 500
    assert place.hooks_alive(host.pid) == []
