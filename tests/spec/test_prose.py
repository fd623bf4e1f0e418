"""spec.prose: the sentences every page, schema and completion takes from the rows."""

import pytest

from hookline.spec import prose
from hookline.spec.events import EVENTS


def test_every_event_has_a_sentence_on_when_it_happens() -> None:
    assert list(prose.WHEN) == list(EVENTS)
    assert [name for name, text in prose.WHEN.items() if not (text[0].isupper() and text.endswith("."))] == []


def test_every_value_of_a_column_has_words() -> None:
    assert set(prose.ASK) == {row.ask for row in EVENTS.values()}
    assert set(prose.FOLD) == {out.fold for row in EVENTS.values() for out in row.outputs}


def test_about_is_when_and_what_a_hook_can_do() -> None:
    assert prose.about(EVENTS["beforeShellExecution"]) == (
        "The agent is about to run a shell command. A hook can deny a shell command or have a person asked."
    )


@pytest.mark.parametrize(
    ("event", "gate"),
    [
        pytest.param("preToolUse", '`permission: "deny"` or exit code 2 stops it', id="permission"),
        pytest.param("beforeSubmitPrompt", "`continue: false` or exit code 2 stops it", id="continue"),
        pytest.param("stop", "none; nothing can be stopped here", id="no gate"),
    ],
)
def test_gate(event: str, gate: str) -> None:
    assert prose.gate(EVENTS[event]) == gate


@pytest.mark.parametrize(
    ("event", "subject", "matcher"),
    [
        pytest.param("preToolUse", "the input field `tool_name`", "tried on the input field `tool_name`", id="a field"),
        pytest.param("stop", "the fixed text `Stop`", "tried on the fixed text `Stop`", id="a fixed text"),
        pytest.param(
            "beforeMCPExecution",
            "the input field `tool_name`, bare and as `MCP:<tool_name>`",
            "tried on the input field `tool_name`, bare and as `MCP:<tool_name>`",
            id="the name of an MCP tool",
        ),
        pytest.param("sessionStart", None, "ignored here, with a warning", id="nothing"),
    ],
)
def test_matcher(event: str, subject: str | None, matcher: str) -> None:
    assert (prose.subject(EVENTS[event]), prose.matcher(EVENTS[event])) == (subject, matcher)


@pytest.mark.parametrize(
    ("event", "followups"),
    [
        pytest.param(
            "stop",
            "taken whatever `status` is; a hook is skipped once `loop_count` has reached its `loop_limit` (5 by default)",
            id="in every status",
        ),
        pytest.param(
            "subagentStop",
            "taken only when `status` is `completed`; a hook is skipped once `loop_count` has reached its `loop_limit`"
            " (5 by default)",
            id="in one status",
        ),
        pytest.param("preToolUse", "none; `loop_limit` means nothing here", id="never"),
    ],
)
def test_followups(event: str, followups: str) -> None:
    assert prose.followups(EVENTS[event]) == followups
