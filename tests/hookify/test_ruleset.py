"""dialects.hookify.ruleset: many rules, one answer. That each rule decides alone as here is shown in test_forty_rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookline.hookify.rule_files import Text
from hookline.hookify.rule_program import NotAPattern, search_now
from hookline.hookify.ruleset import RuleSet, widened_patterns
from hookline.hookify.workspace_rules import RULES_FILE, convert_texts

param = pytest.param


def a_ruleset(*fields: str, mapping: str = "meaning") -> RuleSet:
    texts = [
        Text(f"{number}", f"{number}", f"---\nname: r{number}\n{one}\n---\nsay {number}\n")
        for number, one in enumerate(fields)
    ]
    conversion = convert_texts(texts, mapping=mapping, as_rules=True)
    assert [file.path for file in conversion.files] == [RULES_FILE], conversion.problems
    stored = json.loads(conversion.files[0].text)
    return RuleSet(stored["rules"], stored["widened"])


def shell(command: str) -> dict[str, Any]:
    return {"hook_event_name": "beforeShellExecution", "command": command}


def told(*messages: str) -> dict[str, str]:
    text = "\n\n".join(messages)
    return {"user_message": text, "agent_message": text}


BLOCK, WARN = "event: bash\naction: block\npattern: ", "event: bash\naction: warn\npattern: "


@pytest.mark.parametrize(
    ("fields", "command", "answer"),
    [
        param([BLOCK + "rm", WARN + "ls"], "git", {}, id="nobody"),
        param([WARN + "rm", WARN + "git", WARN + "-rf"], "rm -rf", {"permission": "allow", **told("**[r0]**\nsay 0", "**[r2]**\nsay 2")}, id="all that warn"),
        param([WARN + "rm", BLOCK + "-rf"], "rm -rf", {"permission": "deny", **told("**[r1]**\nsay 1")}, id="when one blocks, only what blocks"),
        param([BLOCK + "rm", WARN + "-", BLOCK + "-rf"], "rm -rf", {"permission": "deny", **told("**[r0]**\nsay 0", "**[r2]**\nsay 2")}, id="all that block"),
        param([BLOCK + "rm", BLOCK + "rm"], "rm", {"permission": "deny", **told("**[r0]**\nsay 0", "**[r1]**\nsay 1")}, id="the same pattern twice"),
    ],
)  # fmt: skip
def test_the_answer_of_several_rules(fields: list[str], command: str, answer: dict[str, Any]) -> None:
    assert a_ruleset(*fields).answer(shell(command)) == (answer, "")


def test_ask_is_stricter_than_allow_and_milder_than_deny() -> None:
    ruleset = a_ruleset(WARN + "rm", BLOCK + "-rf", mapping="seed")
    assert ruleset.answer(shell("rm"))[0]["permission"] == "ask"
    assert ruleset.answer(shell("rm -rf"))[0]["permission"] == "deny"


@pytest.mark.parametrize(
    ("payload", "out_loud", "answer"),
    [
        param(shell("ls"), True, {"permission": "allow"}, id="no opinion is an allow elsewhere"),
        param(shell("ls"), False, {}, id="no opinion is none for Hookline"),
        param({"hook_event_name": "beforeSubmitPrompt", "prompt": "x"}, True, {}, id="an event no rule is for"),
    ],
)
def test_when_no_rule_matches(payload: dict[str, Any], out_loud: bool, answer: dict[str, Any]) -> None:
    assert a_ruleset(BLOCK + "rm").answer(payload, out_loud=out_loud) == (answer, "")


@pytest.mark.parametrize("payload", [{}, {"hook_event_name": ["x"]}, {"hook_event_name": None}])
def test_an_event_without_a_name_is_an_error(payload: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="^the event has no name$"):
        a_ruleset(BLOCK + "rm").answer(payload)


def test_what_an_event_cannot_say_goes_to_the_log() -> None:
    stop = {"hook_event_name": "stop", "status": "completed"}
    ruleset = a_ruleset("event: stop\npattern: .*", "event: stop\naction: block\npattern: .*")
    assert ruleset.answer(stop) == ({"followup_message": "**[r1]**\nsay 1"}, "**[r0]**\nsay 0\n")
    assert a_ruleset("event: stop\npattern: .*").answer(stop) == ({}, "**[r0]**\nsay 0\n")


def test_an_expression_without_end_counts_as_a_match() -> None:
    answer, _ = a_ruleset(BLOCK + "(a+)+$").answer(shell("a" * 40 + "!"))
    assert answer["permission"] == "deny"


def test_a_pattern_this_python_does_not_take_is_an_error() -> None:
    rule = {
        "reading": "intended", "event": "bash", "tools": None, "events": {},
        "conditions": [{"field": "command", "operator": "regex_match", "pattern": "("}],
    }  # fmt: skip
    with pytest.raises(NotAPattern):
        RuleSet([{**rule, "events": {"beforeShellExecution": {"kind": "bash"}}}]).answer(shell("x"), search=search_now)


def test_patterns_are_widened_once() -> None:
    conditions = [("regex_match", "RM"), ("regex_match", "("), ("contains", "x"), ("regex_match", True)]
    rule = {"conditions": [{"operator": operator, "pattern": pattern} for operator, pattern in conditions]}
    assert widened_patterns([rule, rule]) == {"RM": "rm"}
