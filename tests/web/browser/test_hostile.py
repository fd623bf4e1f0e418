"""Texts from outside are looked at and nothing more: scripts, escapes, marks of direction, NULs, very long lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from conftest import Machine, Site

pytestmark = pytest.mark.xdist_group("browser")

SCRIPT = "</pre></script><script>window.caught = true</script><img src=x onerror='window.caught = true'>"
HOSTILE = {
    "conversation_id": f"../../{SCRIPT}?x=1#y",
    "command": f"echo {SCRIPT} \x1b[31mred\x1b[0m \u202etxt.exe\u202c \x00\x07 \u200b \ud800 {{{{ 7 * 7 }}}}",
    "cwd": "/work/'\"`$(id)",
    "sandbox": False,
}
#: A hook that says the same, on stdout and on stderr.
ECHO = """#!/usr/bin/env python3
import json, sys
command = json.load(sys.stdin)["command"]
print(json.dumps({"permission": "deny", "user_message": command[:3000], "agent_message": command[:3000]}))
sys.stderr.write(command[:200_000].encode("utf-8", "replace").decode())
"""
LONG = 1_000_000


@pytest.fixture(scope="module")
def hostile(new_machine: Callable[[], Machine], serve: Callable[[Machine], Site]) -> Site:
    """A page about an agent that was talked into saying all of this."""
    machine = new_machine()
    machine.write(machine.root / ".cursor/hooks/<b>echo.py", ECHO)
    machine.write(
        machine.root / ".cursor/hooks.json",
        {"version": 1, "hooks": {"beforeShellExecution": [{"command": "'.cursor/hooks/<b>echo.py'", "matcher": ""}]}},
    )
    machine.run("trust", "--yes")
    machine.fire(("beforeShellExecution", HOSTILE), ("beforeShellExecution", {"command": "x" * LONG}))
    return serve(machine)


def obeyed(page: Page) -> list[str]:
    """What a page has that nobody but the outside could have put there."""
    outside = page.locator("main img, main script, main b, main iframe, main object").evaluate_all(
        "all => all.map(one => one.outerHTML)"
    )
    return [*outside, *(["a script ran"] if page.evaluate("window.caught === true") else [])]


def test_nothing_from_outside_is_obeyed_on_any_screen(hostile: Site) -> None:
    with hostile.visit("/hooks") as page:
        found = {}
        for path in (
            "/hooks",
            "/executions",
            "/executions/1",
            "/executions/2",
            "/conversations",
            "/try?execution=1",
            "/health",
        ):
            page.goto(path)
            found[path] = obeyed(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.goto("/conversations")
        page.locator(".conversations > li > a").last.click()
        expect(page.locator("h1")).to_have_text("One conversation")
        found["/conversations/…"] = obeyed(page)
        page.locator(".moments > li > a").first.click()
        expect(page.locator(".story")).to_be_visible()
    assert found == {path: [] for path in found}


def test_what_cannot_be_seen_gets_a_sign(hostile: Site) -> None:
    with hostile.visit("/executions/1") as page:
        signs = page.locator("h1 .ctl").all_inner_texts()
        titles = [mark.get_attribute("title") for mark in page.locator("h1 .ctl").all()[:3]]
        heading = page.locator("h1").inner_text()
    assert signs[:3] == ["␛", "␛", "U+202E"]
    assert titles == ["U+001B escape", "U+001B escape", "U+202E right-to-left override"]
    assert "<script>window.caught = true</script>" in heading


def test_a_long_text_is_cut_and_the_whole_of_it_is_a_click_away(hostile: Site) -> None:
    with hostile.visit("/executions/2") as page:
        stderr = page.locator(".text").filter(has=page.get_by_label("stderr of hook 1", exact=True))
        short, whole = stderr.locator("> pre"), stderr.locator("> details > pre")
        assert len(short.inner_text()) < 5_000
        expect(whole).to_be_hidden()
        stderr.locator("summary").click()
        expect(whole).to_be_visible()
        expect(short).to_be_hidden()
        assert len(whole.inner_text()) > 60_000


def test_an_answer_run_again_is_obeyed_as_little(hostile: Site) -> None:
    with hostile.visit("/executions/1") as page:
        page.get_by_role("button", name="Run again").click()
        expect(page.locator("#outcome h2").first).to_be_visible()
        assert obeyed(page) == []
        page.goto("/try?execution=1")
        assert json.loads(page.get_by_label("The whole payload").input_value())["cwd"] == HOSTILE["cwd"]
        page.get_by_role("button", name="Fire", exact=True).click()
        expect(page.get_by_role("heading", name="What happened")).to_be_visible()
        assert obeyed(page) == []
