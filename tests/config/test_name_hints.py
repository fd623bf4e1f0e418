"""config.name_hints: did you mean."""

import pytest

from hookline.config.name_hints import as_json, claude_event_remedy, event_remedy, quoted
from hookline.spec.claude import CLAUDE_EVENTS, CLAUDE_ONLY_EVENTS
from hookline.spec.events import EVENTS


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        pytest.param("PreToolUse", "PreToolUse is Claude Code's name: write preToolUse", id="Claude's name"),
        pytest.param(
            "UserPromptSubmit", "UserPromptSubmit is Claude Code's name: write beforeSubmitPrompt", id="Claude's other name"
        ),
        pytest.param("beforeShellExecutions", "did you mean beforeShellExecution?", id="a slip"),
        pytest.param("before_shell_execution", "did you mean beforeShellExecution?", id="snake case"),
        pytest.param("beforeWriteFile", 'did you mean preToolUse with "matcher": "Write"?', id="an event people expect"),
        pytest.param(
            "PermissionRequest", "PermissionRequest is an event of Claude Code that Cursor does not have: remove it",
            id="Claude's alone",
        ),
        pytest.param("onFriday", "remove it, or use one of: " + ", ".join(EVENTS), id="no idea"),
    ],
)  # fmt: skip
def test_event_remedy(name: str, remedy: str) -> None:
    assert event_remedy(name) == remedy


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        pytest.param(
            "beforeSubmitPrompt", "beforeSubmitPrompt is Cursor's name: write UserPromptSubmit in this file", id="Cursor's"
        ),
        pytest.param("PreTooluse", "did you mean PreToolUse?", id="a slip"),
        pytest.param("Notifications", "did you mean Notification?", id="a slip in an event of Claude alone"),
        pytest.param("onFriday", "remove it, or use one of: " + ", ".join(CLAUDE_EVENTS), id="no idea"),
    ],
)
def test_claude_event_remedy(name: str, remedy: str) -> None:
    assert claude_event_remedy(name) == remedy


@pytest.mark.parametrize("name", [*CLAUDE_EVENTS, *sorted(CLAUDE_ONLY_EVENTS)])
def test_every_event_of_claude_has_a_remedy_in_hooks_json(name: str) -> None:
    assert "use one of" not in event_remedy(name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("it's", '"it\'s"', id="quotes that fit"),
        pytest.param("\x1b[31m\u202e", "'\\x1b[31m\\u202e'", id="nothing that steers a terminal"),
        pytest.param("x" * 61, "'" + "x" * 59 + "…'", id="cut where it is long"),
    ],
)
def test_quoted(text: str, shown: str) -> None:
    assert quoted(text) == shown


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param('say "é"', '"say \\"é\\""', id="escaped as JSON wants it"),
        pytest.param("x" * 61, '"…"', id="too long: a sketch"),
        pytest.param("a\nb", '"…"', id="not printable: a sketch"),
    ],
)
def test_as_json(text: str, written: str) -> None:
    assert as_json(text) == written
