"""config.entry: one entry of hooks.json becomes a hook, or is set aside with every problem it has."""

import json
from typing import Any

import pytest

from hookline.config.hook_entry import read_entry
from hookline.config.locate import locate
from hookline.config.reading import Checks, Reading
from hookline.model import Hook

PLACE = next(place for place in locate("linux", {"HOME": "/h"}, ["/w"]) if place.source.name == "project")
GATE = "beforeShellExecution"


def a_reading(value: Any, event: str = GATE, misplaced: str = "") -> Reading:
    """A reading of one entry; a text is taken as it stands."""
    reading = Reading(value if isinstance(value, str) else json.dumps(value), PLACE, Checks())
    assert reading.document.root is not None
    read_entry(reading, event, reading.document.root, "/hooks/x/0", misplaced)
    return reading


def codes(reading: Reading) -> list[str]:
    return [problem.code for problem in reading.problems]


def test_an_entry_with_everything() -> None:
    values = {
        "command": "./x.sh", "type": "command", "timeout": 5, "matcher": "git", "failClosed": True, "_note": "x",
        "description": "y",
    }  # fmt: skip
    reading = a_reading(values)
    assert reading.hooks == [
        Hook(source="project", event=GATE, number=1, file=PLACE.path, line=1, column=1, command="./x.sh", matcher="git",
             timeout_s=5.0, fail_closed=True, loop_limit=5, root="/w", cwd="/w", needs_trust=True)
    ]  # fmt: skip
    assert reading.problems == []


def test_a_prompt_hook() -> None:
    (hook,) = a_reading({"type": "prompt", "prompt": "Is it safe? $ARGUMENTS", "model": "m"}).hooks
    assert (hook.type, hook.command, hook.model, hook.timeout_s) == ("prompt", "Is it safe? $ARGUMENTS", "m", 30.0)


@pytest.mark.parametrize(
    ("value", "event", "expected"),
    [
        pytest.param({"command": "x", "loop_limit": None}, "stop", None, id="null is no limit"),
        pytest.param({"command": "x", "loop_limit": 3}, "stop", 3, id="a number"),
        pytest.param({"command": "x", "loop_limit": 3.0}, "stop", 3, id="a whole number with a point"),
        pytest.param({"command": "x"}, "stop", 5, id="absent"),
    ],
)
def test_loop_limit(value: dict[str, Any], event: str, expected: int | None) -> None:
    reading = a_reading(value, event)
    assert [hook.loop_limit for hook in reading.hooks] == [expected]
    assert reading.problems == []


@pytest.mark.parametrize(
    ("value", "event", "code", "problem", "remedy"),
    [
        pytest.param(
            {"command": "x", "loop_limit": 0}, "stop", "loop-limit-zero",
            "with a loop_limit of 0 the hook never runs", "write null for no limit, or remove the entry",
            id="a limit of 0 is not no limit",
        ),
        pytest.param(
            {"command": "x", "loop_limit": 1}, GATE, "loop-limit-unused",
            f"{GATE} sends no follow-ups, so there is no limit", "remove loop_limit", id="a limit of nothing",
        ),
        pytest.param(
            {"command": "x", "failClosed": True}, "afterFileEdit", "fail-closed-unused",
            "afterFileEdit only observes: nothing can be blocked there",
            "remove failClosed, or hook the event before the action", id="failClosed where nothing can be blocked",
        ),
        pytest.param(
            {"command": "x", "prompt": "y"}, GATE, "unused-key", "a command hook does not read prompt",
            'remove it, or write "type": "prompt"', id="a prompt on a command hook",
        ),
        pytest.param(
            {"command": "x", "timeoutSec": 5}, GATE, "meant-key", "'timeoutSec' does nothing; the option is timeout",
            'write "timeout": 5', id="seconds under another name",
        ),
        pytest.param(
            {"command": "x", "timeoutMs": 1500}, GATE, "meant-key", "'timeoutMs' does nothing; the option is timeout",
            'write "timeout": 1.5', id="milliseconds under another name",
        ),
        pytest.param(
            {"command": "x", "canBlock": True}, GATE, "meant-key", "'canBlock' does nothing; the option is failClosed",
            'write "failClosed": true', id="a wish to block under another name",
        ),
        pytest.param(
            {"command": "x", "pattern": "git"}, GATE, "meant-key", "'pattern' does nothing; the option is matcher",
            'write "matcher": "git"', id="a matcher under another name",
        ),
        pytest.param(
            {"command": "x", "filters": {"a": 1}}, GATE, "meant-key", "'filters' does nothing; the option is matcher",
            'write "matcher"', id="a value that cannot be carried over",
        ),
        pytest.param(
            {"command": "x", "timeout_ms": 1e300}, GATE, "meant-key", "'timeout_ms' does nothing; the option is timeout",
            'write "timeout"', id="a number that cannot be carried over",
        ),
        pytest.param(
            {"command": "x", "enabled": False}, GATE, "meant-key", "the hook runs although it says enabled: false",
            "remove the entry to turn it off", id="a switch that is no switch",
        ),
        pytest.param(
            {"command": "x", "enabled": True}, GATE, "meant-key", "'enabled' does nothing: there is no such option",
            "remove it", id="a switch that says on",
        ),
        pytest.param(
            {"command": "x", "failclose": True}, GATE, "meant-key", "'failclose' does nothing; the option is failClosed",
            'write "failClosed": true', id="a slip",
        ),
        pytest.param(
            {"command": "x", "colour": 1}, GATE, "unknown-key", "'colour' is not an option and has no effect",
            "remove it, or start its name with _", id="a key nobody knows",
        ),
    ],
)  # fmt: skip
def test_it_runs_perhaps_not_as_meant(value: dict[str, Any], event: str, code: str, problem: str, remedy: str) -> None:
    reading = a_reading(value, event)
    assert len(reading.hooks) == 1
    assert [(one.code, one.problem, one.remedy) for one in reading.problems] == [(code, problem, remedy)]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        pytest.param("5", "an entry must be an object, not a number", id="a number"),
        pytest.param("[]", "an entry must be an object, not a list", id="a list"),
        pytest.param("null", "an entry must be an object, not null", id="null"),
        pytest.param('"./x.sh"', "an entry must be an object, not a text", id="a text"),
        pytest.param({"type": "http", "command": "x"}, 'type is "http"; it must be command or prompt', id="another type"),
        pytest.param({"type": 1, "command": "x"}, "type is 1; it must be command or prompt", id="a type that is no text"),
        pytest.param({"type": "prompt"}, "a prompt hook needs a prompt text", id="a prompt hook without one"),
        pytest.param(
            {"command": "x", "failClosed": "yes"}, 'failClosed is "yes", not true or false', id="failClosed as any text"
        ),
        pytest.param({"command": "x", "loop_limit": -1}, "loop_limit is -1, not a whole number", id="a limit below 0"),
        pytest.param({"command": "x", "loop_limit": 1.5}, "loop_limit is 1.5, not a whole number", id="half a limit"),
        pytest.param({"command": "x", "loop_limit": "5"}, 'loop_limit is "5", not a whole number', id="a limit as text"),
        pytest.param('{"command": "x", "loop_limit": 1e999}', "loop_limit is 1e999, not a whole number", id="infinity"),
    ],
)
def test_it_is_set_aside(value: Any, reason: str) -> None:
    reading = a_reading(value, "stop")
    assert reading.hooks == []
    assert [aside.reason for aside in reading.set_aside] == [reason]


