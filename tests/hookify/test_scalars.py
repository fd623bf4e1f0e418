"""dialects.hookify.scalars: plain, quoted and block scalars, and lists in flow style."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookline.hookify.scalars import Line, Scalar, block_scalar, flow_items, scalar, unquoted_end

param = pytest.param


@pytest.mark.parametrize(
    ("text", "value", "quoted"),
    [
        param("rm\\s+-rf", "rm\\s+-rf", False, id="plain text keeps its backslashes"),
        param("a # why", "a", False, id="a comment is left off"),
        param("a#b", "a#b", False, id="a mark inside a word is no comment"),
        param("# all of it", "", False, id="nothing but a comment is nothing"),
        param("a\n  b\n\n  c", "a b c", False, id="further lines are folded with a blank"),
        param("[a-z]{2,}", "[a-z]{2,}", False, id="brackets of an expression are text"),
        param("*.env", "*.env", False, id="a star is text"),
        param("key: value", "key: value", False, id="a colon is text"),
        param("'it''s'", "it's", True, id="a doubled single quote is one"),
        param(r"'a\sb'", r"a\sb", True, id="single quotes keep backslashes"),
        param(r'"a\\sb"', r"a\sb", True, id="an escaped backslash in double quotes is one"),
        param(r'"a\sb"', r"a\sb", True, id="an escape YAML does not know keeps its backslash"),
        param(r'"\brm\b"', r"\brm\b", True, id="the edge of a word is meant, not a control character"),
        param(r'"a\nb\tc"', "a\nb\tc", True, id="line end and tab"),
        param(r'"\x41\u00e9\U0001F600"', "Aé😀", True, id="characters by number"),
        param(r'"\U00FFFFFF"', "\ufffd", True, id="a number no character has"),
        param(r'"\x4"', r"\x4", True, id="too few digits are text"),
        param('"a" # why', "a", True, id="a comment after quotes"),
        param('"a\n   b"', "a b", True, id="quotes over two lines"),
        param('"---"', "---", True, id="a mark in quotes"),
        param("''", "", True, id="nothing in quotes"),
    ],
)
def test_a_value(text: str, value: str, quoted: bool) -> None:
    assert scalar(text, 3) == (Scalar(value, 3, quoted), "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        param('"a', 'a " is opened and not closed', id="double quotes"),
        param("'a", "a ' is opened and not closed", id="single quotes"),
        param("'a''", "a ' is opened and not closed", id="a doubled quote closes nothing"),
        param('"a\\"', 'a " is opened and not closed', id="an escaped quote closes nothing"),
        param('"password"\\s*:', 'there is text after the closing "', id="an expression that begins with a quote"),
        param("'a'|'b'", "there is text after the closing '", id="two texts in quotes"),
    ],
)
def test_quotes_that_cannot_be_meant(text: str, problem: str) -> None:
    assert scalar(text, 1)[1] == problem


def lines(text: str) -> list[Line]:
    return [Line(number, line) for number, line in enumerate(text.split("\n"), 2)]


@pytest.mark.parametrize(
    ("head", "text", "value"),
    [
        param("|", "  a\n  b", "a\nb", id="lines stay lines"),
        param("|-", "  a\n\n  b\n\n", "a\n\nb", id="blank lines within stay, those at the end go"),
        param(">", "  a\n  b\n\n  c", "a b\n\nc", id="folded"),
        param("|+2 # why", "  a\n    b", "a\n  b", id="marks and a comment; deeper lines keep their depth"),
        param("|", "  ---\n  # no comment", "---\n# no comment", id="what stands in it is text"),
        param("|", "\ta\n\tb", "a\nb", id="indented by tabs"),
        param("|", "", "", id="nothing follows"),
    ],
)
def test_a_block(head: str, text: str, value: str) -> None:
    assert block_scalar(head, lines(text), 1) == Scalar(value, 1, True)


@pytest.mark.parametrize("head", ["a", "|x", "a |", "", "||", "> b"])
def test_what_is_no_block(head: str) -> None:
    assert block_scalar(head, lines("  a"), 1) is None


def test_items_in_flow_style() -> None:
    text = '[{field: command, operator: contains, pattern: "a, }b"},\n {"field": file_path, pattern: \'x\'} ]'
    one = {"field": Scalar("command", 4), "operator": Scalar("contains", 4), "pattern": Scalar("a, }b", 4, True)}
    other = {"field": Scalar("file_path", 5), "pattern": Scalar("x", 5, True)}
    assert flow_items(text, 4) == ([one, other], "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        param("[{field: a", "a brace is not closed", id="no brace"),
        param("[{field: a}", "the list is not closed", id="no bracket"),
        param("[a, b]", "an item of the list is not in braces", id="bare words"),
        param("[{pattern: a{1,3}}]", "'3}}]' is not a field", id="an expression with a comma"),
        param("[{pattern: 'a}]", "quotes are opened and not closed", id="open quotes"),
    ],
)
def test_flow_style_that_cannot_be_read(text: str, problem: str) -> None:
    assert flow_items(text, 1)[1] == problem


@pytest.mark.parametrize(("text", "columns"), [("a", 0), ("  a", 2), ("\ta", 8), ("  \ta", 8), ("\t a", 9)])
def test_the_indent_of_a_line(text: str, columns: int) -> None:
    assert Line(1, text).indent == columns


@pytest.mark.parametrize(("text", "end"), [("abc", 3), ("abc  ", 3), ("ab #c", 2), ("#", 0), ("a#b", 3), ("a\t#b", 1)])
def test_how_far_a_plain_text_reaches(text: str, end: int) -> None:
    assert unquoted_end(text) == end


@given(st.text(), st.text())
def test_no_text_raises(head: str, text: str) -> None:
    scalar(head + text, 1)
    flow_items("[" + head + text, 1)
    block_scalar(head, lines(text), 1)
