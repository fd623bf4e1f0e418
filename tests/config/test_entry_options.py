"""config.options: the values of one entry, each checked."""

import json
from typing import Any

import pytest

from hookline.config import entry_options as options
from hookline.config.entry_options import Entry
from hookline.config.jsontext import OBJECT
from hookline.config.locate import locate
from hookline.config.reading import Checks, Probed, Reading
from hookline.model import Hook, SetAside
from hookline.spec.events import EVENTS

PLACES = {place.source.name: place for place in locate("linux", {"HOME": "/h"}, ["/w"])}


def no_regex(matcher: str) -> str | None:
    return "missing )" if matcher.count("(") > matcher.count(")") else None


def an_entry(
    values: dict[str, Any] | str, event: str = "preToolUse", source: str = "project", checks: Checks | None = None
) -> Entry:
    """An entry as it is read from a text; a text is taken as it stands."""
    text = values if isinstance(values, str) else json.dumps(values)
    reading = Reading(text, PLACES[source], checks or Checks("linux", no_regex))
    root = reading.document.root
    assert root is not None
    assert root.kind == OBJECT
    members = {member.key: member for member in root.value}
    return Entry(reading, event, EVENTS.get(event), 1, "/hooks/x/0", root, members)


def problems(entry: Entry) -> list[tuple[str, str, str, str]]:
    return [(one.code, one.pointer, one.problem, one.remedy) for one in entry.reading.problems]


@pytest.mark.parametrize(
    ("values", "text", "expected"),
    [
        pytest.param({"command": " ./x.sh "}, " ./x.sh ", [], id="as it is written"),
        pytest.param(
            {"command": " "}, "",
            [("no-command", "/hooks/x/0/command", 'command is " "; it must be a text', "write what to run")],
            id="only blanks",
        ),
        pytest.param(
            {"command": 5}, "",
            [("no-command", "/hooks/x/0/command", "command is 5; it must be a text", "write what to run")],
            id="a number",
        ),
        pytest.param(
            {"command": ["node", "a b.js", 1]}, "",
            [("argv-command", "/hooks/x/0/command", "command is a list; it must be one text",
              "write \"command\": \"node 'a b.js'\"")],
            id="a list is shown as the text to write",
        ),
        pytest.param(
            {}, "",
            [("no-command", "/hooks/x/0", "there is no command", 'add "command": "…", with what to run')],
            id="nothing at all",
        ),
        pytest.param(
            {"prompt": "Is it safe?"}, "",
            [("no-command", "/hooks/x/0", "there is no command", 'add "type": "prompt", if a model is to judge')],
            id="a prompt without its type",
        ),
        pytest.param(
            {"script": "./x.sh"}, "",
            [("no-command", "/hooks/x/0/script", "there is no command; 'script' does nothing", 'write "command": "./x.sh"')],
            id="another key for it",
        ),
        pytest.param(
            {"comand": 5}, "",
            [("no-command", "/hooks/x/0/comand", "there is no command; 'comand' does nothing", 'write "command": "…"')],
            id="a slip, and no text either",
        ),
        pytest.param(
            {"command": "a\0b"}, "a\0b",
            [("bad-text", "/hooks/x/0/command", "command contains a NUL or half of a surrogate pair", "remove that character")],
            id="a NUL",
        ),
        pytest.param(
            '{"command": "a\\ud800"}', "a\ud800",
            [("bad-text", "/hooks/x/0/command", "command contains a NUL or half of a surrogate pair", "remove that character")],
            id="half a surrogate pair",
        ),
    ],
)  # fmt: skip
def test_command(values: dict[str, Any] | str, text: str, expected: list[tuple[str, str, str, str]]) -> None:
    entry = an_entry(values)
    assert options.command(entry) == text
    assert problems(entry) == expected


@pytest.mark.parametrize(
    ("values", "text", "found"),
    [
        pytest.param({"prompt": "Is it safe?"}, "Is it safe?", [], id="a text"),
        pytest.param({"prompt": " "}, " ", ["no-prompt"], id="only blanks"),
        pytest.param({"prompt": 1}, "", ["no-prompt"], id="a number"),
        pytest.param({}, "", ["no-prompt"], id="none"),
    ],
)
def test_prompt(values: dict[str, Any], text: str, found: list[str]) -> None:
    entry = an_entry(values)
    assert options.prompt(entry) == text
    assert [one[0] for one in problems(entry)] == found


