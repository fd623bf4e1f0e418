"""Rows of `route` and templates → addresses of an ASGI application. Requests become parameters here,
dicts become answers, exceptions become refusals.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.routing import Route as Address
from starlette.staticfiles import StaticFiles

from hookline import strict_json
from hookline.errors import UsageError
from hookline.http.conformity import complaints
from hookline.http.openapi import body_schema
from hookline.http.pages import FOLDER, Pages
from hookline.http.refusal import NotThere, Refusal
from hookline.http.route import Param, Params, Route

_LIMIT_BYTES = 16 * 1024 * 1024
_MOST_DIGITS = 18

Answer = Callable[[Request], Awaitable[Response]]


class Json(Response):
    """A value as JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """In ASCII, so that no reader can trip over an odd character."""
        return strict_json.dumps(content).encode("ascii")


# addresses


def addresses_of(routes: Iterable[Route], site: Any, pages: Pages) -> list[Address]:
    """A page and its JSON, or an action, for every row. `site` is what their calls are given."""
    addresses = []
    for route in routes:
        if route.template and route.body is None:
            addresses.append(Address(route.pattern, _page(site, pages, route), methods=["GET"]))
        answer = _api(site, pages, route)
        addresses.append(Address("/api" + route.pattern, answer, methods=[route.method]))
    return addresses


def static_files(folder: str) -> Mount:
    """`/static`: the files of a server, and those that all servers share."""
    files = StaticFiles(directory=os.path.join(folder, "static"), check_dir=False)
    files.all_directories = [*files.all_directories, os.path.join(FOLDER, "static")]
    return Mount("/static", files)


def always(value: Any) -> Answer:
    """The same JSON, whoever asks."""

    async def answer(request: Request) -> Response:
        return Json(value)

    return answer


def _page(site: Any, pages: Pages, route: Route) -> Answer:
    def made(given: Params) -> str:
        return pages.html(str(route.template), route.call(site, given, {}))

    async def answer(request: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(made, parameters(route.params, request)))

    return answer


def _api(site: Any, pages: Pages, route: Route) -> Answer:
    schema = body_schema(route.body) if route.body else None

    async def answer(request: Request) -> Response:
        given = parameters(route.params, request)
        body = {} if schema is None else await _body(request, schema)
        view = await run_in_threadpool(route.call, site, given, body)
        if route.body and route.template and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(await run_in_threadpool(pages.html, route.template, view))
        return await run_in_threadpool(Json, view)

    return answer


# requests


def parameters(params: Iterable[Param], request: Request) -> dict[str, Any]:
    """The parameters of the address, each as its row says; what is empty was not given."""
    values: dict[str, Any] = {}
    for param in params:
        source = request.path_params if param.in_path else request.query_params
        text = source.get(param.name)
        if text not in (None, ""):
            values[param.name] = _value(param, str(text))
    return values


def _value(param: Param, text: str) -> Any:
    if param.kind == "number":
        if param.in_path and not text.isdecimal():
            raise NotThere(f"There is nothing at {text[:80]!r}.")
        return int_of(param, text)
    if param.kind == "flag":
        if text not in ("0", "1"):
            raise Refusal(400, f"{param.name} is 0 or 1.")
        return text == "1"
    if param.kind == "word" and text not in param.words:
        raise Refusal(400, f"{param.name} is one of: {', '.join(param.words)}.")
    return text


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
            raise Refusal(422, f"The body is longer than {_LIMIT_BYTES} bytes.")
    try:
        value = strict_json.loads(bytes(data) or b"{}")
    except ValueError as error:
        raise Refusal(400, f"The body is not JSON: {error}") from None
    problems = complaints(value, schema, "the body")
    if problems or not isinstance(value, dict):
        raise Refusal(400, "; ".join(problems) or "The body is not a JSON object.")
    return value


# refusals


def refusing(
    error_page: Callable[[int, str], str],
) -> dict[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    """Handlers of what is not done: they say why, as JSON below /api and as a page elsewhere."""

    async def answer(request: Request, error: Exception) -> Response:
        status, text = status_of(error), str(getattr(error, "detail", None) or error)
        if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            return Json({"status": status, "error": text}, status)
        return HTMLResponse(await run_in_threadpool(error_page, status, text), status)

    return dict.fromkeys((Refusal, NotThere, UsageError, HTTPException), answer)


def status_of(error: Exception) -> int:
    """The status that says the same as the error."""
    if isinstance(error, HTTPException):
        return error.status_code
    return error.status if isinstance(error, NotThere | Refusal) else 409
