"""dialects.adapter.adapter_main: the generated script as a real process, between each tool and a hook that speaks otherwise."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pytest import param

from hookline.dialects.adapter_script import CURSOR_ADAPTER, adapter_text, wrap
from hookline.dialects.conversion import CURSOR, DialectHook
from hookline.spec.dialects import DIALECT_SPECS


class Ended(NamedTuple):
    """How the adapter ended."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        return json.loads(self.out) if self.out.strip() else None


class Bench:
    """A project in which one hook is written for a host, and the host's payloads are sent to it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "home"
        self.ws = root / "ws"
        self.home.mkdir()
        self.ws.mkdir()

    def script(self, name: str, text: str) -> str:
        path = self.ws / name
        path.write_text(text)
        return f"{sys.executable} {path}" if name.endswith(".py") else f"sh {path}"

    def sent(self, payload: Any) -> bytes:
        return payload if isinstance(payload, bytes) else json.dumps(payload).replace("@WS@", str(self.ws)).encode()

    def send(
        self, hook: DialectHook, host: str, at: str, payload: Any, *, environ: dict[str, str] | None = None,
        timeout: float = 90, adapter: bool = True,
    ) -> Ended:  # fmt: skip
        path = CURSOR_ADAPTER if host == CURSOR else DIALECT_SPECS[host].adapter
        if adapter:
            file = self.ws / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(adapter_text(host, {hook.speaks}))
        variables = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "PLUGIN_ROOT": str(self.ws / ".agents/plugins/hookline"),
        }
        if host != CURSOR and DIALECT_SPECS[host].variable:
            variables[DIALECT_SPECS[host].variable] = str(self.ws)
        done = subprocess.run(
            ["/bin/sh", "-c", wrap(hook, host, at)], cwd=self.ws, env={**variables, **(environ or {})}, timeout=timeout,
            input=self.sent(payload), capture_output=True, check=False,
        )  # fmt: skip
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path.resolve())


#: What each tool sends before a shell command, before a prompt is sent, at the end of a turn and after a tool has run.
CLAUDE = {"session_id": "s", "transcript_path": "/t", "cwd": "/", "permission_mode": "default"}
SHELL: dict[str, tuple[str, dict[str, Any]]] = {
    "claude": ("PreToolUse", {**CLAUDE, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm -rf x", "description": "d"}, "tool_use_id": "u"}),
    "gemini": ("BeforeTool", {"session_id": "s", "cwd": "/", "hook_event_name": "BeforeTool", "timestamp": "2026", "tool_name": "run_shell_command", "tool_input": {"command": "rm -rf x"}}),
    "codex": ("PreToolUse", {**CLAUDE, "turn_id": "t", "model": "m", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm -rf x"}, "tool_use_id": "u"}),
    "copilot": ("preToolUse", {"sessionId": "s", "timestamp": 1, "cwd": "/", "toolName": "bash", "toolArgs": '{"command": "rm -rf x"}'}),
    "vscode": ("PreToolUse", {"timestamp": "2026", "cwd": "/", "session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "run_in_terminal", "tool_input": {"command": "rm -rf x"}, "tool_use_id": "u"}),
    "windsurf": ("pre_run_command", {"agent_action_name": "pre_run_command", "trajectory_id": "s", "execution_id": "e", "tool_info": {"command_line": "rm -rf x", "cwd": "/"}}),
    "qwen": ("PreToolUse", {**CLAUDE, "hook_event_name": "PreToolUse", "tool_name": "run_shell_command", "tool_input": {"command": "rm -rf x"}}),
    "factory": ("PreToolUse", {**CLAUDE, "permission_mode": "auto-low", "hook_event_name": "PreToolUse", "tool_name": "Execute", "tool_input": {"command": "rm -rf x"}}),
    "goose": ("BeforeShellExecution", {"event": "BeforeShellExecution", "session_id": "s", "matcher_context": "rm -rf x", "tool_name": "developer__shell", "tool_input": {"command": "rm -rf x"}, "working_dir": "@WS@"}),
    "kiro": ("PreToolUse", {"hook_event_name": "PreToolUse", "cwd": "/", "session_id": "s", "tool_name": "execute_bash", "tool_input": {"command": "rm -rf x"}}),
}  # fmt: skip
PROMPT: dict[str, tuple[str, dict[str, Any]]] = {
    "claude": ("UserPromptSubmit", {**CLAUDE, "prompt": "hi"}),
    "gemini": ("BeforeAgent", {"session_id": "s", "cwd": "/", "prompt": "hi"}),
    "codex": ("UserPromptSubmit", {**CLAUDE, "prompt": "hi"}),
    "copilot": ("userPromptSubmitted", {"sessionId": "s", "cwd": "/", "prompt": "hi"}),
    "vscode": ("UserPromptSubmit", {"session_id": "s", "cwd": "/", "prompt": "hi"}),
    "windsurf": ("pre_user_prompt", {"agent_action_name": "pre_user_prompt", "tool_info": {"user_prompt": "hi"}}),
    "qwen": ("UserPromptSubmit", {**CLAUDE, "prompt": "hi", "submitted_prompt": "hi"}),
    "factory": ("UserPromptSubmit", {**CLAUDE, "prompt": "hi"}),
    "goose": ("UserPromptSubmit", {"event": "UserPromptSubmit", "session_id": "s", "working_dir": "@WS@"}),
    "kiro": ("UserPromptSubmit", {"hook_event_name": "UserPromptSubmit", "cwd": "/", "prompt": "hi"}),
}  # fmt: skip
STOP: dict[str, tuple[str, dict[str, Any]]] = {
    "claude": ("Stop", {**CLAUDE, "stop_hook_active": False, "last_assistant_message": "done"}),
    "gemini": ("AfterAgent", {"session_id": "s", "prompt": "p", "prompt_response": "done", "stop_hook_active": False}),
    "codex": ("Stop", {**CLAUDE, "stop_hook_active": False, "last_assistant_message": "done"}),
    "copilot": ("agentStop", {"sessionId": "s", "transcriptPath": "/t", "stopReason": "end_turn", "stop_hook_active": False}),
    "vscode": ("Stop", {"session_id": "s", "stop_hook_active": False}),
    "windsurf": ("post_cascade_response", {"trajectory_id": "s", "tool_info": {"response": "done"}}),
    "qwen": ("Stop", {**CLAUDE, "stop_hook_active": False}),
    "factory": ("Stop", {**CLAUDE, "stop_hook_active": False}),
    "goose": ("Stop", {"event": "Stop", "session_id": "s", "working_dir": "@WS@"}),
    "kiro": ("Stop", {"hook_event_name": "Stop", "session_id": "s"}),
}  # fmt: skip
RESULT: dict[str, tuple[str, dict[str, Any]]] = {
    name: (DIALECT_SPECS[name].carries["postToolUse"].places[-1][0], payload)
    for name, payload in {
        "claude": {**CLAUDE, "tool_name": "mcp__db__query", "tool_input": {"sql": "x"}, "tool_response": "rows"},
        "gemini": {"session_id": "s", "tool_name": "mcp_db_query", "tool_input": {"sql": "x"}, "tool_response": {"llmContent": "rows"}},
        "codex": {**CLAUDE, "tool_name": "mcp__db__query", "tool_input": {"sql": "x"}, "tool_response": "rows"},
        "copilot": {"sessionId": "s", "toolName": "query", "toolArgs": {"sql": "x"}, "toolResult": {"resultType": "success", "textResultForLlm": "rows"}},
        "vscode": {"session_id": "s", "tool_name": "mcp_db_query", "tool_input": {"sql": "x"}, "tool_response": "rows"},
        "windsurf": {"tool_info": {"mcp_server_name": "db", "mcp_tool_name": "query", "mcp_tool_arguments": {"sql": "x"}, "mcp_result": "rows"}},
        "qwen": {**CLAUDE, "tool_name": "mcp__db__query", "tool_input": {"sql": "x"}, "tool_response": "rows"},
        "factory": {**CLAUDE, "tool_name": "mcp__db__query", "tool_input": {"sql": "x"}, "tool_response": "rows"},
        "goose": {"event": "PostToolUse", "session_id": "s", "working_dir": "@WS@", "tool_name": "db__query", "tool_input": {"sql": "x"}},
        "kiro": {"hook_event_name": "PostToolUse", "tool_name": "@db/query", "tool_input": {"sql": "x"}, "tool_response": "rows"},
    }.items()
}  # fmt: skip


def test_every_dialect_is_in_the_tables() -> None:
    assert [set(table) for table in (SHELL, PROMPT, STOP, RESULT)] == [set(DIALECT_SPECS)] * 4


def ours(
    event: str, answer: Any = None, *, stdout: str = "", code: int = 0, stderr: str = "", **options: Any
) -> DialectHook:
    """A hook in Cursor's words that keeps its payload in `seen` and answers so."""
    text = json.dumps(answer) if answer is not None else stdout
    said = f"cat > seen; printf %s {_quoted(text)}; printf %s {_quoted(stderr)} >&2; exit {code}"
    return DialectHook(event, said, **options)