@pytest.mark.parametrize(
    ("values", "name", "found"),
    [
        pytest.param({"model": "m"}, "m", [], id="a text"),
        pytest.param({}, None, [], id="none"),
        pytest.param({"model": 1}, None, [("bad-model", "model is 1; it must be text")], id="a number"),
    ],
)
def test_model(values: dict[str, Any], name: str | None, found: list[tuple[str, str]]) -> None:
    entry = an_entry(values)
    assert options.model(entry) == name
    assert [(one[0], one[2]) for one in problems(entry)] == found


@pytest.mark.parametrize(
    ("written", "type", "seconds", "found"),
    [
        pytest.param(None, "command", 60.0, [], id="absent, for a command"),
        pytest.param(None, "prompt", 30.0, [], id="absent, for a prompt"),
        pytest.param("5", "command", 5.0, [], id="seconds"),
        pytest.param("0.25", "command", 0.25, [], id="a fraction of one"),
        pytest.param("900", "command", 900.0, [], id="a quarter of an hour, in earnest"),
        pytest.param("1000", "command", 1000.0, ["milliseconds"], id="what looks like milliseconds"),
        pytest.param("0", "command", 60.0, ["bad-timeout"], id="zero"),
        pytest.param("-1", "command", 60.0, ["bad-timeout"], id="less than zero"),
        pytest.param("1e309", "prompt", 30.0, ["bad-timeout"], id="infinity"),
        pytest.param("9" * 400, "command", 60.0, ["bad-timeout"], id="a number no float holds"),
        pytest.param('"5"', "command", 60.0, ["bad-timeout"], id="a text"),
        pytest.param("true", "command", 60.0, ["bad-timeout"], id="true is no number"),
        pytest.param("null", "command", 60.0, ["bad-timeout"], id="null"),
    ],
)
def test_timeout(written: str | None, type: str, seconds: float, found: list[str]) -> None:
    entry = an_entry("{}" if written is None else f'{{"timeout": {written}}}')
    assert options.timeout_s(entry, type) == seconds
    assert [one[0] for one in problems(entry)] == found


def test_milliseconds_come_with_the_seconds_to_write() -> None:
    entry = an_entry({"timeout": 5000})
    options.timeout_s(entry, "command")
    assert problems(entry) == [
        ("milliseconds", "/hooks/x/0/timeout", "timeout is 5000 seconds; did you mean milliseconds?", "write seconds: 5")
    ]


@pytest.mark.parametrize(
    ("values", "event", "matcher", "found"),
    [
        pytest.param({}, "preToolUse", None, [], id="absent"),
        pytest.param({"matcher": None}, "preToolUse", None, [], id="null is everything"),
        pytest.param({"matcher": ""}, "preToolUse", None, [], id="empty is everything"),
        pytest.param({"matcher": "*"}, "preToolUse", None, [], id="a star is everything"),
        pytest.param({"matcher": "Shell|Write"}, "preToolUse", "Shell|Write", [], id="an expression"),
        pytest.param({"matcher": {"tool": "x"}}, "preToolUse", None, ["bad-matcher"], id="an object"),
        pytest.param({"matcher": "(a"}, "preToolUse", "(a", ["invalid-matcher"], id="no expression"),
        pytest.param({"matcher": "(?i)git"}, "preToolUse", "(?i)git", ["inline-flag"], id="an inline flag"),
        pytest.param({"matcher": "x"}, "sessionStart", "x", ["matcher-unused"], id="nothing to match"),
        pytest.param({"matcher": "Bash"}, "preToolUse", "Bash", ["foreign-tool"], id="Claude's name of a tool"),
        pytest.param({"matcher": "^MultiEdit$"}, "afterFileEdit", "^MultiEdit$", ["foreign-tool"], id="of another tool"),
        pytest.param({"matcher": "Bash|Shell"}, "preToolUse", "Bash|Shell", [], id="beside Cursor's own name"),
        pytest.param({"matcher": "Bash"}, "beforeShellExecution", "Bash", [], id="in a command it is any word"),
        pytest.param({"matcher": "BashTool"}, "preToolUse", "BashTool", [], id="as a part of another word"),
        pytest.param({"matcher": "Bash"}, "noSuchEvent", "Bash", [], id="on an event that does not exist"),
    ],
)
def test_matcher(values: dict[str, Any], event: str, matcher: str | None, found: list[str]) -> None:
    entry = an_entry(values, event)
    assert options.matcher(entry) == matcher
    assert [one[0] for one in problems(entry)] == found


