"""Completion → Outcome: what one hook meant. Pure.

The contract, in the order in which it is read:
- exit code 2 is a deny, whatever stdout holds;
- any other ending than exit code 0 is a failure;
- exit code 0: stdout is the answer; nothing is no opinion; what is not a valid answer is a failure;
- a failure proceeds, unless `failClosed` is set on a gate: then it is a deny.
"""

from __future__ import annotations

import signal as signals
from collections.abc import Mapping
from typing import Any

from hookline.engine import claude
from hookline.engine.answer import NotAnAnswer, kind_of, parse_answer
from hookline.model import Completion, Ending, Hook, Outcome
from hookline.processes.launch import broken_hook, launch_exit
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.outputs import Output, to_snake
from hookline.spec.profiles import Profile

DENY_EXIT_CODE = 2
_JSON_TYPES: dict[str, tuple[type, str]] = {
    "string": (str, "text"),
    "object": (dict, "an object"),
    "string[]": (list, "a list"),
}
_KNOWN_SOMEWHERE = {out.name for spec in EVENTS.values() for out in spec.outputs} | {
    "permission",
    "continue",
}


class _Invalid(ValueError):
    """A field of the answer is not what the contract says; the message is the failure."""


def interpret(spec: EventSpec, hook: Hook, completion: Completion, profile: Profile) -> Outcome:
    """What this hook meant for this event."""
    if completion.ending == Ending.EXITED and completion.code == DENY_EXIT_CODE:
        return _denied_by_exit(spec, hook, completion)
    failure = _ending_failure(hook, completion)
    if failure:
        return _failed(spec, hook, completion, failure)
    try:
        if completion.ending == Ending.JUDGED:
            return _judged(spec, hook, completion)
        return _answered(spec, hook, completion)
    except (NotAnAnswer, _Invalid) as error:
        outcome = _failed(spec, hook, completion, str(error))
        if profile.invalid_blocks and spec.gate == "permission" and hook.type == "command":
            return outcome._replace(
                permission="deny",
                grounds=f"{error}; {profile.name} blocks on an answer that is not valid",
            )
        return outcome


def _ending_failure(hook: Hook, completion: Completion) -> str | None:
    """The sentence for an ending that is a failure, or None."""
    ending, code = completion.ending, completion.code
    if ending == Ending.JUDGED:
        return completion.detail
    if ending == Ending.EXITED:
        if code == 0 or code is None:
            return None
        return launch_exit(code, completion.stderr, hook.command) or f"exited with code {code}"
    if ending == Ending.KILLED:
        return f"killed by signal {completion.signal} ({_signal_name(completion.signal)})"
    if ending == Ending.TIMED_OUT:
        return f"timed out after {hook.timeout_s:g} s"
    if ending == Ending.FLOODED:
        return "wrote more than 1 MiB to stdout and was ended: too much output"
    return completion.detail or ending


def _signal_name(number: int | None) -> str:
    try:
        return signals.Signals(number or 0).name
    except ValueError:
        return "unknown"


def _failed(spec: EventSpec, hook: Hook, completion: Completion, failure: str) -> Outcome:
    answer, notes = _deny_lost(completion)
    if hook.fail_closed and spec.gate:
        return Outcome(
            hook,
            completion,
            answer,
            {},
            "deny",
            failure,
            f"{failure}, and failClosed is set",
            notes,
        )
    return Outcome(hook, completion, answer, failure=failure, notes=notes)


def _deny_lost(completion: Completion) -> tuple[Mapping[str, Any] | None, tuple[str, ...]]:
    """A failed hook's answer does not count; that it held a deny is worth saying."""
    try:
        answer = parse_answer(completion.stdout)
    except NotAnAnswer:
        return None, ()
    said_no = answer is not None and (
        answer.get("permission") == "deny" or answer.get("continue") is False
    )
    return answer, ("it printed a deny, which does not count because it failed",) if said_no else ()


def _denied_by_exit(spec: EventSpec, hook: Hook, completion: Completion) -> Outcome:
    try:
        answer = parse_answer(completion.stdout)
    except NotAnAnswer:
        answer = None
    said, notes = (
        (claude.to_cursor(spec, answer) if hook.dialect == "claude" else (answer, ()))
        if answer
        else ({}, ())
    )
    fields = {}
    for name in ("user_message", "agent_message"):
        out = spec.output(name)
        value: Any = _spelled(said, out) if out else None
        if out and isinstance(value, str):
            fields[name] = value
    stderr = completion.stderr.strip()
    if stderr:
        fields.setdefault(
            "agent_message" if spec.output("agent_message") else "user_message", stderr
        )
    grounds = "exit code 2"
    if answer is None and broken_hook(completion.stderr):
        grounds += " (probably a broken hook: stderr holds an interpreter's own complaint)"
    if not spec.gate:
        fields = (
            {"followup_message": stderr}
            if hook.dialect == "claude" and spec.loops and stderr
            else {}
        )
        notes = (
            notes
            if fields
            else (*notes, f"{spec.name} cannot be blocked: exit code 2 has no effect on it")
        )
    return Outcome(hook, completion, answer, fields, "deny", None, grounds, tuple(notes))


