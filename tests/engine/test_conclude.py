"""engine.conclude: the response, the reason, the texts."""

from typing import Any

import pytest

from hookline.engine.conclude import decide
from hookline.engine.merge import merge
from hookline.model import Decision, Outcome, Plan, Skip
from hookline.spec.events import EVENTS
from hookline.testing import a_hook, a_hookset, an_event, exited


def decided(event: str, outcomes: list[Outcome], skips: tuple[Skip, ...] = (), **payload: Any) -> Decision:
    plan = Plan(an_event(event, **payload), payload, (), skips)
    return decide(plan, outcomes, skips, merge(EVENTS[event], outcomes, skips, payload, "priority"), a_hookset())


def said(
    event: str,
    permission: str | None = None,
    failure: str | None = None,
    source: str = "project",
    grounds: str = "its answer",
    **fields: Any,
) -> Outcome:
    return Outcome(a_hook(event, source), exited(), {}, fields, permission, failure, grounds, ())


SHELL = "beforeShellExecution"


@pytest.mark.parametrize(
    ("event", "outcomes", "skips", "because"),
    [
        pytest.param(SHELL, [said(SHELL, "deny", grounds="exit code 2")], (), "denied by project hook 1 of beforeShellExecution (.cursor/hooks.json:6): exit code 2", id="a deny"),
        pytest.param(SHELL, [said(SHELL, "allow")], (), "allowed by project hook 1 of beforeShellExecution (.cursor/hooks.json:6): its answer", id="an allow"),
        pytest.param(SHELL, [said(SHELL, "ask")], (), "a person is asked by project hook 1 of beforeShellExecution (.cursor/hooks.json:6): its answer", id="an ask"),
        pytest.param(SHELL, [said(SHELL, "allow", source="enterprise"), said(SHELL, "deny")], (), "allowed by enterprise hook 1 of beforeShellExecution (.cursor/hooks.json:6): its answer; this overrules the deny of project hook 1 of beforeShellExecution", id="an allow that overrules"),
        pytest.param(SHELL, [said(SHELL, None, "exited with code 1")], (), "proceeds although 1 hook failed: project hook 1 of beforeShellExecution (.cursor/hooks.json:6): exited with code 1", id="a failure"),
        pytest.param(SHELL, [said(SHELL), said(SHELL)], (), "2 hooks ran; none had an opinion", id="no opinion"),
        pytest.param("afterFileEdit", [said("afterFileEdit")], (), "1 hook ran; afterFileEdit cannot be blocked", id="an observer"),
        pytest.param(SHELL, [], (Skip(a_hook(), "no match"), Skip(a_hook(), "x")), "no hook ran: 2 were skipped (no match)", id="all skipped"),
        pytest.param(SHELL, [], (), "no hook is configured for beforeShellExecution", id="nothing configured"),
    ],
)  # fmt: skip
def test_because(event: str, outcomes: list[Outcome], skips: tuple[Skip, ...], because: str) -> None:
    assert decided(event, outcomes, skips).because == because


@pytest.mark.parametrize(
    ("event", "outcome", "blocked", "response"),
    [
        pytest.param(SHELL, said(SHELL, "deny", user_message="u", agent_message="a"), True, {"permission": "deny", "user_message": "u", "agent_message": "a"}, id="a deny with both messages"),
        pytest.param(SHELL, said(SHELL, "ask"), False, {"permission": "ask"}, id="an ask does not block"),
        pytest.param(SHELL, said(SHELL), False, {}, id="no opinion, no response"),
        pytest.param("beforeSubmitPrompt", said("beforeSubmitPrompt", "deny"), True, {"continue": False}, id="a prompt's own contract"),
        pytest.param("beforeSubmitPrompt", said("beforeSubmitPrompt", "allow"), False, {"continue": True}, id="a prompt let pass"),
        pytest.param("afterFileEdit", said("afterFileEdit", "deny"), False, {}, id="an observer cannot be blocked"),
        pytest.param("afterAgentResponse", said("afterAgentResponse", "deny"), True, {"permission": "deny"}, id="a response withheld"),
        pytest.param("sessionStart", said("sessionStart", env={"A": "1"}), False, {"env": {"A": "1"}}, id="fields of an observer"),
    ],
)  # fmt: skip
def test_response(event: str, outcome: Outcome, blocked: bool, response: dict[str, Any]) -> None:
    decision = decided(event, [outcome])
    assert (decision.blocked, dict(decision.response)) == (blocked, response)
    assert (decision.code, decision.texts is not None) == (("ERROR_HOOKS_BLOCKED", True) if blocked else (None, False))


@pytest.mark.parametrize(
    ("event", "payload", "names"),
    [
        (SHELL, {"command": "git push"}, "The command `git push`"),
        (SHELL, {"command": "echo {cwd}", "cwd": "/x"}, "The command `echo {cwd}`"),
        ("beforeReadFile", {}, "Reading the file (not named)"),
        ("beforeReadFile", {"file_path": "/k.pem"}, "Reading the file /k.pem"),
        ("beforeTabFileRead", {"file_path": "/k.pem"}, "Reading the file /k.pem"),
        ("preToolUse", {"tool_name": "Write"}, "The tool Write"),
        ("beforeMCPExecution", {"tool_name": "drop"}, "The MCP tool drop"),
        ("subagentStart", {"subagent_type": "shell"}, "The subagent shell"),
        ("beforeSubmitPrompt", {"prompt": "hi"}, "The prompt “hi”"),
        ("afterAgentResponse", {"text": "x"}, "The agent's response"),
    ],
)
def test_texts_name_what_was_blocked_by_whom_and_forbid_the_way_round(
    event: str, payload: dict[str, str], names: str
) -> None:
    texts = decided(event, [said(event, "deny")], **payload).texts
    assert texts is not None
    for text in texts:
        assert text.startswith(f"{names} was blocked by a hook (project hook 1 of {event}, .cursor/hooks.json:6).")
        assert "work around" in text


def test_texts_carry_each_its_own_message() -> None:
    texts = decided(SHELL, [said(SHELL, "deny", user_message="UUU", agent_message="AAA")], command="x" * 5000).texts
    assert texts is not None
    assert "UUU" in texts.user and "AAA" not in texts.user and "AAA" in texts.agent and "UUU" not in texts.agent
    assert len(texts.agent) < 1000


def test_without_a_message_the_grounds_are_told_whatever_other_hooks_said() -> None:
    outcomes = [said("preToolUse", "deny", grounds="exit code 2"), said("preToolUse", updated_input={"a": 1})]
    texts = decided("preToolUse", outcomes, tool_name="Shell").texts
    assert texts is not None and "Exit code 2." in texts.user and "Exit code 2." in texts.agent


def test_the_whole_result_as_a_host_sees_it() -> None:
    shown = decided(
        SHELL, [said(SHELL, "deny", grounds="exit code 2")], (Skip(a_hook(source="user"), "why"),), command="ls"
    ).as_dict()
    assert list(shown) == [
        "event", "blocked", "response", "code", "texts", "overruled", "notes", "problems", "because", "hooks", "skipped",
        "duration_ms", "execution_id",
    ]  # fmt: skip
    assert shown["hooks"][0]["source"] == "project" and shown["skipped"][0]["reason"] == "why"
