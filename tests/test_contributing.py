"""CONTRIBUTING.md: its map has every package, and its walks lead to files that exist."""

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
PAGE = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
SOURCE = REPOSITORY / "src" / "hookline"
#: Modules of the package itself that are no part of the map: they hold the version and `python -m hookline`.
ENTRANCES = {"__init__.py", "__main__.py"}
WALKS = dict(re.findall(r"^## (Add an? [^\n]+)\n(.*?)(?=^## )", PAGE, flags=re.MULTILINE | re.DOTALL))


def paths(text: str) -> list[str]:
    """Everything in backticks that looks like a path of the repository."""
    return [word for word in re.findall(r"`([^`\s]+)`", text) if re.match(r"(src|tests|docs|scripts|conformance)/", word)]


def test_the_map_has_every_package_and_no_other() -> None:
    rows = re.findall(r"^\| ((?:`[^`]+` ?)+)\|", PAGE, flags=re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    packages = {f"{path.parent.name}/" for path in SOURCE.glob("*/__init__.py")}
    modules = {path.name for path in SOURCE.glob("*.py")} - ENTRANCES
    assert listed == packages | modules


def test_there_is_a_walk_for_everything_people_add() -> None:
    assert {
        "Add an event",
        "Add an output",
        "Add a source",
        "Add a dialect",
        "Add an agent",
        "Add a ready-made hook",
    } <= set(WALKS)
    assert {"Add a page", "Add a command"} <= set(WALKS)


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_leads_through_files_that_exist(walk: str) -> None:
    steps = paths(WALKS[walk])
    assert [step for step in steps if not (REPOSITORY / step).exists()] == []
    assert any(step.startswith("src/hookline/") for step in steps)


def test_every_path_on_the_page_exists() -> None:
    assert [path for path in paths(PAGE) if not (REPOSITORY / path).exists()] == []
