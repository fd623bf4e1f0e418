"""What a user's type checker finds: mypy over a right program and one with mistakes."""

import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from hookline import UnknownEvent, event_name
from hookline.engine import fire_types
from hookline.spec.events import EVENTS

RIGHT = '''
"""A program without mistakes."""
import asyncio
from collections.abc import Mapping
from typing import Any

from hookline import BlockedByHook, Engine, EventName, Execution, event_name
from hookline.sdk import Answer, BeforeShellExecution, Stop, hook


@hook.beforeShellExecution
def guard(event: BeforeShellExecution) -> Answer | None:
    if event.runs("git push"):
        return event.deny(f"Not in {event.cwd}: {event.command}")
    return None


@hook.stop
async def again(event: Stop) -> Answer | None:
    return event.follow_up("Go on.") if event.loop_count < 1 else None


def told(execution: Execution) -> None:
    print(execution.event, execution.input, execution.answer, execution.step)


async def agent(name: str, payload: Mapping[str, Any]) -> None:
    async with Engine.load(".", on_execution=told) as engine:
        session = engine.session(model="m")
        later = asyncio.create_task(session.fire("stop", status="completed", loop_count=0))
        decision = await session.fire("beforeShellExecution", command="git push", cwd="/")
        if decision.blocked or (await later).blocked:
            raise BlockedByHook(decision)


with Engine.load(".", trust=True) as engine:
    session = engine.session()
    session.fire_sync("preToolUse", {"tool_name": "Shell", "of_our_own": 1}, cwd="/")
    session.plan("sessionEnd")
    one: EventName = event_name("st" + "op")
    session.fire_sync(one, {"status": "completed"})
'''
WRONG = '''
"""A program with one mistake a line, where there is a comment."""
from hookline import Engine
from hookline.sdk import Answer, BeforeShellExecution, hook

engine = Engine.load(".")
session = engine.session()
session.fire_sync("beforeShelExecution", command="ls")  # no such event
session.fire_sync("beforeShellExecution", comand="ls")  # no such field: did you mean "command"?
session.fire_sync("stop", status="finished")  # no such word
session.plan("stop", loop_count="1")  # no number
session.fire_sync(str(engine), {})  # any text is no event
Engine(".")  # is made by load


@hook.beforeShellExecution
def guard(event: BeforeShellExecution) -> Answer | None:
    return event.deny(event.comand)  # maybe "command"?


@hook.stop  # another event
def again(event: BeforeShellExecution) -> Answer | None:
    return event.follow_up("Go on.")  # has no attribute "follow_up"
'''


@pytest.mark.nightly
def test_mypy_strict_finds_every_mistake_of_a_program_and_none_in_a_right_one(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text(WRONG)
    argv = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "right.py", "wrong.py"]
    ran = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    errors = re.findall(r"^(\w+\.py):(\d+): error: (.*)$", ran.stdout, re.MULTILINE)
    expected = [(number, line) for number, line in enumerate(WRONG.splitlines(), 1) if "  # " in line]
    assert {(file, int(line)) for file, line, _ in errors} == {("wrong.py", number) for number, _ in expected}, ran.stdout
    for number, line in expected:
        told = " ".join(text for _, at, text in errors if int(at) == number)
        for hint in re.findall(r"# .*?(did you mean .*|maybe .*|has no .*)$", line):
            assert hint in told


def test_every_event_and_every_field_of_the_rows_is_typed() -> None:
    assert set(get_args(fire_types.EventName)) == set(EVENTS)
    calls = inspect.getsource(fire_types.Fire)
    for event in EVENTS.values():
        name = event.name[0].upper() + event.name[1:] + "Fields"
        fields = getattr(fire_types, name)
        assert calls.count(f'Literal["{event.name}"]') == calls.count(f"Unpack[{name}]") == 1
        assert set(get_type_hints(fields)) == event.known
        assert fields.__required_keys__ == frozenset()  # a missing field never refuses an event


def test_text_becomes_the_name_of_an_event_or_is_refused() -> None:
    assert event_name("stop") == "stop"
    with pytest.raises(UnknownEvent, match="did you mean beforeShellExecution"):
        event_name("beforeShelExecution")
