"""engine.payload: what a hook gets."""

import json
from typing import Any

import pytest

from hookline.codec.placeholders import refusal
from hookline.engine.payload import Environ, build_payload, environment, placeholders, to_stdin
from hookline.engine.session import SessionState
from hookline.errors import UsageError
from hookline.model import Settings
from hookline.testing import a_hook, an_event

STATE = SessionState("conv", "m-1", "gen")


def payload(
    event: str = "beforeShellExecution", state: SessionState = STATE, settings: dict[str, Any] | None = None, **fields: Any
) -> Any:
    return build_payload(an_event(event, **fields), state, Settings(roots=("/w",), **(settings or {})))


def test_base_fields_come_first_and_are_all_there() -> None:
    assert payload(command="ls") == {
        "conversation_id": "conv", "session_id": "conv", "generation_id": "gen", "model": "m-1",
        "hook_event_name": "beforeShellExecution", "cursor_version": "3.18.25", "workspace_roots": ["/w"],
        "user_email": None, "transcript_path": None, "command": "ls",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("event", "fields", "expected"),
    [
        pytest.param(
            "stop",
            {"session_id": "s"},
            {"conversation_id": "s", "session_id": "s"},
            id="a session id fills the conversation's",
        ),
        pytest.param("stop", {"conversation_id": "c"}, {"conversation_id": "c", "session_id": "c"}, id="and the reverse"),
        pytest.param(
            "stop",
            {"conversation_id": "c", "session_id": "s"},
            {"conversation_id": "c", "session_id": "s"},
            id="both as given",
        ),
        pytest.param("stop", {"model": None}, {"model": "m-1"}, id="null does not hide what is known"),
        pytest.param(
            "stop", {"hook_event_name": "other"}, {"hook_event_name": "stop"}, id="the event's name cannot be changed"
        ),
        pytest.param("stop", {}, {"loop_count": 0}, id="the session's own loop count"),
        pytest.param("stop", {"loop_count": 3}, {"loop_count": 3}, id="the host's loop count"),
        pytest.param("stop", {"extra": None}, {"extra": None}, id="unknown fields go through"),
    ],
)
def test_fields(event: str, fields: dict[str, Any], expected: dict[str, Any]) -> None:
    built = payload(event, **fields)
    assert {key: built[key] for key in expected} == expected


def test_workspace_open_belongs_to_no_conversation() -> None:
    assert payload("workspaceOpen") == {
        "hook_event_name": "workspaceOpen", "cursor_version": "3.18.25", "workspace_roots": ["/w"], "user_email": None,
    }  # fmt: skip


def test_2_3_spells_some_things_differently() -> None:
    old = {"profile": "cursor-2.3"}
    attachments = [{"type": "file", "file_path": "/a"}, "odd"]
    prompt = payload("beforeSubmitPrompt", settings=old, prompt="hi", attachments=attachments)
    assert prompt["prompt_text"] == "hi" and "prompt" not in prompt
    assert prompt["attachments"] == [{"type": "file", "file_path": "/a", "filePath": "/a"}, "odd"]
    assert "transcript_path" not in prompt and prompt["cursor_version"] == "2.3.41"
    assert payload("afterMCPExecution", settings=old, duration=1500)["duration"] == 1.5
    assert payload("afterMCPExecution", settings=old, duration="odd")["duration"] == "odd"
    assert payload("afterShellExecution", settings=old, duration=1500)["duration"] == 1500


@pytest.mark.parametrize("value", ["é", "\ud800", "a\nb", "\0", "😀"])
def test_any_text_survives_the_way(value: str) -> None:
    assert json.loads(to_stdin({"a": value})) == {"a": value}


def test_text_goes_as_it_stands_and_json_as_javascript_writes_it() -> None:
    assert to_stdin({"a": "é", "b": [1, 2]}) == '{"a":"é","b":[1,2]}\n'.encode()


@pytest.mark.parametrize("value", [object(), {1, 2}, b"x"])
def test_what_is_not_json_is_the_callers_mistake(value: object) -> None:
    with pytest.raises(UsageError, match="pass plain JSON values"):
        to_stdin({"a": value})


def test_the_environment_is_layered() -> None:
    env = environment(
        {"A": "host", "B": "host", "GONE": "x"}, {"B": "session", "HOOKLINE": "0"}, {"HOOKLINE": "1", "GONE": None}
    )
    assert env == {"A": "host", "B": "session", "HOOKLINE": "1"}


@pytest.mark.parametrize(
    ("command", "given", "named"),
    [
        pytest.param('x "${command}"', {"command": "ls"}, {"command": "ls"}, id="named and there"),
        pytest.param('x "${file_path}"', {"command": "ls"}, {"file_path": None}, id="named and not there: removed"),
        pytest.param("x $command", {"command": "ls"}, {}, id="only with braces"),
        pytest.param("x ${HOME}", {"command": "ls"}, {}, id="other variables are the shell's"),
        pytest.param("x ${prompt:-none}", {"prompt": "p"}, {"prompt": "p"}, id="with a default"),
        pytest.param("x ${status}", {"status": 5}, {"status": "5"}, id="what is not text becomes JSON"),
    ],
)
def test_placeholders(command: str, given: dict[str, Any], named: dict[str, Any]) -> None:
    assert placeholders(a_hook(command=command), given) == named


def test_a_prompt_hook_has_no_placeholders() -> None:
    assert placeholders(a_hook(type="prompt", command="Is ${command} safe?"), {"command": "ls"}) == {}


@pytest.mark.parametrize(("value", "told"), [("x" * 200_000, "200000 bytes"), ("a\0b", "NUL"), ("fine", None), (None, None)])
def test_refusal(value: str | None, told: str | None) -> None:
    found = refusal({"command": value})
    assert found is None if told is None else told in (found or "")


def test_the_environment_is_made_once_for_as_long_as_nothing_differs() -> None:
    environ = Environ({"PATH": "/bin", "GONE": "x"})
    made = environ.of("user", {"A": "1"}, {"HOOKLINE": "1", "GONE": None})
    assert made == {"PATH": "/bin", "A": "1", "HOOKLINE": "1"}
    assert environ.of("user", {"A": "1"}, {"HOOKLINE": "1", "GONE": None}) is made
    assert environ.of("project", {}, {"HOOKLINE": "1"}) == {"PATH": "/bin", "GONE": "x", "HOOKLINE": "1"}
    assert environ.of("user", {"A": "1"}, {"HOOKLINE": "1", "GONE": None}) is made
    assert environ.of("user", {"A": "2"}, {"HOOKLINE": "1", "GONE": None})["A"] == "2"
    assert environ.of("user", {"A": "2"}, {"HOOKLINE": "2"}) == {"PATH": "/bin", "GONE": "x", "A": "2", "HOOKLINE": "2"}
