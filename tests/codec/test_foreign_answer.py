"""codec.foreign_answer: an answer in the words of Claude Code and of the tools made after it."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.codec.dialect_table import dialect_row
from hookline.codec.foreign_answer import foreign_answer
from hookline.codec.json_object import NotAnAnswer

ROWS = {name: dialect_row(name) for name in ("claude", "gemini", "copilot", "codex")}


def read(at: str, said: dict[str, Any], dialect: str = "claude", lenient: bool = False) -> tuple[Any, Any, Any]:
    return foreign_answer(ROWS[dialect], ROWS[dialect]["events"][at], said, lenient)


def nested(**fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "X", **fields}}


TOOL, RESULT, PROMPT, STOP = "PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop"


@pytest.mark.parametrize(
    ("at", "said", "permission", "fields"),
    [
        param(TOOL, {}, None, {}, id="nothing said"),
        param(TOOL, nested(permissionDecision="deny"), "deny", {}, id="a deny"),
        param(TOOL, nested(permissionDecision="ask"), "ask", {}, id="an ask"),
        param(TOOL, nested(permissionDecision="defer"), None, {}, id="a defer"),
        param(TOOL, nested(permissionDecision="deny", permissionDecisionReason="no"), "deny", {"user_message": "no"}, id="a deny with its reason"),
        param(TOOL, {"permissionDecision": "deny"}, "deny", {}, id="a deny that is not nested"),
        param(TOOL, {"decision": "block"}, "deny", {}, id="an old block"),
        param(TOOL, {"decision": "approve"}, "allow", {}, id="an old approval"),
        param(TOOL, {"decision": "block", "reason": "no"}, "deny", {"user_message": "no"}, id="an old block with its reason"),
        param(TOOL, {"decision": "block", **nested(permissionDecision="allow")}, "deny", {}, id="an old block beats a new allow"),
        param(TOOL, {"decision": "approve", "reason": "fine", **nested(permissionDecision="deny", permissionDecisionReason="no")}, "deny", {"user_message": "no"}, id="a new deny beats an old approval, and its reason too"),
        param(TOOL, {"permission": "allow", **nested(permissionDecision="deny")}, "deny", {}, id="a deny beats Cursor's own allow"),
        param(TOOL, {"permission": "deny", **nested(permissionDecision="allow")}, "deny", {}, id="Cursor's own deny beats an allow"),
        param(TOOL, {"user_message": "mine", **nested(permissionDecisionReason="theirs")}, None, {"user_message": "mine"}, id="Cursor's own message beats the translated one"),
        param(TOOL, {"decision": "block", "hookSpecificOutput": {"decision": "approve"}}, "deny", {}, id="a block outside beats an approval inside"),
        param(TOOL, {"decision": "block", "hookSpecificOutput": 5}, "deny", {}, id="a block beside something nested that is none"),
        param(TOOL, {"decision": "deny", **nested(permissionDecision="deny")}, "deny", {}, id="a deny beside a word that is none"),
        param(TOOL, nested(updatedInput={"command": "ls"}), None, {"updated_input": {"command": "ls"}}, id="an input rewritten"),
        param(TOOL, nested(additionalContext="c"), None, {"additional_context": "c"}, id="context before a tool"),
        param(TOOL, {"continue": False, "stopReason": "stop here"}, "deny", {"user_message": "stop here"}, id="a turn ended before a tool"),
        param(TOOL, {"continue": True}, None, {}, id="a turn that goes on"),
        param(TOOL, {"systemMessage": "why", **nested(permissionDecision="deny")}, "deny", {"user_message": "why"}, id="hookify's deny has its reason beside it"),
        param(TOOL, {"systemMessage": "for you", "decision": "block", "reason": "for the agent"}, "deny", {"user_message": "for you", "agent_message": "for the agent"}, id="a message for the person, and one for the model"),
        param(RESULT, nested(additionalContext="careful"), None, {"additional_context": "careful"}, id="a context"),
        param(RESULT, {"decision": "block", "reason": "look again"}, None, {"additional_context": "look again"}, id="a block after a tool is told to the model"),
        param(RESULT, nested(updatedMCPToolOutput={"a": 1}), None, {"updated_mcp_tool_output": {"a": 1}}, id="an output rewritten"),
        param(RESULT, nested(permissionDecision=None), None, {}, id="null, where no permission counts"),
        param(PROMPT, {"decision": "block", "reason": "no"}, "deny", {"user_message": "no"}, id="a prompt blocked with its reason"),
        param(PROMPT, {"continue": False}, "deny", {}, id="a prompt not continued"),
        param(PROMPT, {"continue": False, "decision": "approve"}, "deny", {}, id="a prompt stopped beats an old approval"),
        param(PROMPT, {"continue": False, "decision": "no"}, "deny", {}, id="a stop beside a word that is none"),
        param(PROMPT, {"decision": "approve"}, "allow", {}, id="a prompt approved"),
        param(PROMPT, nested(permissionDecision="deny"), None, {}, id="a permission where the gate is another"),
        param(STOP, {"decision": "block", "reason": "go on"}, None, {"followup_message": "go on"}, id="a stop sent on its way"),
        param(STOP, nested(decision="block", reason="go on"), None, {"followup_message": "go on"}, id="also nested"),
        param(STOP, {"decision": "approve", "reason": "fine"}, None, {}, id="a stop approved"),
        param(STOP, {"decision": "block"}, None, {}, id="a block without a reason sends nothing"),
        param("SessionEnd", {"decision": "maybe"}, None, {}, id="any word, where none counts"),
    ],
)  # fmt: skip
def test_what_an_answer_means(at: str, said: dict[str, Any], permission: str | None, fields: dict[str, Any]) -> None:
    before = {**said}
    assert read(at, said)[:2] == (permission, fields)
    assert said == before


@pytest.mark.parametrize(
    ("dialect", "at", "said", "meaning"),
    [
        param("gemini", "BeforeTool", {"decision": "deny", "reason": "no"}, ("deny", {"user_message": "no"}), id="Gemini CLI: deny is a word of its own"),
        param("gemini", "BeforeTool", {"decision": "ask", "reason": "sure?"}, ("ask", {"user_message": "sure?"}), id="Gemini CLI: ask"),
        param("gemini", "BeforeTool", nested(tool_input={"command": "ls"}), (None, {"updated_input": {"command": "ls"}}), id="Gemini CLI: tool_input"),
        param("copilot", "preToolUse", {"modifiedArgs": {"a": 1}}, (None, {"updated_input": {"a": 1}}), id="Copilot CLI: modifiedArgs"),
        param("codex", "PreToolUse", nested(permissionDecision="allow", updatedInput={"a": 1}), ("allow", {"updated_input": {"a": 1}}), id="Codex: updatedInput"),
    ],
)  # fmt: skip
def test_other_tools_words(dialect: str, at: str, said: dict[str, Any], meaning: Any) -> None:
    assert read(at, said, dialect)[:2] == meaning


@pytest.mark.parametrize(
    ("at", "said", "wrong"),
    [
        param(TOOL, {"decision": "deny"}, "decision 'deny' is not block or approve", id="a word Claude has not"),
        param(TOOL, {"decision": ["block"]}, "decision is a list", id="a decision that is no word"),
        param(STOP, nested(decision="go"), "decision 'go' is not block or approve", id="a nested one"),
        param(TOOL, {"hookSpecificOutput": "x"}, "hookSpecificOutput is text, not an object", id="no object"),
        param(TOOL, nested(permissionDecision=None), "permissionDecision is null, not allow, deny, ask or defer", id="a permission that is null"),
        param(TOOL, nested(permissionDecision="forbid"), "permission 'forbid' is not allow, deny or ask", id="a permission that is no word"),
        param(TOOL, {"decision": "approve", **nested(permissionDecision="yes")}, "permission 'yes' is not allow, deny or ask", id="which no approval overrules"),
        param(TOOL, nested(updatedInput="ls"), "updatedInput is text, not an object", id="an input that is text"),
        param(TOOL, {"decision": "block", "reason": 5}, "reason is a number, not text", id="a reason that is a number"),
        param(PROMPT, {"continue": "no"}, "continue is text, not true or false", id="a continue that is text"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_named(at: str, said: dict[str, Any], wrong: str) -> None:
    with pytest.raises(NotAnAnswer) as error:
        read(at, said)
    assert str(error.value) == wrong


@pytest.mark.parametrize(
    ("at", "said", "note"),
    [
        param(TOOL, nested(permissionDecision="defer"), "permissionDecision 'defer' has no counterpart and counts as no opinion", id="defer"),
        param(STOP, {"decision": "block"}, "decision 'block' sends a follow-up, and there is no reason to send", id="a block without a reason"),
        param(PROMPT, {"permission": "deny"}, "a permission has no effect on a prompt: decision 'block' stops it", id="a permission at a prompt"),
    ],
)  # fmt: skip
def test_what_has_no_effect_is_said(at: str, said: dict[str, Any], note: str) -> None:
    assert read(at, said)[2] == [note]


def test_beside_exit_2_what_is_wrong_is_left_out() -> None:
    assert read(TOOL, {"decision": "no", "user_message": 5, "agent_message": "a"}, lenient=True)[1] == {"agent_message": "a"}
