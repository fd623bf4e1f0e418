from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from pytest import param

from hookline.cli.event_input import Given, apply_setting, object_from, parse_object, read_payload
from hookline.cli.faults import MissingInput, Usage
from hookline.spec.events import EVENTS


@pytest.mark.parametrize(
    ("event", "settings", "given"),
    [
        param("beforeShellExecution", ["command=ls -l"], {"command": "ls -l"}, id="text of a text field"),
        param("beforeShellExecution", ["command=5"], {"command": "5"}, id="a text field takes a number as text"),
        param("beforeShellExecution", ['command={"a": 1}'], {"command": '{"a": 1}'}, id="a text field takes JSON as text"),
        param("beforeShellExecution", ["sandbox=true"], {"sandbox": True}, id="a field of another type takes JSON"),
        param("beforeShellExecution", ["sandbox=maybe"], {"sandbox": "maybe"}, id="what is no JSON is text"),
        param("stop", ["loop_count=NaN"], {"loop_count": "NaN"}, id="NaN is no JSON"),
        param("beforeShellExecution", ["command=a=b=c"], {"command": "a=b=c"}, id="only the first = counts"),
        param("beforeShellExecution", ["command="], {"command": ""}, id="a value may be empty"),
        param("preToolUse", ["tool_input.command=ls"], {"tool_input": {"command": "ls"}}, id="a dotted key is nested"),
        param(
            "preToolUse",
            ["tool_input.a.b=1", "tool_input.a.c=x"],
            {"tool_input": {"a": {"b": 1, "c": "x"}}},
            id="several nested keys meet",
        ),
        param("afterFileEdit", ['edits=[{"old_string": "a"}]'], {"edits": [{"old_string": "a"}]}, id="a list as JSON"),
        param("stop", ["user_email=null"], {"user_email": None}, id="null of a field that may be null"),
        param("stop", ["user_email=a@b"], {"user_email": "a@b"}, id="text of a field that may be null"),
        param("stop", ["colour=red"], {"colour": "red"}, id="a field nobody knows is passed on"),
    ],
)
def test_settings(event: str, settings: list[str], given: dict[str, Any]) -> None:
    found: dict[str, Any] = {}
    for setting in settings:
        apply_setting(found, EVENTS[event], setting)
    assert found == given


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        param(["command"], "--set takes key=value, not 'command'.", id="no ="),
        param(["=x"], "--set takes key=value, not '=x'.", id="no key"),
        param(["a..b=x"], "--set takes key=value, not 'a..b=x'.", id="an empty part"),
        param(["a=[1]", "a.b=2"], "--set a.b: a is a list, which has no fields.", id="nested in a list"),
        param(["a=null", "a.b=2"], "--set a.b: a is null, which has no fields.", id="nested in null"),
    ],
)
def test_bad_settings_say_what_is_wrong(settings: list[str], complaint: str) -> None:
    found: dict[str, Any] = {}
    with pytest.raises(Usage) as raised:
        for setting in settings:
            apply_setting(found, EVENTS["stop"], setting)
    assert raised.value.message == complaint


def test_a_bare_event_takes_its_samples_moved_into_the_workspace() -> None:
    assert read_payload("beforeShellExecution", None, [], "/home/me/shop") == Given(
        {"command": "npm test", "cwd": "/home/me/shop", "sandbox": False}, ("command", "cwd", "sandbox"), ()
    )
    assert read_payload("beforeReadFile", None, ["content=x"], "/r").input == {
        "content": "x",
        "file_path": "/r/src/auth.ts",
        "attachments": [{"type": "file", "file_path": "/r/README.md"}],
    }


def test_what_the_engine_fills_in_or_a_host_may_leave_out_is_no_sample() -> None:
    assert read_payload("sessionStart", None, [], "/r").samples == ("is_background_agent",)
    assert read_payload("workspaceOpen", None, [], "/r") == Given({}, (), ())


def test_settings_come_first_and_samples_fill_the_rest() -> None:
    given = read_payload("beforeShellExecution", None, ["command=git push"], "/r")
    assert given == Given({"command": "git push", "cwd": "/r", "sandbox": False}, ("cwd", "sandbox"), ())


def test_with_an_input_nothing_is_made_up(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text('{"command": "ls", "comand": "typo"}')
    given = read_payload("beforeShellExecution", str(file), ["cwd=/x"], "/r")
    assert given.input == {"command": "ls", "comand": "typo", "cwd": "/x"}
    assert given.samples == ()
    assert given.remarks == (
        "beforeShellExecution has no field 'comand'; it is passed on as it is. Did you mean 'command'?",
    )


def test_the_names_of_an_older_profile_are_known_too() -> None:
    assert read_payload("beforeSubmitPrompt", None, ["prompt_text=hi"], "/r").remarks == ()


def test_nested_settings_of_a_field_that_carries_json_text_become_json_text() -> None:
    given = read_payload("beforeMCPExecution", None, ["tool_input.title=x"], "/r")
    assert given.input["tool_input"] == '{"title": "x"}'


def test_the_input_may_come_from_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'\xef\xbb\xbf{"status": "error"}')))
    assert object_from("-") == {"status": "error"}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        param(
            b"[1]", 'x.json holds a list; the input of an event is a JSON object, such as {"command": "ls"}.', id="a list"
        ),
        param(b"true", "x.json holds true or false; the input of an event", id="a boolean"),
        param(
            b"{'a': 1}",
            "x.json is not JSON: Expecting property name enclosed in double quotes at line 1, column 2",
            id="no JSON",
        ),
        param(b"\xff{}", "x.json is not UTF-8 text (byte 0).", id="not UTF-8"),
        param(b'{"a": NaN}', "x.json is not JSON: NaN is not a JSON value.", id="NaN"),
        param(b"[" * 100_000, "x.json is not JSON: ", id="nested too deep"),
    ],
)
def test_a_bad_input_is_a_usage_error_that_says_where(data: bytes, complaint: str) -> None:
    with pytest.raises(Usage) as raised:
        parse_object(data, "x.json")
    assert raised.value.message.startswith(complaint)


def test_a_missing_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingInput) as raised:
        object_from(str(tmp_path / "none.json"))
    assert raised.value.message == f"{tmp_path}/none.json cannot be read: No such file or directory."
    assert isinstance(raised.value, click.ClickException)
    assert raised.value.exit_code == 66
