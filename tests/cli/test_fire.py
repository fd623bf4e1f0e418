from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pytest import param

SHELL = "beforeShellExecution"


def answering(box: Any, answer: dict[str, Any], event: str = SHELL) -> None:
    """A user hook that answers this."""
    box.script("home/.cursor/hooks/answer.sh", f"cat > /dev/null\ncat <<'END'\n{json.dumps(answer)}\nEND\n")
    box.user_hooks({event: [{"command": "./hooks/answer.sh"}]})


@pytest.mark.parametrize(
    ("event", "answer", "code", "word"),
    [
        param(SHELL, {}, 0, "ALLOWED", id="no opinion goes ahead"),
        param(SHELL, {"permission": "allow"}, 0, "ALLOWED", id="allow"),
        param(SHELL, {"permission": "deny"}, 2, "DENIED", id="deny"),
        param(SHELL, {"permission": "ask"}, 3, "ASK: a person has to approve", id="ask"),
        param(SHELL, {"permission": "perhaps"}, 0, "ALLOWED", id="an answer that is not valid is a failure, not a deny"),
        param("stop", {"permission": "deny"}, 0, "DONE", id="an event that only observes cannot be denied"),
        param("beforeSubmitPrompt", {"continue": False}, 2, "DENIED", id="continue: false"),
    ],
)
def test_the_decision_is_the_exit_code(
    box: Any, call: Any, event: str, answer: dict[str, Any], code: int, word: str
) -> None:
    answering(box, answer, event)
    ended = call("fire", event)
    assert ended.code == code
    assert word in ended.out.splitlines()
    assert ended.out.endswith(f"\nexit {code}\n")
    assert call("fire", event, "--json").code == code


def test_what_a_person_reads(box: Any, run: Any) -> None:
    answering(box, {"permission": "deny", "user_message": "Use gh.", "agent_message": "Git is off.\nUse gh."})
    ended = run("fire", SHELL, "--set", "command=git push", "--set", "cwd=/x", "--set", "sandbox=true")
    assert (ended.code, ended.err) == (2, "")
    took = ended.out.splitlines()[7].split("  ")[-2]
    assert ended.out == (
        "beforeShellExecution\n"
        "  command     git push\n"
        "  cwd         /x\n"
        "  sandbox     true\n"
        "\n"
        "1 hook ran:\n"
        f"  source  hook               matcher  where                   {'took':<{len(took)}}  said\n"
        f"  user    ./hooks/answer.sh  –        ~/.cursor/hooks.json:5  {took}  deny\n"
        "\n"
        "DENIED\n"
        "  because     denied by user hook 1 of beforeShellExecution (~/.cursor/hooks.json:5): its answer\n"
        "  user sees   Use gh.\n"
        "  agent sees  Git is off.\n"
        "              Use gh.\n"
        "exit 2\n"
    )


def test_the_result_for_programs(box: Any, run: Any) -> None:
    answering(box, {"permission": "deny", "user_message": "no"})
    result = run("fire", SHELL, "--set", "command=ls", "--json").json
    assert result["event"] == SHELL
    assert (result["blocked"], result["code"]) == (True, "ERROR_HOOKS_BLOCKED")
    assert result["response"] == {"permission": "deny", "user_message": "no"}
    assert [(hook["source"], hook["ending"], hook["exit_code"]) for hook in result["hooks"]] == [("user", "exited", 0)]
    assert (result["skipped"], result["overruled"], result["notes"], result["problems"]) == ([], [], [], [])


def test_fields_nobody_gave_are_filled_and_said_to_be(box: Any, run: Any) -> None:
    box.user_hooks({"afterFileEdit": [{"command": "cat >&2"}]})
    ended = run("fire", "afterFileEdit")
    assert ended.code == 0
    assert ended.err == "Using sample values for file_path, edits; set your own with --set or --input.\n"
    assert f"  file_path   {box.ws}/" in ended.out
    assert ended.out.count("  (sample)\n") == 2
    got = json.loads(next(line for line in ended.out.splitlines() if line.startswith("    {")))
    assert got["hook_event_name"] == "afterFileEdit"
    assert got["workspace_roots"] == [str(box.ws)]
    assert got["file_path"].startswith(f"{box.ws}/")


