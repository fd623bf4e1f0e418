"""spec.samples: payloads and answers to show, and that they are what the schemas say."""

from typing import Any

import jsonschema_rs
import pytest

from hookline.spec.events import EVENTS
from hookline.spec.json_schemas import input_schema, output_schema
from hookline.spec.samples import moved, payload_fields, sample, sample_answers, sample_values


def test_a_sample_is_the_base_fields_and_the_events_own() -> None:
    assert sample("beforeShellExecution") == {
        "conversation_id": "conv-8f14e45f",
        "session_id": "conv-8f14e45f",
        "generation_id": "gen-45c48cce",
        "model": "claude-sonnet-4-20250514",
        "hook_event_name": "beforeShellExecution",
        "cursor_version": "3.18.25",
        "workspace_roots": ["/work/shop"],
        "user_email": None,
        "transcript_path": None,
        "command": "npm test",
        "cwd": "/work/shop",
        "sandbox": False,
    }


@pytest.mark.parametrize("name", EVENTS)
def test_a_sample_is_complete_and_keeps_to_its_schema(name: str) -> None:
    payload = sample(name)
    jsonschema_rs.validate(input_schema(name), payload)
    assert set(payload) == {field.name for field in (*EVENTS[name].base, *EVENTS[name].fields)}
    assert payload["hook_event_name"] == name


def test_an_events_own_field_replaces_a_base_field_in_its_place() -> None:
    fields = payload_fields(EVENTS["sessionStart"])
    assert list(fields)[:2] == ["conversation_id", "session_id"]
    assert fields["session_id"].type == "string"


def test_a_sample_can_be_changed_without_changing_the_next_one() -> None:
    first = sample("afterTabFileEdit")
    first["edits"][0]["range"]["start_line_number"] = 999
    first["workspace_roots"].append("/elsewhere")
    second = sample("afterTabFileEdit")
    assert (second["edits"][0]["range"]["start_line_number"], second["workspace_roots"]) == (10, ["/work/shop"])


MESSAGE = {"user_message": "Not allowed here: see docs/policy.md."}


@pytest.mark.parametrize(
    ("event", "answers"),
    [
        pytest.param("afterFileEdit", [{}], id="an observer without outputs has nothing to say"),
        pytest.param("stop", [{"followup_message": "Two tests fail. Fix them."}], id="an observer's outputs"),
        pytest.param("afterAgentResponse", [{"permission": "deny", **MESSAGE}], id="a gate: the answer that stops"),
        pytest.param("beforeSubmitPrompt", [{"continue": False, **MESSAGE}], id="the gate that is called continue"),
        pytest.param(
            "beforeReadFile",
            [{"permission": "deny", **MESSAGE}, {"new_content": "API_KEY=[redacted]\n"}],
            id="a gate with something to change: both answers, and no allow",
        ),
        pytest.param(
            "postToolUse",
            [{"additional_context": "Tests run with `npm test`."}, {"updated_mcp_tool_output": {"text": "[redacted]"}}],
            id="an output that counts only sometimes stands alone",
        ),
    ],
)
def test_answers(event: str, answers: list[dict[str, Any]]) -> None:
    assert sample_answers(event) == answers


@pytest.mark.parametrize("name", EVENTS)
def test_answers_keep_to_the_schema_and_together_show_every_output(name: str) -> None:
    answers = sample_answers(name)
    for answer in answers:
        jsonschema_rs.validate(output_schema(name), answer)
    shown = {key for answer in answers for key in answer}
    assert shown == {out.name for out in EVENTS[name].outputs} | ({EVENTS[name].gate} - {None})


def test_an_answer_can_be_changed_without_changing_the_next_one() -> None:
    sample_answers("sessionStart")[0]["env"]["TICKET"] = "changed"
    assert sample_answers("sessionStart")[0]["env"] == {"TICKET": "SHOP-42"}


@pytest.mark.parametrize("make", [sample, sample_answers])
def test_an_event_that_does_not_exist_is_a_key_error(make: Any) -> None:
    with pytest.raises(KeyError, match="beforeToolCall"):
        make("beforeToolCall")


def test_sample_values_are_what_a_host_always_sends_in_the_workspace_that_is_meant() -> None:
    assert sample_values(EVENTS["beforeShellExecution"], "/home/ada/shop", {"sandbox": True}) == {
        "command": "npm test",
        "cwd": "/home/ada/shop",
    }
    assert sample_values(EVENTS["beforeReadFile"], "/r")["attachments"] == [{"type": "file", "file_path": "/r/README.md"}]
    assert "mcp_server_name" not in sample_values(EVENTS["beforeMCPExecution"], "/r")  # a host may leave it out


@pytest.mark.parametrize(
    ("value", "after"),
    [
        pytest.param("/old", "/new", id="the folder itself"),
        pytest.param("/old/a.py", "/new/a.py", id="a path in it"),
        pytest.param("/older/a.py", "/older/a.py", id="a folder whose name begins alike"),
        pytest.param({"a": ["/old/x", 5, None]}, {"a": ["/new/x", 5, None]}, id="at any depth"),
    ],
)
def test_paths_are_moved_from_one_folder_to_another(value: Any, after: Any) -> None:
    assert moved(value, "/old", "/new") == after
