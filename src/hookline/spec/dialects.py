"""DIALECT_SPECS: what other tools' hook systems are like, one row for each: events, tools, units,
words.

Facts only; `hookline.dialects` reads and writes the files, `hookline.codec` translates payloads and
answers while they run.
"""

from __future__ import annotations

from hookline.spec.dialect_row import Carry, DialectSpec, Native

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_SHELL, _WRITE, _READ, _TASK, _MCP = ("Shell",), ("Write",), ("Read",), ("Task",), ("MCP:",)
NO_CONTENT = (
    "the payload has no content: the adapter reads the file itself; "
    "new_content becomes a refusal that shows it"
)
_LAST_MESSAGE = "runs once, when the agent stops, with its last message"


def _start(name: str) -> Carry:
    return Carry((name, ()), about="runs at the start of a session; pluginPaths do nothing")


def _same(before: str, after: str) -> dict[str, Carry]:
    """Our tool events where a tool has one event before and one after every tool call."""
    return {
        "preToolUse": Carry((before, ())),
        "postToolUse": Carry((after, ())),
        "beforeShellExecution": Carry((before, _SHELL)),
        "afterShellExecution": Carry((after, _SHELL)),
        "beforeMCPExecution": Carry((before, _MCP)),
        "afterMCPExecution": Carry((after, _MCP)),
        "beforeReadFile": Carry((before, _READ), about=NO_CONTENT),
        "afterFileEdit": Carry((after, _WRITE)),
    }


def _natives(
    before: str, after: str, prompt: str, stop: str, start: str, end: str
) -> tuple[Native, ...]:
    return (
        Native(before, "preToolUse", "tool", blocks=True),
        Native(after, "postToolUse", "result"),
        Native(prompt, "beforeSubmitPrompt", "prompt", blocks=True),
        Native(stop, "stop", "turn"),
        Native(start, "sessionStart", "start"),
        Native(end, "sessionEnd", "other"),
    )


_CLAUDE_NATIVES = _natives(
    "PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart", "SessionEnd"
)
_SUBAGENT_STOP = Native("SubagentStop", "subagentStop", "turn")
_SUBAGENT_START = Native("SubagentStart", "subagentStart", "other")
_COMPACT = Native("PreCompact", "preCompact", "other")
_FAILURE = Native("PostToolUseFailure", "postToolUseFailure", "result")
_CLAUDE_CARRIES = {
    **_same("PreToolUse", "PostToolUse"),
    "sessionStart": Carry(("SessionStart", ())),
    "sessionEnd": Carry(("SessionEnd", ())),
    "beforeSubmitPrompt": Carry(("UserPromptSubmit", ())),
    "stop": Carry(("Stop", ())),
    "subagentStop": Carry(("SubagentStop", ())),
    "preCompact": Carry(("PreCompact", ())),
    "afterAgentResponse": Carry(("Stop", ()), about=_LAST_MESSAGE),
}
#: In the order in which Claude Code writes them: there are hooks that look for one before the other.
_CLAUDE_FIELDS = {
    "session": "session_id",
    "transcript": "transcript_path",
    "cwd": "cwd",
    "turn": "prompt_id",
    "event": "hook_event_name",
    "tool": "tool_name",
    "input": "tool_input",
    "output": "tool_response",
    "id": "tool_use_id",
    "prompt": "prompt",
    "again": "stop_hook_active",
    "text": "last_assistant_message",
    "trigger": "trigger",
    "reason": "reason",
    "source": "source",
    "error": "error",
    "interrupted": "is_interrupt",
    "duration": "duration_ms",
    "agent": "agent_type",
    "agent_transcript": "agent_transcript_path",
    "model": "model",
}
#: What a payload of Claude Code has at every event, and at each besides (DIALECTS B4, measured).
_CLAUDE_TELLS_ALWAYS = ("session", "transcript", "cwd", "turn", "event")
_CLAUDE_TELLS = {
    "PreToolUse": ("tool", "input", "id"),
    "PostToolUse": ("tool", "input", "output", "id", "duration"),
    "PostToolUseFailure": ("tool", "input", "id", "error", "interrupted", "duration"),
    "UserPromptSubmit": ("prompt",),
    "Stop": ("again", "text"),
    "SubagentStop": ("again", "text", "agent", "agent_transcript"),
    "SubagentStart": ("agent",),
    "SessionStart": ("source", "model"),
    "SessionEnd": ("reason",),
    "PreCompact": ("trigger",),
}
_CLAUDE_ALWAYS: dict[str, dict[str, object]] = {
    "SessionStart": {"source": "startup"},
    "SessionEnd": {"reason": "other"},
    "PreCompact": {"trigger": "auto", "custom_instructions": ""},
    "Stop": {"permission_mode": "default", "stop_hook_active": False},
    "SubagentStop": {"permission_mode": "default", "stop_hook_active": False},
}
_CLAUDE_WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "SessionStart": {"source": ("resume", "clear", "compact", "fork", "startup")},
    "SessionEnd": {"reason": ("clear", "resume", "logout", "prompt_input_exit", "other")},
}


