"""Words of Cursor's that other tools' rows are translated to and from, and spellings their files
have besides their own.

Facts only, as in `dialects`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: What Cursor's payloads call the things all of them are about; the first name an event has counts.
CURSOR_FIELDS = {
    "session": "conversation_id",
    "session_id": "session_id",
    "turn": "generation_id",
    "model": "model",
    "transcript": "transcript_path",
    "event": "hook_event_name",
    "tool": "tool_name",
    "input": "tool_input",
    "id": "tool_use_id|tool_call_id",
    "cwd": "cwd",
    "command": "command",
    "output": "output|tool_output|result_json",
    "file": "file_path",
    "content": "content",
    "edits": "edits",
    "prompt": "prompt",
    "text": "text",
    "trigger": "trigger",
    "reason": "reason",
    "error": "error_message",
    "agent": "subagent_type",
    "task": "task",
    "duration": "duration|duration_ms",
    "server": "mcp_server_name",
    "loops": "loop_count",
    "roots": "workspace_roots",
    "agent_transcript": "agent_transcript_path",
    "interrupted": "is_interrupt",
    "status": "status",
}

#: The tool of ours an event is about, where its name says it.
CURSOR_TOOL_OF = {
    "beforeShellExecution": "Shell",
    "afterShellExecution": "Shell",
    "beforeMCPExecution": "MCP:",
    "afterMCPExecution": "MCP:",
    "beforeReadFile": "Read",
    "afterFileEdit": "Write",
    "subagentStart": "Task",
}

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
#: Characters of a matcher of Claude Code's that is a list of exact names and no regular expression.
EXACT_LIST_CHARACTERS = frozenset(_LETTERS + "- ,|")

#: How hooks of a style answer (columns of `codec.dialect_table`).
#: - `exits`: what exit codes besides 0 and 2 are: a `failure`; an `answer` counts beside them all
#:   the same; a `refusal` before a tool; `refusal-above-2`: one where there is no answer, from 3 on.
#: - `text`: what plain text is: `context` at a start and a prompt, a `notice`, or nothing.
#: - `fails_on`: which other output is a failure: any `text`, only what begins as `json`, or none.
#: - `reads`: the keys that are read of an answer; empty: all.
#: - `decisions`: the words of `decision`, and the permission each stands for.
#: - `progress`: lines that report progress are taken out. `on_stderr`: the answer may stand there.
_OLD_WORDS = {"block": "deny", "approve": "allow"}
_ALL_WORDS = {**_OLD_WORDS, "deny": "deny", "allow": "allow", "ask": "ask"}
_AS_CLAUDE: dict[str, Any] = {
    "exits": "answer",
    "text": "context",
    "fails_on": "json",
    "reads": [],
    "decisions": _OLD_WORDS,
    "progress": False,
    "on_stderr": False,
}
READING: dict[str, dict[str, Any]] = {
    "cursor": {**_AS_CLAUDE, "exits": "failure", "text": "", "fails_on": "text", "decisions": {}},
    "claude": _AS_CLAUDE,
    "codex": {**_AS_CLAUDE, "exits": "failure"},
    "gemini": {
        **_AS_CLAUDE,
        "exits": "refusal-above-2",
        "text": "notice",
        "decisions": _ALL_WORDS,
        "on_stderr": True,
    },
    "copilot": {
        **_AS_CLAUDE,
        "exits": "refusal",
        "text": "",
        "decisions": _ALL_WORDS,
        "progress": True,
    },
    "vscode": {**_AS_CLAUDE, "text": ""},
    "exit": {
        **_AS_CLAUDE,
        "exits": "failure",
        "fails_on": "",
        "reads": ["decision", "reason"],
        "decisions": _ALL_WORDS,
    },
}
#: How Cursor reads a hook out of Claude Code's own files: rules 6 and 8 hold there too.
LIVE_READING = {"exits": "failure", "fails_on": "text"}

#: Words by which other tools' hooks answer, and Cursor's do not.
OTHER_WORDS = ("decision", "hookSpecificOutput", "permissionDecision", "allow", "action")

#: Events of theirs without a counterpart of ours at which a hook can stop something.
ONLY_GATES = frozenset(
    {
        "UserPromptExpansion",
        "PermissionRequest",
        "PostToolBatch",
        "TaskCreated",
        "TaskCompleted",
        "TeammateIdle",
        "ConfigChange",
        "WorktreeCreate",
        "Elicitation",
        "ElicitationResult",
        "BeforeModel",
        "AfterModel",
        "BeforeToolSelection",
        "permissionRequest",
        "PreTaskExec",
    }
)

#: Answers a hook of ours can give, and the word that says a dialect has something like it at such a
#: moment.
ANSWER_WORDS = {
    "updated_input": "input",
    "additional_context": "context:{kind}",
    "env": "env",
    "followup_message": "followup",
    "updated_mcp_tool_output": "output",
}

#: Our event of a shell command, by the kind of the native event.
SHELL_EVENTS = {"tool": "beforeShellExecution", "result": "afterShellExecution"}

#: Tools whose hooks of a person lie in the home as a project's lie in the project.
PERSONAL = frozenset({"cursor", "claude", "gemini", "codex", "qwen", "factory", "goose", "kiro"})

#: Whose events a tool also reads from its own files.
NEIGHBOURS = {"copilot": ("claude",)}

#: Tools that write the payload of an event in a neighbour's words where a file names the event as the
#: neighbour does: whose words, and what differs from them.
BORROWED_WORDS: dict[str, tuple[str, dict[str, Any]]] = {
    "copilot": (
        "claude",
        {
            "fields": {"output": "tool_result.text_result_for_llm"},
            "mcp": "",
            "own_tools": ["Glob", "AskUserQuestion", "TodoWrite"],
        },
    )
}

#: Other names a tool's own files have for its events.
ALIASES = {
    "kiro": {
        "AgentSpawn": "SessionStart",
        "agentSpawn": "SessionStart",
        "userPromptSubmit": "UserPromptSubmit",
        "promptSubmit": "UserPromptSubmit",
        "preToolUse": "PreToolUse",
        "postToolUse": "PostToolUse",
        "stop": "Stop",
        "agentStop": "Stop",
        "fileEdited": "PostFileSave",
        "fileCreated": "PostFileCreate",
        "fileDeleted": "PostFileDelete",
        "userTriggered": "Manual",
    },
    "vscode": {
        "preToolUse": "PreToolUse",
        "postToolUse": "PostToolUse",
        "sessionStart": "SessionStart",
        "subagentStart": "SubagentStart",
        "subagentStop": "SubagentStop",
        "preCompact": "PreCompact",
        "agentStop": "Stop",
        "userPromptSubmitted": "UserPromptSubmit",
    },
}
