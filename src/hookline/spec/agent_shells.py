"""The marks agents leave in the environment of the commands they run.

Trust is a person's to give. A mark is a courtesy of the agent and no proof: who wants to can remove
it. It stops the agent that tries the obvious, and says so to the one who reads along.
"""

from __future__ import annotations

from hookline.spec.row import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class AgentMark(Row):
    """A variable that is set in an agent's shell and in no terminal of a person."""

    __slots__ = ("variable", "agent")

    variable: str
    agent: str

    def __init__(self, variable: str, agent: str) -> None:
        self._set(variable=variable, agent=agent)


AGENT_MARKS = (
    AgentMark("CLAUDECODE", "Claude Code"),
    AgentMark("GEMINI_CLI", "Gemini CLI"),
    AgentMark("CODEX_THREAD_ID", "Codex"),
    AgentMark("CODEX_CI", "Codex"),
    AgentMark("CODEX_SANDBOX", "Codex"),
    AgentMark("CODEX_SANDBOX_NETWORK_DISABLED", "Codex"),
    AgentMark("CURSOR_AGENT", "Cursor"),
    AgentMark("CURSOR_CONVERSATION_ID", "Cursor"),
    AgentMark("CURSOR_REQUEST_ID", "Cursor"),
    AgentMark("COPILOT_CLI", "Copilot CLI"),
)


def agent_mark(environ: Mapping[str, str]) -> AgentMark | None:
    """The mark of the agent whose shell this is; None in a person's terminal.

    None in a hook too: its environment is the agent's, but it is a program that a person configured
    and trusted.
    """
    if environ.get("HOOKLINE") == "1":
        return None
    return next((mark for mark in AGENT_MARKS if environ.get(mark.variable)), None)
