"""engine.interpret: what one hook's ending means. No process runs here."""

import pytest

from hookline.engine.interpret import interpret
from hookline.model import Completion, Ending, Outcome
from hookline.spec.events import EVENTS
from hookline.spec.profiles import PROFILES
from hookline.testing import a_hook, denied, exited, killed, not_started, timed_out

SHELL, PROMPT, READ, EDIT, STOP = "beforeShellExecution", "beforeSubmitPrompt", "beforeReadFile", "afterFileEdit", "stop"


def read(event: str, completion: Completion, profile: str = "cursor", source: str = "project", **hook: object) -> Outcome:
    return interpret(EVENTS[event], a_hook(event, source, **hook), completion, PROFILES[profile])


@pytest.mark.parametrize(
    ("event", "completion", "permission", "failure"),
    [
        pytest.param(SHELL, exited(0), None, None, id="silence is no opinion"),
        pytest.param(SHELL, exited(0, "{}"), None, None, id="an empty object is no opinion"),
        pytest.param(SHELL, denied("no"), "deny", None, id="a deny"),
        pytest.param(SHELL, exited(0, {"permission": "ask"}), "ask", None, id="ask reaches the host for shell commands"),
        pytest.param("beforeMCPExecution", exited(0, {"permission": "ask"}), "ask", None, id="and for MCP tools"),
        pytest.param("preToolUse", exited(0, {"permission": "ask"}), None, None, id="ask is no opinion for preToolUse"),
        pytest.param("subagentStart", exited(0, {"permission": "ask"}), "deny", None, id="ask is a deny for subagentStart"),
        pytest.param(READ, exited(0, {"permission": "ask"}), None, "permission 'ask' is not allow or deny", id="ask elsewhere is not valid"),
        pytest.param(SHELL, exited(0, {"permission": "denied"}), None, "permission 'denied' is not allow, deny or ask", id="an unknown word"),
        pytest.param(SHELL, exited(0, {"permission": "DENY"}), None, "permission 'DENY' is not allow, deny or ask", id="case counts"),
        pytest.param(SHELL, exited(0, {"permission": None}), None, "permission null is not allow, deny or ask", id="null is not a word"),
        pytest.param(SHELL, exited(0, {"permission": ["deny"]}), None, "permission a list is not allow, deny or ask", id="a list is not a word"),
        pytest.param(SHELL, exited(2), "deny", None, id="exit 2 needs no JSON"),
        pytest.param(SHELL, exited(2, "garbage"), "deny", None, id="exit 2 with garbage"),
        pytest.param(SHELL, exited(2, {"permission": "allow"}), "deny", None, id="exit 2 beats an allow"),
        pytest.param(SHELL, exited(2, {"permission": None}), "deny", None, id="exit 2 beats null"),
        pytest.param(SHELL, exited(1), None, "exited with code 1", id="exit 1 fails open"),
        pytest.param(SHELL, exited(1, {"permission": "deny"}), None, "exited with code 1", id="exit 1 with a deny fails open"),
        pytest.param(SHELL, killed(9), None, "killed by signal 9 (SIGKILL)", id="a signal"),
        pytest.param(SHELL, killed(250), None, "killed by signal 250 (unknown)", id="a signal without a name"),
        pytest.param(SHELL, timed_out(), None, "timed out after 60 s", id="out of time"),
        pytest.param(SHELL, not_started(), None, "not found: ./missing.sh", id="not started"),
        pytest.param(SHELL, Completion(Ending.CANCELLED, 1.0), None, "cancelled", id="cancelled"),
        pytest.param(PROMPT, exited(0, {"continue": False}), "deny", None, id="continue false stops a prompt"),
        pytest.param(PROMPT, exited(0, {"continue": True}), "allow", None, id="continue true lets it pass"),
        pytest.param(PROMPT, exited(0, {"permission": "deny"}), None, None, id="permission does not stop a prompt"),
        pytest.param(PROMPT, exited(0, {"continue": "no"}), None, "continue is text, not true or false", id="continue is a boolean"),
        pytest.param(PROMPT, exited(0, {"continue": None}), None, "continue is null, not true or false", id="continue is not null"),
        pytest.param(PROMPT, exited(2), "deny", None, id="exit 2 stops a prompt"),
        pytest.param(EDIT, exited(2), "deny", None, id="exit 2 on an observer is recorded"),
        pytest.param(EDIT, exited(0, {"permission": "maybe"}), None, None, id="an observer's permission is not looked at"),
        pytest.param(SHELL, exited(0, {"user_message": 5}), None, "user_message is a number, not text", id="a message is text"),
        pytest.param("preToolUse", exited(0, {"updated_input": [1]}), None, "updated_input is a list, not an object", id="an input is an object"),
        pytest.param("workspaceOpen", exited(0, {"pluginPaths": [1]}), None, "pluginPaths holds something that is not text", id="paths are texts"),
        pytest.param(SHELL, exited(0, {"permission": "allow", "user_message": None}), "allow", None, id="a null message is absent"),
    ],
)  # fmt: skip
def test_meaning(event: str, completion: Completion, permission: str | None, failure: str | None) -> None:
    outcome = read(event, completion)
    assert (outcome.permission, outcome.failure) == (permission, failure)


