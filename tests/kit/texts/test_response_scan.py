"""kit.response_scan: prompts are stopped by `continue`, responses by `permission`; words, patterns, secrets, personal data."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.errors import UsageError
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of
from hookline.sdk.answer import Answer

KEY = "sk_live_x9Kd72LmQ0pZr5TvB8nWc3Yh"  # drawn at random


def say(event: str, *settings: str, **data: Any) -> Answer | None:
    functions, hooks = functions_of(load("response-scan"), settings)
    answer: Answer | None = functions[event](hooks.classes[event](data))
    return answer


def test_each_event_is_blocked_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKLINE", "1")
    prompt = "response-scan: the prompt contains a secret (stripe-key). Change it and send it again."
    response = (
        "response-scan: the response contains a secret (stripe-key) and was withheld. Ask again, and say what to leave out."
    )
    assert say("beforeSubmitPrompt", prompt=KEY) == Answer(**{"continue": False}, user_message=prompt)
    assert say("afterAgentResponse", text=KEY) == Answer(permission="deny", user_message=response)
    monkeypatch.delenv("HOOKLINE")
    outside = Answer(permission="deny", user_message=response, userMessage=response)
    assert say("afterAgentResponse", text=KEY) == outside, "Cursor's example spells it so"


@pytest.mark.parametrize(
    ("settings", "text", "reason"),
    [
        param(["words=Project X,merger"], "about PROJECT X", "the words “project x”", id="a phrase, whatever its case"),
        param(["words=straße"], "STRASSE", "the words “strasse”", id="a phrase with a letter that has no capital"),
        param(["patterns={file}"], "see SEC-12", "what the pattern SEC-[0-9]+ matches", id="a pattern"),
        param([], f"use {KEY}", "a secret (stripe-key)", id="a secret"),
        param(["pii=on"], "BSN 111222333", "personal data (nl-bsn)", id="personal data"),
        param(["secrets=off"], f"use {KEY}", None, id="a secret that is another hook's business"),
        param([], "BSN 111222333", None, id="personal data when it is not looked for"),
        param(["words=merger", "patterns={file}", "pii=on"], "Done.", None, id="nothing"),
    ],
)
def test_what_is_found(settings: list[str], text: str, reason: str | None, tmp_path: Path) -> None:
    patterns = tmp_path / "patterns.txt"
    patterns.write_text("# tickets\n\nSEC-[0-9]+\n")
    for event, field in (("beforeSubmitPrompt", "prompt"), ("afterAgentResponse", "text")):
        answer = say(event, *(one.replace("{file}", str(patterns)) for one in settings), **{field: text})
        if reason is None:
            assert answer is None
        else:
            assert answer is not None
            assert answer.permission == "deny"
            assert f"contains {reason}" in answer.fields["user_message"]


def test_one_side_can_be_left_alone() -> None:
    assert say("beforeSubmitPrompt", "prompts=off", prompt=KEY) is None
    assert say("afterAgentResponse", "responses=off", text=KEY) is None


def test_patterns_that_cannot_be_used_are_a_bad_setting(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="/nowhere cannot be read, or is larger than 1 MB"):
        say("beforeSubmitPrompt", "patterns=/nowhere")
    broken = tmp_path / "broken.txt"
    broken.write_text("a(\n")
    with pytest.raises(UsageError, match="is not a regular expression in RE2 syntax"):
        say("beforeSubmitPrompt", f"patterns={broken}")


@pytest.mark.parametrize("value", [None, 7, ["x"], {"a": []}, "\ufffd\x00\ud800" * 100])
def test_odd_input_goes_through(value: Any) -> None:
    assert say("beforeSubmitPrompt", "pii=on", "words=x y", prompt=value) is None
    assert say("afterAgentResponse", "pii=on", "words=x y", text=value) is None


def test_as_a_process() -> None:
    payload = json.dumps({"hook_event_name": "afterAgentResponse", "text": KEY})
    environ = {**os.environ, "HOOKLINE": "1"}
    command = [sys.executable, "-m", "hookline", "hook", "response-scan", "--set", "pii=on"]
    done = subprocess.run(command, input=payload, capture_output=True, text=True, env=environ, timeout=60)
    assert done.returncode == 2, done.stderr  # Cursor wants both, the answer and the exit code
    assert json.loads(done.stdout)["permission"] == "deny"
