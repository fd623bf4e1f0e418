"""shorten: text that is too long for where it is shown."""

import pytest
from pytest import param

from hookline.shorten import last_lines, one_line, shorten


@pytest.mark.parametrize(
    ("text", "limit", "mark", "shown"),
    [
        param("12345", 5, "…", "12345", id="what fits stays as it is"),
        param("123456", 5, "…", "1234…", id="the mark is part of the length"),
        param("123456", 5, "...", "12...", id="another mark"),
        param("123456", 2, "... (cut)", "... (cut)", id="less room than the mark takes: the mark alone"),
        param("", 0, "…", "", id="nothing"),
    ],
)
def test_shorten(text: str, limit: int, mark: str, shown: str) -> None:
    assert shorten(text, limit, mark) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        param("a\n\t b  c", "a b c", id="white space is one blank"),
        param("one two three", "one two t…", id="cut where it is long"),
        param(" " * 1000 + "x", "", id="what stands far behind is not looked at"),
    ],
)
def test_one_line(text: str, shown: str) -> None:
    assert one_line(text, 10) == shown


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        param([], [], id="no lines"),
        param(["a", "b"], ["a", "b"], id="what fits stays as it is"),
        param(["a", "b", "c"], ["… (1 line above)", "b", "c"], id="the end, under a count"),
        param(["a", "b", "c", "d"], ["… (2 lines above)", "c", "d"], id="two are left out"),
    ],
)
def test_last_lines(lines: list[str], shown: list[str]) -> None:
    assert last_lines(lines, 2) == shown
