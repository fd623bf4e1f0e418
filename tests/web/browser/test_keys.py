"""The page without a mouse: every key does what it says, and the focus is always seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from conftest import Site

pytestmark = pytest.mark.xdist_group("browser")


def focused(page: Page) -> str:
    """Where the focus is: the address of a link, or the id or text of anything else."""
    return str(page.evaluate("(e => e.getAttribute('href') || e.id || e.textContent.trim())(document.activeElement)"))


def test_the_first_tab_skips_to_the_content(site: Site) -> None:
    with site.visit("/hooks") as page:
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_in_viewport()
        page.keyboard.press("Enter")
        assert focused(page) == "main"


def test_rows_are_walked_and_opened(site: Site) -> None:
    with site.visit("/executions") as page:
        newest = [row.get_attribute("href") for row in page.locator("#rows > li > a").all()[:3]]
        walked = []
        for key in ("j", "j", "j", "k", "k", "k"):
            page.keyboard.press(key)
            walked.append(focused(page))
        assert walked == [newest[0], newest[1], newest[2], newest[1], newest[0], newest[0]]
        page.keyboard.press("o")
        page.wait_for_url(f"**{newest[0]}")
        page.go_back()
        page.keyboard.press("k")
        assert focused(page) == page.locator("#rows > li > a").last.get_attribute("href")
        page.keyboard.press("Enter")
        page.wait_for_url("**/executions/1")


def test_slash_goes_to_the_search_and_letters_are_letters_there(site: Site) -> None:
    with site.visit("/executions") as page:
        page.keyboard.press("/")
        assert focused(page) == "f-text"
        page.keyboard.type("jk?/g")
        expect(page.get_by_label("Text")).to_have_value("jk?/g")
        page.keyboard.press("Escape")
        page.keyboard.press("j")
        assert focused(page).startswith("/executions/")


def test_g_and_a_letter_change_the_screen(site: Site) -> None:
    screens = {"e": "executions", "c": "conversations", "t": "try", "d": "health", "h": "hooks"}
    with site.visit("/hooks") as page:
        for letter, screen in screens.items():
            page.keyboard.press("g")
            page.keyboard.press(letter)
            page.wait_for_url(f"**/{screen}")


def test_the_keys_are_listed(site: Site) -> None:
    with site.visit("/hooks") as page:
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keys")
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()


def test_keys_of_the_browser_stay_the_browsers(site: Site) -> None:
    with site.visit("/executions") as page:
        page.keyboard.press("Control+j")
        page.keyboard.press("Alt+k")
        assert focused(page).startswith("/executions/") is False


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_focus_is_seen(site: Site, theme: str) -> None:
    """Whatever gets the focus by Tab has an outline, itself or, for a row, around all of it."""
    outline = """() => {
      const element = document.activeElement;
      const widths = [getComputedStyle(element), getComputedStyle(element, "::after")]
        .filter((style) => style.outlineStyle !== "none").map((style) => parseFloat(style.outlineWidth));
      return [element === document.body, Math.max(0, ...widths)];
    }"""
    for path in ("/executions", "/try"):
        with site.visit(path, theme=theme) as page:
            unseen = []
            for _ in range(30):
                page.keyboard.press("Tab")
                at_end, width = page.evaluate(outline)
                if not at_end and width < 2:
                    unseen.append(focused(page))
            assert unseen == []