FAILURES = [exited(1), exited(0, "text"), exited(0, {"permission": "x"}), killed(), timed_out(), not_started(), exited(127)]


@pytest.mark.parametrize("completion", FAILURES)
@pytest.mark.parametrize("event", [name for name, spec in EVENTS.items() if spec.gate == "permission"])
def test_failclosed_makes_every_failure_of_a_gate_a_deny(event: str, completion: Completion) -> None:
    outcome = read(event, completion, fail_closed=True)
    assert outcome.permission == "deny"
    assert outcome.failure and "failClosed is set" in outcome.grounds


@pytest.mark.parametrize("event", [name for name, spec in EVENTS.items() if not spec.gate])
def test_failclosed_means_nothing_where_nothing_can_be_blocked(event: str) -> None:
    assert read(event, exited(1), fail_closed=True).permission is None


def test_a_failed_hook_that_printed_a_deny_is_named() -> None:
    assert read(SHELL, exited(1, {"permission": "deny"})).notes == (
        "it printed a deny, which does not count because it failed",
    )


@pytest.mark.parametrize(
    ("event", "completion", "fields"),
    [
        pytest.param(SHELL, exited(2, stderr="why\n"), {"agent_message": "why"}, id="stderr tells the agent"),
        pytest.param(PROMPT, exited(2, stderr="why"), {"user_message": "why"}, id="or the user where there is no agent message"),
        pytest.param(SHELL, exited(2, {"user_message": "U"}, "E"), {"user_message": "U", "agent_message": "E"}, id="each message by itself"),
        pytest.param(SHELL, exited(2, {"agentMessage": "A"}, "E"), {"agent_message": "A"}, id="stdout before stderr"),
        pytest.param(SHELL, exited(2, {"user_message": 5}), {}, id="a message that is no text is none"),
        pytest.param(SHELL, exited(2), {}, id="nothing said"),
    ],
)  # fmt: skip
def test_messages_of_exit_two(event: str, completion: Completion, fields: dict[str, str]) -> None:
    assert read(event, completion).fields == fields


@pytest.mark.parametrize(
    ("event", "said", "fields"),
    [
        pytest.param(SHELL, {"permission": "deny", "userMessage": "U", "agentMessage": "A"}, {"user_message": "U", "agent_message": "A"}, id="camelCase"),
        pytest.param(SHELL, {"user_message": "s", "userMessage": "c"}, {"user_message": "s"}, id="snake_case first"),
        pytest.param("preToolUse", {"updatedInput": {"a": 1}}, {"updated_input": {"a": 1}}, id="every field has both spellings"),
        pytest.param("workspaceOpen", {"plugin_paths": ["/p"]}, {"pluginPaths": ["/p"]}, id="also the other way round"),
        pytest.param("sessionStart", {"env": {"A": "1"}, "additional_context": "x"}, {"env": {"A": "1"}, "additional_context": "x"}, id="session fields"),
        pytest.param("sessionStart", {"env": {"A": "1", "B=": "x", "": "y", "C": 5, "D": "\0", "E": "\ud800"}}, {"env": {"A": "1"}}, id="what no process can have is dropped"),
        pytest.param(STOP, {"followup_message": "go"}, {"followup_message": "go"}, id="a follow-up"),
        pytest.param(EDIT, {"user_message": "x"}, {}, id="what the event does not have is not a field"),
    ],
)  # fmt: skip
def test_fields(event: str, said: dict[str, object], fields: dict[str, object]) -> None:
    outcome = read(event, exited(0, said))
    assert (outcome.fields, outcome.failure, outcome.answer) == (fields, None, said)


def test_dropped_variables_are_noted() -> None:
    outcome = read("sessionStart", exited(0, {"env": {"B=": "x", "C": 5, "D": "\0"}}))
    assert outcome.notes == (
        "env: 'B=' cannot be the name of a variable and was dropped",
        "env: the value of C is a number, not text, and was dropped",
        "env: no process can have the value of D; it was dropped",
    )


@pytest.mark.parametrize(
    ("event", "said", "note"),
    [
        (PROMPT, {"permission": "deny"}, "beforeSubmitPrompt does not use 'permission': it has no effect; beforeSubmitPrompt is blocked by \"continue\": false"),
        (STOP, {"permission": "deny"}, "stop does not use 'permission': it has no effect"),
        (SHELL, {"continue": False}, 'beforeShellExecution does not use \'continue\': it has no effect; beforeShellExecution is blocked by "permission": "deny"'),
        (EDIT, {"followupMessage": "x"}, "afterFileEdit does not use 'followupMessage': it has no effect"),
    ],
)  # fmt: skip
def test_the_wrong_contract_is_named(event: str, said: dict[str, object], note: str) -> None:
    assert read(event, exited(0, said)).notes == (note,)


