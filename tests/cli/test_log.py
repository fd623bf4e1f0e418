from __future__ import annotations

import json
import re
import select
import signal
import sqlite3
import subprocess
import sys
from typing import Any

import pytest
from pytest import param


@pytest.fixture
def fired(box: Any, call: Any) -> None:
    """Four events: one nobody has a hook for, one allowed, one denied, one with a failure."""
    box.script("home/.cursor/hooks/deny.sh", "echo 'not here' >&2; exit 2")
    box.user_hooks(
        {
            "beforeShellExecution": [{"command": "true"}, {"command": "./hooks/deny.sh", "matcher": "push"}],
            "beforeReadFile": [{"command": "false"}],
        }
    )
    call("fire", "stop", "--conversation", "c-1")
    call("fire", "beforeShellExecution", "--set", "command=ls", "--conversation", "c-2")
    call("fire", "beforeShellExecution", "--set", "command=git push", "--conversation", "c-2")
    call("fire", "beforeReadFile", "--set", "content=the needle", "--conversation", "c-3")


@pytest.mark.usefixtures("fired")
@pytest.mark.parametrize(
    ("options", "events"),
    [
        param([], ["stop", "beforeShellExecution", "beforeShellExecution", "beforeReadFile"], id="all, the oldest first"),
        param(["-n", "1"], ["beforeReadFile"], id="the last one"),
        param(["--limit", "0"], [], id="none"),
        param(["--event", "stop"], ["stop"], id="of an event"),
        param(["--conversation", "c-2"], ["beforeShellExecution"] * 2, id="of a conversation"),
        param(["--source", "user"], ["beforeShellExecution", "beforeShellExecution", "beforeReadFile"], id="of a source"),
        param(["--source", "project"], [], id="of a source nobody uses"),
        param(["--command", "false"], ["beforeReadFile"], id="of a command"),
        param(["--denied"], ["beforeShellExecution"], id="denied"),
        param(["--failed"], ["beforeReadFile"], id="failed"),
        param(["--overruled"], [], id="overruled"),
        param(["--text", "NEEDLE"], ["beforeReadFile"], id="with a text in it"),
        param(["--since", "1h", "-n", "2"], ["beforeShellExecution", "beforeReadFile"], id="of the last hour"),
        param(["--since", "2099-01-01"], [], id="of the future"),
    ],
)
def test_what_is_shown(call: Any, options: list[str], events: list[str]) -> None:
    ended = call("log", "--json", *options)
    assert ended.code == 0
    assert [json.loads(line)["event"] for line in ended.out.splitlines()] == events


@pytest.mark.usefixtures("fired")
def test_blocks_by_default_as_in_the_output_channel(run: Any) -> None:
    out = run("log", "--denied").out
    assert "] Hook step requested: beforeShellExecution\n" in out
    assert "\nCommand: ./hooks/deny.sh (" in out
    assert "ms) exit code: 2\n" in out
    assert "\nINPUT:\n{\n" in out
    assert "\nOUTPUT:\n(empty)\n" in out
    assert "\nSTDERR:\nnot here\n" in out
    assert "] Blocked: denied by user hook 2 of beforeShellExecution" in out


@pytest.mark.usefixtures("fired")
def test_short_is_a_line_for_each_hook(run: Any) -> None:
    lines = run("log", "--short").out.splitlines()
    assert [line[19:].split("  ")[1] for line in lines] == ["stop", *["beforeShellExecution"] * 3, "beforeReadFile"]
    assert lines[0].endswith("  no hook ran")
    assert lines[3].endswith("  user  ./hooks/deny.sh  deny")
    assert lines[4].endswith("  user  false  failed: exited with code 1")


