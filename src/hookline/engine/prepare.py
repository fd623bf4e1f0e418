"""Event's name and input → `Prepared`: the hooks in force, the conversation, and the plan.

A bug of ours in the plan does not reach the host: it is kept as `fault`, and `conclude` turns it
into a decision. Misuse (an input that is not JSON) is raised.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from os import urandom
from typing import TYPE_CHECKING, Any, NamedTuple

from hookline.engine.misspelt_fields import misspelt_fields
from hookline.errors import UsageError
from hookline.model import Event, HookSet, Plan
from hookline.spec.profiles import Profile

if TYPE_CHECKING:
    from hookline.engine.engine import Session


class Prepared(NamedTuple):
    """An event before anything runs. It keeps its own snapshot of the hooks."""

    event: Event
    hooks: HookSet
    plan: Plan | None  # None: nothing is configured for the event, or see `fault`
    profile: Profile
    merge: str  # how verdicts of several sources become one
    conversation_id: str | None
    at: float  # seconds since the epoch
    started: float  # on the clock that durations are taken from
    fault: Exception | None = None  # our own bug: the plan could not be made


def prepare(
    session: Session, name: str, fields: Mapping[str, Any] | None, more: Mapping[str, Any]
) -> Prepared:
    """Look up the hooks in force and plan the event. Raises `UnknownEvent` and `UsageError`."""
    engine = session.engine
    at, started = engine.now(), time.perf_counter()
    event = begin(session, name, fields, more)
    hooks = engine.source.current(name)
    plan, fault = None, None
    if name in hooks.by_event or name in hooks.set_aside:
        try:
            plan = engine.plan(hooks, event, session.state)
        except UsageError:
            raise
        except Exception as error:
            fault = error
    return Prepared(
        event=event,
        hooks=hooks,
        plan=plan,
        profile=engine.profile,
        merge=engine.settings.merge,
        conversation_id=session.state.conversation_id,
        at=at,
        started=started,
        fault=fault,
    )


def begin(
    session: Session, name: str, fields: Mapping[str, Any] | None, more: Mapping[str, Any]
) -> Event:
    """The event, and with it what the host says of the conversation, which counts from now on."""
    spec = session.engine.spec(name)
    if fields is None:
        fields = more
    elif not isinstance(fields, Mapping):
        raise UsageError("an event's input is a mapping of field names to values")
    elif more:
        fields = {**fields, **more}
    notes = () if spec.known.issuperset(fields) else misspelt_fields(spec, fields)
    event = Event(spec, fields, notes)
    if spec.starts_turn or "generation_id" in fields or "model" in fields:
        session.state = session.state.beginning(event, f"gen-{urandom(8).hex()}")
    return event
