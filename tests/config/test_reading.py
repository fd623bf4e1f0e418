"""config.reading: from a spot in a text to a problem with line, column and pointer."""

import pytest

from hookline.config.codes import CODES
from hookline.config.jsontext import Node
from hookline.config.locate import Place
from hookline.config.reading import MOST_PROBLEMS, Checks, Parsed, Reading, point
from hookline.model import Problem, SetAside
from hookline.spec.sources import SOURCES
from hookline.testing import a_hook

PLACE = Place(SOURCES["project"], "/w/.cursor/hooks.json", "/w", "/w")


def a_reading(text: str) -> Reading:
    return Reading(text, PLACE, Checks())


def root_of(reading: Reading) -> Node:
    assert reading.document.root is not None
    return reading.document.root


def test_a_problem_says_where_it_is() -> None:
    reading = a_reading('{\n  "hooks": 5\n}')
    (member,) = root_of(reading).value
    reading.report("hooks-not-object", member.node, "/hooks", "it is a number", "write an object")
    assert reading.problems == [
        Problem(
            "hooks-not-object", "error", PLACE.path, 2, 12, 1, "/hooks", "it is a number", "write an object", "project"
        )
    ]  # fmt: skip


def test_faults_of_the_text_are_problems_from_the_start() -> None:
    (problem,) = a_reading('{"a": 1,}').problems
    assert (problem.code, problem.severity, problem.line, problem.column, problem.pointer) == (
        "trailing-comma", CODES["trailing-comma"].severity, 1, 8, "",
    )  # fmt: skip


def test_a_repeated_key_is_reported_and_its_last_value_counts() -> None:
    reading = a_reading('{"a": 1, "a": 2, "b": 3}')
    found = reading.members(root_of(reading), "/x")
    assert {key: member.node.value for key, member in found.items()} == {"a": 2, "b": 3}
    assert [(p.code, p.pointer, p.column, p.problem) for p in reading.problems] == [
        ("duplicate-key", "/x/a", 10, "'a' is written twice; the last one counts")
    ]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        pytest.param('{"failClosed": true, "failClosed": false}', True, id="true first"),
        pytest.param('{"failClosed": false, "failClosed": true}', True, id="true last"),
        pytest.param('{"failClosed": true, "failClosed": false, "failClosed": null}', True, id="three times"),
        pytest.param('{"failClosed": "TRUE", "failClosed": false}', "TRUE", id="a text that can only mean it"),
        pytest.param('{"failClosed": false, "failClosed": false}', False, id="never true"),
        pytest.param('{"onFailure": "block", "onFailure": "allow"}', "block", id="in Claude Code's words"),
    ],
)
def test_a_gate_that_is_wanted_closed_stays_so(text: str, counts: object) -> None:
    reading = a_reading(text)
    (member,) = reading.members(root_of(reading), "/x").values()
    assert member.node.value == counts


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param('"short"', '"short"', id="as it is written"),
        pytest.param('"' + "x" * 60 + '"', '"' + "x" * 39 + "…", id="cut where it is long"),
        pytest.param("[1,\n2]", "[1,…", id="cut at the first line"),
        pytest.param('"\u202e"', "'\"\\u202e\"'", id="nothing that steers a terminal"),
    ],
)
def test_shown(text: str, shown: str) -> None:
    reading = a_reading(text)
    assert reading.shown(root_of(reading)) == shown


def test_entries_are_numbered_by_event() -> None:
    reading = a_reading("{}")
    assert [reading.next_number(event) for event in ("stop", "stop", "preCompact", "stop")] == [1, 2, 1, 3]


def test_errors_since_a_mark_leave_warnings_and_older_errors_out() -> None:
    reading = a_reading("[1,]")
    mark = len(reading.problems)
    reading.report("top-key", root_of(reading), "", "a note", "")
    reading.report("no-command", root_of(reading), "", "an error", "")
    assert [problem.problem for problem in reading.errors_since(mark)] == ["an error"]


def test_what_was_read_has_its_problems_in_the_order_of_the_file() -> None:
    reading = a_reading("[1,\n 2]")
    second, first = reversed(root_of(reading).value), root_of(reading).value[0]
    reading.report("top-key", next(second), "/1", "second", "")
    reading.report("top-key", first, "/0", "first", "")
    parsed = reading.parsed()
    assert [problem.problem for problem in parsed.problems] == ["first", "second"]
    assert not parsed.refused


def test_a_refused_file_holds_nothing_but_its_problems() -> None:
    reading = a_reading("[1,]")
    assert reading.parsed(refused=True) == Parsed(problems=tuple(reading.problems), refused=True)


@pytest.mark.parametrize(
    ("key", "pointer"),
    [
        pytest.param(3, "/a/3", id="a number of a list"),
        pytest.param("x", "/a/x", id="a key"),
        pytest.param("x/y~z", "/a/x~1y~0z", id="slash and tilde are escaped"),
        pytest.param("\x1b[0m", "/a/\\x1b[0m", id="what steers a terminal is escaped"),
    ],
)
def test_pointers(key: str | int, pointer: str) -> None:
    assert point("/a", key) == pointer


def test_the_default_checks_ask_nothing() -> None:
    checks = Checks()
    assert (checks.platform, checks.valid_matcher, checks.probe) == ("linux", None, None)


def test_of_many_problems_a_hundred_are_listed_and_the_rest_counted() -> None:
    reading = Reading('{"version": 1, "hooks": {}}', PLACE, Checks())
    for number in range(MOST_PROBLEMS + 500):
        reading.report("unknown-key", root_of(reading), "", f"problem {number}", "")
    problems = reading.parsed().problems
    assert len(problems) == MOST_PROBLEMS
    assert problems[-1].problem == "problem 99; and 500 more problems in this file"


def test_an_error_is_listed_however_many_problems_stand_before_it() -> None:
    reading = a_reading('{"version": 1}')
    for number in range(MOST_PROBLEMS + 500):
        code = "bad-type" if number == MOST_PROBLEMS + 7 else "unknown-key"
        reading.report(code, root_of(reading), "", f"problem {number}", "")
    assert reading.parsed().problems[-1].problem == "problem 107; and 500 more problems in this file"


def test_what_nobody_reads_is_not_looked_for() -> None:
    reading = a_reading('{"version": 1}')
    calls: list[int] = []

    def remedy() -> str:
        calls.append(len(reading.problems))
        return "do this"

    assert reading.nearest("comand", ("command",)) == "command"
    for _ in range(MOST_PROBLEMS + 500):
        reading.report("unknown-event", root_of(reading), "", "no such event", remedy)
    assert calls == list(range(MOST_PROBLEMS + 1))
    assert {problem.remedy for problem in reading.parsed().problems} == {"do this"}
    assert reading.nearest("comand", ("command",)) is None


def test_of_many_entries_that_cannot_run_those_are_kept_that_are_listed_or_block() -> None:
    reading = a_reading('{"version": 1}')
    for number in range(MOST_PROBLEMS + 500):
        reading.report("no-command", root_of(reading), "", "nothing to run", "")
        reading.put_aside(SetAside(a_hook("stop" if number % 2 else "preToolUse"), str(number), number > MOST_PROBLEMS + 10))
    assert [aside.reason for aside in reading.set_aside] == [*map(str, range(MOST_PROBLEMS)), "111", "112"]