@pytest.mark.parametrize(
    ("arguments", "stdin", "expected"),
    [
        param(["--input", "-"], b'{"command": "ls"}', {"command": "ls"}, id="from stdin"),
        param(["--input", "event.json"], b"", {"command": "from a file"}, id="from a file"),
        param(["--input", "-", "--set", "command=pwd"], b'{"command": "ls"}', {"command": "pwd"}, id="changed by --set"),
    ],
)
def test_input_gives_the_event_whole(
    box: Any, call: Any, arguments: list[str], stdin: bytes, expected: dict[str, str]
) -> None:
    (box.ws / "event.json").write_text('{"command": "from a file"}')
    box.user_hooks({SHELL: [{"command": f"cat > {box.root}/got.json"}]})
    ended = call("fire", SHELL, *arguments, stdin=stdin)
    assert (ended.code, ended.err) == (0, "")
    got = json.loads((box.root / "got.json").read_text())
    assert {name: got[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        param(["fire"], 64, "Name one, such as beforeShellExecution", id="no event"),
        param(["fire", "beforeShellExec"], 64, "Did you mean 'beforeShellExecution'?", id="an event with a typing error"),
        param(["fire", "xyzzy"], 64, "To list all events: hookline schema --list", id="an event like no other"),
        param(["fire", "stop", "--set", "status"], 64, "--set takes key=value, not 'status'.", id="no value"),
        param(["fire", "stop", "--input", "no.json"], 66, "no.json cannot be read", id="no such file"),
        param(["fire", "stop", "--workspace", "no"], 66, "There is no folder no.", id="no such workspace"),
        param(["fire", "stop", "--merge", "mildest"], 64, "'mildest' is not one of", id="no such merge"),
        param(["fire", "stop", "--experiment", "x"], 64, "--experiment takes name=on or name=off", id="an odd experiment"),
        param(["fire", "sessionStart", "--profile", "cursor-2.3"], 64, "cursor-2.3 has no event sessionStart", id="profile"),
    ],
)
def test_wrong_use_is_never_a_deny(call: Any, arguments: list[str], code: int, said: str) -> None:
    ended = call(*arguments)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


def test_a_field_the_event_does_not_have_is_remarked_on_and_passed_on(box: Any, call: Any) -> None:
    box.user_hooks({SHELL: [{"command": "cat >&2"}]})
    ended = call("fire", SHELL, "--set", "comand=ls", "--json")
    assert "beforeShellExecution has no field 'comand'; it is passed on as it is. Did you mean 'command'?" in ended.err
    assert json.loads(ended.json["hooks"][0]["stderr"])["comand"] == "ls"


def test_a_slip_of_the_pen_is_told_once_by_the_decision(box: Any, run: Any, call: Any) -> None:
    (box.ws / "event.json").write_text('{"comand": "ls"}')
    told = "beforeShellExecution has no field 'comand'; it is passed on as it is. Did you mean 'command'?"
    assert call("fire", SHELL, "--input", "event.json", "--json").json["notes"] == [told]
    for ended in (run("fire", SHELL, "--input", "event.json"), run("explain", SHELL, "--input", "event.json")):
        assert " ".join((ended.out + ended.err).split()).count(told) == 1


def test_project_hooks_wait_for_trust_and_the_way_to_give_it_is_shown_once(box: Any, run: Any) -> None:
    box.project_hooks({SHELL: [{"command": "exit 2"}, {"command": "exit 3"}]})
    ended = run("fire", SHELL)
    assert ended.code == 0
    assert ended.out.count("not trusted, see below") == 2
    hint = f"then run: hookline trust {box.ws}\n"
    assert ended.out.split("ALLOWED")[0].count(hint) == 1
    assert run("fire", SHELL, "--trust").code == 2
    run("trust", "--yes")
    assert run("fire", SHELL).code == 2


def test_a_path_from_the_wrong_folder_gets_the_right_one(box: Any, run: Any) -> None:
    box.script("ws/.cursor/hooks/format.sh", "exit 0")
    box.project_hooks({"afterFileEdit": [{"command": "./hooks/format.sh"}]})
    ended = run("fire", "afterFileEdit", "--trust")
    assert ended.code == 0
    assert "failed: not found: ./hooks/format.sh; it is at .cursor/hooks/format.sh: write that" in ended.out


