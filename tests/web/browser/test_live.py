"""Executions arrive while the page is open: all of them, in order, without a reload, through filters."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from conftest import Machine, Site

pytestmark = pytest.mark.xdist_group("browser")

HOSTS = 8
EVENTS = 500


def fire_many(machine: Machine, payloads: list[dict[str, Any]]) -> None:
    """All of them at one `hookline host`, as fast as it takes them."""
    lines = [json.dumps({"id": number, "event": "afterFileEdit", "input": one}) for number, one in enumerate(payloads)]
    done = subprocess.run(
        machine.command("host"), cwd=machine.root, env=machine.environ, input="\n".join(lines), text=True,
        capture_output=True, timeout=120,
    )  # fmt: skip
    assert len(done.stdout.splitlines()) == len(payloads), done.stderr


def numbers(page: Page) -> list[int]:
    return [int(number) for number in page.eval_on_selector_all("#rows > li", "rows => rows.map(row => row.dataset.id)")]


def test_five_hundred_events_of_eight_hosts_arrive_in_order_without_a_reload(busy_site: Site) -> None:
    machine = busy_site.machine
    with busy_site.visit("/executions") as page:
        expect(page.locator("#live")).to_have_text("Live")
        before = numbers(page)
        page.evaluate("window.neverReloaded = true")
        shares = [
            [{"file_path": f"/work/{host}/{n}.py", "edits": []} for n in range(host, EVENTS, HOSTS)] for host in range(HOSTS)
        ]
        with ThreadPoolExecutor(HOSTS) as pool:
            list(pool.map(lambda share: fire_many(machine, share), shares))
        expect(page.locator("#rows > li")).to_have_count(len(before) + EVENTS, timeout=60_000)
        after, shown = numbers(page), set(page.locator("#rows > li .what").all_text_contents())
        assert page.evaluate("window.neverReloaded") is True
        assert page.locator("#rows > li .event").first.inner_text() == "afterFileEdit"
    assert after == [*range(before[0] + EVENTS, before[0], -1), *before]
    assert shown >= {one["file_path"] for share in shares for one in share}


def test_only_what_is_asked_for_arrives_and_odd_texts_are_only_texts(busy_site: Site) -> None:
    shell = [("beforeShellExecution", {"command": command}) for command in (
        "git push <img src=x onerror=alert(1)> \x1b[31m\u202e", "git status", "git push --tags",
    )]  # fmt: skip
    with busy_site.visit("/executions?decision=denied") as page:
        expect(page.locator("#live")).to_have_text("Live")
        before = numbers(page)
        busy_site.machine.fire(*shell)
        expect(page.locator("#rows > li")).to_have_count(len(before) + 2)
        first, second = page.locator("#rows > li .what").all_inner_texts()[:2]
        assert page.locator("#rows .ctl").all_inner_texts() == ["␛", "U+202E"]
        assert page.locator("#rows img").count() == 0
        page.locator("#rows > li a").first.click()
        expect(page.locator("h1")).to_have_text("git push --tags")
    assert (first, second) == ("git push --tags", "git push <img src=x onerror=alert(1)> ␛[31mU+202E")


def test_the_first_event_takes_the_place_of_what_to_do_next(
    new_machine: Callable[[], Machine], serve: Callable[[Machine], Site]
) -> None:
    machine = new_machine()
    with serve(machine).visit("/executions") as page:
        expect(page.get_by_role("heading", name="No events yet")).to_be_visible()
        expect(page.locator("#live")).to_have_text("Live")
        machine.fire(("stop", {"status": "completed"}))
        expect(page.locator("#rows > li")).to_have_count(1)
        expect(page.get_by_role("heading", name="No events yet")).to_be_hidden()


def test_nothing_is_missed_between_a_page_and_its_stream(busy_site: Site) -> None:
    with busy_site.visit("/executions") as page:
        expect(page.locator("#live")).to_have_text("Live")
        before = numbers(page)
        page.reload(wait_until="commit")
        busy_site.machine.fire(("stop", {"status": "completed"}), ("stop", {"status": "aborted"}))
        expect(page.locator("#rows > li")).to_have_count(len(before) + 2)
        assert numbers(page) == [before[0] + 2, before[0] + 1, *before]
