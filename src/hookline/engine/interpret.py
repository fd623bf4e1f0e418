"""Completion → Outcome: what one hook meant. Pure.

What the hook printed, and what its exit code says, `codec.hook_answer` reads. Here that is held to
Cursor's own contract: what `ask` means at the event, which fields it takes, that a failure
proceeds unless `failClosed` is set on a gate.
"""

from __future__ import annotations

import signal as signals
from collections.abc import Mapping
from typing import Any

from hookline.codec.dialect_table import live_place, live_row
from hookline.codec.hook_answer import (
    DENY_EXIT_CODE,
    NO_ANSWER,
    Answer,
    printed_object,
    read_answer,
)
from hookline.codec.json_object import (
    QUOTED,
    NotAnAnswer,
    decoded,
    kind_of,
    parse_object,
    shortened,
)
from hookline.codec.tool_words import in_keys_of
from hookline.model import Completion, Ending, Hook, Outcome
from hookline.processes.launch import broken_hook, launch_exit
from hookline.spec.events import EventSpec
from hookline.spec.profiles import Profile

#: Python's type of an output, by the type in its row.
_TYPES: dict[str, type] = {"string": str, "object": dict, "string[]": list}


def interpret(
    spec: EventSpec,
    hook: Hook,
    completion: Completion,
    profile: Profile,
    given: Mapping[str, Any] | None = None,
) -> Outcome:
    """What this hook meant for this event; `given` is the event's input."""
    if completion.ending == Ending.JUDGED:
        return _judged(spec, hook, completion)
    failure = _ending_failure(hook, completion)
    if failure:
        return _failed(spec, hook, completion, failure)
    dialect, at = live_place(hook.dialect, spec.name)
    code = completion.code or 0
    answer = read_answer(dialect, at, code, completion.stdout, completion.stderr)
    if answer is NO_ANSWER:
        return Outcome(hook, completion)
    if answer.failure:
        failure = masked_quote(answer.failure, decoded(completion.stdout))
        return _not_valid(spec, hook, completion, profile, code, answer._replace(failure=failure))
    if code == DENY_EXIT_CODE:
        return _denied_by_exit(spec, hook, completion, answer)
    return _answered(spec, hook, completion, answer, given or {})


def masked_quote(failure: str, printed: str) -> str:
    """A failure that quotes the beginning of a long output: of that no secret is cut in two."""
    quote = repr(shortened(printed))
    if len(printed) <= QUOTED or quote not in failure:
        return failure
    from hookline.detect import clip

    return failure.replace(quote, repr(clip(printed, QUOTED - 3, 0, "...")))


def _ending_failure(hook: Hook, completion: Completion) -> str | None:
    """The sentence for an ending without an exit code, or None."""
    ending = completion.ending
    if ending == Ending.EXITED:
        return None
    if ending == Ending.KILLED:
        return f"killed by signal {completion.signal} ({_signal_name(completion.signal)})"
    if ending == Ending.TIMED_OUT:
        return f"timed out after {hook.timeout_s:g} s"
    if ending == Ending.FLOODED:
        return "wrote more than 1 MiB to stdout: too much output"
    return completion.detail or ending


def _signal_name(number: int | None) -> str:
    try:
        return signals.Signals(number or 0).name
    except ValueError:
        return "unknown"


def _failed(spec: EventSpec, hook: Hook, completion: Completion, failure: str) -> Outcome:
    answer, notes = _deny_lost(completion)
    if not (hook.fail_closed and spec.gate):
        return Outcome(hook, completion, answer, failure=failure, notes=notes)
    grounds = f"{failure}, and failClosed is set"
    return Outcome(hook, completion, answer, {}, "deny", failure, grounds, notes)


def _deny_lost(completion: Completion) -> tuple[Mapping[str, Any] | None, tuple[str, ...]]:
    """A failed hook's answer does not count; that it held a deny is worth saying."""
    answer = printed_object(completion.stdout)
    if answer is None:
        return None, ()
    denied = answer.get("permission") == "deny" or answer.get("continue") is False
    note = "it printed a deny, which does not count because it failed"
    return answer, (note,) if denied else ()


def _not_valid(
    spec: EventSpec, hook: Hook, completion: Completion, profile: Profile, code: int, answer: Answer
) -> Outcome:
    """A failure of a hook that ended by itself: an exit code, or an answer that is none."""
    if code:
        launch = launch_exit(code, completion.stderr, hook.command)
        return _failed(spec, hook, completion, launch or answer.failure)
    outcome = _failed(spec, hook, completion, answer.failure)
    if not profile.invalid_blocks or spec.gate != "permission":
        return outcome
    grounds = f"{answer.failure}; {profile.name} blocks on an answer that is not valid"
    return outcome._replace(permission="deny", grounds=grounds)


