"""The OpenAPI document of the page: its table of addresses, and the stream of executions."""

from __future__ import annotations

from typing import Any

from hookline.http import openapi
from hookline.web.routes import EVENTS_PARAMS, ROUTES

_ABOUT = "Everything on the page, as JSON. Every request needs the cookie that the printed address gives."
_STREAM = {
    "operationId": "events",
    "summary": "executions as they happen (server-sent events), in the order of the journal",
    "parameters": [
        *map(openapi.parameter, EVENTS_PARAMS),
        {
            "name": "Last-Event-ID",
            "in": "header",
            "description": "the same, as browsers send it",
            "schema": {"type": "string"},
        },
    ],
    "responses": {
        "200": {
            "description": "a message for each execution: id, event: execution, data: an ExecutionRow",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        **openapi.refusals("400", "403"),
    },
}


def page_document() -> dict[str, Any]:
    """Everything that can be asked of the page."""
    stream = {"/api/events": {"get": _STREAM}}
    return openapi.document(ROUTES, title="hookline ui", about=_ABOUT, others=stream)
