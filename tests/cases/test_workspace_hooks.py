"""cases.hooks: a workspace's hooks, asked from Python."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from hookline.cases.case_run import bench_for
from hookline.cases.workspace_hooks import Hooks
from hookline.errors import UnknownEvent

#: A hook that answers by what is in the payload, and shows the payload on stderr.
SCRIPT = """#!/bin/sh
payload=$(cat)
echo "$payload" >&2
case $payload in
  *"deny me"*) echo '{"permission": "deny", "continue": false, "user_message": "no", "agent_message": "stop"}' ;;
  *"ask me"*) echo '{"permission": "ask"}' ;;
  *"allow me"*) echo '{"permission": "allow"}' ;;
  *"break"*) exit 1 ;;
  *'"hook_event_name":"stop"'*) echo '{"followup_message": "go on"}' ;;
esac
"""


@pytest.fixture
def hooks(tmp_path: Path) -> Hooks:
    folder = tmp_path / "ws/.cursor"
    folder.mkdir(parents=True)
    (folder / "guard.sh").write_text(SCRIPT)
    (folder / "guard.sh").chmod(0o755)
    events = (
        "beforeShellExecution",
        "beforeSubmitPrompt",
        "beforeReadFile",
        "beforeMCPExecution",
        "preToolUse",
        "afterFileEdit",
        "stop",
    )
    entries = {event: [{"command": ".cursor/guard.sh"}] for event in events}
    (folder / "hooks.json").write_text(json.dumps({"version": 1, "hooks": entries}))
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    return Hooks(bench_for(str(tmp_path / "ws"), environ=environ, sources=["project"]), str(tmp_path / "state"))


def test_denied(hooks: Hooks) -> None:
    decided = hooks.shell("deny me")
    assert (decided.denied, decided.asked, decided.allowed, decided.permission) == (True, False, False, "deny")
    assert (decided.user_message, decided.agent_message, decided.response["permission"]) == ("no", "stop", "deny")
    assert decided.because.startswith("denied by project hook 1 of beforeShellExecution (.cursor/hooks.json:1)")
    assert decided.ran == (".cursor/guard.sh",)


def test_asked(hooks: Hooks) -> None:
    decided = hooks.shell("ask me")
    assert (decided.denied, decided.asked, decided.allowed) == (False, True, False)


def test_allowed_with_and_without_an_opinion(hooks: Hooks) -> None:
    assert [(one.allowed, one.permission) for one in (hooks.shell("allow me"), hooks.shell("ls"))] == [
        (True, "allow"), (True, None),
    ]  # fmt: skip


def test_a_hook_that_failed_approves_nothing(hooks: Hooks) -> None:
    decided = hooks.shell("break")
    assert (decided.denied, decided.allowed, decided.failures) == (False, False, ("exited with code 1",))
    assert "failed: exited with code 1; stderr: {" in repr(decided)


def payload(decided: Any) -> dict[str, Any]:
    """The payload the hook got, but for the base fields."""
    whole = json.loads(decided.stderr)
    base = ("conversation_id", "session_id", "generation_id", "model", "hook_event_name", "cursor_version", "workspace_roots",
            "user_email", "transcript_path")  # fmt: skip
    return {name: value for name, value in whole.items() if name not in base}


def test_each_event_with_its_fields(hooks: Hooks) -> None:
    ws = hooks.workspace
    Path(ws, "a.txt").write_text("its text")
    assert payload(hooks.shell("ls", sandbox=True)) == {"command": "ls", "cwd": ws, "sandbox": True}
    assert payload(hooks.prompt("hi")) == {"prompt": "hi", "attachments": []}
    assert payload(hooks.read("a.txt")) == {"file_path": f"{ws}/a.txt", "content": "its text", "attachments": []}
    assert payload(hooks.read("/b.txt", "given"))["content"] == "given"
    assert payload(hooks.read("missing.txt"))["content"] == ""
    assert payload(hooks.mcp("create", title="x")) == {"tool_name": "create", "tool_input": '{"title": "x"}'}
    assert payload(hooks.tool("Shell", command="ls"))["tool_input"] == {"command": "ls"}
    assert payload(hooks.edit("a.txt", "o", "n")) == {
        "file_path": f"{ws}/a.txt",
        "edits": [{"old_string": "o", "new_string": "n"}],
    }


def test_stop_and_its_follow_up(hooks: Hooks) -> None:
    assert hooks.stop().followup == "go on"
    at_the_limit = hooks.stop("error", loop_count=5)
    assert (at_the_limit.followup, at_the_limit.ran, at_the_limit.stderr) == (None, (), "")


def test_what_a_failed_assertion_shows(hooks: Hooks) -> None:
    assert repr(hooks.fire("workspaceOpen")) == "<workspaceOpen '': no opinion, no hook is configured for workspaceOpen>"


def test_an_event_nobody_knows(hooks: Hooks) -> None:
    with pytest.raises(UnknownEvent, match="did you mean stop"):
        hooks.fire("stopp")