def test_continue_true_is_in_every_sample_and_not_worth_a_note() -> None:
    assert read(SHELL, exited(0, {"continue": True, "permission": "allow", "x": 1})).notes == ()


def test_an_interpreter_that_cannot_open_its_script_is_named_and_still_denies() -> None:
    outcome = read(SHELL, exited(2, stderr="python3: can't open file '/x/guard.py': [Errno 2] No such file or directory"))
    assert outcome.permission == "deny"
    assert "probably a broken hook" in outcome.grounds


def test_2026_09_blocks_on_an_answer_that_is_not_valid_and_on_nothing_else() -> None:
    september = "cursor-2026-09"
    assert read(SHELL, exited(0, "text"), september).permission == "deny"
    assert read(SHELL, exited(0, {"permission": "x"}), september).permission == "deny"
    assert read(SHELL, exited(0), september).permission is None
    assert read(SHELL, exited(1), september).permission is None
    assert read(PROMPT, exited(0, "text"), september).permission is None


@pytest.mark.parametrize(
    ("event", "completion", "permission", "fields"),
    [
        pytest.param("preToolUse", exited(0, {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "R"}}), "deny", {"user_message": "R"}, id="nested deny"),
        pytest.param("preToolUse", exited(0, {"decision": "block", "reason": "R"}), "deny", {"user_message": "R"}, id="block on PreToolUse is a deny"),
        pytest.param("preToolUse", exited(0, {"decision": "approve"}), "allow", {}, id="approve is an allow"),
        pytest.param("preToolUse", exited(0, {"hookSpecificOutput": {"permissionDecision": "defer"}}), None, {}, id="defer is no opinion"),
        pytest.param("preToolUse", exited(0, {"hookSpecificOutput": {"updatedInput": {"a": 1}}}), None, {"updated_input": {"a": 1}}, id="updatedInput"),
        pytest.param(PROMPT, exited(0, {"decision": "block", "reason": "R"}), "deny", {"user_message": "R"}, id="block stops a prompt"),
        pytest.param(PROMPT, exited(0, {"continue": False}), "deny", {}, id="continue false stops a prompt"),
        pytest.param(STOP, exited(0, {"decision": "block", "reason": "R"}), None, {"followup_message": "R"}, id="block on Stop is a follow-up"),
        pytest.param(STOP, exited(0, {"decision": "block"}), None, {}, id="without a reason there is nothing to say"),
        pytest.param(STOP, exited(2, stderr="R\n"), "deny", {"followup_message": "R"}, id="exit 2 on Stop is a follow-up with stderr"),
        pytest.param("preToolUse", exited(2, stderr="R"), "deny", {"agent_message": "R"}, id="exit 2 on PreToolUse"),
        pytest.param("preToolUse", exited(0, {"permission": "deny"}), "deny", {}, id="a Cursor-shaped answer works too"),
    ],
)  # fmt: skip
def test_claude_answers(event: str, completion: Completion, permission: str | None, fields: dict[str, object]) -> None:
    outcome = read(event, completion, source="claude-project")
    assert (outcome.permission, outcome.fields, outcome.failure) == (permission, fields, None)


def judged(text: str, detail: str | None = None) -> Completion:
    return Completion(Ending.JUDGED, 5.0, stdout=text.encode(), detail=detail)


@pytest.mark.parametrize(
    ("event", "completion", "permission", "fields", "failure"),
    [
        pytest.param(SHELL, judged('{"ok":false,"reason":"R"}'), "deny", {"user_message": "R", "agent_message": "R"}, None, id="no is a deny with the reason"),
        pytest.param(SHELL, judged('{"ok":false}'), "deny", {}, None, id="no without a reason"),
        pytest.param(SHELL, judged('{"ok":true,"reason":"fine"}'), None, {}, None, id="yes is no opinion: a judge never loosens"),
        pytest.param(STOP, judged('{"ok":false,"reason":"R"}'), None, {"followup_message": "R"}, None, id="on stop a follow-up"),
        pytest.param(EDIT, judged('{"ok":false,"reason":"R"}'), None, {}, None, id="on an observer recorded"),
        pytest.param(SHELL, judged('{"ok":"true"}'), None, {}, "the judge's answer has no boolean 'ok'", id="text is not a boolean"),
        pytest.param(SHELL, judged(""), None, {}, "the judge's answer has no boolean 'ok'", id="silence is no verdict"),
        pytest.param(SHELL, judged("", "no judge is configured"), None, {}, "no judge is configured", id="no judge"),
    ],
)  # fmt: skip
def test_judged(
    event: str, completion: Completion, permission: str | None, fields: dict[str, str], failure: str | None
) -> None:
    outcome = read(event, completion, type="prompt", command="Is it safe?")
    assert (outcome.permission, outcome.fields, outcome.failure) == (permission, fields, failure)


def test_a_judge_that_fails_closed() -> None:
    assert read(SHELL, judged("nonsense"), type="prompt", fail_closed=True).permission == "deny"
