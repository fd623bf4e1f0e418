"""`fire`: the flow, start to end. The engine is handed hooks, runner and journal; it reads no file
and starts no process.

plan ──▶ run ──▶ interpret ──▶ merge, decide ──▶ journal
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import urandom
from typing import Any

from hookline.engine.decide import decide
from hookline.codec.hook_answer import DENY_EXIT_CODE
from hookline.engine.interpret import interpret
from hookline.engine.match import Matchers
from hookline.engine.merge import merge
from hookline.engine.payload import Environ
from hookline.engine.plan import make_plan, trust_notes
from hookline.engine.session import SessionState
from hookline.errors import UnknownEvent, UsageError
from hookline.model import (
    Completion,
    Decision,
    Event,
    Execution,
    Hook,
    HookSet,
    HookSource,
    Invocation,
    Journal,
    Outcome,
    Plan,
    Record,
    Runner,
    Settings,
    Skip,
    Texts,
)
from hookline.processes.runner import run_all, run_all_async
from hookline.spec.events import EVENTS
from hookline.spec.profiles import PROFILES

#: Executions kept in memory, as seed 002 says.
RECENT = 100
#: Conversations remembered at a time; the longest unused is forgotten first.
SESSIONS = 4096

OnExecution = Callable[[Execution], None]


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
        self._hooks = hooks
        self._on_execution = on_execution
        self._recent: deque[Execution] = deque(maxlen=RECENT)
        self._sessions: OrderedDict[str | None, Session] = OrderedDict()
        self._matchers = Matchers()
        self._snapshot: HookSet | None = None
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
        return self._hooks.current("")

    def hooks(self) -> tuple[Hook, ...]:
        """Every configured hook, in plan order within its event."""
        return self.hookset().hooks

    def has_hooks(self, event: str) -> bool:
        """Whether anything is configured for this event; cheaper than firing it."""
        self.spec(event)
        hooks = self._hooks.current(event)
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

    def spec(self, event: str) -> Any:
        """The row of an event of this profile; raises `UnknownEvent` with a name that helps."""
        row = EVENTS.get(event)
        if row is None or event not in self.profile.events:
            raise UnknownEvent(unknown_event(event, self.profile.events, self.profile.name))
        return row

    def matchers_for(self, hooks: HookSet) -> Matchers:
        """Compiled matchers of this snapshot."""
        if hooks is not self._snapshot:
            self._snapshot, self._matchers = hooks, Matchers()
        return self._matchers

    def current(self, event: str) -> HookSet:
        """The hooks in force for an event about to be planned."""
        return self._hooks.current(event)

    def new_id(self) -> str:
        """A unique id: time, process, number."""
        self._count += 1
        return f"{int(self.now() * 1000):x}-{self._nonce}-{self._count:x}"

    def keep(self, decision: Decision, at: float, read: bytes) -> None:
        """Into memory, to the callback, into the journal. None of them can change the decision."""
        for number, outcome in enumerate(decision.outcomes):
            execution = _execution(decision, outcome, number, at)
            self._recent.append(execution)
            if self._on_execution:
                _tell(self._on_execution, execution)
        if self.journal is not None:
            self.journal.append(
                Record(at, decision, self.settings.roots, self.settings.profile, read)
            )


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

    async def fire(
        self, event: str, fields: Mapping[str, Any] | None = None, /, **more: Any
    ) -> Decision:
        """Run the hooks of an event and decide. Raises only for misuse: an unknown event, an input
        that is not JSON.
        """
        flight = _Flight(self, event, fields, more)
        for batch in flight.batches():
            with flight:
                flight.landed(batch, await run_all_async(self.engine.runner, batch))
        return flight.finish()

    def fire_sync(
        self, event: str, fields: Mapping[str, Any] | None = None, /, **more: Any
    ) -> Decision:
        """The same, without an event loop."""
        flight = _Flight(self, event, fields, more)
        for batch in flight.batches():
            with flight:
                flight.landed(batch, run_all(self.engine.runner, batch))
        return flight.finish()

    def plan(self, event: str, fields: Mapping[str, Any] | None = None, /, **more: Any) -> Plan:
        """What would run and what would not, without running anything."""
        flight = _Flight(self, event, fields, more)
        return flight.make_plan()


class _Flight:
    """One event on its way from plan to decision; holds its own snapshot of the hooks."""

    def __init__(
        self, session: Session, name: str, fields: Mapping[str, Any] | None, more: Mapping[str, Any]
    ) -> None:
        engine = session.engine
        spec = engine.spec(name)
        if fields is not None and not isinstance(fields, Mapping):
            raise UsageError("an event's input is a mapping of field names to values")
        self.session, self.engine = session, engine
        self.at, self.started = engine.now(), time.perf_counter()
        self.event = Event(spec, {**(fields or {}), **more} if more else fields or {})
        self.hooks = engine.current(name)
        self.configured = name in self.hooks.by_event or name in self.hooks.set_aside
        self.outcomes: list[Outcome] = []
        self.skipped_later: list[Skip] = []
        self.state = session.state
        if spec.starts_turn or "generation_id" in self.event.input or "model" in self.event.input:
            self.state = session.state.beginning(self.event, f"gen-{urandom(8).hex()}")
            session.state = self.state
        self._plan: Plan | None = None

    def make_plan(self) -> Plan:
        engine = self.engine
        return make_plan(
            self.hooks,
            self.event,
            self.state,
            engine.settings,
            engine.environ,
            engine.matchers_for(self.hooks),
        )

    def batches(self) -> Iterator[Sequence[Invocation]]:
        """All hooks at once; under a sequential profile one at a time, until one gives a valid answer."""
        if not self.configured:
            return
        try:
            self._plan = self.make_plan()
        except UsageError:
            raise
        except (
            Exception
        ) as error:  # our own bug: a gate follows its strictest failClosed, and says so
            self._own_fault = error
            return
        if not self.engine.profile.sequential:
            if self._plan.invocations:
                yield self._plan.invocations
            return
        for number, invocation in enumerate(self._plan.invocations):
            yield (invocation,)
            if self._own_fault is not None:
                return
            last = self.outcomes[-1]
            if last.failure is None and (last.answer is not None or last.permission):
                reason = f"{last.hook.title} gave the first valid answer, and {self.engine.profile.name} takes only that"
                self.skipped_later = [
                    Skip(later.hook, reason) for later in self._plan.invocations[number + 1 :]
                ]
                return

    _own_fault: Exception | None = None

    def __enter__(self) -> None:
        """Around whatever runs the hooks: if that breaks (no memory left), it is our fault and
        follows failClosed.
        """

    def __exit__(self, kind: object, error: BaseException | None, where: object) -> bool:
        if isinstance(error, Exception):
            self._own_fault = error
        return isinstance(error, Exception)

    def landed(self, batch: Sequence[Invocation], completions: Sequence[Completion]) -> None:
        """Read what came back."""
        for invocation, completion in zip(batch, completions, strict=True):
            self.outcomes.append(self._interpret(invocation, completion))

    def _interpret(self, invocation: Invocation, completion: Completion) -> Outcome:
        try:
            return interpret(
                self.event.spec, invocation.hook, completion, self.engine.profile, self.event.input
            )
        except Exception as error:  # our own bug must not lose a deny that was expressed
            hook, failure = invocation.hook, f"hookline's own error: {error!r}"
            denies = completion.code == DENY_EXIT_CODE or hook.fail_closed
            return Outcome(
                hook,
                completion,
                permission="deny" if denies else None,
                failure=failure,
                grounds=failure,
            )

    def finish(self) -> Decision:
        """Merge, decide, remember, record."""
        if self._own_fault is not None:
            decision = self._after_own_fault(self._own_fault)
        elif self._plan is None:
            decision = self._nothing_configured()
        else:
            decision = self._decide(self._plan)
        decision = decision._replace(
            duration_ms=(time.perf_counter() - self.started) * 1000, id=self.engine.new_id()
        )
        self.engine.keep(decision, self.at, self._read_by_hooks(decision))
        if self.event.spec.ends_session:
            self.engine.forget(self.session.conversation_id)
        return decision

    def _read_by_hooks(self, decision: Decision) -> bytes:
        """The decision's input as JSON, when hooks were given just that."""
        plan = self._plan
        if plan is None or decision.input is not plan.payload:
            return b""
        return next((run.stdin for run in plan.invocations if run.hook.dialect == "cursor"), b"")

    def _decide(self, plan: Plan) -> Decision:
        spec = self.event.spec
        skips = (*plan.skips, *self.skipped_later)
        try:
            merged = merge(spec, self.outcomes, skips, plan.payload, self.engine.settings.merge)
            decision = decide(plan, self.outcomes, skips, merged, self.hooks)
        except Exception as error:
            return self._after_own_fault(error)
        self.session.state = self.session.state.after(
            self.event, decision.response, decision.outcomes
        )
        return decision

    def _nothing_configured(self) -> Decision:
        spec, hooks = self.event.spec, self.hooks
        conversation = self.event.input.get("conversation_id") or self.state.conversation_id
        return Decision(
            spec.name, self.event.input, False, None, {}, f"no hook is configured for {spec.name}",
            notes=trust_notes(hooks) if hooks.trust else (), problems=hooks.problems,
            conversation_id=conversation if isinstance(conversation, str) else None,
        )  # fmt: skip

    def _after_own_fault(self, error: Exception) -> Decision:
        """Hookline itself broke: a gate is blocked when any of its hooks says failClosed or a hook
        already said deny.
        """
        spec = self.event.spec
        closed = any(hook.fail_closed for hook in self.hooks.by_event.get(spec.name, ()))
        denied = any(outcome.permission == "deny" for outcome in self.outcomes)
        blocked = spec.gate is not None and (closed or denied)
        because = f"hookline's own error: {error!r}; please report it" + (
            "; failClosed is set, so it blocks" if closed else ""
        )
        response: dict[str, Any] = {}
        if blocked:
            response = {"continue": False} if spec.gate == "continue" else {"permission": "deny"}
        return Decision(
            spec.name, self.event.input, blocked, "deny" if blocked else None, response, because, tuple(self.outcomes),
            texts=Texts(because, because + " Do not try to work around it.") if blocked else None,
            problems=self.hooks.problems, notes=(because,),
        )  # fmt: skip


