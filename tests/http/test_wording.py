"""web.words: values in words, and text that can do no harm where it is shown."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup
from pytest import param

from hookline.http.wording import ago, duration, in_path, machine_time, share, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        param("plain <b>", "plain <b>", id="HTML is the templates' business"),
        param("a\n\tb", "a\n\tb", id="lines and tabs keep their meaning"),
        param("\x1b[31m", "\\x1b[31m", id="an escape sequence"),
        param("\r\x00\x7f\x9b", "\\x0d\\x00\\x7f\\x9b", id="control characters"),
        param("a\u202eb\u2066", "a\\u202eb\\u2066", id="what turns text around"),
        param("a\u200bb\ufeff", "a\\u200bb\\ufeff", id="what cannot be seen"),
        param("\ud83d", "\\ud83d", id="half a surrogate pair"),
        param("\U000e0041", "\\U000e0041", id="a tag character"),
        param("Grüße 👋", "Grüße 👋", id="other letters"),
    ],
)
def test_what_would_be_obeyed_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert visible(Markup(text)) == Markup(shown) and isinstance(visible(Markup(text)), Markup)


@pytest.mark.parametrize("value", [None, 5, 2.5, [], {}, True])
def test_what_is_no_text_stays_what_it_is(value: Any) -> None:
    assert visible(value) is value


@given(st.text())
def test_whatever_is_shown_can_be_encoded_and_holds_no_control(text: str) -> None:
    shown = visible(text)
    shown.encode()
    assert all(letter in "\n\t" or ord(letter) >= 0x20 for letter in shown)


@pytest.mark.parametrize(
    ("ms", "told"),
    [
        (None, "–"),
        (0.0, "0.0 ms"),
        (9.94, "9.9 ms"),
        (19.4, "19 ms"),
        (1234, "1.2 s"),
        (119_000, "119.0 s"),
        (600_000, "10 min"),
    ],
)
def test_durations(ms: float | None, told: str) -> None:
    assert duration(ms) == told


@pytest.mark.parametrize(("part", "told"), [(None, "–"), (0.0, "0%"), (0.001, "<1%"), (0.125, "12%"), (1.0, "100%")])
def test_shares(part: float | None, told: str) -> None:
    assert share(part) == told


@pytest.mark.parametrize(
    ("passed_s", "told"),
    [(-5, "just now"), (0.2, "just now"), (1, "1 s ago"), (61, "1 min ago"), (7200, "2 h ago"), (86_400, "1 day ago"), (200_000, "2 days ago")],
)  # fmt: skip
def test_how_long_ago(passed_s: float, told: str) -> None:
    assert ago(1000.0, 1000.0 + passed_s) == told


def test_moments() -> None:
    assert (ago(None), machine_time(0.0)) == ("never", "1970-01-01T00:00:00Z")


@pytest.mark.parametrize(
    ("text", "part"), [("a/b", "a%2Fb"), ("..", ".."), ("ü?#", "%C3%BC%3F%23"), (7, "7"), ("\ud83d", "%3F")]
)
def test_parts_of_an_address(text: Any, part: str) -> None:
    assert in_path(text) == part
