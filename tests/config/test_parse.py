"""config.parse: a whole hooks.json."""

import json
from typing import Any

import pytest

from hookline.config.locate import locate
from hookline.config.parse import parse
from hookline.config.reading import Checks, Parsed
from hookline.spec.events import EVENTS

PLACE = next(place for place in locate("linux", {"HOME": "/h"}, ["/w"]) if place.source.name == "project")


def read(value: Any) -> Parsed:
    """Parse a value, or a text as it stands."""
    return parse(value if isinstance(value, str) else json.dumps(value), PLACE)


def found(parsed: Parsed) -> list[tuple[str, str]]:
    return [(problem.code, problem.pointer) for problem in parsed.problems]


def commands(parsed: Parsed) -> list[tuple[str, int, str]]:
    return [(hook.event, hook.number, hook.command) for hook in parsed.hooks]


def test_a_whole_file() -> None:
    text = """{
  "$schema": "x", "_comment": "y", "version": 1,
  "hooks": {
    "_note": "z",
    "stop": [{"command": "a"}, {"command": "b"}],
    "preToolUse": [
      {"command": "c", "matcher": "Shell"}
    ]
  }
}"""
    parsed = read(text)
    assert [(hook.event, hook.number, hook.command, hook.line, hook.column) for hook in parsed.hooks] == [
        ("stop", 1, "a", 5, 14),
        ("stop", 2, "b", 5, 32),
        ("preToolUse", 1, "c", 7, 7),
    ]
    assert (parsed.set_aside, parsed.problems, parsed.refused) == ((), (), False)


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_of_the_table_is_known(event: str) -> None:
    parsed = read({"version": 1, "hooks": {event: [{"command": "x"}]}})
    assert (commands(parsed), found(parsed)) == ([(event, 1, "x")], [])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param("", [("empty-file", "")], id="an empty file"),
        pytest.param("[]", [("not-an-object", "")], id="a list"),
        pytest.param("5", [("not-an-object", "")], id="a number"),
        pytest.param('{"version": 1, "hooks": {}', [("half-written", "")], id="a file cut off"),
        pytest.param('{"version": 1, "hooks": {},}', [("trailing-comma", "")], id="a trailing comma"),
        pytest.param('{// x\n"version": 1, "hooks": {}}', [("comment", "")], id="a comment"),
        pytest.param({"version": 1}, [("no-hooks", "")], id="no hooks"),
        pytest.param({"version": 1, "hooks": None}, [("hooks-not-object", "/hooks")], id="hooks is null"),
        pytest.param({"version": 1, "hooks": "x"}, [("hooks-not-object", "/hooks")], id="hooks is a text"),
        pytest.param({"version": 0, "hooks": {}}, [("bad-version", "/version")], id="version 0"),
        pytest.param({"version": "1", "hooks": {}}, [("bad-version", "/version")], id="version as text"),
        pytest.param({"version": 1.5, "hooks": {}}, [("bad-version", "/version")], id="version one and a half"),
        pytest.param({"version": True, "hooks": {}}, [("bad-version", "/version")], id="version true"),
        pytest.param({"version": None, "hooks": {}}, [("bad-version", "/version")], id="version null"),
        pytest.param('{"version": 1e999, "hooks": {}}', [("bad-version", "/version")], id="version infinity"),
        pytest.param('{"version": 1, "hooks": {}, "hooks": 5}', [("duplicate-key", "/hooks"), ("hooks-not-object", "/hooks")],
                     id="a second hooks that is no object"),
    ],
)  # fmt: skip
def test_refused_files(value: Any, expected: list[tuple[str, str]]) -> None:
    parsed = read(value)
    assert found(parsed) == expected
    assert (parsed.refused, parsed.hooks, parsed.set_aside) == (True, (), ())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"hooks": {}}, [("missing-version", "")], id="no version is version 1"),
        pytest.param({"version": 2, "hooks": {}}, [("unknown-version", "/version")], id="a version to come"),
        pytest.param({"version": 1.0, "hooks": {}}, [], id="1.0 is 1"),
        pytest.param({"version": 1, "hooks": {}, "x/y": 1}, [("top-key", "/x~1y")], id="a key nobody knows"),
        pytest.param('\ufeff{"version": 1, "hooks": {}}', [], id="a byte order mark"),
        pytest.param('{"version": 0, "version": 1, "hooks": {}}', [("duplicate-key", "/version")], id="the last version"),
        pytest.param({"version": 1, "hooks": {"stop": []}}, [], id="an event without entries"),
    ],
)
def test_files_that_are_read_all_the_same(value: Any, expected: list[tuple[str, str]]) -> None:
    parsed = read(value)
    assert found(parsed) == expected
    assert not parsed.refused


def test_events_written_twice_are_joined_and_reported() -> None:
    parsed = read('{"version": 1, "hooks": {"stop": [{"command": "a"}], "stop": [{"command": "b"}]}}')
    assert commands(parsed) == [("stop", 1, "a"), ("stop", 2, "b")]
    assert found(parsed) == [("duplicate-key", "/hooks/stop")]


