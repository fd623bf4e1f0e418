"""The table `expect` of a case → `Expect`, with everything in it that can never hold for the event
complained of. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from hookline.cases.nouns import Expect
from hookline.near import hint
from hookline.spec.events import EventSpec
from hookline.spec.outputs import FOLLOWUP

__all__ = ["read_expect"]

Complain = Callable[[str, str], None]
_TEXTS = ("because", "failure", "stderr")
_OTHERS = ("permission", "blocked", "response", "files")
#: What is short for an output.
_SHORT = {"followup": FOLLOWUP.name}
_EXAMPLE = 'write what must come out: expect = { permission = "deny" }'


def read_expect(table: Any, spec: EventSpec, complain: Complain) -> Expect:
    """What must come out of this event. Each complaint is a problem and its remedy."""
    if not isinstance(table, dict) or not table:
        complain("it expects nothing" if not table else "expect is not a table", _EXAMPLE)
        return Expect()
    texts = {key: table[key] for key in _TEXTS if key in table}
    outputs = _outputs_in(table, spec)
    for key, value in {**texts, **outputs}.items():
        if not isinstance(value, str):
            complain(f"expect.{key} is not text", "write part of the text, or = and all of it")
    for key in _unknown_keys(table, spec):
        problem = f"expect has {key!r}, which {spec.name} does not have"
        complain(problem, _known_keys(key, spec))
    return Expect(
        permission=_permission(table.get("permission"), spec, complain),
        blocked=_flag(table.get("blocked"), complain),
        because=texts.get("because"),
        failure=texts.get("failure"),
        stderr=texts.get("stderr"),
        outputs=outputs,
        response=_table(table, "response", complain),
        files=_table(table, "files", complain, texts=True),
    )


def _outputs_in(table: Mapping[str, Any], spec: EventSpec) -> dict[str, Any]:
    """What is expected of outputs, under their names."""
    names = {key: _output(key, spec) for key in table}
    return {name: table[key] for key, name in names.items() if name}


def _unknown_keys(table: Mapping[str, Any], spec: EventSpec) -> list[str]:
    known = _TEXTS + _OTHERS
    return [key for key in table if key not in known and not _output(key, spec)]


def permissions(spec: EventSpec) -> tuple[str, ...]:
    """What can be decided about this event."""
    if spec.gate is None:
        return ("none",)
    return ("allow", "deny", "none", "ask") if spec.ask == "host" else ("allow", "deny", "none")


def _permission(value: Any, spec: EventSpec, complain: Complain) -> str | None:
    possible = permissions(spec)
    if value is None:
        return None
    if value in possible:
        return str(value)
    if spec.gate is None:
        why = f"{spec.name} cannot be blocked"
    else:
        why = f"no decision about {spec.name} is called that"
    complain(f"expect.permission is {value!r}: {why}", f"write {' or '.join(possible)}")
    return None


def _flag(value: Any, complain: Complain) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    complain(f"expect.blocked is {value!r}", "write true or false")
    return None


def _table(
    table: Mapping[str, Any], key: str, complain: Complain, texts: bool = False
) -> dict[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        problem, remedy = "is not a table", f'write {key} = {{ "a name" = "a value" }}'
    elif not is_json(value):
        problem = "has a date, NaN or infinity, which JSON does not have"
        remedy = "write it as text"
    elif texts and not all(isinstance(item, str) for item in value.values()):
        problem, remedy = "is not a table of texts", f'write {key} = {{ "a name" = "a value" }}'
    else:
        return value
    complain(f"expect.{key} {problem}", remedy)
    return {}


def is_json(value: Any) -> bool:
    """Whether JSON can say it: TOML knows dates, infinity and NaN too."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _output(key: str, spec: EventSpec) -> str | None:
    """The output a key stands for, if the event has it and it is text."""
    name = _SHORT.get(key, key)
    return name if any(out.name == name and out.type == "string" for out in spec.outputs) else None


def _known_keys(key: str, spec: EventSpec) -> str:
    known = [*_OTHERS, *_TEXTS, *(out.name for out in spec.outputs if out.type == "string")]
    return hint(key, known, 0.8)
