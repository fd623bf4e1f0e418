"""EVENTS: one row for each moment of the agent loop. This is the one place where an event is
described.

Columns:
- `fields`: the event's own input, after the base fields of `inputs`.
- `subject`: what a matcher is tried on: `("field", name)`, `("fixed", text)`, `("mcp", name)` for a
  tool name that also counts as `MCP:name`, or None where a matcher means nothing.
- `gate`: the output that can stop the action, `permission` or `continue`; None where the event only
  observes.
- `deny_exits`: Cursor takes a deny only beside exit code 2 (seed 004); elsewhere the answer alone is
  enough.
- `ask`: what `permission: "ask"` means here: `host` (a person is asked), `ignore` (no opinion),
  `deny`, or None (not valid).
- `claude_outputs`: outputs that hooks out of Claude Code's files have there besides, and Cursor's own
  have not.
- `loops`: follow-ups are counted and limited. `followup_when`: statuses in which a follow-up is
  taken; empty = all.
- `awaited`: False where a host need not wait for the answer.
- `answer_used`: False where the answer is only logged.
- `conversation`: False where the event belongs to no conversation. `starts_turn`: a new generation
  begins here. `ends_session`: what the session remembers is forgotten afterwards.
- `group`: agent, tab or app. `cloud`: cloud agents run it.
- `blocked`: what to call the thing that was blocked, `{field}` standing for the input field.
- `impact`: in one sentence, what a hook can do here.
"""

from __future__ import annotations

from hookline.spec.inputs import BASE, BASE_WITHOUT_CONVERSATION, Field
from hookline.spec.outputs import (
    AGENT,
    CONTEXT,
    ENV,
    FOLLOWUP,
    MCP_OUTPUT,
    NEW_CONTENT,
    NOTICE,
    PLUGIN_PATHS,
    UPDATED_INPUT,
    USER,
    Output,
)
from hookline.spec.row import Row


class EventSpec(Row):
    """What the protocol says of one event. The columns are described at the top of the module."""

    __slots__ = (
        "name", "impact", "fields", "subject", "gate", "deny_exits", "ask", "outputs", "loops",
        "followup_when", "awaited", "answer_used", "conversation", "starts_turn", "ends_session",
        "group", "cloud", "blocked", "claude_outputs", "known",
    )  # fmt: skip

    name: str
    impact: str
    fields: tuple[Field, ...]
    subject: tuple[str, str] | None
    gate: str | None
    deny_exits: bool
    ask: str | None
    outputs: tuple[Output, ...]
    loops: bool
    followup_when: tuple[str, ...]
    awaited: bool
    answer_used: bool
    conversation: bool
    starts_turn: bool
    ends_session: bool
    group: str
    cloud: bool
    blocked: str
    claude_outputs: tuple[Output, ...]
    known: frozenset[str]  # the names of all its fields, base fields among them

    def __init__(
        self,
        name: str,
        impact: str,
        *,
        fields: tuple[Field, ...] = (),
        subject: tuple[str, str] | None = None,
        gate: str | None = None,
        deny_exits: bool = False,
        ask: str | None = None,
        outputs: tuple[Output, ...] = (),
        loops: bool = False,
        followup_when: tuple[str, ...] = (),
        awaited: bool = True,
        answer_used: bool = True,
        conversation: bool = True,
        starts_turn: bool = False,
        ends_session: bool = False,
        group: str = "agent",
        cloud: bool = True,
        blocked: str = "",
        claude_outputs: tuple[Output, ...] = (),
    ) -> None:
        self._set(
            name=name, impact=impact, fields=fields, subject=subject, gate=gate,
            deny_exits=deny_exits, ask=ask, outputs=outputs, loops=loops,
            followup_when=followup_when, awaited=awaited, answer_used=answer_used,
            conversation=conversation, starts_turn=starts_turn, ends_session=ends_session,
            group=group, cloud=cloud, blocked=blocked, claude_outputs=claude_outputs,
        )  # fmt: skip
        self._set(known=frozenset(field.name for field in (*self.base, *fields)))

    @property
    def base(self) -> tuple[Field, ...]:
        """The base fields this event carries."""
        return BASE if self.conversation else BASE_WITHOUT_CONVERSATION

    @property
    def permissions(self) -> tuple[str, ...]:
        """The words `permission` may take in an answer to this event; empty where it is not an output."""
        if self.gate != "permission":
            return ()
        return ("allow", "deny", "ask") if self.ask else ("allow", "deny")

    def outputs_of(self, dialect: str) -> tuple[Output, ...]:
        """The outputs this event takes from hooks of a dialect."""
        return (*self.outputs, *self.claude_outputs) if dialect == "claude" else self.outputs

    def output(self, name: str) -> Output | None:
        """The output row of this name, in either spelling; None when the event has no such output."""
        for out in self.outputs:
            if name in (out.name, out.alias):
                return out
        return None


