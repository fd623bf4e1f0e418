"""config.claude: the hooks of Claude Code's settings, as Cursor runs them."""

import json
from typing import Any

import pytest

from hookline.config.claude_settings import parse_claude
from hookline.config.locate import locate
from hookline.config.reading import Parsed
from hookline.model import Hook
from hookline.spec.dialects import CLAUDE_EVENTS, CLAUDE_ONLY_EVENTS

PLACE = next(place for place in locate("linux", {"HOME": "/h"}, ["/w"]) if place.source.name == "claude-project")


def read(value: Any) -> Parsed:
    """Parse a value, or a text as it stands."""
    return parse_claude(value if isinstance(value, str) else json.dumps(value), PLACE)


def with_handler(handler: Any, event: str = "PreToolUse") -> Parsed:
    return read({"hooks": {event: [{"hooks": [handler]}]}})


def found(parsed: Parsed) -> list[tuple[str, str]]:
    return [(problem.code, problem.pointer) for problem in parsed.problems]


def test_a_handler_with_everything() -> None:
    handler = {
        "type": "command", "command": "./x.sh", "timeout": 5, "onFailure": "block", "statusMessage": "x", "async": False,
    }  # fmt: skip
    text = json.dumps({"model": "opus", "hooks": {"PreToolUse": [{"matcher": "Bash|Edit", "hooks": [handler]}]}})
    parsed = read(text)
    assert parsed.hooks == (
        Hook(source="claude-project", event="preToolUse", number=1, file=PLACE.path, line=1,
             column=text.index('{"type"') + 1, command="./x.sh", matcher="Bash|Edit", timeout_s=5.0, fail_closed=True,
             loop_limit=None, dialect="claude", root="/w", cwd="/w", needs_trust=True),
    )  # fmt: skip
    assert parsed.problems == ()


@pytest.mark.parametrize(("claudes", "ours"), CLAUDE_EVENTS.items())
def test_every_event_has_cursors_name(claudes: str, ours: str) -> None:
    parsed = with_handler({"type": "command", "command": "x"}, claudes)
    assert [(hook.event, hook.loop_limit) for hook in parsed.hooks] == [(ours, None)]
    assert parsed.problems == ()


def test_a_prompt_handler() -> None:
    (hook,) = with_handler({"type": "prompt", "prompt": "Is it done?", "model": "haiku"}, "Stop").hooks
    assert (hook.type, hook.command, hook.model, hook.timeout_s) == ("prompt", "Is it done?", "haiku", 30.0)


def test_handlers_are_numbered_through_their_groups() -> None:
    parsed = read({"hooks": {"Stop": [{"hooks": [{"command": "a"}, {"command": "b"}]}, {"hooks": [{"command": "c"}]}]}})
    assert [(hook.number, hook.command) for hook in parsed.hooks] == [(1, "a"), (2, "b"), (3, "c")]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"permissions": {"allow": ["Bash"]}}, id="settings without hooks"),
        pytest.param({}, id="nothing"),
        pytest.param({"hooks": {}}, id="no events"),
        pytest.param({"hooks": {"_comment": "x", "Stop": []}}, id="a comment"),
    ],
)
def test_files_without_hooks_are_silent(value: Any) -> None:
    assert read(value) == Parsed()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param("", [("empty-file", "")], id="an empty file"),
        pytest.param("[]", [("not-an-object", "")], id="a list"),
        pytest.param('{"hooks": {},}', [("trailing-comma", "")], id="a trailing comma"),
        pytest.param({"hooks": []}, [("hooks-not-object", "/hooks")], id="hooks as a list"),
    ],
)
def test_refused_files(value: Any, expected: list[tuple[str, str]]) -> None:
    parsed = read(value)
    assert (found(parsed), parsed.refused, parsed.hooks) == (expected, True, ())


