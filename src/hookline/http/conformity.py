"""A value and a JSON Schema of ours → what does not fit, a sentence each. Pure.

It knows the words that `spec.schema` and `openapi` use, and no others: type, enum, const,
properties, required, items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str, "boolean": bool, "object": dict, "array": list, "null": type(None), "number": (int, float),
    "integer": int,
}  # fmt: skip
_MOST = 50


def complaints(value: Any, schema: Mapping[str, Any], where: str = "input") -> list[str]:
    """Everything that does not fit, at most fifty."""
    found = []
    for one in _complaints(value, schema, where):
        found.append(one)
        if len(found) == _MOST:
            break
    return found


def _complaints(value: Any, schema: Mapping[str, Any], where: str) -> Iterator[str]:
    kinds = _kinds_of(schema)
    if kinds and not any(_is(value, kind) for kind in kinds):
        yield f"{where} is {_kind(value)}, not {' or '.join(kinds)}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{where} must be {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} must be one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, dict):
        yield from _of_object(value, schema, where)
    elif isinstance(value, list):
        yield from _of_items(value, schema, where)


def _kinds_of(schema: Mapping[str, Any]) -> list[str]:
    """The types a value may have; empty where every type will do."""
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else kinds


def _of_object(value: Mapping[str, Any], schema: Mapping[str, Any], where: str) -> Iterator[str]:
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{where} has no {name}"
    for name, inner in schema.get("properties", {}).items():
        if name in value:
            yield from _complaints(value[name], inner, f"{where}.{name}")


def _of_items(values: list[Any], schema: Mapping[str, Any], where: str) -> Iterator[str]:
    for number, item in enumerate(values):
        yield from _complaints(item, schema.get("items", {}), f"{where}[{number}]")


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])


def _kind(value: Any) -> str:
    return next((kind for kind in _TYPES if _is(value, kind)), type(value).__name__)
