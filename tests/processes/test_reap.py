"""processes.reap: processes at their end. Every process is real."""

import subprocess
import time
from collections.abc import Callable

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


def test_a_child_is_waited_for_until_it_has_gone_and_not_twice() -> None:
    child = subprocess.Popen(["sleep", "0.05"])
    reap.wait_for(child.pid)
    reap.wait_for(child.pid)
    assert reap.has_gone(child.pid)
    child.returncode = 0
