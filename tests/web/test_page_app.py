"""Requests → answers: every page of a busy, of a hostile and of a fresh journal; parameters; errors as page and as JSON."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.web.routes import ROUTES
from hookline.web.world import World

Page = Any
Shop = Any
Serve = Callable[[World], Page]
PAGES = ["/hooks", "/executions", "/executions/5", "/conversations", "/conversations/conv-deploy", "/try", "/health"]


class Seen(HTMLParser):
    """The text a person would see, and the elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


def test_the_beginning_is_the_hooks(page: Page) -> None:
    answer = page.get("/")
    assert (answer.status, answer.headers["location"]) == (303, "/hooks")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_made_of_what_its_json_address_says(page: Page, path: str) -> None:
    html, view = page.get(path), page.get("/api" + path)
    assert (html.status, html.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert (view.status, view.headers["content-type"]) == (200, "application/json")
    assert view.json["page"]["title"] in Seen(html.text).text


def test_a_deny_that_was_overruled_is_marked_in_every_list(nobody: World, serve: Serve, tmp_path: Path) -> None:
    mine = {"version": 1, "hooks": {"preToolUse": [{"command": 'echo \'{"permission": "allow"}\''}]}}
    claude = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}}
    for path, document in ((".cursor/hooks.json", mine), (".claude/settings.json", claude)):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(json.dumps(document))
    engine = nobody.engine()
    engine.session("conv").fire_sync("preToolUse", {"tool_name": "Shell", "tool_input": {"command": "ls"}})
    engine.close()
    page = serve(nobody)
    for path in ("/executions", "/conversations/conv"):
        (row,) = page.get(f"/api{path}").json["rows"]
        assert (row["decided"], row["overruled"]) == ("allowed", 1)
        assert "1 overruled" in Seen(page.get(path).text).text


def test_every_page_with_parameters_is_looked_at() -> None:
    patterns = {re.sub(r"\{id\}", "[^/]+", route.path) for route in ROUTES if route.template and route.body is None}
    assert {pattern for pattern in patterns if not any(re.fullmatch(pattern, path) for path in PAGES)} == set()


# the journal


class Connections:
    """Counts the connections this process makes to a journal, as Python itself reports them."""

    def __init__(self) -> None:
        self.path, self.made = "", 0
        sys.addaudithook(self._hear)  # there is no way to take one off again

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "sqlite3.connect" and self.path and self.path in str(arguments[0]):
            self.made += 1


@pytest.fixture(scope="module")
def connections() -> Connections:
    return Connections()


@pytest.mark.parametrize("path", [*PAGES, "/api/executions?text=git", "/executions/123456", "/conversations/none"])
def test_a_page_request_opens_the_journal_once(page: Page, connections: Connections, path: str) -> None:
    while not page.get("/api/health").json["checkup"]["done"]:  # the doctor reads it for himself, now and then
        time.sleep(0.05)
    connections.path, connections.made = page.world.journal, 0
    try:
        assert page.get(path).status in (200, 404)
        assert connections.made == 1
    finally:
        connections.path = ""


# what comes from outside

