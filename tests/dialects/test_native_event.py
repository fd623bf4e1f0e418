"""What payloads of other agents are among our events: real recordings where they are there, and some of their shape.

The recordings (../shared/payloads) are of the agents' own binaries; a stranger's clone has only ours.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.dialects.native_event import native_event
from hookline.errors import UsageError
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.events import EVENTS

RECORDINGS = Path(__file__).resolve().parents[3] / "shared" / "payloads"
#: Agents whose payloads have no row: they are no dialect whose files are read (`acp` holds traffic and no payloads).
WITHOUT_ROW = {"acp", "cline", "opencode"}
SHELL, MCP, WRITE, READ = "beforeShellExecution", "beforeMCPExecution", "preToolUse", "preToolUse"
AFTER = {"shell": "afterShellExecution", "mcp": "afterMCPExecution", "write": "afterFileEdit", "read": "postToolUse"}


def _as_claude(shell: str, writes: list[str], reads: list[str], mcp: str, before: str, after: str) -> dict[str, str]:
    return {
        f"{before}-{shell}": SHELL, f"{after}-{shell}": AFTER["shell"],
        f"{before}-{mcp}": MCP, f"{after}-{mcp}": AFTER["mcp"],
        **{f"{before}-{tool}": WRITE for tool in writes}, **{f"{after}-{tool}": AFTER["write"] for tool in writes},
        **{f"{before}-{tool}": READ for tool in reads}, **{f"{after}-{tool}": AFTER["read"] for tool in reads},
    }  # fmt: skip


_PASCAL = _as_claude("Bash", ["Edit", "Write"], ["Read"], "lab_lab_echo", "PreToolUse", "PostToolUse")
_LIFE = {
    "SessionStart": "sessionStart",
    "SessionEnd": "sessionEnd",
    "UserPromptSubmit": "beforeSubmitPrompt",
    "Stop": "stop",
}
#: Agent → recording → the event it is; "" where it is none of ours.
EXPECTED: dict[str, dict[str, str]] = {
    "claude": {
        **_as_claude("Bash", ["Edit", "Write"], ["Read"], "mcp__lab__lab_echo", "PreToolUse", "PostToolUse"), **_LIFE,
        "PostToolUseFailure-Bash": "postToolUseFailure", "MessageDisplay": "", "PostToolBatch": "",
    },
    "codex": {**_as_claude("Bash", ["apply_patch"], [], "mcp__lab__lab_echo", "PreToolUse", "PostToolUse"), **_LIFE},
    "copilot": {
        **_PASCAL, **_LIFE, "PermissionRequest-bash": "", "PermissionRequest-edit": "", "PermissionRequest-lab_lab_echo": "",
        **_as_claude("bash", ["edit", "create"], ["view"], "lab_lab_echo", "preToolUse", "postToolUse"),
        "permissionRequest-bash": "", "permissionRequest-edit": "", "permissionRequest-lab_lab_echo": "",
        "preMcpToolCall-lab_echo": MCP, "agentStop": "stop", "sessionStart": "sessionStart", "sessionEnd": "sessionEnd",
        "userPromptSubmitted": "beforeSubmitPrompt", "userPromptTransformed": "",
    },
    "gemini": {
        **_as_claude("run_shell_command", ["replace", "write_file"], ["read_file"], "mcp_lab_lab_echo", "BeforeTool", "AfterTool"),
        "SessionStart": "sessionStart", "SessionEnd": "sessionEnd", "BeforeAgent": "beforeSubmitPrompt", "AfterAgent": "stop",
        "PreCompress": "preCompact", "BeforeModel": "", "AfterModel": "", "BeforeToolSelection": "", "Notification": "",
    },
    "qwen": {
        **_as_claude("run_shell_command", ["edit", "write_file"], ["read_file"], "mcp__lab__lab_echo", "PreToolUse", "PostToolUse"),
        "UserPromptSubmit": "beforeSubmitPrompt", "Notification": "",
    },
}  # fmt: skip
#: What the same small session says in each of them, as a test of some fields.
SAID: dict[str, dict[str, Any]] = {
    "beforeShellExecution": {"command": "touch plain.ok && echo hello-out", "cwd": "/home/dev/shop"},
    "afterShellExecution": {"command": "touch plain.ok && echo hello-out", "cwd": "/home/dev/shop"},
    "beforeMCPExecution": {"tool_name": "lab_echo", "tool_input": '{"text": "plain"}'},
    "afterMCPExecution": {"tool_name": "lab_echo", "tool_input": '{"text": "plain"}'},
}


def recordings() -> list[Any]:
    found = sorted(RECORDINGS.glob("*/*.json"))
    return [param(path, id=f"{path.parent.name}/{path.stem}") for path in found if path.parent.name not in WITHOUT_ROW]


@pytest.mark.skipif(not RECORDINGS.is_dir(), reason="no recordings beside this clone")
@pytest.mark.parametrize("path", recordings())
def test_a_recording_is_the_event_it_was(path: Path) -> None:
    agent, name = path.parent.name, path.name.split(".")[0]
    recorded, expected = json.loads(path.read_text()), EXPECTED[agent][name]
    if not expected:
        with pytest.raises(UsageError) as told:
            native_event(agent, recorded)
        title = DIALECT_SPECS[agent].title
        assert str(told.value) == f"{title}'s {recorded['event']} is none of Hookline's events"
        return
    native = native_event(agent, recorded)
    assert native.event == expected
    said = dict(SAID.get(expected, {}))
    if agent == "copilot" and not name.startswith("preMcp") and "tool_name" in said:
        said["tool_name"] = "lab-lab_echo"  # its other events have one name for server and tool
    assert {field: native.input[field] for field in said} == said
    assert set(native.input) <= EVENTS[expected].known
    if expected == "preToolUse":
        given = native.input["tool_input"]
        assert native.input["tool_name"] in ("Read", "Write")
        assert given.get("file_path", "").startswith("/home/dev/shop/") or "*** Begin Patch" in given["command"]
    if expected == "afterFileEdit":
        assert native.input["edits"][0]["new_string"].strip() in ("hello", "edited")
    if expected == "beforeSubmitPrompt":
        assert "PROBE go" in native.input["prompt"]
    if "payload" in recorded and any(key in recorded["payload"] for key in ("session_id", "sessionId")):
        assert native.input["conversation_id"]


@pytest.mark.skipif(not RECORDINGS.is_dir(), reason="no recordings beside this clone")
def test_every_recording_is_in_the_table() -> None:
    folders = {folder.name: folder for folder in RECORDINGS.iterdir() if folder.name not in WITHOUT_ROW}
    assert set(folders) == set(EXPECTED)
    for agent, folder in folders.items():
        assert {path.name.split(".")[0] for path in folder.glob("*.json")} == set(EXPECTED[agent])


PATCH = "*** Begin Patch\n*** Add File: a.py\n+x\n*** Delete File: b.py\n*** End Patch\n"


@pytest.mark.parametrize(
    ("agent", "given", "event", "expected", "others"),
    [
        param("windsurf", {"agent_action_name": "pre_run_command", "trajectory_id": "t", "tool_info": {"command_line": "ls", "cwd": "/w"}},
              "beforeShellExecution", {"command": "ls", "cwd": "/w", "conversation_id": "t"}, ("preToolUse",), id="Windsurf: a command"),
        param("windsurf", {"agent_action_name": "pre_mcp_tool_use", "tool_info": {"mcp_server_name": "s", "mcp_tool_name": "t", "mcp_tool_arguments": {"a": 1}}},
              "beforeMCPExecution", {"tool_name": "t", "tool_input": '{"a": 1}', "mcp_server_name": "s"}, ("preToolUse",), id="Windsurf: MCP"),
        param("goose", {"event": "BeforeShellExecution", "session_id": "g", "working_dir": "/w", "tool_name": "developer__shell", "tool_input": {"command": "ls"}},
              "beforeShellExecution", {"command": "ls", "cwd": "/w"}, (), id="Goose: its field `event` is no recording"),
        param("kiro", {"hook_event_name": "preToolUse", "cwd": "/w", "tool_name": "execute_bash", "tool_input": {"command": "ls"}},
              "beforeShellExecution", {"command": "ls"}, ("preToolUse",), id="Kiro: another spelling of its events"),
        param("factory", {"hook_event_name": "PreToolUse", "tool_name": "Execute", "tool_input": {"command": "ls"}},
              "beforeShellExecution", {"command": "ls"}, ("preToolUse",), id="Factory"),
        param("vscode", {"hook_event_name": "PreToolUse", "tool_name": "create_file", "tool_input": {"filePath": "/w/a", "content": "x"}},
              "preToolUse", {"tool_name": "Write"}, (), id="VS Code"),
        param("claude", {"hook_event_name": "PreToolUse", "tool_name": "Task", "tool_input": {"subagent_type": "Explore", "prompt": "Look."}},
              "subagentStart", {"subagent_type": "Explore", "task": "Look."}, ("preToolUse",), id="Claude: a subagent"),
        param("gemini", {"hook_event_name": "AfterTool", "tool_name": "run_shell_command", "tool_input": {"command": "x"}, "tool_response": {"error": "no"}},
              "afterShellExecution", {"command": "x"}, ("postToolUse", "postToolUseFailure"), id="Gemini: a tool that failed"),
        param("copilot", {"hook_event_name": "PreToolUse", "tool_name": "Glob", "tool_input": {}},
              "preToolUse", {"tool_name": "Glob"}, (), id="Copilot: a tool of its own in Claude's words"),
    ],
)  # fmt: skip
def test_bare_payloads(agent: str, given: Any, event: str, expected: dict[str, Any], others: tuple[str, ...]) -> None:
    native = native_event(agent, given)
    assert (native.event, native.others) == (event, others)
    assert {name: native.input[name] for name in expected} == expected


BASH = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}


def test_another_event_of_the_same_moment_can_be_asked_for() -> None:
    native = native_event("claude", BASH, "preToolUse")
    assert (native.event, native.others, native.input["tool_name"]) == ("preToolUse", ("beforeShellExecution",), "Shell")


@pytest.mark.parametrize("asked", ["beforeShellExecution", "preToolUse"])
def test_a_payload_that_names_no_event_is_what_is_asked_for(asked: str) -> None:
    given = {"toolName": "bash", "toolArgs": {"command": "ls"}}
    assert native_event("copilot", given, asked).event == asked
    assert native_event("copilot", {"reason": "complete"}, "sessionEnd").input["reason"] == "complete"
    assert native_event("copilot", {"prompt": "Hi"}, "userPromptSubmitted").event == "beforeSubmitPrompt"  # theirs


def test_a_patch_is_told_file_by_file() -> None:
    given = {"hook_event_name": "PostToolUse", "tool_name": "apply_patch", "tool_input": {"command": PATCH}}
    native = native_event("codex", given)
    assert (native.event, native.input["file_path"]) == ("afterFileEdit", "a.py")
    assert native.remarks == ("it changes more than one file; this event is a.py, without b.py",)


def test_what_the_payload_does_not_have_is_said() -> None:
    given = {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "/w/a"}}
    native = native_event("claude", given, "beforeReadFile")
    assert native.input == {"file_path": "/w/a", "content": "", "attachments": []}
    assert "has no content" in native.remarks[0]


@pytest.mark.parametrize(
    ("agent", "given", "event", "told"),
    [
        param("claude", {"hook_event_name": "Setup"}, None, "Claude Code's Setup is none of Hookline's events", id="none of ours"),
        param("claude", {"hook_event_name": "PreTolUse"}, None, "Claude Code has no event 'PreTolUse'; did you mean PreToolUse?", id="no such event"),
        param("claude", {}, None, "the payload does not say which event of Claude Code it is; name the event to fire", id="no event"),
        param("claude", BASH, "stop", "Claude Code's PreToolUse of Bash is preToolUse or beforeShellExecution, not stop", id="another event"),
        param("claude", {}, "beforeTabFileRead", "Claude Code has no event that is beforeTabFileRead; did you mean beforeReadFile?", id="no place"),
        param("claude", {}, "sesionStart", "Claude Code has no event 'sesionStart'; did you mean SessionStart?", id="a slip of the pen"),
        param("claude", {"event": "Stop\x1b[2J", "payload": {}}, None, r"Claude Code has no event 'Stop\x1b[2J'; did you mean Stop?", id="hostile"),
    ],
)  # fmt: skip
def test_what_cannot_be_fired_says_why(agent: str, given: Any, event: str | None, told: str) -> None:
    with pytest.raises(UsageError) as error:
        native_event(agent, given, event)
    assert str(error.value) == told


@pytest.mark.parametrize("value", [None, 1, [], "x", {}, [{}], True, {"a": []}])
@pytest.mark.parametrize("agent", [*DIALECT_SPECS])
def test_no_payload_breaks_it(agent: str, value: Any) -> None:
    spec = DIALECT_SPECS[agent]
    for name in spec.natives:
        keys = {path.split(".")[0] for paths in spec.fields.values() for path in paths.split("|")}
        native = native_event(agent, {"event": name, "payload": dict.fromkeys(keys, value)})
        assert native.event in EVENTS
        json.dumps(native.input)
