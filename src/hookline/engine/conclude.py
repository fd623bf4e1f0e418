"""Prepared + Driven → Decision: what each hook meant, what all of them mean together, whether it
blocks, why, and what a host says about it. Pure.

What goes wrong here is our own bug, and says so: a hook whose completion cannot be read counts as
failed, and a decision that cannot be made follows the strictest failClosed. A deny that was
expressed is never lost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hookline.engine.interpret import DENY_EXIT_CODE, interpret
from hookline.engine.merge import Merged, merge
from hookline.engine.plan import trust_notes
from hookline.engine.prepare import Prepared
from hookline.model import (
    Completion,
    Decision,
    HookSet,
    Invocation,
    Outcome,
    Plan,
    Skip,
    Texts,
)
from hookline.shorten import shorten
from hookline.spec.events import EventSpec
from hookline.spec.profiles import Profile

if TYPE_CHECKING:
    from hookline.engine.drive import Driven

_PAST = {"allow": "allowed", "ask": "a person is asked", "deny": "denied"}
_QUOTE_LIMIT = 300
_FIELD = r"\{(\w+)\}"


def conclude(prepared: Prepared, driven: Driven) -> Decision:
    """The one answer to the event."""
    plan, fault = prepared.plan, prepared.fault or driven.fault
    if plan is None:
        return _nothing_configured(prepared) if fault is None else _own_fault(prepared, (), fault)
    outcomes = [
        meaning_of(prepared, invocation, completion)
        for invocation, completion in zip(plan.invocations, driven.completions, strict=False)
    ]
    if fault is not None:
        return _own_fault(prepared, outcomes, fault)
    try:
        skips = (*plan.skips, *_not_reached(plan, driven.completions, prepared.profile))
        merged = merge(plan.event.spec, outcomes, skips, plan.payload, prepared.merge)
        return decide(plan, outcomes, skips, merged, prepared.hooks)
    except Exception as error:
        return _own_fault(prepared, outcomes, error)


def meaning_of(prepared: Prepared, invocation: Invocation, completion: Completion) -> Outcome:
    """What one hook meant. A completion that we cannot read is a failure; exit code 2 stays a deny."""
    hook = invocation.hook
    try:
        return interpret(prepared.event.spec, hook, completion, prepared.profile)
    except Exception as error:
        failure = f"hookline's own error: {error!r}"
        denies = completion.code == DENY_EXIT_CODE or hook.fail_closed
        permission = "deny" if denies else None
        return Outcome(hook, completion, permission=permission, failure=failure, grounds=failure)


def _not_reached(plan: Plan, completions: Sequence[Completion], profile: Profile) -> Sequence[Skip]:
    """Planned hooks that were not run, because one before them gave the first valid answer."""
    planned, reached = plan.invocations, len(completions)
    if reached == len(planned):
        return ()
    if not profile.sequential or not 0 < reached < len(planned):
        raise RuntimeError(f"{len(planned)} hooks were started and {reached} came back")
    winner = planned[reached - 1].hook
    reason = f"{winner.title} gave the first valid answer, and {profile.name} takes only that"
    return [Skip(invocation.hook, reason) for invocation in planned[reached:]]


def _nothing_configured(prepared: Prepared) -> Decision:
    event, hooks = prepared.event, prepared.hooks
    conversation = event.input.get("conversation_id") or prepared.conversation_id
    return Decision(
        event=event.spec.name,
        input=event.input,
        blocked=False,
        permission=None,
        response={},
        because=f"no hook is configured for {event.spec.name}",
        notes=trust_notes(hooks),
        problems=hooks.problems,
        conversation_id=_text_or_none(conversation),
    )


def _own_fault(prepared: Prepared, outcomes: Sequence[Outcome], error: Exception) -> Decision:
    """Hookline itself broke: a gate is blocked when any of its hooks says failClosed or a hook has
    said deny already.
    """
    spec, hooks = prepared.event.spec, prepared.hooks
    closed = any(hook.fail_closed for hook in hooks.by_event.get(spec.name, ()))
    denied = any(outcome.permission == "deny" for outcome in outcomes)
    because = f"hookline's own error: {error!r}; please report it"
    if closed:
        because += "; failClosed is set, so it blocks"
    decision = Decision(
        event=spec.name,
        input=prepared.event.input,
        blocked=False,
        permission=None,
        response={},
        because=because,
        outcomes=tuple(outcomes),
        notes=(because,),
        problems=hooks.problems,
    )
    if spec.gate is None or not (closed or denied):
        return decision
    return decision._replace(
        blocked=True,
        permission="deny",
        response={"continue": False} if spec.gate == "continue" else {"permission": "deny"},
        texts=Texts(because, because + " Do not try to work around it."),
    )


def decide(
    plan: Plan, outcomes: Sequence[Outcome], skips: Sequence[Skip], merged: Merged, hooks: HookSet
) -> Decision:
    """The decision that merged fields and verdicts amount to."""
    spec = plan.event.spec
    blocked = spec.gate is not None and merged.permission == "deny"
    return Decision(
        event=spec.name,
        input=plan.payload,
        blocked=blocked,
        permission=merged.permission,
        response=_response(spec, merged),
        because=_because(spec, outcomes, skips, merged),
        outcomes=tuple(outcomes),
        skips=tuple(skips),
        texts=_texts(spec, plan.event.input, merged) if blocked else None,
        overruled=merged.overruled,
        notes=(*plan.notes, *merged.notes, *_outcome_notes(outcomes)),
        problems=hooks.problems,
        conversation_id=_text_or_none(plan.payload.get("conversation_id")),
    )


def _text_or_none(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _response(spec: EventSpec, merged: Merged) -> dict[str, Any]:
    """Only what hooks said, in the event's own contract."""
    if not spec.answer_used:
        return {}
    response: dict[str, Any] = {}
    if spec.gate == "permission" and merged.permission:
        response["permission"] = merged.permission
    if spec.gate == "continue" and merged.permission:
        response["continue"] = merged.permission != "deny"
    response.update(merged.fields)
    return response


