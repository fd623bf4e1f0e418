"""dialects.hookify.evaluate: one rule and one event give an answer; also as the program of a script."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import Any

import pytest

from hookline.hookify import rule_program as evaluate
from hookline.hookify.rule_program import Limited, NotAPattern, answer, concerns, holds, matches, payloads, search_now
from hookline.hookify.seen import STOP, STRICT, TOOL, Seen

param = pytest.param
ROW = {
    "kind": "bash",
    "argument": "command",
    "matched": {"permission": "deny"},
    "otherwise": {"permission": "allow"},
    "log": "",
}


def a_rule(pattern: str = "rm", operator: str = "regex_match", **more: Any) -> dict[str, Any]:
    condition = {"field": "command", "operator": operator, "pattern": pattern}
    rule = {"name": "n", "reading": "intended", "event": "bash", "tools": None, "conditions": [condition]}
    return {**rule, "events": {"beforeShellExecution": ROW}, **more}


def shell(command: object) -> dict[str, Any]:
    return {"hook_event_name": "beforeShellExecution", "command": command}


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOOKLINE", raising=False)


@pytest.mark.parametrize(
    ("operator", "pattern", "texts", "expected"),
    [
        param("regex_match", "A.C", ["xabcx"], True, id="an expression, somewhere, in any case"),
        param("regex_match", "^b", ["a\nb"], False, id="an edge is the text's, not the line's"),
        param("contains", "B", ["abc"], False, id="contains minds the case"),
        param("contains", "b", ["abc"], True, id="contains"),
        param("not_contains", "b", ["abc"], False, id="does contain"),
        param("not_contains", "B", ["abc"], True, id="does not contain"),
        param("not_contains", "b", ["a", "b"], False, id="one of them does contain"),
        param("equals", "abc", ["abc"], True, id="equals"),
        param("equals", "ab", ["abc"], False, id="does not equal"),
        param("starts_with", "ab", ["abc"], True, id="starts with"),
        param("starts_with", "bc", ["abc"], False, id="does not start with"),
        param("ends_with", "bc", ["abc"], True, id="ends with"),
        param("ends_with", "ab", ["abc"], False, id="does not end with"),
        param("contains", "b", ["a", "b"], True, id="one of several"),
        param("matches", "a", ["a"], False, id="an operator hookify does not know"),
        param("contains", "a", None, False, id="no such field"),
        param("not_contains", "a", None, False, id="no such field, which then does not even not contain"),
        param("regex_match", True, ["True"], False, id="a pattern that is no text"),
    ],
)
def test_one_condition(operator: str, pattern: Any, texts: list[str] | None, expected: bool) -> None:
    condition = {"field": "f", "operator": operator, "pattern": pattern}
    assert holds(condition, texts, "intended", search_now) is expected
    assert holds(condition, texts, STRICT, search_now) is expected


def test_a_broken_expression_is_an_error_and_for_hookify_no_match() -> None:
    condition = {"field": "f", "operator": "regex_match", "pattern": "("}
    assert holds(condition, ["x"], STRICT, search_now) is False
    with pytest.raises(NotAPattern):
        holds(condition, ["x"], "intended", search_now)
    with pytest.raises(NotAPattern):
        holds(condition, ["x"], "intended", Limited())


@pytest.mark.parametrize(
    ("rule", "payload", "kind", "expected"),
    [
        param(a_rule(), {"tool_name": "Shell"}, TOOL, True, id="a shell rule and a command"),
        param(a_rule(), {"tool_name": "Write"}, TOOL, False, id="a shell rule and a file"),
        param(a_rule(event="all"), {"tool_name": "Write"}, TOOL, True, id="a rule for everything"),
        param(a_rule(), {"tool_name": "Grep"}, TOOL, False, id="a shell rule and another tool"),
        param(a_rule(reading=STRICT), {"tool_name": "Grep"}, TOOL, True, id="hookify tries every rule on another tool"),
        param(a_rule(tools=["Bash"]), {"tool_name": "Shell"}, TOOL, True, id="the tool it wants"),
        param(a_rule(tools=["Write"]), {"tool_name": "Shell"}, TOOL, False, id="a tool it does not want"),
        param(a_rule(tools=[]), {"tool_name": "Shell"}, TOOL, False, id="no tool at all"),
        param(a_rule(tools=["*"], reading=STRICT), {"tool_name": "Shell"}, TOOL, True, id="every tool"),
        param(a_rule(tools=["Write", "*"]), {"tool_name": "Shell"}, TOOL, True, id="every tool, among others"),
        param(a_rule(tools=["Write", "*"], reading=STRICT), {"tool_name": "Shell"}, TOOL, False, id="a star among others is a name for hookify"),
        param(a_rule(event="stop"), {"status": "completed"}, STOP, True, id="the agent has ended"),
        param(a_rule(event="stop"), {}, STOP, True, id="the agent has ended, without a status"),
        param(a_rule(event="stop"), {"status": "aborted"}, STOP, False, id="the agent was interrupted"),
    ],
)  # fmt: skip
def test_which_rule_is_for_an_event(rule: dict[str, Any], payload: dict[str, Any], kind: str, expected: bool) -> None:
    assert concerns(rule, Seen(payload, kind)) is expected


def test_expressions_are_tried_last() -> None:
    tried: list[str] = []

    def search(pattern: str, text: str) -> bool:
        tried.append(pattern)
        return True

    quick = {"field": "command", "operator": "contains", "pattern": "x"}
    rule = a_rule("slow")
    rule["conditions"].append(quick)
    assert not matches(rule, Seen({"command": "y"}, "bash"), search)
    assert tried == []
    assert matches(rule, Seen({"command": "x"}, "bash"), search)
    assert tried == ["slow"]


def test_a_rule_without_conditions_never_matches() -> None:
    assert not matches(a_rule(conditions=[]), Seen({"command": "x"}, "bash"), search_now)


@pytest.mark.parametrize(
    ("argument", "read", "expected"),
    [
        param("", shell("a"), [shell("a")], id="stdin alone"),
        param("a", shell("a"), [shell("a")], id="both say the same"),
        param("b", shell("a"), [shell("a"), shell("b")], id="they differ: both count"),
        param("b", None, [{"command": "b"}], id="the argument alone"),
    ],
)
def test_where_the_event_comes_from(argument: str, read: dict[str, Any] | None, expected: list[dict[str, Any]]) -> None:
    assert payloads(argument, "command", read) == expected


@pytest.mark.parametrize(("argument", "key"), [("", "command"), ("x", ""), ("", "")])
def test_without_an_event_there_is_no_answer(argument: str, key: str) -> None:
    with pytest.raises(ValueError, match="^stdin is not a JSON object, and there is no argument$"):
        payloads(argument, key, None)


@pytest.mark.parametrize(
    ("argument", "read", "expected"),
    [
        param("", shell("rm x"), {"permission": "deny"}, id="it matches"),
        param("", shell("ls"), {"permission": "allow"}, id="it does not"),
        param("", {"command": "rm"}, {"permission": "deny"}, id="an event without a name"),
        param("", {"hook_event_name": "stop", "command": "rm"}, {}, id="an event the rule is not for"),
        param("rm", None, {"permission": "deny"}, id="as seed 000 passes it"),
        param("ls", shell("rm"), {"permission": "deny"}, id="a harmless argument hides nothing"),
        param("rm", shell("ls"), {"permission": "deny"}, id="nor does a harmless stdin"),
    ],
)
def test_the_answer(argument: str, read: dict[str, Any] | None, expected: dict[str, Any]) -> None:
    assert answer(a_rule(), argument, read) == expected


def test_no_opinion_is_none_for_hookline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKLINE", "1")
    assert answer(a_rule(), "", shell("ls")) == {}


def test_what_an_event_cannot_say_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    rule = a_rule(events={"beforeShellExecution": {**ROW, "matched": {}, "log": "say\n"}})
    assert answer(rule, "", shell("rm")) == {}
    assert capsys.readouterr().err == "say\n"


# the limit


def test_an_expression_without_end_counts_as_a_match_when_its_time_is_over() -> None:
    search, started = Limited(), time.process_time()
    assert search("(a+)+$", "a" * 40 + "!")
    assert time.process_time() - started < evaluate.EXPRESSION_S, "the time is the child's, not ours"


def test_all_expressions_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "EXPRESSION_S", 0.1)
    monkeypatch.setattr(evaluate, "ALL_EXPRESSIONS_S", 0.2)
    search, before = Limited(), os.times()
    assert all(search("(a+)+$", "a" * 40 + "!") for _ in range(100)), "out of time, everything counts as a match"
    after = os.times()
    assert after.children_user - before.children_user < 2.0, "each alone would take ten seconds"


def test_within_its_time_an_expression_says_what_it_finds() -> None:
    search = Limited()
    assert [search("RM", "rm"), search("rm", "ls"), search("[[a]", "a")] == [True, False, True]


def test_no_child_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[int] = []
    fork = os.fork

    def noting() -> int:
        children.append(fork())
        return children[-1]

    monkeypatch.setattr(os, "fork", noting)
    monkeypatch.setattr(evaluate, "EXPRESSION_S", 0.1)
    Limited()("(a+)+$", "a" * 40 + "!")
    assert len(children) == 1
    with pytest.raises(ChildProcessError):
        os.waitpid(children[0], os.WNOHANG)


def test_the_limit_holds_where_its_signal_is_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "EXPRESSION_S", 0.1)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPROF])
    try:
        assert Limited()("(a+)+$", "a" * 40 + "!")
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# the program


@pytest.fixture
def stdin(tmp_path: Any) -> Any:
    """Stands a text in for stdin."""
    kept = os.dup(0)

    def stand_in(data: bytes) -> None:
        path = tmp_path / "stdin"
        path.write_bytes(data)
        descriptor = os.open(path, os.O_RDONLY)
        os.dup2(descriptor, 0)
        os.close(descriptor)

    yield stand_in
    os.dup2(kept, 0)
    os.close(kept)


@pytest.mark.parametrize(
    ("data", "code", "out"),
    [
        param(b'{"command": "rm"}', 0, '{"permission": "deny"}\n', id="an event"),
        param(b'\xef\xbb\xbf\xef\xbb\xbf{"command": "ls"}', 0, '{"permission": "allow"}\n', id="byte order marks"),
        param(b'{"command": "\xff rm"}', 0, '{"permission": "deny"}\n', id="bytes that are not UTF-8"),
        param(b'{"command": "\\ud800 rm"}', 0, '{"permission": "deny"}\n', id="half a character"),
        param(b'{"command": "\\u0000rm"}', 0, '{"permission": "deny"}\n', id="a zero"),
        param(b"", 1, "", id="nothing"),
        param(b"[1]", 1, "", id="a list"),
        param(b'{"command": ', 1, "", id="half an object"),
        param(b"[" * 100_000, 1, "", id="nested too deep"),
    ],
)
def test_the_program(stdin: Any, data: bytes, code: int, out: str, capsys: pytest.CaptureFixture[str]) -> None:
    stdin(data)
    assert evaluate.main([json.dumps(a_rule())]) == code
    printed = capsys.readouterr()
    assert printed.out == out
    assert printed.err.startswith("hookify rule: ") is (code == 1)


def test_who_passes_an_argument_may_leave_stdin_open(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluate, "STDIN_S", 0.05)
    kept, (reading, writing) = os.dup(0), os.pipe()
    os.dup2(reading, 0)
    try:
        assert evaluate.main([json.dumps(a_rule()), "rm -rf /"]) == 0
    finally:
        os.dup2(kept, 0)
        for descriptor in (kept, reading, writing):
            os.close(descriptor)
    assert capsys.readouterr().out == '{"permission": "deny"}\n'