def test_the_conversation_is_the_one_that_was_named(box: Any, call: Any) -> None:
    call("fire", "stop", "--conversation", "c-1")
    call("fire", "stop", "--set", "conversation_id=c-2")
    call("fire", "stop", "--set", "session_id=c-3", "--model", "gpt")
    found = [json.loads(line) for line in call("log", "--json").out.splitlines()]
    assert [entry["conversation_id"] for entry in found] == ["c-1", "c-2", "c-3"]


def test_no_journal_leaves_no_trace(box: Any, call: Any) -> None:
    box.user_hooks({"stop": [{"command": "true"}]})
    assert call("fire", "stop", "--no-journal").code == 0
    assert not box.state.exists()


def test_a_journal_that_cannot_be_written_is_said_and_changes_nothing(box: Any, call: Any) -> None:
    box.state.write_text("a file where the folder should be")
    answering(box, {"permission": "deny"})
    ended = call("fire", SHELL, "--json")
    assert ended.code == 2
    assert "set HOOKLINE_STATE to another one" in ended.err


def test_a_current_folder_that_is_gone(box: Any) -> None:
    (box.root / "gone").mkdir()
    ended = subprocess.run(
        f"cd {box.root}/gone && rmdir {box.root}/gone && {sys.executable} -m hookline fire stop",
        shell=True, env=box.environ, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (66, "")
    assert (
        ended.stderr == "Error: The current folder no longer exists. Change to another one, or name one by its full path.\n"
    )


def test_a_closed_reader_does_not_change_the_exit_code(box: Any) -> None:
    answering(box, {"permission": "deny"})
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "hookline", "fire", SHELL], stdout=writing, stderr=subprocess.PIPE, cwd=box.ws,
            env=box.environ, timeout=60, check=False,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert ended.returncode == 2
    assert b"BrokenPipe" not in ended.stderr


@pytest.mark.parametrize(
    "answer", [param({"permission": "deny"}, id="denied"), param({"permission": "ask"}, id="asked"), param({}, id="fine")]
)
@pytest.mark.parametrize("option", [param([], id="as text"), param(["--json"], id="as JSON")])
@pytest.mark.parametrize(
    "ends",
    [
        param(">/dev/full", id="no room for stdout"),
        param(">/dev/full 2>/dev/full", id="no room for either"),
        param("2>/dev/full", id="no room for stderr"),
        param(">/dev/full 2>&-", id="no room, and stderr is closed"),
        param(">&-", id="stdout is closed"),
        param(">&- 2>&-", id="both are closed"),
        param("<&- >&- 2>/dev/full", id="everything is closed or full"),
        param("2>&1 | true", id="a pipe nobody reads"),
    ],
)
def test_the_verdict_is_the_exit_code_whatever_happens_to_the_output(
    box: Any, answer: dict[str, str], option: list[str], ends: str
) -> None:
    answering(box, answer)
    command = f"set -o pipefail; {sys.executable} -m hookline fire {SHELL} {' '.join(option)} {ends}"
    ended = subprocess.run(
        ["bash", "-c", command], cwd=box.ws, env=box.environ, capture_output=True, timeout=60, check=False
    )
    assert ended.returncode == {"deny": 2, "ask": 3}.get(answer.get("permission", ""), 0)


def test_that_the_result_was_lost_is_told(box: Any) -> None:
    answering(box, {"permission": "deny"})
    command = f"{sys.executable} -m hookline fire {SHELL} --set command=ls --set cwd=/ --set sandbox=false > /dev/full"
    ended = subprocess.run(command, shell=True, cwd=box.ws, env=box.environ, capture_output=True, text=True, check=False)
    assert ended.stderr == "The result could not be written: No space left on device. The exit code stands.\n"


