"""HookSet + Event + session → Plan: what runs, in which order, and what does not, with the reason.
Runs nothing.

What can be said of an event's hooks before it happens is said once for each snapshot, in a
`Roster`: which are held back, which command is there twice, what each is when it does not run. The
event itself only has to be matched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from operator import not_
from typing import NamedTuple

from hookline.codec.placeholders import refusal
from hookline.engine.match import Matchers
from hookline.engine.payload import (
    Environ,
    base_environment,
    build_claude_payload,
    build_payload,
    environment,
    placeholders,
    to_stdin,
)
from hookline.engine.session import SessionState
from hookline.model import (
    Event,
    Hook,
    HookSet,
    Invocation,
    Plan,
    SetAside,
    Settings,
    Skip,
    WatchedFile,
)
from hookline.spec.environment import SESSION_DATA
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.profiles import PROFILES
from hookline.spec.sources import SOURCES


class Roster(NamedTuple):
    """One event's hooks in one snapshot, and what is known of them before the event happens."""

    hooks: tuple[Hook, ...]  # in plan order
    matchers: Matchers
    instead: tuple[Skip, ...]  # for each hook, what it is when it does not run
    allowed: tuple[bool, ...]  # for each hook, whether it may run at all
    repeats: Mapping[int, tuple[int, ...]]  # a Claude hook → the Cursor hooks with its command
    set_aside: tuple[Skip, ...]
    #: Root → command → what must be unchanged at a start.
    watched: Mapping[str, Mapping[str, tuple[WatchedFile, ...]]]
    notes: tuple[str, ...]
    speaks_claude: bool  # some of them read Claude Code's payload


def roster_of(hooks: HookSet, spec: EventSpec, settings: Settings) -> Roster:
    """Everything about an event's hooks that does not depend on what the event says."""
    configured = hooks.by_event.get(spec.name, ())
    reasons = _reasons(configured, hooks, spec, settings)
    allowed = tuple([reason is None for reason in reasons])
    trusted = {} if settings.trust_all else hooks.trust
    return Roster(
        hooks=configured,
        matchers=Matchers(configured, allowed),
        instead=tuple(map(Skip, configured, reasons)),
        allowed=allowed,
        repeats=_repeats(configured, allowed),
        set_aside=tuple(
            _set_aside(entry, _held_back(entry.hook, hooks, spec, settings))
            for entry in hooks.set_aside.get(spec.name, ())
        ),
        watched={root: trust.watched for root, trust in trusted.items()},
        notes=trust_notes(hooks),
        speaks_claude=settings.claude_payload == "claude"
        and any(hook.dialect == "claude" for hook in configured),
    )


def make_plan(
    roster: Roster, event: Event, state: SessionState, settings: Settings, environ: Environ
) -> Plan:
    """The plan for one event. Order: source priority, then file order."""
    runs = roster.matchers.applying(event)
    instead: Sequence[Skip] = roster.instead
    if event.spec.loops:
        instead = _without_endless(roster, event, state, settings, runs)
    if roster.repeats:
        instead = _without_repeats(roster, runs, instead)
    skips = (*roster.set_aside, *compress(instead, map(not_, runs)))
    payload = build_payload(event, state, settings)
    notes = (*roster.notes, *event.notes)
    running = list(compress(roster.hooks, runs))
    if not running:
        return Plan(event, payload, (), skips, notes)
    stdin = to_stdin(payload)
    environments = _environments(running, payload, state, settings, environ)
    stdins = {"cursor": stdin, "claude": stdin}
    if roster.speaks_claude:
        stdins["claude"] = to_stdin(build_claude_payload(event, state, settings))
    invocations = []
    for hook in running:
        environment_of_hook = environments[hook.source]
        invocations.append(
            _invocation(hook, event, stdins[hook.dialect], environment_of_hook, roster)
        )
    return Plan(event, payload, tuple(invocations), skips, notes, stdin)


def trust_notes(hooks: HookSet) -> tuple[str, ...]:
    """What is no longer as it was when it was trusted: in every result until it is settled."""
    if not hooks.trust:
        return ()
    return tuple(
        trust.reason for trust in hooks.trust.values() if trust.changed and not trust.trusted
    )


def switched_off(hooks: HookSet, hook: Hook) -> str | None:
    """The reason not to run a hook that a person switched off."""
    at = hooks.off.get(hook.key) if hooks.off else None
    if at is None:
        return None
    import time

    since = time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
    return f"switched off since {since}: switch it on in `hookline ui`"


# why a hook does not run, whatever the event says


def _reasons(
    configured: Sequence[Hook], hooks: HookSet, spec: EventSpec, settings: Settings
) -> list[str | None]:
    """For each hook, why it may not run here and now, or None. Only single hooks are switched off
    or run as their twins: while none is, hooks of one source, type and root have one reason.
    """
    if hooks.off or hooks.twins:
        return [
            _held_back(hook, hooks, spec, settings) or _runs_as_twin(hook, hooks, settings)
            for hook in configured
        ]
    shared: dict[tuple[str, str, str], str | None] = {}
    for hook in configured:
        group = (hook.source, hook.type, hook.root)
        if group not in shared:
            shared[group] = _held_back(hook, hooks, spec, settings)
    return [shared[hook.source, hook.type, hook.root] for hook in configured]


def _held_back(hook: Hook, hooks: HookSet, spec: EventSpec, settings: Settings) -> str | None:
    """Why a hook may not run here and now; the first reason in this order counts."""
    return (
        _not_in_the_cloud(hook, spec, settings)
        or _experiment_is_off(hook, settings)
        or switched_off(hooks, hook)
        or _not_trusted(hook, hooks, settings)
    )


