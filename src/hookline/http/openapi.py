"""Rows of `route` → an OpenAPI 3.1 document: the shapes become JSON Schemas, so what is served is what is
described. Pure.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import hookline
from hookline.http.guard import CSRF_HEADER
from hookline.http.route import Param, Route

#: How a path becomes part of an operation's id: `/hooks/{id}` is `_hooks_id`.
_IN_AN_ID = str.maketrans({"/": "_", "{": None, "}": None})
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_REFUSED = {
    "400": "a parameter or the body is malformed",
    "403": "no cookie, a foreign origin, or no CSRF header",
    "404": "not found",
    "409": "not possible in the present state",
    "422": "the body is not valid for this request",
}

_SECURITY = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "hookline_PORT",
        "description": "given by the printed address",
    },
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": CSRF_HEADER,
        "description": "given by every page, for its script",
    },
}


def document(
    routes: Iterable[Route], *, title: str, about: str, others: Mapping[str, Any]
) -> dict[str, Any]:
    """The whole document. `others`: what stands at addresses that are no rows, such as a stream."""
    schemas: dict[str, Any] = {"Refused": _refused_schema()}
    paths: dict[str, Any] = {}
    for route in routes:
        paths[f"/api{route.path}"] = {route.method.lower(): _operation(route, schemas)}
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": hookline.__version__, "description": about},
        "paths": {**paths, **others, "/openapi.json": {"get": _OWN_OPERATION}},
        "security": [{"cookie": []}],
        "components": {"schemas": schemas, "securitySchemes": _SECURITY},
    }


def refusals(*statuses: str) -> dict[str, Any]:
    """What a request with one of these statuses was refused for."""
    return {status: {"description": _REFUSED[status]} for status in statuses}


_OWN_OPERATION = {
    "operationId": "openapi",
    "summary": "this document",
    "responses": {
        "200": {
            "description": "OpenAPI",
            "content": {"application/json": {"schema": {"type": "object"}}},
        },
        **refusals("403"),
    },
}


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    shape = _schema(route.shape, schemas)
    operation: dict[str, Any] = {
        "operationId": route.method.lower() + route.path.translate(_IN_AN_ID),
        "summary": route.about,
        "parameters": [parameter(param) for param in route.params],
        "responses": {
            "200": {"description": "done", "content": {"application/json": {"schema": shape}}},
            **{status: _refused(why) for status, why in _REFUSED.items()},
        },
    }
    if route.body is not None:
        body = _schema(route.body, schemas)
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": body}},
        }
        operation["security"] = [{"cookie": [], "csrf": []}]
    return operation


def _refused(why: str) -> dict[str, Any]:
    json = {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}
    return {"description": why, "content": {**json, "text/plain": {"schema": {"type": "string"}}}}


def _refused_schema() -> dict[str, Any]:
    properties = {"status": {"type": "integer"}, "error": {"type": "string"}}
    return {"type": "object", "required": list(properties), "properties": properties}


def parameter(param: Param) -> dict[str, Any]:
    kinds: dict[str, dict[str, Any]] = {
        "text": {"type": "string"},
        "number": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1},
        "flag": {"type": "string", "enum": ["0", "1"]},
        "word": {"type": "string", "enum": list(param.words)},
    }
    where = "path" if param.in_path else "query"
    return {
        "name": param.name,
        "in": where,
        "required": param.in_path,
        "description": param.about,
        "schema": kinds[param.kind],
    }


def body_schema(shape: type) -> dict[str, Any]:
    """The schema of a body alone, without references."""
    schemas: dict[str, Any] = {}
    _schema(shape, schemas)
    found: dict[str, Any] = schemas[shape.__name__]
    return found


def _schema(hint: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    if hint is Any:
        return {}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"type": "string", "enum": list(args)}
    if origin is list:
        return {"type": "array", "items": _schema(args[0], schemas)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1], schemas)}
    if origin in (types.UnionType, typing.Union):
        return {"anyOf": [_schema(arg, schemas) for arg in args]}
    return _reference(hint, schemas)


def _reference(shape: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    name = shape.__name__
    if name not in schemas:
        schemas[name] = {}  # a shape may hold itself
        hints = get_type_hints(shape)
        schemas[name] = {
            "type": "object",
            "description": (shape.__doc__ or "").strip(),
            "required": sorted(shape.__required_keys__),
            "properties": {key: _schema(value, schemas) for key, value in hints.items()},
        }
    return {"$ref": f"#/components/schemas/{name}"}