def test_all_hooks_can_be_off() -> None:
    parsed = read({"disableAllHooks": True, "hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}})
    assert (parsed.hooks, found(parsed)) == ((), [("hooks-disabled", "/disableAllHooks")])
    assert len(read({"disableAllHooks": False, "hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}).hooks) == 1


def test_events_of_claude_alone_are_one_note() -> None:
    groups = [{"hooks": [{"type": "command", "command": "x"}]}]
    parsed = read({"hooks": dict.fromkeys(sorted(CLAUDE_ONLY_EVENTS), groups)})
    (note,) = parsed.problems
    assert (note.code, note.severity, parsed.hooks, parsed.set_aside) == ("claude-event", "note", (), ())
    assert all(event in note.problem for event in CLAUDE_ONLY_EVENTS)


def test_unknown_and_repeated_events() -> None:
    parsed = read(
        '{"hooks": {"stop": [], "Stop": [{"hooks": [{"command": "a"}]}], "Stop": [{"hooks": [{"command": "b"}]}], "X": 1}}'
    )
    assert found(parsed) == [
        ("unknown-event", "/hooks/stop"),
        ("duplicate-key", "/hooks/Stop"),
        ("unknown-event", "/hooks/X"),
    ]
    assert [hook.command for hook in parsed.hooks] == ["a", "b"]
    assert parsed.problems[0].remedy == "stop is Cursor's name: write Stop in this file"


@pytest.mark.parametrize(
    ("event_value", "expected"),
    [
        pytest.param({}, [("event-not-list", "/hooks/Stop")], id="an event that is no list"),
        pytest.param([5], [("entry-not-object", "/hooks/Stop/0")], id="a group that is no object"),
        pytest.param([{"matcher": ""}], [("cursor-entry", "/hooks/Stop/0")], id="a group without handlers"),
        pytest.param([{"hooks": {}}], [("cursor-entry", "/hooks/Stop/0/hooks")], id="handlers that are no list"),
        pytest.param([{"command": "x"}], [("cursor-entry", "/hooks/Stop/0")], id="hooks.json's shape"),
        pytest.param([{"hooks": [5]}], [("entry-not-object", "/hooks/Stop/0/hooks/0")], id="a handler that is no object"),
    ],
)
def test_other_shapes(event_value: Any, expected: list[tuple[str, str]]) -> None:
    parsed = read({"hooks": {"Stop": event_value}})
    assert (found(parsed), parsed.hooks, parsed.refused) == (expected, (), False)


@pytest.mark.parametrize(
    ("event", "matcher", "expected"),
    [
        pytest.param("Stop", "Bash", (None, ["matcher-unused"]), id="Claude Code reads none at Stop"),
        pytest.param("UserPromptSubmit", "secret", (None, ["matcher-unused"]), id="nor before a prompt"),
        pytest.param("UserPromptSubmit", "*", (None, []), id="a star says nothing"),
        pytest.param("SubagentStop", "explore", ("explore", []), id="the type of a subagent is matched"),
        pytest.param("PreCompact", "manual", ("manual", []), id="and the trigger"),
        pytest.param(
            "SessionStart", "startup", ("startup", ["matcher-unused"]), id="Cursor does not tell how a session began"
        ),
    ],
)
def test_matchers_of_events_without_tools(event: str, matcher: str, expected: tuple[str | None, list[str]]) -> None:
    parsed = read({"hooks": {event: [{"matcher": matcher, "hooks": [{"command": "x"}]}]}})
    assert (parsed.hooks[0].matcher, [problem.code for problem in parsed.problems]) == expected


def test_an_entry_in_hooks_jsons_shape_is_set_aside_with_that_reason() -> None:
    (aside,) = read({"hooks": {"Stop": [{"command": "x"}]}}).set_aside
    assert (aside.hook.command, aside.reason) == ("x", "there is no list `hooks` in this group")


def test_a_bad_matcher_sets_every_handler_of_its_group_aside() -> None:
    parsed = read({
        "hooks": {
            "PreToolUse": [
                {"matcher": {}, "hooks": [{"command": "a", "onFailure": "block"}, {"command": "b"}]},
                {"hooks": [{"command": "c"}]},
            ]
        }
    })  # fmt: skip
    assert [(aside.hook.command, aside.reason, aside.blocks) for aside in parsed.set_aside] == [
        ("a", "matcher is {}; it must be text", True),
        ("b", "matcher is {}; it must be text", False),
    ]
    assert [hook.command for hook in parsed.hooks] == ["c"]


@pytest.mark.parametrize("type", ["http", "mcp_tool", "agent"])
def test_handlers_only_claude_runs_are_a_note(type: str) -> None:
    parsed = with_handler({"type": type, "url": "x"})
    assert [(problem.code, problem.severity) for problem in parsed.problems] == [("claude-handler", "note")]
    assert [(aside.reason, aside.blocks) for aside in parsed.set_aside] == [
        (f'Cursor runs no handlers of type "{type}"', False)
    ]


@pytest.mark.parametrize(
    ("handler", "code", "problem"),
    [
        pytest.param({"type": "x", "command": "y"}, "bad-type", 'type is "x", which does not exist', id="another type"),
        pytest.param({"type": "command"}, "no-command", "there is no command", id="no command"),
        pytest.param({"type": "prompt"}, "no-prompt", "a prompt hook needs a prompt text", id="no prompt"),
        pytest.param(
            {"command": "x", "timeout": -1}, "bad-timeout", "timeout is -1; it must be a number above 0", id="a timeout"
        ),
    ],
)
def test_bad_handlers_are_set_aside(handler: Any, code: str, problem: str) -> None:
    parsed = with_handler(handler)
    assert [(one.code, one.problem) for one in parsed.problems] == [(code, problem)]
    assert [aside.reason for aside in parsed.set_aside] == [problem]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        pytest.param("if", "Bash(git *)", "claude-key", id="a condition is not honoured"),
        pytest.param("async", True, "claude-key", id="it is waited for"),
        pytest.param("once", True, "claude-key", id="it runs every time"),
        pytest.param("failClosed", True, "claude-key", id="Cursor's word for a failure"),
        pytest.param("colour", 1, "unknown-key", id="a key nobody knows"),
    ],
)
def test_keys_that_are_not_honoured(key: str, value: Any, code: str) -> None:
    parsed = with_handler({"command": "x", key: value})
    assert (found(parsed), len(parsed.hooks)) == ([(code, f"/hooks/PreToolUse/0/hooks/0/{key}")], 1)


def test_remarks_on_the_command_come_with_it() -> None:
    assert found(with_handler({"command": "$CLAUDE_PLUGIN_ROOT/x"})) == [
        ("plugin-root", "/hooks/PreToolUse/0/hooks/0/command")
    ]
