"""processes.spawn: a process with the surroundings it is given, started directly or, where that is not possible, by Popen."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.processes import spawn as module
from hookline.processes.spawn import spawn


def wants_something_else(*arguments: Any) -> int:
    raise TypeError("fork_exec expected 24 arguments")


@pytest.fixture(params=[param("directly"), param("by Popen"), param("by Popen, found out late")], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Each test holds on every interpreter, whatever its inner part looks like; and no way leaves a descriptor open."""
    if request.param != "directly":
        monkeypatch.setattr(module, "fork_exec", None if request.param == "by Popen" else wants_something_else)
    before = sorted(os.listdir("/dev/fd"))
    yield request.param
    assert sorted(os.listdir("/dev/fd")) == before


def said_by(argv: list[str], cwd: Path, env: dict[str, str]) -> str:
    nothing = os.open(os.devnull, os.O_RDWR)
    ours, theirs = os.pipe()
    try:
        pid = spawn(argv, str(cwd), env, nothing, theirs, nothing)
    finally:
        os.close(theirs)
        os.close(nothing)
    with open(ours, "rb") as said:
        text = said.read().decode("utf-8", "surrogateescape")
    assert os.waitpid(pid, 0) == (pid, 0)
    return text.strip()


def children() -> str:
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text()


def script(text: str) -> list[str]:
    return ["/bin/sh", "-c", text]


def program(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def test_it_has_its_folder_its_environment_and_a_session_of_its_own(tmp_path: Path) -> None:
    asks = script("pwd; echo $NAME; echo $$; cut -d' ' -f6 /proc/$$/stat 2> /dev/null || ps -o sess= -p $$")
    folder, name, process, session = said_by(asks, tmp_path, {"NAME": "Zoë \udcff", "PATH": os.defpath}).split("\n")
    assert (folder, name, session.strip()) == (str(tmp_path), "Zoë \udcff", process)


def test_each_environment_reaches_its_own_process(tmp_path: Path) -> None:
    first, second = ({"NAME": name, "PATH": os.defpath} for name in ("one", "two"))
    said = [said_by(script("echo $NAME"), tmp_path, env) for env in (first, second, first, first)]
    assert said == ["one", "two", "one", "one"]


def test_an_environment_may_be_empty(tmp_path: Path) -> None:
    assert said_by(["/usr/bin/env"], tmp_path, {}) == ""


def test_nothing_else_that_is_open_here_is_open_there(tmp_path: Path) -> None:
    leaked = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(leaked, True)
    try:
        assert said_by(script(f"test -e /dev/fd/{leaked}; echo $?"), tmp_path, {}) == "1"
    finally:
        os.close(leaked)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        param("{here}/one:{here}/two", "first", id="the first folder that has it"),
        param("{here}/none:{here}/two", "second", id="folders without it are passed over"),
        param("two", "second", id="a folder is looked for where the process will be"),
        param(":{here}/one", "third", id="an empty name is that place itself"),
    ],
)
def test_a_name_is_looked_up_in_the_path_it_is_given(tmp_path: Path, path: str, said: str) -> None:
    for folder, text in (("one", "first"), ("two", "second"), (".", "third")):
        program(tmp_path / folder, "guard-of-test", f"echo {text}")
    assert said_by(["guard-of-test"], tmp_path, {"PATH": path.format(here=tmp_path)}) == said


def test_without_a_path_the_system_s_own_is_taken(tmp_path: Path) -> None:
    assert said_by(["echo", "here"], tmp_path, {}) == "here"


@pytest.mark.parametrize(
    ("argv", "cwd", "env", "error", "named"),
    [
        param(["/nowhere/x"], "/", {}, FileNotFoundError, "/nowhere/x", id="a program that is not there"),
        param(["/"], "/", {}, PermissionError, "/", id="a folder"),
        param(["no-such-guard"], "/", {"PATH": "/nowhere"}, FileNotFoundError, "no-such-guard", id="a name nobody has"),
        param(["/bin/true"], "/nowhere", {}, FileNotFoundError, "/nowhere", id="a folder to run in that is not there"),
        param(["/bin/true"], "/", {"A=B": "1"}, ValueError, None, id="a variable with = in its name"),
        param(["/bin/true"], "/", {"A": "1\x002"}, ValueError, None, id="a variable with NUL in its value"),
        param(["/bin/true", "a\0b"], "/", {}, ValueError, None, id="an argument with NUL"),
        param(["/bin/true"], "/", {"A": "x" * 4_000_000}, OSError, "/bin/true", id="an environment that is too big"),
    ],
)
def test_what_cannot_be_started_raises(
    argv: list[str], cwd: str, env: dict[str, str], error: type[Exception], named: str | None
) -> None:
    before = children()
    with pytest.raises(error) as raised:
        spawn(argv, cwd, env, 0, 1, 2)
    assert getattr(raised.value, "filename", None) == named
    assert children() == before


def test_a_program_that_closed_its_own_streams_can_start_others() -> None:
    """The next descriptors are then 0 to 2, which a child takes for its own streams."""
    closed = """
import os
from hookline.processes.spawn import spawn
null = os.open(os.devnull, os.O_RDWR)
out = os.dup(1)
for number in (0, 1, 2): os.close(number)
pid = spawn(["/bin/sh", "-c", "echo fine"], "/", {}, null, out, null)
os._exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""
    told = subprocess.run([sys.executable, "-c", closed], capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stdout) == (0, "fine\n")


def test_starts_are_announced_to_audit_hooks(tmp_path: Path, way: str) -> None:
    program = "import sys, os; sys.addaudithook(lambda n, a: n == 'subprocess.Popen' and print(a[1], flush=True))\n"
    program += "from hookline.processes.spawn import spawn; os.waitpid(spawn(['/bin/true'], '/', {}, 0, 1, 2), 0)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert told.stdout == "['/bin/true']\n"


def test_a_failed_start_that_somebody_else_reaped_is_told_as_ever() -> None:
    ignoring = """
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system then reaps every child
from hookline.processes.spawn import spawn
try: spawn(["/nowhere/x"], "/", {}, 0, 1, 2)
except FileNotFoundError as error: print(error.filename)
"""
    told = subprocess.run([sys.executable, "-c", ignoring], capture_output=True, text=True, timeout=60)
    assert (told.stdout, told.stderr) == ("/nowhere/x\n", "")


def test_where_the_inner_part_is_missing_the_module_can_be_imported() -> None:
    missing = "import sys, subprocess; sys.modules['_posixsubprocess'] = None; import hookline.processes.spawn as s; print(s.fork_exec)"
    told = subprocess.run([sys.executable, "-c", missing], capture_output=True, text=True, timeout=60)
    assert told.stdout == "None\n"


def test_a_descriptor_among_the_standard_ones_is_left_to_popen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BEYOND_STDERR", 1_000_000)
    assert said_by(script("echo fine"), tmp_path, {}) == "fine"
