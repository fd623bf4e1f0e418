"""engine.match: which hooks an event concerns."""

import time

import pytest

from hookline.engine.match import SLOW_PATTERNS_S, Matchers, complaint, subjects_of
from hookline.testing import a_hook, an_event

SHELL = "beforeShellExecution"


def applies(event_name: str, matcher: str | None, source: str = "project", **fields: object) -> bool:
    event = an_event(event_name, **fields)
    return Matchers([a_hook(event_name, source, matcher=matcher)]).applying(event)[0]


@pytest.mark.parametrize(
    ("event", "fields", "subjects"),
    [
        pytest.param("preToolUse", {"tool_name": "Shell"}, ("Shell",), id="tool events: the tool's name"),
        pytest.param("beforeShellExecution", {"command": "ls"}, ("ls",), id="shell events: the command"),
        pytest.param("afterShellExecution", {"command": "ls"}, ("ls",), id="after the command: the command"),
        pytest.param("subagentStart", {"subagent_type": "explore"}, ("explore",), id="subagents: the type"),
        pytest.param("beforeReadFile", {}, ("Read",), id="reading: Read"),
        pytest.param("beforeTabFileRead", {}, ("TabRead",), id="Tab reading: TabRead"),
        pytest.param("afterFileEdit", {}, ("Write",), id="editing: Write"),
        pytest.param("afterTabFileEdit", {}, ("TabWrite",), id="Tab editing: TabWrite"),
        pytest.param("beforeMCPExecution", {"tool_name": "q"}, ("q", "MCP:q"), id="MCP: bare and with the prefix"),
        pytest.param("afterMCPExecution", {"tool_name": "MCP:q"}, ("q", "MCP:q"), id="MCP: a prefix already there"),
        pytest.param("beforeSubmitPrompt", {}, ("UserPromptSubmit",), id="prompts: UserPromptSubmit"),
        pytest.param("stop", {}, ("Stop",), id="stop: Stop"),
        pytest.param("afterAgentResponse", {}, ("AgentResponse",), id="responses: AgentResponse"),
        pytest.param("afterAgentThought", {}, ("AgentThought",), id="thoughts: AgentThought"),
        pytest.param("preCompact", {"trigger": "auto"}, ("auto",), id="compaction: its trigger"),
        pytest.param("sessionStart", {}, (), id="elsewhere: nothing"),
        pytest.param("preToolUse", {}, ("",), id="a missing field is an empty subject"),
        pytest.param("beforeShellExecution", {"command": ["curl", "x"]}, ('["curl", "x"]',), id="a list is still guarded"),
    ],
)
def test_subjects(event: str, fields: dict[str, object], subjects: tuple[str, ...]) -> None:
    assert subjects_of(an_event(event, **fields), a_hook(event)) == subjects


@pytest.mark.parametrize("matcher", [None, "", "*"])
def test_missing_empty_and_star_match_everything(matcher: str | None) -> None:
    assert applies(SHELL, matcher, command="ls")


@pytest.mark.parametrize(
    ("matcher", "command", "found"),
    [
        pytest.param("curl|wget|nc ", "cd /tmp && curl x", True, id="searched in the whole command"),
        pytest.param("curl|wget|nc ", "echo sync", False, id="a blank in the matcher counts"),
        pytest.param("Git", "git push", False, id="case counts"),
        pytest.param("^git", "sudo git", False, id="anchors count"),
        pytest.param("^(a+)+$", "a" * 5000 + "!", False, id="a runaway pattern answers at once"),
        pytest.param("(?!.*safe)^rm", "rm x", True, id="look-around works"),
        pytest.param("é", "caf\udce9", False, id="a lone surrogate is no crash"),
    ],
)
def test_shell_matchers(matcher: str, command: str, found: bool) -> None:
    assert applies(SHELL, matcher, command=command) is found


def test_a_matcher_is_ignored_where_it_means_nothing() -> None:
    assert applies("sessionStart", "never")


def test_a_pattern_out_of_time_counts_as_a_match() -> None:
    started = time.monotonic()
    assert applies(SHELL, r"^(a|a)*(?!x)$", command="a" * 40 + "!")
    assert time.monotonic() - started < 10


