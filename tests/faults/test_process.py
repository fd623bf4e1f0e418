"""What a hook's process can do wrong, and what comes of it: section 6.1 of the fault list, every one with a real process.

Each fault is fired twice where it is a failure: a failure proceeds, and with failClosed it denies. After each one the
engine still answers, and nothing that carries the test's mark is alive.
"""

import ctypes
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hookline import Decision, Engine

EVENT, HEALTHY = "beforeShellExecution", "beforeMCPExecution"
#: Deadlines of hooks that are to run into them, and of those that are not.
SOON_S, FAR_S = 0.5, 60
#: What a fire may take beyond a deadline: the promise is one second, the rest is for a busy machine.
LATE_S = 8.0
PYTHON = f"#!{sys.executable} -IS\n"
DENY = '{"permission": "deny", "user_message": "no"}'
_PR_SET_CHILD_SUBREAPER = 36


class Place:
    """A workspace with one faulty hook, and an engine that runs it in a process that is its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "shop"
        self.healthy = True  # whether other hooks can run
        self.mark = f"HOOKLINE_TEST={os.getpid()}-{time.monotonic_ns()}"
        name, value = self.mark.split("=")
        self.environ = {**os.environ, "HOME": str(folder), "HOOKLINE_STATE": str(folder / "state"), name: value}

    def write(self, name: str, content: str | bytes, mode: int = 0o755) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        path.chmod(mode)

    def fire(self, command: str, *, closed: bool = False, timeout: float = FAR_S, about: str = "ls") -> Decision:
        """Fire the hook; then see that the engine is well and nothing is left."""
        entry = {"command": command, "timeout": timeout, "failClosed": closed}
        self._configure({EVENT: [entry], HEALTHY: [{"command": "exit 2"}]})
        engine = Engine.load(self.root, trust=True, journal=False, own_process=True, environ=self.environ)
        try:
            decision = engine.session().fire_sync(EVENT, command=about, cwd="/")
            assert self.survivors() == []
            assert engine.session().fire_sync(HEALTHY, tool_name="x").blocked is self.healthy
        finally:
            engine.close()
        assert len(decision.outcomes) == 1, decision
        return decision

    def _configure(self, hooks: dict[str, Any]) -> None:
        self.write(".cursor/hooks.json", json.dumps({"version": 1, "hooks": hooks}), 0o644)

    def survivors(self) -> list[str]:
        """Command lines of living processes that carry the mark."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if self.mark.encode() in Path(f"/proc/{pid}/environ").read_bytes():
                    found.append(Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                pass
        return found


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    yield Place(tmp_path)
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def fails(place: Place, command: str, said: str, **more: Any) -> tuple[Decision, Decision]:
    """The hook's failure is told in these words; it proceeds, and with failClosed it denies."""
    decisions = place.fire(command, **more), place.fire(command, closed=True, **more)
    for decision in decisions:
        assert [failure[: len(said)] for failure in decision.failures] == [said], decision.failures
    assert [decision.blocked for decision in decisions] == [False, True]
    assert "proceeds although 1 hook failed" in decisions[0].because
    assert "failClosed is set" in decisions[1].because
    return decisions


def script(place: Place, content: str | bytes) -> str:
    place.write("hook", content)
    return "./hook"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(
            "#!/bin/sh\nexit 1",
            "exited with code 1",
            id="exit 1",
            marks=pytest.mark.fault("6.1", "the hook exits with 1", "proceeds; with failClosed it denies"),
        ),
        pytest.param(
            "#!/bin/sh\nkill -SEGV $$",
            "killed by signal 11 (SIGSEGV)",
            id="SIGSEGV",
            marks=pytest.mark.fault(
                "6.1", "the hook dies of SIGSEGV", "the signal is named; proceeds; with failClosed it denies"
            ),
        ),
        pytest.param(
            "#!/bin/sh\nkill -KILL $$",
            "killed by signal 9 (SIGKILL)",
            id="self-KILL",
            marks=pytest.mark.fault(
                "6.1", "the hook kills itself", "the signal is named; proceeds; with failClosed it denies"
            ),
        ),
        pytest.param(
            "#!/bin/sh\necho all fine",
            "answer is not JSON: ",
            id="exit 0 and text",
            marks=pytest.mark.fault(
                "6.1", "the hook prints text and exits with 0", "a failure: proceeds; with failClosed it denies"
            ),
        ),
        pytest.param(
            "#!/bin/sh\nkill 0; sleep 60",
            "killed by signal 15 (SIGTERM)",
            id="kill 0",
            marks=pytest.mark.fault(
                "6.1",
                "the hook signals its whole process group (kill 0)",
                "the engine is not in it: a failure, proceeds; with failClosed it denies",
            ),
        ),
        pytest.param(
            PYTHON + "import os\nwhile True: os.dup(0)",
            "exited with code 1",
            id="out of descriptors",
            marks=pytest.mark.fault(
                "6.1",
                "the hook uses up its descriptors",
                "a failure of that hook alone: proceeds; with failClosed it denies",
            ),
        ),
        pytest.param(
            "#!/bin/sh\nulimit -v 200000\n" + f"exec {sys.executable} -IS -c 'x = bytes(10**9)'",
            "exited with code 1",
            id="out of memory",
            marks=pytest.mark.fault(
                "6.1", "the hook uses up its memory", "a failure of that hook alone: proceeds; with failClosed it denies"
            ),
        ),
    ],
)
def test_a_hook_that_breaks(place: Place, content: str, said: str) -> None:
    assert fails(place, script(place, content), said)[1].response == {"permission": "deny"}