def test_a_foreign_tool_comes_with_cursors_name() -> None:
    entry = an_entry({"matcher": "run_terminal_cmd"})
    options.matcher(entry)
    assert problems(entry)[0][2:] == (
        "run_terminal_cmd is another agent's name for the tool Shell, and never matches", "write Shell",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("matcher", "found"),
    [
        pytest.param("Bash|Edit", [], id="Claude's names are right in Claude's file"),
        pytest.param("Bash(git", ["invalid-matcher"], id="an expression is checked there too"),
    ],
)
def test_matchers_of_claude(matcher: str, found: list[str]) -> None:
    entry = an_entry({"matcher": matcher}, source="claude-project")
    assert options.matcher(entry) == matcher
    assert [one[0] for one in problems(entry)] == found


def test_a_plain_list_of_names_is_no_expression_for_claude() -> None:
    def refuse_all(matcher: str) -> str:
        return "no"

    entry = an_entry({"matcher": "Bash|Edit"}, source="claude-user", checks=Checks("linux", refuse_all))
    options.matcher(entry)
    assert problems(entry) == []


def test_a_hook_that_runs_is_kept_with_its_place() -> None:
    entry = an_entry('\n {"command": "./x.sh"}', "stop", "user")
    hook = options.bare_hook(entry)
    options.settle(entry, hook, 0, False)
    assert entry.reading.hooks == [
        Hook(source="user", event="stop", number=1, file="/h/.cursor/hooks.json", line=2, column=2, command="",
             root="/w", cwd="/h/.cursor")
    ]  # fmt: skip


def test_the_same_entry_twice_is_reported_and_both_run() -> None:
    entry = an_entry({"command": "x"}, "stop")
    hook = options.bare_hook(entry)
    options.settle(entry, hook, 0, False)
    options.settle(entry, hook._replace(number=2), 0, False)
    assert len(entry.reading.hooks) == 2
    assert problems(entry) == [
        ("duplicate-entry", "/hooks/x/0", "the same entry is on line 1; both run", "remove one of them")
    ]


@pytest.mark.parametrize(
    ("event", "closed", "blocks"),
    [
        pytest.param("preToolUse", True, True, id="failClosed on a gate blocks it"),
        pytest.param("preToolUse", False, False, id="without failClosed it does not"),
        pytest.param("stop", True, False, id="an event that only observes cannot be blocked"),
        pytest.param("noSuchEvent", True, False, id="an event that does not exist cannot either"),
    ],
)
def test_an_entry_with_errors_is_set_aside(event: str, closed: bool, blocks: bool) -> None:
    entry = an_entry({"timeout": 0}, event)._replace(misplaced="it stands in the wrong place")
    options.timeout_s(entry, "command")
    hook = options.bare_hook(entry)
    options.settle(entry, hook, 0, closed)
    reason = "it stands in the wrong place; timeout is 0; it must be a number above 0"
    assert entry.reading.set_aside == [SetAside(hook, reason, blocks)]
    assert entry.reading.hooks == []


@pytest.mark.parametrize(
    ("text", "column", "width"),
    [
        pytest.param('{"command": "x {{A}} y"}', 16, 5, id="the piece itself"),
        pytest.param('{"command": "C:\\\\a.exe"}', 14, 9, id="as it is escaped in the file"),
        pytest.param('{"command": "\\u007b\\u007bA}}"}', 13, 17, id="all of the text where escapes hide it"),
    ],
)
def test_remarks_on_a_command_point_at_the_piece(text: str, column: int, width: int) -> None:
    entry = an_entry(text)
    options.check_command(entry, options.command(entry))
    (problem,) = entry.reading.problems
    assert (problem.column, problem.width, problem.pointer) == (column, width, "/hooks/x/0/command")


def test_scripts_are_looked_at_where_that_is_allowed() -> None:
    def probe(path: str) -> Probed | None:
        return None

    entry = an_entry({"command": "./x.sh"}, checks=Checks(probe=probe))
    options.check_command(entry, "./x.sh")
    assert [one[0] for one in problems(entry)] == ["no-script"]
    options.check_command(silent := an_entry({"command": "./x.sh"}), "./x.sh")
    assert problems(silent) == []
