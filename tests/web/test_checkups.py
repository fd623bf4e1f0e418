"""web.checkups: the doctor works beside the page, and no page waits for him for long."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from hookline.doctor.checkup import Checkup, Examined
from hookline.doctor.finding import finding
from hookline.testing import a_hook
from hookline.web.checkups import GOOD_FOR_S, Checkups, examined
from hookline.web.world import World, hook_id

Shop = Any


class Clock:
    """A world's time, to be set."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def world(tmp_path: Any, clock: Clock) -> World:
    return World([str(tmp_path)], environ={"HOME": str(tmp_path), "HOOKLINE_STATE": str(tmp_path / "s")}, now=clock)


def a_checkup(world: World) -> Checkup:
    hook = a_hook("stop", source="user")
    found = finding("idle", hook, "it has not run", "remove it")
    return Checkup((Examined(hook, "fine", last_at=7.0),), (found,), "/bin", None, 0)


def test_what_the_doctor_says(world: World) -> None:
    checkups = Checkups(world, a_checkup)
    assert checkups.last_runs() == {}
    assert checkups.row(wait_s=20) == {
        "done": True,
        "at": 1000.0,
        "fine": True,
        "findings": [
            {"code": "idle", "severity": "note", "hook": "user hook 1 of stop", "where": ".cursor/hooks.json:6",
             "problem": "it has not run", "remedy": "remove it"}
        ],
    }  # fmt: skip
    assert checkups.last_runs() == {hook_id(a_hook("stop", source="user")): 7.0}


def test_of_hooks_with_the_same_command_it_is_not_claimed_which_ran(world: World) -> None:
    hooks = (
        a_hook("stop", command="./x.sh"),
        a_hook("stop", command="./x.sh", matcher="^never"),
        a_hook("stop", command="./y.sh"),
    )
    found = Checkup(tuple(Examined(hook, "fine", last_at=7.0) for hook in hooks), (), "/bin", None, 0)
    checkups = Checkups(world, lambda world: found)
    checkups.row(wait_s=20)
    assert checkups.last_runs() == {hook_id(hooks[2]): 7.0}


def test_nobody_waits_for_a_slow_doctor_and_he_comes_once(world: World) -> None:
    free, calls = threading.Event(), []

    def slow(world: World) -> Checkup:
        calls.append(1)
        free.wait(20)
        return a_checkup(world)

    checkups = Checkups(world, slow)
    assert [checkups.row(wait_s=0.01)["done"] for _ in range(3)] == [False, False, False]
    free.set()
    assert (checkups.row(wait_s=20)["done"], calls) == (True, [1])


def test_a_word_of_his_holds_for_a_while(world: World, clock: Clock) -> None:
    calls = []

    def counted(world: World) -> Checkup:
        calls.append(1)
        return a_checkup(world)

    checkups = Checkups(world, counted)
    for after_s in (0.0, GOOD_FOR_S - 1, 2.0):
        clock.at += after_s
        checkups.row(wait_s=20)
    assert len(calls) == 2


def test_while_he_looks_again_his_last_word_stands(world: World, clock: Clock) -> None:
    free = threading.Event()
    free.set()

    def waiting(world: World) -> Checkup:
        free.wait(20)
        return a_checkup(world)

    checkups = Checkups(world, waiting)
    checkups.row(wait_s=20)
    free.clear()
    clock.at += GOOD_FOR_S + 1
    again = checkups.row(wait_s=0.01)
    free.set()
    assert (again["done"], again["at"], len(again["findings"])) == (False, 1000.0, 1)
    assert checkups.row(wait_s=20)["done"]


def test_the_real_doctor_finds_what_is_wrong(shop: Shop) -> None:
    codes = [one.code for one in examined(shop.world).findings]
    assert codes[:2] == ["bad-timeout", "unknown-event"]
