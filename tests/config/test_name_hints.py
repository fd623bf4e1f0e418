"""config.name_hints: did you mean."""

import pytest

from hookline.config.name_hints import as_json, claude_event_remedy, event_remedy, quoted
from hookline.spec.dialects import CLAUDE_EVENTS, DIALECT_SPECS
from hookline.spec.events import EVENTS


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        pytest.param(
            "PreToolUse", "PreToolUse is Claude Code's name: write preToolUse; `hookline convert claude` translates a whole file",
            id="Claude's name",
        ),
        pytest.param(
            "userPromptSubmit",
            "userPromptSubmit is Kiro's name: write beforeSubmitPrompt; `hookline convert kiro` translates a whole file",
            id="a name in older files of a tool",
        ),
        pytest.param(
            "BeforeTool", "BeforeTool is Gemini CLI's name: write preToolUse; `hookline convert gemini` translates a whole file",
            id="Gemini's name",
        ),
        pytest.param(
            "before_tool", "BeforeTool is Gemini CLI's name: write preToolUse; `hookline convert gemini` translates a whole file",
            id="Gemini's name in another spelling",
        ),
        pytest.param(
            "pre_run_command",
            "pre_run_command is Windsurf's name: write beforeShellExecution; `hookline convert windsurf` translates a whole file",
            id="Windsurf's name",
        ),
        pytest.param(
            "BeforeModel", "BeforeModel is an event of Gemini CLI that Cursor does not have: remove it", id="Gemini's alone"
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


@pytest.mark.parametrize(
    ("name", "cursor"),
    [
        pytest.param(event.name, event.cursor, id=f"{spec.name} {event.name}")
        for spec in DIALECT_SPECS.values()
        for event in spec.natives.values()
        if event.name not in EVENTS
    ],
)
def test_every_event_of_every_tool_names_the_event_that_is_meant(name: str, cursor: str) -> None:
    assert f"write {cursor};" in event_remedy(name)


@pytest.mark.parametrize("name", sorted({name for spec in DIALECT_SPECS.values() for name in spec.only} - set(EVENTS)))
def test_an_event_that_cursor_has_nothing_like_is_to_be_removed(name: str) -> None:
    assert event_remedy(name).endswith("that Cursor does not have: remove it")


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
