"""The generated parts of docs/kit: what a row says, and a transcript of what the hook really did."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.kit.catalogue import NAMES, load
from hookline.kit.kit_command import command_for

REPOSITORY = Path(__file__).resolve().parent.parent
DOCS = REPOSITORY / "docs/kit"


@pytest.fixture(autouse=True)
def scripts_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(REPOSITORY / "scripts"))


def module(name: str) -> Any:
    return importlib.import_module(f"generators.{name}")


@pytest.mark.parametrize("name", NAMES)
def test_every_page_shows_the_hook_at_work(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"<!-- transcript -->\n(.*?)<!-- /transcript -->", page, re.DOTALL)
    assert f"$ hookline add {name}" in shown
    assert "$ hookline fire " in shown or "hookline fire " in shown
    assert "hook ran:" in shown
    assert "failed:" not in shown
    assert "/tmp/" not in shown


@pytest.mark.parametrize("name", [name for name in NAMES if "guard" in name])
def test_the_page_of_a_guard_shows_what_it_stops_and_what_it_lets_pass(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert re.search(r"^exit [23]$", page, re.MULTILINE)
    assert re.search(r"^exit 0$", page, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_every_page_names_the_events_and_options_of_the_row(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    (said,) = re.findall(r"<!-- options -->\n(.*?)<!-- /options -->", page, re.DOTALL)
    kit = load(name)
    wanted = [f"`{entry.event}`" for entry in kit.entries] + [f"`{option.name}=" for option in kit.options]
    assert [one for one in wanted if one not in said] == []


def test_the_index_links_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[`[a-z-]+`\]\(([a-z-]+)\.md\)", index, re.MULTILINE) == list(NAMES)


PAGE = "# x\n\nIntro.\n\n## Section\n\nText.\n"


@pytest.mark.parametrize(
    ("page", "order"),
    [
        param("", ["# git-guard", "<!-- options -->", "<!-- transcript -->"], id="a page that is missing is begun"),
        param(PAGE, ["Intro.", "<!-- options -->", "## Section", "Text.", "<!-- transcript -->"], id="marks are put in"),
        param(PAGE + "\n<!-- transcript -->\nold\n<!-- /transcript -->\n\nThe end.\n\n<!-- options -->\n<!-- /options -->\n",
              ["## Section", "<!-- transcript -->", "$ shown", "<!-- /transcript -->", "The end.", "<!-- options -->"],
              id="marks that are there stay where they are"),
    ],
)  # fmt: skip
def test_parts_are_filled_in_where_they_belong(page: str, order: list[str]) -> None:
    filled_in = module("kit_pages").filled_in
    made = filled_in(page, load("git-guard"), "$ shown")
    places = [made.index(part) for part in order]
    assert places == sorted(places)
    assert "old" not in made
    assert filled_in(made, load("git-guard"), "$ shown") == made


def test_a_transcript_with_a_fence_in_it_gets_a_longer_one() -> None:
    made = module("kit_pages").filled_in("", load("git-guard"), "```\nx\n```")
    assert "````console\n```\nx\n```\n````" in made


def test_what_differs_from_run_to_run_is_put_in_the_same_words() -> None:
    program = command_for("audit").removesuffix(" hook audit")
    text = f"""$ hookline fire stop
1 hook ran:
  source  hook                     matcher  where                      took     said
  user    {program} hook audit  --x  –  ~/.cursor/hooks.json:5  1234 ms  deny

  because     /box/home/shop and /box/state1/kit at 2031-01-02T03:04:05.678Z in conv-0123456789abcdef"""
    assert module("kit_transcript").normal(text, "audit", Path("/box")).splitlines() == [
        "$ hookline fire stop",
        "1 hook ran:",
        "  source  hook                                           matcher  where                   took   said",
        "  user    /home/you/.local/bin/hookline hook audit  --x  –        ~/.cursor/hooks.json:5  20 ms  deny",
        "",
        "  because     /home/you/shop and /home/you/.local/state/hookline/kit at 2026-11-18T09:30:00.000Z in conv-8f14e45f",
    ]


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        param(["fire", "stop"], "hookline fire stop", id="plain words"),
        param(["--set", "command=git push"], "hookline --set command='git push'", id="only the value is quoted"),
        param(["--set", "command=echo 'x'"], "hookline --set command=\"echo 'x'\"", id="double quotes around single ones"),
        param(
            ["--set", "command=echo '$x'"], "hookline --set command='echo '\"'\"'$x'\"'\"''", id="what a shell would expand"
        ),
    ],
)
def test_commands_are_shown_as_one_would_type_them(arguments: list[str], typed: str) -> None:
    assert module("kit_transcript")._typed(arguments) == typed
