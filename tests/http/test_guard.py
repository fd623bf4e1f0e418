"""Who is let in, and who is not: a request that may not is answered 403 or 404, and nothing is changed."""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.journal.journal_reader import Reader, ask
from hookline.web.world import World

Page = Any
Headers = dict[str, str]
FIRE = json.dumps({"event": "stop", "input": {}, "anyway": True})


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, make_page: Callable[[Path], Page]) -> Iterator[Page]:
    """One for all: nothing here is to change anything."""
    made = make_page(tmp_path_factory.mktemp("guard").resolve())
    yield made
    made.close()


def state_of(page: Page) -> object:
    """Everything an intruder could change: our own state, the workspace, the journal."""
    folders = (page.world.state, page.world.roots[0])
    kept = ("trust.json", "switches.json", ".toml", ".json", ".sh")
    found = {
        path: Path(path).read_bytes()
        for folder in folders
        for place, _, names in os.walk(folder)
        for name in names
        if (path := os.path.join(place, name)).endswith(kept)
    }
    return ask(page.world.journal, Reader.newest_id), found


def without(name: str) -> Callable[[Page], Headers]:
    return lambda page: {key: value for key, value in page.headers.items() if key != name}


def instead(name: str, value: str) -> Callable[[Page], Headers]:
    return lambda page: {**page.headers, name: value.replace("PORT", str(page.port))}


INTRUDERS = [
    param(without("Cookie"), id="without the cookie"),
    param(instead("Cookie", "hookline_PORT=guessed"), id="with a guessed cookie"),
    param(instead("Cookie", "hookline_PORT="), id="with an empty cookie"),
    param(instead("Cookie", "hookline_PORT=\x80\xff"), id="with a cookie that is no ASCII"),
    param(instead("Host", "evil.example:PORT"), id="with the host of another site, as DNS rebinding sends it"),
    param(instead("Host", "127.0.0.1"), id="with a host that lacks the port"),
    param(instead("Host", "127.0.0.1:1"), id="with another port"),
    param(instead("Host", "127.0.0.1.evil.example:PORT"), id="with a host that begins like ours"),
    param(instead("Host", ""), id="with an empty host"),
    param(instead("Origin", "http://evil.example"), id="from another site"),
    param(instead("Origin", "http://localhost:PORT"), id="from our other name"),
    param(instead("Origin", "http://127.0.0.1:1"), id="from another port of this machine"),
    param(instead("Origin", "https://127.0.0.1:PORT"), id="from another scheme"),
    param(instead("Origin", "null"), id="from a sandboxed frame"),
    param(instead("Sec-Fetch-Site", "cross-site"), id="from what the browser calls another site"),
    param(instead("Sec-Fetch-Site", "same-site"), id="from another port, as the browser calls it"),
]  # fmt: skip
ONLY_POST = [
    param(without("Origin"), id="a POST that does not say where it comes from"),
    param(without("X-Hookline-Csrf"), id="a POST without the word of the page"),
    param(instead("X-Hookline-Csrf", "guessed"), id="a POST with a guessed word"),
    param(instead("X-Hookline-Csrf", ""), id="a POST with an empty word"),
]


@pytest.mark.parametrize("headers", [*INTRUDERS, *ONLY_POST])
@pytest.mark.parametrize("path", ["fire", "trust", "hooks/{hook}/off", "executions/5/again", "executions/5/case"])
def test_an_intruder_changes_nothing(page: Page, path: str, headers: Callable[[Page], Headers]) -> None:
    hooks = page.get("/api/hooks").json
    hook = next(row["id"] for source in hooks["sources"] for row in source["hooks"])
    before = state_of(page)
    answer = page.bare("POST", "/api/" + path.format(hook=hook), FIRE, headers(page))
    assert (answer.status, state_of(page)) == (403, before)


@pytest.mark.parametrize("headers", INTRUDERS)
@pytest.mark.parametrize(
    "path", ["/hooks", "/api/executions/5", "/static/page.css", "/openapi.json", "/api/events", "/nothing"]
)
def test_an_intruder_reads_nothing(page: Page, path: str, headers: Callable[[Page], Headers]) -> None:
    answer = page.bare("GET", path, None, headers(page))
    assert answer.status == 403
    assert re.fullmatch(r"(This page is only|Only the page itself|Open the address)[^\n]*\n", answer.text)


def test_two_hosts_are_refused(page: Page) -> None:
    asked = f"GET /hooks HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nHost: evil.example\r\nCookie: {page.cookie}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", page.port), timeout=20) as connection:
        connection.sendall(asked.encode())
        status = connection.recv(100).split(b" ")[1]
    assert status in (b"400", b"403")


@pytest.mark.parametrize("headers", [param({}, id="by a link or by hand"), param({"Sec-Fetch-Site": "none"}, id="typed in")])
def test_the_cookie_is_enough_to_read(page: Page, headers: Headers) -> None:
    assert page.get("/hooks", **headers).status == 200


