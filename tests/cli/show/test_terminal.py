from __future__ import annotations

import io
import os
from collections.abc import Mapping

import pytest
from pytest import param

from hookline.cli.show.terminal import Screen, wants_color


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("choice", "terminal", "environ", "wanted"),
    [
        param("auto", True, {}, True, id="on a terminal"),
        param("auto", False, {}, False, id="not into a pipe"),
        param("auto", True, {"NO_COLOR": "1"}, False, id="not when NO_COLOR says no"),
        param("auto", True, {"NO_COLOR": ""}, True, id="an empty NO_COLOR says nothing"),
        param("auto", True, {"TERM": "dumb"}, False, id="not on a dumb terminal"),
        param("always", False, {"NO_COLOR": "1"}, True, id="always means always"),
        param("never", True, {}, False, id="never means never"),
    ],
)
def test_when_to_colour(choice: str, terminal: bool, environ: Mapping[str, str], wanted: bool) -> None:
    assert wants_color(choice, Terminal() if terminal else io.StringIO(), environ) is wanted


def plain() -> tuple[Screen, io.StringIO]:
    stream = io.StringIO()
    return Screen(stream=stream), stream


def test_lines_are_plain_and_safe_without_colour() -> None:
    screen, stream = plain()
    screen.say(("DENIED", "bad"), " by ", "\x1b[2J", indent=2)
    assert stream.getvalue() == "  DENIED by \\x1b[2J\n"


def test_text_of_several_lines_is_indented() -> None:
    screen, stream = plain()
    screen.text("one\ntwo", indent=2)
    screen.labelled("user sees", "first\nsecond")
    assert stream.getvalue() == "  one\n  two\n  user sees   first\n              second\n"


def test_a_table_is_aligned_by_what_is_shown() -> None:
    screen, stream = plain()
    screen.table([("user", ("日本", "name"), "x"), ("project", "a\tb", "y")], heads=("source", "hook", ""))
    assert stream.getvalue() == "  source   hook\n  user     日本  x\n  project  a\\tb  y\n"


def test_an_empty_table_is_nothing() -> None:
    screen, stream = plain()
    screen.table([])
    assert stream.getvalue() == ""


def test_colours_come_from_rich_and_outside_text_stays_safe() -> None:
    stream = io.StringIO()
    screen = Screen(color=True, stream=stream)
    screen.say(("DENIED", "bad"), " [bold]\x1b[2J", indent=2)
    screen.table([("user", ("./x.sh", "name"))], heads=("source", "hook"))
    text = stream.getvalue()
    assert "\x1b[1;31mDENIED\x1b[0m [bold]\\x1b[2J" in text
    assert "./x.sh" in text
    assert "source" in text
    assert "\x1b[2J" not in text


def test_json_is_indented_or_on_one_line() -> None:
    screen, stream = plain()
    screen.json({"a": 1})
    screen.json({"a": 1}, lines=True)
    screen.write("as it is\n")
    assert stream.getvalue() == '{\n  "a": 1\n}\n{"a": 1}\nas it is\n'


@pytest.mark.parametrize("color", [param(False, id="plain"), param(True, id="in colour")])
def test_a_reader_that_left_ends_the_output_and_nothing_else(color: bool) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", buffering=1) as stream:
        screen = Screen(color=color, stream=stream)
        screen.say("nobody reads this")
        screen.flush()
        assert screen.gone
        screen.say("nor this")
        screen.json({})


def test_a_reader_that_leaves_before_the_flush_is_noticed_there() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as stream:
        screen = Screen(stream=stream)
        screen.say("kept in the buffer")
        assert not screen.gone
        screen.flush()
        assert screen.gone