_TOOL_NAME = Field(
    "tool_name",
    "string",
    "Shell",
    "Tool being used: Shell, Read, Write, Grep, Delete, Task, or MCP:<tool>",
)
_TOOL_INPUT = Field("tool_input", "object", {"command": "npm test"}, "Arguments of the tool")
_TOOL_USE_ID = Field("tool_use_id", "string", "toolu_01", "Identifies this use of the tool")
_CWD = Field("cwd", "string", "/work/shop", "Working directory")
_DURATION = Field(
    "duration", "number", 1234, "Milliseconds it took, waiting for approval not counted"
)
_DURATION_MS = Field("duration_ms", "number", 45000, "Milliseconds it took")
_COMMAND = Field("command", "string", "npm test", "The whole command line")
_SANDBOX = Field("sandbox", "boolean", False, "Whether it runs in a sandbox")
_FILE_PATH = Field("file_path", "string", "/work/shop/src/auth.ts", "Absolute path of the file")
_CONTENT = Field("content", "string", "export const a = 1\n", "Whole content of the file")
_ATTACHMENTS = Field(
    "attachments", "object[]", [{"type": "file", "file_path": "/work/shop/README.md"}],
    "Files and rules attached to the prompt, each with type (file or rule) and file_path",
)  # fmt: skip
_MCP_TOOL = Field("tool_name", "string", "create_issue", "Name of the MCP tool")
_MCP_INPUT = Field(
    "tool_input", "string", '{"title": "Login fails"}', "Arguments of the tool, as JSON text"
)
_MCP_SERVER = Field(
    "mcp_server_name", "string", "github", "Key of the server in mcp.json", optional=True
)
_MCP_URL = Field(
    "mcp_server_url",
    "string",
    "https://mcp.example.com",
    "Address of an HTTP server",
    optional=True,
)
_TEXT = Field("text", "string", "I have added the test.", "The text")
_LOOP_COUNT = Field("loop_count", "number", 0, "Follow-ups already sent")
_STATUS = Field("status", "string", "completed", "How it ended", ("completed", "aborted", "error"))
_BACKGROUND = Field("is_background_agent", "boolean", False, "Whether this is a background agent")
_SUBAGENT_TYPE = Field(
    "subagent_type",
    "string",
    "generalPurpose",
    "Kind of subagent: generalPurpose, explore, shell, …",
)
_TASK = Field("task", "string", "Explore the authentication flow", "Task given to the subagent")
_SESSION_ID = Field(
    "session_id", "string", "conv-8f14e45f", "The session; the same as conversation_id"
)

