"""`Hooks`: a workspace's hooks for tests written in Python. `hooks.shell("git push").denied` says
what they decide.

Every call fires one event through the engine, with real processes; what is not given comes from the
event's sample. The pytest plugin hands one out as the fixture `hooks`; it needs nothing of pytest
itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from hookline.assembly import engine_of
from hookline.cases.stage import Bench, of_sources
from hookline.config.disk import read_file
from hookline.embed import Engine
from hookline.engine.engine import event_name
from hookline.model import Decision, Settings
from hookline.spec.events import EVENTS
from hookline.spec.samples import sample_values

__all__ = ["Decided", "Hooks"]


class Decided:
    """What the hooks decided about one event."""

    def __init__(self, decision: Decision, subject: str) -> None:
        #: The whole decision: response, because, outcomes, skips, notes.
        self.decision = decision
        self._subject = subject

    @property
    def denied(self) -> bool:
        """A hook blocked it."""
        return self.decision.blocked

    @property
    def asked(self) -> bool:
        """A person has to say yes."""
        return self.decision.permission == "ask"

    @property
    def allowed(self) -> bool:
        """It may go ahead, and no hook failed: a guard that broke approves nothing."""
        return not self.denied and not self.asked and not self.failures

    @property
    def permission(self) -> str | None:
        """allow, ask, deny; None when nobody had an opinion."""
        return self.decision.permission

    @property
    def user_message(self) -> str | None:
        """What the person is told."""
        return self.decision.user_message

    @property
    def agent_message(self) -> str | None:
        """What the model is told."""
        return self.decision.agent_message

    @property
    def followup(self) -> str | None:
        """The follow-up message, if there is one."""
        return self.decision.response.get("followup_message")

    @property
    def response(self) -> Mapping[str, Any]:
        """Everything hooks said."""
        return self.decision.response

    @property
    def because(self) -> str:
        """Why it was decided so."""
        return self.decision.because

    @property
    def failures(self) -> tuple[str, ...]:
        """How hooks failed, a sentence each."""
        return self.decision.failures

    @property
    def ran(self) -> tuple[str, ...]:
        """The commands of the hooks that ran."""
        return tuple(outcome.hook.command for outcome in self.decision.outcomes)

    @property
    def stderr(self) -> str:
        """What hooks wrote to stderr."""
        return "\n".join(
            outcome.completion.stderr
            for outcome in self.decision.outcomes
            if outcome.completion.stderr
        )

    def __repr__(self) -> str:
        """All that a failed assertion should show."""
        verdict = self.permission or "no opinion"
        parts = [f"{self.decision.event} {self._subject!r}: {verdict}, {self.because}"]
        if self.failures:
            parts.append(f"failed: {'; '.join(self.failures)}")
        if self.stderr.strip():
            parts.append(f"stderr: {self.stderr.strip()}")
        return f"<{'; '.join(parts)}>"


class Hooks:
    """The hooks of a workspace. One is one conversation: what `sessionStart` sets holds for what
    comes after.
    """

    def __init__(self, bench: Bench, state: str) -> None:
        #: The workspace, as an absolute path.
        self.workspace = bench.workspace
        environ = {**bench.environ, "HOOKLINE_STATE": state}
        loaded = Engine.load(
            bench.workspace, trust=True, journal=False, environ=environ, claude=bench.claude,
            enterprise_config=bench.enterprise_config,
        )  # fmt: skip
        hooks = of_sources(loaded.hookset(), bench.sources)
        settings = Settings((bench.workspace,), trust_all=True, claude=bench.claude)
        self._engine = engine_of(hooks, settings, runner=bench.runner, environ=environ)
        self._session = self._engine.session()

    def fire(self, event: str, **fields: Any) -> Decided:
        """Any event, with these fields."""
        spec = self._engine.spec(event)
        decision = self._session.fire_sync(
            event_name(event), {**fields, **sample_values(spec, self.workspace, fields)}
        )
        return Decided(decision, _subject(event, fields))

    def shell(self, command: str, **fields: Any) -> Decided:
        """The agent is about to run a shell command."""
        return self.fire("beforeShellExecution", command=command, **fields)

    def prompt(self, prompt: str, **fields: Any) -> Decided:
        """The user sends a prompt."""
        return self.fire("beforeSubmitPrompt", prompt=prompt, **{"attachments": [], **fields})

    def read(
        self, path: str | os.PathLike[str], content: str | None = None, **fields: Any
    ) -> Decided:
        """The agent is about to read a file. The path may be relative to the workspace; the content
        is the file's own.
        """
        whole = os.path.join(self.workspace, os.fspath(path))
        text = _content(whole) if content is None else content
        return self.fire(
            "beforeReadFile", file_path=whole, content=text, **{"attachments": [], **fields}
        )

    def mcp(self, tool: str, **arguments: Any) -> Decided:
        """The agent is about to call an MCP tool with these arguments."""
        return self.fire("beforeMCPExecution", tool_name=tool, tool_input=json.dumps(arguments))

    def tool(self, name: str, **arguments: Any) -> Decided:
        """The agent is about to use any tool (preToolUse)."""
        return self.fire("preToolUse", tool_name=name, tool_input=arguments)

    def edit(self, path: str | os.PathLike[str], old: str = "", new: str = "") -> Decided:
        """The agent has edited a file."""
        whole = os.path.join(self.workspace, os.fspath(path))
        return self.fire(
            "afterFileEdit", file_path=whole, edits=[{"old_string": old, "new_string": new}]
        )

    def stop(self, status: str = "completed", loop_count: int = 0) -> Decided:
        """The agent has stopped."""
        return self.fire("stop", status=status, loop_count=loop_count)


def _content(path: str) -> str:
    try:
        return read_file(path).decode("utf-8", "replace")
    except OSError:
        return ""


def _subject(event: str, fields: Mapping[str, Any]) -> str:
    from hookline.journal.recorded import subject_of

    return subject_of(event, fields) if event in EVENTS else ""
