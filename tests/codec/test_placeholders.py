"""codec.placeholders: what a command names as `${…}`, as environment variables. Rule 18 has the rest in test_payload."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.codec.placeholders import as_text, placeholders, refusal

NAMES = ["command", "prompt", "file_path", "status"]


@pytest.mark.parametrize(
    ("command", "payload", "values"),
    [
        param('guard.sh "${command}"', {"command": "rm -rf x"}, {"command": "rm -rf x"}, id="a name of the list"),
        param('guard.sh "${command:-none}"', {"command": "ls"}, {"command": "ls"}, id="with something after it"),
        param('guard.sh "${commander}"', {"command": "ls"}, {}, id="a longer name is another"),
        param('guard.sh "$command"', {"command": "ls"}, {}, id="without braces"),
        param('guard.sh "${prompt}"', {"command": "ls"}, {"prompt": None}, id="a field the event does not have"),
        param('guard.sh "${status}"', {"status": 5}, {"status": "5"}, id="what is no text is JSON"),
    ],
)
def test_what_a_command_names(command: str, payload: Any, values: dict[str, Any]) -> None:
    assert placeholders(NAMES, command, payload) == values


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        param({"command": "ls", "prompt": None}, None, id="fine"),
        param({"command": "a\0b"}, "it has a NUL character", id="a NUL"),
        param({"command": "x" * 131_072}, "it has 131072 bytes", id="too long"),
    ],
)
def test_what_no_environment_can_hold(values: dict[str, Any], problem: str | None) -> None:
    said = refusal(values)
    assert (
        said is None
        if problem is None
        else said == f"the environment cannot hold ${{command}}: {problem}; read it from stdin instead"
    )


def test_values_as_text() -> None:
    assert [as_text(value) for value in (None, "x", {"a": "é"})] == [None, "x", '{"a": "é"}']