def test_hooks_written_twice_both_count() -> None:
    parsed = read('{"version": 1, "hooks": {"stop": [{"command": "a"}]}, "hooks": {"stop": [{"command": "b"}]}}')
    assert commands(parsed) == [("stop", 1, "a"), ("stop", 2, "b")]
    assert found(parsed) == [("duplicate-key", "/hooks")]


def test_a_bad_entry_is_set_aside_and_the_rest_counts() -> None:
    parsed = read({
        "version": 1,
        "hooks": {
            "beforeShellExecution": [{"cmd": "oops"}, {"command": 42, "failClosed": True}, {"command": "exit 2"}],
            "noSuchEvent": [{"command": "x"}],
            "stop": "not a list",
        },
    })  # fmt: skip
    assert commands(parsed) == [("beforeShellExecution", 3, "exit 2")]
    assert [(aside.hook.event, aside.hook.number, aside.reason, aside.blocks) for aside in parsed.set_aside] == [
        ("beforeShellExecution", 1, "there is no command; 'cmd' does nothing", False),
        ("beforeShellExecution", 2, "command is 42; it must be a text", True),
        ("noSuchEvent", 1, "there is no event 'noSuchEvent'", False),
    ]
    assert found(parsed) == [
        ("no-command", "/hooks/beforeShellExecution/0/cmd"),
        ("no-command", "/hooks/beforeShellExecution/1/command"),
        ("unknown-event", "/hooks/noSuchEvent"),
        ("event-not-list", "/hooks/stop"),
    ]


def test_an_unknown_event_written_twice_is_named_once_as_unknown() -> None:
    parsed = read('{"version": 1, "hooks": {"x": [], "x": []}}')
    assert found(parsed) == [("unknown-event", "/hooks/x"), ("duplicate-key", "/hooks/x")]


def test_an_event_that_is_one_entry_instead_of_a_list() -> None:
    parsed = read({"version": 1, "hooks": {"beforeReadFile": {"command": "x", "failClosed": True}}})
    assert [(aside.hook.command, aside.reason, aside.blocks) for aside in parsed.set_aside] == [
        ("x", "the value of 'beforeReadFile' must be a list of entries", True)
    ]
    assert parsed.problems[0].remedy == 'write "beforeReadFile": [{"command": "…"}]'


def test_events_outside_of_hooks_are_named() -> None:
    parsed = read({"version": 1, "stop": [{"command": "x"}], "hooks": {"stop": [{"command": "y"}]}})
    assert found(parsed) == [("events-at-top", "/stop")]
    assert commands(parsed) == [("stop", 1, "y")]
    assert [aside.hook.command for aside in parsed.set_aside] == ["x"]


def test_events_outside_and_no_hooks_refuses_the_file_with_one_problem_each() -> None:
    parsed = read({"version": 1, "stop": [{"command": "x"}], "preCompact": {"command": "y"}})
    assert parsed.refused
    assert found(parsed) == [("events-at-top", "/stop"), ("events-at-top", "/preCompact"), ("event-not-list", "/preCompact")]


def test_hooks_as_a_list_names_what_is_wrong_with_its_entries() -> None:
    parsed = read({"version": 1, "hooks": [{"event": "stop", "script": "x"}, {"command": "y", "timeout": 0}, 5]})
    assert parsed.refused
    assert found(parsed) == [
        ("hooks-not-object", "/hooks"),
        ("no-command", "/hooks/0/script"),
        ("bad-timeout", "/hooks/1/timeout"),
    ]


def test_every_problem_has_all_its_parts() -> None:
    parsed = read('{"hooks": {"stopp": [5], "stop": {"cmd": 1}, "stop": []}, "x": 1, "version": "y", "preCompact": [{}]}')
    assert len(parsed.problems) >= 8
    for problem in parsed.problems:
        assert problem.problem
        assert problem.remedy
        assert (problem.file, problem.source) == (PLACE.path, "project")
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.width >= 1
    assert [problem.column for problem in parsed.problems] == sorted(problem.column for problem in parsed.problems)


def test_names_that_would_steer_a_terminal_are_escaped() -> None:
    parsed = read({"version": 1, "hooks": {"\x1b[31m\u202e": [{"command": "x"}]}, "\x1b]0;": 1})
    shown = "".join(problem.problem + problem.remedy + problem.pointer for problem in parsed.problems)
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_ten_thousand_hooks() -> None:
    hooks = [{"command": f"./x{n}.sh", "matcher": "Shell"} for n in range(10_000)]
    parsed = parse(json.dumps({"version": 1, "hooks": {"preToolUse": hooks}}), PLACE, Checks())
    assert [hook.number for hook in parsed.hooks] == list(range(1, 10_001))
    assert parsed.problems == ()
