"""Claude Code's names for our things: events, tools, and where its settings files keep hooks.

Facts only; `config.claude` reads the files and `engine.claude` translates the answers.
"""

from __future__ import annotations

#: Claude's event → ours. An event that is missing here has no counterpart.
CLAUDE_EVENTS = {
    "PreToolUse": "preToolUse",
    "PostToolUse": "postToolUse",
    "UserPromptSubmit": "beforeSubmitPrompt",
    "Stop": "stop",
    "SubagentStop": "subagentStop",
    "SessionStart": "sessionStart",
    "SessionEnd": "sessionEnd",
    "PreCompact": "preCompact",
}

#: Events Claude Code has and Cursor does not run from its files.
CLAUDE_ONLY_EVENTS = frozenset({
    "PostToolUseFailure", "Setup", "UserPromptExpansion", "PermissionRequest", "PermissionDenied", "PostToolBatch",
    "Notification", "MessageDisplay", "SubagentStart", "StopFailure", "TaskCreated", "TaskCompleted", "TeammateIdle",
    "InstructionsLoaded", "ConfigChange", "CwdChanged", "DirectoryAdded", "FileChanged", "WorktreeCreate",
    "WorktreeRemove", "PostCompact", "Elicitation", "ElicitationResult",
})  # fmt: skip

#: Cursor's tool name → the names Claude's matchers know it by, besides its own.
CLAUDE_TOOL_NAMES = {
    "Shell": ("Bash",),
    "Write": ("Write", "Edit"),
    "Task": ("Task", "Agent"),
}

#: Characters of a Claude matcher that is a list of exact names and not a regular expression.
EXACT_LIST_CHARACTERS = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ,|"
)

#: Handler types of Claude Code, and whether Cursor runs them.
CLAUDE_HANDLER_TYPES = {
    "command": True,
    "prompt": True,
    "http": False,
    "mcp_tool": False,
    "agent": False,
}

#: How a prompt hook's `$ARGUMENTS` is written.
ARGUMENTS = "$ARGUMENTS"
