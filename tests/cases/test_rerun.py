"""cases.replay: recorded events at the hooks of now, and what changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.cases.nouns import Case, CaseFile, Expect
from hookline.cases.rerun import Change, Past, changes, counted, of_cases, replay
from hookline.journal.recorded import Before, Recorded
from hookline.model import Decision, Outcome
from hookline.testing import FakeRunner, a_hook, denied, engine_with, exited


def decided(permission: str | None = None, /, failure: str | None = None, **response: Any) -> Decision:
    outcome = Outcome(a_hook(), exited(), failure=failure)
    return Decision("beforeShellExecution", {}, permission == "deny", permission, response, "now", (outcome,))


@pytest.mark.parametrize(
    ("before", "decision", "found"),
    [
        param(None, decided("deny"), (), id="nobody wrote down what was decided"),
        param(Before("deny", {"permission": "deny"}), decided("deny", permission="deny"), (), id="the same"),
        param(
            Before(None, {}),
            decided("deny", user_message="no"),
            (("permission", "none", "deny"),),
            id="a deny, whose message is no other change",
        ),
        param(
            Before("deny", {"user_message": "a"}),
            decided("deny", user_message="b"),
            (("user_message", '"a"', '"b"'),),
            id="another message",
        ),
        param(
            Before("deny", {"user_message": "[masked:key:0a1b]"}),
            decided("deny", user_message="b"),
            (),
            id="a message that was masked cannot be compared",
        ),
        param(
            Before(None, {}),
            decided(updated_input={"a": 1}),
            (("updated_input", "nothing", '{"a": 1}'),),
            id="an output that was not there",
        ),
        param(
            Before(None, {}), decided(failure="timed out"), (("failure", "none", "timed out"),), id="a hook that fails now"
        ),
        param(
            Before(None, {}, ("timed out",)),
            decided(),
            (("failure", "timed out", "none"),),
            id="a hook that does not fail any more",
        ),
        param(
            Before(None, {}, ("timed out",)), decided(failure="exited with code 1"), (), id="a hook that failed and fails"
        ),
    ],
)
def test_changes(before: Before | None, decision: Decision, found: tuple[tuple[str, str, str], ...]) -> None:
    assert changes(before, decision) == tuple(Change(*one) for one in found)


def past(command: str, conversation: str = "c", **more: Any) -> Past:
    return Past(
        Recorded("beforeShellExecution", {"command": command}, Before(None, {}, because="then"), conversation, **more)
    )


def test_events_are_fired_in_order_and_told_in_the_order_they_came() -> None:
    engine = engine_with([a_hook(matcher="push")], runner=FakeRunner({"./guard.sh": denied("no")}))
    done = replay([past("ls", "a"), past("git push", "b", where="journal entry 2"), past("pwd", "a")], engine, limit=4)
    assert [(one.recorded.subject, one.changes) for one in done] == [
        ("ls", ()), ("git push", (Change("permission", "none", "deny"),)), ("pwd", ()),
    ]  # fmt: skip
    assert done[1].as_dict() == {
        "event": "beforeShellExecution", "subject": "git push", "where": "journal entry 2", "at": None,
        "changes": [{"what": "permission", "before": "none", "after": "deny"}],
        "before": {"permission": None, "because": "then"},
        "after": {"permission": "deny", "because": done[1].decision.because},
    }  # fmt: skip


def test_a_conversation_is_one_session(tmp_path: Path) -> None:
    hooks = [a_hook("stop", loop_limit=1)]
    engine = engine_with(hooks, runner=FakeRunner({"./guard.sh": exited(0, {"followup_message": "on"})}))
    events = [Past(Recorded("stop", {}, None, conversation)) for conversation in ("a", "a", "b")]
    assert ["followup_message" in one.decision.response for one in replay(events, engine, limit=1)] == [True, False, True]


def test_an_event_of_another_workspace_is_moved_into_this_one() -> None:
    runner = FakeRunner({"./guard.sh": exited(0, {"permission": "deny", "user_message": "in /work/shop"})})
    before = Before("deny", {"permission": "deny", "user_message": "in /old"})
    event = Recorded("beforeShellExecution", {"command": "ls /old/src"}, before, root="/old")
    (done,) = replay([Past(event)], engine_with([a_hook()], runner=runner), limit=1)
    assert (done.decision.input["command"], done.changes) == ("ls /work/shop/src", ())


def test_of_a_case_file_what_is_expected_stands_for_what_was_decided() -> None:
    case = Case("n", "beforeShellExecution", {"command": "ls {workspace}"}, Expect(permission="deny"), 3)
    alone = Case("m", "stop", {}, Expect(permission="none"), 9, files={"a": "b"})
    first, second = of_cases(CaseFile("f", cases=(case, alone)), "/work/shop")
    assert first.recorded == Recorded(
        "beforeShellExecution",
        {"command": "ls /work/shop", "cwd": "/work/shop", "sandbox": False},
        None,
        "f:3",
        "/work/shop",
        "f:3",
    )
    assert second.recorded.flaw == "it needs a workspace of its own (files, settings, env): run it with hookline test"
    (done,) = replay([first], engine_with([a_hook()]), limit=1)
    assert done.changes == (Change("permission", "deny", "none"),)
    assert done.as_dict()["before"] is None


def test_changes_counted() -> None:
    engine = engine_with([a_hook()], runner=FakeRunner({"./guard.sh": denied("no")}))
    rest = Past(Recorded("beforeShellExecution", {}, Before("deny", {"user_message": "yes"})))
    done = replay([rest, past("a"), past("b")], engine, limit=1)
    assert counted(done) == {"none → deny": 2, "user_message": 1}
    assert list(counted(done)) == ["none → deny", "user_message"]


def test_real_processes_side_by_side(tmp_path: Path) -> None:
    from hookline.processes.runner import ProcessRunner

    hook = a_hook(command="sleep 0.3; exit 2", root=str(tmp_path), cwd=str(tmp_path))
    engine = engine_with([hook], runner=ProcessRunner(), roots=(str(tmp_path),), environ={"PATH": os.environ["PATH"]})
    done = replay([past(str(number), str(number)) for number in range(3)], engine, limit=3)
    assert [one.decision.permission for one in done] == ["deny"] * 3
