"""engine.judge: prompt hooks, with judges that answer, fail, hang and break. The threads and pipes are real."""

import errno
import os
import threading
import time
from typing import Any

import pytest

from hookline.engine import prompt_hooks as module
from hookline.engine.prompt_hooks import judge_jobs, question_of
from hookline.errors import JudgeFailed, JudgeTimedOut
from hookline.model import Completion, Ending, Invocation, Judge, Question, Verdict
from hookline.processes.job import Job
from hookline.processes.running import Running, Watch
from hookline.testing import FakeJudge, a_hook

FAR_S = 60.0


def invocation_of(prompt: str = "Is it safe?", *, timeout_s: float = FAR_S, stdin: bytes = b"{}\n") -> Invocation:
    return Invocation(a_hook(command=prompt, type="prompt", model="small"), stdin, "/", {}, timeout_s)


def begin(judge: Judge, **more: Any) -> Running:
    return Running([judge_jobs(judge)(invocation_of(**more))])


def run(judge: Judge, **more: Any) -> Completion:
    running = begin(judge, **more)
    while not running.step(FAR_S):
        pass
    return running.completions[0]


def facts(completion: Completion) -> tuple[str, bytes, str | None]:
    return (completion.ending, completion.stdout, completion.detail)


class Hanging:
    """A judge that answers only when it is let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.thread: threading.Thread | None = None

    def judge(self, question: Question) -> Verdict:
        self.thread = threading.current_thread()
        self.let_go.wait(FAR_S)
        return Verdict("{}")

    def end(self) -> None:
        self.let_go.set()
        if self.thread is not None:
            self.thread.join(FAR_S)


def test_policy_and_event_are_kept_apart() -> None:
    invocation = invocation_of("Deny $ARGUMENTS", stdin=b'{"command": "\xff"}\n', timeout_s=3)
    assert question_of(invocation) == Question("Deny $ARGUMENTS", '{"command": "�"}', "small", 3)


def test_a_verdict_is_reported_as_it_came() -> None:
    judge = FakeJudge(lambda question: False, "it is not")
    completion = run(judge)
    assert facts(completion) == (Ending.JUDGED, b'{"ok": false, "reason": "it is not"}', None)
    assert completion.judge == {"model": "small"} and 0 < completion.duration_ms < FAR_S * 1000
    assert judge.asked == [question_of(invocation_of())]


def test_text_that_has_no_bytes_does_not_break_it() -> None:
    assert run(FakeJudge(lambda question: "\ud800")).stdout == b"?"


def test_a_judge_that_fails_says_why() -> None:
    assert facts(run(FakeJudge(lambda question: None))) == (Ending.NOT_STARTED, b"", "the fake judge was told to fail")


def test_a_judge_that_breaks_fails_its_own_hook_only() -> None:
    def broken(question: Question) -> bool:
        raise ZeroDivisionError("oh")

    assert facts(run(FakeJudge(broken))) == (Ending.NOT_STARTED, b"", "the judge failed: ZeroDivisionError: oh")


def test_a_judge_that_answers_something_else_fails() -> None:
    class Odd:
        def judge(self, question: Question) -> Any:
            return None

    assert (run(Odd()).detail or "").startswith("the judge failed: AttributeError: ")


def test_a_judge_that_does_not_answer_is_left_to_itself() -> None:
    judge, before = Hanging(), len(os.listdir("/proc/self/fd"))
    completion = run(judge, timeout_s=0.1)
    assert completion.ending == Ending.TIMED_OUT and 100 <= completion.duration_ms < 10_000
    assert len(os.listdir("/proc/self/fd")) == before
    judge.end()  # its late answer rings a bell that is no longer there


@pytest.mark.parametrize(
    ("error", "ending"),
    [
        pytest.param(JudgeFailed("why", {"model": "m"}), Ending.NOT_STARTED, id="one that failed"),
        pytest.param(
            JudgeTimedOut("why", {"model": "m"}), Ending.TIMED_OUT, id="one that noticed by itself that it is late"
        ),
    ],
)
def test_what_is_known_of_a_failed_judge_is_kept(error: JudgeFailed, ending: str) -> None:
    class Failing:
        def judge(self, question: Question) -> Verdict:
            raise error

    completion = run(Failing())
    assert (*facts(completion), completion.judge) == (ending, b"", "why", {"model": "m"})


class Told(Hanging):
    """One that wants to know when nobody waits any more."""

    def __init__(self) -> None:
        super().__init__()
        self.abandoned: list[Question] = []

    def abandon(self, question: Question) -> None:
        self.abandoned.append(question)


@pytest.mark.parametrize("timeout_s", [pytest.param(0.1, id="out of time"), pytest.param(FAR_S, id="cancelled")])
def test_a_judge_is_told_that_nobody_waits_any_more(timeout_s: float) -> None:
    judge = Told()
    running = begin(judge, timeout_s=timeout_s)
    if timeout_s == FAR_S:
        running.cancel()
    while not running.step(FAR_S):
        pass
    assert judge.abandoned == [question_of(invocation_of(timeout_s=timeout_s))]
    judge.end()


def test_a_judge_that_has_answered_is_not_told_anything() -> None:
    judge = Told()
    judge.let_go.set()
    assert run(judge).ending == Ending.JUDGED and judge.abandoned == []


def test_a_cancelled_question_is_over_at_once() -> None:
    judge = Hanging()
    running = begin(judge)
    running.cancel()
    assert running.completions[0].ending == Ending.CANCELLED
    judge.end()


def test_a_job_ends_once() -> None:
    judge = Hanging()
    job = judge_jobs(judge)(invocation_of())
    running = Running([job])
    job.cancel()
    first = job.completion
    job.cancel()
    assert running.step(0.0) and job.completion is first
    judge.end()


def test_a_freeze_moves_the_deadline() -> None:
    judge = Hanging()
    job = judge_jobs(judge)(invocation_of(timeout_s=0.05))
    running = Running([job])
    due = job.due
    job.postpone(FAR_S)
    assert job.due == due + FAR_S
    time.sleep(0.1)
    assert running.step(0.0) is False
    running.cancel()
    judge.end()


class TestASystemThatIsOutOfSomething:
    @pytest.fixture(params=["descriptors", "watches", "threads"])
    def shortage(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
        """Fails so many times as `left` says."""
        state = {"left": 2}
        real_pipe, real_add, real_start = os.pipe, Watch.add, threading.Thread.start

        def short(error: Exception) -> None:
            state["left"] -= 1
            if state["left"] >= 0:
                raise error

        def pipe() -> tuple[int, int]:
            short(OSError(errno.EMFILE, "too many open files"))
            return real_pipe()

        def add(self: Watch, fd: int, events: int, job: Job) -> None:
            short(OSError(errno.ENOSPC, "no space"))
            real_add(self, fd, events, job)

        def start(self: threading.Thread) -> None:
            short(RuntimeError("can't start new thread"))
            real_start(self)

        if request.param == "descriptors":
            monkeypatch.setattr(module.os, "pipe", pipe)
        elif request.param == "watches":
            monkeypatch.setattr(Watch, "add", add)
        else:
            monkeypatch.setattr(module.threading.Thread, "start", start)
        return state

    def test_is_asked_again(self, shortage: dict[str, int]) -> None:
        before = len(os.listdir("/proc/self/fd"))
        assert run(FakeJudge()).ending == Ending.JUDGED
        assert shortage["left"] < 0 and len(os.listdir("/proc/self/fd")) == before

    def test_until_the_deadline(self, shortage: dict[str, int]) -> None:
        shortage["left"] = 1_000_000
        before = len(os.listdir("/proc/self/fd"))
        completion = run(FakeJudge(), timeout_s=0.1)
        assert completion.ending == Ending.NOT_STARTED and completion.duration_ms >= 100
        assert (completion.detail or "").startswith("the judge could not be asked: ")
        assert len(os.listdir("/proc/self/fd")) == before

    def test_can_be_cancelled_while_it_waits(self, shortage: dict[str, int]) -> None:
        shortage["left"] = 1_000_000
        running = begin(FakeJudge())
        running.cancel()
        assert running.completions[0].ending == Ending.CANCELLED
