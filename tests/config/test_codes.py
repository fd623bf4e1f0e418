"""config.codes: every problem has a row, and every row is a problem that is reported."""

import re
from importlib.resources import files

import pytest

from hookline.config.codes import CODES, ERROR, NOTE, WARNING

SOURCE_TEXT = "\n".join(file.read_text() for file in files("hookline.config").iterdir() if file.name.endswith(".py"))


@pytest.mark.parametrize("name", CODES)
def test_a_row_is_complete(name: str) -> None:
    row = CODES[name]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert row.severity in (ERROR, WARNING, NOTE)
    assert row.title
    assert row.about.endswith(".")


@pytest.mark.parametrize("name", CODES)
def test_a_row_is_used_outside_of_the_table(name: str) -> None:
    assert SOURCE_TEXT.count(f'"{name}"') >= 2


def test_titles_are_different() -> None:
    titles = [row.title for row in CODES.values()]
    assert len(set(titles)) == len(titles)
