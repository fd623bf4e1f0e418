"""serve.host_loop: requests of one peer over two pipes, answered as they finish, until the input ends.

How a whole `hookline host` process ends, by a signal or a peer that left, is in tests/cli/test_host.py.
"""

from __future__ import annotations

import json
import os
from typing import Any

from hookline.serve.host_loop import Defaults, serve
from hookline.testing import FakeRunner, a_hook, denied, engine_with

SHELL = "beforeShellExecution"


def answers(engine: Any, *requests: Any, **options: Any) -> list[dict[str, Any]]:
    """What a peer reads that sends these and closes its end."""
    stdin, to_host = os.pipe()
    from_host, stdout = os.pipe()
    os.set_blocking(from_host, False)  # there may be nothing to read
    lines = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in requests]
    try:
        os.write(to_host, b"".join(line + b"\n" for line in lines))
        os.close(to_host)
        serve(engine, stdin=stdin, stdout=stdout, **{"report_bug": lambda error: None, **options})
        return [json.loads(line) for line in read_all(from_host).splitlines()]
    finally:
        for descriptor in (stdin, from_host, stdout):
            os.close(descriptor)


def read_all(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1_000_000)
    except BlockingIOError:
        return b""


def test_every_request_is_answered_before_the_host_goes() -> None:
    engine = engine_with([a_hook()], runner=FakeRunner({"./guard.sh": denied("no")}))
    told = answers(engine, *({"id": number, "event": SHELL, "input": {"command": "ls"}} for number in range(20)))
    assert sorted(answer["id"] for answer in told) == list(range(20))
    assert {answer["blocked"] for answer in told} == {True}


def test_a_bad_line_costs_nobody_else_anything() -> None:
    told = answers(engine_with(), b"nonsense", {"id": 2, "event": "stop"})
    assert [(answer["id"], "error" in answer) for answer in sorted(told, key=str)] == [(2, False), (None, True)]


def test_nothing_is_answered_where_nothing_is_asked() -> None:
    assert answers(engine_with(), b"", b"  ") == []


def test_conversation_and_model_of_the_host_stand_where_a_request_names_none() -> None:
    runner = FakeRunner()
    engine = engine_with([a_hook()], runner=runner)
    own = {"id": 1, "event": SHELL, "input": {"command": "ls", "conversation_id": "own", "model": "own"}}
    answers(engine, {"id": 2, "event": SHELL, "input": {"command": "ls"}}, own, defaults=Defaults("conv", "gpt-5"))
    given = [json.loads(asked.stdin) for asked in runner.asked]
    assert sorted((one["conversation_id"], one["model"]) for one in given) == [("conv", "gpt-5"), ("own", "own")]


class Broken:
    """An engine with a bug of ours in one of its conversations."""

    def __init__(self) -> None:
        self._engine = engine_with()

    def session_for(self, conversation_id: str | None) -> Any:
        if conversation_id == "bad":
            raise ZeroDivisionError("a payload")
        return self._engine.session_for(conversation_id)


def test_a_bug_of_ours_costs_one_request_and_is_reported() -> None:
    reported: list[type[Exception]] = []

    def report(error: Exception) -> str:
        reported.append(type(error))
        return "/state/bug-1.txt"

    bad = {"id": 1, "event": "stop", "input": {"conversation_id": "bad"}}
    told = answers(Broken(), bad, {"id": 2, "event": "stop"}, report_bug=report)
    by_id = {answer["id"]: answer.get("error") for answer in told}
    assert by_id == {1: "a bug in Hookline: ZeroDivisionError; a report is in /state/bug-1.txt", 2: None}
    assert reported == [ZeroDivisionError]
