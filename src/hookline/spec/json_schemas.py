"""Rows in, JSON Schemas (draft-07) out: one for `hooks.json`, and two for each event, its input and
its answer.

Every call makes a fresh schema. A key nobody knows is harmless and passes; a known key with a value
of another type or word does not, for the engine would set the entry aside or count the answer as a
failure. Never validates anything itself.
"""

from __future__ import annotations

from hookline.spec import prose
from hookline.spec.entry_keys import DEFAULT_TIMEOUT_S, OPTIONS
from hookline.spec.events import EVENTS
from hookline.spec.inputs import EVENT_NAME
from hookline.spec.samples import payload_fields, sample, sample_answers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hookline.spec.entry_keys import Option
    from hookline.spec.events import EventSpec
    from hookline.spec.inputs import Field

DRAFT = "http://json-schema.org/draft-07/schema#"

#: What a value must keep to besides its type, by option.
_LIMITS: dict[str, dict[str, Any]] = {
    "command": {"pattern": r"\S"},
    "prompt": {"pattern": r"\S"},
    "type": {"enum": list(DEFAULT_TIMEOUT_S)},
    "timeout": {"exclusiveMinimum": 0},
    "loop_limit": {"minimum": 0},
}


def hooks_schema() -> dict[str, Any]:
    """The schema of a hooks.json file, for editors."""
    return {
        "$schema": DRAFT,
        "title": "hooks.json: hooks of an AI agent",
        "type": "object",
        "required": ["hooks"],
        "properties": {
            "$schema": {"type": "string", "description": "This schema, for editors"},
            "version": {
                "type": "integer",
                "minimum": 1,
                "default": 1,
                "description": "Version of the format",
            },
            "hooks": {
                "type": "object",
                "description": "Lists of hooks, by the event they run on",
                "properties": {event.name: _event_list(event) for event in EVENTS.values()},
                "patternProperties": {"^_": {"description": "A comment"}},
                # A misspelt event is a hook that never fires: the one unknown key that is not
                # harmless.
                "additionalProperties": False,
            },
        },
        "definitions": {"hook": _entry()},
    }


def input_schema(event_name: str) -> dict[str, Any]:
    """The schema of what a hook of this event receives on stdin. KeyError when there is no event of
    this name.
    """
    event = EVENTS[event_name]
    fields = payload_fields(event)
    return {
        "$schema": DRAFT,
        "title": f"{event.name}: input",
        "description": prose.about(event),
        "type": "object",
        "required": [name for name, field in fields.items() if not field.optional],
        "properties": {name: _input(event, field) for name, field in fields.items()},
        "examples": [sample(event_name)],
    }


def output_schema(event_name: str) -> dict[str, Any]:
    """The schema of what a hook of this event may answer on stdout. KeyError when there is no event
    of this name.
    """
    event = EVENTS[event_name]
    properties = _gate(event)
    for out in event.outputs:
        for spelling in (out.name, out.alias):
            about = f"{out.about}. From several hooks: {prose.FOLD[out.fold]}."
            properties[spelling] = {**_null_too(json_type(out.type)), "description": about}
    return {
        "$schema": DRAFT,
        "title": f"{event.name}: answer",
        "description": prose.about(event),
        "type": "object",
        "properties": properties,
        "examples": sample_answers(event_name),
    }


def json_type(type: str) -> dict[str, Any]:
    """A type of the rows' own language as a schema: `string|null`, `object[]`, …"""
    if type.endswith("|null"):
        return _null_too(json_type(type.removesuffix("|null")))
    if type.endswith("[]"):
        return {"type": "array", "items": json_type(type.removesuffix("[]"))}
    return {"type": type}


def _null_too(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "type": [schema["type"], "null"]}


def _plain(markdown: str) -> str:
    return markdown.replace("`", "")


def _event_list(event: EventSpec) -> dict[str, Any]:
    about = _plain(f"{prose.about(event)} A matcher is {prose.matcher(event)}.")
    return {"type": "array", "description": about, "items": {"$ref": "#/definitions/hook"}}


def _entry() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {option.name: _option(option) for option in OPTIONS.values()},
        "if": {"required": ["type"], "properties": {"type": {"const": "prompt"}}},
        "then": {"required": ["prompt"]},
        "else": {"required": ["command"]},
    }


def _option(option: Option) -> dict[str, Any]:
    types = option.types
    schema: dict[str, Any] = {
        "type": types[0] if len(types) == 1 else list(types),
        "description": option.about,
    }
    if option.default is not None:
        schema["default"] = option.default
    return {**schema, **_LIMITS.get(option.name, {})}


def _input(event: EventSpec, field: Field) -> dict[str, Any]:
    schema = {**json_type(field.type), "description": field.about}
    if field.words:
        schema["enum"] = list(field.words)
    if field.name == EVENT_NAME.name:
        schema["const"] = event.name
    return schema


def _gate(event: EventSpec) -> dict[str, dict[str, Any]]:
    about = _plain(prose.gate(event))
    if event.gate == "permission":
        if event.ask:
            about += f"; ask {prose.ASK[event.ask]}"
        return {"permission": {"enum": list(event.permissions), "description": about}}
    if event.gate == "continue":
        return {"continue": {"type": "boolean", "description": about}}
    return {}
