"""ROUTES and templates → an ASGI application behind its guard. Requests become parameters here,
dicts become answers.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount
from starlette.routing import Route as Address
from starlette.staticfiles import StaticFiles

from hookline import strict_json
from hookline.errors import UsageError
from hookline.http.conformity import complaints
from hookline.http.guard import Guard
from hookline.http.openapi import body_schema, document
from hookline.web import live
from hookline.web.actions import Refusal
from hookline.web.checkups import Checkups
from hookline.web.pages import FOLDER, Pages
from hookline.web.routes import EVENTS_PARAMS, ROUTES, Param, Params, Route, Site, filters_of
from hookline.web.views.executions import wanted_of
from hookline.web.views.page_facts import NotThere, page_facts
from hookline.web.world import World

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_LIMIT_BYTES = 16 * 1024 * 1024
_MOST_DIGITS = 18

Answer = Callable[[Request], Awaitable[Response]]
Stopping = Callable[[], bool]


class Json(Response):
    """A value as JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """In ASCII, so that no reader can trip over an odd character."""
        return strict_json.dumps(content).encode("ascii")


def make_app(world: World, guard: Guard, stopping: Stopping = lambda: False) -> ASGIApp:
    """The application of one world. `stopping`: whether the server is on its way out, and streams
    are to end.
    """
    pages = Pages(guard.csrf)
    refused = _refused(world, pages)
    handlers: dict[Any, Any] = dict.fromkeys(
        (Refusal, NotThere, UsageError, HTTPException), refused
    )
    return guard.around(
        Starlette(routes=addresses_of(world, pages, stopping), exception_handlers=handlers)
    )


def addresses_of(
    world: World, pages: Pages | None = None, stopping: Stopping = lambda: False
) -> list[Address | Mount]:
    """Every address there is."""
    site, pages = Site(world, Checkups(world)), pages or Pages("")
    addresses: list[Address | Mount] = [Address("/", _home)]
    for route in ROUTES:
        if route.template and route.body is None:
            addresses.append(Address(_pattern(route), _page(site, pages, route), methods=["GET"]))
        addresses.append(
            Address("/api" + _pattern(route), _api(site, pages, route), methods=[route.method])
        )
    addresses.append(Address("/api/events", _events(world, stopping), methods=["GET"]))
    addresses.append(Address("/openapi.json", _always(document()), methods=["GET"]))
    addresses.append(
        Mount("/static", StaticFiles(directory=os.path.join(FOLDER, "static"), check_dir=False))
    )
    return addresses


def _pattern(route: Route) -> str:
    """An id is whatever the journal holds: a conversation's may have slashes in it."""
    free = any(param.in_path and param.kind == "text" for param in route.params)
    return (
        route.path.replace("{id}", "{id:path}")
        if free and route.path.endswith("{id}")
        else route.path
    )


async def _home(request: Request) -> Response:
    return RedirectResponse("/hooks", 303)


def _page(site: Site, pages: Pages, route: Route) -> Answer:
    def made(given: Params) -> str:
        return pages.html(str(route.template), route.call(site, given, {}))

    async def answer(request: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(made, parameters(route.params, request)))

    return answer


def _api(site: Site, pages: Pages, route: Route) -> Answer:
    schema = body_schema(route.body) if route.body else None

    async def answer(request: Request) -> Response:
        given = parameters(route.params, request)
        body = {} if schema is None else await _body(request, schema)
        view = await run_in_threadpool(route.call, site, given, body)
        if route.body and route.template and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(await run_in_threadpool(pages.html, route.template, view))
        return await run_in_threadpool(Json, view)

    return answer


def _events(world: World, stopping: Stopping) -> Answer:
    async def answer(request: Request) -> Response:
        given = parameters(EVENTS_PARAMS, request)
        last = request.headers.get("last-event-id")
        after = given.get("after") if last is None else int_of(EVENTS_PARAMS[0], last)
        wanted = await run_in_threadpool(wanted_of, world, filters_of(given))
        told = live.messages(world.journal, after, wanted, stopping=stopping)
        return StreamingResponse(told, media_type="text/event-stream")

    return answer


def _always(value: Any) -> Answer:
    async def answer(request: Request) -> Response:
        return Json(value)

    return answer


def parameters(params: Iterable[Param], request: Request) -> dict[str, Any]:
    """The parameters of the address, each as its row says; what is empty was not given."""
    found: dict[str, Any] = {}
    for param in params:
        text = (
            request.path_params.get(param.name)
            if param.in_path
            else request.query_params.get(param.name)
        )
        if text not in (None, ""):
            found[param.name] = _value(param, str(text))
    return found


def _value(param: Param, text: str) -> Any:
    if param.kind == "number":
        if param.in_path and not text.isdecimal():
            raise NotThere(f"There is nothing at {text[:80]!r}.")
        return int_of(param, text)
    if param.kind == "flag" and text not in ("0", "1"):
        raise Refusal(400, f"{param.name} is 0 or 1.")
    if param.kind == "word" and text not in param.words:
        raise Refusal(400, f"{param.name} is one of: {', '.join(param.words)}.")
    return text == "1" if param.kind == "flag" else text


def int_of(param: Param, text: str) -> int:
    """The number; it is none that a database cannot hold."""
    if not text.isascii() or not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise Refusal(404 if param.in_path else 400, f"{param.name} is a number.")
    return int(text)


async def _body(request: Request, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON object that was sent; it has the shape it should have."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > _LIMIT_BYTES:
            raise Refusal(422, f"This is longer than {_LIMIT_BYTES} bytes.")
    try:
        value = strict_json.loads(bytes(data) or b"{}")
    except ValueError as error:
        raise Refusal(400, f"The body is not JSON: {error}") from None
    wrong = complaints(value, schema, "the body")
    if wrong or not isinstance(value, dict):
        raise Refusal(400, "; ".join(wrong) or "The body is a JSON object.")
    return value


def _refused(world: World, pages: Pages) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Why something was not done, as JSON below /api and as a page elsewhere."""

    async def answer(request: Request, error: Exception) -> Response:
        status, text = status_of(error), str(getattr(error, "detail", None) or error)
        if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            return Json({"status": status, "error": text}, status)
        return await run_in_threadpool(_error_page, world, pages, status, text)

    return answer


def _error_page(world: World, pages: Pages, status: int, text: str) -> Response:
    try:
        page = page_facts(world, "error", "Not found" if status == 404 else "Not done")
    except UsageError:  # the journal itself is what cannot be read
        page = {
            "name": "error",
            "title": "Not done",
            "version": "",
            "roots": [],
            "journal": world.journal,
            "newest_id": 0,
        }
    return HTMLResponse(
        pages.html("error.html", {"page": page, "status": status, "error": text}), status
    )


def status_of(error: Exception) -> int:
    """The status that says the same as the error."""
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, Refusal):
        return error.status
    return 404 if isinstance(error, NotThere) else 409