def _tell(callback: OnExecution, execution: Execution) -> None:
    """A callback that raises has a bug worth seeing, but it must not cost the host its decision."""
    try:
        callback(execution)
    except Exception:
        import traceback

        traceback.print_exc()


def unknown_event(name: object, events: Sequence[str] | frozenset[str], profile: str) -> str:
    """The sentence for an event that does not exist, with the nearest name."""
    if isinstance(name, str) and name in EVENTS:
        return f"{profile} has no event {name}; it has: {', '.join(sorted(events))}"
    import difflib

    lowered = {event.lower(): event for event in events}
    near = difflib.get_close_matches(str(name).lower(), lowered, 1, 0.6)
    hint = (
        f"did you mean {lowered[near[0]]}?"
        if near
        else f"the events are: {', '.join(sorted(events))}"
    )
    return f"unknown event {str(name)[:80]!r}; {hint}"


def _execution(decision: Decision, outcome: Outcome, number: int, at: float) -> Execution:
    completion = outcome.completion
    return Execution(
        id=f"{decision.id}.{number + 1}",
        timestamp=at,
        step=decision.event,
        command=outcome.hook.command,
        request=decision.input,
        response=outcome.answer,
        duration_ms=completion.duration_ms,
        exit_code=completion.code,
        stderr=completion.stderr or outcome.failure or "",
        source=outcome.hook.source,
    )
