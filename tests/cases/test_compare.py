"""cases.compare: a table of what is expected, what was decided, and what differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from pytest import param

from hookline.cases.compare import compare, filled
from hookline.cases.nouns import Difference, Expect
from hookline.model import Decision, Outcome
from hookline.testing import a_hook, exited


def decided(permission: str | None = None, stderr: str = "", failure: str | None = None, **response: Any) -> Decision:
    outcome = Outcome(a_hook(), exited(0, stderr=stderr), failure=failure)
    return Decision("beforeShellExecution", {}, permission == "deny", permission, response, "1 hook ran", (outcome,))


@pytest.mark.parametrize(
    ("expect", "decision"),
    [
        param(Expect(permission="deny", blocked=True), decided("deny"), id="a deny"),
        param(Expect(permission="none", blocked=False), decided(), id="no opinion"),
        param(Expect(outputs={"user_message": "part"}), decided(user_message="a part of it"), id="a part of a message"),
        param(Expect(outputs={"user_message": "=all"}), decided(user_message="all"), id="the whole of a message"),
        param(Expect(outputs={"user_message": "="}), decided(), id="no message"),
        param(
            Expect(outputs={"user_message": "{workspace}/a"}),
            decided(user_message="see /w/a"),
            id="the workspace in a message",
        ),
        param(Expect(because="1 hook"), decided(), id="a part of because"),
        param(Expect(failure="exited"), decided(failure="exited with code 1"), id="a failure"),
        param(Expect(stderr="warning"), decided(stderr="a warning\n"), id="a part of stderr"),
        param(
            Expect(response={"env": {"A": "1"}}),
            decided(env={"A": "1", "B": "2"}),
            id="a part of the response, at any depth",
        ),
        param(Expect(files={"a.py": "x = 1"}), decided(), id="a part of a file"),
    ],
)
def test_as_expected(expect: Expect, decision: Decision) -> None:
    assert compare(expect, decision, workspace="/w", files={"a.py": "x = 1\n"}) == ()


@pytest.mark.parametrize(
    ("expect", "decision", "difference"),
    [
        param(Expect(permission="deny"), decided(), ("permission", "deny", "none"), id="no opinion instead of a deny"),
        param(
            Expect(permission="none"), decided("allow"), ("permission", "none", "allow"), id="an allow instead of no opinion"
        ),
        param(Expect(blocked=True), decided("ask"), ("blocked", "true", "false"), id="an ask does not block"),
        param(
            Expect(outputs={"user_message": "no"}),
            decided(user_message="yes"),
            ("user_message", '… "no" …', '"yes"'),
            id="another message",
        ),
        param(Expect(outputs={"user_message": "no"}), decided(), ("user_message", '… "no" …', "nothing"), id="no message"),
        param(
            Expect(outputs={"user_message": "=ye"}),
            decided(user_message="yes"),
            ("user_message", 'exactly "ye"', '"yes"'),
            id="only a part of the whole",
        ),
        param(
            Expect(outputs={"user_message": "="}),
            decided(user_message="yes"),
            ("user_message", 'exactly ""', '"yes"'),
            id="a message where none was expected",
        ),
        param(Expect(because="2 hooks"), decided(), ("because", '… "2 hooks" …', "1 hook ran"), id="another reason"),
        param(
            Expect(permission="none"),
            decided(failure="exited with code 1"),
            ("failure", "no hook fails", "exited with code 1"),
            id="a failure nobody expected, though it lets pass as expected",
        ),
        param(
            Expect(failure="timed out"),
            decided(failure="exited with code 1"),
            ("failure", '… "timed out" …', "exited with code 1"),
            id="another failure",
        ),
        param(Expect(failure="timed out"), decided(), ("failure", '… "timed out" …', "nothing"), id="no failure"),
        param(Expect(stderr="x"), decided(stderr="y"), ("stderr", '… "x" …', "y"), id="another stderr"),
        param(
            Expect(response={"env": {"A": "1"}}),
            decided(env={"A": "2"}),
            ("response.env.A", '"1"', '"2"'),
            id="another value inside the response",
        ),
        param(
            Expect(response={"env": {"A": "1"}}),
            decided(),
            ("response.env", '{"A": "1"}', "nothing"),
            id="a part of the response that is not there",
        ),
        param(
            Expect(response={"continue": 1}),
            decided(**{"continue": True}),
            ("response.continue", "1", "true"),
            id="true is not 1",
        ),
        param(Expect(files={"a.py": "=x"}), decided(), ("file a.py", 'exactly "x"', '"x = 1\\n"'), id="another file"),
        param(
            Expect(files={"b.py": "x"}), decided(), ("file b.py", '… "x" …', "no such file"), id="a file that is not there"
        ),
    ],
)
def test_otherwise(expect: Expect, decision: Decision, difference: tuple[str, str, str]) -> None:
    assert compare(expect, decision, files={"a.py": "x = 1\n"}) == (Difference(*difference),)


def test_everything_that_differs_is_told() -> None:
    expect = Expect(permission="deny", blocked=True, outputs={"agent_message": "x"})
    assert [one.what for one in compare(expect, decided())] == ["permission", "blocked", "agent_message"]


@pytest.mark.parametrize(
    ("value", "after"),
    [
        param("{workspace}/a and {workspace}", "/w/a and /w", id="as often as it stands there"),
        param({"a": ["{workspace}", 1]}, {"a": ["/w", 1]}, id="at any depth"),
        param("{other}", "{other}", id="other braces stay"),
        param(None, None, id="nothing"),
    ],
)
def test_the_workspace_is_filled_in(value: str | Mapping[str, Any] | None, after: Any) -> None:
    assert filled(value, "/w") == after
