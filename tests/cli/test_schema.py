from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.spec.events import EVENTS
from hookline.spec.json_schemas import hooks_schema, input_schema, output_schema


@pytest.mark.parametrize(
    ("arguments", "schema"),
    [
        param([], hooks_schema(), id="hooks.json when nothing is named"),
        param(["hooks"], hooks_schema(), id="hooks.json by name"),
        param(["stop"], input_schema("stop"), id="what a hook gets"),
        param(["stop", "--input"], input_schema("stop"), id="what a hook gets, by option"),
        param(["stop", "--output"], output_schema("stop"), id="what a hook may answer"),
    ],
)
def test_schema(call: Any, arguments: list[str], schema: dict[str, Any]) -> None:
    ended = call("schema", *arguments)
    assert (ended.code, ended.json) == (0, schema)


def test_list(run: Any, call: Any) -> None:
    lines = run("schema", "--list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["hooks", *EVENTS]
    assert [row["name"] for row in call("schema", "--list", "--json").json["schemas"]] == ["hooks", *EVENTS]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        param(["stopp"], "There is no schema for 'stopp'. Did you mean 'stop'?", id="a typing error"),
        param(["xyzzy"], "To list them all: hookline schema --list", id="like nothing there is"),
        param(
            ["hooks", "--output"], "--output belongs to an event: hookline schema beforeShellExecution --output", id="side"
        ),
    ],
)
def test_wrong_use(call: Any, arguments: list[str], said: str) -> None:
    ended = call("schema", *arguments)
    assert (ended.code, ended.out) == (64, "")
    assert said in ended.err
