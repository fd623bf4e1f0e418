"""Rows in, what is missing from them out, one sentence each: nothing is generated from a table with gaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hookline.spec import prose
from hookline.spec.events import EventSpec
from hookline.spec.inputs import EVENT_NAME, Field
from hookline.spec.outputs import Output

_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "object": (dict,),
    "null": (type(None),),
}


def gaps(events: Mapping[str, EventSpec], when: Mapping[str, str]) -> list[str]:
    """Everything a row lacks that a reader of the generated files needs."""
    found = [
        f"{name}: prose.WHEN describes an event that has no row"
        for name in when
        if name not in events
    ]
    for event in events.values():
        found += [f"{event.name}: {gap}" for gap in _event_gaps(event, when)]
    return found


def agrees(value: Any, type: str) -> bool:
    """Whether a sample value is of a type of the rows' language."""
    if type.endswith("|null"):
        return value is None or agrees(value, type.removesuffix("|null"))
    if type.endswith("[]"):
        return isinstance(value, list) and all(
            agrees(item, type.removesuffix("[]")) for item in value
        )
    if isinstance(value, bool) and type != "boolean":
        return False
    return isinstance(value, _PYTHON_TYPES[type])


def _event_gaps(event: EventSpec, when: Mapping[str, str]) -> Iterator[str]:
    if not when.get(event.name, "").endswith("."):
        yield "prose.WHEN has no sentence that says when it happens"
    if not (event.impact.startswith("Can ") and event.impact.endswith(".")):
        yield "impact is no sentence that begins with Can"
    if event.gate and not event.blocked:
        yield "a gate needs words for what was blocked"
    for field in (*event.base, *event.fields):
        yield from _field_gaps(field)
    for out in event.outputs:
        yield from _output_gaps(out)


def _field_gaps(field: Field) -> Iterator[str]:
    if not field.about:
        yield f"input {field.name} has no description"
    if not agrees(field.sample, field.type):
        yield f"input {field.name} has no sample of type {field.type}"
    if field.words and field.sample not in field.words:
        yield f"the sample of input {field.name} is not one of its words"
    if field.sample == "" and not field.optional and field != EVENT_NAME:
        yield f"input {field.name} has an empty sample"


def _output_gaps(out: Output) -> Iterator[str]:
    if not out.about:
        yield f"output {out.name} has no description"
    if not out.sample or not agrees(out.sample, out.type):
        yield f"output {out.name} has no sample of type {out.type}"
    if out.fold not in prose.FOLD:
        yield f"output {out.name} has a fold without words: {out.fold}"
