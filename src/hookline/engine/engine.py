"""`fire`: the flow, start to end. The engine is handed hooks, runner and journal; it reads no file
and starts no process.

    prepare ──▶ drive ──▶ conclude ──▶ record
     plan        run      interpret,    memory,
                          merge, decide journal
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from os import urandom
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from hookline.engine.conclude import conclude
from hookline.engine.drive import drive, drive_async
from hookline.engine.payload import Environ
from hookline.engine.plan import Roster, make_plan, roster_of
from hookline.engine.prepare import Prepared, begin, prepare
from hookline.engine.session import SessionState
from hookline.errors import UnknownEvent
from hookline.model import (
    Decision,
    Event,
    Execution,
    Hook,
    HookSet,
    HookSource,
    Journal,
    Outcome,
    Plan,
    Record,
    Runner,
    Settings,
)
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.profiles import PROFILES

if TYPE_CHECKING:
    from hookline.engine.fire_types import EventName, Fire

#: Executions kept in memory, as seed 002 says.
RECENT = 100
#: Conversations remembered at a time; the longest unused is forgotten first.
SESSIONS = 4096

OnExecution = Callable[[Execution], None]
R = TypeVar("R")


class Engine:
    """Hooks for one host. `session(...)` begins a conversation; its `fire` answers events."""

    def __init__(
        self,
        hooks: HookSource,
        settings: Settings,
        *,
        runner: Runner,
        journal: Journal | None = None,
        environ: Mapping[str, str],
        on_execution: OnExecution | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.settings = settings
        self.profile = PROFILES[settings.profile]
        self.runner = runner
        self.journal = journal
        self.environ = Environ(environ)
        self.now = now
        self.source = hooks
        self._on_execution = on_execution
        self._recent: deque[Execution] = deque(maxlen=RECENT)
        self._sessions: OrderedDict[str | None, Session] = OrderedDict()
        self._rosters: tuple[HookSet | None, dict[str, Roster]] = (None, {})
        self._nonce, self._count = urandom(4).hex(), 0

    def session(self, conversation_id: str | None = None, model: str | None = None) -> Session:
        """Begin a conversation. Without an id it gets a new one."""
        return Session(self, SessionState(conversation_id or f"conv-{urandom(8).hex()}", model))

    def session_for(self, conversation_id: str | None) -> Session:
        """The conversation of this id, begun when it is new; None is the one conversation of a host
        that names none.
        """
        session = self._sessions.get(conversation_id)
        if session is None:
            session = self._sessions[conversation_id] = Session(self, SessionState(conversation_id))
            if len(self._sessions) > SESSIONS:
                self._sessions.popitem(last=False)
        self._sessions.move_to_end(conversation_id)
        return session

    def forget(self, conversation_id: str | None) -> None:
        """A conversation has ended."""
        self._sessions.pop(conversation_id, None)

    def recent(self) -> tuple[Execution, ...]:
        """The last 100 executions of hooks, oldest first."""
        return tuple(self._recent)

    def hookset(self) -> HookSet:
        """Everything configured now, with problems and trust."""
        return self.source.current("")

    def hooks(self) -> tuple[Hook, ...]:
        """Every configured hook, in plan order within its event."""
        return self.hookset().hooks

    def has_hooks(self, event: str) -> bool:
        """Whether anything is configured for this event; cheaper than firing it."""
        self.spec(event)
        hooks = self.source.current(event)
        return bool(hooks.by_event.get(event) or hooks.set_aside.get(event))

    def on_execution(self, callback: OnExecution) -> None:
        """Call this with every execution of a hook from now on."""
        self._on_execution = callback

    def close(self) -> None:
        """Write what the journal still holds back and let go of it; end what hooks left behind,
        where that is ours to do.
        """
        for part in (self.runner, self.journal):
            close = getattr(part, "close", None)
            if close:
                close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def spec(self, event: str) -> EventSpec:
        """The row of an event of this profile; raises `UnknownEvent` with a name that helps."""
        row = EVENTS.get(event)
        if row is None or event not in self.profile.events:
            raise UnknownEvent(unknown_event(event, self.profile.events, self.profile.name))
        return row

    def plan(self, hooks: HookSet, event: Event, state: SessionState) -> Plan:
        """The plan of an event for these hooks; what is known of them beforehand is worked out once
        for each snapshot.
        """
        snapshot, rosters = self._rosters
        if snapshot is not hooks:
            rosters = {}
            self._rosters = hooks, rosters
        roster = rosters.get(event.spec.name)
        if roster is None:
            roster = rosters[event.spec.name] = roster_of(hooks, event.spec, self.settings)
        return make_plan(roster, event, state, self.settings, self.environ)

    def record(self, prepared: Prepared, decision: Decision) -> Decision:
        """Number the decision and keep it: in memory, for the callback, in the journal. None of
        them can change it.
        """
        self._count += 1
        decision = decision._replace(
            duration_ms=(time.perf_counter() - prepared.started) * 1000,
            id=f"{int(self.now() * 1000):x}-{self._nonce}-{self._count:x}",
        )
        for number, outcome in enumerate(decision.outcomes, 1):
            execution = _execution(decision, outcome, number, prepared.at)
            self._recent.append(execution)
            if self._on_execution is not None:
                self._announce(self._on_execution, execution)
        if self.journal is not None:
            plan, settings = prepared.plan, self.settings
            read = plan.stdin if plan and decision.input is plan.payload else b""
            self.journal.append(
                Record(prepared.at, decision, settings.roots, settings.profile, read)
            )
        return decision

    @staticmethod
    def _announce(callback: OnExecution, execution: Execution) -> None:
        """A callback that raises has a bug worth seeing, but it must not cost the host its
        decision.
        """
        try:
            callback(execution)
        except Exception:
            import traceback

            traceback.print_exc()


def _typed(fire: Callable[..., R]) -> Fire[R]:
    """The same; for callers it takes events that exist, with the fields they have."""
    return cast("Fire[R]", fire)


class Session:
    """One conversation. `fire` for asyncio hosts, `fire_sync` for others, with the same arguments
    and the same answer.
    """

    def __init__(self, engine: Engine, state: SessionState) -> None:
        self.engine = engine
        self.state = state

    @property
    def conversation_id(self) -> str | None:
        """The conversation's id."""
        return self.state.conversation_id

    @_typed
    async def fire(
        self, event: str, fields: Mapping[str, Any] | None = None, /, **more: Any
    ) -> Decision:
        """Run the hooks of an event and decide. Raises only for misuse: an unknown event, an input
        that is not JSON.
        """
        prepared = prepare(self, event, fields, more)
        driven = await drive_async(self.engine.runner, prepared)
        return self._remember(prepared, conclude(prepared, driven))

    @_typed
    def fire_sync(
        self, event: str, fields: Mapping[str, Any] | None = None, /, **more: Any
    ) -> Decision:
        """Run the hooks of an event and decide, as `fire` does, without an event loop."""
        prepared = prepare(self, event, fields, more)
        driven = drive(self.engine.runner, prepared)
        return self._remember(prepared, conclude(prepared, driven))

    @_typed
    def plan(self, event: str, fields: Mapping[str, Any] | None = None, /, **more: Any) -> Plan:
        """What would run and what would not, without running anything."""
        begun = begin(self, event, fields, more)
        return self.engine.plan(self.engine.source.current(event), begun, self.state)

    def _remember(self, prepared: Prepared, decision: Decision) -> Decision:
        """What later events of this conversation are to know, and what everybody may look up."""
        spec = prepared.event.spec
        if decision.outcomes:
            self.state = self.state.after(prepared.event, decision.response, decision.outcomes)
        decision = self.engine.record(prepared, decision)
        if spec.ends_session:
            self.engine.forget(self.conversation_id)
        return decision


