"""spec.claude: Claude Code's names, as Cursor's page on third-party hooks maps them (DIALECTS A1)."""

from hookline.spec.claude import (
    ARGUMENTS,
    CLAUDE_EVENTS,
    CLAUDE_HANDLER_TYPES,
    CLAUDE_ONLY_EVENTS,
    CLAUDE_TOOL_NAMES,
    EXACT_LIST_CHARACTERS,
)
from hookline.spec.events import EVENTS


def test_the_eight_events_with_a_counterpart() -> None:
    assert CLAUDE_EVENTS == {
        "PreToolUse": "preToolUse",
        "PostToolUse": "postToolUse",
        "UserPromptSubmit": "beforeSubmitPrompt",
        "Stop": "stop",
        "SubagentStop": "subagentStop",
        "SessionStart": "sessionStart",
        "SessionEnd": "sessionEnd",
        "PreCompact": "preCompact",
    }
    assert set(CLAUDE_EVENTS.values()) <= set(EVENTS)


def test_the_events_cursor_does_not_run() -> None:
    """Notification, PermissionRequest and the other 21 of DIALECTS A1; none of them has a counterpart."""
    assert len(CLAUDE_ONLY_EVENTS) == 23
    assert {"Notification", "PermissionRequest"} < CLAUDE_ONLY_EVENTS
    assert CLAUDE_ONLY_EVENTS & set(CLAUDE_EVENTS) == set()


def test_tools_with_another_name() -> None:
    assert CLAUDE_TOOL_NAMES == {"Shell": ("Bash",), "Write": ("Write", "Edit"), "Task": ("Task", "Agent")}


def test_handlers_cursor_runs() -> None:
    assert [name for name, runs in CLAUDE_HANDLER_TYPES.items() if runs] == ["command", "prompt"]
    assert [name for name, runs in CLAUDE_HANDLER_TYPES.items() if not runs] == ["http", "mcp_tool", "agent"]


def test_a_matcher_of_plain_names_is_an_exact_list() -> None:
    assert EXACT_LIST_CHARACTERS.issuperset("Edit|Write, Bash-2_x")
    assert EXACT_LIST_CHARACTERS.isdisjoint(".*+?^$()[]{}\\:/")


def test_the_place_of_the_event_in_a_prompt() -> None:
    assert ARGUMENTS == "$ARGUMENTS"