def test_many_slow_patterns_share_one_budget() -> None:
    hooks = [a_hook(SHELL, matcher=rf"^(a|a)*(?!x{n})$") for n in range(40)]
    started = time.monotonic()
    assert all(Matchers(hooks).applying(an_event(SHELL, command="a" * 40 + "!")))
    assert time.monotonic() - started < SLOW_PATTERNS_S * 10


@pytest.mark.parametrize(
    ("matcher", "tool", "found"),
    [
        pytest.param("Bash", "Shell", True, id="Bash is Shell"),
        pytest.param("Shell", "Shell", True, id="Cursor's own name works too"),
        pytest.param("Edit", "Write", True, id="Edit is Write"),
        pytest.param("Edit|MultiEdit", "Write", True, id="one of a list"),
        pytest.param("Edit, Write", "Write", True, id="commas separate too"),
        pytest.param("Bas", "Shell", False, id="plain names are exact"),
        pytest.param("Ba.*", "Shell", True, id="anything else is a regular expression"),
        pytest.param("mcp__github__create", "MCP:create", True, id="mcp__server__tool is MCP:tool"),
        pytest.param("mcp__github__create", "MCP:delete", False, id="another tool is another tool"),
        pytest.param("mcp__github__.*", "MCP:create", True, id="all tools of a server"),
        pytest.param("mcp__.*__delete.*", "MCP:delete_repo", True, id="a tool of any server"),
        pytest.param("mcp__(github|gitlab)__create", "MCP:create", True, id="a choice of servers"),
        pytest.param("^mcp__(github__create|gitlab__drop)$", "MCP:drop", True, id="a choice of servers with their tools"),
        pytest.param("mcp__(github|gitlab)__create", "MCP:delete", False, id="a choice of servers and another tool"),
        pytest.param("Task", "Task", True, id="Task"),
        pytest.param("Agent", "Task", True, id="Agent is Task"),
        pytest.param("Read", "Shell", False, id="another tool"),
    ],
)
def test_claude_matchers(matcher: str, tool: str, found: bool) -> None:
    assert applies("preToolUse", matcher, "claude-project", tool_name=tool) is found


def test_a_known_mcp_server_counts() -> None:
    fields = {"tool_name": "MCP:create", "mcp_server_name": "github"}
    assert applies("preToolUse", "mcp__github__create", "claude-user", **fields)
    assert not applies("preToolUse", "mcp__gitlab__create", "claude-user", **fields)
    assert not applies("preToolUse", "mcp__server__create", "claude-user", **fields)
    assert applies("preToolUse", "mcp__my.hub__create", "claude-user", tool_name="MCP:create", mcp_server_name="my.hub")


def test_many_matchers_in_one_pass_say_the_same_as_one_by_one() -> None:
    words = [f"tool{n}(x|y)" for n in range(50)] + ["plain", "(?=look)look", "x{1001}", "*", r"t\w+7x$"]
    hooks = [a_hook(SHELL, matcher=word) for word in words]
    event = an_event(SHELL, command="plain look tool7x")
    one_by_one = [Matchers([hook]).applying(event)[0] for hook in hooks]
    assert Matchers(hooks).applying(event) == one_by_one
    assert [word for word, found in zip(words, one_by_one, strict=True) if found] == [
        "tool7(x|y)", "plain", "(?=look)look", "*", r"t\w+7x$",
    ]  # fmt: skip


def test_many_matchers_none_for_the_filter() -> None:
    hooks = [a_hook(SHELL, matcher=f"(?=a{n})a") for n in range(40)]
    assert Matchers(hooks).applying(an_event(SHELL, command="a7"))[7] is True


@pytest.mark.parametrize(
    ("matcher", "told"),
    [
        ("a|b", None),
        ("*", None),
        ("", None),
        ("(unclosed", "')' is missing"),
        ("[a", "']' is missing"),
        ("(?=a", "')' is missing"),
    ],
)
def test_complaint(matcher: str, told: str | None) -> None:
    found = complaint(matcher)
    assert found is None if told is None else told in (found or "")
