"""dialects.hookify.mapping: where at Cursor a rule is asked, what it answers there, and what is said about it."""

from __future__ import annotations

from typing import Any

import pytest

from hookline.dialects.note import CHANGED, KEPT, LOST
from hookline.hookify.mapping import MEANING, SEED, Entry, entries, message_of, notes_on
from hookline.hookify.rule import INTENDED, STRICT, Rule, read_rule

param = pytest.param
M = "**[n]**\nsay"


def a_rule(fields: str, reading: str = INTENDED) -> Rule:
    rule = read_rule(f"---\nname: n\n{fields}\n---\nsay", "f", "f").rule(reading)
    assert rule is not None
    return rule


def asked(fields: str, mapping: str = MEANING, reading: str = INTENDED) -> list[tuple[Any, ...]]:
    """Event, matcher, failClosed and answer of every entry."""
    rows = entries(a_rule(fields, reading), mapping)
    return [(one.target.event, one.matcher, one.fail_closed, one.row["matched"]) for one in rows]


TOLD = {"user_message": M, "agent_message": M}
DENY, ALLOW, ASK = ({"permission": word, **TOLD} for word in ("deny", "allow", "ask"))
OTHER_TOOLS = "^(?!(?:Shell|Write)$)"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        param("event: bash\naction: block", [("beforeShellExecution", None, True, DENY)], id="a command is blocked"),
        param("event: bash\naction: warn", [("beforeShellExecution", None, False, ALLOW)], id="a warning lets the command run"),
        param("event: file\naction: block", [("preToolUse", "^Write$", True, DENY)], id="an edit is blocked before it is done"),
        param("event: file\naction: warn", [("preToolUse", "^Write$", False, ALLOW)], id="a warning lets the edit be done"),
        param("event: prompt\naction: block", [("beforeSubmitPrompt", None, True, {"continue": False, "user_message": M})], id="a prompt is blocked"),
        param("event: prompt\naction: warn", [("beforeSubmitPrompt", None, False, {"continue": True, "user_message": M})], id="a warning lets the prompt go"),
        param("event: stop\naction: block", [("stop", None, False, {"followup_message": M})], id="the agent is sent on"),
        param("event: stop\naction: warn", [("stop", None, False, {})], id="the end cannot be commented on"),
        param("event: all\naction: block\ntool_matcher: Bash|Edit|Write|mcp__db__q.1|Agent", [("preToolUse", "^(?:Shell|Write|MCP:q\\.1|Task)$", True, DENY)], id="certain tools"),
        param("event: all\naction: block\ntool_matcher: '*'", [("preToolUse", None, True, DENY), ("beforeSubmitPrompt", None, True, {"continue": False, "user_message": M})], id="all tools, and prompts"),
    ],
)  # fmt: skip
def test_hookify_s_meaning(fields: str, expected: list[tuple[Any, ...]]) -> None:
    assert asked(f"{fields}\npattern: x") == expected


READ, EDITED = {"permission": "deny", "user_message": M}, {}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        param("event: bash\naction: block", [("beforeShellExecution", None, True, DENY)], id="block is deny"),
        param("event: bash\naction: warn", [("beforeShellExecution", None, False, ASK)], id="warn is ask"),
        param("event: file\naction: block", [("beforeReadFile", None, True, READ), ("afterFileEdit", None, False, EDITED)], id="files, read and edited"),
        param("event: file\naction: warn", [("beforeReadFile", None, False, {**READ, "permission": "allow"}), ("afterFileEdit", None, False, EDITED)], id="reading cannot be asked about"),
        param("event: prompt\naction: warn", [("beforeSubmitPrompt", None, False, {"continue": True, "user_message": M})], id="prompts cannot be asked about"),
        param("event: stop\naction: block", [("stop", None, False, {"followup_message": M})], id="the end"),
    ],
)  # fmt: skip
def test_the_table_of_seed_000(fields: str, expected: list[tuple[Any, ...]]) -> None:
    assert asked(f"{fields}\npattern: x", SEED) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        param("event: bash\naction: block", [("beforeShellExecution", None, True, {"permission": "deny", "user_message": M}), ("preToolUse", OTHER_TOOLS, True, {"permission": "deny", "user_message": M})], id="other tools too, and the model is not told"),
        param("event: prompt\naction: block", [("beforeSubmitPrompt", None, False, {"continue": True, "user_message": M}), ("preToolUse", OTHER_TOOLS, True, {"permission": "deny", "user_message": M})], id="prompts are not blocked"),
    ],
)  # fmt: skip
def test_what_hookify_s_own_code_does(fields: str, expected: list[tuple[Any, ...]]) -> None:
    assert asked(f"{fields}\npattern: x", reading=STRICT) == expected


