"""The tables of languages agree with each other."""

import re

import pytest

from hookline.shell import languages


def test_every_pattern_is_one() -> None:
    assert all(re.compile(pattern) for pattern in (*languages.SPAWNS.values(), languages.DELETES))


@pytest.mark.parametrize("table", ["CODE_OPTIONS", "LANGUAGE_VALUES"])
def test_options_are_of_languages_some_program_speaks(table: str) -> None:
    assert set(getattr(languages, table)) <= set(languages.INTERPRETERS.values())


def test_versions_are_ignored() -> None:
    names = ("python3.12", "python", "lua5.4", "perl5.36.0", "node", "pythonic", "ls")
    assert [languages.language_of(name) for name in names] == ["python", "python", "lua", "perl", "js", "", ""]
