"""dialects.cursor: hooks.json ↔ neutral hooks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytest import param

from hookline.dialects.adapter_script import wrap
from hookline.dialects.conversion import DialectHook
from hookline.dialects.cursor import read_cursor, write_cursor
from hookline.dialects.note import ASK


def read(hooks: Any) -> list[DialectHook]:
    found = read_cursor(json.dumps({"version": 1, "hooks": hooks}), "hooks.json").hooks
    return [hook._replace(pointer="", file="", line=0) for hook in found]


def written(*hooks: DialectHook, existing: str = "") -> Any:
    files = write_cursor(hooks, existing).files
    return json.loads(files[0].text) if files else None


HOOKS = [
    param("stop", {"command": "x"}, DialectHook("stop", "x"), id="a command"),
    param("preToolUse", {"command": "x", "matcher": "Shell", "timeout": 2.5, "failClosed": True}, DialectHook("preToolUse", "x", matcher="Shell", timeout_s=2.5, fail_closed=True), id="every option"),
    param("stop", {"command": "x", "loop_limit": None}, DialectHook("stop", "x", loop_limit=None), id="no limit"),
    param("stop", {"command": "x", "loop_limit": 2}, DialectHook("stop", "x", loop_limit=2), id="a limit"),
    param("stop", {"type": "prompt", "prompt": "done?", "model": "m"}, DialectHook("stop", "done?", "prompt", timeout_s=30, model="m"), id="a prompt"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "entry", "hook"), HOOKS)
def test_an_entry_is_read(event: str, entry: Any, hook: DialectHook) -> None:
    assert read({event: [entry]}) == [hook]


@pytest.mark.parametrize(("event", "entry", "hook"), HOOKS)
def test_a_hook_is_written(event: str, entry: Any, hook: DialectHook) -> None:
    assert written(hook) == {"version": 1, "hooks": {event: [entry]}}


def test_a_hook_of_another_tool_runs_through_the_adapter_and_is_read_again() -> None:
    hook = DialectHook("preToolUse", "x", matcher="^(?:Shell)$", timeout_s=600, fail_closed=True, speaks="claude", native_event="PreToolUse", native_matcher="Bash")  # fmt: skip
    files = write_cursor([hook]).files
    assert [(file.path, file.executable) for file in files] == [
        (".cursor/hooks.json", False),
        (".cursor/hooks/hookline_adapter.py", True),
    ]
    (entry,) = json.loads(files[0].text)["hooks"]["preToolUse"]
    assert entry == {
        "command": wrap(hook, "cursor", "preToolUse"),
        "matcher": "^(?:Shell)$",
        "timeout": 600,
        "failClosed": True,
    }
    assert read({"preToolUse": [entry]}) == [hook]


def test_what_was_changed_in_hooks_json_counts() -> None:
    hook = DialectHook("preToolUse", "x", speaks="claude", native_event="PreToolUse")
    entry = {"command": wrap(hook, "cursor", "preToolUse"), "timeout": 5, "failClosed": True, "matcher": "Read"}
    assert read({"preToolUse": [entry]}) == [hook._replace(timeout_s=5.0, fail_closed=True, matcher="Read")]


def test_an_entry_that_does_not_run_is_lost_with_its_reason() -> None:
    found = read_cursor('{"version": 1, "hooks": {"preToolUse": [{"command": 5}], "stop": [{"command": "x"}]}}', "h.json")
    lost = [(note.kind, note.pointer, note.gate) for note in found.notes if note.kind == "lost"]
    assert (lost, [hook.event for hook in found.hooks]) == ([("lost", "/hooks/preToolUse/0", True)], ["stop"])
    assert [problem.severity for problem in found.problems] == ["error"]


def of_claude(event: str, native_event: str = "PreToolUse", **more: Any) -> DialectHook:
    return DialectHook(event, "x", speaks="claude", native_event=native_event, **more)


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        param(of_claude("beforeShellExecution"), [], id="a shell command: a person is asked"),
        param(of_claude("preToolUse"), [("lost", True)], id="any tool: the answer is no opinion there"),
        param(of_claude("subagentStart"), [("changed", False)], id="a subagent: ask is a deny"),
        param(of_claude("beforeReadFile"), [("changed", False)], id="a file: ask is a deny"),
        param(of_claude("postToolUse", "PostToolUse"), [], id="after the tool nobody can be asked anyway"),
        param(DialectHook("preToolUse", "x"), [], id="Cursor's own hook loses nothing"),
        param(DialectHook("preToolUse", "safe?", "prompt"), [], id="a model's verdict is yes or no"),
        param(DialectHook("preToolUse", "x", speaks="codex", native_event="PreToolUse"), [], id="a tool without the word"),
    ],
)  # fmt: skip
def test_ask_is_never_lost_in_silence(hook: DialectHook, expected: list[tuple[str, bool]]) -> None:
    notes = write_cursor([hook]).notes
    assert [(note.kind, note.gate) for note in notes if note.about == ASK] == expected


def test_options_that_mean_nothing_at_an_event_are_not_written() -> None:
    assert written(DialectHook("afterFileEdit", "x", fail_closed=True, loop_limit=2)) == {
        "version": 1,
        "hooks": {"afterFileEdit": [{"command": "x"}]},
    }


@pytest.mark.parametrize(
    "existing",
    [
        param({"hooks": {"stop": [{"command": "mine"}]}, "team": 1}, id="other hooks and keys"),
        param({"version": 1, "hooks": {"preToolUse": [{"command": "mine"}]}}, id="a hook of the same event"),
        param({"version": 2}, id="another version"),
    ],
)
def test_what_is_there_stays(existing: Any) -> None:
    now = written(DialectHook("preToolUse", "x"), existing=json.dumps(existing))
    assert now["hooks"]["preToolUse"].pop() == {"command": "x"}
    events = {name: entries for name, entries in now["hooks"].items() if entries}
    assert {**now, "hooks": events} == {"version": 1, "hooks": {}, **existing}


def test_an_entry_that_is_there_already_is_not_written_twice() -> None:
    existing = json.dumps({"version": 1, "hooks": {"stop": [{"command": "x"}]}})
    assert written(DialectHook("stop", "x"), existing=existing) == json.loads(existing)


@pytest.mark.parametrize("existing", ["{", "[]", '{"hooks": 5}', '{"hooks": {"stop": {}}}'])
def test_what_cannot_be_added_to_is_not_written(existing: str) -> None:
    assert written(DialectHook("stop", "x"), existing=existing) is None