def test_a_text_for_an_entry_comes_with_the_entry_to_write() -> None:
    (problem,) = a_reading('"./x.sh"').problems
    assert problem.remedy == 'write {"command": "./x.sh"}'


@pytest.mark.parametrize(
    ("written", "blocks"),
    [
        pytest.param("true", True, id="true"),
        pytest.param('"true"', True, id="true as text"),
        pytest.param('" TRUE "', True, id="true as any text"),
        pytest.param("1", True, id="one"),
        pytest.param("false", False, id="false"),
        pytest.param('"no"', False, id="another text"),
        pytest.param("0", False, id="zero"),
        pytest.param("null", False, id="null"),
        pytest.param("[true]", False, id="a list"),
    ],
)
def test_a_gate_that_is_wanted_closed_is_not_opened_by_a_typo(written: str, blocks: bool) -> None:
    (aside,) = a_reading(f'{{"command": 5, "failClosed": {written}}}').set_aside
    assert aside.blocks is blocks


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        pytest.param('{"matcher": "Bash", "hooks": [{"command": "x", "failClosed": true}]}', True, id="one handler closed"),
        pytest.param('{"failClosed": true, "hooks": [{"command": "x"}]}', True, id="the group itself closed"),
        pytest.param('{"hooks": [{"command": "x"}, 5]}', False, id="none closed"),
        pytest.param('{"hooks": 5}', False, id="no list"),
    ],
)
def test_claudes_shape_is_named_and_set_aside(text: str, blocks: bool) -> None:
    reading = a_reading(text)
    assert codes(reading)[0] == "claude-group"
    assert "no-command" not in codes(reading)
    assert [aside.blocks for aside in reading.set_aside] == [blocks]
    assert reading.hooks == []


def test_what_is_wrong_inside_claudes_shape_is_named_too() -> None:
    reading = a_reading('{"hooks": [{"command": ["a"], "timeout": 0}], "matcher": "Bash"}', "preToolUse")
    assert [(problem.code, problem.pointer) for problem in reading.problems] == [
        ("claude-group", "/hooks/x/0/hooks"),
        ("foreign-tool", "/hooks/x/0/matcher"),
        ("argv-command", "/hooks/x/0/hooks/0/command"),
        ("bad-timeout", "/hooks/x/0/hooks/0/timeout"),
    ]


def test_every_problem_of_an_entry_is_found_at_once() -> None:
    reading = a_reading({"comand": "x", "timeout": "5", "matcher": 1, "failClosed": "true", "loop_limit": -1, "x": 1})
    assert codes(reading) == [
        "no-command", "bad-matcher", "bad-timeout", "bad-fail-closed", "loop-limit-unused", "bad-loop-limit", "unknown-key",
    ]  # fmt: skip
    assert [aside.blocks for aside in reading.set_aside] == [True]


def test_a_misplaced_entry_is_set_aside_whatever_it_says() -> None:
    reading = a_reading({"command": "x", "failClosed": True}, misplaced="it stands outside")
    assert [(aside.reason, aside.blocks) for aside in reading.set_aside] == [("it stands outside", True)]
    assert reading.problems == []


def test_of_a_repeated_key_the_last_counts() -> None:
    reading = a_reading('{"command": "a", "command": "b"}')
    assert [hook.command for hook in reading.hooks] == ["b"]
    assert codes(reading) == ["duplicate-key"]
