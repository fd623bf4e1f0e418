"""engine.running: many jobs, one thread. The jobs are fakes of the seam; the descriptors are real."""

import os
import time
from collections.abc import Callable, Iterator

import pytest

from hookline.model import Completion
from hookline.processes import running as module
from hookline.processes.job import READ
from hookline.processes.running import LONGEST_WAIT_S, Running, Watch
from hookline.testing import exited, killed

FAR_S = 100.0


class Script:
    """A job that does what the test says (the `Job` seam)."""

    def __init__(self, advance: Callable[["Script", float], None] = lambda job, now: None, due_s: float = FAR_S) -> None:
        self.completion: Completion | None = None
        self.due = time.monotonic() + due_s
        self.calls: list[str] = []
        self.lost_s = 0.0
        self.watch: Watch
        self._advance = advance

    def begin(self, watch: Watch) -> None:
        self.watch = watch
        self.calls.append("begin")

    def advance(self, now: float) -> None:
        self.calls.append("advance")
        self._advance(self, now)

    def postpone(self, lost_s: float) -> None:
        self.lost_s += lost_s
        self.due += lost_s

    def cancel(self) -> None:
        self.calls.append("cancel")
        self.completion = killed()


def finish(job: Script, now: float) -> None:
    job.completion = exited(7)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for fd in ends:
        os.close(fd)


def test_nothing_to_run_is_over_at_once() -> None:
    running = Running([])
    assert (running.step(FAR_S), running.wait_s(), running.fileno(), running.completions) == (True, 0.0, -1, [])


def test_completions_come_in_plan_order_whoever_ends_first() -> None:
    slow, fast = Script(finish, due_s=0.02), Script(lambda job, now: setattr(job, "completion", exited(1)), due_s=0.0)
    running = Running([slow, fast])
    assert not running.step(FAR_S)
    assert running.completions == [exited(1)]
    while not running.step(FAR_S):
        pass
    assert running.completions == [exited(7), exited(1)]


def test_a_job_is_not_called_after_its_end() -> None:
    over, other = Script(finish, due_s=0.0), Script()
    running = Running([over, other])
    for _ in range(3):
        running.step(0.0)
    assert over.calls == ["begin", "advance"]
    running.cancel()


def test_a_job_that_ends_in_its_beginning_needs_no_step() -> None:
    job = Script()
    job.completion = exited()
    assert Running([job]).step(FAR_S) is True
    assert job.calls == ["begin"]


def test_a_ready_descriptor_wakes_its_job_only(pipe: tuple[int, int]) -> None:
    def read(job: Script, now: float) -> None:
        job.watch.drop(pipe[0])
        finish(job, now)

    listening, idle = Script(read), Script()
    running = Running([listening, idle])
    listening.watch.add(pipe[0], READ, listening)
    os.write(pipe[1], b"!")
    began = time.monotonic()
    assert not running.step(FAR_S)
    assert time.monotonic() - began < FAR_S / 2
    assert (listening.calls, idle.calls) == (["begin", "advance"], ["begin"])
    running.cancel()


def test_two_ready_descriptors_wake_their_job_once(pipe: tuple[int, int]) -> None:
    job = Script()
    running = Running([job])
    second = os.dup(pipe[0])
    job.watch.add(pipe[0], READ, job)
    job.watch.add(second, READ, job)
    os.write(pipe[1], b"!")
    running.step(FAR_S)
    assert job.calls == ["begin", "advance"]
    running.cancel()
    os.close(second)


def test_a_wait_is_no_longer_than_asked_and_no_longer_than_the_next_due() -> None:
    job = Script(due_s=LONGEST_WAIT_S)
    running = Running([job])
    assert 0 < running.wait_s() <= LONGEST_WAIT_S
    assert running.step(0.0) is False
    job.due = 0.0
    assert running.wait_s() == 0.0
    job.due = time.monotonic() + 10 * LONGEST_WAIT_S
    assert running.wait_s() == LONGEST_WAIT_S
    running.cancel()


def test_the_descriptor_is_there_only_while_something_is_watched(pipe: tuple[int, int]) -> None:
    job = Script(due_s=0.0)
    running = Running([job])
    assert running.fileno() == -1
    job.watch.add(pipe[0], READ, job)
    running.step(0.0)
    assert running.fileno() >= 0
    job.watch.drop(pipe[0])
    running.step(0.0)
    assert running.fileno() == -1
    running.cancel()


def test_the_descriptor_is_closed_when_all_have_ended(pipe: tuple[int, int]) -> None:
    job = Script(finish)
    running = Running([job])
    job.watch.add(pipe[0], READ, job)
    fd = running.fileno()
    job.due = 0.0
    assert running.step(FAR_S) and running.fileno() == -1
    with pytest.raises(OSError):
        os.fstat(fd)


def test_cancelling_waits_for_jobs_that_take_their_time() -> None:
    class Slow(Script):
        def cancel(self) -> None:
            self.calls.append("cancel")
            self.due = time.monotonic() + 0.02

    slow, over = Slow(finish), Script()
    running = Running([slow, over])
    running.cancel()
    assert (slow.calls, over.calls) == (["begin", "cancel", "advance"], ["begin", "cancel"])
    assert running.completions == [exited(7), killed()]


def test_cancelling_twice_does_nothing() -> None:
    job = Script()
    running = Running([job])
    running.cancel()
    running.cancel()
    assert job.calls == ["begin", "cancel"]


def test_a_job_that_breaks_in_its_beginning_takes_the_others_down() -> None:
    class Broken(Script):
        def begin(self, watch: Watch) -> None:
            raise ZeroDivisionError

    before, after = Script(), Script()
    with pytest.raises(ZeroDivisionError):
        Running([before, Broken(), after])
    assert (before.calls, after.calls) == (["begin", "cancel"], ["cancel"])


def test_after_a_freeze_jobs_get_what_they_had_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FROZEN_S", 0.02)
    monkeypatch.setattr(module, "HELD_UP_S", 0.02)
    job = Script(due_s=0.1)
    due = job.due
    running = Running([job])
    time.sleep(0.3)
    running.step(0.0)
    assert job.calls == ["begin"]
    assert 0.02 < job.lost_s < FAR_S and job.due == due + job.lost_s
    running.cancel()


@pytest.mark.parametrize(
    ("is_busy", "is_forgiven"),
    [
        pytest.param(True, True, id="we were busy with something else"),
        pytest.param(False, False, id="somebody else had the processor"),
    ],
)
def test_time_that_we_lost_is_given_back(is_busy: bool, is_forgiven: bool) -> None:
    job = Script(finish, due_s=0.3)
    running = Running([job])
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        if not is_busy:
            time.sleep(1.5)
    running.step(0.0)
    assert (job.lost_s > 0) is is_forgiven
    running.cancel()


def test_a_wake_up_that_is_a_little_late_is_no_freeze() -> None:
    job = Script(finish, due_s=0.01)
    running = Running([job])
    time.sleep(0.1)
    assert running.step(FAR_S) and job.lost_s == 0.0


def test_a_watch_without_anything_to_watch_only_waits() -> None:
    watch = Watch()
    began = time.monotonic()
    assert watch.wait(0.02) == [] and time.monotonic() - began >= 0.02
    assert watch.fileno() == -1
    watch.rest()
    watch.rest(for_good=True)