def test_another_page_may_lead_here_and_may_not_load_anything_from_here(page: Page) -> None:
    """Another port of this machine is the same site to a browser, so that the cookie comes along."""
    for site in ("same-site", "cross-site"):
        modes = ("navigate", "no-cors", "cors", "same-origin")
        found = [page.get("/hooks", **{"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}).status for mode in modes]
        assert found == [200, 403, 403, 403]


# the token


def test_the_address_is_changed_for_a_cookie_once(nobody: World, serve: Callable[[World], Page]) -> None:
    page = serve(nobody)  # it has used the token already
    again = page.bare("GET", f"/?token={page.guard.token}")
    assert (again.status, "set-cookie" in again.headers) == (403, False)


def test_whoever_has_the_cookie_may_open_the_address_again(page: Page) -> None:
    again = page.get(f"/executions?token={page.guard.token}&event=stop")
    assert (again.status, again.headers["location"]) == (303, "/executions?event=stop")


@pytest.mark.parametrize(
    ("path", "goes_to"),
    [
        param("/", "/", id="the page itself"),
        param("//evil.example/x", "/evil.example/x", id="what looks like another host"),
        param("/\\evil.example", "/%5Cevil.example", id="what a browser takes for another host"),
    ],
)
def test_the_token_leads_nowhere_else(page: Page, path: str, goes_to: str) -> None:
    answer = page.get(f"{path}?token={page.guard.token}".replace("\\", "%5C"))
    assert (answer.status, answer.headers["location"]) == (303, goes_to)


def test_a_link_of_another_site_lets_in_too(page: Page) -> None:
    """A browser does not send a strict cookie along a redirect that another site began: the page itself goes on."""
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    answer = page.get(f"/executions?token={page.guard.token}&text=%22%3E%3Cb%3E", **headers)
    assert (answer.status, answer.headers["content-type"], "set-cookie" in answer.headers) == (
        200, "text/html; charset=utf-8", True,
    )  # fmt: skip
    assert '<meta http-equiv="refresh" content="0;url=/executions?text=%22%3E%3Cb%3E">' in answer.text


@pytest.mark.parametrize("token", ["", "guessed", "%00", "ü".encode().decode("latin-1"), "a" * 5000])
def test_another_token_is_none(page: Page, token: str) -> None:
    answer = page.bare("GET", "/hooks?token=" + token.replace("Ã¼", "%C3%BC"))
    assert (answer.status, "set-cookie" in answer.headers) == (403, False)


def test_scripts_cannot_read_the_cookie_and_other_sites_cannot_send_it(page: Page) -> None:
    answer = page.get(f"/?token={page.guard.token}")
    name, _, rest = answer.headers["set-cookie"].partition("=")
    assert (name, rest.partition("; ")[2]) == (f"hookline_{page.port}", "HttpOnly; SameSite=Strict; Path=/")


def test_the_token_is_not_the_cookie_and_neither_is_the_word_of_the_page(page: Page) -> None:
    secrets = {page.guard.token, page.guard.csrf, page.cookie.partition("=")[2]}
    assert len(secrets) == 3
    assert all(len(one) >= 40 for one in secrets)


# what every answer says


@pytest.mark.parametrize("path", ["/hooks", "/api/hooks", "/static/page.css", "/nothing", "/openapi.json", "/"])
def test_every_answer_forbids_what_a_page_does_not_need(page: Page, path: str) -> None:
    headers = page.get(path).headers
    policy = headers["content-security-policy"]
    assert ("unsafe" in policy, "default-src 'none'" in policy, "http" in policy) == (False, True, False)
    named = ("x-content-type-options", "cache-control", "referrer-policy", "x-frame-options")
    assert {name: headers[name] for name in named} == {
        "x-content-type-options": "nosniff", "cache-control": "no-store", "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
    }  # fmt: skip
    assert not [name for name in headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/hooks", "/executions", "/executions/5", "/conversations", "/try", "/health"])
def test_a_page_has_nothing_inline_and_nothing_of_others(page: Page, path: str) -> None:
    html = page.get(path).text
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert re.findall(r"<style|\sstyle=|\son\w+\s*=\s*[\"']|javascript:", html) == []
    assert [
        url for url in re.findall(r"(?:src|href|action)=[\"']([^\"']+)", html) if not url.startswith(("/", "#", "?"))
    ] == []


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/%2e%2e%2f%2e%2e%2fmodel.py", "/static//etc/passwd",
        "/static/%00", "/static/..\\app.py", "/../../etc/passwd", "/etc/passwd", "/executions/../hooks.json", "/hooks.html",
        "/templates/hooks.html", "/api/executions/-1", "/api/executions/1e3", "/api/executions/999999999999999999999999",
        "/executions/5/", "/executions/%35%00", "/executions/٣",
    ],
)  # fmt: skip
def test_path_tricks_lead_nowhere(page: Page, path: str) -> None:
    answer = page.get(path.replace("\\", "%5C").replace("٣", "%D9%A3"))
    assert answer.status in (404, 307) and (answer.status != 307 or page.origin in answer.headers["location"])


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST"])
def test_other_methods_are_not_allowed(page: Page, method: str) -> None:
    before = state_of(page)
    assert page.bare(method, "/api/executions", None, page.headers).status == 405
    assert state_of(page) == before