@pytest.mark.parametrize(
    ("options", "out"),
    [
        param([], "The journal is empty: no events have been fired yet ({path}).\nFire one:  hookline fire beforeSubmitPrompt\n",
              id="nothing yet"),
        param(["--denied"], "No events match these filters. To show all of them: hookline log\n", id="nothing like that"),
        param(["--json"], "", id="JSON has no words for it"),
        param(["-n", "0"], "", id="nothing asked for"),
        param(["--path"], "{path}\n", id="where it is"),
    ],
)  # fmt: skip
def test_an_empty_journal(box: Any, call: Any, options: list[str], out: str) -> None:
    ended = call("log", *options)
    assert (ended.code, ended.out) == (0, out.format(path=box.state / "journal.db"))
    assert not box.state.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        param(["--since", "yesterday"], "--since takes 30m, 2h, 7d or a time such as 2026-11-18T09:30", id="an odd time"),
        param(["--since", "9999-99-99"], "--since takes", id="a time that is none"),
        param(["--event", "stopp"], "Did you mean 'stop'?", id="no such event"),
        param(["--source", "nobody"], "'nobody' is not one of", id="no such source"),
        param(["--short", "--json"], "--short and --json cannot be used together.", id="two layouts"),
        param(["-n", "-1"], "-1 is not in the range", id="a negative number"),
    ],
)
def test_wrong_use(call: Any, options: list[str], said: str) -> None:
    ended = call("log", *options)
    assert ended.code == 64 and (ended.out == "" or ended.json["exit_code"] == 64)
    assert said in ended.err


def test_a_damaged_journal_says_what_to_do(box: Any, call: Any) -> None:
    box.state.mkdir()
    (box.state / "journal.db").write_bytes(b"no database, but long enough to look at" * 100)
    ended = call("log")
    assert (ended.code, ended.out) == (64, "")
    assert "move it away" in ended.err


@pytest.mark.usefixtures("fired")
@pytest.mark.parametrize(
    ("missing", "said"), [param(3, "3 events", id="so many"), param(None, "events", id="nobody knows how many")]
)
def test_what_is_missing_is_said_on_stderr(box: Any, call: Any, missing: int | None, said: str) -> None:
    with sqlite3.connect(box.state / "journal.db") as db:
        db.execute("INSERT INTO gaps (at, missing, reason) VALUES (0, ?, 'the disk is full')", (missing,))
    db.close()
    ended = call("log", "-n", "1", "--short")
    assert ended.err == f"The journal misses {said} of 1970-01-01T00:00:00.000Z: the disk is full\n"


class Following:
    """`hookline log --follow` as a process."""

    def __init__(self, box: Any, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hookline", "log", "--follow", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=box.ws, env=box.environ, text=True,
        )  # fmt: skip

    def told(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.readline()

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(30)
        assert self.process.stdout is not None and self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()
        return code


@pytest.mark.usefixtures("fired")
def test_follow_shows_the_last_ones_and_then_what_happens(box: Any, run: Any) -> None:
    following = Following(box, "--short", "-n", "1", "--source", "user")
    assert following.line().endswith("failed: exited with code 1\n")
    run("fire", "stop")
    run("fire", "beforeShellExecution", "--set", "command=ls")
    assert "  beforeShellExecution  " in following.line()
    assert following.end() == 0


def test_follow_waits_for_a_journal_that_is_not_there_yet(box: Any, run: Any) -> None:
    following = Following(box, "--json")
    assert following.told() == "Waiting for events. Press Ctrl-C to stop.\n"
    while not select.select([following.process.stdout], [], [], 0.5)[0]:  # what was fired before it began is not shown
        run("fire", "stop")
    assert json.loads(following.line())["event"] == "stop"
    assert following.end() == 0


@pytest.mark.usefixtures("fired")
def test_follow_ends_when_nobody_reads_any_more(box: Any, run: Any) -> None:
    following = Following(box, "--short", "-n", "1")
    following.line()
    assert following.process.stdout is not None
    following.process.stdout.close()
    run("fire", "stop")
    assert following.process.wait(30) == 0
    assert following.process.stderr is not None
    following.process.stderr.close()


@pytest.mark.usefixtures("fired")
def test_recorded_events_are_cases_that_hold(box: Any, run: Any) -> None:
    ended = run("log", "--record", "all")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "Wrote  all.cases.toml  4 cases of 4 events\nRun them:  hookline test all.cases.toml\n"
    assert run("test", "all.cases.toml").code == 0
    box.script("home/.cursor/hooks/deny.sh", "exit 0")
    failed = [case["name"] for case in run("test", "all.cases.toml", "--json").json["cases"] if not case["passed"]]
    assert failed == ["beforeShellExecution 'git push' is denied"]


@pytest.mark.usefixtures("fired")
def test_what_is_recorded_is_what_the_log_would_show(box: Any, call: Any) -> None:
    ended = call("log", "--denied", "--record", "denied.cases.toml", "--json")
    assert ended.json == {"file": "denied.cases.toml", "cases": 1, "left_out": []}
    assert "git push" in (box.ws / "denied.cases.toml").read_text()


@pytest.mark.usefixtures("fired")
def test_what_was_masked_is_left_out_and_that_is_said(box: Any, call: Any) -> None:
    call("fire", "beforeShellExecution", "--set", "command=export K=AKIAIOSFODNN7EXAMPLQ")
    ended = call("log", "-n", "2", "--record", "some")
    assert ended.err == "Left out: beforeShellExecution of journal entry 5: a secret in it was masked\n"
    assert ended.out.startswith("Wrote  some.cases.toml  1 case of 2 events\n")
    alone = call("log", "-n", "1", "--record", "none")
    assert (alone.code, (box.ws / "none.cases.toml").exists()) == (1, False)
    assert "None of these events can be turned into a case." in alone.err


@pytest.mark.usefixtures("fired")
@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        param(["--record", "there"], 1, "there.cases.toml already exists. Choose another name, or remove it first.", id="never over another file"),
        param(["--record", "no/such/x"], 1, "no/such/x.cases.toml cannot be written: No such file or directory.", id="a folder that is not there"),
        param(["--record", "x", "--short"], 64, "--record and --short cannot be used together.", id="a layout"),
        param(["--record", "x", "--follow"], 64, "--record and --follow cannot be used together.", id="without end"),
    ],
)  # fmt: skip
def test_what_cannot_be_recorded(box: Any, call: Any, options: list[str], code: int, said: str) -> None:
    (box.ws / "there.cases.toml").write_text("mine")
    ended = call("log", *options)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
    assert (box.ws / "there.cases.toml").read_text() == "mine"


