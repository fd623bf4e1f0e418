"""engine.drive: what is planned is run, under both kinds of profile and in both ways of waiting. The runner is a fake."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from hookline.engine.conclude import conclude
from hookline.engine.drive import Driven, drive, drive_async
from hookline.engine.prepare import Prepared, prepare
from hookline.model import Runner, Running
from hookline.testing import FakeRunner, a_hook, denied, engine_with, exited, timed_out

SHELL = "beforeShellExecution"
Driver = Callable[[Runner, Prepared], Driven]


def asynchronously(runner: Runner, prepared: Prepared) -> Driven:
    return asyncio.run(drive_async(runner, prepared))


DRIVERS = pytest.mark.parametrize("driver", [drive, asynchronously])
ANSWERS = {
    "silent": exited(),
    "broken": exited(0, "text"),
    "{}": exited(0, "{}"),
    "no": denied(),
    "late": timed_out(),
    "2": exited(2),
}


def prepared_for(*commands: str, profile: str = "cursor", **more: Any) -> Prepared:
    hooks = [a_hook(command=command, number=number, **more) for number, command in enumerate(commands, 1)]
    return prepare(engine_with(hooks, profile=profile).session(), SHELL, {"command": "ls"}, {})


@DRIVERS
@pytest.mark.parametrize(
    ("profile", "commands", "asked"),
    [
        pytest.param("cursor", ["no", "silent", "{}"], ["no", "silent", "{}"], id="side by side, all of them"),
        pytest.param("cursor-2.3", ["silent", "broken", "late", "{}", "no"], ["silent", "broken", "late", "{}"], id="one after another, until {}"),
        pytest.param("cursor-2.3", ["no", "silent"], ["no"], id="a deny is a valid answer"),
        pytest.param("cursor-2.3", ["2", "silent"], ["2"], id="exit code 2 is one"),
        pytest.param("cursor-2.3", ["silent", "broken"], ["silent", "broken"], id="nobody gives one"),
        pytest.param("cursor", [], [], id="nothing is planned"),
    ],
)  # fmt: skip
def test_what_is_run(driver: Driver, profile: str, commands: list[str], asked: list[str]) -> None:
    runner = FakeRunner(ANSWERS)
    driven = driver(runner, prepared_for(*commands, profile=profile))
    assert [invocation.hook.command for invocation in runner.asked] == asked
    assert driven == Driven(driven.completions) and list(driven.completions) == [ANSWERS[command] for command in asked]


class Fails:
    """A runner that breaks at its second start, as one does when there is no memory left."""

    def __init__(self) -> None:
        self.starts = 0

    def run(self, invocations: Any) -> Running:
        self.starts += 1
        if self.starts > 1:
            raise MemoryError
        return FakeRunner(ANSWERS).run(invocations)


@DRIVERS
def test_a_runner_that_breaks_is_our_fault_and_what_came_back_is_kept(driver: Driver) -> None:
    driven = driver(Fails(), prepared_for("silent", "no", profile="cursor-2.3"))
    assert list(driven.completions) == [exited()] and isinstance(driven.fault, MemoryError)


class Loses:
    """A runner that loses what came back."""

    def run(self, invocations: Any) -> Running:
        return FakeRunner().run(())


@DRIVERS
@pytest.mark.parametrize("profile", ["cursor", "cursor-2.3"])
@pytest.mark.parametrize("closed", [True, False])
def test_a_completion_that_is_missing_follows_fail_closed(driver: Driver, profile: str, closed: bool) -> None:
    prepared = prepared_for("silent", "no", profile=profile, fail_closed=closed)
    decision = conclude(prepared, driver(Loses(), prepared))
    assert decision.blocked is closed and decision.because.startswith("hookline's own error: ")


@DRIVERS
def test_an_interruption_is_raised_and_ends_the_hooks(driver: Driver) -> None:
    class Interrupted:
        cancelled = False

        def run(self, invocations: Any) -> Any:
            return self

        def step(self, wait_s: float) -> bool:
            raise KeyboardInterrupt

        def cancel(self) -> None:
            self.cancelled = True

    runner: Any = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        driver(runner, prepared_for("silent"))
    assert runner.cancelled
