"""engine.claude: a Claude Code hook's answer in Cursor's words."""

from typing import Any

import pytest

from hookline.engine.claude import complaint, to_cursor
from hookline.spec.events import EVENTS


def nested(**fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": "X", **fields}}


@pytest.mark.parametrize(
    ("event", "answer", "translated"),
    [
        pytest.param("preToolUse", {}, {}, id="nothing said"),
        pytest.param("preToolUse", nested(permissionDecision="deny"), {"permission": "deny"}, id="a deny"),
        pytest.param("preToolUse", nested(permissionDecision="ask"), {"permission": "ask"}, id="an ask"),
        pytest.param(
            "preToolUse",
            nested(permissionDecision="deny", permissionDecisionReason="no"),
            {"permission": "deny", "user_message": "no"},
            id="a deny with its reason",
        ),
        pytest.param(
            "preToolUse",
            {"permissionDecision": "deny"},
            {"permissionDecision": "deny", "permission": "deny"},
            id="a deny that is not nested",
        ),
        pytest.param("preToolUse", {"decision": "block"}, {"permission": "deny"}, id="an old block"),
        pytest.param("preToolUse", {"decision": "approve"}, {"permission": "allow"}, id="an old approval"),
        pytest.param(
            "preToolUse",
            {"decision": "block", "reason": "no"},
            {"permission": "deny", "user_message": "no"},
            id="an old block with its reason",
        ),
        pytest.param(
            "preToolUse",
            {"decision": "block", **nested(permissionDecision="allow")},
            {"permission": "deny"},
            id="an old block beats a new allow",
        ),
        pytest.param("preToolUse", {"decision": "maybe", "reason": "x"}, {}, id="an old word nobody knows"),
        pytest.param("preToolUse", {"decision": ["block"]}, {}, id="an old word that is no word"),
        pytest.param(
            "preToolUse",
            {"decision": "approve", "reason": "fine", **nested(permissionDecision="deny", permissionDecisionReason="no")},
            {"permission": "deny", "user_message": "no"},
            id="a new deny beats an old approval, and its reason too",
        ),
        pytest.param(
            "preToolUse",
            {"permission": "allow", **nested(permissionDecision="deny")},
            {"permission": "deny"},
            id="a deny beats Cursor's own allow",
        ),
        pytest.param(
            "preToolUse",
            {"decision": "block", "hookSpecificOutput": {"decision": "approve"}},
            {"permission": "deny"},
            id="a block outside beats an approval inside",
        ),
        pytest.param(
            "preToolUse",
            {"decision": "approve", **nested(permissionDecision="yes")},
            {"permission": "yes"},
            id="a word nobody knows is not overruled by an approval",
        ),
        pytest.param(
            "beforeSubmitPrompt",
            {"continue": False, "decision": "approve"},
            {"continue": False},
            id="a prompt stopped beats an old approval",
        ),
        pytest.param(
            "preToolUse",
            nested(updatedInput={"command": "ls"}),
            {"updated_input": {"command": "ls"}},
            id="an input rewritten",
        ),
        pytest.param("postToolUse", nested(additionalContext="careful"), {"additional_context": "careful"}, id="a context"),
        pytest.param(
            "postToolUse",
            {"decision": "block", "reason": "look again"},
            {"additional_context": "look again"},
            id="a block after a tool is told to the model",
        ),
        pytest.param(
            "preToolUse",
            {"continue": False, "stopReason": "stop here"},
            {"continue": False, "stopReason": "stop here", "permission": "deny", "user_message": "stop here"},
            id="a turn ended before a tool",
        ),
        pytest.param("preToolUse", {"continue": True}, {"continue": True}, id="a turn that goes on"),
        pytest.param(
            "preToolUse",
            {"systemMessage": "why", **nested(permissionDecision="deny")},
            {"systemMessage": "why", "permission": "deny", "user_message": "why"},
            id="hookify's deny has its reason beside it",
        ),
        pytest.param(
            "postToolUse",
            nested(updatedMCPToolOutput={"a": 1}),
            {"updated_mcp_tool_output": {"a": 1}},
            id="an output rewritten",
        ),
        pytest.param(
            "preToolUse",
            {"permission": "deny", **nested(permissionDecision="allow")},
            {"permission": "deny"},
            id="Cursor's own word beats the translated one",
        ),
        pytest.param(
            "preToolUse",
            {"user_message": "mine", **nested(permissionDecisionReason="theirs")},
            {"user_message": "mine"},
            id="Cursor's own message beats the translated one",
        ),
        pytest.param("preToolUse", {"hookSpecificOutput": "text"}, {}, id="a nested part that is no object"),
        pytest.param("preToolUse", {"systemMessage": "x"}, {"systemMessage": "x"}, id="other fields are kept"),
        pytest.param("beforeSubmitPrompt", {"decision": "block"}, {"continue": False}, id="a prompt blocked"),
        pytest.param(
            "beforeSubmitPrompt",
            {"decision": "block", "reason": "no"},
            {"continue": False, "user_message": "no"},
            id="a prompt blocked with its reason",
        ),
        pytest.param("beforeSubmitPrompt", {"continue": False}, {"continue": False}, id="a prompt not continued"),
        pytest.param("beforeSubmitPrompt", {"decision": "approve"}, {"continue": True}, id="a prompt approved"),
        pytest.param(
            "beforeSubmitPrompt", nested(permissionDecision="deny"), {}, id="a permission where the gate is another"
        ),
        pytest.param(
            "stop", {"decision": "block", "reason": "go on"}, {"followup_message": "go on"}, id="a stop sent on its way"
        ),
        pytest.param("stop", {"decision": "approve", "reason": "fine"}, {}, id="a stop approved"),
        pytest.param(
            "subagentStop", {"decision": "block", "reason": "more"}, {"followup_message": "more"}, id="a subagent sent on"
        ),
        pytest.param("sessionEnd", {"decision": "block", "reason": "no"}, {}, id="a block where nothing can be blocked"),
    ],
)
def test_an_answer_is_translated(event: str, answer: dict[str, Any], translated: dict[str, Any]) -> None:
    before = {**answer}
    assert to_cursor(EVENTS[event], answer) == (translated, ())
    assert answer == before


@pytest.mark.parametrize(
    ("event", "answer", "wrong"),
    [
        pytest.param(
            "preToolUse", {"decision": "deny"}, "decision 'deny' is not block or approve", id="a word Claude has not"
        ),
        pytest.param("preToolUse", {"decision": ["block"]}, "decision is a list", id="a decision that is no word"),
        pytest.param("stop", nested(decision="go"), "decision 'go' is not block or approve", id="a nested one"),
        pytest.param("preToolUse", {"decision": None}, None, id="no decision"),
        pytest.param("preToolUse", {"decision": "block"}, None, id="a block"),
        pytest.param("sessionEnd", {"decision": "deny"}, None, id="any word, where none counts"),
        pytest.param("preToolUse", {"hookSpecificOutput": "x"}, "hookSpecificOutput is text, not an object", id="no object"),
        pytest.param("preToolUse", {"hookSpecificOutput": None}, None, id="nothing nested"),
        pytest.param(
            "preToolUse",
            {"decision": "deny", **nested(permissionDecision="deny")},
            None,
            id="a deny beside a word that is none",
        ),
        pytest.param(
            "preToolUse",
            {"decision": "block", "hookSpecificOutput": 5},
            None,
            id="a block beside something nested that is none",
        ),
        pytest.param(
            "beforeSubmitPrompt", {"continue": False, "decision": "no"}, None, id="a stop beside a word that is none"
        ),
        pytest.param(
            "preToolUse",
            nested(permissionDecision=None),
            "permissionDecision is null, not allow, deny, ask or defer",
            id="a permission that is null, as Cursor's own",
        ),
        pytest.param("postToolUse", nested(permissionDecision=None), None, id="null, where no permission counts"),
    ],
)
def test_what_is_no_answer_is_named(event: str, answer: dict[str, Any], wrong: str | None) -> None:
    assert complaint(EVENTS[event], answer) == wrong


def test_a_block_without_a_reason_sends_nothing_and_says_so() -> None:
    said = ("decision 'block' sends a follow-up, and there is no reason to send",)
    assert to_cursor(EVENTS["stop"], {"decision": "block"}) == ({}, said)


@pytest.mark.parametrize(
    ("event", "answer", "translated", "note"),
    [
        pytest.param(
            "preToolUse",
            nested(permissionDecision="defer"),
            {},
            "permissionDecision 'defer' has no counterpart and counts as no opinion",
            id="defer",
        ),
        pytest.param(
            "beforeSubmitPrompt",
            nested(additionalContext="careful"),
            {"additional_context": "careful"},
            "additionalContext has no counterpart at beforeSubmitPrompt and does nothing",
            id="context for a prompt",
        ),
    ],
)
def test_what_has_no_translation_is_said(event: str, answer: Any, translated: Any, note: str) -> None:
    assert to_cursor(EVENTS[event], answer) == (translated, (note,))
