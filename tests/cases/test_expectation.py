"""cases.expectation: what may be expected of an event, and what never can be."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.cases.expectation import permissions, read_expect
from hookline.cases.nouns import Expect
from hookline.spec.events import EVENTS


@pytest.mark.parametrize(
    ("event", "possible"),
    [
        param("beforeShellExecution", ("allow", "deny", "none", "ask"), id="a person can be asked"),
        param("preToolUse", ("allow", "deny", "none"), id="ask counts as no opinion"),
        param("subagentStart", ("allow", "deny", "none"), id="ask counts as deny"),
        param("beforeSubmitPrompt", ("allow", "deny", "none"), id="a gate that continues or not"),
        param("afterFileEdit", ("none",), id="nothing can be blocked"),
    ],
)
def test_what_can_be_decided(event: str, possible: tuple[str, ...]) -> None:
    assert permissions(EVENTS[event]) == possible


@pytest.mark.parametrize(
    ("event", "table", "expect"),
    [
        param("beforeShellExecution", {"permission": "ask"}, Expect(permission="ask"), id="a permission"),
        param("stop", {"permission": "none"}, Expect(permission="none"), id="no opinion of an event nobody can block"),
        param(
            "stop",
            {"followup": "x", "failure": "y"},
            Expect(failure="y", outputs={"followup_message": "x"}),
            id="a short name",
        ),
        param(
            "postToolUse",
            {"additional_context": "x"},
            Expect(outputs={"additional_context": "x"}),
            id="any output that is text",
        ),
        param(
            "preToolUse",
            {"response": {"updated_input": {"a": 1}}},
            Expect(response={"updated_input": {"a": 1}}),
            id="other outputs are of the response",
        ),
        param("stop", {"blocked": False, "stderr": "s"}, Expect(blocked=False, stderr="s"), id="that it is not blocked"),
    ],
)
def test_what_is_expected(event: str, table: dict[str, Any], expect: Expect) -> None:
    complaints: list[tuple[str, str]] = []
    assert read_expect(table, EVENTS[event], lambda problem, remedy: complaints.append((problem, remedy))) == expect
    assert complaints == []


@pytest.mark.parametrize(
    ("event", "table", "problem", "remedy"),
    [
        param("stop", {}, "it expects nothing", 'write what must come out: expect = { permission = "deny" }', id="nothing"),
        param(
            "stop",
            "deny",
            "expect is not a table",
            'write what must come out: expect = { permission = "deny" }',
            id="a text",
        ),
        param(
            "stop",
            {"permission": "deny"},
            "expect.permission is 'deny': stop cannot be blocked",
            "write none",
            id="a deny of an event nobody can block",
        ),
        param(
            "preToolUse",
            {"permission": "ask"},
            "expect.permission is 'ask': no decision about preToolUse is called that",
            "write allow or deny or none",
            id="an ask where nobody asks",
        ),
        param("stop", {"blocked": "no"}, "expect.blocked is 'no'", "write true or false", id="blocked that is text"),
        param(
            "stop",
            {"because": 5},
            "expect.because is not text",
            "write part of the text, or = and all of it",
            id="because that is a number",
        ),
        param(
            "stop",
            {"followup": 5},
            "expect.followup_message is not text",
            "write part of the text, or = and all of it",
            id="an output that is a number",
        ),
        param(
            "stop",
            {"response": 5},
            "expect.response is not a table",
            'write response = { "a name" = "a value" }',
            id="a response that is a number",
        ),
        param(
            "stop",
            {"files": {"a": 5}},
            "expect.files is not a table of texts",
            'write files = { "a name" = "a value" }',
            id="files that are numbers",
        ),
        param(
            "beforeShellExecution",
            {"user_mesage": "x"},
            "expect has 'user_mesage', which beforeShellExecution does not have",
            "did you mean user_message?",
            id="a slip of the pen",
        ),
        param(
            "stop",
            {"user_message": "x"},
            "expect has 'user_message', which stop does not have",
            "there are: permission, blocked, response, files, because, failure, stderr, followup_message",
            id="an output of another event",
        ),
    ],
)
def test_what_can_never_hold(event: str, table: Any, problem: str, remedy: str) -> None:
    complaints: list[tuple[str, str]] = []
    read_expect(table, EVENTS[event], lambda problem, remedy: complaints.append((problem, remedy)))
    assert complaints == [(problem, remedy)]