def _runs_as_twin(hook: Hook, hooks: HookSet, settings: Settings) -> str | None:
    """A hook of Claude's file runs once, as the Cursor hook it was converted to or from; while that
    one may not run, it runs itself.
    """
    twin = hooks.twins.get(hook.key)
    if twin is None or _held_back(twin, hooks, EVENTS[twin.event], settings):
        return None
    return f"converted: it runs once, as {twin.title} ({twin.where})"


def _not_in_the_cloud(hook: Hook, spec: EventSpec, settings: Settings) -> str | None:
    """Cloud agents run some sources, some events and no prompt hooks."""
    if settings.surface != "cloud":
        return None
    cloud = SOURCES[hook.source].cloud
    if cloud == "never":
        return f"cloud agents do not run {hook.source} hooks"
    if cloud == "enterprise-plan" and not settings.enterprise_plan:
        return (
            f"cloud agents run {hook.source} hooks on the enterprise plan only (--enterprise-plan)"
        )
    if hook.type != "command":
        return f"cloud agents run command hooks only, and this is a {hook.type} hook"
    return None if spec.cloud else f"cloud agents do not run {spec.name} hooks"


def _experiment_is_off(hook: Hook, settings: Settings) -> str | None:
    """A profile may have project hooks behind a switch."""
    switch = PROFILES[settings.profile].project_experiment
    if switch and hook.source == "project" and not settings.experiments.get(switch, True):
        return f"project hooks are off: the experiment {switch} is off"
    return None


def _not_trusted(hook: Hook, hooks: HookSet, settings: Settings) -> str | None:
    """A workspace's hooks run only where a person trusts the workspace."""
    if not hook.needs_trust or settings.trust_all:
        return None
    trust = hooks.trust.get(hook.root)
    if trust is None:
        remedy = f"review them, then run: hookline trust {hook.root}"
        return f"{hook.source} hooks need a trusted workspace: {remedy}"
    return None if trust.trusted else trust.reason


def _set_aside(entry: SetAside, held_back: str | None) -> Skip:
    """An entry that cannot run; where it says failClosed and could otherwise run, it blocks."""
    blocks = entry.blocks and not held_back
    reason = f"set aside: {entry.reason}"
    if blocks:
        reason += "; it says failClosed, so it blocks until it is fixed"
    return Skip(entry.hook, reason, blocks)


def _repeats(hooks: Sequence[Hook], allowed: Sequence[bool]) -> dict[int, tuple[int, ...]]:
    """Claude hooks whose command Cursor hooks of the same event have too: their positions."""
    if all(hook.dialect != "claude" for hook in hooks):
        return {}
    places: dict[tuple[str, str], tuple[int, ...]] = {}
    for position, hook in enumerate(hooks):
        if hook.dialect != "claude" and allowed[position]:
            command = (hook.command, hook.type)
            places[command] = (*places.get(command, ()), position)
    return {
        position: places[hook.command, hook.type]
        for position, hook in enumerate(hooks)
        if hook.dialect == "claude" and allowed[position] and (hook.command, hook.type) in places
    }


# why a hook does not run this time


def _without_endless(
    roster: Roster, event: Event, state: SessionState, settings: Settings, runs: list[bool]
) -> list[Skip]:
    """Stop hooks whose follow-ups have reached their limit; the skips, with those of the stopped."""
    loop_count = state.loop_count(event)
    limit_of_all = PROFILES[settings.profile].loop_limit
    instead = list(roster.instead)
    for position, hook in enumerate(roster.hooks):
        limit = hook.loop_limit if limit_of_all is None else limit_of_all
        if roster.allowed[position] and limit is not None and loop_count >= limit:
            reason = f"loop limit reached: loop_count is {loop_count} and the limit {limit}"
            runs[position], instead[position] = False, Skip(hook, reason)
    return instead


def _without_repeats(roster: Roster, runs: list[bool], instead: Sequence[Skip]) -> list[Skip]:
    """A Claude hook whose command a Cursor hook of this event runs already is run once."""
    skips = list(instead)
    for position, twins in roster.repeats.items():
        twin = next((roster.hooks[twin] for twin in twins if runs[twin]), None)
        if runs[position] and twin is not None:
            reason = f"identical to {twin.title} ({twin.where}): the same command runs once"
            runs[position], skips[position] = False, Skip(roster.hooks[position], reason)
    return skips


# what runs


def _environments(
    running: Sequence[Hook],
    payload: Mapping[str, object],
    state: SessionState,
    settings: Settings,
    environ: Environ,
) -> dict[str, dict[str, str]]:
    """The environment of each source that has something to run."""
    protocol = base_environment(payload, settings)
    made: dict[str, dict[str, str]] = {}
    for hook in running:
        if hook.source in made:
            continue
        session: dict[str, str] = {}
        own = protocol
        if state.env:
            session = state.env_for(hook.source)
            own = {**protocol, SESSION_DATA: state.data_for(hook.source)}
        made[hook.source] = environ.of(hook.source, session, own)
    return made


def _invocation(
    hook: Hook, event: Event, stdin: bytes, env: dict[str, str], roster: Roster
) -> Invocation:
    """One planned run: the hook with everything its start needs."""
    refused = None
    if "${" in hook.command:
        named = placeholders(hook, event.input)
        refused, env = refusal(named), environment(env, {}, named)
    watched = roster.watched.get(hook.root, {}).get(hook.command, ()) if hook.needs_trust else ()
    return Invocation(hook, stdin, hook.cwd, env, hook.timeout_s, refused, watched)
