"""What hooks said → the steps that led to the one answer, each a sentence. Pure; it tells the rules
of `engine.merge`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.model import STRICTNESS
from hookline.shorten import one_line
from hookline.spec import prose
from hookline.spec.events import EVENTS, EventSpec
from hookline.spec.outputs import DECIDER, FIRST, Output
from hookline.spec.sources import RANK
from hookline.web.views.story_shapes import MergeStep

Told = Mapping[str, Any]
#: How `engine.plan` ends the reason of an entry that stands for a deny.
_BLOCKS = "so it blocks until it is fixed"
_LONGEST_VALUE = 300
_GATE = "permission"


class Opinion(NamedTuple):
    """One hook's say on the gate."""

    source: str
    where: str
    permission: str
    grounds: str


def merge_steps(
    event: str, hooks: Sequence[Told], skipped: Sequence[Told], told: Told
) -> list[MergeStep]:
    """Every step, in the order in which they are taken."""
    spec = EVENTS.get(event)
    if spec is None:
        return []
    steps = [*_gate_steps(spec, hooks, skipped, told)]
    response = told.get("response") or {}
    for out in spec.outputs:
        steps += _field_steps(out, hooks, response)
    return [{**step, "number": number} for number, step in enumerate(steps, 1)]


def _gate_steps(
    spec: EventSpec, hooks: Sequence[Told], skipped: Sequence[Told], told: Told
) -> Iterator[MergeStep]:
    if spec.gate is None:
        yield _step(_GATE, "this event only observes: no hook can stop it", "", counts=False)
        return
    opinions = _opinions(hooks, skipped)
    final = told.get("permission")
    because = str(told.get("because") or "")
    deciding = _decider(opinions, final, because)
    for opinion in opinions:
        said = f"{opinion.source} ({opinion.where}) says {opinion.permission}: {opinion.grounds}"
        yield _step(
            _GATE,
            said + _standing(opinion, deciding),
            opinion.permission,
            counts=opinion is deciding,
        )
    for hook in hooks:
        if hook.get("failure") and not hook.get("permission"):
            failed = one_line(str(hook["failure"]), _LONGEST_VALUE)
            said = f"{hook.get('source')} ({hook.get('where')}) failed: {failed}; a failure is no opinion"
            yield _step(_GATE, said, "", counts=False)
    yield _step(_GATE, _verdict(opinions, deciding, final, because), final or "none", counts=True)


def _opinions(hooks: Sequence[Told], skipped: Sequence[Told]) -> list[Opinion]:
    said = [
        _opinion(hook, str(hook["permission"]), _grounds(hook))
        for hook in hooks
        if hook.get("permission")
    ]
    said += [
        _opinion(skip, "deny", str(skip["reason"]))
        for skip in skipped
        if str(skip.get("reason")).endswith(_BLOCKS)
    ]
    return sorted(said, key=lambda opinion: RANK.get(opinion.source, len(RANK)))


def _opinion(one: Told, permission: str, grounds: str) -> Opinion:
    return Opinion(str(one.get("source") or ""), str(one.get("where") or ""), permission, grounds)


def _grounds(hook: Told) -> str:
    if hook.get("failure"):
        return (
            f"it failed ({one_line(str(hook['failure']), _LONGEST_VALUE)}), and failClosed is set"
        )
    if hook.get("permission") == "deny" and hook.get("exit_code") == 2:
        return "exit code 2"
    return "its answer"


def _decider(opinions: Sequence[Opinion], final: str | None, because: str) -> Opinion | None:
    agreeing = [opinion for opinion in opinions if opinion.permission == final]
    return next(
        (one for one in agreeing if f"({one.where})" in because), agreeing[0] if agreeing else None
    )


def _standing(opinion: Opinion, deciding: Opinion | None) -> str:
    if deciding is None or opinion is deciding:
        return ""
    if STRICTNESS.get(opinion.permission, 0) > STRICTNESS.get(deciding.permission, 0):
        return f"; overruled, because {deciding.source} is the higher source"
    return "; it changes nothing"


def _verdict(
    opinions: Sequence[Opinion], deciding: Opinion | None, final: str | None, because: str
) -> str:
    if deciding is None:
        return "no hook had an opinion: it proceeds" if final is None else f"{final}: {because}"
    alone = all(opinion.source == deciding.source for opinion in opinions)
    stricter = any(STRICTNESS[one.permission] > STRICTNESS[deciding.permission] for one in opinions)
    why = "the strictest of its source" if alone else "the highest source with an opinion decides"
    if not alone and not stricter and RANK.get(opinions[0].source) != RANK.get(deciding.source):
        why = "the strictest of all decides"
    return f"{final}: {deciding.source} ({deciding.where}) decides, {why}"


def _field_steps(out: Output, hooks: Sequence[Told], response: Told) -> Iterator[MergeStep]:
    given = [
        (hook, value)
        for hook in hooks
        if not hook.get("failure") and (value := _value(out, hook)) not in (None, "")
    ]
    if not given:
        return
    taken = response.get(out.name)
    for hook, value in given:
        counts = taken is not None and (out.fold not in (DECIDER, FIRST) or value == taken)
        said = f"{hook.get('source')} ({hook.get('where')}) gives {out.name}"
        yield _step(out.name, said, _shown(value), counts=counts)
    if taken is None:
        yield _step(out.name, f"{out.name} is not taken here: the notes say why", "", counts=False)
    else:
        yield _step(out.name, f"{out.name} is {prose.FOLD[out.fold]}", _shown(taken), counts=True)


def _value(out: Output, hook: Told) -> Any:
    answer = hook.get("answer")
    return answer.get(out.name, answer.get(out.alias)) if isinstance(answer, Mapping) else None


def _shown(value: Any) -> str:
    return one_line(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), _LONGEST_VALUE
    )


def _step(what: str, text: str, value: str, *, counts: bool) -> MergeStep:
    return {"number": 0, "what": what, "text": text, "value": value, "counts": counts}