def _because(
    spec: EventSpec, outcomes: Sequence[Outcome], skips: Sequence[Skip], merged: Merged
) -> str:
    if merged.decider and merged.permission:
        hook = merged.decider.hook
        told = (
            f"{_PAST[merged.permission]} by {hook.title} ({hook.where}): {merged.decider.grounds}"
        )
        return told + _overruling(merged)
    failures = [
        f"{outcome.hook.title} ({outcome.hook.where}): {outcome.failure}"
        for outcome in outcomes
        if outcome.failure
    ]
    if failures:
        return f"proceeds although {_count(len(failures), 'hook')} failed: {'; '.join(failures)}"
    if outcomes:
        ran = f"{_count(len(outcomes), 'hook')} ran"
        return (
            f"{ran}; none had an opinion" if spec.gate else f"{ran}; {spec.name} cannot be blocked"
        )
    if skips:
        return f"no hook ran: {_count(len(skips), 'was', 'were')} skipped ({skips[0].reason})"
    return f"no hook is configured for {spec.name}"


def _overruling(merged: Merged) -> str:
    if not merged.overruled:
        return ""
    said = ", ".join(f"{o.permission} of {o.hook.title}" for o in merged.overruled)
    return f"; this overrules the {said}"


def _count(number: int, noun: str, plural: str | None = None) -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def _outcome_notes(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    return tuple(f"{outcome.hook.title}: {note}" for outcome in outcomes for note in outcome.notes)


def _texts(spec: EventSpec, given: Mapping[str, Any], merged: Merged) -> Texts:
    """Rule 28: what was blocked, that a hook did it and which, its message, and not to work around
    it.

    The host's own words are quoted: a profile may have renamed a field for the hooks, and braces in
    them are text.
    """
    what = re.sub(_FIELD, lambda field: _quoted(given.get(field[1])), spec.blocked)
    hook = merged.decider.hook if merged.decider else None
    who = f"a hook ({hook.title}, {hook.where})" if hook else "a hook"
    opening = f"{what[:1].upper()}{what[1:]} was blocked by {who}."
    user, agent = merged.fields.get("user_message"), merged.fields.get("agent_message")
    grounds = merged.decider.grounds if merged.decider and not user and not agent else ""
    why = f" {grounds[:1].upper()}{grounds[1:]}." if grounds else ""
    return Texts(
        user=f"{opening}{why}{_sentence(user)} The agent was told not to work around it.",
        agent=f"{opening}{why}{_sentence(agent)} Do not try to work around this with other commands, tools or files.",
    )


def _quoted(value: Any) -> str:
    if value is None:
        return "(not named)"
    text = value if isinstance(value, str) else str(value)
    return shorten(text, _QUOTE_LIMIT)


def _sentence(message: Any) -> str:
    return f" {message}" if message else ""
