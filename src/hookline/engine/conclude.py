"""Prepared + Driven → Decision: what each hook meant, what all of them mean together, whether it
blocks, why, and what a host says about it. Pure.

What goes wrong here is our own bug, and says so: a hook whose completion cannot be read counts as
failed, and a decision that cannot be made follows the strictest failClosed. A deny that was
expressed is never lost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from hookline.codec.hook_answer import DENY_EXIT_CODE
from hookline.engine.interpret import interpret
from hookline.engine.merge import Merged, Opinion, merge
from hookline.engine.plan import trust_notes
from hookline.engine.prepare import Prepared
from hookline.model import (
    Completion,
    Decision,
    HookSet,
    Invocation,
    Outcome,
    Overruled,
    Plan,
    Skip,
    Texts,
)
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
    outcomes = list(map(meaning_of, repeat(prepared), plan.invocations, driven.completions))
    if fault is not None:
        return _own_fault(prepared, outcomes, fault)
    try:
        skips = plan.skips
        if len(outcomes) != len(plan.invocations):
            skips += _not_reached(plan, len(outcomes), prepared.profile)
        merged = merge(plan.event.spec, outcomes, skips, plan.payload, prepared.merge)
        return decide(plan, outcomes, skips, merged, prepared.hooks)
    except Exception as error:
        return _own_fault(prepared, outcomes, error)


def meaning_of(prepared: Prepared, invocation: Invocation, completion: Completion) -> Outcome:
    """What one hook meant. A completion that we cannot read is a failure; exit code 2 stays a deny."""
    hook, event = invocation.hook, prepared.event
    try:
        return interpret(event.spec, hook, completion, prepared.profile, event.input)
    except Exception as error:
        failure = f"hookline's own error: {error!r}"
        denies = completion.code == DENY_EXIT_CODE or hook.fail_closed
        permission = "deny" if denies else None
        return Outcome(hook, completion, permission=permission, failure=failure, grounds=failure)


def _not_reached(plan: Plan, reached: int, profile: Profile) -> tuple[Skip, ...]:
    """Planned hooks that were not run, because one before them gave the first valid answer."""
    if not profile.sequential or not reached:
        raise RuntimeError(f"{len(plan.invocations)} hooks were started and {reached} came back")
    winner = plan.invocations[reached - 1].hook
    reason = f"{winner.title} gave the first valid answer, and {profile.name} takes only that"
    return tuple(Skip(invocation.hook, reason) for invocation in plan.invocations[reached:])


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
        notes=(*trust_notes(hooks), *event.notes),
        problems=hooks.problems,
        conversation_id=conversation if isinstance(conversation, str) else None,
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
        notes=(because, *prepared.event.notes),
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
    conversation = plan.payload.get("conversation_id")
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
        notes=(*plan.notes, *merged.notes, *_notes_of(outcomes)),
        problems=hooks.problems,
        conversation_id=conversation if isinstance(conversation, str) else None,
    )


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


def _notes_of(outcomes: Sequence[Outcome]) -> list[str]:
    """What is remarked on single hooks, each with its title."""
    notes: list[str] = []
    for outcome in outcomes:
        if outcome.notes:
            notes += [f"{outcome.hook.title}: {note}" for note in outcome.notes]
    return notes


# why


def _because(
    spec: EventSpec, outcomes: Sequence[Outcome], skips: Sequence[Skip], merged: Merged
) -> str:
    """The sentence that says why the decision is what it is."""
    if merged.decider and merged.permission:
        return _verdict(merged.permission, merged.decider, merged.overruled)
    failures = [
        f"{outcome.hook.title} ({outcome.hook.where}): {outcome.failure}"
        for outcome in outcomes
        if outcome.failure
    ]
    if failures:
        return f"proceeds although {_count(len(failures), 'hook')} failed: {'; '.join(failures)}"
    if outcomes:
        effect = "none had an opinion" if spec.gate else f"{spec.name} cannot be blocked"
        return f"{_count(len(outcomes), 'hook')} ran; {effect}"
    if skips:
        return f"no hook ran: {_count(len(skips), 'was', 'were')} skipped ({skips[0].reason})"
    return f"no hook is configured for {spec.name}"


def _verdict(permission: str, decider: Opinion, overruled: Sequence[Overruled]) -> str:
    """Who decided, on what grounds, and whom that overrules."""
    hook = decider.hook
    verdict = f"{_PAST[permission]} by {hook.title} ({hook.where}): {decider.grounds}"
    if not overruled:
        return verdict
    others = ", ".join(f"{other.permission} of {other.hook.title}" for other in overruled)
    return f"{verdict}; this overrules the {others}"


def _count(number: int, noun: str, plural: str | None = None) -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


# what a host says when it blocks


def _texts(spec: EventSpec, fields: Mapping[str, Any], merged: Merged) -> Texts:
    """Rule 28: what was blocked, that a hook did it and which, its message, and not to work around
    it.

    The host's own words are quoted: a profile may have renamed a field for the hooks, and braces in
    them are text.
    """
    what = re.sub(_FIELD, lambda field: _quoted(fields.get(field[1])), spec.blocked)
    user, agent = merged.fields.get("user_message"), merged.fields.get("agent_message")
    opening = f"{_capital(what)} was blocked by {_who(merged.decider)}."
    if merged.decider and merged.decider.grounds and not user and not agent:
        opening += f" {_capital(merged.decider.grounds)}."
    advice = "Do not try to work around this with other commands, tools or files."
    return Texts(
        user=_sentences(opening, user, "The agent was told not to work around it."),
        agent=_sentences(opening, agent, advice),
    )


def _who(decider: Opinion | None) -> str:
    """The deciding hook, in words."""
    return f"a hook ({decider.hook.title}, {decider.hook.where})" if decider else "a hook"


def _quoted(value: Any) -> str:
    """A value of the host's, at a length people read."""
    if value is None:
        return "(not named)"
    text = value if isinstance(value, str) else str(value)
    if len(text) <= _QUOTE_LIMIT:
        return text
    from hookline.detect import clip

    return clip(text, _QUOTE_LIMIT - 1, 0, "…")


def _capital(text: str) -> str:
    """The same text, at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def _sentences(*sentences: Any) -> str:
    """What there is to say, in one paragraph."""
    return " ".join(str(sentence) for sentence in sentences if sentence)
