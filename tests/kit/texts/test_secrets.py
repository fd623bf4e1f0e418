"""kit.secrets: each event's way of keeping a secret out, and what goes through without harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of
from hookline.sdk.answer import Answer

TOKEN = "ghp_x9Kd72LmQ0pZr5TvB8nWc3Yh6JsD1Gf4Ab2C"  # drawn at random
MASK = "[masked:github-token:312b]"
EVENTS = (
    "beforeSubmitPrompt", "beforeReadFile", "beforeTabFileRead", "afterAgentResponse", "postToolUse", "afterShellExecution",
    "afterMCPExecution",
)  # fmt: skip


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("HOOKLINE", "1")


def say(event: str, *settings: str, **data: Any) -> Answer | None:
    """What the hook answers, called as its process would."""
    functions, hooks = functions_of(load("secrets"), settings)
    answer: Answer | None = functions[event](hooks.classes[event](data))
    return answer


def test_a_prompt_is_stopped_by_continue() -> None:
    answer = say("beforeSubmitPrompt", prompt=f"one\ntwo {TOKEN}")
    assert answer == Answer(
        **{"continue": False},
        user_message="secrets: the prompt contains a secret (github-token, line 2). "
        "Remove it, or name the variable that holds it.",
    )


@pytest.mark.parametrize("event", ["beforeReadFile", "beforeTabFileRead"])
def test_a_file_is_denied_or_redacted(event: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = f"a\n{TOKEN}\nü {TOKEN}\n"
    denied = Answer(
        permission="deny",
        user_message="secrets: /w/a contains 2 secrets (github-token (2); the first on line 2). "
        "Read it yourself, or ask without this file.",
    )
    assert say(event, file_path="/w/a", content=content) == denied
    assert say(event, "action=redact", file_path="/w/a", content=content) == Answer(new_content=f"a\n{MASK}\nü {MASK}\n")
    monkeypatch.delenv("HOOKLINE")
    assert say(event, "action=redact", file_path="/w/a", content=content) == denied, "Cursor does not read new_content"


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        param(["ignore=github-token"], "/w/a", id="a kind that is ignored"),
        param(["allow=x9Kd72"], "/w/a", id="a value that is allowed"),
        param(["skip=*.lock,*/fixtures/*"], "/w/fixtures/a", id="a folder that is skipped"),
        param(["skip=*.lock"], "/w/poetry.lock", id="a file that is skipped"),
    ],
)
def test_settings_let_it_pass(settings: list[str], path: str) -> None:
    assert say("beforeReadFile", *settings, file_path=path, content=TOKEN) is None


@pytest.mark.parametrize(
    ("output", "masked"),
    [
        param(json.dumps({"a": [1, {"b": TOKEN}], "c": None}), {"a": [1, {"b": MASK}], "c": None}, id="an object"),
        param(json.dumps([TOKEN]), {"content": [{"type": "text", "text": f'["{MASK}"]'}]}, id="a list"),
        param(f"{TOKEN}!", {"content": [{"type": "text", "text": f"{MASK}!"}]}, id="no JSON"),
        param({"b": TOKEN}, {"b": MASK}, id="an object that was not made text"),
        param(json.dumps({"password": "Tackle9229!x"}), {"password": "[masked:assigned:1604]"}, id="found by its key"),
    ],
)
def test_the_result_of_an_mcp_tool_is_masked(output: Any, masked: dict[str, Any]) -> None:
    answer = say("postToolUse", tool_name="MCP:get", tool_output=output)
    assert answer is not None
    assert answer.fields["updated_mcp_tool_output"] == masked
    assert answer.fields["additional_context"].startswith("secrets: the output of this tool contained ")


def test_the_output_of_other_tools_cannot_be_replaced() -> None:
    answer = say("postToolUse", tool_name="Shell", tool_output=json.dumps({"output": TOKEN}))
    assert answer == Answer(
        additional_context="secrets: the output of this tool contained a secret (github-token). "
        "Do not repeat, store or send it; refer to it by its name."
    )


def test_what_can_only_be_seen_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("afterShellExecution", conversation_id="c1", output=TOKEN) is None
    assert say("afterMCPExecution", result_json=json.dumps({"x": TOKEN})) is None
    assert capsys.readouterr().err == "secrets: the output contains a secret (github-token)\n" * 2
    seen = tmp_path / "state" / "kit" / "secrets" / "seen.jsonl"
    lines = [json.loads(line) for line in seen.read_text().splitlines()]
    assert [(line["event"], line["found"], line["conversation_id"]) for line in lines] == [
        ("afterShellExecution", [MASK], "c1"),
        ("afterMCPExecution", [MASK], ""),
    ]
    assert TOKEN not in seen.read_text()
    assert seen.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(
    "value",
    [
        param(None, id="missing"),
        param(7, id="a number"),
        param(["x"], id="a list"),
        param({"a": {"b": []}}, id="an object"),
        param("\ufffd\x00\ud800" * 100, id="binary"),
        param("[" * 100_000, id="JSON too deep to read"),
    ],
)
def test_odd_input_goes_through(event: str, value: Any) -> None:
    fields = ("prompt", "content", "text", "tool_output", "output", "result_json", "file_path", "tool_name")
    assert say(event, **dict.fromkeys(fields, value)) is None


@pytest.mark.parametrize("event", EVENTS)
def test_ten_megabytes_go_through(event: str) -> None:
    text = "def function(token, password):\n    return hashlib.sha256(token).hexdigest()\n" * 140_000
    fields = ("prompt", "content", "text", "tool_output", "output", "result_json")
    begun = time.perf_counter()
    assert say(event, **dict.fromkeys(fields, text)) is None
    assert time.perf_counter() - begun < 20


@pytest.mark.parametrize(
    ("environ", "prompt", "printed"),
    [
        param({"HOOKLINE": "1"}, "hello", {}, id="no opinion under Hookline"),
        param({}, "hello", {"continue": True}, id="no opinion elsewhere"),
        param(
            {},
            TOKEN,
            {
                "continue": False,
                "user_message": "secrets: the prompt contains a secret (github-token, line 1). "
                "Remove it, or name the variable that holds it.",
            },
            id="a deny",
        ),
    ],
)
def test_as_a_process(environ: dict[str, str], prompt: str, printed: dict[str, Any]) -> None:
    payload = json.dumps({"hook_event_name": "beforeSubmitPrompt", "prompt": prompt})
    inherited = {name: value for name, value in os.environ.items() if name != "HOOKLINE"}
    command = [sys.executable, "-m", "hookline", "hook", "secrets"]
    done = subprocess.run(command, input=payload, capture_output=True, text=True, env={**inherited, **environ}, timeout=60)
    assert (done.returncode, json.loads(done.stdout), done.stderr) == (0, printed, "")