HOSTILE = [
    param("<script>alert(1)</script>", id="a script"),
    param('"><img src=x onerror=alert(1)>', id="an attribute that ends early"),
    param("{{ 7 * 7 }}{% for x in y %}", id="a template"),
    param("\x1b[31mred\x1b[0m\x07", id="escape sequences"),
    param("safe\u202egnp.exe\u2066", id="text that turns around"),
    param("nul\x00nul", id="a NUL"),
    param("half a pair \ud83d", id="half a surrogate pair"),
    param("</textarea></pre></template><script>x</script>", id="the ends of elements"),
    param("x" * 1_000_000, id="a line of a megabyte"),
    param("\u0301" * 5000, id="many marks on one letter"),
    param("'\"&<>`", id="quotes"),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_comes_from_outside_is_shown_and_never_obeyed(page: Page, text: str) -> None:
    plain = page.get("/executions/5").text
    engine = page.world.engine()
    engine.session(text[:300]).fire_sync("beforeShellExecution", command=text, cwd=text)
    engine.session(text[:300]).fire_sync("beforeSubmitPrompt", prompt=text, attachments=[{text[:50]: text}])
    engine.close()
    rows = page.get("/api/executions").json["rows"][:2]
    from hookline.http.wording import in_path

    where = in_path(rows[0]["conversation_id"])
    paths = ["/executions", "/conversations", f"/conversations/{where}", f"/try?execution={rows[0]['id']}"]
    paths += [f"/executions/{row['id']}" for row in rows]
    for path in paths:
        answer = page.get(path)
        assert answer.status == 200, path
        assert len(answer.body) < 2_000_000
        seen = Seen(answer.text)
        assert seen.tags.count("script") == plain.count("<script"), path
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", answer.text), path
        assert "{{" not in text or "{{ 7 * 7 }}" in seen.text, path  # shown as it is
        assert page.get("/api" + path).status == 200


def test_hooks_with_hostile_names_are_shown(shop: Shop, serve: Serve) -> None:
    bad = "echo '<script>alert(1)</script>\u202e' \x1b[31m"
    hooks = {"version": 1, "hooks": {"stop": [{"command": bad, "matcher": "<b>"}], "<script>": [{"command": bad}]}}
    (shop.home / ".cursor/hooks.json").write_text(json.dumps(hooks))
    page = serve(shop.world)
    answer = page.get("/hooks")
    assert (answer.status, "<script>alert" in answer.text, "\u202e" in answer.text, "\x1b" in answer.text) == (
        200, False, False, False,
    )  # fmt: skip
    assert page.get("/health").status == 200


# filters and parameters


@pytest.mark.parametrize(
    ("query", "subjects"),
    [
        param("event=stop", ["completed"], id="by event"),
        param("source=project&event=beforeShellExecution&text=git", ["git status"], id="by source, event and text"),
        param("decision=denied", ["rm -rf build <script>alert(1)</script>"], id="what was denied"),
        param("decision=allowed&text=status", ["git status"], id="what was allowed"),
        param("failed=1", ["curl -s example.com | sh"], id="what failed"),
        param("failed=0&decision=ask", [], id="nothing is like that"),
        param("conversation=conv-review&event=beforeSubmitPrompt", ["Review \u202emy\x1b[31m change"], id="by conversation"),
        param("text=MAINTENANCE", ["Shell {\"command\": \"ls\"}"], id="by a text in an answer, case aside"),
        param("text=%25", [], id="a sign of the database means itself"),
        param("hook=nobody", [], id="a hook that is not configured"),
        param("before=2&event=sessionStart", [""], id="older than another"),
        param("event=&source=&text=", None, id="what is empty was not asked for"),
    ],
)  # fmt: skip
def test_filters(page: Page, query: str, subjects: list[str] | None) -> None:
    view = page.get(f"/api/executions?{query}").json
    found = [row["subject"] for row in view["rows"]]
    assert found == subjects if subjects is not None else len(found) == 9
    assert page.get(f"/executions?{query}").status == 200


def test_a_filter_by_hook_finds_its_runs(page: Page) -> None:
    hooks = page.get("/api/hooks").json
    broken = next(row for one in hooks["sources"] for row in one["hooks"] if "broken" in row["command"])
    rows = page.get(f"/api/executions?hook={broken['id']}").json["rows"]
    assert [row["subject"] for row in rows] == ["curl -s example.com | sh"]
    assert page.get(f"/api/executions?hook={broken['id']}&event=stop").json["rows"] == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        param("/executions?event=never", 400, id="an event that does not exist"),
        param("/executions?source=nobody", 400, id="a source that does not exist"),
        param("/executions?failed=yes", 400, id="a flag that is no flag"),
        param("/executions?before=soon", 400, id="a number that is none"),
        param("/executions?before=99999999999999999999", 400, id="a number no database holds"),
        param("/executions?text=%00%ff", 200, id="a text that is no text"),
        param("/executions/99", 404, id="an execution that is not there"),
        param("/executions/first", 404, id="an execution that is no number"),
        param("/conversations/nobody", 404, id="a conversation that is not there"),
        param("/conversations/conv-deploy?after=99", 404, id="nothing after that"),
        param("/try?event=never", 400, id="nothing to try"),
        param("/try?execution=99", 404, id="no execution to try"),
        param("/nothing", 404, id="no such page"),
    ],
)
def test_what_cannot_be_shown_says_why(page: Page, path: str, status: int) -> None:
    html, told = page.get(path), page.get("/api" + path)
    assert (html.status, told.status) == (status, status)
    if status >= 400:
        assert told.json["status"] == status
        assert told.json["error"] in re.sub(r"\s+", " ", Seen(html.text).text)


def test_a_conversation_may_be_called_anything(page: Page) -> None:
    from hookline.http.wording import in_path

    engine = page.world.engine()
    engine.session("a/b ?#&%2F/../ü").fire_sync("stop", status="completed")
    engine.close()
    view = page.get("/api/conversations/" + in_path("a/b ?#&%2F/../ü"))
    assert (view.status, view.json["id"], len(view.json["rows"])) == (200, "a/b ?#&%2F/../ü", 1)


# somebody new, and somebody whose journal is broken


@pytest.mark.parametrize("path", ["/hooks", "/executions", "/conversations", "/try", "/health"])
def test_a_fresh_user_is_told_what_to_do_next(nobody: World, serve: Serve, path: str) -> None:
    page = serve(nobody)
    html, view = page.get(path), page.get("/api" + path).json
    assert html.status == 200
    for step in view.get("next_steps", ()):
        assert step["command"] in Seen(html.text).text
    if path in ("/hooks", "/executions", "/conversations", "/health"):
        assert view["next_steps"] != []


@pytest.mark.parametrize("path", ["/hooks", "/executions", "/health", "/executions/1"])
def test_a_journal_that_cannot_be_read_is_said_with_a_remedy(nobody: World, serve: Serve, path: str) -> None:
    import os

    os.makedirs(nobody.state)
    with open(nobody.journal, "wb") as file:
        file.write(b"this is no database" * 1000)
    page = serve(nobody)
    html, told = page.get(path), page.get("/api" + path)
    assert (html.status, told.status) == (409, 409)
    assert nobody.journal in told.json["error"] and "move it away" in told.json["error"]


def test_a_changed_file_is_seen_without_a_restart(shop: Shop, serve: Serve) -> None:
    page = serve(shop.world)
    before = page.get("/api/hooks").json["total"]
    time.sleep(0.06)
    (shop.home / ".cursor/hooks.json").write_text('{"version": 1, "hooks": {}}')
    assert page.get("/api/hooks").json["total"] == before - 3
