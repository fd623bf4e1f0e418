"""processes.children: what a process has only once. Every process is real."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from hookline.model import Invocation
from hookline.processes import child
from hookline.processes.children import Children
from hookline.processes.runner import ProcessRunner
from hookline.testing import a_hook


def wait_until(holds: Callable[[], bool]) -> bool:
    limit = time.monotonic() + 60
    while not holds() and time.monotonic() < limit:
        time.sleep(0.005)
    return holds()


def test_those_that_were_left_dying_are_reaped_once_they_have_died() -> None:
    children = Children()
    nap = subprocess.Popen(["sleep", "64.3"])
    children.dying.add(nap.pid)
    children.bury()
    assert nap.pid in children.dying
    nap.kill()

    def is_buried() -> bool:
        children.bury()
        return nap.pid not in children.dying

    assert wait_until(is_buried)
    with pytest.raises(ChildProcessError):
        os.waitpid(nap.pid, 0)
    nap.returncode = -9


def test_a_number_that_was_left_belongs_to_whoever_started_with_it_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the end of a new hook would be taken for that of the old one, and its exit code be lost."""
    children, real = Children(), child.spawn

    def spawn(*arguments: Any) -> int:
        pid = real(*arguments)
        children.dying.add(pid)
        return pid

    monkeypatch.setattr(child, "spawn", spawn)
    running = ProcessRunner(children=children).run([Invocation(a_hook(command="exit 2"), b"", "/", {}, 60.0)])
    assert children.dying == set()
    while not running.step(60.0):
        pass
    assert [completion.code for completion in running.completions] == [2]


def test_a_process_has_one_and_a_forked_child_another() -> None:
    assert Children.of_this_process() is Children.of_this_process()
    reading, writing = os.pipe()
    here = Children.of_this_process()
    here.dying.add(2**30)
    pid = os.fork()
    if not pid:
        theirs = Children.of_this_process()
        os.write(writing, b"own" if theirs is not here and not theirs.dying else b"ours")
        os._exit(0)
    os.waitpid(pid, 0)
    here.dying.discard(2**30)
    os.close(writing)
    assert os.read(reading, 9) == b"own"
    os.close(reading)


#: Two engines in one process that is ours: each used to take the other's hooks for strays.
_TWO_RUNNERS = """
import os, sys
from hookline.model import Invocation
from hookline.processes.children import Children
from hookline.processes.runner import ProcessRunner
from hookline.testing import a_hook

def start(runner, command):
    return runner.run([Invocation(a_hook(command=command), b"", "/", {"PATH": os.defpath}, 60.0)])

def codes(running):
    while not running.step(60.0):
        pass
    return [completion.code for completion in running.completions]

first, second = ProcessRunner(own_process=True), ProcessRunner(own_process=True)
slow = start(first, "sleep 0.5; exit 7")
print(codes(start(second, "exit 3")))
second.close()
second.close()
print(codes(slow))
print(codes(start(first, "exit 4")), Children.of_this_process().sweeper is not None)
first.close()
print(Children.of_this_process().sweeper)
"""


def test_two_runners_of_a_process_leave_each_others_hooks_alone() -> None:
    done = subprocess.run([sys.executable, "-c", _TWO_RUNNERS], capture_output=True, text=True, timeout=60)
    assert (done.stdout.splitlines(), done.stderr) == (["[3]", "[7]", "[4] True", "None"], "")
