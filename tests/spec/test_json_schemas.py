"""spec.schema: JSON Schemas that take what the engine takes and refuse what it would set aside or call a failure."""

import csv
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from hookline.spec.entry_keys import OPTIONS
from hookline.spec.events import EVENTS
from hookline.spec.json_schemas import DRAFT, hooks_schema, input_schema, json_type, output_schema
from hookline.spec.samples import sample

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "real"
#: Remarks of the corpus' index on files that are wrong. Any other remark is about a file that runs, perhaps not as meant.
WRONG = {
    "argv-command", "bad-version", "claude-nested", "foreign-schema", "invalid-json", "no-command", "unknown-event", "wrong-shape",
}  # fmt: skip


def problems(schema: dict[str, Any], value: object) -> list[str]:
    """Where the value breaks the schema, as JSON pointers."""
    errors = jsonschema_rs.Draft7Validator(schema).iter_errors(value)
    return sorted("/" + "/".join(map(str, error.instance_path)) for error in errors)


@pytest.mark.parametrize("schema", [hooks_schema(), *map(input_schema, EVENTS), *map(output_schema, EVENTS)])
def test_every_schema_is_a_schema_with_a_title(schema: dict[str, Any]) -> None:
    jsonschema_rs.meta.validate(schema)
    assert (schema["$schema"], bool(schema["title"])) == (DRAFT, True)


def entry(**keys: Any) -> dict[str, Any]:
    return {"version": 1, "hooks": {"stop": [keys]}}


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"version": 1, "hooks": {}}, id="no hooks"),
        pytest.param({"hooks": {}}, id="no version"),
        pytest.param({"version": 1, "hooks": {"stop": []}}, id="an event without entries"),
        pytest.param({"version": 1, "hooks": {"_note": "why", "stop": []}, "x": 1}, id="comments and unknown keys outside"),
        pytest.param(entry(command="./x.sh"), id="the least entry"),
        pytest.param(
            entry(command="./x.sh", type="command", timeout=0.5, matcher="Stop", failClosed=True, loop_limit=10),
            id="an entry with every option",
        ),
        pytest.param(entry(command="./x.sh", loop_limit=None, matcher=None), id="null where it means something"),
        pytest.param(entry(command="./x.sh", loop_limit=0), id="no follow-up at all"),
        pytest.param(entry(type="prompt", prompt="Only reads.", model="small"), id="a prompt"),
        pytest.param(entry(command="./x.sh", description="why", timeoutSec=5), id="keys nobody knows"),
    ],
)
def test_configurations_that_are_valid(document: dict[str, Any]) -> None:
    assert problems(hooks_schema(), document) == []


@pytest.mark.parametrize(
    ("document", "where"),
    [
        pytest.param([], ["/"], id="a list"),
        pytest.param({"version": 1}, ["/"], id="no hooks"),
        pytest.param({"version": 0, "hooks": {}}, ["/version"], id="version 0"),
        pytest.param({"version": "1", "hooks": {}}, ["/version"], id="version as text"),
        pytest.param({"version": 1, "hooks": []}, ["/hooks"], id="hooks as a list"),
        pytest.param({"version": 1, "hooks": {"beforeToolCall": []}}, ["/hooks"], id="an event that does not exist"),
        pytest.param({"version": 1, "hooks": {"stop": {}}}, ["/hooks/stop"], id="an event that is no list"),
        pytest.param({"version": 1, "hooks": {"stop": ["./x.sh"]}}, ["/hooks/stop/0"], id="an entry as text"),
        pytest.param(entry(), ["/hooks/stop/0"], id="no command"),
        pytest.param(entry(command=["sh", "x"]), ["/hooks/stop/0/command"], id="a command as a list"),
        pytest.param(entry(command=" "), ["/hooks/stop/0/command"], id="a command of white space"),
        pytest.param(entry(type="prompt", command="x"), ["/hooks/stop/0"], id="a prompt hook without a prompt"),
        pytest.param(entry(type="http", command="x"), ["/hooks/stop/0/type"], id="a type that does not exist"),
        pytest.param(entry(command="x", timeout=0), ["/hooks/stop/0/timeout"], id="no time"),
        pytest.param(entry(command="x", timeout="5"), ["/hooks/stop/0/timeout"], id="a timeout as text"),
        pytest.param(entry(command="x", matcher={"tool": "x"}), ["/hooks/stop/0/matcher"], id="a matcher as an object"),
        pytest.param(entry(command="x", failClosed="yes"), ["/hooks/stop/0/failClosed"], id="failClosed as text"),
        pytest.param(entry(command="x", loop_limit=-1), ["/hooks/stop/0/loop_limit"], id="a negative limit"),
        pytest.param(entry(command="x", loop_limit=1.5), ["/hooks/stop/0/loop_limit"], id="half a follow-up"),
        pytest.param(entry(hooks=[{"command": "x"}]), ["/hooks/stop/0"], id="Claude Code's shape"),
    ],
)
def test_configurations_that_are_not(document: object, where: list[str]) -> None:
    assert problems(hooks_schema(), document) == where