def _answered(spec: EventSpec, hook: Hook, completion: Completion) -> Outcome:
    answer = parse_answer(completion.stdout)
    if answer is None:
        return Outcome(hook, completion)
    said, notes = _translated(spec, answer) if hook.dialect == "claude" else (answer, ())
    permission, gate_notes = _gate(spec, said)
    fields, field_notes = _fields(spec, said)
    notes = (*notes, *gate_notes, *field_notes, *_unused(spec, said))
    return Outcome(
        hook,
        completion,
        answer,
        fields,
        permission,
        None,
        "its answer" if permission else "",
        notes,
    )


def _translated(
    spec: EventSpec, answer: Mapping[str, Any]
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """A Claude hook's answer in Cursor's words."""
    wrong = claude.complaint(spec, answer)
    if wrong:
        raise _Invalid(wrong)
    return claude.to_cursor(spec, answer)


def _gate(spec: EventSpec, said: Mapping[str, Any]) -> tuple[str | None, tuple[str, ...]]:
    """The permission the answer gives, in the event's own contract."""
    if spec.gate is None or spec.gate not in said:
        return None, ()
    value = said[spec.gate]
    if spec.gate == "continue":
        if not isinstance(value, bool):
            raise _Invalid(f"continue is {kind_of(value)}, not true or false")
        return ("allow" if value else "deny"), ()
    if not isinstance(value, str) or value not in spec.permissions:
        raise _Invalid(f"permission {_shown(value)} is not {_either(spec.permissions)}")
    if value == "ask" and spec.ask == "ignore":
        return None, (f"permission 'ask' is accepted but not enforced for {spec.name}: no opinion",)
    if value == "ask" and spec.ask == "deny":
        return "deny", (f"permission 'ask' counts as deny for {spec.name}",)
    return value, ()


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, str) else kind_of(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _either(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _spelled(said: Mapping[str, Any], out: Output) -> Any:
    """A field in either spelling; the canonical one first."""
    return said[out.name] if said.get(out.name) is not None else said.get(out.alias)


def _fields(spec: EventSpec, said: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    fields: dict[str, Any] = {}
    notes: tuple[str, ...] = ()
    for out in spec.outputs:
        value: Any = _spelled(said, out)
        if value is None:
            continue
        _check_type(out, value)
        if out.fold == "update":
            value, notes = _variables(value)
        fields[out.name] = value
    return fields, notes


def _check_type(out: Output, value: Any) -> None:
    wanted, word = _JSON_TYPES[out.type]
    if not isinstance(value, wanted):
        raise _Invalid(f"{out.name} is {kind_of(value)}, not {word}")
    if isinstance(value, list) and not all(isinstance(item, str) for item in value):
        raise _Invalid(f"{out.name} holds something that is not text")


def _variables(env: Mapping[str, Any]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Variables a process can have; the others are dropped, each with a note."""
    kept, notes = {}, []
    for name, value in env.items():
        if not name or "=" in name or "\0" in name or not _encodable(name):
            notes.append(f"env: {name!r} cannot be the name of a variable and was dropped")
        elif not isinstance(value, str):
            notes.append(f"env: the value of {name} is {kind_of(value)}, not text, and was dropped")
        elif (
            "\0" in value or not _encodable(value) or len(value.encode()) + len(name) + 2 > 131_072
        ):
            notes.append(f"env: no process can have the value of {name}; it was dropped")
        else:
            kept[name] = value
    return kept, tuple(notes)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _unused(spec: EventSpec, said: Mapping[str, Any]) -> tuple[str, ...]:
    """Fields that mean something elsewhere and nothing here: said, because a guard that uses the
    wrong one is silent.
    """
    notes = []
    for key, value in said.items():
        name = to_snake(key) if key not in _KNOWN_SOMEWHERE else key
        if name not in _KNOWN_SOMEWHERE or name == spec.gate or spec.output(name) or value is None:
            continue
        if name == "continue" and value is True:
            continue  # Cursor's own samples print it everywhere
        instead = (
            f"; {spec.name} is blocked by {_gate_example(spec)}"
            if name in ("permission", "continue") and spec.gate
            else ""
        )
        notes.append(f"{spec.name} does not use {key!r}: it has no effect{instead}")
    return tuple(notes)


def _gate_example(spec: EventSpec) -> str:
    return '"continue": false' if spec.gate == "continue" else '"permission": "deny"'


def _judged(spec: EventSpec, hook: Hook, completion: Completion) -> Outcome:
    """A prompt hook only ever adds a restriction: `ok: true` is no opinion."""
    answer = parse_answer(completion.stdout)
    if answer is None or not isinstance(answer.get("ok"), bool):
        raise _Invalid("the judge's answer has no boolean 'ok'")
    reason = answer.get("reason")
    reason = reason if isinstance(reason, str) else ""
    if answer["ok"]:
        return Outcome(hook, completion, answer)
    if spec.gate:
        fields = {
            name: reason
            for name in ("user_message", "agent_message")
            if reason and spec.output(name)
        }
        return Outcome(
            hook,
            completion,
            answer,
            fields,
            "deny",
            None,
            f"the judge said no: {reason}" if reason else "the judge said no",
        )
    if spec.loops:
        return Outcome(hook, completion, answer, {"followup_message": reason} if reason else {})
    return Outcome(
        hook,
        completion,
        answer,
        notes=(f"the judge said no: {reason}; {spec.name} cannot be blocked",),
    )