def _denied_by_exit(spec: EventSpec, hook: Hook, completion: Completion, answer: Answer) -> Outcome:
    fields, grounds, notes = answer.fields, answer.grounds, answer.notes
    if not spec.gate:
        taken = [output.name for output in spec.outputs_of(hook.dialect)]
        fields = {name: value for name, value in fields.items() if name in taken}
    if answer.said is None and broken_hook(completion.stderr):
        grounds += " (probably a broken hook: stderr holds an interpreter's own complaint)"
    if not spec.gate and not fields:
        notes = (*notes, f"{spec.name} cannot be blocked: exit code 2 has no effect on it")
    return Outcome(hook, completion, answer.said, fields, "deny", None, grounds, notes)


def _answered(
    spec: EventSpec, hook: Hook, completion: Completion, answer: Answer, given: Mapping[str, Any]
) -> Outcome:
    said, permission, fields, _, grounds, notes = answer
    if permission == "ask" or not spec.gate:
        permission, enforced = _enforced(spec, permission)
        notes = (*enforced, *notes)
    if hook.dialect != "cursor":
        fields, unused = _taken(spec, hook, answer, given)
        notes = (*notes, *unused)
    grounds = grounds if permission else ""
    return Outcome(hook, completion, said, fields, permission, None, grounds, notes)


def _enforced(spec: EventSpec, permission: str | None) -> tuple[str | None, tuple[str, ...]]:
    """A permission as Cursor takes it where not every permission counts."""
    if spec.gate is None:
        note = f"{spec.name} cannot be blocked: its deny has no effect"
        return None, (note,) if permission == "deny" else ()
    if spec.ask == "ignore":
        return None, (f"permission 'ask' is accepted but not enforced for {spec.name}: no opinion",)
    if spec.ask == "deny":
        return "deny", (f"permission 'ask' counts as deny for {spec.name}",)
    return permission, ()


def _taken(
    spec: EventSpec, hook: Hook, answer: Answer, given: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The fields the event takes of another tool's answer, and a note on each of the others."""
    outputs = {output.name: output for output in spec.outputs_of(hook.dialect)}
    fields, notes = {}, []
    for name, value in answer.fields.items():
        output = outputs.get(name)
        if output is None:
            notes.append(f"{name} has no counterpart at {spec.name} and does nothing")
        elif not isinstance(value, _TYPES[output.type]):
            notes.append(f"{name} is {kind_of(value)}, which {spec.name} does not take")
        else:
            fields[name] = value
    if "updated_input" in fields:
        tool, replaced = str(given.get("tool_name") or ""), given.get("tool_input")
        keys = replaced if isinstance(replaced, dict) else {}
        updated: dict[str, Any] = answer.fields["updated_input"]
        fields["updated_input"] = in_keys_of(live_row("cursor"), tool, keys, updated)
    return fields, tuple(notes)


def _judged(spec: EventSpec, hook: Hook, completion: Completion) -> Outcome:
    """A prompt hook only ever adds a restriction: `ok: true` is no opinion."""
    if completion.detail:
        return _failed(spec, hook, completion, completion.detail)
    printed = decoded(completion.stdout)
    try:
        answer = parse_object(printed)
    except NotAnAnswer as error:
        return _failed(spec, hook, completion, masked_quote(str(error), printed))
    if answer is None or not isinstance(answer.get("ok"), bool):
        return _failed(spec, hook, completion, "the judge's answer has no boolean 'ok'")
    if answer["ok"]:
        return Outcome(hook, completion, answer)
    return _judged_no(spec, hook, completion, answer)


def _judged_no(
    spec: EventSpec, hook: Hook, completion: Completion, answer: Mapping[str, Any]
) -> Outcome:
    """The judge's no: a deny at a gate, a follow-up at the end of a turn, a note elsewhere."""
    reason = answer.get("reason")
    reason = reason if isinstance(reason, str) else ""
    grounds = f"the judge said no: {reason}" if reason else "the judge said no"
    if spec.gate:
        messages = ("user_message", "agent_message")
        fields = {name: reason for name in messages if reason and spec.output(name)}
        return Outcome(hook, completion, answer, fields, "deny", None, grounds)
    if spec.loops:
        return Outcome(hook, completion, answer, {"followup_message": reason} if reason else {})
    note = f"the judge said no: {reason}; {spec.name} cannot be blocked"
    return Outcome(hook, completion, answer, notes=(note,))
