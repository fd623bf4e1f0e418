"""dialects.adapter.answer: what a hook printed → the neutral answer. The usual ones are in test_run."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.dialects.adapter.answer import read_answer, together
from hookline.dialects.adapter_script import dialect_row
from hookline.spec.dialects import DIALECT_SPECS

ROWS = {name: dialect_row(name) for name in ("cursor", *DIALECT_SPECS)}
DENIED = {"permission": "deny", "continue": False}


def read(dialect: str, kind: str, code: int = 0, stdout: str = "", stderr: str = "") -> dict[str, Any]:
    return read_answer(ROWS[dialect], kind, code, stdout, stderr)


@pytest.mark.parametrize(
    ("dialect", "kind", "ended", "answer"),
    [
        param("cursor", "tool", (2, '{"user_message": "u", "agentMessage": "a"}', "e"), {**DENIED, "user_message": "u", "agent_message": "a"}, id="messages beside exit 2"),
        param("cursor", "tool", (2, "garbage", "e"), {**DENIED, "user_message": "e", "agent_message": "e"}, id="exit 2 whatever stdout holds"),
        param("cursor", "tool", (2, "", ""), {**DENIED, "user_message": "a hook refused this (exit code 2)", "agent_message": "a hook refused this (exit code 2)"}, id="exit 2 without a word"),
        param("cursor", "tool", (0, '{"permission": null}', ""), {"failure": "permission None is not allow, deny or ask"}, id="a permission that is null"),
        param("cursor", "tool", (1, '{"permission": "deny"}', "e"), {"failure": "exit code 1: e"}, id="an answer beside another exit code"),
        param("cursor", "prompt", (0, '{"continue": "no"}', ""), {"failure": "continue 'no' is not true or false"}, id="a continue that is text"),
        param("cursor", "prompt", (0, '{"permission": "deny"}', ""), {}, id="a permission does not hold a prompt back"),
        param("cursor", "tool", (0, "[]", ""), {"failure": "its answer is no JSON object"}, id="a list"),
        param("cursor", "turn", (2, "", "more"), {"followup_message": "more"}, id="exit 2 at the end of a turn"),
        param("claude", "tool", (1, '{"decision": "block", "reason": "r"}', ""), {"decision": "block", "reason": "r", **DENIED, "agent_message": "r", "user_message": "r"}, id="Claude Code: an answer counts beside exit 1"),
        param("claude", "tool", (1, "text", "e"), {"failure": "exit code 1: e"}, id="Claude Code: text beside exit 1"),
        param("claude", "result", (2, "", "look"), {"additional_context": "look"}, id="Claude Code: exit 2 after a tool is told to the model"),
        param("claude", "tool", (0, "text", ""), {}, id="Claude Code: text before a tool is only logged"),
        param("claude", "prompt", (0, "text", ""), {"additional_context": "text"}, id="Claude Code: text before a prompt is context"),
        param("gemini", "tool", (3, "", "e"), {**DENIED, "user_message": "e", "agent_message": "e"}, id="Gemini CLI: every code above 2 refuses"),
        param("gemini", "tool", (1, "text", ""), {"failure": "exit code 1: "}, id="Gemini CLI: exit 1 does not"),
        param("gemini", "tool", (0, "", '{"decision": "deny", "reason": "r"}'), {"decision": "deny", "reason": "r", **DENIED, "agent_message": "r", "user_message": "r"}, id="Gemini CLI: an answer on stderr"),
        param("gemini", "start", (0, "text", ""), {"user_message": "text"}, id="Gemini CLI: text is for the person"),
        param("copilot", "tool", (1, '{"permissionDecision": "allow"}', "e"), {"permission": "deny", "continue": False, "agent_message": "e", "user_message": "e"}, id="Copilot CLI: every exit code refuses, whatever is said"),
        param("copilot", "result", (1, "", "e"), {"failure": "exit code 1: e"}, id="Copilot CLI: only before a tool"),
        param("copilot", "tool", (0, '{"type": "progress", "message": "m"}\n{"permissionDecision": "deny"}', ""), {"permissionDecision": "deny", **DENIED}, id="Copilot CLI: reports of progress are stripped"),
        param("windsurf", "tool", (0, '{"decision": "block"}', ""), {}, id="Windsurf reads no answers"),
        param("windsurf", "tool", (1, "", "e"), {"failure": "exit code 1: e"}, id="Windsurf: another exit code"),
        param("kiro", "turn", (0, '{"decision": "block", "reason": "r", "x": 1}', ""), {"decision": "block", "reason": "r", "followup_message": "r"}, id="Kiro: a decision and its reason"),
        param("kiro", "start", (0, "text", ""), {"additional_context": "text"}, id="Kiro: text at the start"),
        param("goose", "start", (0, "text", ""), {}, id="Goose takes no text"),
        param("codex", "tool", (1, '{"decision": "block", "reason": "r"}', "e"), {"failure": "exit code 1: e"}, id="Codex: another exit code is a failure"),
    ],
)  # fmt: skip
def test_an_answer(dialect: str, kind: str, ended: tuple[int, str, str], answer: Any) -> None:
    assert read(dialect, kind, *ended) == answer


@settings(deadline=None)
@given(
    st.sampled_from(sorted(ROWS)),
    st.sampled_from(["tool", "result", "prompt", "turn", "start", "other"]),
    st.integers(0, 255),
    st.text(max_size=50),
    st.text(max_size=20),
)
def test_exit_2_at_a_gate_always_refuses_and_nothing_raises(dialect: str, kind: str, code: int, out: str, err: str) -> None:
    assert isinstance(read(dialect, kind, code, out, err), dict)
    if kind in ("tool", "prompt"):
        assert read(dialect, kind, 2, out, err)["permission"] == "deny"


@pytest.mark.parametrize(
    ("answers", "answer"),
    [
        param([], {}, id="none"),
        param(
            [{"permission": "deny", "agent_message": "no"}, {"permission": "allow", "agent_message": "yes"}],
            {"permission": "deny", "agent_message": "no"},
            id="the strictest, with its words",
        ),
        param([{"failure": "f"}, {"permission": "deny"}], {"permission": "deny"}, id="a deny is more than a failure"),
        param(
            [{"failure": "f"}, {"permission": "allow"}],
            {"failure": "f", "permission": "allow"},
            id="a failure is more than an allow",
        ),
        param(
            [{"additional_context": "a"}, {"additional_context": "b"}],
            {"additional_context": "a\n\nb"},
            id="contexts are joined",
        ),
    ],
)
def test_several_answers_are_one(answers: Any, answer: Any) -> None:
    assert together(answers) == answer
