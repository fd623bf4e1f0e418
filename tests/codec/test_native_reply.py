"""codec.native_reply: an answer in the host's words. The usual ones are in test_adapter_main."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.codec.dialect_table import dialect_row
from hookline.codec.hook_answer import Answer
from hookline.codec.native_reply import Reply, write_reply
from hookline.spec.dialects import DIALECT_SPECS

ROWS = {name: dialect_row(name) for name in ("cursor", *DIALECT_SPECS)}


def tell(host: str, event: str, said: Any, **facts: Any) -> Reply:
    fields = {key: value for key, value in said.items() if key not in ("permission", "continue")}
    permission = said.get("permission") or ("deny" if said.get("continue") is False else None)
    return write_reply(ROWS[host], event, Answer(None, permission, fields), facts)


@pytest.mark.parametrize(
    ("host", "event", "said", "reply"),
    [
        param("cursor", "preToolUse", {"permission": "allow"}, Reply(None), id="an allow is not passed on"),
        param("cursor", "beforeReadFile", {"permission": "ask", "user_message": "u"}, Reply({"user_message": "u", "permission": "deny"}), id="Cursor: ask where nobody is asked"),
        param("cursor", "beforeShellExecution", {"updated_input": {"command": "x"}}, Reply({"permission": "deny", "agent_message": 'A hook wants this instead; use it: {"command": "x"}'}), id="Cursor: an input that cannot be changed there"),
        param("cursor", "preToolUse", {"updated_input": {"command": "x"}}, Reply({"updated_input": {"command": "x"}}), id="Cursor: and where it can"),
        param("cursor", "preCompact", {"user_message": "u"}, Reply({"user_message": "u"}), id="Cursor: a message"),
        param("cursor", "sessionEnd", {"user_message": "u"}, Reply(None, "u"), id="Cursor: a message where there is none"),
        param("cursor", "beforeSubmitPrompt", {"continue": False}, Reply({"continue": False}), id="Cursor: a prompt held back"),
        param("claude", "PreToolUse", {"permission": "deny"}, Reply({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "a hook refused this"}}), id="a deny without a word gets a reason"),
        param("claude", "PreToolUse", {"permission": "deny", "updated_input": {"a": 1}}, Reply({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "a hook refused this"}}), id="a deny changes nothing else"),
        param("claude", "PreToolUse", {"new_content": "x"}, Reply({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": 'A hook wants this instead; use it: "x"'}}), id="another content is a refusal that shows it"),
        param("claude", "Stop", {"permission": "deny", "agent_message": "a"}, Reply(None, "a hook refused this, which claude cannot do here: a"), id="a deny where nothing can be stopped"),
        param("claude", "SessionStart", {"pluginPaths": ["p"]}, Reply(None, 'claude has no counterpart of pluginPaths here: ["p"]'), id="plugin paths"),
        param("codex", "PreToolUse", {"additional_context": "c"}, Reply({"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "c"}}), id="Codex: context before a tool"),
        param("gemini", "BeforeTool", {"additional_context": "c"}, Reply(None, 'gemini has no counterpart of additional_context here: "c"'), id="Gemini CLI: none there"),
        param("copilot", "userPromptSubmitted", {"additional_context": "c"}, Reply(None, 'copilot has no counterpart of additional_context here: "c"'), id="Copilot CLI: what it drops is told"),
        param("kiro", "SessionStart", {"additional_context": "c"}, Reply(None, "", 0, "c"), id="Kiro: plain text"),
        param("kiro", "PreToolUse", {"user_message": "u"}, Reply(None, "u"), id="Kiro: a message for the person"),
    ],
)  # fmt: skip
def test_what_a_host_is_told(host: str, event: str, said: Any, reply: Reply) -> None:
    assert tell(host, event, said) == reply


def test_an_input_of_one_file_of_a_patch_is_not_changed() -> None:
    reply = tell("claude", "PreToolUse", {"updated_input": {"a": 1}}, patched=True)
    assert (reply.answer or {})["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_session_variables_that_reached_the_hosts_file_are_not_told_again() -> None:
    assert tell("claude", "SessionStart", {"env": {"A": "1"}}, exported=True) == Reply(None)


SAID = st.fixed_dictionaries({}, optional={
    "permission": st.sampled_from(["allow", "ask", "deny"]), "continue": st.booleans(), "user_message": st.text(min_size=1, max_size=5),
    "agent_message": st.text(min_size=1, max_size=5), "updated_input": st.just({"command": "x"}), "new_content": st.just("n"),
    "additional_context": st.just("c"), "followup_message": st.just("f"), "updated_mcp_tool_output": st.just({"o": 1}), "env": st.just({"E": "1"}),
})  # fmt: skip
MARKS = {
    "updated_input": '"command"',
    "new_content": '"n"',
    "additional_context": "c",
    "followup_message": "f",
    "updated_mcp_tool_output": '"o',
    "env": '"E"',
}


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([(name, event) for name, row in ROWS.items() for event in row["events"]]), SAID)
def test_nothing_is_dropped_without_a_word_unless_it_is_denied(place: tuple[str, str], said: dict[str, Any]) -> None:
    host, event = place
    reply = tell(host, event, said, raw_input={}, tool="Shell")
    told = f"{reply.answer!r} {reply.stderr} {reply.text}".replace("'", '"')
    kind = ROWS[host]["events"][event]["kind"]
    if reply.code == 2 or "deny" in told or (kind == "prompt" and said.get("continue") is False):
        return
    assert [key for key, mark in MARKS.items() if key in said and mark not in told] == []


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([(name, event) for name, row in ROWS.items() for event in row["events"]]), SAID)
def test_a_deny_at_a_gate_is_always_told(place: tuple[str, str], said: dict[str, Any]) -> None:
    host, event = place
    kind = ROWS[host]["events"][event]["kind"]
    if kind not in ("tool", "prompt"):
        return
    reply = tell(host, event, {**said, "permission": "deny", "continue": False}, raw_input={}, tool="Shell")
    told = repr(reply.answer)
    assert reply.code == 2 or "'deny'" in told or "'block'" in told or "'continue': False" in told
