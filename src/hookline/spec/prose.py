"""The rows in words: one sentence on when each event happens, and what the values of a column mean.

Rows in, English out; JSON Schemas, docs and completions all read from here. Never decides anything:
the columns do.
"""

from __future__ import annotations

from hookline.spec.entry_keys import DEFAULT_LOOP_LIMIT
from hookline.spec.outputs import AGREE, CONCAT, DECIDER, FIRST, JOIN, UPDATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookline.spec.events import EventSpec

#: When an event happens. An event without a sentence here is not generated anywhere.
WHEN = {
    "sessionStart": "A conversation begins.",
    "sessionEnd": "A conversation has ended.",
    "preToolUse": "The agent is about to use a tool, whichever it is.",
    "postToolUse": "A tool has done its work.",
    "postToolUseFailure": "A tool call has gone wrong.",
    "subagentStart": "The agent is about to start a subagent (the Task tool).",
    "subagentStop": "A subagent has completed, failed or been aborted.",
    "beforeShellExecution": "The agent is about to run a shell command.",
    "afterShellExecution": "A shell command has ended.",
    "beforeMCPExecution": "The agent is about to call a tool of an MCP server.",
    "afterMCPExecution": "A tool of an MCP server has answered.",
    "beforeReadFile": "The agent is about to read a file.",
    "afterFileEdit": "The agent has edited a file.",
    "beforeTabFileRead": "Tab, the inline completion, is about to read a file.",
    "afterTabFileEdit": "Tab, the inline completion, has edited a file.",
    "beforeSubmitPrompt": "The user has sent a prompt, and nothing has gone to the model yet.",
    "afterAgentResponse": "The agent has finished a message.",
    "afterAgentThought": "The agent has finished a thinking block.",
    "preCompact": "The context window is about to be compacted.",
    "stop": "The agent's loop has ended.",
    "workspaceOpen": "A workspace was opened, or its folders changed.",
}

#: What `permission: "ask"` means, by the value of the column `ask`.
ASK = {
    "host": "is handed to the host, which asks a person; a host with nobody to ask denies",
    "ignore": "is accepted and counts as no opinion",
    "deny": "counts as a deny",
    None: "is not valid here: the hook has failed",
}

#: What several hooks' values of one output become, by its fold.
FOLD = {
    DECIDER: "the value of the hook that decided",
    FIRST: "the first in plan order; other values are noted",
    JOIN: "all of them in plan order, with a blank line between",
    UPDATE: "merged; the higher source wins a key",
    CONCAT: "all of them, one list after the other, each value once",
    AGREE: "must agree: two different values deny, and both hooks are named",
}


def about(event: EventSpec) -> str:
    """When the event happens and what a hook can do then, in two sentences."""
    return f"{WHEN[event.name]} A hook {event.impact[0].lower()}{event.impact[1:]}"


def gate(event: EventSpec) -> str:
    """What stops the action, as a clause."""
    if event.gate == "permission":
        return '`permission: "deny"` or exit code 2 stops it'
    if event.gate == "continue":
        return "`continue: false` or exit code 2 stops it"
    return "none; nothing can be stopped here"


def subject(event: EventSpec) -> str | None:
    """What a matcher is tried on, as a noun; None where a matcher means nothing."""
    if event.subject is None:
        return None
    kind, name = event.subject
    if kind == "fixed":
        return f"the fixed text `{name}`"
    if kind == "mcp":
        return f"the input field `{name}`, bare and as `MCP:<{name}>`"
    return f"the input field `{name}`"


def matcher(event: EventSpec) -> str:
    """What happens to a matcher, as a clause."""
    noun = subject(event)
    return f"tried on {noun}" if noun else "ignored here, with a warning"


def followups(event: EventSpec) -> str:
    """Which follow-ups are taken and how many, as a clause."""
    if not event.loops:
        return "none; `loop_limit` means nothing here"
    when = "whatever `status` is"
    if event.followup_when:
        when = "only when `status` is " + " or ".join(
            f"`{status}`" for status in event.followup_when
        )
    limit = f"`loop_limit` ({DEFAULT_LOOP_LIMIT} by default)"
    return f"taken {when}; a hook is skipped once `loop_count` has reached its {limit}"