def _as_claude_tells_it(native: Native) -> Native:
    return Native(
        native.name,
        native.cursor,
        native.kind,
        blocks=native.blocks,
        tells=(*_CLAUDE_TELLS_ALWAYS, *_CLAUDE_TELLS[native.name]),
        always=_CLAUDE_ALWAYS.get(native.name, {"permission_mode": "default"}),
        words=_CLAUDE_WORDS.get(native.name, {}),
    )


_PROMPTS = (
    "preToolUse",
    "postToolUse",
    "postToolUseFailure",
    "stop",
    "subagentStop",
    "beforeSubmitPrompt",
)
_CONTEXT = ("context:start", "context:prompt", "context:result")
_AS_CLAUDE = ("ask", "input", "followup", "context:tool", *_CONTEXT)

_ROWS = (
    DialectSpec(
        "claude",
        "Claude Code",
        ".claude/settings.json",
        ".claude/hooks/hookline_adapter.py",
        reads=(".claude/settings.local.json",),
        root="$CLAUDE_PROJECT_DIR",
        variable="CLAUDE_PROJECT_DIR",
        natives=tuple(
            _as_claude_tells_it(native)
            for native in (
                *_CLAUDE_NATIVES,
                _SUBAGENT_STOP,
                _SUBAGENT_START,
                Native("PreCompact", "preCompact", "other", blocks=True),
                _FAILURE,
            )
        ),
        carries={
            **_CLAUDE_CARRIES,
            "subagentStart": Carry(("PreToolUse", _TASK)),
            "workspaceOpen": _start("SessionStart"),
            "postToolUseFailure": Carry(("PostToolUseFailure", ())),
        },
        only=(
            "Setup",
            "UserPromptExpansion",
            "PermissionRequest",
            "PermissionDenied",
            "PostToolBatch",
            "Notification",
            "MessageDisplay",
            "StopFailure",
            "TaskCreated",
            "TaskCompleted",
            "TeammateIdle",
            "InstructionsLoaded",
            "ConfigChange",
            "CwdChanged",
            "DirectoryAdded",
            "FileChanged",
            "WorktreeCreate",
            "WorktreeRemove",
            "PostCompact",
            "Elicitation",
            "ElicitationResult",
        ),
        fields=_CLAUDE_FIELDS,
        default_s={"": 600, "prompt": 30, "UserPromptSubmit": 30, "SessionEnd": 1.5},
        most_s={"SessionEnd": 60},
        matching="exact-or-regex",
        exact=_LETTERS + "- ,|",
        tools={
            "Shell": ("Bash", "PowerShell"),
            "Read": ("Read",),
            "Write": ("Write", "Edit", "MultiEdit", "NotebookEdit"),
            "Grep": ("Grep",),
            "Task": ("Task", "Agent"),
            "WebFetch": ("WebFetch",),
            "WebSearch": ("WebSearch",),
        },
        prompts=_PROMPTS,
        closed=("onFailure", "block"),
        says=(*_AS_CLAUDE, "output", "env"),
        keys={name: name for name in ("file_path", "old_string", "new_string", "content")},
        results="claude",
        calls={
            "Write": (
                ("edits", "MultiEdit"),
                ("notebook_path", "NotebookEdit"),
                ("old_string", "Edit"),
                ("", "Write"),
            )
        },
        live=(
            "PreToolUse",
            "PostToolUse",
            "UserPromptSubmit",
            "Stop",
            "SubagentStop",
            "SessionStart",
            "SessionEnd",
            "PreCompact",
        ),
        handlers={
            "command": True,
            "prompt": True,
            "http": False,
            "mcp_tool": False,
            "agent": False,
        },
    ),
    DialectSpec(
        "gemini",
        "Gemini CLI",
        ".gemini/settings.json",
        ".gemini/hooks/hookline_adapter.py",
        root="$GEMINI_PROJECT_DIR",
        variable="GEMINI_PROJECT_DIR",
        natives=(
            *_natives(
                "BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "SessionStart", "SessionEnd"
            ),
            Native("PreCompress", "preCompact", "other"),
        ),
        carries={
            **_same("BeforeTool", "AfterTool"),
            "sessionStart": Carry(("SessionStart", ())),
            "sessionEnd": Carry(("SessionEnd", ()), about="the tool does not wait for it"),
            "beforeSubmitPrompt": Carry(("BeforeAgent", ())),
            "stop": Carry(("AfterAgent", ())),
            "preCompact": Carry(("PreCompress", ())),
            "workspaceOpen": _start("SessionStart"),
            "afterAgentResponse": Carry(("AfterAgent", ()), about=_LAST_MESSAGE),
            "postToolUseFailure": Carry(
                ("AfterTool", ()), about="the adapter keeps to results that hold an error"
            ),
        },
        only=("BeforeModel", "AfterModel", "BeforeToolSelection", "Notification"),
        fields={**_CLAUDE_FIELDS, "text": "prompt_response", "error": "tool_response.error"},
        units_per_s=1000,
        default_s={"": 60},
        mcp="mcp_{server}_{tool}",
        tools={
            "Shell": ("run_shell_command",),
            "Read": ("read_file", "read_many_files"),
            "Write": ("write_file", "replace"),
            "Grep": ("grep", "search_file_content"),
            "WebFetch": ("web_fetch",),
            "WebSearch": ("google_web_search",),
        },
        style="gemini",
        says=("ask", "input", "followup", "output", *_CONTEXT),
        calls={"Write": (("old_string", "replace"), ("", "write_file"))},
    ),
    DialectSpec(
        "codex",
        "Codex",
        ".codex/hooks.json",
        ".codex/hooks/hookline_adapter.py",
        root="$(git rev-parse --show-toplevel 2>/dev/null || pwd)",
        natives=(*_CLAUDE_NATIVES, _SUBAGENT_STOP, _SUBAGENT_START, _COMPACT),
        carries={
            name: carry
            for name, carry in {
                **_CLAUDE_CARRIES,
                "subagentStart": Carry(("PreToolUse", _TASK)),
            }.items()
            if name != "beforeReadFile"
        },
        only=("PermissionRequest", "PostCompact"),
        fields={**_CLAUDE_FIELDS, "turn": "turn_id"},
        default_s={"": 600, "SessionEnd": 1},
        most_s={"SessionEnd": 3},
        matching="exact-or-regex",
        exact=_LETTERS + "|",
        tools={
            "Shell": ("Bash",),
            "Write": ("apply_patch", "Write", "Edit"),
            "Task": ("spawn_agent", "Agent"),
        },
        patches=True,
        style="codex",
        says=("input", "followup", "context:tool", *_CONTEXT),
    ),
    DialectSpec(
        "copilot",
        "Copilot CLI",
        ".github/hooks/hookline-copilot.json",
        ".github/hooks/hookline_adapter_copilot.py",
        reads=(".github/hooks/*.json", ".github/copilot/settings*.json"),
        natives=(
            Native("preToolUse", "preToolUse", "tool", blocks=True),
            Native("postToolUse", "postToolUse", "result"),
            Native("postToolUseFailure", "postToolUseFailure", "result"),
            Native("agentStop", "stop", "turn"),
            Native("userPromptSubmitted", "beforeSubmitPrompt", "prompt"),
            Native("subagentStop", "subagentStop", "turn"),
            Native("sessionStart", "sessionStart", "start"),
            Native("sessionEnd", "sessionEnd", "other"),
            Native("subagentStart", "subagentStart", "other"),
            Native("preCompact", "preCompact", "other"),
            Native("preMcpToolCall", "beforeMCPExecution", "tool", blocks=True),
        ),
        carries={
            **_same("preToolUse", "postToolUse"),
            "sessionStart": Carry(("sessionStart", ())),
            "sessionEnd": Carry(("sessionEnd", ())),
            "stop": Carry(("agentStop", ())),
            "beforeSubmitPrompt": Carry(
                ("userPromptSubmitted", ()), about="a prompt cannot be stopped there"
            ),
            "postToolUseFailure": Carry(("postToolUseFailure", ())),
            "preCompact": Carry(("preCompact", ())),
            "subagentStart": Carry(("preToolUse", _TASK)),
            "subagentStop": Carry(("subagentStop", ())),
        },
        only=("userPromptTransformed", "permissionRequest", "errorOccurred", "notification"),
        fields={
            "session": "sessionId",
            "cwd": "cwd",
            "tool": "toolName",
            "input": "toolArgs",
            "mcp_input": "arguments",  # of preMcpToolCall alone, as the server
            "server": "serverName",
            "output": "toolResult.textResultForLlm",
            "prompt": "prompt",
            "transcript": "transcriptPath",
            "agent": "agentName",
            "again": "stop_hook_active",
            "text": "response",
            "trigger": "trigger",
            "reason": "reason",
            "source": "source",
            "error": "error",
        },
        shape="entries",
        timeout_key="timeoutSec",
        default_s={"": 30},
        matching="anchored",
        mcp="",
        top={"version": 1},
        commands=("bash", "command"),
        elsewhere=("powershell",),
        own_tools=("glob", "ask_user", "update_todo"),
        tools={
            "Shell": ("bash", "powershell"),
            "Read": ("view",),
            "Write": ("create", "edit", "str_replace_editor", "apply_patch"),
            "Grep": ("grep", "rg"),
            "WebFetch": ("web_fetch",),
            "WebSearch": ("web_search",),
            "Task": ("task",),
        },
        closed_events=("preToolUse",),
        style="copilot",
        says=("ask", "input", "followup", "output", "context:start", "context:result"),
        calls={"Write": (("old_string", "edit"), ("", "create"))},
        keys={
            "file_path": "path",
            "old_string": "old_str",
            "new_string": "new_str",
            "content": "file_text",
        },
    ),
    DialectSpec(
        "vscode",
        "VS Code",
        ".github/hooks/hookline-vscode.json",
        ".github/hooks/hookline_adapter_vscode.py",
        reads=(".github/hooks/*.json",),
        natives=(
            *(native for native in _CLAUDE_NATIVES if native.name != "SessionEnd"),
            _SUBAGENT_STOP,
            _SUBAGENT_START,
            _COMPACT,
        ),
        carries={
            name: carry
            for name, carry in {
                **_CLAUDE_CARRIES,
                "subagentStart": Carry(
                    ("SubagentStart", ()), about="a subagent cannot be stopped there"
                ),
            }.items()
            if name not in ("sessionEnd", "afterAgentResponse")
        },
        fields=_CLAUDE_FIELDS,
        shape="entries",
        default_s={"": 30},
        matching="none",
        mcp="mcp_{server}_{tool}",
        commands=("command", "bash", "linux", "osx"),
        elsewhere=("windows", "powershell"),
        tools={
            "Shell": ("run_in_terminal",),
            "Read": ("read_file",),
            "Grep": ("grep_search",),
            "WebFetch": ("fetch_webpage",),
            "Write": (
                "create_file",
                "replace_string_in_file",
                "editFiles",
                "insert_edit_into_file",
                "apply_patch",
            ),
        },
        style="vscode",
        says=(*_AS_CLAUDE, "nested:Stop"),
        calls={"Write": (("old_string", "replace_string_in_file"), ("", "create_file"))},
        keys={"file_path": "filePath", "old_string": "oldString", "new_string": "newString"},
    ),
    DialectSpec(
        "windsurf",
        "Windsurf",
        ".windsurf/hooks.json",
        ".windsurf/hooks/hookline_adapter.py",
        natives=(
            Native("pre_run_command", "beforeShellExecution", "tool", tool="Shell", blocks=True),
            Native("post_run_command", "afterShellExecution", "result", tool="Shell"),
            Native("pre_read_code", "beforeReadFile", "tool", tool="Read", blocks=True),
            Native("post_read_code", "postToolUse", "result", tool="Read"),
            Native("pre_write_code", "preToolUse", "tool", tool="Write", blocks=True),
            Native("post_write_code", "afterFileEdit", "result", tool="Write"),
            Native("pre_mcp_tool_use", "beforeMCPExecution", "tool", tool="MCP:", blocks=True),
            Native("post_mcp_tool_use", "afterMCPExecution", "result", tool="MCP:"),
            Native("pre_user_prompt", "beforeSubmitPrompt", "prompt", blocks=True),
            Native("post_cascade_response", "afterAgentResponse", "other"),
        ),
        carries={
            "beforeShellExecution": Carry(("pre_run_command", ())),
            "afterShellExecution": Carry(("post_run_command", ())),
            "beforeReadFile": Carry(("pre_read_code", ()), about=NO_CONTENT),
            "beforeMCPExecution": Carry(("pre_mcp_tool_use", ())),
            "afterMCPExecution": Carry(("post_mcp_tool_use", ())),
            "afterFileEdit": Carry(("post_write_code", ())),
            "beforeSubmitPrompt": Carry(("pre_user_prompt", ())),
            "preToolUse": Carry(
                ("pre_run_command", _SHELL),
                ("pre_read_code", _READ),
                ("pre_write_code", _WRITE),
                ("pre_mcp_tool_use", _MCP),
                about="only for shell, reading, writing and MCP tools",
            ),
            "postToolUse": Carry(
                ("post_run_command", _SHELL),
                ("post_read_code", _READ),
                ("post_write_code", _WRITE),
                ("post_mcp_tool_use", _MCP),
                about="only for shell, reading, writing and MCP tools",
            ),
            "afterAgentResponse": Carry(
                ("post_cascade_response", ()), about="a response cannot be withheld there"
            ),
            "stop": Carry(("post_cascade_response", ()), about="follow-ups are not sent"),
        },
        only=("post_cascade_response_with_transcript", "post_setup_worktree"),
        fields={
            "session": "trajectory_id",
            "turn": "execution_id",
            "event": "agent_action_name",
            "command": "tool_info.command_line",
            "cwd": "tool_info.cwd",
            "file": "tool_info.file_path",
            "edits": "tool_info.edits",
            "server": "tool_info.mcp_server_name",
            "mcp_tool": "tool_info.mcp_tool_name",
            "mcp_input": "tool_info.mcp_tool_arguments",
            "output": "tool_info.mcp_result",
            "prompt": "tool_info.user_prompt",
            "text": "tool_info.response",
        },
        shape="entries",
        timeout_key="",
        default_s={"": 60},
        matching="none",
        mcp="",
        style="exit",
        elsewhere=("powershell",),
    ),
    DialectSpec(
        "qwen",
        "Qwen Code",
        ".qwen/settings.json",
        ".qwen/hooks/hookline_adapter.py",
        root="$QWEN_PROJECT_DIR",
        variable="QWEN_PROJECT_DIR",
        natives=(*_CLAUDE_NATIVES, _SUBAGENT_STOP, _SUBAGENT_START, _COMPACT, _FAILURE),
        carries={
            **_CLAUDE_CARRIES,
            "postToolUseFailure": Carry(("PostToolUseFailure", ())),
            "subagentStart": Carry(
                ("SubagentStart", ()), about="a subagent cannot be stopped there"
            ),
        },
        only=(
            "PostToolBatch",
            "Notification",
            "UserPromptExpansion",
            "SessionDelete",
            "StopFailure",
            "MessageDisplay",
            "PostCompact",
            "PermissionRequest",
            "PermissionDenied",
            "TodoCreated",
            "TodoCompleted",
            "InstructionsLoaded",
        ),
        fields=_CLAUDE_FIELDS,
        units_per_s=1000,
        default_s={"": 60, "prompt": 30},
        matching="exact-or-regex",
        exact=_LETTERS + "- ,|",
        prompts=_PROMPTS,
        tools={
            "Shell": ("run_shell_command",),
            "Read": ("read_file",),
            "Write": ("write_file", "edit"),
            "Grep": ("grep_search",),
            "Task": ("task",),
            "WebFetch": ("web_fetch",),
            "WebSearch": ("web_search",),
        },
        says=(*_AS_CLAUDE, "output"),
        calls={"Write": (("old_string", "edit"), ("", "write_file"))},
    ),
    DialectSpec(
        "factory",
        "Factory",
        ".factory/hooks.json",
        ".factory/hooks/hookline_adapter.py",
        reads=(".factory/hooks/hooks.json", ".factory/settings.json"),
        root="$FACTORY_PROJECT_DIR",
        variable="FACTORY_PROJECT_DIR",
        natives=(*_CLAUDE_NATIVES, _SUBAGENT_STOP, _COMPACT),
        carries={
            name: carry
            for name, carry in {
                **_CLAUDE_CARRIES,
                "subagentStart": Carry(("PreToolUse", _TASK)),
            }.items()
            if name != "afterAgentResponse"
        },
        only=("Notification",),
        fields=_CLAUDE_FIELDS,
        default_s={"": 60},
        matching="exact-or-regex",
        exact=_LETTERS + "- ,|",
        tools={
            "Shell": ("Execute",),
            "Read": ("Read",),
            "Write": ("Create", "Edit", "ApplyPatch"),
            "Grep": ("Grep",),
            "Task": ("Task",),
            "WebFetch": ("FetchUrl",),
            "WebSearch": ("WebSearch",),
        },
        says=_AS_CLAUDE,
        command_key="commandRegex",
        calls={"Write": (("old_string", "Edit"), ("", "Create"))},
        keys={"old_string": "old_str", "new_string": "new_str"},
    ),
    DialectSpec(
        "goose",
        "Goose",
        ".agents/plugins/hookline/hooks/hooks.json",
        ".agents/plugins/hookline/hooks/hookline_adapter.py",
        reads=(".agents/plugins/*/hooks/hooks.json",),
        root="${PLUGIN_ROOT}",
        natives=(
            *_CLAUDE_NATIVES,
            _FAILURE,
            Native("BeforeReadFile", "beforeReadFile", "tool", tool="Read", blocks=True),
            Native("AfterFileEdit", "afterFileEdit", "result", tool="Write"),
            Native(
                "BeforeShellExecution", "beforeShellExecution", "tool", tool="Shell", blocks=True
            ),
            Native("AfterShellExecution", "afterShellExecution", "result", tool="Shell"),
        ),
        carries={
            **_same("PreToolUse", "PostToolUse"),
            "sessionStart": Carry(("SessionStart", ())),
            "sessionEnd": Carry(("SessionEnd", ())),
            "beforeSubmitPrompt": Carry(("UserPromptSubmit", ())),
            "stop": Carry(("Stop", ())),
            "postToolUseFailure": Carry(("PostToolUseFailure", ())),
            "beforeShellExecution": Carry(("BeforeShellExecution", ())),
            "afterShellExecution": Carry(("AfterShellExecution", ())),
            "beforeReadFile": Carry(("BeforeReadFile", ()), about=NO_CONTENT),
            "afterFileEdit": Carry(("AfterFileEdit", ())),
        },
        fields={
            "session": "session_id",
            "cwd": "working_dir",
            "event": "event",
            "tool": "tool_name",
            "input": "tool_input",
            "subject": "matcher_context",
        },
        default_s={"": 30},
        mcp="{server}__{tool}",
        tools={"Shell": ("developer__shell",), "Write": ("developer__text_editor",)},
        keys={
            "file_path": "path",
            "old_string": "old_str",
            "new_string": "new_str",
            "content": "file_text",
        },
        style="exit",
        says=("followup", "decision"),
    ),
    DialectSpec(
        "kiro",
        "Kiro",
        ".kiro/hooks/hookline.json",
        ".kiro/hooks/hookline_adapter.py",
        reads=(".kiro/hooks/*.json", ".kiro/hooks/*.kiro.hook"),
        natives=(*_CLAUDE_NATIVES, Native("PostFileSave", "afterFileEdit", "result", tool="Write")),
        carries={
            **_same("PreToolUse", "PostToolUse"),
            "sessionStart": Carry(("SessionStart", ())),
            "sessionEnd": Carry(("SessionEnd", ()), about="not every version has it"),
            "stop": Carry(("Stop", ())),
            "beforeSubmitPrompt": Carry(("UserPromptSubmit", ())),
        },
        only=("PostFileCreate", "PostFileDelete", "PreTaskExec", "PostTaskExec", "Manual"),
        fields={
            "event": "hook_event_name",
            "cwd": "cwd",
            "prompt": "prompt",
            "tool": "tool_name",
            "input": "tool_input",
            "output": "tool_response",
            "session": "session_id",
        },
        shape="list",
        default_s={"": 60},
        matching="glob",
        mcp="@{server}/{tool}",
        top={"version": "v1"},
        keys={
            "file_path": "path",
            "old_string": "old_str",
            "new_string": "new_str",
            "content": "file_text",
        },
        tools={"Shell": ("execute_bash",), "Read": ("fs_read",), "Write": ("fs_write",)},
        style="exit",
        says=("followup", "decision", "context:start", "context:prompt"),
    ),
)

#: Every tool whose hooks can be converted, by name.
DIALECT_SPECS = {row.name: row for row in _ROWS}
CLAUDE = DIALECT_SPECS["claude"]
#: Claude Code's event → ours, of those Cursor runs from its settings files.
CLAUDE_EVENTS = {name: CLAUDE.natives[name].cursor for name in CLAUDE.live}
#: Events Claude Code has and Cursor does not run from its files.
CLAUDE_ONLY_EVENTS = (CLAUDE.only | frozenset(CLAUDE.natives)) - frozenset(CLAUDE_EVENTS)
