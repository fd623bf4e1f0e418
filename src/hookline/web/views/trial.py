"""`/try`: an event, a complete payload for it, its schema, and what would run. Runs nothing:
`actions.fire` does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hookline.engine.engine import event_name
from hookline.http.refusal import NotThere
from hookline.journal.journal_reader import Reader
from hookline.model import HookSet
from hookline.spec.events import EVENTS
from hookline.spec.inputs import WORKSPACE_ROOTS, Field
from hookline.spec.json_schemas import input_schema, json_type
from hookline.spec.samples import moved, payload_fields, sample
from hookline.web.views.page_facts import as_text, page_facts
from hookline.web.views.try_shapes import EventChoice, FieldRow, TryView
from hookline.web.world import World

FIRST_EVENT = next(name for name, row in EVENTS.items() if row.gate and row.subject)


def try_view(world: World, journal: Reader, event: str | None, execution: int | None) -> TryView:
    """The page, with a sample payload or with that of an execution."""
    name, payload = _begin(world, journal, event, execution)
    hooks = world.hooks()
    engine = world.engine(journal=False)
    try:
        plan = engine.session(payload.get("conversation_id") or None).plan(
            event_name(name), payload
        )
    finally:
        engine.close()
    return {
        "page": page_facts(world, "try", "Try", journal.newest_id()),
        "event": name,
        "impact": EVENTS[name].impact,
        "events": [_choice(one, hooks) for one in EVENTS],
        "fields": _fields(name, payload),
        "sample": payload,
        "sample_text": as_text(payload),
        "schema": input_schema(name),
        "would_run": [
            {
                "source": one.hook.source,
                "command": one.hook.command,
                "where": one.hook.where,
                "timeout_s": one.timeout_s,
            }
            for one in plan.invocations
        ],
        "would_skip": [
            {
                "source": skip.hook.source,
                "command": skip.hook.command,
                "where": skip.hook.where,
                "reason": skip.reason,
            }
            for skip in plan.skips
        ],
    }


def _begin(
    world: World, journal: Reader, event: str | None, execution: int | None
) -> tuple[str, dict[str, Any]]:
    if execution is not None:
        entry = journal.entry(execution)
        if entry is None or entry.event not in EVENTS or not isinstance(entry.input, dict):
            raise NotThere(f"There is no execution {execution} to start from.")
        return entry.event, entry.input
    name = event or FIRST_EVENT
    if name not in EVENTS:
        raise NotThere(f"There is no event {name[:80]!r}.")
    whole = sample(name)
    root = whole[WORKSPACE_ROOTS.name][0]
    payload: dict[str, Any] = moved(whole, root, world.roots[0])
    return name, payload


def _choice(name: str, hooks: HookSet) -> EventChoice:
    row = EVENTS[name]
    number = len(hooks.by_event.get(name, ()))
    return {
        "name": name,
        "impact": row.impact,
        "group": row.group,
        "gate": row.gate,
        "hooks": number,
    }


def _fields(event: str, payload: Mapping[str, Any]) -> list[FieldRow]:
    own = {field.name for field in EVENTS[event].fields}
    return [
        _field(field, payload.get(field.name), own=field.name in own)
        for field in payload_fields(EVENTS[event]).values()
    ]


def _field(field: Field, value: Any, *, own: bool) -> FieldRow:
    kinds = json_type(field.type)["type"]
    return {
        "name": field.name,
        "about": field.about,
        "types": [kinds] if isinstance(kinds, str) else list(kinds),
        "words": list(field.words),
        "optional": field.optional,
        "own": own,
        "value": value,
        "value_text": json.dumps(value, ensure_ascii=False),
    }
