"""Marks: texts from outside are only looked at, and what cannot be seen gets a sign."""

from collections.abc import Callable
from typing import Any

import pytest
from markupsafe import Markup

from hookline.http import marks


def mark(title: str, signs: str) -> str:
    return f'<span class="ctl" title="{title}">{signs}</span>'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("plain", "plain", id="plain text stays"),
        pytest.param("", "", id="nothing stays nothing"),
        pytest.param(17, "17", id="what is no text is shown as text"),
        pytest.param("a\tb\nc", "a\tb\nc", id="tabs and lines stay"),
        pytest.param("<script>'\"&", "&lt;script&gt;&#39;&#34;&amp;", id="markup is escaped"),
        pytest.param(Markup("<b>"), "&lt;b&gt;", id="markup of somebody else is escaped too"),
        pytest.param("\x1b[31mred", mark("U+001B escape", "␛") + "[31mred", id="ANSI"),
        pytest.param("a\x00b", "a" + mark("U+0000 null", "␀") + "b", id="NUL"),
        pytest.param("\x7f\x9b", mark("U+007F, U+009B", "␡U+009B"), id="delete and the upper controls"),
        pytest.param("a\u202eb", "a" + mark("U+202E right-to-left override", "U+202E") + "b", id="a mark of direction"),
        pytest.param("\u200b\ufeff", mark("U+200B zero width space, U+FEFF zero width no-break space", "U+200BU+FEFF"), id="no width"),
        pytest.param("\r\n", mark("U+000D carriage return", "␍") + "\n", id="carriage return"),
        pytest.param("\ud800", mark("U+D800", "U+D800"), id="half of a pair"),
        pytest.param("\x00" * 9, mark("U+0000 null, …", "␀" * 9), id="a run is one mark"),
        pytest.param("שלום", "שלום", id="a language from right to left is text"),
    ],
)  # fmt: skip
def test_marked(text: Any, shown: str) -> None:
    found = marks.marked(text)
    assert (found, type(found)) == (shown, Markup)
    found.encode("utf-8")


@pytest.mark.parametrize(
    ("filter", "value", "shown"),
    [
        pytest.param(marks.size, "a", "1 character", id="one character"),
        pytest.param(marks.size, "a" * 65_536, "65,536 characters", id="many characters"),
        pytest.param(marks.is_long, "a" * 4000, False, id="just short enough"),
        pytest.param(marks.is_long, "a" * 4001, True, id="too long"),
        pytest.param(marks.beginning, "a" * 5000, "a" * 4000, id="the beginning of a long text"),
        pytest.param(marks.decision, "ask", "asks", id="a decision in a word"),
        pytest.param(marks.tone, "denied", "deny", id="the colour of a decision"),
        pytest.param(marks.tone, "allow", "allow", id="the colour of a permission"),
        pytest.param(marks.tone, None, "none", id="no permission has no colour"),
    ],
)
def test_values_in_words(filter: Callable[[Any], Any], value: Any, shown: Any) -> None:
    assert filter(value) == shown


@pytest.mark.parametrize(("number", "shown"), [(0, "0 hooks"), (1, "1 hook"), (1200, "1,200 hooks")])
def test_counted_things(number: int, shown: str) -> None:
    assert marks.count_of(number, "hook") == shown