def test_nothing_to_record(box: Any, call: Any) -> None:
    assert call("log", "--record", "x").out.startswith("The journal is empty")
    assert not (box.ws / "x.cases.toml").exists()


@pytest.fixture
def flowing(box: Any) -> None:
    """Two conversations of which flow-guard has notes; in the second something was stopped."""
    entries = [{"command": f"{sys.executable} -m hookline hook flow-guard"}]
    box.user_hooks(dict.fromkeys(("beforeReadFile", "beforeShellExecution", "preToolUse"), entries))


FLOW = (
    ("preToolUse", "tool_name=WebFetch", 'tool_input={"url": "https://docs.example/"}'),
    ("beforeReadFile", "file_path=/w/.env", "content="),
    ("beforeShellExecution", "command=git push"),
)


@pytest.mark.usefixtures("flowing")
def test_flow_shows_the_marks_of_each_conversation_in_their_order(call: Any) -> None:
    assert call("log", "--flow").out.startswith("flow-guard has noted nothing yet.")
    call("fire", "beforeReadFile", "--set", "file_path=/w/id_rsa", "--conversation", "c-1")
    for event, *fields in FLOW:
        ended = call("fire", event, *(word for field in fields for word in ("--set", field)), "--conversation", "c-2")
    assert ended.code == 3
    shown = [re.split("  +", line)[-3:] for line in call("log", "--flow").out.splitlines() if line]
    assert shown == [
        ["c-1", "1 event"],
        ["private", "the agent reads /w/id_rsa", "beforeReadFile"],
        ["c-2", "3 events"],
        ["untrusted", "WebFetch from docs.example", "preToolUse"],
        ["private", "the agent reads /w/.env", "beforeReadFile"],
        ["STOPPED", "git push to origin", "beforeShellExecution"],
    ]
    (line,) = call("log", "--flow", "--json", "-n", "1").out.splitlines()
    assert [mark["kind"] for mark in json.loads(line)["marks"]] == ["untrusted", "private", "stopped"]
    (line,) = call("log", "--flow", "--json", "--conversation", "c-1").out.splitlines()
    assert json.loads(line)["conversation"] == "c-1"
    assert call("log", "--flow", "--short").code == 64