def test_an_editor_is_told_every_event_and_option_with_its_default() -> None:
    schema = hooks_schema()
    assert list(schema["properties"]["hooks"]["properties"]) == list(EVENTS)
    options = schema["definitions"]["hook"]["properties"]
    assert {name: option.get("default") for name, option in options.items()} == {
        name: option.default for name, option in OPTIONS.items()
    }
    assert [name for name, option in options.items() if not option["description"]] == []


def test_the_description_of_an_event_is_plain_text() -> None:
    described = hooks_schema()["properties"]["hooks"]["properties"]["beforeShellExecution"]["description"]
    assert described == (
        "The agent is about to run a shell command. A hook can deny a shell command or have a person asked. "
        "A matcher is tried on the input field command."
    )


@pytest.mark.parametrize(
    ("event", "change", "where"),
    [
        pytest.param("stop", {}, [], id="the sample"),
        pytest.param("stop", {"new_in_cursor_4": 1}, [], id="a field nobody knows"),
        pytest.param("stop", {"status": "done"}, ["/status"], id="a word that is not valid"),
        pytest.param("stop", {"loop_count": "0"}, ["/loop_count"], id="a number as text"),
        pytest.param("stop", {"hook_event_name": "subagentStop"}, ["/hook_event_name"], id="the name of another event"),
        pytest.param("stop", {"model": None}, [], id="null where null is a value"),
        pytest.param("stop", {"workspace_roots": [1]}, ["/workspace_roots/0"], id="a list of something else"),
        pytest.param("sessionStart", {"session_id": None}, ["/session_id"], id="null where the event's own row forbids it"),
    ],
)
def test_inputs(event: str, change: dict[str, Any], where: list[str]) -> None:
    assert problems(input_schema(event), sample(event) | change) == where


@pytest.mark.parametrize(
    ("event", "field", "where"),
    [
        pytest.param("afterAgentThought", "text", ["/"], id="a required field"),
        pytest.param("afterAgentThought", "duration_ms", [], id="an optional field"),
        pytest.param("afterAgentThought", "user_email", ["/"], id="a base field"),
    ],
)
def test_inputs_without_a_field(event: str, field: str, where: list[str]) -> None:
    payload = sample(event)
    del payload[field]
    assert problems(input_schema(event), payload) == where