def event_name(name: str) -> EventName:
    """The name, for a type checker: text that holds an event's name. Raises `UnknownEvent`."""
    if name not in EVENTS:
        raise UnknownEvent(unknown_event(name, tuple(EVENTS), "hookline"))
    return cast("EventName", name)


def unknown_event(name: object, events: Sequence[str] | frozenset[str], profile: str) -> str:
    """The sentence for an event that does not exist, with the nearest name."""
    known = sorted(events)
    if isinstance(name, str) and name in EVENTS:
        return f"{profile} has no event {name}; it has: {', '.join(known)}"
    from hookline.near import nearest

    meant = nearest(str(name), known)
    hint = f"did you mean {meant}?" if meant else f"the events are: {', '.join(known)}"
    return f"unknown event {str(name)[:80]!r}; {hint}"


def _execution(decision: Decision, outcome: Outcome, number: int, at: float) -> Execution:
    """One hook's run, as the engine's own log keeps it."""
    completion = outcome.completion
    return Execution(
        id=f"{decision.id}.{number}",
        timestamp=at,
        event=decision.event,
        command=outcome.hook.command,
        input=decision.input,
        answer=outcome.answer,
        duration_ms=completion.duration_ms,
        exit_code=completion.code,
        stderr=completion.stderr or outcome.failure or "",
        source=outcome.hook.source,
    )
