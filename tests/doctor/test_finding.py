"""doctor.finding: every kind of finding, and what counts as trouble."""

import re
from pathlib import Path

import pytest

from hookline.config.codes import CODES as CHECK_CODES
from hookline.doctor.finding import CODES, SEVERITIES, Finding, finding, is_trouble
from hookline.testing import a_hook

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", CODES)
def test_a_row_is_complete_and_no_code_of_check(name: str) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert name not in CHECK_CODES
    assert CODES[name].severity in SEVERITIES
    assert CODES[name].about.endswith(".")


def test_the_page_lists_every_code_with_its_severity() -> None:
    page = (DOCS / "doctor.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (\w+) \|", page, re.MULTILINE))
    assert rows == {name: row.severity for name, row in CODES.items()}


def test_a_finding_about_a_hook_says_which() -> None:
    found = finding("idle", a_hook(), "it has not run", "try it")
    assert found == Finding(
        "idle", "note", "project hook 1 of beforeShellExecution", ".cursor/hooks.json:6", "it has not run", "try it"
    )
    assert found.as_dict() == found._asdict()


def test_a_finding_about_no_hook() -> None:
    assert finding("journal", None, "a", "b")[2:4] == ("", "")


def test_notes_are_no_trouble() -> None:
    told = {code: is_trouble(finding(code, None, "a", "b")) for code in ("dead", "overruled", "idle")}
    assert told == {"dead": True, "overruled": True, "idle": False}