_ROWS = (
    EventSpec(
        "sessionStart",
        "Can set environment variables for later hooks and add context; it cannot stop the session.",
        fields=(
            _SESSION_ID,
            _BACKGROUND,
            Field(
                "composer_mode",
                "string",
                "agent",
                "Mode it starts in",
                ("agent", "ask", "edit"),
                optional=True,
            ),
        ),
        outputs=(ENV, CONTEXT),
        awaited=False,
        cloud=False,
    ),
    EventSpec(
        "sessionEnd",
        "Can only observe: its answer is logged and not used.",
        fields=(
            _SESSION_ID,
            Field(
                "reason",
                "string",
                "completed",
                "Why it ended",
                ("completed", "aborted", "error", "window_close", "user_close"),
            ),
            _DURATION_MS,
            _BACKGROUND,
            Field("final_status", "string", "completed", "Final status of the session"),
            Field("error_message", "string", "", "The error, when reason is error", optional=True),
        ),
        awaited=False,
        answer_used=False,
        ends_session=True,
        cloud=False,
    ),
    EventSpec(
        "preToolUse",
        "Can deny any tool call or replace its input.",
        fields=(
            _TOOL_NAME,
            _TOOL_INPUT,
            _TOOL_USE_ID,
            _CWD,
            Field(
                "agent_message",
                "string",
                "Running the tests.",
                "What the agent said about it",
                optional=True,
            ),
        ),
        subject=("field", "tool_name"),
        gate="permission",
        ask="ignore",
        outputs=(USER, AGENT, UPDATED_INPUT),
        blocked="the tool {tool_name}",
    ),
    EventSpec(
        "postToolUse",
        "Can add context after a tool call and replace the output of an MCP tool.",
        fields=(
            _TOOL_NAME,
            _TOOL_INPUT,
            Field(
                "tool_output",
                "string",
                '{"exitCode": 0, "stdout": "ok"}',
                "Result of the tool, as JSON text",
            ),
            _TOOL_USE_ID,
            _CWD,
            _DURATION,
        ),
        subject=("field", "tool_name"),
        outputs=(CONTEXT, MCP_OUTPUT),
    ),
    EventSpec(
        "postToolUseFailure",
        "Can only observe that a tool failed, ran out of time or was denied.",
        fields=(
            _TOOL_NAME,
            _TOOL_INPUT,
            _TOOL_USE_ID,
            _CWD,
            Field("error_message", "string", "Command timed out after 30s", "What went wrong"),
            Field(
                "failure_type",
                "string",
                "timeout",
                "Kind of failure",
                ("error", "timeout", "permission_denied"),
            ),
            Field("duration", "number", 5000, "Milliseconds until it failed"),
            Field("is_interrupt", "boolean", False, "Whether the user interrupted it"),
        ),
        subject=("field", "tool_name"),
    ),
    EventSpec(
        "subagentStart",
        "Can deny a subagent before it starts.",
        fields=(
            Field("subagent_id", "string", "sub-01", "Identifies the subagent"),
            _SUBAGENT_TYPE,
            _TASK,
            Field(
                "parent_conversation_id",
                "string",
                "conv-8f14e45f",
                "Conversation of the parent agent",
            ),
            Field("tool_call_id", "string", "toolu_02", "Tool call that starts it"),
            Field("subagent_model", "string", "claude-sonnet-4-20250514", "Model it will use"),
            Field("is_parallel_worker", "boolean", False, "Whether it runs beside others"),
            Field("git_branch", "string", "feature/auth", "Branch it works on", optional=True),
        ),
        subject=("field", "subagent_type"),
        gate="permission",
        ask="deny",
        outputs=(USER,),
        blocked="the subagent {subagent_type}",
    ),
    EventSpec(
        "subagentStop",
        "Can send a follow-up when the subagent completed.",
        fields=(
            _SUBAGENT_TYPE,
            _STATUS,
            _TASK,
            Field(
                "description", "string", "Exploring auth flow", "Short description of its purpose"
            ),
            Field("summary", "string", "Sessions are cookies.", "Summary of its output"),
            _DURATION_MS,
            Field("message_count", "number", 12, "Messages exchanged"),
            Field("tool_call_count", "number", 8, "Tool calls made"),
            _LOOP_COUNT,
            Field("modified_files", "string[]", ["src/auth.ts"], "Files it changed"),
            Field("agent_transcript_path", "string|null", None, "Its own transcript"),
        ),
        subject=("field", "subagent_type"),
        outputs=(FOLLOWUP,),
        loops=True,
        followup_when=("completed",),
    ),
    EventSpec(
        "beforeShellExecution",
        "Can deny a shell command or have a person asked.",
        fields=(_COMMAND, _CWD, _SANDBOX),
        subject=("field", "command"),
        gate="permission",
        ask="host",
        outputs=(USER, AGENT),
        blocked="the command `{command}`",
    ),
    EventSpec(
        "afterShellExecution",
        "Can only observe a command and its output.",
        fields=(
            _COMMAND,
            Field("output", "string", "ok\n", "Everything the terminal showed"),
            _DURATION,
            _SANDBOX,
            Field("cwd", "string", "/work/shop", "Working directory", optional=True),
        ),
        subject=("field", "command"),
    ),
    EventSpec(
        "beforeMCPExecution",
        "Can deny an MCP tool call or have a person asked.",
        fields=(
            _MCP_TOOL,
            _MCP_INPUT,
            Field(
                "url",
                "string",
                "https://mcp.example.com",
                "Address, for a server reached by HTTP",
                optional=True,
            ),
            Field(
                "command",
                "string",
                "npx mcp-server",
                "Command line, for a server started here",
                optional=True,
            ),
            _MCP_SERVER,
            _MCP_URL,
        ),
        subject=("mcp", "tool_name"),
        gate="permission",
        ask="host",
        outputs=(USER, AGENT),
        blocked="the MCP tool {tool_name}",
        cloud=False,
    ),
    EventSpec(
        "afterMCPExecution",
        "Can only observe an MCP tool call and its result.",
        fields=(
            _MCP_TOOL,
            _MCP_INPUT,
            Field("result_json", "string", '{"number": 7}', "Result of the tool, as JSON text"),
            _DURATION,
            _MCP_SERVER,
            _MCP_URL,
        ),
        subject=("mcp", "tool_name"),
        cloud=False,
    ),
    EventSpec(
        "beforeReadFile",
        "Can deny the reading of a file or replace what is read.",
        fields=(_FILE_PATH, _CONTENT, _ATTACHMENTS),
        subject=("fixed", "Read"),
        gate="permission",
        outputs=(USER, NEW_CONTENT),
        blocked="reading the file {file_path}",
    ),
    EventSpec(
        "afterFileEdit",
        "Can only observe an edit, for example to format the file.",
        fields=(
            _FILE_PATH,
            Field(
                "edits",
                "object[]",
                [{"old_string": "a", "new_string": "b"}],
                "Each edit with old_string and new_string",
            ),
        ),
        subject=("fixed", "Write"),
    ),
    EventSpec(
        "beforeTabFileRead",
        "Can deny Tab the reading of a file or replace what is read.",
        fields=(_FILE_PATH, _CONTENT),
        subject=("fixed", "TabRead"),
        gate="permission",
        outputs=(USER, NEW_CONTENT),
        blocked="reading the file {file_path}",
        group="tab",
        cloud=False,
    ),
    EventSpec(
        "afterTabFileEdit",
        "Can only observe an edit made by Tab.",
        fields=(
            _FILE_PATH,
            Field(
                "edits",
                "object[]",
                [
                    {
                        "old_string": "a",
                        "new_string": "b",
                        "range": {
                            "start_line_number": 10,
                            "start_column": 5,
                            "end_line_number": 10,
                            "end_column": 6,
                        },
                        "old_line": "let a",
                        "new_line": "let b",
                    }
                ],
                "Each edit with old_string, new_string, range, old_line and new_line",
            ),
        ),
        subject=("fixed", "TabWrite"),
        group="tab",
        cloud=False,
    ),
    EventSpec(
        "beforeSubmitPrompt",
        "Can stop a prompt before it is sent, by continue: false; permission does nothing here.",
        fields=(
            Field("prompt", "string", "Add a test for the login.", "What the user wrote"),
            _ATTACHMENTS,
        ),
        subject=("fixed", "UserPromptSubmit"),
        gate="continue",
        outputs=(USER,),
        claude_outputs=(CONTEXT,),
        starts_turn=True,
        blocked="the prompt “{prompt}”",
    ),
    EventSpec(
        "afterAgentResponse",
        "Can withhold the text of a response.",
        fields=(_TEXT,),
        subject=("fixed", "AgentResponse"),
        gate="permission",
        deny_exits=True,
        outputs=(USER,),
        blocked="the agent's response",
    ),
    EventSpec(
        "afterAgentThought",
        "Can only observe a finished thinking block.",
        fields=(_TEXT, Field("duration_ms", "number", 5000, "Milliseconds it took", optional=True)),
        subject=("fixed", "AgentThought"),
    ),
    EventSpec(
        "preCompact",
        "Can show a message when the context is compacted; it cannot stop that.",
        fields=(
            Field("trigger", "string", "auto", "What set it off", ("auto", "manual")),
            Field("context_usage_percent", "number", 85, "Use of the context window, 0 to 100"),
            Field("context_tokens", "number", 120000, "Tokens in the context"),
            Field("context_window_size", "number", 128000, "Tokens the window holds"),
            Field("message_count", "number", 45, "Messages in the conversation"),
            Field("messages_to_compact", "number", 30, "Messages that will be summarised"),
            Field(
                "is_first_compaction",
                "boolean",
                True,
                "Whether this is the first of the conversation",
            ),
        ),
        subject=("field", "trigger"),
        outputs=(NOTICE,),
    ),
    EventSpec(
        "stop",
        "Can send a follow-up message, up to the script's loop_limit.",
        fields=(_STATUS, _LOOP_COUNT),
        subject=("fixed", "Stop"),
        outputs=(FOLLOWUP,),
        loops=True,
    ),
    EventSpec(
        "workspaceOpen",
        "Can add plugin folders when a workspace is opened.",
        outputs=(PLUGIN_PATHS,),
        conversation=False,
        awaited=False,
        group="app",
        cloud=False,
    ),
)

#: Every event by name, in the order of the documentation.
EVENTS = {row.name: row for row in _ROWS}
