"""dialects.page: CONVERSION.md."""

from __future__ import annotations

import pytest
from pytest import param

from hookline.dialects.note import Note
from hookline.dialects.page import is_ours, page, place, summary

NOTES = [Note("kept", "/hooks/a/0", "a is b", "f.json", 3), Note("lost", "", "c is | gone", gate=True)]
SECTION = """## One

1 kept, 0 changed, 1 lost. 1 of the lost is about something that could block.

| | Where | What |
|---|---|---|
| kept | f.json:3 /hooks/a/0 | a is b |
| **lost** |  | c is \\| gone |
"""


def test_a_page() -> None:
    assert page("", "One", NOTES).endswith("\n" + SECTION)
    assert is_ours(page("", "One", NOTES))


def test_a_section_is_written_anew_and_the_others_stay() -> None:
    first = page("", "One", NOTES)
    both = page(first, "Two", [])
    again = page(both, "One", NOTES)
    assert both.count("## ") == again.count("## ") == 2
    assert ("## Two" in again, again.endswith(SECTION), page(again, "One", NOTES)) == (True, True, again)


def test_where_two_readings_differ_stands_below() -> None:
    assert "\n\nWhere hookify's own reading differs:\n\n| |" in page("", "One", NOTES, NOTES)


@pytest.mark.parametrize("text", ["# Somebody's page\n", "", "# What"])
def test_another_page_is_not_ours(text: str) -> None:
    assert not is_ours(text)


def test_nothing_of_a_file_becomes_markup() -> None:
    text = page("", "One", [Note("lost", "/<b>`*[x](y)\n## Two", "\u202e\x1b|", "\udcff")])
    assert text.splitlines()[-1] == r"| **lost** |   /\<b\>\`\*\[x\](y) ## Two |   \| |"


@pytest.mark.parametrize(
    ("note", "text"),
    [
        param(Note("kept", "/a", "x", "f", 3), "f:3 /a", id="everything"),
        param(Note("kept", "/a", "x"), "/a", id="only the pointer"),
        param(Note("kept", "", "x", "f"), "f", id="only the file"),
    ],
)
def test_the_place_of_a_note(note: Note, text: str) -> None:
    assert place(note) == text


def test_a_summary_of_nothing() -> None:
    assert summary([]) == "0 kept, 0 changed, 0 lost."
