"""HookSet + Event + session → Plan: what runs, in which order, and what does not, with the reason.
Runs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hookline.engine.match import Matchers
from hookline.engine.payload import (
    Environ,
    base_environment,
    build_payload,
    environment,
    placeholders,
    refusal,
    to_stdin,
)
from hookline.engine.session import SessionState
from hookline.model import Event, Hook, HookSet, Invocation, Plan, Settings, Skip, WatchedFile
from hookline.spec.profiles import PROFILES
from hookline.spec.sources import SOURCES


def make_plan(
    hooks: HookSet,
    event: Event,
    state: SessionState,
    settings: Settings,
    environ: Environ,
    matchers: Matchers,
) -> Plan:
    """The plan for one event. Order: source priority, then file order."""
    planner = _Planner(hooks, event, state, settings)
    configured = hooks.by_event.get(event.name, ())
    applying = matchers.applying(event, configured)
    payload = build_payload(event, state, settings)
    running: list[Hook] = []
    skips: list[Skip] = list(planner.set_aside())
    for hook, applies in zip(configured, applying, strict=True):
        reason = planner.reason_to_skip(hook, applies) or _repeats(hook, running)
        if reason:
            skips.append(Skip(hook, reason))
        else:
            running.append(hook)
    invocations = _Invocations(event, payload, state, settings, environ, hooks).of(running)
    return Plan(event, payload, invocations, tuple(skips), trust_notes(hooks))


def trust_notes(hooks: HookSet) -> tuple[str, ...]:
    """What is no longer as it was when it was trusted: said with every result until it is settled."""
    return tuple(
        trust.reason for trust in hooks.trust.values() if trust.changed and not trust.trusted
    )


def switched_off(hooks: HookSet, hook: Hook) -> str | None:
    """The reason not to run a hook that a person switched off."""
    at = hooks.off.get(hook.key) if hooks.off else None
    if at is None:
        return None
    import time

    return f"switched off since {time.strftime('%Y-%m-%d %H:%M', time.localtime(at))}: switch it on in `hookline ui`"


def _repeats(hook: Hook, running: list[Hook]) -> str | None:
    """A Claude hook whose command a Cursor hook of this event already runs is run once."""
    if hook.dialect != "claude":
        return None
    for other in running:
        if other.dialect != "claude" and (other.command, other.type) == (hook.command, hook.type):
            return f"identical to {other.title} ({other.where}): the same command runs once"
    return None


class _Planner:
    """The reasons for which a hook does not run, in the order in which they are looked at."""

    def __init__(
        self, hooks: HookSet, event: Event, state: SessionState, settings: Settings
    ) -> None:
        self.hooks, self.event, self.settings = hooks, event, settings
        self.profile = PROFILES[settings.profile]
        self.loop_count = state.loop_count(event) if event.spec.loops else 0

    def set_aside(self) -> Iterator[Skip]:
        for aside in self.hooks.set_aside.get(self.event.name, ()):
            held_back = self._held_back(aside.hook)
            blocks = aside.blocks and not held_back
            told = f"set aside: {aside.reason}"
            yield Skip(
                aside.hook,
                f"{told}; it says failClosed, so it blocks until it is mended" if blocks else told,
                blocks,
            )

    def reason_to_skip(self, hook: Hook, applies: bool) -> str | None:
        return (
            self._held_back(hook)
            or self._twin(hook)
            or self._loop(hook)
            or (None if applies else f"matcher {hook.matcher!r} does not match")
        )

    def _held_back(self, hook: Hook) -> str | None:
        return (
            self._surface(hook) or self._experiment(hook) or self._switch(hook) or self._trust(hook)
        )

    def _twin(self, hook: Hook) -> str | None:
        """A hook of Claude's file runs once, as the Cursor hook it was converted to or from; while
        that one may not run, it runs itself.
        """
        twin = self.hooks.twins.get(hook.key) if self.hooks.twins else None
        if twin is None or self._held_back(twin):
            return None
        return f"converted: it runs once, as {twin.title} ({twin.where})"

    def _surface(self, hook: Hook) -> str | None:
        if self.settings.surface != "cloud":
            return None
        cloud = SOURCES[hook.source].cloud
        if cloud == "never":
            return f"cloud agents do not run {hook.source} hooks"
        if cloud == "enterprise-plan" and not self.settings.enterprise_plan:
            return f"cloud agents run {hook.source} hooks on the enterprise plan only (--enterprise-plan)"
        if hook.type != "command":
            return f"cloud agents run command hooks only, and this is a {hook.type} hook"
        if not self.event.spec.cloud:
            return f"cloud agents do not run {self.event.name} hooks"
        return None

    def _experiment(self, hook: Hook) -> str | None:
        switch = self.profile.project_experiment
        if switch and hook.source == "project" and not self.settings.experiments.get(switch, True):
            return f"project hooks are off: the experiment {switch} is off"
        return None

    def _switch(self, hook: Hook) -> str | None:
        return switched_off(self.hooks, hook)

    def _trust(self, hook: Hook) -> str | None:
        if not hook.needs_trust or self.settings.trust_all:
            return None
        trust = self.hooks.trust.get(hook.root)
        if trust is None:
            return f"{hook.source} hooks need a trusted workspace: review them, then run: hookline trust {hook.root}"
        return None if trust.trusted else trust.reason

    def _loop(self, hook: Hook) -> str | None:
        if not self.event.spec.loops:
            return None
        limit = hook.loop_limit if self.profile.loop_limit is None else self.profile.loop_limit
        if limit is None or self.loop_count < limit:
            return None
        return f"loop limit reached: loop_count is {self.loop_count} and the limit {limit}"


class _Invocations:
    """Builds invocations; what they share is built once."""

    def __init__(
        self, event: Event, payload: Mapping[str, object], state: SessionState, settings: Settings,
        environ: Environ, hooks: HookSet,
    ) -> None:  # fmt: skip
        self.event, self.payload, self.state, self.settings = event, payload, state, settings
        self.environ, self.hooks = environ, hooks

    def of(self, hooks: list[Hook]) -> tuple[Invocation, ...]:
        if not hooks:
            return ()
        stdin = to_stdin(self.payload)
        self.protocol = base_environment(self.payload, self.settings)
        return tuple(self._invocation(hook, stdin) for hook in hooks)

    def _invocation(self, hook: Hook, stdin: bytes) -> Invocation:
        env, refused = self._env(hook.source), None
        named = placeholders(hook, self.event.input)
        if named:
            refused = refusal(named)
            env = environment(env, {}, named)
        return Invocation(hook, stdin, hook.cwd, env, hook.timeout_s, refused, self._watched(hook))

    def _env(self, source: str) -> dict[str, str]:
        return self.environ.of(source, self.state.env_for(source), self.protocol)

    def _watched(self, hook: Hook) -> tuple[WatchedFile, ...]:
        if not hook.needs_trust or self.settings.trust_all:
            return ()
        trust = self.hooks.trust.get(hook.root)
        return trust.watched if trust else ()
