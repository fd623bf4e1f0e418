"""judge.flights: one question for all who ask it at the same time."""

import threading
import time
from typing import Any

import pytest

from hookline.errors import JudgeFailed, JudgeTimedOut
from hookline.judge.client import Line
from hookline.judge.flights import Flights, Shared
from hookline.model import Question, Verdict

FAR_S = 60.0


def asked() -> Question:
    return Question("p", "{}", None, FAR_S)


class Asking:
    """Answers when it is let go, and counts how often it was asked."""

    def __init__(self, *ends: Verdict | Exception) -> None:
        self.ends, self.number = list(ends), 0
        self.under_way, self.let_go = threading.Event(), threading.Event()
        self.lines: list[Line] = []

    def __call__(self, line: Line) -> Verdict:
        self.number += 1
        self.lines.append(line)
        self.under_way.set()
        self.let_go.wait(FAR_S)
        end = self.ends.pop(0)
        if isinstance(end, Exception):
            raise end
        return end


def fly(
    flights: Flights,
    ask: Asking,
    found: list[Any],
    *,
    question: Question | None = None,
    key: str = "k",
    wait_s: float = FAR_S,
) -> threading.Thread:
    def run() -> None:
        try:
            found.append(flights.fly(key, question or asked(), time.monotonic() + wait_s, ask))
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def followed(flights: Flights, ask: Asking, found: list[Any], **more: Any) -> list[threading.Thread]:
    """One who leads, and one who has come after."""
    first = fly(flights, ask, found)
    assert ask.under_way.wait(FAR_S)
    second = fly(flights, ask, found, **more)
    time.sleep(0.1)
    return [first, second]


def test_the_second_gets_what_the_first_was_told() -> None:
    flights, found, ask = Flights(), list[Any](), Asking(Verdict("yes"))
    threads = followed(flights, ask, found)
    ask.let_go.set()
    for thread in threads:
        thread.join(FAR_S)
    assert sorted(found) == [Shared(Verdict("yes"), False), Shared(Verdict("yes"), True)] and ask.number == 1


def test_afterwards_it_is_asked_anew() -> None:
    flights, found, ask = Flights(), list[Any](), Asking(Verdict("one"), Verdict("two"))
    ask.let_go.set()
    for _ in range(2):
        fly(flights, ask, found).join(FAR_S)
    assert found == [Shared(Verdict("one")), Shared(Verdict("two"))]


def test_a_failure_is_everybody_s() -> None:
    flights, found, ask = Flights(), list[Any](), Asking(JudgeFailed("down"))
    threads = followed(flights, ask, found)
    ask.let_go.set()
    for thread in threads:
        thread.join(FAR_S)
    assert [str(error) for error in found] == ["down", "down"] and ask.number == 1


@pytest.mark.parametrize("end", [JudgeTimedOut("late"), ZeroDivisionError("broken")])
def test_who_still_has_time_asks_again(end: Exception) -> None:
    flights, found, ask = Flights(), list[Any](), Asking(end, Verdict("yes"))
    threads = followed(flights, ask, found)
    ask.let_go.set()
    for thread in threads:
        thread.join(FAR_S)
    assert [one for one in found if isinstance(one, Shared)] == [Shared(Verdict("yes"))] and end in found and ask.number == 2


def test_who_has_less_time_does_not_wait() -> None:
    flights, found, ask = Flights(), list[Any](), Asking(Verdict("yes"))
    first, second = followed(flights, ask, found, wait_s=0.05)
    second.join(FAR_S)
    assert isinstance(found[0], JudgeTimedOut) and not ask.lines[0].was_cut
    ask.let_go.set()
    first.join(FAR_S)
    assert found[1] == Shared(Verdict("yes"))


def test_other_questions_fly_beside_it() -> None:
    flights, found = Flights(), list[Any]()
    one, two = Asking(Verdict("one")), Asking(Verdict("two"))
    threads = [fly(flights, one, found, key="a"), fly(flights, two, found, key="b")]
    assert one.under_way.wait(FAR_S) and two.under_way.wait(FAR_S)
    one.let_go.set()
    two.let_go.set()
    for thread in threads:
        thread.join(FAR_S)
    assert sorted(found) == [Shared(Verdict("one")), Shared(Verdict("two"))]


def test_the_line_is_cut_when_the_last_one_leaves() -> None:
    flights, found, ask = Flights(), list[Any](), Asking(Verdict("yes"))
    questions = [asked(), asked()]
    first = fly(flights, ask, found, question=questions[0])
    assert ask.under_way.wait(FAR_S)
    second = fly(flights, ask, found, question=questions[1])
    time.sleep(0.1)
    flights.abandon(questions[0])
    assert not ask.lines[0].was_cut
    flights.abandon(questions[1])
    assert ask.lines[0].was_cut
    flights.abandon(questions[1])  # once more changes nothing
    ask.let_go.set()
    for thread in (first, second):
        thread.join(FAR_S)
