"""http.asgi: a second server, of three rows and one template, is served as the page is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

import pytest
from pytest import param
from starlette.applications import Starlette

from hookline.http.asgi import addresses_of, always, refusing, static_files
from hookline.http.pages import Pages
from hookline.http.refusal import NotThere, Refusal
from hookline.http.route import Param, Route


class Greeting(TypedDict):
    """What is said."""

    page: dict[str, str]
    text: str


class Renamed(TypedDict):
    """A body."""

    name: str


def greeting(site: dict[str, str], given: Mapping[str, Any], body: Mapping[str, Any]) -> Greeting:
    name = given["id"]
    if name not in site:
        raise NotThere(f"There is no {name!r}.")
    text = f"Hello <{site[name]}>" + "!" * given.get("times", 0)
    return {"page": {"name": "greeting", "title": "Greeting", "version": "1"}, "text": text}


def rename(site: dict[str, str], given: Mapping[str, Any], body: Mapping[str, Any]) -> Greeting:
    if not body["name"]:
        raise Refusal(422, "A name has letters.")
    site[given["id"]] = body["name"]
    return greeting(site, given, body)


_ID = Param("id", "whom", in_path=True)
ROUTES = (
    Route("/greetings/{id}", "a greeting", Greeting, greeting, (
        _ID, Param("times", "how often", "number"), Param("loud", "aloud", "flag"), Param("how", "how", "word", ("a", "b")),
    ), "greeting.html"),
    Route("/name/{id}", "another name", Greeting, rename, (_ID,), "greeting.html", body=Renamed),
)  # fmt: skip


class Answer:
    """What came back."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """An application, asked as a server asks it."""

    def __init__(self, folder: Path) -> None:
        (folder / "templates").mkdir()
        (folder / "templates/greeting.html").write_text(
            '{% extends "frame.html" %}{% block main %}<p>{{ view.text }} from {{ place }}</p>{% endblock %}'
        )
        (folder / "static").mkdir()
        (folder / "static/own.css").write_text("p { color: red }")
        pages, site = Pages("word", str(folder), place="a second server"), {"a": "Ada", "b/c": "Bob"}
        addresses = [*addresses_of(ROUTES, site, pages), static_files(str(folder))]
        self.app = Starlette(routes=addresses, exception_handlers=refusing(lambda status, text: f"<h1>{status}</h1>{text}"))

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        where, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": where,
            "raw_path": where.encode(), "query_string": query.encode(), "scheme": "http", "server": ("localhost", 80),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "root_path": "",
        }  # fmt: skip
        sent: list[Any] = []

        asked = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Any:
            for message in asked:
                return message
            return await asyncio.Event().wait()  # the client stays

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(self.app(scope, receive, send))
        names = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], names, b"".join(message.get("body", b"") for message in sent[1:]))


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def test_a_row_with_a_template_is_a_page_and_the_same_as_json(server: Server) -> None:
    page = server.ask("GET", "/greetings/a?times=2").body.decode()
    assert "<title>Greeting · Hookline</title>" in page
    assert "<p>Hello &lt;Ada&gt;!! from a second server</p>" in page
    assert server.ask("GET", "/api/greetings/a?times=2").json["text"] == "Hello <Ada>!!"


def test_an_id_may_have_slashes_in_it(server: Server) -> None:
    assert server.ask("GET", "/api/greetings/b/c").json["text"] == "Hello <Bob>"


def test_what_is_sent_is_checked_and_answered_as_json_or_as_a_piece_of_the_page(server: Server) -> None:
    assert server.ask("POST", "/api/name/a", b'{"name": "Eve"}').json["text"] == "Hello <Eve>"
    piece = server.ask("POST", "/api/name/a", b'{"name": "Eve"}', accept="text/html")
    assert (piece.headers["content-type"], b"Hello &lt;Eve&gt;" in piece.body) == ("text/html; charset=utf-8", True)


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        param("/api/greetings/x", 404, "There is no 'x'.", id="what is not there"),
        param("/api/greetings/a?times=-1", 400, "times is a number.", id="no number"),
        param(f"/api/greetings/a?times={'9' * 30}", 400, "times is a number.", id="a number no database can hold"),
        param("/api/greetings/a?loud=yes", 400, "loud is 0 or 1.", id="no flag"),
        param("/api/greetings/a?how=c", 400, "how is one of: a, b.", id="no such word"),
        param("/api/nothing", 404, "Not Found", id="no such address"),
    ],
)
def test_what_is_refused_says_why(server: Server, path: str, status: int, error: str) -> None:
    answer = server.ask("GET", path)
    assert (answer.status, answer.json) == (status, {"status": status, "error": error})


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        param(b"{", 400, "The body is not JSON: ", id="no JSON"),
        param(b"[]", 400, "the body is array, not object", id="no object"),
        param(b"", 400, "the body has no name", id="nothing"),
        param(b'{"name": ""}', 422, "A name has letters.", id="refused by what is called"),
        param(b'"' + b"x" * (16 * 1024 * 1024) + b'"', 422, "The body is longer than 16777216 bytes.", id="too much"),
    ],
)
def test_a_body_that_is_refused_says_why(server: Server, body: bytes, status: int, error: str) -> None:
    answer = server.ask("POST", "/api/name/a", body)
    assert (answer.status, answer.json["error"].startswith(error)) == (status, True)


def test_below_no_api_a_refusal_is_a_page(server: Server) -> None:
    answer = server.ask("GET", "/greetings/x")
    assert (answer.status, answer.body) == (404, b"<h1>404</h1>There is no 'x'.")


@pytest.mark.parametrize("name", ["own.css", "tokens.css", "page.css", "parts.css", "theme.js", "mark.svg"])
def test_a_server_has_its_own_files_and_the_shared_ones(server: Server, name: str) -> None:
    assert server.ask("GET", f"/static/{name}").status == 200


def test_the_same_json_whoever_asks() -> None:
    answer = asyncio.run(always({"a": float("nan")})(None))  # type: ignore[arg-type]
    assert (answer.body, answer.media_type) == (b'{"a": null}', "application/json")