@pytest.mark.fault("6.1", "the hook ends in a traceback", "proceeds, with stderr kept; with failClosed it denies")
def test_a_traceback(place: Place) -> None:
    for decision in fails(place, script(place, PYTHON + "{}['x']"), "exited with code 1"):
        assert decision.outcomes[0].completion.stderr.endswith("KeyError: 'x'\n")


@pytest.mark.fault(
    "6.1",
    "the hook prints a deny and exits with 1",
    "a failure, with the note that a deny was printed: proceeds; with failClosed it denies",
)
def test_a_deny_with_the_wrong_exit_code(place: Place) -> None:
    for decision in fails(place, f"echo '{DENY}'; exit 1", "exited with code 1"):
        assert "it printed a deny, which does not count because it failed" in decision.notes[0]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(
            "#!/bin/sh\nexec sleep 60",
            id="hang",
            marks=pytest.mark.fault(
                "6.1", "the hook hangs", "timed out: proceeds; with failClosed it denies; nothing survives"
            ),
        ),
        pytest.param(
            "#!/bin/sh\ntrap '' TERM INT HUP\nwhile :; do sleep 1; done",
            id="ignores TERM",
            marks=pytest.mark.fault(
                "6.1",
                "the hook hangs and ignores SIGTERM",
                "timed out: proceeds; with failClosed it denies; nothing survives",
            ),
        ),
        pytest.param(
            "#!/bin/sh\nwhile :; do :; done",
            id="busy loop",
            marks=pytest.mark.fault(
                "6.1", "the hook loops at full speed", "timed out: proceeds; with failClosed it denies; nothing survives"
            ),
        ),
        pytest.param(
            "#!/bin/sh\nkill -STOP $$",
            id="stops itself",
            marks=pytest.mark.fault(
                "6.1", "the hook stops itself (SIGSTOP)", "timed out: proceeds; with failClosed it denies; nothing survives"
            ),
        ),
        pytest.param(
            "#!/bin/sh\nwhile :; do printf ' '; sleep 0.02; done",
            id="slow drip",
            marks=pytest.mark.fault(
                "6.1",
                "the hook prints a little, for ever",
                "timed out: proceeds; with failClosed it denies; nothing survives",
            ),
        ),
        pytest.param(
            "#!/bin/sh\nexec >&- 2>&-\nsleep 60",
            id="closes stdout and sleeps",
            marks=pytest.mark.fault(
                "6.1",
                "the hook closes stdout and stderr and sleeps",
                "over only when its process is: timed out, proceeds; with failClosed it denies; nothing survives",
            ),
        ),
        pytest.param(
            "#!/bin/sh\nsleep 60 &\nsleep 60 &\nwait",
            id="grandchildren hang",
            marks=pytest.mark.fault(
                "6.1",
                "grandchildren hold the pipes and hang",
                "timed out: proceeds; with failClosed it denies; no grandchild survives",
            ),
        ),
    ],
)
def test_a_hook_that_does_not_end(place: Place, content: str) -> None:
    command = script(place, content)
    for decision in fails(place, command, "timed out after 0.5 s", timeout=SOON_S):
        assert SOON_S <= decision.duration_ms / 1000 < SOON_S + LATE_S


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(
            f"#!/bin/sh\necho '{DENY}'\nsleep 60 &\n",
            id="a child keeps stdout",
            marks=pytest.mark.fault(
                "6.1",
                "the hook prints a deny and ends; its child keeps stdout open",
                "denies a moment after the hook's own end; the child is killed",
            ),
        ),
        pytest.param(
            f"#!/bin/sh\necho '{DENY}'\n(setsid sleep 60 &)\n",
            id="a daemon with stdout",
            marks=pytest.mark.fault(
                "6.1",
                "the hook prints a deny and leaves a daemon in its own session, which holds stdout",
                "denies a moment after the hook's own end; in processes that are ours the daemon is killed",
            ),
        ),
        pytest.param(
            f"#!/bin/sh\necho '{DENY}'\n(setsid sleep 60 >/dev/null 2>&1 </dev/null &)\n",
            id="a daemon without stdout",
            marks=pytest.mark.fault(
                "6.1",
                "the hook prints a deny and leaves a daemon in its own session, without stdout",
                "denies at once; in processes that are ours the daemon is killed",
            ),
        ),
    ],
)
def test_a_deny_is_not_lost_to_what_is_left_behind(place: Place, content: str) -> None:
    decision = place.fire(script(place, content))
    assert decision.response == {"permission": "deny", "user_message": "no"}
    assert decision.failures == () and decision.duration_ms / 1000 < LATE_S


