"""codec.dialect_table: the rows as the codec reads them."""

from __future__ import annotations

import json

import pytest

from hookline.codec.dialect_table import dialect_row, live_place, live_row
from hookline.codec.native_payload import read_payload
from hookline.spec.dialects import CLAUDE_EVENTS, DIALECT_SPECS
from hookline.spec.events import EVENTS

NAMES = ["cursor", *DIALECT_SPECS]


@pytest.mark.parametrize("name", NAMES)
def test_a_row_can_be_carried_as_json(name: str) -> None:
    row = dialect_row(name)
    assert json.loads(json.dumps(row)).keys() == row.keys()


@pytest.mark.parametrize("name", NAMES)
def test_every_row_has_the_same_columns_but_cursors_own(name: str) -> None:
    assert set(dialect_row(name)) | {"known", "other_words"} == set(dialect_row("cursor"))


@pytest.mark.parametrize("event", EVENTS)
def test_a_live_moment_is_the_carried_one(event: str) -> None:
    assert live_row("cursor")["events"][event] == dialect_row("cursor")["events"][event]


def test_claudes_hooks_speak_claude_where_cursor_runs_them() -> None:
    for theirs, ours in CLAUDE_EVENTS.items():
        row, at = live_place("claude", ours)
        assert (row["name"], at, row["exits"], row["fails_on"]) == ("claude", theirs, "failure", "text")


def test_elsewhere_every_hook_speaks_cursor() -> None:
    assert live_place("claude", "beforeShellExecution") == live_place("cursor", "beforeShellExecution")


def test_what_was_met_before_makes_no_difference() -> None:
    fresh = live_row.__wrapped__("cursor")["events"]
    assert fresh.get("preToolUse") == fresh["preToolUse"]
    assert fresh.get("no such event") is None


def test_the_server_of_an_mcp_tool_is_told_at_every_call_and_not_only_at_the_first() -> None:
    payload = {"tool_name": "MCP:delete", "mcp_server_name": "db", "tool_input": {}}
    names = [read_payload(live_row("cursor"), "preToolUse", payload).get("server") for _ in range(2)]
    assert names == ["db", "db"]
