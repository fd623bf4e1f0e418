"""codec.hook_answer: how a hook ended and what it printed → what it meant, in every tool's own words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.codec.dialect_table import dialect_row, live_row
from hookline.codec.hook_answer import NO_ANSWER, Answer, joined, printed_object, read_answer
from hookline.spec.dialects import DIALECT_SPECS

ROWS = {name: dialect_row(name) for name in ("cursor", *DIALECT_SPECS)}
PLACES = [(name, at) for name, row in ROWS.items() for at in row["events"]]


def read(dialect: str, at: str, code: int = 0, stdout: Any = "", stderr: str = "") -> Answer:
    text = stdout if isinstance(stdout, str) else json.dumps(stdout)
    return read_answer(ROWS[dialect], at, code, text.encode(), stderr)


def means(answer: Answer) -> tuple[str | None, dict[str, Any], str]:
    return answer.permission, answer.fields, answer.failure


@pytest.mark.parametrize(
    ("dialect", "at", "ended", "meaning"),
    [
        param("cursor", "preToolUse", (2, '{"user_message": "u", "agentMessage": "a"}', "e"), ("deny", {"user_message": "u", "agent_message": "a"}, ""), id="messages beside exit 2"),
        param("cursor", "preToolUse", (2, "garbage", "e"), ("deny", {"agent_message": "e"}, ""), id="exit 2 whatever stdout holds"),
        param("cursor", "beforeSubmitPrompt", (2, "", "e"), ("deny", {"user_message": "e"}, ""), id="exit 2 where there is no message for the agent"),
        param("cursor", "preToolUse", (2, "", ""), ("deny", {}, ""), id="exit 2 without a word"),
        param("cursor", "preToolUse", (0, '{"permission": null}', ""), (None, {}, "permission null is not allow, deny or ask"), id="a permission that is null"),
        param("cursor", "preToolUse", (1, '{"permission": "deny"}', "e"), (None, {}, "exited with code 1"), id="an answer beside another exit code"),
        param("cursor", "beforeSubmitPrompt", (0, '{"continue": "no"}', ""), (None, {}, "continue is text, not true or false"), id="a continue that is text"),
        param("cursor", "beforeSubmitPrompt", (0, '{"permission": "deny"}', ""), (None, {}, ""), id="a permission does not hold a prompt back"),
        param("cursor", "preToolUse", (0, "[]", ""), (None, {}, "answer is not JSON: an object is wanted, this is a list: '[]'"), id="a list"),
        param("cursor", "preToolUse", (0, '{"permission":"deny","permission":"allow"}', ""), ("deny", {}, ""), id="the strictest of two permissions"),
        param("cursor", "preToolUse", (0, '{"user_message": 5}', ""), (None, {}, "user_message is a number, not text"), id="a message that is a number"),
        param("cursor", "preToolUse", (0, '{"permission": "allow", "user_message": null}', ""), ("allow", {}, ""), id="a message that is null is absent"),
        param("cursor", "preToolUse", (0, '{"userMessage": "c", "user_message": "s"}', ""), (None, {"user_message": "s"}, ""), id="the canonical spelling first"),
        param("cursor", "stop", (2, "", "more"), ("deny", {"agent_message": "more"}, ""), id="exit 2 at the end of a turn is no follow-up of Cursor's"),
        param("claude", "Stop", (2, "", "more"), ("deny", {"followup_message": "more"}, ""), id="Claude Code: exit 2 at the end of a turn"),
        param("claude", "PreToolUse", (1, '{"decision": "block", "reason": "r"}', ""), ("deny", {"user_message": "r"}, ""), id="Claude Code: an answer counts beside exit 1"),
        param("claude", "PreToolUse", (1, "text", "e"), (None, {}, "exited with code 1"), id="Claude Code: text beside exit 1"),
        param("claude", "PostToolUse", (2, "", "look"), ("deny", {"additional_context": "look"}, ""), id="Claude Code: exit 2 after a tool is told to the model"),
        param("claude", "PreToolUse", (0, "text", ""), (None, {}, ""), id="Claude Code: text before a tool is only logged"),
        param("claude", "UserPromptSubmit", (0, "text", ""), (None, {"additional_context": "text"}, ""), id="Claude Code: text before a prompt is context"),
        param("claude", "SessionStart", (0, "[1]", ""), (None, {"additional_context": "[1]"}, ""), id="Claude Code: what begins otherwise than an object is text"),
        param("claude", "SessionStart", (0, "{half", ""), (None, {}, "answer is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1): '{half'"), id="Claude Code: half an object is none"),
        param("claude", "PreToolUse", (0, '{"decision": NaN}', ""), (None, {}, "answer is not JSON: NaN is not JSON: '{\"decision\": NaN}'"), id="Claude Code: NaN"),
        param("gemini", "BeforeTool", (3, "", "e"), ("deny", {"agent_message": "e"}, ""), id="Gemini CLI: every code above 2 refuses"),
        param("gemini", "BeforeTool", (1, "text", ""), (None, {}, "exited with code 1"), id="Gemini CLI: exit 1 does not"),
        param("gemini", "BeforeTool", (0, "", '{"decision": "deny", "reason": "r"}'), ("deny", {"user_message": "r"}, ""), id="Gemini CLI: an answer on stderr"),
        param("gemini", "BeforeTool", (0, '{"decision": "maybe"}', ""), (None, {}, "decision 'maybe' is not deny or block or ask or approve or allow"), id="Gemini CLI: a word nobody knows"),
        param("gemini", "SessionStart", (0, "text", ""), (None, {"user_message": "text"}, ""), id="Gemini CLI: text is for the person"),
        param("copilot", "preToolUse", (1, '{"permissionDecision": "allow"}', "e"), ("deny", {"agent_message": "e"}, ""), id="Copilot CLI: every exit code refuses, whatever is said"),
        param("copilot", "postToolUse", (1, "", "e"), (None, {}, "exited with code 1"), id="Copilot CLI: only before a tool"),
        param("copilot", "preToolUse", (0, '{"type": "progress", "message": "m"}\n{"permissionDecision": "deny"}', ""), ("deny", {}, ""), id="Copilot CLI: reports of progress are stripped"),
        param("windsurf", "pre_run_command", (0, '{"decision": "block"}', ""), (None, {}, ""), id="Windsurf reads no answers"),
        param("windsurf", "pre_run_command", (1, "", "e"), (None, {}, "exited with code 1"), id="Windsurf: another exit code"),
        param("kiro", "Stop", (0, '{"decision": "block", "reason": "r", "x": 1}', ""), (None, {"followup_message": "r"}, ""), id="Kiro: a decision and its reason"),
        param("kiro", "SessionStart", (0, "text", ""), (None, {"additional_context": "text"}, ""), id="Kiro: text at the start"),
        param("goose", "SessionStart", (0, "text", ""), (None, {}, ""), id="Goose takes no text"),
        param("codex", "PreToolUse", (1, '{"decision": "block", "reason": "r"}', "e"), (None, {}, "exited with code 1"), id="Codex: another exit code is a failure"),
    ],
)  # fmt: skip
def test_an_answer(dialect: str, at: str, ended: tuple[int, str, str], meaning: Any) -> None:
    assert means(read(dialect, at, *ended)) == meaning


@pytest.mark.parametrize(
    ("at", "ended", "meaning"),
    [
        param(
            "PreToolUse",
            (1, '{"decision": "block"}', ""),
            (None, {}, "exited with code 1"),
            id="an answer counts at exit 0 only",
        ),
        param(
            "PreToolUse",
            (0, "text", ""),
            (None, {}, "answer is not JSON: Expecting value: line 1 column 1 (char 0): 'text'"),
            id="text before a tool is a failure",
        ),
        param(
            "UserPromptSubmit",
            (0, "text", ""),
            (None, {"additional_context": "text"}, ""),
            id="text before a prompt is context",
        ),
        param(
            "SessionStart", (0, "text", ""), (None, {"additional_context": "text"}, ""), id="text at the start is context"
        ),
    ],
)
def test_claude_codes_hooks_read_live(at: str, ended: tuple[int, str, str], meaning: Any) -> None:
    code, stdout, stderr = ended
    assert means(read_answer(live_row("claude"), at, code, stdout.encode(), stderr)) == meaning


BLOCKED = 'preToolUse is blocked by "permission": "deny"'


@pytest.mark.parametrize(
    ("at", "said", "notes"),
    [
        param("preToolUse", {"decision": "block"}, (f"'decision' is another tool's word and has no effect here: {BLOCKED}",), id="decision"),
        param("preToolUse", {"hookSpecificOutput": {}}, (f"'hookSpecificOutput' is another tool's word and has no effect here: {BLOCKED}",), id="hookSpecificOutput"),
        param("preToolUse", {"allow": False}, (f"'allow' is another tool's word and has no effect here: {BLOCKED}",), id="allow"),
        param("beforeSubmitPrompt", {"action": "deny"}, ("'action' is another tool's word and has no effect here: beforeSubmitPrompt is blocked by \"continue\": false",), id="action"),
        param("stop", {"decision": "block"}, ("'decision' is another tool's word and has no effect here: stop cannot be blocked; it uses \"followup_message\"",), id="at the end of a turn"),
        param("afterFileEdit", {"decision": "block"}, ("'decision' is another tool's word and has no effect here: afterFileEdit cannot be blocked",), id="where nothing counts"),
        param("preToolUse", {"decision": "block", "permission": "deny"}, (), id="beside an answer in Cursor's words"),
        param("preToolUse", {"comment": "x"}, (), id="a word nobody has"),
    ],
)  # fmt: skip
def test_another_tools_word_is_named_with_the_word_to_use(at: str, said: Any, notes: tuple[str, ...]) -> None:
    assert read("cursor", at, stdout=said).notes == notes


@settings(deadline=None)
@given(st.sampled_from(PLACES), st.integers(0, 255), st.binary(max_size=50), st.text(max_size=20))
def test_exit_2_at_a_gate_always_refuses_and_nothing_raises(place: tuple[str, str], code: int, out: bytes, err: str) -> None:
    dialect, at = ROWS[place[0]], place[1]
    assert isinstance(read_answer(dialect, at, code, out, err), Answer)
    assert read_answer(dialect, at, 2, out, err).permission == "deny"


def test_silence_is_no_answer() -> None:
    assert [read("cursor", "preToolUse", stdout=text) for text in ("", " \n")] == [NO_ANSWER, NO_ANSWER]


def test_the_object_of_an_output() -> None:
    assert [printed_object(text) for text in (b'{"a": 1}', b"x", b"")] == [{"a": 1}, None, None]


def deny(**fields: Any) -> Answer:
    return Answer(permission="deny", fields=fields)


@pytest.mark.parametrize(
    ("answers", "meaning"),
    [
        param([], (None, {}, ""), id="none"),
        param([deny(agent_message="no"), Answer(permission="allow", fields={"agent_message": "yes"})], ("deny", {"agent_message": "no"}, ""), id="the strictest, with its words"),
        param([Answer(failure="f"), deny()], ("deny", {}, ""), id="a deny is more than a failure"),
        param([Answer(failure="f"), Answer(permission="allow")], ("allow", {}, "f"), id="a failure is more than an allow"),
        param([Answer(fields={"additional_context": "a"}), Answer(fields={"additional_context": "b"})], (None, {"additional_context": "a\n\nb"}, ""), id="contexts are joined"),
    ],
)  # fmt: skip
def test_several_answers_are_one(answers: Any, meaning: Any) -> None:
    assert means(joined(answers)) == meaning