def _quoted(text: str) -> str:
    import shlex

    return shlex.quote(text)


def nested(event: str, **fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


DENY = {"permission": "deny", "user_message": "for you", "agent_message": "for the agent"}


@pytest.mark.parametrize(
    ("host", "ended"),
    [
        param("claude", (0, {**nested("PreToolUse", permissionDecision="deny", permissionDecisionReason="for the agent"), "systemMessage": "for you"}, ""), id="Claude Code: permissionDecision"),
        param("gemini", (0, {"decision": "deny", "reason": "for the agent", "systemMessage": "for you"}, ""), id="Gemini CLI: decision"),
        param("codex", (0, {**nested("PreToolUse", permissionDecision="deny", permissionDecisionReason="for the agent"), "systemMessage": "for you"}, ""), id="Codex: permissionDecision with its reason"),
        param("copilot", (0, {"permissionDecision": "deny", "permissionDecisionReason": "for the agent"}, "for you\n"), id="Copilot CLI: flat, the person's text on stderr"),
        param("vscode", (0, {**nested("PreToolUse", permissionDecision="deny", permissionDecisionReason="for the agent"), "systemMessage": "for you"}, ""), id="VS Code: as Claude Code"),
        param("windsurf", (2, None, "for the agent\n"), id="Windsurf: exit 2"),
        param("qwen", (0, {**nested("PreToolUse", permissionDecision="deny", permissionDecisionReason="for the agent"), "systemMessage": "for you"}, ""), id="Qwen Code: as Claude Code"),
        param("factory", (0, {**nested("PreToolUse", permissionDecision="deny", permissionDecisionReason="for the agent"), "systemMessage": "for you"}, ""), id="Factory: as Claude Code"),
        param("goose", (2, None, "for the agent\n"), id="Goose: exit 2"),
        param("kiro", (2, None, "for the agent\n"), id="Kiro: exit 2"),
    ],
)  # fmt: skip
def test_a_deny_of_ours_in_each_tools_words(bench: Bench, host: str, ended: tuple[int, Any, str]) -> None:
    at, payload = SHELL[host]
    got = bench.send(ours("beforeShellExecution", DENY, matcher=r"rm\s+-rf"), host, at, payload)
    assert (got.code, got.answer, got.err) == ended
    seen = json.loads((bench.ws / "seen").read_text())
    assert (seen["hook_event_name"], seen["command"], seen["workspace_roots"]) == (
        "beforeShellExecution",
        "rm -rf x",
        [str(bench.ws)],
    )


@pytest.mark.parametrize("host", SHELL)
@pytest.mark.parametrize(
    ("answer", "options"),
    [
        param({"permission": "allow"}, {}, id="an allow skips nobody"),
        param({}, {}, id="no opinion"),
        param(DENY, {"matcher": "^git push"}, id="a matcher on the command line that does not match"),
    ],
)
def test_nothing_is_said_where_nothing_is_meant(bench: Bench, host: str, answer: Any, options: Any) -> None:
    at, payload = SHELL[host]
    assert bench.send(ours("beforeShellExecution", answer, **options), host, at, payload) == (0, "", "")


ASK = {"permission": "ask", "user_message": "sure?"}
CANNOT = "sure? (A person has to be asked; this tool cannot.)"


@pytest.mark.parametrize(
    ("host", "ended"),
    [
        param("claude", (0, {**nested("PreToolUse", permissionDecision="ask", permissionDecisionReason="sure?"), "systemMessage": "sure?"}), id="Claude Code asks"),
        param("gemini", (0, {"decision": "ask", "reason": "sure?", "systemMessage": "sure?"}), id="Gemini CLI asks"),
        param("codex", (0, {**nested("PreToolUse", permissionDecision="deny", permissionDecisionReason=CANNOT), "systemMessage": "sure?"}), id="Codex cannot: a deny that says so"),
        param("copilot", (0, {"permissionDecision": "ask", "permissionDecisionReason": "sure?"}), id="Copilot CLI asks"),
        param("vscode", (0, {**nested("PreToolUse", permissionDecision="ask", permissionDecisionReason="sure?"), "systemMessage": "sure?"}), id="VS Code asks"),
        param("windsurf", (2, None), id="Windsurf cannot: exit 2"),
        param("qwen", (0, {**nested("PreToolUse", permissionDecision="ask", permissionDecisionReason="sure?"), "systemMessage": "sure?"}), id="Qwen Code asks"),
        param("factory", (0, {**nested("PreToolUse", permissionDecision="ask", permissionDecisionReason="sure?"), "systemMessage": "sure?"}), id="Factory asks"),
        param("goose", (2, None), id="Goose cannot: exit 2"),
        param("kiro", (2, None), id="Kiro cannot: exit 2"),
    ],
)  # fmt: skip
def test_an_ask_of_ours(bench: Bench, host: str, ended: tuple[int, Any]) -> None:
    at, payload = SHELL[host]
    got = bench.send(ours("beforeShellExecution", ASK), host, at, payload)
    assert (got.code, got.answer) == ended
    assert (CANNOT in got.err) == (got.code == 2)


HELD = {"continue": False, "user_message": "not this"}


@pytest.mark.parametrize(
    ("host", "ended"),
    [
        param("claude", (0, {"decision": "block", "reason": "not this", "systemMessage": "not this"}), id="Claude Code"),
        param("gemini", (0, {"decision": "deny", "reason": "not this", "systemMessage": "not this"}), id="Gemini CLI"),
        param("codex", (0, {"decision": "block", "reason": "not this", "systemMessage": "not this"}), id="Codex"),
        param("copilot", (0, {"decision": "block", "reason": "not this"}), id="Copilot CLI, which does not heed it"),
        param("vscode", (0, {"continue": False, "stopReason": "not this", "systemMessage": "not this"}), id="VS Code"),
        param("windsurf", (2, None), id="Windsurf"),
        param("qwen", (0, {"decision": "block", "reason": "not this", "systemMessage": "not this"}), id="Qwen Code"),
        param("factory", (0, {"decision": "block", "reason": "not this", "systemMessage": "not this"}), id="Factory"),
        param("goose", (2, None), id="Goose"),
        param("kiro", (2, None), id="Kiro"),
    ],
)  # fmt: skip
def test_a_prompt_held_back(bench: Bench, host: str, ended: tuple[int, Any]) -> None:
    at, payload = PROMPT[host]
    got = bench.send(ours("beforeSubmitPrompt", HELD), host, at, payload)
    assert (got.code, got.answer) == ended
    assert "not this" in got.out + got.err
    assert json.loads((bench.ws / "seen").read_text())["prompt"] == ("" if host == "goose" else "hi")


@pytest.mark.parametrize(
    ("host", "answer"),
    [
        param("claude", {"decision": "block", "reason": "go on"}, id="Claude Code"),
        param("gemini", {"decision": "deny", "reason": "go on"}, id="Gemini CLI says deny"),
        param("codex", {"decision": "block", "reason": "go on"}, id="Codex"),
        param("copilot", {"decision": "block", "reason": "go on"}, id="Copilot CLI"),
        param("vscode", nested("Stop", decision="block", reason="go on"), id="VS Code has it inside"),
        param("windsurf", None, id="Windsurf has none: told on stderr"),
        param("qwen", {"decision": "block", "reason": "go on"}, id="Qwen Code"),
        param("factory", {"decision": "block", "reason": "go on"}, id="Factory"),
        param("goose", {"decision": "block", "reason": "go on"}, id="Goose"),
        param("kiro", {"decision": "block", "reason": "go on"}, id="Kiro"),
    ],
)
def test_a_follow_up_of_ours(bench: Bench, host: str, answer: Any) -> None:
    at, payload = STOP[host]
    got = bench.send(ours("stop", {"followup_message": "go on"}), host, at, payload)
    assert (got.code, got.answer) == (0, answer)
    assert got.err == ("" if answer else 'windsurf has no counterpart of followup_message here: "go on"\n')


@pytest.mark.parametrize("host", [name for name in STOP if name != "windsurf"])
def test_follow_ups_end_at_their_limit_in_every_tool(bench: Bench, host: str) -> None:
    at, payload = STOP[host]
    hook = ours("stop", {"followup_message": "go on"}, loop_limit=2)
    told = {**payload, **({"stop_hook_active": True} if "stop_hook_active" in payload else {})}
    counts = []
    for sent in (payload, told, told):
        got = bench.send(hook, host, at, sent)
        counts.append((bool(got.out), json.loads((bench.ws / "seen").read_text())["loop_count"]))
    assert counts == [(True, 0), (True, 1), (False, 1)]
    if "stop_hook_active" in payload:  # a new turn begins: it counts again from nothing
        assert bench.send(hook, host, at, payload).out


@pytest.mark.parametrize(
    ("host", "ended"),
    [
        param("claude", nested("PreToolUse", updatedInput={"command": "ls", "description": "d"}), id="Claude Code replaces: merged first"),
        param("gemini", nested("BeforeTool", tool_input={"command": "ls"}), id="Gemini CLI merges"),
        param("codex", nested("PreToolUse", updatedInput={"command": "ls"}, permissionDecision="allow"), id="Codex wants an allow beside it"),
        param("copilot", {"modifiedArgs": {"command": "ls"}, "permissionDecision": "allow"}, id="Copilot CLI"),
        param("vscode", nested("PreToolUse", updatedInput={"command": "ls"}), id="VS Code"),
        param("windsurf", None, id="Windsurf cannot: refused, with the input to use"),
        param("qwen", nested("PreToolUse", updatedInput={"command": "ls"}), id="Qwen Code"),
        param("factory", nested("PreToolUse", updatedInput={"command": "ls"}), id="Factory"),
        param("goose", None, id="Goose cannot"),
        param("kiro", None, id="Kiro cannot"),
    ],
)  # fmt: skip
def test_a_changed_input_of_ours(bench: Bench, host: str, ended: Any) -> None:
    at, payload = SHELL[host]
    got = bench.send(ours("preToolUse", {"updated_input": {"command": "ls"}}), host, at, payload)
    if ended is None:
        assert (got.code, got.out, got.err) == (2, "", 'A hook wants this instead; use it: {"command": "ls"}\n')
    else:
        assert (got.code, got.answer, got.err) == (0, ended, "")


WORDS = {"additional_context": "context:result", "updated_mcp_tool_output": "output"}


@pytest.mark.parametrize(
    ("host", "ended"),
    [
        param("claude", nested("PostToolUse", additionalContext="mind", updatedMCPToolOutput={"a": 1}), id="Claude Code"),
        param("gemini", {"decision": "deny", "reason": '{"a": 1}', **nested("AfterTool", additionalContext="mind")}, id="Gemini CLI"),
        param("codex", nested("PostToolUse", additionalContext="mind"), id="Codex has no changed output"),
        param("copilot", {"additionalContext": "mind", "modifiedResult": {"resultType": "success", "textResultForLlm": '{"a": 1}'}}, id="Copilot CLI"),
        param("vscode", nested("PostToolUse", additionalContext="mind"), id="VS Code has no changed output"),
        param("windsurf", None, id="Windsurf has neither"),
        param("qwen", nested("PostToolUse", additionalContext="mind", updatedMCPToolOutput={"a": 1}), id="Qwen Code"),
        param("factory", nested("PostToolUse", additionalContext="mind"), id="Factory has no changed output"),
        param("goose", None, id="Goose has neither"),
        param("kiro", None, id="Kiro has neither"),
    ],
)  # fmt: skip
def test_context_and_output_of_ours_after_an_mcp_tool(bench: Bench, host: str, ended: Any) -> None:
    at, payload = RESULT[host]
    answer = {"additional_context": "mind", "updated_mcp_tool_output": {"a": 1}}
    got = bench.send(ours("postToolUse", answer, matcher="^MCP:query$"), host, at, payload)
    assert (got.code, got.answer) == (0, ended)
    told = [key for key in answer if f"{host} has no counterpart of {key} here: " in got.err]
    assert told == [key for key in answer if WORDS[key] not in DIALECT_SPECS[host].says]
    assert json.loads((bench.ws / "seen").read_text())["tool_name"] == "MCP:query"


FAILURES = [
    param({"code": 1, "stderr": "broken"}, "hook failed: exited with code 1: broken", id="another exit code"),
    param({"stdout": "no json"}, "hook failed: answer is not JSON: Expecting value: line 1 column 1 (char 0): 'no json'", id="text that is no answer"),
    param({"stdout": '{"permission": "denied"}'}, "hook failed: permission 'denied' is not allow, deny or ask", id="a word that is none"),
    param({"command": "kill -9 $$"}, "hook failed: killed by signal 9", id="a signal"),
    param({"command": "exec sleep 20", "timeout_s": 1.0}, "hook failed: no answer within 0.5 s", id="no answer in time"),
    param({"command": "exec head -c 2000000 /dev/zero"}, "hook failed: it printed more than 1048576 bytes", id="a flood"),
]  # fmt: skip


def failing(options: dict[str, Any], *, fail_closed: bool) -> DialectHook:
    if "command" in options:
        return DialectHook("beforeShellExecution", fail_closed=fail_closed, **options)
    return ours("beforeShellExecution", fail_closed=fail_closed, **options)


@pytest.mark.parametrize("host", SHELL)
@pytest.mark.parametrize(("options", "why"), FAILURES)
def test_a_failure_lets_the_action_through_and_is_told(bench: Bench, host: str, options: Any, why: str) -> None:
    at, payload = SHELL[host]
    got = bench.send(failing(options, fail_closed=False), host, at, payload)
    assert got == (0 if host == "copilot" else 1, "", f"{why}\n")


@pytest.mark.parametrize("host", SHELL)
@pytest.mark.parametrize(("options", "why"), FAILURES)
def test_a_failure_of_a_hook_that_fails_closed_is_a_deny(bench: Bench, host: str, options: Any, why: str) -> None:
    at, payload = SHELL[host]
    got = bench.send(failing(options, fail_closed=True), host, at, payload)
    assert (is_deny(host, got), got.err) == (True, f"{why}\n")


def is_deny(host: str, got: Ended) -> bool:
    """Whether this tool stops the command."""
    if got.code == 2:
        return bool(got.err)
    answer = got.answer or {}
    return got.code == 0 and "deny" in (
        answer.get("decision"), answer.get("permissionDecision"), answer.get("permission"),
        answer.get("hookSpecificOutput", {}).get("permissionDecision"),
    )  # fmt: skip


@pytest.mark.parametrize("host", SHELL)
def test_without_its_script_the_adapter_refuses_only_for_hooks_that_fail_closed(bench: Bench, host: str) -> None:
    at, payload = SHELL[host]
    open_, closed = (ours("beforeShellExecution", DENY, fail_closed=closed) for closed in (False, True))
    assert bench.send(open_, host, at, payload, adapter=False).code == 1
    assert bench.send(closed, host, at, payload, adapter=False).code == 2


@pytest.mark.parametrize("host", SHELL)
def test_without_python_a_hook_that_fails_closed_refuses(bench: Bench, host: str) -> None:
    at, payload = SHELL[host]
    (bench.root / "bin").mkdir()
    got = bench.send(
        ours("beforeShellExecution", DENY, fail_closed=True), host, at, payload, environ={"PATH": str(bench.root / "bin")}
    )
    assert (got.code, "python3" in got.err) == (2, True)


@pytest.mark.parametrize("host", SHELL)
@pytest.mark.parametrize(
    "payload",
    [
        param(b"", id="nothing"),
        param(b"not json", id="no JSON"),
        param(b"[]", id="no object"),
        param(b"[" * 100_000, id="nesting without an end"),
        param(
            b'{"tool_name": 5, "tool_input": [], "toolName": {}, "tool_info": "x", "session_id": [], "cwd": {}}',
            id="odd types",
        ),
    ],
)
def test_a_payload_nobody_understands_never_opens_a_hook_that_fails_closed(bench: Bench, host: str, payload: bytes) -> None:
    at, _ = SHELL[host]
    hook = DialectHook("preToolUse", "exit 1", fail_closed=True)
    assert is_deny(host, bench.send(hook, host, at, payload))


# what a process may do


@pytest.mark.parametrize("host", ["claude", "windsurf", "codex", CURSOR])
def test_a_deny_is_not_lost_when_a_child_holds_stdout_open(bench: Bench, host: str) -> None:
    hook = DialectHook("beforeShellExecution", 'sleep 30 & echo \'{"permission": "deny"}\'')
    at, payload = SHELL.get(host, ("beforeShellExecution", {"command": "rm -rf x"}))
    began = time.monotonic()
    got = bench.send(hook, host, at, payload)
    assert (is_deny(host, got), time.monotonic() - began < 10) == (True, True)


def test_what_a_hook_left_behind_is_ended(bench: Bench) -> None:
    at, payload = SHELL["claude"]
    bench.send(DialectHook("beforeShellExecution", "sleep 300 & echo $! > pid"), "claude", at, payload)
    pid = int((bench.ws / "pid").read_text())
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().split()[2]
        except OSError:
            return
        if state == "Z":
            return
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("it lives on")


@pytest.mark.parametrize("fail_closed", [False, True])
def test_a_hook_that_never_reads_ten_megabytes_still_answers(bench: Bench, fail_closed: bool) -> None:
    at, payload = SHELL["claude"]
    big = {**payload, "tool_input": {"command": "rm -rf x", "filler": "x" * 10_000_000}}
    hook = DialectHook("preToolUse", 'echo \'{"permission": "deny"}\'', fail_closed=fail_closed)
    assert is_deny("claude", bench.send(hook, "claude", at, big, timeout=60))


def test_a_hook_that_reads_ten_megabytes_gets_them_all(bench: Bench) -> None:
    at, payload = SHELL["claude"]
    big = {**payload, "tool_input": {"command": "rm -rf x", "filler": "x" * 10_000_000}}
    bench.send(DialectHook("preToolUse", "wc -c > size"), "claude", at, big, timeout=60)
    assert int((bench.ws / "size").read_text()) > 10_000_000


def test_a_hook_that_neither_reads_nor_ends_is_ended_in_time(bench: Bench) -> None:
    at, payload = SHELL["claude"]
    big = {**payload, "tool_input": {"command": "rm -rf x", "filler": "x" * 10_000_000}}
    hook = DialectHook("preToolUse", "trap '' TERM; sleep 60", fail_closed=True, timeout_s=2)
    began = time.monotonic()
    got = bench.send(hook, "claude", at, big, timeout=60)
    assert (is_deny("claude", got), time.monotonic() - began < 20) == (True, True)


def test_an_answer_of_a_megabyte_is_read(bench: Bench) -> None:
    at, payload = SHELL["claude"]
    big = bench.script("big.py", "import json; print(json.dumps({'permission': 'deny', 'agent_message': 'x' * 1_000_000}))")
    got = bench.send(DialectHook("beforeShellExecution", big), "claude", at, payload)
    assert len(got.answer["hookSpecificOutput"]["permissionDecisionReason"]) == 1_000_000


def test_a_flood_on_stderr_is_not_waited_for(bench: Bench) -> None:
    at, payload = SHELL["windsurf"]
    hook = DialectHook("beforeShellExecution", "head -c 5000000 /dev/zero | tr '\\0' x >&2; exit 2")
    got = bench.send(hook, "windsurf", at, payload)
    assert (got.code, len(got.err) <= 70_000) == (2, True)


def test_a_host_that_gives_up_leaves_no_hook_behind(bench: Bench) -> None:
    at, payload = SHELL["claude"]
    hook = DialectHook("beforeShellExecution", "echo $$ > pid; exec sleep 300")
    file = bench.ws / DIALECT_SPECS["claude"].adapter
    file.parent.mkdir(parents=True)
    file.write_text(adapter_text("claude", {CURSOR}))
    environ = {"HOME": str(bench.home), "PATH": os.environ["PATH"], "CLAUDE_PROJECT_DIR": str(bench.ws)}
    line = wrap(hook, "claude", at).replace("test -f", "true", 1).replace("&& python3", "&& exec python3")
    child = subprocess.Popen(["/bin/sh", "-c", line], stdin=subprocess.PIPE, cwd=bench.ws, env=environ)
    if child.stdin is None:
        pytest.fail("no pipe")
    child.stdin.write(json.dumps(payload).encode())
    child.stdin.close()
    wait_for(lambda: (bench.ws / "pid").exists() and (bench.ws / "pid").read_text().strip() != "")
    pid = int((bench.ws / "pid").read_text())
    child.send_signal(signal.SIGTERM)
    assert child.wait(10) == 1
    wait_for(lambda: not runs(pid))


def runs(pid: int) -> bool:
    """Whether a process lives; a dead one that this process inherited, and nobody has asked about yet, does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(holds: Callable[[], bool]) -> None:
    for _ in range(400):
        if holds():
            return
        time.sleep(0.05)
    pytest.fail("it never happened")


# the other way: a hook of another tool's in Cursor

CURSOR_SHELL = {
    "hook_event_name": "preToolUse",
    "conversation_id": "c",
    "generation_id": "g",
    "tool_name": "Shell",
    "tool_input": {"command": "rm -rf x"},
    "tool_use_id": "u",
    "cwd": "",
}
#: The event of a tool's own at which it is asked before a shell command, where that is ours, and what its payload says.
THEIRS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "claude": ("preToolUse", "PreToolUse", "Bash", {"session_id": "c", "prompt_id": "g", "tool_name": "Bash", "tool_input": {"command": "rm -rf x"}, "hook_event_name": "PreToolUse"}),
    "gemini": ("preToolUse", "BeforeTool", "run_shell_command", {"session_id": "c", "tool_name": "run_shell_command", "tool_input": {"command": "rm -rf x"}, "hook_event_name": "BeforeTool"}),
    "codex": ("preToolUse", "PreToolUse", "Bash", {"session_id": "c", "turn_id": "g", "tool_name": "Bash", "tool_input": {"command": "rm -rf x"}}),
    "copilot": ("preToolUse", "preToolUse", "bash|powershell", {"sessionId": "c", "toolName": "bash", "toolArgs": {"command": "rm -rf x"}}),
    "vscode": ("preToolUse", "PreToolUse", "ignored", {"session_id": "c", "tool_name": "run_in_terminal", "tool_input": {"command": "rm -rf x"}}),
    "windsurf": ("beforeShellExecution", "pre_run_command", "", {"agent_action_name": "pre_run_command", "trajectory_id": "c", "tool_info": {"command_line": "rm -rf x"}}),
    "qwen": ("preToolUse", "PreToolUse", "run_shell_command", {"session_id": "c", "tool_name": "run_shell_command"}),
    "factory": ("preToolUse", "PreToolUse", "Execute", {"session_id": "c", "tool_name": "Execute"}),
    "goose": ("beforeShellExecution", "BeforeShellExecution", "^rm ", {"event": "BeforeShellExecution", "session_id": "c", "tool_name": "developer__shell", "tool_input": {"command": "rm -rf x"}}),
    "kiro": ("preToolUse", "PreToolUse", "execute_*", {"hook_event_name": "PreToolUse", "tool_name": "execute_bash", "tool_input": {"command": "rm -rf x"}}),
}  # fmt: skip


def theirs(name: str, command: str, **options: Any) -> DialectHook:
    event, native, matcher, _ = THEIRS[name]
    return DialectHook(event, f"cat > seen; {command}", speaks=name, native_event=native, native_matcher=matcher, **options)


def cursor_payload(event: str) -> dict[str, Any]:
    return (
        CURSOR_SHELL
        if event == "preToolUse"
        else {"conversation_id": "c", "command": "rm -rf x", "cwd": "", "sandbox": False}
    )


def within(part: Any, whole: Any) -> bool:
    """Whether everything of the part is in the whole."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and within(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


@pytest.mark.parametrize("name", THEIRS)
def test_a_hook_of_another_tool_gets_its_own_payload_and_its_exit_2_denies(bench: Bench, name: str) -> None:
    event, _, _, expected = THEIRS[name]
    got = bench.send(theirs(name, "echo no >&2; exit 2"), CURSOR, event, cursor_payload(event))
    assert (got.code, got.answer) == (0, {"permission": "deny", "agent_message": "no"})
    seen = json.loads((bench.ws / "seen").read_text())
    assert within(expected, seen), seen


@pytest.mark.parametrize(
    ("name", "said", "answer"),
    [
        param("claude", nested("PreToolUse", permissionDecision="deny", permissionDecisionReason="no"), {"permission": "deny", "user_message": "no"}, id="Claude Code: permissionDecision"),
        param("claude", {"decision": "block", "reason": "no"}, {"permission": "deny", "user_message": "no"}, id="Claude Code: the old word"),
        param("claude", {"continue": False, "stopReason": "no"}, {"permission": "deny", "user_message": "no"}, id="Claude Code: continue false"),
        param("claude", nested("PreToolUse", permissionDecision="ask", permissionDecisionReason="sure?"), {"permission": "ask", "user_message": "sure?"}, id="Claude Code: ask"),
        param("claude", nested("PreToolUse", permissionDecision="allow"), None, id="Claude Code: allow is no opinion"),
        param("claude", nested("PreToolUse", permissionDecision="defer"), None, id="Claude Code: defer is no opinion"),
        param("claude", nested("PreToolUse", updatedInput={"command": "ls"}), {"updated_input": {"command": "ls"}}, id="Claude Code: updatedInput"),
        param("gemini", {"decision": "block", "reason": "no"}, {"permission": "deny", "user_message": "no"}, id="Gemini CLI: block"),
        param("gemini", nested("BeforeTool", tool_input={"command": "ls"}), {"updated_input": {"command": "ls"}}, id="Gemini CLI: tool_input"),
        param("codex", nested("PreToolUse", permissionDecision="allow", updatedInput={"command": "ls"}), {"updated_input": {"command": "ls"}}, id="Codex: updatedInput"),
        param("copilot", {"permissionDecision": "deny", "permissionDecisionReason": "no"}, {"permission": "deny", "user_message": "no"}, id="Copilot CLI: flat"),
        param("copilot", {"modifiedArgs": {"command": "ls"}}, {"updated_input": {"command": "ls"}}, id="Copilot CLI: modifiedArgs"),
        param("vscode", nested("PreToolUse", permissionDecision="deny"), {"permission": "deny"}, id="VS Code"),
        param("qwen", nested("PreToolUse", permissionDecision="deny"), {"permission": "deny"}, id="Qwen Code"),
        param("factory", nested("PreToolUse", permissionDecision="deny"), {"permission": "deny"}, id="Factory"),
        param("goose", {"decision": "block", "reason": "no"}, {"permission": "deny", "user_message": "no"}, id="Goose: decision"),
        param("windsurf", {"decision": "block", "permission": "deny"}, None, id="Windsurf reads no answers"),
    ],
)  # fmt: skip
def test_an_answer_of_another_tool_in_cursors_words(bench: Bench, name: str, said: Any, answer: Any) -> None:
    event = THEIRS[name][0]
    got = bench.send(theirs(name, f"echo {_quoted(json.dumps(said))}"), CURSOR, event, cursor_payload(event))
    assert (got.code, got.answer) == (0, answer)


@pytest.mark.parametrize("name", THEIRS)
def test_a_crash_is_what_it_was_there(bench: Bench, name: str) -> None:
    event = THEIRS[name][0]
    got = bench.send(theirs(name, "echo oops >&2; exit 1"), CURSOR, event, cursor_payload(event))
    if name == "copilot":
        assert (got.code, got.answer["permission"]) == (0, "deny")
    else:
        assert got == (1, "", "hook failed: exited with code 1: oops\n")


def test_a_hook_that_fails_closed_says_allow_because_silence_would_be_a_failure(bench: Bench) -> None:
    got = bench.send(theirs("claude", "true", fail_closed=True), CURSOR, "preToolUse", CURSOR_SHELL)
    assert got == (0, '{"permission": "allow"}\n', "")


@pytest.mark.parametrize(
    ("event", "native", "payload", "said", "ended"),
    [
        param("stop", "Stop", {"loop_count": 1, "status": "completed"}, '{"decision": "block", "reason": "more"}', {"followup_message": "more"}, id="a block on Stop is a follow-up"),
        param("beforeSubmitPrompt", "UserPromptSubmit", {"prompt": "hi"}, '{"decision": "block", "reason": "no"}', {"continue": False, "user_message": "no"}, id="a prompt blocked"),
        param("sessionStart", "SessionStart", {"session_id": "c"}, "mind the tests", {"additional_context": "mind the tests"}, id="plain text at the start is context"),
        param("postToolUse", "PostToolUse", {"tool_name": "Shell", "tool_input": {}, "tool_output": "x"}, '{"decision": "block", "reason": "look"}', {"additional_context": "look"}, id="a block after a tool is told to the model"),
        param("postToolUse", "PostToolUse", {"tool_name": "Shell", "tool_input": {}}, json.dumps(nested("PostToolUse", additionalContext="ctx")), {"additional_context": "ctx"}, id="context after a tool"),
        param("sessionEnd", "SessionEnd", {"reason": "completed"}, "bye", None, id="nothing counts at the end"),
    ],
)  # fmt: skip
def test_other_events_of_claude_in_cursor(
    bench: Bench, event: str, native: str, payload: Any, said: str, ended: Any
) -> None:
    hook = DialectHook(
        event, f"cat > seen; printf %s {_quoted(said)}", speaks="claude", native_event=native, loop_limit=None
    )
    got = bench.send(hook, CURSOR, event, {"conversation_id": "c", **payload})
    assert (got.code, got.answer, got.err) == (0, ended, "")
    seen = json.loads((bench.ws / "seen").read_text())
    assert (seen["session_id"], seen["hook_event_name"]) == ("c", native)
    assert seen.get("stop_hook_active", False) == (payload.get("loop_count", 0) > 0)


@pytest.mark.parametrize(
    ("event", "native", "said", "told"),
    [
        param("beforeSubmitPrompt", "UserPromptSubmit", "some context", 'cursor has no counterpart of additional_context here: "some context"\n', id="context for a prompt"),
        param("preToolUse", "PreToolUse", json.dumps(nested("PreToolUse", additionalContext="c")), 'cursor has no counterpart of additional_context here: "c"\n', id="context before a tool"),
        param("preCompact", "PreCompact", '{"decision": "block", "reason": "no"}', "a hook refused this, which cursor cannot do here: no\n", id="a compaction cannot be stopped"),
    ],
)  # fmt: skip
def test_what_cursor_has_no_words_for_is_told(bench: Bench, event: str, native: str, said: str, told: str) -> None:
    hook = DialectHook(event, f"printf %s {_quoted(said)}", speaks="claude", native_event=native)
    got = bench.send(hook, CURSOR, event, CURSOR_SHELL)
    assert (got.code, got.err) == (0, told)


def test_session_variables_reach_claudes_file(bench: Bench) -> None:
    env = bench.ws / "env"
    hook = ours("sessionStart", {"env": {"TICKET": "a'b", "not-a-name": "x"}})
    got = bench.send(hook, "claude", "SessionStart", {**CLAUDE, "source": "startup"}, environ={"CLAUDE_ENV_FILE": str(env)})
    assert (got.code, got.out, env.read_text()) == (0, "", "export TICKET='a'\"'\"'b'\n")


def test_session_variables_elsewhere_are_told(bench: Bench) -> None:
    hook = ours("sessionStart", {"env": {"TICKET": "1"}, "additional_context": "c"})
    got = bench.send(hook, "gemini", "SessionStart", {"session_id": "s", "source": "startup"})
    assert (got.answer, got.err) == (
        nested("SessionStart", additionalContext="c"),
        'gemini has no counterpart of env here: {"TICKET": "1"}\n',
    )


# files

PATCH = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-old\n+new\n*** Add File: .env\n+KEY=1\n*** End Patch"


def test_every_file_of_a_patch_is_shown_to_the_hook(bench: Bench) -> None:
    guard = bench.script(
        "guard.py",
        "import json, sys\nseen = json.load(sys.stdin)\nopen('seen', 'a').write(seen['tool_input']['file_path'] + '\\n')\n"
        "print(json.dumps({'permission': 'deny', 'agent_message': 'no secrets'} if seen['tool_input']['file_path'] == '.env' else {}))",
    )
    payload = {**CLAUDE, "turn_id": "t", "tool_name": "apply_patch", "tool_input": {"command": PATCH}}
    got = bench.send(DialectHook("preToolUse", guard, matcher="Write"), "codex", "PreToolUse", payload)
    assert (bench.ws / "seen").read_text() == "src/a.py\n.env\n"
    assert got.answer == nested("PreToolUse", permissionDecision="deny", permissionDecisionReason="no secrets")


def test_a_patch_in_a_shell_command_is_an_edit_too(bench: Bench) -> None:
    """Codex runs `apply_patch <<EOF` as a command of its shell tool; seen with Codex CLI 0.169.0."""
    payload = {
        **CLAUDE,
        "turn_id": "t",
        "tool_name": "Bash",
        "tool_input": {"command": f"apply_patch <<'EOF'\n{PATCH}\nEOF\n"},
    }
    deny = "cat >> seen; grep -q .env seen && exit 2; exit 0"
    write, shell = (DialectHook("preToolUse", deny, matcher=name) for name in ("^Write$", "^Shell$"))
    assert is_deny("codex", bench.send(write, "codex", "PreToolUse", payload))
    assert (bench.ws / "seen").read_text().count('"tool_name":"Write"') == 2
    (bench.ws / "seen").unlink()
    bench.send(shell, "codex", "PreToolUse", payload)
    assert (bench.ws / "seen").read_text().count('"tool_name":"Shell"') == 1
    bench.send(ours("afterFileEdit", {}), "codex", "PostToolUse", payload)
    assert json.loads((bench.ws / "seen").read_text())["file_path"] == ".env"


def test_a_change_of_one_file_of_a_patch_is_a_refusal_that_shows_it(bench: Bench) -> None:
    payload = {**CLAUDE, "turn_id": "t", "tool_name": "apply_patch", "tool_input": {"command": PATCH}}
    got = bench.send(ours("preToolUse", {"updated_input": {"content": "x"}}), "codex", "PreToolUse", payload)
    assert (
        got.answer["hookSpecificOutput"]["permissionDecisionReason"] == 'A hook wants this instead; use it: {"content": "x"}'
    )


@pytest.mark.parametrize(
    ("host", "payload"),
    [
        param("claude", {"tool_name": "Read", "tool_input": {"file_path": "@WS@/f.txt"}}, id="Claude Code"),
        param("gemini", {"tool_name": "read_file", "tool_input": {"path": "@WS@/f.txt"}}, id="Gemini CLI: path"),
        param("vscode", {"tool_name": "read_file", "tool_input": {"filePath": "@WS@/f.txt"}}, id="VS Code: filePath"),
        param("copilot", {"toolName": "view", "toolArgs": {"path": "@WS@/f.txt"}}, id="Copilot CLI: path"),
        param("windsurf", {"tool_info": {"file_path": "@WS@/f.txt"}}, id="Windsurf: tool_info"),
        param("kiro", {"tool_name": "fs_read", "tool_input": {"path": "f.txt"}, "cwd": "@WS@"}, id="Kiro: a path from the project's root"),
    ],
)  # fmt: skip
def test_before_a_file_is_read_the_adapter_shows_its_content(bench: Bench, host: str, payload: Any) -> None:
    (bench.ws / "f.txt").write_text("secret\n")
    at = DIALECT_SPECS[host].carries["beforeReadFile"].places[0][0]
    got = bench.send(ours("beforeReadFile", {"permission": "deny"}), host, at, payload)
    assert is_deny(host, got)
    seen = json.loads((bench.ws / "seen").read_text())
    assert (seen["content"], seen["file_path"].endswith("f.txt")) == ("secret\n", True)


@pytest.mark.parametrize(
    ("host", "payload", "edits"),
    [
        param("claude", {"tool_name": "Edit", "tool_input": {"file_path": "a", "old_string": "x", "new_string": "y"}}, [{"old_string": "x", "new_string": "y"}], id="Claude Code: Edit"),
        param("claude", {"tool_name": "MultiEdit", "tool_input": {"file_path": "a", "edits": [{"old_string": "1", "new_string": "2"}, {"old_string": "3", "new_string": "4"}]}}, [{"old_string": "1", "new_string": "2"}, {"old_string": "3", "new_string": "4"}], id="Claude Code: MultiEdit"),
        param("claude", {"tool_name": "Write", "tool_input": {"file_path": "a", "content": "all"}}, [{"old_string": "", "new_string": "all"}], id="Claude Code: Write"),
        param("vscode", {"tool_name": "replace_string_in_file", "tool_input": {"filePath": "a", "oldString": "x", "newString": "y"}}, [{"old_string": "x", "new_string": "y"}], id="VS Code: camelCase"),
        param("copilot", {"toolName": "edit", "toolArgs": {"path": "a", "old_str": "x", "new_str": "y"}}, [{"old_string": "x", "new_string": "y"}], id="Copilot CLI: old_str"),
        param("windsurf", {"tool_info": {"file_path": "a", "edits": [{"old_string": "x", "new_string": "y"}]}}, [{"old_string": "x", "new_string": "y"}], id="Windsurf: edits"),
        param("codex", {"tool_name": "apply_patch", "tool_input": {"input": "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n"}}, [{"old_string": "x", "new_string": "y"}], id="Codex: a patch"),
    ],
)  # fmt: skip
def test_edits_are_told_as_cursor_tells_them(bench: Bench, host: str, payload: Any, edits: Any) -> None:
    at = DIALECT_SPECS[host].carries["afterFileEdit"].places[0][0]
    assert bench.send(ours("afterFileEdit", {}), host, at, payload) == (0, "", "")
    seen = json.loads((bench.ws / "seen").read_text())
    assert (seen["file_path"], seen["edits"]) == ("a", edits)


@pytest.mark.parametrize("name", ["vscode", "copilot", "factory", "kiro", "claude"])
def test_a_foreign_hook_reads_a_files_path_under_its_own_key(bench: Bench, name: str) -> None:
    spec = DIALECT_SPECS[name]
    before = spec.carries["preToolUse"].places[0][0]
    hook = DialectHook("preToolUse", "cat > seen", speaks=name, native_event=before)
    payload = {"tool_name": "Write", "tool_input": {"file_path": "a", "content": "c"}}
    bench.send(hook, CURSOR, "preToolUse", payload)
    seen = json.loads((bench.ws / "seen").read_text())
    given = seen.get("tool_input", seen.get("toolArgs"))
    assert given == {spec.keys.get("file_path", "file_path"): "a", spec.keys.get("content", "content"): "c"}


def test_only_failures_reach_a_hook_of_failures_where_one_event_tells_both(bench: Bench) -> None:
    hook = ours("postToolUseFailure", {})
    payload = {"session_id": "s", "tool_name": "read_file", "tool_input": {}, "tool_response": {"llmContent": "x"}}
    bench.send(hook, "gemini", "AfterTool", payload)
    assert not (bench.ws / "seen").exists()
    bench.send(hook, "gemini", "AfterTool", {**payload, "tool_response": {"error": "not found"}})
    assert json.loads((bench.ws / "seen").read_text())["error_message"] == "not found"


# what a command names


@pytest.mark.parametrize("host", ["gemini", "codex", "claude", "copilot", "qwen"])
def test_a_guard_that_gets_the_command_as_an_argument_refuses_everywhere(bench: Bench, host: str) -> None:
    """Seed 000's form; it was empty behind the adapter, and everything passed."""
    guard = bench.script("guard.sh", 'case $1 in *"rm -rf"*) echo no >&2; exit 2;; esac\n')
    at, payload = SHELL[host]
    assert is_deny(host, bench.send(DialectHook("beforeShellExecution", f'{guard} "${{command}}"'), host, at, payload))


@pytest.mark.parametrize(
    ("event", "name", "at", "payload", "value"),
    [
        param("beforeSubmitPrompt", "prompt", "UserPromptSubmit", {**CLAUDE, "prompt": "a $(touch pwned) b"}, "a $(touch pwned) b", id="a prompt, which is never shell text"),
        param("afterFileEdit", "file_path", "PostToolUse", {**CLAUDE, "tool_name": "Edit", "tool_input": {"file_path": "/a b"}}, "/a b", id="a path"),
        param("stop", "status", "Stop", CLAUDE, "completed", id="a status"),
        param("stop", "command", "Stop", CLAUDE, "", id="what the event does not have, whatever the variable held"),
    ],
)  # fmt: skip
def test_what_a_command_names_is_a_variable_of_its_environment(
    bench: Bench, event: str, name: str, at: str, payload: Any, value: str
) -> None:
    hook = DialectHook(event, f'printf %s "${{{name}}}" > seen')
    got = bench.send(hook, "claude", at, payload, environ={"command": "of the host"})
    assert (got.code, (bench.ws / "seen").read_text(), (bench.ws / "pwned").exists()) == (0, value, False)


def test_a_value_no_environment_can_hold_is_a_failure(bench: Bench) -> None:
    payload = {**CLAUDE, "tool_name": "Bash", "tool_input": {"command": "a\0b"}}
    got = bench.send(
        DialectHook("beforeShellExecution", 'true "${command}"', fail_closed=True), "claude", "PreToolUse", payload
    )
    assert is_deny("claude", got)
    assert "the environment cannot hold ${command}: it has a NUL character" in got.err