@pytest.mark.parametrize(
    ("field", "reading", "events"),
    [
        param("content", INTENDED, ["preToolUse", "beforeSubmitPrompt"], id="tools and prompts have a content"),
        param("command", INTENDED, ["preToolUse"], id="only tools have a command"),
        param("transcript", INTENDED, ["preToolUse", "beforeSubmitPrompt", "stop"], id="everything has a transcript"),
        param("reason", INTENDED, ["preToolUse", "stop"], id="the end has a reason"),
        param("content", STRICT, ["preToolUse"], id="hookify finds no content without a tool"),
        param("reason", STRICT, ["preToolUse", "beforeSubmitPrompt", "stop"], id="hookify finds a reason everywhere"),
    ],
)
def test_a_rule_for_everything_is_asked_where_it_can_match(field: str, reading: str, events: list[str]) -> None:
    rows = asked(f"event: all\nconditions:\n  - field: {field}\n    pattern: x", reading=reading)
    assert [event for event, *_ in rows] == events


def test_an_entry_as_hooks_json_writes_it() -> None:
    bash, file = (
        entries(a_rule(f"event: {event}\naction: {action}\npattern: x"), MEANING)[0]
        for event, action in (("bash", "block"), ("file", "warn"))
    )
    assert bash.as_dict("./x.sh") == {"command": "./x.sh", "timeout": 10, "failClosed": True}
    assert file.as_dict("./x.sh") == {"command": "./x.sh", "matcher": "^Write$", "timeout": 10}


@pytest.mark.parametrize(
    ("fields", "otherwise"),
    [("event: bash", {"permission": "allow"}), ("event: prompt", {"continue": True}), ("event: stop", {})],
)
def test_what_is_said_when_it_does_not_match(fields: str, otherwise: dict[str, Any]) -> None:
    (entry,) = entries(a_rule(f"{fields}\npattern: x"), MEANING)
    assert entry.row["otherwise"] == otherwise


def test_a_message_that_cannot_be_shown_goes_to_the_log() -> None:
    (warn,) = entries(a_rule("event: stop\npattern: x"), MEANING)
    (block,) = entries(a_rule("event: stop\naction: block\npattern: x"), MEANING)
    assert (warn.row["log"], block.row["log"]) == (M + "\n", "")


def test_the_message_without_a_body() -> None:
    assert message_of(a_rule("event: bash\npattern: x")._replace(message="")) == "**[n]**"


def noted(fields: str, mapping: str = MEANING, reading: str = INTENDED) -> list[tuple[str, str, bool]]:
    rule = a_rule(f"{fields}\npattern: x", reading)
    return [(note.kind, note.sentence, note.gate) for note in notes_on(rule, entries(rule, mapping), "f")]


@pytest.mark.parametrize(
    ("notes", "expected"),
    [
        param(noted("event: bash\naction: block"), [(KEPT, "block is asked at beforeShellExecution: denied with its message, and when the script fails (failClosed)", False)], id="block"),
        param(noted("event: file\naction: warn"), [(KEPT, "warn is asked at preToolUse of tools like ^Write$: goes on with its message", False)], id="warn"),
        param(noted("event: stop\naction: block"), [(CHANGED, "stop cannot block: the agent is sent on with the message, 5 times at most (loop_limit)", False)], id="the end"),
        param(noted("event: stop"), [(LOST, "stop shows no message: the rule's goes to the log", False)], id="a warning at the end"),
        param(noted("event: bash", SEED), [(CHANGED, "warn asks a person at beforeShellExecution; hookify goes on", False)], id="seed: warn asks"),
        param(noted("event: file\naction: block", SEED), [(CHANGED, "hookify guards edits; beforeReadFile guards reading (denied with its message, and when the script fails (failClosed); it cannot ask)", False), (LOST, "afterFileEdit cannot block, and shows no message: the rule's goes to the log", True)], id="seed: an edit that is done cannot be blocked"),
        param(noted("event: prompt\naction: block", reading=STRICT)[:1], [(KEPT, "hookify's own code does not block here, so beforeSubmitPrompt only gets the message", False)], id="strict: a prompt"),
    ],
)  # fmt: skip
def test_notes(notes: list[tuple[str, str, bool]], expected: list[tuple[str, str, bool]]) -> None:
    assert notes == expected


def test_a_rule_without_a_place() -> None:
    (note,) = notes_on(a_rule("event: bash\naction: block\npattern: x"), list[Entry](), "f")
    assert (note.kind, note.gate) == (LOST, True)
