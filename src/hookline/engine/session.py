"""What the engine remembers of one conversation, as a value: variables from `sessionStart`, the
turn, follow-ups sent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from hookline.model import Event, Outcome
from hookline.spec.environment import SESSION_DATA_LIMIT_BYTES
from hookline.spec.events import EventSpec
from hookline.spec.sources import RANK


class SessionState(NamedTuple):
    """One conversation at one moment. Every change makes another value."""

    conversation_id: str | None = None
    model: str | None = None
    generation_id: str | None = None
    env: Mapping[int, Mapping[str, str]] = {}  # rank of the source that set them → variables
    loops: Mapping[str, int] = {}  # what is counted → follow-ups already sent

    def beginning(self, event: Event, new_id: str) -> SessionState:
        """The state in which an event is planned: what the host says of the conversation counts
        from here on.
        """
        generation, model = event.input.get("generation_id"), event.input.get("model")
        if not isinstance(generation, str):
            generation = new_id if event.spec.starts_turn else self.generation_id
        if not isinstance(model, str):
            model = self.model
        return self._replace(generation_id=generation, model=model)

    def loop_count(self, event: Event) -> int:
        """Follow-ups already sent: what the host says, else what this session counted."""
        count = event.input.get("loop_count")
        if isinstance(count, float) and count.is_integer():
            count = int(count)  # some languages write 5 as 5.0
        if isinstance(count, int) and not isinstance(count, bool):
            return count
        return self.loops.get(_loop_key(event), 0)

    def after(
        self, event: Event, response: Mapping[str, Any], outcomes: tuple[Outcome, ...]
    ) -> SessionState:
        """The state after a decision."""
        state = self
        if event.spec.output("env"):
            state = state._replace(env=_with_env(self.env, outcomes))
        if event.spec.loops and response.get("followup_message"):
            key = _loop_key(event)
            state = state._replace(loops={**self.loops, key: self.loops.get(key, 0) + 1})
        return state

    def env_for(self, source: str) -> dict[str, str]:
        """The variables a hook of this source gets under their names: those its own and higher
        sources set. The higher source wins a name.
        """
        own = RANK[source]
        return self._merged([rank for rank in self.env if rank <= own])

    def data_for(self, source: str) -> str | None:
        """What lower sources set, as one JSON object; None when they set nothing. A variable that
        no longer fits is left out: it must not keep a higher source's hook from starting.
        """
        own = RANK[source]
        members: list[str] = []
        size = len("{}")
        for name, value in self._merged([rank for rank in self.env if rank > own]).items():
            member = f"{json.dumps(name)}:{json.dumps(value)}"
            if size + len(member) + 1 <= SESSION_DATA_LIMIT_BYTES:
                members.append(member)
                size += len(member) + 1
        return "{" + ",".join(members) + "}" if members else None

    def _merged(self, ranks: list[int]) -> dict[str, str]:
        merged: dict[str, str] = {}
        for rank in sorted(ranks, reverse=True):  # the highest source comes last, and wins
            merged.update(self.env[rank])
        return merged


def _loop_key(event: Event) -> str:
    """Follow-ups are counted per conversation, and for subagents per subagent."""
    spec: EventSpec = event.spec
    if not spec.subject or spec.subject[0] != "field":
        return spec.name
    fields = event.input
    who = fields.get("subagent_id") or fields.get("tool_call_id") or fields.get("task")
    return f"{spec.name} {who}"


def _with_env(
    known: Mapping[int, Mapping[str, str]], outcomes: tuple[Outcome, ...]
) -> dict[int, Mapping[str, str]]:
    env = {rank: dict(variables) for rank, variables in known.items()}
    for outcome in reversed(outcomes):  # so that the first in plan order wins inside a source
        env.setdefault(RANK[outcome.hook.source], {}).update(outcome.fields.get("env", {}))
    return {rank: variables for rank, variables in env.items() if variables}