@pytest.mark.parametrize(
    ("event", "answer", "where"),
    [
        pytest.param("beforeShellExecution", {}, [], id="no opinion"),
        pytest.param("beforeShellExecution", {"permission": "ask"}, [], id="ask where a person can be asked"),
        pytest.param("beforeReadFile", {"permission": "ask"}, ["/permission"], id="ask where it is not valid"),
        pytest.param("beforeShellExecution", {"permission": "denied"}, ["/permission"], id="a word that is not valid"),
        pytest.param("beforeShellExecution", {"permission": None}, ["/permission"], id="a permission that is null"),
        pytest.param("beforeShellExecution", {"userMessage": "no", "agent_message": None}, [], id="spellings and null"),
        pytest.param("beforeShellExecution", {"userMessage": 1}, ["/userMessage"], id="a message that is no text"),
        pytest.param("beforeShellExecution", {"whatever": 1}, [], id="a field the event does not have"),
        pytest.param("beforeSubmitPrompt", {"continue": "no"}, ["/continue"], id="continue as text"),
        pytest.param("beforeSubmitPrompt", {"permission": "whatever"}, [], id="permission where it is no output"),
        pytest.param("workspaceOpen", {"plugin_paths": ["a", 1]}, ["/plugin_paths/1"], id="a list of something else"),
        pytest.param("sessionStart", {"env": []}, ["/env"], id="a list for an object"),
        pytest.param("stop", [], ["/"], id="no object"),
    ],
)
def test_answers(event: str, answer: object, where: list[str]) -> None:
    """Rules 6, 12 and 13: what the schema refuses is what the engine calls a failure."""
    assert problems(output_schema(event), answer) == where


@pytest.mark.parametrize(
    ("type", "schema"),
    [
        pytest.param("string", {"type": "string"}, id="a plain type"),
        pytest.param("string|null", {"type": ["string", "null"]}, id="a type or null"),
        pytest.param("object[]", {"type": "array", "items": {"type": "object"}}, id="a list"),
        pytest.param("string[]|null", {"type": ["array", "null"], "items": {"type": "string"}}, id="a list or null"),
    ],
)
def test_types(type: str, schema: dict[str, Any]) -> None:
    assert json_type(type) == schema


def test_a_schema_can_be_changed_without_changing_the_next_one() -> None:
    hooks_schema()["properties"]["hooks"]["properties"].clear()
    input_schema("stop")["examples"][0]["status"] = "changed"
    output_schema("stop")["properties"].clear()
    assert list(hooks_schema()["properties"]["hooks"]["properties"]) == list(EVENTS)
    assert input_schema("stop")["examples"] == [sample("stop")]
    assert "followup_message" in output_schema("stop")["properties"]


@pytest.mark.parametrize("make", [input_schema, output_schema])
def test_an_event_that_does_not_exist_is_a_key_error(make: Any) -> None:
    with pytest.raises(KeyError, match="beforeToolCall"):
        make("beforeToolCall")


def real_configurations() -> list[tuple[str, set[str], bytes]]:
    """Name, remarks and bytes of every real hooks.json."""
    if not (CORPUS / "INDEX.tsv").is_file():
        pytest.skip(f"{CORPUS} is not on this machine: the schema cannot be tried on real configurations")
    with open(CORPUS / "INDEX.tsv", encoding="utf-8", newline="") as index:
        rows = [row for row in csv.DictReader(index, delimiter="\t") if row["file"].startswith("cursor/")]
    return [(row["file"], set(row["note"].split(",")), (CORPUS / row["file"]).read_bytes()) for row in rows]


def test_every_valid_real_configuration_keeps_to_the_schema() -> None:
    schema = hooks_schema()
    broken = {
        name: problems(schema, json.loads(data)) for name, remarks, data in real_configurations() if not remarks & WRONG
    }
    assert len(broken) > 90
    assert {name: where for name, where in broken.items() if where} == {}


def test_every_wrong_real_configuration_breaks_the_schema() -> None:
    schema = hooks_schema()
    wrong = [
        (name, problems(schema, json.loads(data)))
        for name, remarks, data in real_configurations()
        if remarks & WRONG and "invalid-json" not in remarks
    ]
    assert len(wrong) > 10
    assert [name for name, where in wrong if not where] == []