@pytest.mark.fault(
    "6.1",
    "the hook writes 2 GB to stdout",
    '1 MiB is kept, the rest is read and dropped; "too much output" proceeds, with failClosed it denies; our memory does not grow',
)
def test_a_flood_of_stdout(place: Place) -> None:
    before = resident_bytes()
    command = script(place, "#!/bin/sh\nhead -c 2000000000 /dev/zero\n")
    for decision in fails(place, command, "wrote more than 1 MiB to stdout: too much output"):
        assert len(decision.outcomes[0].completion.stdout) == 1024 * 1024
    assert resident_bytes() - before < 64 * 1024 * 1024


@pytest.mark.fault(
    "6.1",
    "the hook writes 2 GB to stderr, then denies",
    "denies; the first and last 32 KiB of stderr are kept (not 256 KB); our memory does not grow",
)
def test_a_flood_of_stderr(place: Place) -> None:
    before = resident_bytes()
    command = script(place, "#!/bin/sh\necho first >&2; head -c 2000000000 /dev/zero >&2; echo last >&2; exit 2\n")
    decision = place.fire(command)
    stderr = decision.outcomes[0].completion.stderr
    assert decision.blocked and decision.failures == ()
    assert stderr.startswith("first\n") and stderr.endswith("last\n") and len(stderr) < 70_000
    assert resident_bytes() - before < 64 * 1024 * 1024


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    ("answer", "response"),
    [
        pytest.param(
            b"\xef\xbb\xbf" + DENY.encode(),
            {"permission": "deny", "user_message": "no"},
            id="a byte order mark",
            marks=pytest.mark.fault("6.1", "a byte order mark before the answer", "skipped; the answer counts"),
        ),
        pytest.param(
            b'{"permission": "deny", "user_message": "n\xffo"}',
            {"permission": "deny", "user_message": "n�o"},
            id="invalid UTF-8",
            marks=pytest.mark.fault("6.1", "invalid UTF-8 in a message", "decoded with U+FFFD; the answer counts"),
        ),
        pytest.param(
            b'{"permission": "deny", "permission": "allow"}',
            {"permission": "deny"},
            id="deny, then allow",
            marks=pytest.mark.fault("6.1", "a duplicated permission: deny, then allow", "the strictest counts: it denies"),
        ),
        pytest.param(
            b'{"permission": "allow", "permission": "deny"}',
            {"permission": "deny"},
            id="allow, then deny",
            marks=pytest.mark.fault("6.1", "a duplicated permission: allow, then deny", "the strictest counts: it denies"),
        ),
        pytest.param(
            b'{"permission": "deny", "userMessage": "no"}',
            {"permission": "deny", "user_message": "no"},
            id="userMessage",
            marks=pytest.mark.fault("6.1", "a message spelled userMessage", "accepted"),
        ),
        pytest.param(
            DENY.encode(),
            {"permission": "deny", "user_message": "no"},
            id="user_message",
            marks=pytest.mark.fault("6.1", "a message spelled user_message", "accepted"),
        ),
        pytest.param(
            b"",
            {},
            id="nothing",
            marks=pytest.mark.fault("6.1", "exit 0 and nothing on stdout", "no opinion: proceeds, also with failClosed"),
        ),
        pytest.param(
            b" \n\t\r\n ",
            {},
            id="white space",
            marks=pytest.mark.fault(
                "6.1", "exit 0 and only white space on stdout", "no opinion: proceeds, also with failClosed"
            ),
        ),
    ],
)
def test_an_odd_answer_that_counts(place: Place, answer: bytes, response: dict[str, str]) -> None:
    place.write("answer", answer)
    for closed in (False, True):
        decision = place.fire("cat answer", closed=closed)
        assert (decision.failures, decision.response, decision.blocked) == ((), response, bool(response))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(
            DENY.encode("utf-16"),
            "answer is not JSON: ",
            id="UTF-16",
            marks=pytest.mark.fault("6.1", "the answer is in UTF-16", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'{"permission": "allow", "x": NaN}',
            "answer is not JSON: NaN",
            id="NaN",
            marks=pytest.mark.fault("6.1", "NaN in the answer", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'{"permission": "allow", "x": -Infinity}',
            "answer is not JSON: -Infinity",
            id="Infinity",
            marks=pytest.mark.fault("6.1", "Infinity in the answer", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'{"permission": "allow", "x": ' + b"9" * 100_000 + b"}",
            "answer is not JSON: ",
            id="100,000 digits",
            marks=pytest.mark.fault(
                "6.1", "a number of 100,000 digits in the answer", "a failure: proceeds; with failClosed it denies"
            ),
        ),
        pytest.param(
            b'{"permission": "allow", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
            "answer is not JSON: it is nested too deeply",
            id="100,000 lists",
            marks=pytest.mark.fault(
                "6.1", "100,000 nested lists in the answer", "a failure: proceeds; with failClosed it denies"
            ),
        ),
        pytest.param(
            b'{"permission": "allow"}\0',
            "answer is not JSON: ",
            id="a NUL behind it",
            marks=pytest.mark.fault("6.1", "a NUL behind the answer", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'{"permission": "allow"}\n{"permission": "allow"}',
            "answer is not JSON: ",
            id="two documents",
            marks=pytest.mark.fault("6.1", "two documents as the answer", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'checking...\n{"permission": "allow"}',
            "answer is not JSON: ",
            id="text around it",
            marks=pytest.mark.fault("6.1", "text before the answer", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'[{"permission": "allow"}]',
            "answer is not JSON: an object is wanted, this is a list",
            id="a list",
            marks=pytest.mark.fault("6.1", "the answer is a list", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'"allow"',
            "answer is not JSON: an object is wanted, this is text",
            id="a string",
            marks=pytest.mark.fault("6.1", "the answer is a string", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'{"permission": null}',
            "permission null is not allow, deny or ask",
            id="permission null",
            marks=pytest.mark.fault("6.1", "permission null", "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'{"permission": "DENY"}',
            "permission 'DENY' is not allow, deny or ask",
            id="permission DENY",
            marks=pytest.mark.fault("6.1", 'permission "DENY"', "a failure: proceeds; with failClosed it denies"),
        ),
        pytest.param(
            b'{"permission": ["deny"]}',
            "permission a list is not allow, deny or ask",
            id="permission in a list",
            marks=pytest.mark.fault("6.1", 'permission ["deny"]', "a failure: proceeds; with failClosed it denies"),
        ),
    ],
)
def test_an_answer_that_does_not_count(place: Place, answer: bytes, said: str) -> None:
    place.write("answer", answer)
    fails(place, "cat answer", said)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            "cat answer; exit 2",
            id="an allow on stdout",
            marks=pytest.mark.fault("6.1", "exit 2 and an allow on stdout", "denies: the exit code is read first"),
        ),
        pytest.param(
            "exit 2", id="nothing on stdout", marks=pytest.mark.fault("6.1", "exit 2 and nothing on stdout", "denies")
        ),
        pytest.param(
            "head -c 3000 /dev/urandom; exit 2",
            id="garbage on stdout",
            marks=pytest.mark.fault("6.1", "exit 2 and garbage on stdout", "denies"),
        ),
        pytest.param(
            f"{sys.executable} -ISc 'import sys; sys.exit(258)'",
            id="258",
            marks=pytest.mark.fault("6.1", "exit 258, of which the system keeps eight bits", "denies: it is exit 2"),
        ),
    ],
)
def test_exit_code_2(place: Place, command: str) -> None:
    place.write("answer", '{"permission": "allow"}')
    decision = place.fire(command)
    assert (decision.response["permission"], decision.failures) == ("deny", ())
    assert "exit code 2" in decision.because


BIG = "x" * 10_000_000


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(
            "#!/bin/sh\nexec <&-\nsleep 0.2\nexit 2",
            id="closes stdin",
            marks=pytest.mark.fault(
                "6.1", "the hook closes stdin while 10 MB are to come", "its answer counts; no SIGPIPE reaches us"
            ),
        ),
        pytest.param(
            "#!/bin/sh\nexit 2",
            id="never reads and answers",
            marks=pytest.mark.fault("6.1", "the hook never reads 10 MB of stdin and answers", "its answer counts"),
        ),
        pytest.param(
            "#!/bin/sh\nhead -c 1000000 /dev/zero\ncat >/dev/null\nexit 2",
            id="writes before it reads",
            marks=pytest.mark.fault("6.1", "the hook writes 1 MB before it reads 10 MB", "no deadlock; its answer counts"),
        ),
    ],
)
def test_ten_megabytes_of_stdin(place: Place, content: str) -> None:
    decision = place.fire(script(place, content), about=BIG)
    assert decision.blocked and decision.failures == ()


@pytest.mark.fault("6.1", "the hook never reads 10 MB of stdin and hangs", "timed out: proceeds; with failClosed it denies")
def test_ten_megabytes_of_stdin_nobody_reads(place: Place) -> None:
    for decision in fails(place, script(place, "#!/bin/sh\nsleep 60"), "timed out after 0.5 s", timeout=SOON_S, about=BIG):
        assert decision.duration_ms / 1000 < SOON_S + LATE_S


@pytest.mark.parametrize(
    ("content", "mode", "said"),
    [
        pytest.param(
            None,
            0,
            "not found: ./hook in ",
            id="missing",
            marks=pytest.mark.fault(
                "6.1", "the script is missing", 'a launch failure, "not found": proceeds; with failClosed it denies'
            ),
        ),
        pytest.param(
            "#!/bin/sh\nexit 2",
            0o644,
            "not executable: ./hook; run: chmod +x ",
            id="not executable",
            marks=pytest.mark.fault(
                "6.1",
                "the script is not executable",
                "a launch failure that names chmod: proceeds; with failClosed it denies",
            ),
        ),
        pytest.param(
            "#!/no/such/shell\nexit 2",
            0o755,
            "not found: the interpreter '/no/such/shell' that ./hook names",
            id="wrong interpreter",
            marks=pytest.mark.fault(
                "6.1",
                "the script names an interpreter that is not there",
                "a launch failure that names it: proceeds; with failClosed it denies",
            ),
        ),
        pytest.param(
            "#!/bin/sh\r\nexit 2\r\n",
            0o755,
            "not found: the first line of ./hook ends in CR LF",
            id="CRLF shebang",
            marks=pytest.mark.fault(
                "6.1",
                "the script's first line ends in CR LF",
                "a launch failure that names the line ends: proceeds; with failClosed it denies",
            ),
        ),
        pytest.param(
            b"\x7fELF\2\1\1\0garbage",
            0o755,
            "not executable: ./hook is neither a script nor a program",
            id="corrupt ELF",
            marks=pytest.mark.fault(
                "6.1", "the program is damaged", "a launch failure: proceeds; with failClosed it denies"
            ),
        ),
        pytest.param(
            "",
            -1,
            "not executable: ./hook is a folder",
            id="a directory",
            marks=pytest.mark.fault(
                "6.1", "the command is a folder", "a launch failure that says so: proceeds; with failClosed it denies"
            ),
        ),
    ],
)
def test_a_hook_that_cannot_be_started(place: Place, content: str | bytes | None, mode: int, said: str) -> None:
    if mode == -1:
        (place.root / "hook").mkdir(parents=True)
    elif content is not None:
        place.write("hook", content, mode)
    for decision in fails(place, "./hook", said):
        assert decision.outcomes[0].completion.ending == "not started"


@pytest.mark.fault(
    "6.1",
    "the script has no first line that names an interpreter",
    "it is read by /bin/sh, as a shell does it: its answer counts",
)
def test_a_script_without_a_shebang(place: Place) -> None:
    decision = place.fire(script(place, "echo no >&2\nexit 2\n"))
    assert decision.response == {"permission": "deny", "agent_message": "no"}


@pytest.mark.fault(
    "6.1", "the folder a hook runs in is gone", "a launch failure that names the folder: proceeds; with failClosed it denies"
)
def test_a_working_folder_that_is_gone(place: Place) -> None:
    team = place.folder / ".cursor" / "managed" / "team_1"
    place.root.mkdir()
    for closed in (False, True):
        (team / "hooks").mkdir(parents=True)
        entry = {"command": "exit 2", "failClosed": closed}
        (team / "hooks.json").write_text(json.dumps({"version": 1, "hooks": {EVENT: [entry]}}))
        engine = Engine.load(place.root, trust=True, journal=False, environ=place.environ)
        shutil.rmtree(team / "hooks")
        decision = engine.session().fire_sync(EVENT, command="ls")
        assert decision.failures == (f"not found: the folder {team}/hooks, where it was to run",)
        assert decision.blocked is closed
        engine.close()


@pytest.mark.fault(
    "6.1", "a value with a NUL for the environment", "a launch failure that names it: proceeds; with failClosed it denies"
)
def test_an_environment_with_a_nul(place: Place) -> None:
    fails(place, 'test -z "${command}" && exit 2', "the environment cannot hold ${command}: it has a NUL", about="a\0b")


@pytest.mark.fault(
    "6.1", "an environment of 3 MB", "a launch failure that names the variable: proceeds; with failClosed it denies"
)
def test_an_environment_of_three_megabytes(place: Place) -> None:
    place.environ["BIG"], place.healthy = "x" * 3_000_000, False
    fails(place, "exit 2", "could not be started: the environment cannot hold BIG (3,000,000 bytes)")


@pytest.mark.fault("6.1", "a command of 200 KB", 'a launch failure, "too big": proceeds; with failClosed it denies')
def test_a_command_of_two_hundred_kilobytes(place: Place) -> None:
    fails(place, "exit 2 #" + "x" * 200_000, "could not be started: its command and environment are too big for the system")


_BOMB = (
    PYTHON
    + """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for depth in range(7):  # 128 processes, half of them in sessions of their own
    if os.fork() == 0 and depth % 2:
        os.setsid()
while True:
    time.sleep(1)
"""
)


@pytest.mark.fault(
    "6.1",
    "a fork bomb (of 128 processes, half in sessions of their own)",
    "timed out: proceeds; with failClosed it denies; in processes that are ours nothing survives",
)
def test_a_fork_bomb(place: Place) -> None:
    fails(place, script(place, _BOMB), "timed out after 1 s", timeout=1)


@pytest.mark.fault(
    "6.1",
    "the hook reopens the terminal",
    "it has none: a failure, proceeds; with failClosed it denies; the person's terminal is not touched",
)
def test_a_hook_that_wants_the_terminal(place: Place) -> None:
    """The engine runs in a terminal of its own here, so that there is one to be had."""
    import pexpect

    command = script(place, PYTHON + "open('/dev/tty', 'w').write('password: ')")
    for closed in (False, True):
        place.fire(command, closed=closed)
        argv = ["-m", "hookline", "fire", EVENT, "--trust", "--json", "--workspace", str(place.root), "--set", "command=ls"]
        terminal = pexpect.spawn(sys.executable, argv, env=place.environ, timeout=FAR_S, encoding="utf-8")
        shown = terminal.read()
        terminal.close()
        assert terminal.exitstatus == (2 if closed else 0), shown
        assert "exited with code 1" in shown and "password: " not in shown.replace("'password: '", "")
