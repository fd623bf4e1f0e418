"""engine.reap: processes at their end. Every process is real."""

import os
import subprocess
import time
from collections.abc import Callable

import pytest

from hookline.processes import reap


def wait_until(holds: Callable[[], bool]) -> bool:
    limit = time.monotonic() + 60
    while not holds() and time.monotonic() < limit:
        time.sleep(0.005)
    return holds()


def test_a_group_is_killed_with_its_leader() -> None:
    child = subprocess.Popen(["/bin/sh", "-c", "sleep 64.1 & sleep 64.1"], start_new_session=True)
    reap.kill_group(child.pid)
    assert child.wait() == -9


def test_a_group_that_has_gone_is_left() -> None:
    child = subprocess.Popen(["/bin/true"], start_new_session=True)
    child.wait()
    reap.kill_group(child.pid)


def test_a_child_has_gone_when_it_is_reaped_by_us_or_by_somebody_else() -> None:
    child = subprocess.Popen(["sleep", "64.2"])
    assert not reap.has_gone(child.pid)
    child.kill()
    assert wait_until(lambda: reap.has_gone(child.pid))
    assert reap.has_gone(child.pid)
    child.returncode = -9


def test_those_that_were_left_are_reaped_once_they_have_died() -> None:
    child = subprocess.Popen(["sleep", "64.3"])
    reap.leave(child.pid)
    reap.bury()
    assert child.pid in reap._left
    child.kill()

    def is_buried() -> bool:
        reap.bury()
        return child.pid not in reap._left

    assert wait_until(is_buried)
    with pytest.raises(ChildProcessError):
        os.waitpid(child.pid, 0)
    child.returncode = -9


def test_a_child_is_waited_for_until_it_has_gone_and_not_twice() -> None:
    child = subprocess.Popen(["sleep", "0.05"])
    reap.wait_for(child.pid)
    reap.wait_for(child.pid)
    assert reap.has_gone(child.pid)
    child.returncode = 0


def test_a_number_that_was_left_belongs_to_whoever_started_with_it_last() -> None:
    """Or the end of a new hook would be taken for that of the old one, and its exit code be lost."""
    child = subprocess.Popen(["/bin/sh", "-c", "exit 2"])
    reap.leave(child.pid)
    reap.took_over(child.pid)
    time.sleep(0.1)
    reap.bury()
    assert child.wait() == 2
