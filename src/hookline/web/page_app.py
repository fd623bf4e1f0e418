"""A world → the ASGI application of its page, behind its guard."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount
from starlette.routing import Route as Address

from hookline.http import asgi
from hookline.http.guard import Guard
from hookline.http.pages import Pages
from hookline.web import charts, live
from hookline.web.checkups import Checkups
from hookline.web.page_document import page_document
from hookline.web.routes import EVENTS_PARAMS, ROUTES, Site, filters_of
from hookline.web.views.executions import wanted_of
from hookline.web.views.page_facts import page_facts
from hookline.web.world import World

if TYPE_CHECKING:
    from starlette.types import ASGIApp

FOLDER = os.path.dirname(os.path.abspath(__file__))

Stopping = Callable[[], bool]


def make_app(world: World, guard: Guard, stopping: Stopping = lambda: False) -> ASGIApp:
    """The application of one world. `stopping`: whether the server is on its way out, and streams
    are to end.
    """
    pages = Pages(guard.csrf, FOLDER, charts=charts)
    refused = asgi.refusing(lambda status, text: _error_page(world, pages, status, text))
    addresses = addresses_of(world, pages, stopping)
    return guard.around(Starlette(routes=addresses, exception_handlers=refused))


def addresses_of(
    world: World, pages: Pages | None = None, stopping: Stopping = lambda: False
) -> list[Address | Mount]:
    """Every address there is."""
    site, pages = Site(world, Checkups(world)), pages or Pages("", FOLDER, charts=charts)
    return [
        Address("/", _home),
        *asgi.addresses_of(ROUTES, site, pages),
        Address("/api/events", _events(world, stopping), methods=["GET"]),
        Address("/openapi.json", asgi.always(page_document()), methods=["GET"]),
        asgi.static_files(FOLDER),
    ]


async def _home(request: Request) -> Response:
    return RedirectResponse("/hooks", 303)


def _events(world: World, stopping: Stopping) -> asgi.Answer:
    async def answer(request: Request) -> Response:
        given = asgi.parameters(EVENTS_PARAMS, request)
        last = request.headers.get("last-event-id")
        after = given.get("after") if last is None else asgi.int_of(EVENTS_PARAMS[0], last)
        wanted = await run_in_threadpool(wanted_of, world, filters_of(given))
        messages = live.messages(world.journal, after, wanted, stopping=stopping)
        return StreamingResponse(messages, media_type="text/event-stream")

    return answer


def _error_page(world: World, pages: Pages, status: int, text: str) -> str:
    """It asks the journal nothing: that may be what cannot be read."""
    page = page_facts(world, "error", "Not found" if status == 404 else "Not done")
    return pages.html("error.html", {"page": page, "status": status, "error": text})
