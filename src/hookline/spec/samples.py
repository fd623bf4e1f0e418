"""Event name in; out come one complete payload, each field with the sample value of its row, and
the answers to show for it.

Every call makes fresh copies, so a caller may change what it gets. Never looks at the machine:
paths and ids are made up.
"""

from __future__ import annotations

from hookline.spec.events import EVENTS
from hookline.spec.inputs import EVENT_NAME, WORKSPACE_ROOTS
from hookline.spec.outputs import DECIDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any

    from hookline.spec.events import EventSpec
    from hookline.spec.inputs import Field
    from hookline.spec.outputs import Output

#: How a gate is closed. A change needs no word from it: an allow would overrule lower sources.
_NO: dict[str, Any] = {"continue": False, "permission": "deny"}


def sample(event_name: str) -> dict[str, Any]:
    """A complete payload of this event, optional fields too. KeyError when there is no such event."""
    payload = {
        name: _copy(field.sample) for name, field in payload_fields(EVENTS[event_name]).items()
    }
    payload[EVENT_NAME.name] = event_name
    return payload


def sample_answers(event_name: str) -> list[dict[str, Any]]:
    """Answers a hook of this event may print: the one that stops it, the one that changes
    something, and one for each output that counts only sometimes; `{}` where nothing can be
    said. KeyError when there is no event of this name.
    """
    event = EVENTS[event_name]
    changes = _said([out for out in event.outputs if _changes(out)])
    sometimes = [_said([out]) for out in event.outputs if out.only_for]
    if not event.gate:
        return [changes, *sometimes]
    messages = _said([out for out in event.outputs if out.fold == DECIDER])
    answers = [{event.gate: _NO[event.gate], **messages}]
    if changes:
        answers.append(changes)
    return [*answers, *sometimes]


def _changes(out: Output) -> bool:
    """Whether an output changes something at every such event."""
    return out.fold != DECIDER and not out.only_for


def sample_values(event: EventSpec, root: str, leave_out: Container[str] = ()) -> dict[str, Any]:
    """The sample value of every field of the event's own that a host always sends, with paths moved
    below `root`.
    """
    payload = sample(event.name)
    base = {field.name for field in event.base}
    old_root = payload[WORKSPACE_ROOTS.name][0]
    return {
        field.name: moved(payload[field.name], old_root, root)
        for field in event.fields
        if not field.optional and field.name not in leave_out and field.name not in base
    }


def moved(value: Any, old_root: str, new_root: str) -> Any:
    """The value with every path that lies in one folder moved to another, at any depth."""
    if isinstance(value, str):
        return (
            new_root + value[len(old_root) :]
            if value == old_root or value.startswith(old_root + "/")
            else value
        )
    if isinstance(value, list):
        return [moved(item, old_root, new_root) for item in value]
    if isinstance(value, dict):
        return {key: moved(item, old_root, new_root) for key, item in value.items()}
    return value


def _said(outputs: list[Output]) -> dict[str, Any]:
    return {out.name: _copy(out.sample) for out in outputs}


def payload_fields(event: EventSpec) -> dict[str, Field]:
    """The fields of a payload by name, in the order in which they are sent; an event's own field
    replaces a base field.
    """
    return {field.name: field for field in (*event.base, *event.fields)}


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_copy(item) for item in value]
    return value
