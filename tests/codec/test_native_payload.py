"""codec.native_payload: payloads ↔ facts. The whole way is in test_adapter_main; here are the odd ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookline.codec.dialect_table import dialect_row
from hookline.codec.native_payload import one_by_one, read_payload, write_payload
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS

ROWS = {name: dialect_row(name) for name in ("cursor", *DIALECT_SPECS)}
PLACES = [(name, event) for name, row in ROWS.items() for event in row["events"]]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = sorted({path.split(".")[0] for row in ROWS.values() for paths in row["fields"].values() for path in paths.split("|")})


@settings(deadline=None)
@given(st.sampled_from(PLACES), st.sampled_from(PLACES), st.dictionaries(st.sampled_from(KEYS), JSON, max_size=8))
def test_no_payload_breaks_it(host: tuple[str, str], other: tuple[str, str], payload: dict[str, Any]) -> None:
    facts = read_payload(ROWS[host[0]], host[1], payload)
    for part in one_by_one(facts):
        assert isinstance(write_payload(ROWS[other[0]], other[1], part), dict)


@pytest.mark.parametrize("event", EVENTS)
def test_a_payload_of_ours_has_every_field_of_its_event(event: str) -> None:
    facts = read_payload(ROWS["claude"], "Stop", {"session_id": "s"})
    payload = write_payload(ROWS["cursor"], event, facts)
    assert set(payload) == set(ROWS["cursor"]["events"][event]["fields"])
    assert payload["hook_event_name"] == event


def test_the_output_of_a_tool_is_text_where_cursor_has_text() -> None:
    facts = read_payload(
        ROWS["gemini"],
        "AfterTool",
        {"tool_name": "run_shell_command", "tool_input": {"command": "ls"}, "tool_response": {"llmContent": "x"}},
    )
    payload = write_payload(ROWS["cursor"], "afterShellExecution", facts)
    assert (payload["command"], payload["output"]) == ("ls", '{"llmContent": "x"}')


@pytest.mark.parametrize(
    ("at", "payload", "expected"),
    [
        ("PreToolUse", {"tool_name": "Shell", "tool_input": {"command": "ls"}, "tool_use_id": "t", "cwd": "/w", "conversation_id": "c", "generation_id": "g"},
         {"session_id": "c", "prompt_id": "g", "cwd": "/w", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t", "permission_mode": "default"}),
        ("PostToolUse", {"tool_name": "Shell", "tool_input": {}, "tool_output": '{"stdout": "x"}', "duration": 5},
         {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {}, "duration_ms": 5, "permission_mode": "default",
          "tool_response": {"stdout": "x", "stderr": "", "interrupted": False, "isImage": False}}),
        ("Stop", {"status": "completed", "loop_count": 0}, {"hook_event_name": "Stop", "stop_hook_active": False, "permission_mode": "default"}),
        ("SessionEnd", {"reason": "user_close"}, {"hook_event_name": "SessionEnd", "reason": "other"}),
        ("SessionEnd", {"reason": "logout"}, {"hook_event_name": "SessionEnd", "reason": "logout"}),
        ("SessionStart", {}, {"hook_event_name": "SessionStart", "source": "startup"}),
        ("PreCompact", {"trigger": "manual", "context_tokens": 5}, {"hook_event_name": "PreCompact", "trigger": "manual", "custom_instructions": ""}),
    ],
)  # fmt: skip
def test_a_payload_of_claude_codes_holds_what_claude_code_tells_there(at: str, payload: Any, expected: Any) -> None:
    ours = ROWS["claude"]["events"][at]["cursor"]
    facts = read_payload(ROWS["cursor"], ours, payload)
    assert write_payload(ROWS["claude"], at, facts) == expected
