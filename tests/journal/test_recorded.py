"""journal.replay: recorded events as they can be fired again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from pytest import param

from hookline.journal.recorded import Before, Recorded, as_given, flaw_of, read_lines, recorded, relocated, subject_of
from hookline.journal.store import SqliteJournal
from hookline.model import Record


def kept(path: str, *records: Record) -> str:
    journal = SqliteJournal(path)
    for one in records:
        journal.append(one)
    journal.close()
    return path


def test_events_of_the_journal_come_the_oldest_first_with_what_was_decided(
    journal_path: str, record: Callable[..., Record], run: Any
) -> None:
    payload = {"conversation_id": "c", "hook_event_name": "beforeShellExecution", "workspace_roots": ["/work/shop"],
               "user_email": None, "command": "git push"}  # fmt: skip
    kept(
        journal_path,
        record(run(failure="exited with code 1"), conversation_id="c", input={"command": "ls"}, because="why"),
        record(run(), input=payload, permission="deny", blocked=True, response={"permission": "deny"}, conversation_id="c"),
    )
    first, second = recorded(journal_path, limit=10, root="/work/shop").events
    at = second.at
    assert first == Recorded(
        "beforeShellExecution", {"command": "ls"}, Before(None, {}, ("exited with code 1",), "why"), "c", "/work/shop",
        "journal entry 1", at,
    )  # fmt: skip
    assert second == Recorded(
        "beforeShellExecution", {"conversation_id": "c", "command": "git push"},
        Before("deny", {"permission": "deny"}, (), "nobody objected"), "c", "/work/shop", "journal entry 2", at,
    )  # fmt: skip


def test_only_the_latest_of_the_workspace_and_what_is_wanted(journal_path: str, record: Callable[..., Record]) -> None:
    def one(number: int, **more: Any) -> Record:
        return record(input={"command": str(number)}, **more)

    kept(journal_path, one(1), one(2, roots=("/elsewhere",)), one(3), one(4, event="stop"), *(one(5) for _ in range(250)))
    assert len(recorded(journal_path, limit=1000).events) == 254
    found = recorded(journal_path, limit=252, root="/work/shop", event="beforeShellExecution")
    assert ([event.subject for event in found.events[:2]], len(found.events), found.elsewhere) == (["1", "3"], 252, 1)
    latest = recorded(journal_path, limit=251, root="/work/shop", event="beforeShellExecution")
    assert (latest.events[0].subject, latest.elsewhere) == ("3", 0)
    assert recorded(journal_path, limit=0).events == []


def test_a_journal_that_is_not_there_is_empty(journal_path: str) -> None:
    assert recorded(journal_path, limit=5) == ([], 0)


def test_what_the_journal_masked_or_cut_cannot_be_replayed_whole(journal_path: str, record: Callable[..., Record]) -> None:
    kept(
        journal_path,
        record(input={"command": "export KEY=AKIAIOSFODNN7EXAMPLQ"}),
        record(input={"command": "x" * 200_000}),
        record(input={"command": "ls", "user_email": "me AKIAIOSFODNN7EXAMPLQ"}),
    )
    assert [event.flaw for event in recorded(journal_path, limit=5).events] == [
        "a secret in it was masked", "its input was cut", None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "event"),
    [
        param({"event": "stop"}, Recorded("stop", {}, where="f:1"), id="an event alone"),
        param(
            {"event": "stop", "input": {"status": "error", "conversation_id": "c", "workspace_roots": ["/r"]}},
            Recorded("stop", {"status": "error", "conversation_id": "c"}, None, "c", "/r", "f:1"),
            id="a line of a session: nobody wrote down what was decided",
        ),
        param(
            {"event": "stop", "input": {}, "response": {"followup_message": "x"}, "hooks": [], "because": "b", "at": 5.0},
            Recorded("stop", {}, Before(None, {"followup_message": "x"}, (), "b"), where="f:1", at=5.0),
            id="a line of the log",
        ),
        param(
            {"event": "beforeSubmitPrompt", "input": {"prompt_text": "hi"}, "profile": "cursor-2.3", "response": {"continue": False},
             "hooks": [{"failure": "timed out"}, {"failure": None}]},
            Recorded("beforeSubmitPrompt", {"prompt": "hi"}, Before("deny", {"continue": False}, ("timed out",)), where="f:1"),
            id="a result of the host, with the words of its profile",
        ),
        param({"event": "stop", "profile": "unheard-of"}, Recorded("stop", {}, where="f:1"), id="a profile nobody knows"),
        param({"event": "stop", "input": {"x": {"[not stored]": "deep"}}}, Recorded("stop", {"x": {"[not stored]": "deep"}}, where="f:1", flaw="it could not be stored"), id="what could not be stored"),
    ],
)  # fmt: skip
def test_lines(line: dict[str, Any], event: Recorded) -> None:
    assert read_lines("\n".join([json.dumps(line), ""]), "f") == ([event], [])


def test_what_is_wrong_with_lines_is_told_with_their_numbers() -> None:
    events, problems = read_lines('{"event": "stop"}\n\n{\n[]\n{"event": "halt"}\n{"event": "stop", "input": 5}\n', "f")
    assert len(events) == 1
    assert problems == [
        "f:3: the line is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        'f:4: the line names no event; write {"event": "stop", "input": {…}}',
        'f:5: the line names no event; write {"event": "stop", "input": {…}}',
        "f:6: input is not a JSON object",
    ]


def test_durations_of_a_profile_that_counts_seconds() -> None:
    assert as_given("afterMCPExecution", {"duration": 1.5}, "cursor-2.3") == {"duration": 1500.0}
    assert as_given("afterMCPExecution", {"duration": 1.5}) == {"duration": 1.5}


@pytest.mark.parametrize(
    ("value", "flaw"),
    [
        param("all of it", None, id="whole"),
        param({"a": ["x [masked:key:0a1b]"]}, "a secret in it was masked", id="masked, at any depth"),
        param({"[masked:key:0a1b]": 1}, "a secret in it was masked", id="a masked key"),
        param(["begin…[cut]"], "it was cut", id="cut"),
        param({"…[cut]": "3 more"}, "it was cut", id="members left out"),
        param(5, None, id="a number"),
    ],
)
def test_flaws(value: Any, flaw: str | None) -> None:
    assert flaw_of(value) == flaw


@pytest.mark.parametrize(
    ("value", "old", "after"),
    [
        param("cat /w/a/x '/w/a'", "/w/a", "cat /new/x '/new'", id="wherever it stands"),
        param("/w/ab /w/a.b /w/a-b", "/w/a", "/w/ab /w/a.b /w/a-b", id="a folder whose name begins alike"),
        param({"a": ["/w/a", 5]}, "/w/a", {"a": ["/new", 5]}, id="at any depth"),
        param("/x", "/", "/x", id="the root of everything is no workspace"),
        param("/x", None, "/x", id="no workspace is known"),
    ],
)
def test_paths_are_moved_into_another_workspace(value: Any, old: str | None, after: Any) -> None:
    assert relocated(value, old, "/new") == after


@pytest.mark.parametrize(
    ("event", "given", "subject"),
    [
        param("beforeShellExecution", {"command": "ls", "cwd": "/x"}, "ls", id="the command"),
        param("beforeReadFile", {"content": "c", "file_path": "/a"}, "/a", id="the file"),
        param(
            "preToolUse",
            {"tool_name": "Shell", "tool_input": {"command": "ls"}},
            'Shell {"command": "ls"}',
            id="a tool and its arguments",
        ),
        param(
            "beforeMCPExecution",
            {"tool_name": "t", "tool_input": '{"a": 1}'},
            't {"a": 1}',
            id="an MCP tool and its arguments",
        ),
        param("stop", {"status": 5}, "", id="nothing that is text"),
    ],
)
def test_what_an_event_is_about(event: str, given: dict[str, Any], subject: str) -> None:
    assert subject_of(event, given) == subject