def wait_for(path: Path) -> str:
    deadline = time.monotonic() + 30
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < deadline, f"{path} was never written"
        time.sleep(0.01)
    return path.read_text()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        param(signal.SIGTERM, 128 + signal.SIGTERM, id="terminated"),
        param(signal.SIGHUP, 128 + signal.SIGHUP, id="hung up"),
        param(signal.SIGINT, 130, id="interrupted"),
    ],
)
def test_a_signal_ends_the_hooks_too(box: Any, number: int, code: int) -> None:
    box.script("home/.cursor/hooks/slow.sh", f"echo $$ > {box.root}/pid\nexec sleep 300\n")
    box.user_hooks({"stop": [{"command": "./hooks/slow.sh"}]})
    process = subprocess.Popen(
        [sys.executable, "-m", "hookline", "fire", "stop"], cwd=box.ws, env=box.environ, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    pid = int(wait_for(box.root / "pid"))
    process.send_signal(number)
    assert process.wait(30) == code
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


CLAUDE_BASH = {
    "hook_event_name": "PreToolUse",
    "session_id": "c-1",
    "cwd": "/w",
    "tool_name": "Bash",
    "tool_input": {"command": "ls"},
}
GEMINI_SHELL = {**CLAUDE_BASH, "hook_event_name": "BeforeTool", "tool_name": "run_shell_command"}


@pytest.mark.parametrize(
    ("payload", "arguments", "event", "said"),
    [
        param(GEMINI_SHELL, ["--from", "gemini"], SHELL, "Fired as beforeShellExecution: Gemini CLI's BeforeTool of run_shell_command."
              " To fire preToolUse instead, name it.", id="the event for the tool"),
        param(GEMINI_SHELL, ["preToolUse", "--from", "gemini"], "preToolUse", "Fired as preToolUse: Gemini CLI's BeforeTool", id="the event asked for"),
        param({"event": "BeforeTool", "payload": GEMINI_SHELL, "env": {}}, ["--from", "gemini"], SHELL, "Fired as", id="a recording"),
        param({"toolName": "bash", "toolArgs": {"command": "ls"}}, [SHELL, "--from", "copilot"], SHELL, "Copilot CLI's preToolUse of bash", id="named by us"),
        param({"hook_event_name": SHELL, "command": "ls"}, [], SHELL, "", id="our own payload names its event"),
        param({"hook_event_name": SHELL, "command": "ls"}, ["--from", "cursor"], SHELL, "", id="Cursor's words are ours"),
    ],
)  # fmt: skip
def test_a_payload_as_it_was_recorded(
    box: Any, call: Any, payload: Any, arguments: list[str], event: str, said: str
) -> None:
    box.user_hooks({SHELL: [{"command": "cat >&2; exit 2"}], "preToolUse": [{"command": "cat >&2; exit 2"}]})
    (box.ws / "payload.json").write_text(json.dumps(payload))
    ended = call("fire", *arguments, "--input", "payload.json", "--json")
    assert (ended.code, ended.json["event"], ended.json["notes"]) == (2, event, [])
    got = json.loads(ended.json["hooks"][0]["stderr"])
    assert (got["tool_input"] if event == "preToolUse" else got)["command"] == "ls"
    assert got["workspace_roots"] == [str(box.ws)]
    assert said in ended.err


@pytest.mark.parametrize(
    ("payload", "arguments", "said"),
    [
        param({}, ["--input", "p.json"], "The payload has no hook_event_name. Name its event: hookline fire EVENT --input FILE."
              " If another agent wrote the payload, say which: --from claude.", id="no event in it"),
        param(CLAUDE_BASH, ["--input", "p.json"], "There is no event 'PreToolUse'. Did you mean 'preToolUse'? If another agent wrote", id="another agent's"),
        param({}, [], "Name one, such as beforeShellExecution, or a payload that does: --input FILE.", id="nothing at all"),
        param({}, ["--from", "claude"], "--from needs the payload: --input FILE.", id="--from without --input"),
        param({}, ["--from", "codx", "--input", "p.json"], "--from cannot read payloads of 'codx'; did you mean codex?", id="a slip of the pen"),
        param({}, ["--from", "cline", "--input", "p.json"], "--from cannot read payloads of 'cline'; it reads those of: claude, gemini", id="no row"),
        param({"hook_event_name": "Notification"}, ["--from", "claude", "--input", "p.json"],
              "Nothing was fired: Claude Code's Notification is none of Hookline's events.", id="none of ours"),
        param(CLAUDE_BASH, ["stop", "--from", "claude", "--input", "p.json"],
              "Nothing was fired: Claude Code's PreToolUse of Bash is preToolUse or beforeShellExecution, not stop.", id="another event"),
    ],
)  # fmt: skip
def test_a_payload_that_cannot_be_fired_says_why(box: Any, call: Any, payload: Any, arguments: list[str], said: str) -> None:
    (box.ws / "p.json").write_text(json.dumps(payload))
    ended = call("fire", *arguments)
    assert (ended.code, ended.out) == (64, "")
    assert said in " ".join(ended.err.split())
