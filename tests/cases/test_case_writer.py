"""cases.write: journal entries as a case file, and that the file says the same when it is read."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from pytest import param

from hookline.cases.case_file import read
from hookline.cases.case_writer import toml, write_cases
from hookline.cases.nouns import Expect
from hookline.journal.entries import Entry, Run


def an_entry(number: int = 1, given: Any = None, event: str = "beforeShellExecution", **more: Any) -> Entry:
    response, failure = more.pop("response", {}), more.pop("failure", None)
    run = Run("project", event, "./x.sh", "", "command", "exited", 0, None, failure, None, 1.0, None, "", None, None)
    values = {
        "id": number, "at": 0.0, "execution_id": "x", "event": event, "conversation_id": "c", "blocked": False,
        "permission": None, "failed": 0, "overruled": 0, "ran": 1, "skipped": 0, "duration_ms": 1.0, "because": "",
        "roots": ("/w/shop",), "profile": "cursor", "input": {"command": "ls"} if given is None else given,
        "input_sha256": None, "input_bytes": None, "result": {"response": response}, "runs": (run,),
    }  # fmt: skip
    return Entry(**{**values, **more})


def test_a_file_as_it_is_written() -> None:
    base = {
        "conversation_id": "c",
        "session_id": "c",
        "workspace_roots": ["/w/shop"],
        "hook_event_name": "x",
        "user_email": None,
    }
    denied = {"permission": "deny", "user_message": "No.\nSee /w/shop/POLICY.md"}
    entries = [
        an_entry(1, {**base, "command": 'cat "/w/shop/a b"', "cwd": "/w/shop"}, permission="deny", response=denied),
        an_entry(2, {"command": "export KEY=[masked:aws-key-id:f8e0]"}),
    ]
    written = write_cases(entries)
    assert (written.cases, written.left_out) == (1, ("beforeShellExecution of journal entry 2: a secret in it was masked",))
    assert written.text == (
        "# Recorded by `hookline log --record`: this is what all configured hooks decided.\n"
        "# Left out: beforeShellExecution of journal entry 2: a secret in it was masked\n"
        "\n"
        "[[case]]\n"
        """name = "beforeShellExecution 'cat \\"/w/shop/a b\\"' is denied"\n"""
        'event = "beforeShellExecution"\n'
        'input = { command = "cat \\"{workspace}/a b\\"", cwd = "{workspace}" }\n'
        'expect = { permission = "deny", user_message = "=No.\\nSee {workspace}/POLICY.md" }\n'
    )


@pytest.mark.parametrize(
    ("entry", "given", "expect"),
    [
        param(an_entry(), {"command": "ls"}, Expect(permission="none"), id="nobody had an opinion"),
        param(
            an_entry(permission="ask", response={"permission": "ask"}),
            {"command": "ls"},
            Expect(permission="ask"),
            id="a person was asked",
        ),
        param(
            an_entry(given={"command": 'a\x1b\x7f\u2028é"\\'}),
            {"command": 'a\x1b\x7f\u2028é"\\'},
            Expect(permission="none"),
            id="any character",
        ),
        param(
            an_entry(given={"command": "\ud800"}),
            {"command": "\ud800"},
            Expect(permission="none"),
            id="half a surrogate pair",
        ),
        param(
            an_entry(given={"tool_name": "X", "tool_input": {"a": None, "b c": [1, 2.5, True, {}]}}, event="preToolUse"),
            {"tool_name": "X", "tool_input": {"a": None, "b c": [1, 2.5, True, {}]}},
            Expect(permission="none"),
            id="null in the input",
        ),
        param(
            an_entry(given={"status": "error"}, event="stop", response={"followup_message": "Go on."}),
            {"status": "error"},
            Expect(permission="none", outputs={"followup_message": "=Go on."}),
            id="a follow-up",
        ),
        param(
            an_entry(given={}, event="preToolUse", response={"updated_input": {"a": 1}}),
            {},
            Expect(permission="none", response={"updated_input": {"a": 1}}),
            id="an output that is no text",
        ),
        param(
            an_entry(given={}, event="preToolUse", response={"updated_input": {"a": None}}),
            {},
            Expect(permission="none"),
            id="an output TOML cannot say is left out",
        ),
        param(
            an_entry(response={"user_message": "key [masked:aws-key-id:f8e0]"}),
            {"command": "ls"},
            Expect(permission="none"),
            id="a message that was masked is left out",
        ),
        param(
            an_entry(failure="exited with code 1"),
            {"command": "ls"},
            Expect(permission="none", failure="exited with code 1"),
            id="a failure",
        ),
        param(
            an_entry(failure="bad [masked:aws-key-id:f8e0]"),
            {"command": "ls"},
            Expect(permission="none", failure=""),
            id="a failure that was masked: any",
        ),
        param(
            an_entry(
                given={"prompt_text": "hi"},
                event="beforeSubmitPrompt",
                profile="cursor-2.3",
                permission="deny",
                response={"continue": False},
            ),
            {"prompt": "hi"},
            Expect(permission="deny"),
            id="a profile with other words",
        ),
        param(
            an_entry(given={"session_id": "s", "reason": "completed"}, event="sessionEnd"),
            {"session_id": "s", "reason": "completed"},
            Expect(permission="none"),
            id="a base field that is the event's own too",
        ),
    ],
)
def test_what_is_written_is_read_again(entry: Entry, given: dict[str, Any], expect: Expect) -> None:
    file = read(write_cases([entry]).text.encode(), "f")
    assert file.problems == ()
    (case,) = file.cases
    assert (case.event, case.input, case.expect) == (entry.event, given, expect)


def test_entries_that_are_alike_make_one_case_and_names_are_never_the_same() -> None:
    long = "x" * 100
    entries = [an_entry(1), an_entry(2), an_entry(3, {"command": long}), an_entry(4, {"command": long + "y"})]
    assert [case.name for case in read(write_cases(entries).text.encode(), "f").cases] == [
        "beforeShellExecution 'ls' goes ahead",
        f"beforeShellExecution '{'x' * 59}…' goes ahead",
        f"beforeShellExecution '{'x' * 59}…' goes ahead (2)",
    ]


def test_an_event_without_a_subject_is_named_after_itself() -> None:
    names = [read(write_cases([entry]).text.encode(), "f").cases[0].name for entry in (
        an_entry(given={}, event="workspaceOpen"), an_entry(given={"command": "\ud800"}))]  # fmt: skip
    assert names == ["workspaceOpen is observed", "beforeShellExecution goes ahead"]


def test_nothing_to_write() -> None:
    written = write_cases([an_entry(input_sha256="00", input_bytes=100_000)])
    assert (written.cases, written.left_out) == (0, ("beforeShellExecution of journal entry 1: its input was cut",))


@pytest.mark.parametrize("value", [{}, {"a b": {"c": [[], [1]]}}, "é\t\b", 10**20, 1e300, -0.5, False])
def test_toml_says_what_json_says(value: Any) -> None:
    assert tomllib.loads(f"x = {toml(value)}")["x"] == json.loads(json.dumps(value))
