"""Somebody clicks through every screen, and does everything that can be done there."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

Violations = Callable[[Page], list[str]]
if TYPE_CHECKING:
    from conftest import Site

pytestmark = pytest.mark.xdist_group("browser")


def title(page: Page) -> str:
    return page.locator("h1").inner_text()


def badges(page: Page) -> list[str]:
    return page.locator("#rows .verdict-of").all_inner_texts()


# looking


def test_every_screen_is_a_click_away(site: Site) -> None:
    with site.visit("/") as page:
        seen = [title(page)]
        for name in ("Executions", "Conversations", "Try", "Health", "Hooks"):
            page.get_by_role("navigation", name="Screens").get_by_role("link", name=name).click()
            page.wait_for_url(f"**/{name.lower()}")
            expect(page.locator(".top nav a[aria-current]")).to_have_text(name)
            seen.append(title(page))
    assert seen == ["Hooks", "Executions", "Conversations", "Try", "Health", "Hooks"]


def test_hooks_stand_by_source_with_their_state_and_figures(site: Site) -> None:
    with site.visit("/hooks") as page:
        sources = [text.split()[0] for text in page.locator("section.section > h2").all_inner_texts()]
        guard = page.locator(".hooks > li").filter(has_text="failClosed")
        expect(guard.locator(".badge")).to_have_text("active")
        figures = dict(zip(guard.locator("dt").all_inner_texts(), guard.locator("dd").all_inner_texts(), strict=True))
        expect(guard.locator("svg.sparkline rect.tone-deny")).to_have_count(3)
        never = page.locator(".hooks > li").filter(has_text="^terraform")
        expect(never.locator(".badge")).to_have_text("never matched")
        enterprise = page.locator("section").filter(has=page.get_by_role("heading", name="Enterprise"))
        expect(enterprise.get_by_role("button")).to_have_count(0)
    assert sources == ["Enterprise", "Project", "User"]
    assert (figures["runs"], figures["denies"], figures["failures"]) == ("15", "20%", "0%")


def test_filters_are_kept_in_the_address(site: Site) -> None:
    with site.visit("/executions") as page:
        page.get_by_label("Decision", exact=True).select_option("denied")
        page.wait_for_url("**/executions?decision=denied")
        assert set(badges(page)) == {"denied"}
        page.get_by_label("Text").fill("git push")
        page.keyboard.press("Enter")
        page.wait_for_url("**/executions?text=git+push&decision=denied")
        assert badges(page) == ["denied"] * 3
        page.reload()
        expect(page.get_by_label("Text")).to_have_value("git push")
        expect(page.get_by_label("Decision", exact=True)).to_have_value("denied")
        page.get_by_label("Text").fill("nowhere to be found")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="No events match these filters")).to_be_visible()
        page.get_by_role("link", name="Clear the filters").click()
        page.wait_for_url("**/executions")
        assert len(badges(page)) == 33


def test_a_row_opens_to_the_whole_story(site: Site) -> None:
    with site.visit("/executions?decision=denied") as page:
        page.locator("#rows > li").last.click()
        page.wait_for_url("**/executions/7")
        steps = page.locator(".story > li > h2").all_inner_texts()
        plan = page.locator(".plan li .badge").all_inner_texts()
        skipped = page.locator(".plan li").nth(1).inner_text()
        run = page.locator(".run").inner_text()
        verdict = page.locator(".verdict").inner_text()
    assert [re.sub(r" [\d.]+ m?s$", "", step) for step in steps] == [
        "Event beforeShellExecution", "Plan", "1 hook ran", "Merge", "Decision"
    ]  # fmt: skip
    assert plan == ["runs", "skipped", "skipped", "skipped"]
    assert "matcher 'curl|wget' does not match" in skipped
    assert "exited with code 0" in run and "Leave the push to a person." in run and "looked for: git push" in run
    assert "denied by project hook 1 of beforeShellExecution" in verdict and "Pushing is for people." in verdict


def test_the_command_that_fires_the_same_event_is_copied(site: Site) -> None:
    with site.visit("/executions/7") as page:
        page.get_by_role("button", name="Copy as command").click()
        expect(page.locator("#said")).to_have_text("Copied.")
        copied = page.evaluate("navigator.clipboard.readText()")
    done = subprocess.run(
        ["/bin/sh", "-c", f"{copied} --no-journal --json"],
        cwd=site.machine.root,
        env={**site.machine.environ, "PATH": f"{site.machine.program_folder}:{site.machine.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, json.loads(done.stdout)["response"]["user_message"]) == (2, "Pushing is for people.")


def test_a_conversation_is_a_timeline_whose_moments_open(site: Site) -> None:
    with site.visit("/conversations") as page:
        subjects = page.locator(".conversations > li > a").all_inner_texts()
        page.get_by_role("link", name="Write a test for it").click()
        page.wait_for_url("**/conversations/cart-2")
        moments = page.locator(".moments > li > a").all_inner_texts()
        marks = page.locator("svg.timeline rect:not(.ground)").count()
        page.get_by_role("link", name="git push origin main").click()
        expect(page.locator("h1")).to_have_text("git push origin main")
    assert subjects == ["Ship it", "Write a test for it", "Why is the cart's total off by one cent?"]
    assert moments[1:3] == ["prompt Write a test for it", "tool /work/shop/src/cart.py"]
    assert (len(moments), marks) == (11, 11)


def test_health_shows_findings_figures_and_coverage(site: Site) -> None:
    with site.visit("/health") as page:
        page.wait_for_selector("[data-unfinished]", state="detached")
        expect(page.locator(".callout").filter(has_text="keeps-failing")).to_be_visible()
        expect(page.locator("svg.columns")).to_be_visible()
        expect(page.locator(".slowest > li").first).to_contain_text(".cursor/hooks/slow.sh")
        shell = page.locator(".coverage tr").filter(has_text="beforeShellExecution")
        expect(shell).to_contain_text("configured and seen")
        page.get_by_role("link", name=re.compile("^last ")).first.click()
        expect(page.locator("h1")).to_have_text("npm install left-pad")


def test_the_theme_can_be_switched_and_is_remembered(site: Site) -> None:
    def paper(page: Page) -> str:
        return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))

    with site.visit("/hooks", theme="light") as page:
        light = paper(page)
        switch = page.locator("[data-theme-switch]")
        switch.click()
        switch.click()
        expect(switch).to_have_text("Theme: dark")
        dark = paper(page)
        page.goto("/health")
        assert (paper(page), light != dark) == (dark, True)
        page.locator("[data-theme-switch]").click()
        assert paper(page) == light


def test_every_screen_is_read_without_scripts(site: Site) -> None:
    paths = ("/hooks", "/executions", "/executions/7", "/conversations", "/conversations/cart-1", "/try", "/health")
    with site.visit("/hooks", java_script_enabled=False) as page:
        for path in paths:
            page.goto(path)
            assert page.locator("h1").is_visible(), path
            assert page.locator("time").count() == 0 or "ago" in page.locator("time").first.inner_text(), path


# doing


def test_a_hook_is_switched_off_and_on(own_site: Site) -> None:
    machine = own_site.machine
    push = ("beforeShellExecution", {"command": "git push"})
    with own_site.visit("/hooks") as page:
        guard = page.locator(".hooks > li").filter(has_text="failClosed")
        guard.get_by_role("button", name="Switch off").click()
        expect(guard.locator(".badge")).to_have_text("switched off")
        expect(page.locator("#said")).to_contain_text("Switched off: project hook 1 of beforeShellExecution.")
        [result] = machine.fire(push)
        assert result["blocked"] is False
        assert "switched off" in " ".join(skip["reason"] for skip in result["skipped"])
        guard.get_by_role("button", name="Switch on").click()
        expect(guard.locator(".badge")).to_have_text("active")
        assert machine.fire(push)[0]["blocked"] is True


def test_changed_hooks_are_trusted_after_the_difference_was_shown(own_site: Site, violations: Violations) -> None:
    machine = own_site.machine
    script = machine.root / ".cursor/hooks/guard.sh"
    machine.write(script, script.read_text(encoding="utf-8").replace("Pushing is for people.", "Nobody pushes."))
    with own_site.visit("/hooks") as page:
        expect(page.get_by_role("heading", name="The hooks of this workspace do not run")).to_be_visible()
        page.get_by_role("button", name="Review and trust…").click()
        dialog = page.get_by_role("dialog", name="Let these hooks run?")
        assert "Pushing is for people." in dialog.locator(".diff .minus").inner_text()
        assert "Nobody pushes." in dialog.locator(".diff .plus").inner_text()
        assert violations(page) == []
        dialog.get_by_role("button", name="Not now").click()
        expect(dialog).to_be_hidden()
        assert machine.fire(("beforeShellExecution", {"command": "git push"}))[0]["blocked"] is False
        page.get_by_role("button", name="Review and trust…").click()
        dialog.get_by_role("button", name="Trust these hooks").click()
        expect(page.locator("#said")).to_contain_text("Trusted.")
        expect(page.get_by_role("heading", name="The hooks of this workspace do not run")).to_have_count(0)
    assert machine.fire(("beforeShellExecution", {"command": "git push"}))[0]["response"]["user_message"] == "Nobody pushes."


def test_what_was_shown_is_what_is_trusted(own_site: Site) -> None:
    script = own_site.machine.root / ".cursor/hooks/guard.sh"
    own_site.machine.write(script, "#!/bin/sh\n# harmless\n")
    with own_site.visit("/hooks", status=409) as page:
        page.get_by_role("button", name="Review and trust…").click()
        own_site.machine.write(script, "#!/bin/sh\n# evil\n")
        page.get_by_role("button", name="Trust these hooks").click()
        expect(page.locator("#said")).to_contain_text("The files have changed since they were shown.")
        page.reload()
        expect(page.get_by_role("heading", name="The hooks of this workspace do not run")).to_be_visible()


def test_an_execution_runs_again_and_the_difference_is_shown(own_site: Site, violations: Violations) -> None:
    with own_site.visit("/executions/7") as page:
        page.get_by_role("button", name="Run again").click()
        expect(page.get_by_role("heading", name="Decided as before")).to_be_visible()
        own_site.machine.configure({})
        own_site.machine.run("trust", "--yes")
        page.get_by_role("button", name="Run again").click()
        expect(page.get_by_role("heading", name="Decided differently now")).to_be_visible()
        changes = page.locator("#outcome tbody tr").all_inner_texts()
        page.get_by_text("What happens now").click()
        assert violations(page) == []
    assert any("deny" in change or "denied" in change for change in changes), changes


def test_an_execution_becomes_a_case_that_passes(busy_site: Site, violations: Violations) -> None:
    with busy_site.visit("/executions/7", status=409) as page:
        page.get_by_role("button", name="Make a case").click()
        dialog = page.get_by_role("dialog", name="Make a case")
        dialog.get_by_label("Name of the file").fill("push")
        dialog.get_by_role("button", name="Write it").click()
        expect(page.get_by_role("heading", name="The case has been written")).to_be_visible()
        assert violations(page) == []
        expect(page.locator("#outcome pre")).to_contain_text('expect = { permission = "deny"')
        page.get_by_role("button", name="Make a case").click()
        dialog.get_by_role("button", name="Write it").click()
        expect(page.locator("#said")).to_contain_text("already exists")
    assert "1 passed" in busy_site.machine.run("test", ".cursor/hooks/push.cases.toml")


def test_an_event_is_tried_with_its_fields(busy_site: Site, violations: Violations) -> None:
    with busy_site.visit("/try", status=422) as page:
        page.get_by_label("Event", exact=True).select_option("beforeShellExecution")
        page.wait_for_url("**/try?event=beforeShellExecution")
        page.get_by_label("command").fill("git push --force")
        assert json.loads(page.get_by_label("The whole payload").input_value())["command"] == "git push --force"
        page.get_by_role("button", name="Fire", exact=True).click()
        expect(page.get_by_role("heading", name="What happened")).to_be_visible()
        expect(page.locator("#outcome .verdict .badge")).to_have_text("denied")

        payload = json.loads(page.get_by_label("The whole payload").input_value())
        page.get_by_label("The whole payload").fill("{")
        expect(page.locator("#payload-wrong")).to_contain_text("The payload is not JSON")
        page.get_by_label("The whole payload").fill(json.dumps({**payload, "command": 7}))
        page.get_by_role("button", name="Fire", exact=True).click()
        expect(page.locator("#payload-wrong")).to_contain_text("command")
        page.get_by_role("button", name="Fire anyway").click()
        expect(page.locator("#outcome .callout.warning")).to_contain_text("command")
        assert violations(page) == []


def test_an_execution_is_changed_and_tried(busy_site: Site) -> None:
    with busy_site.visit("/executions/7") as page:
        page.get_by_role("link", name="Change and try").click()
        expect(page.get_by_label("command")).to_have_value("git push origin main")
        page.get_by_label("command").fill("git status")
        page.get_by_role("button", name="Fire", exact=True).click()
        expect(page.locator("#outcome .verdict .badge")).to_have_text("allowed")
