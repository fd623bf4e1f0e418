"""Tables at every width: no line is too long, no word is broken, and nothing is lost that cannot be looked up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import param

from hookline.cli.show.safe_text import cells
from hookline.cli.show.table_layout import Cell, cut, laid_out, wrapped

LONG = ".cursor/hooks/team/security/no-push-to-main.sh --strict --log /var/log/hooks.log"
HEADS = ("source", "hook", "matcher", "state", "where")
ROWS = [
    [Cell("project"), Cell(LONG, "name"), Cell("git push|git commit"), Cell("not trusted", "warn"), Cell(".cursor/hooks.json:4", "place")],
    [Cell("user"), Cell("./hooks/a.sh", "name"), Cell("–"), Cell("active", "good"), Cell("~/.cursor/hooks.json:12", "place")],
]  # fmt: skip


def text_of(rows: list[list[Cell]], heads: tuple[str, ...], width: int | None) -> str:
    return "\n".join("".join(text for text, _ in line).rstrip() for line in laid_out(rows, heads, width))


def test_without_a_width_it_is_whole() -> None:
    lines = text_of(ROWS, HEADS, None).splitlines()
    assert len(lines) == 3 and LONG in lines[1]


def test_at_120_columns_cells_go_on_below() -> None:
    assert (
        text_of(ROWS, HEADS, 120)
        == """\
source   hook                                               matcher              state        where
project  …/hooks/team/security/no-push-to-main.sh --strict  git push|git commit  not trusted  .cursor/hooks.json:4
         --log /var/log/hooks.log
user     ./hooks/a.sh                                       –                    active       ~/.cursor/hooks.json:12"""
    )


def test_at_80_columns_words_stay_whole() -> None:
    assert (
        text_of(ROWS, HEADS, 80)
        == """\
source   hook                  matcher   state    where
project  …/no-push-to-main.sh  git       not      .cursor/hooks.json:4
         --strict --log        push|git  trusted
         /var/log/hooks.log    commit
user     ./hooks/a.sh          –         active   ~/.cursor/hooks.json:12"""
    )


def test_at_60_columns_each_row_is_a_block() -> None:
    assert (
        text_of(ROWS, HEADS, 60)
        == """\
source   project
hook     .cursor/hooks/team/security/no-push-to-main.sh
         --strict --log /var/log/hooks.log
matcher  git push|git commit
state    not trusted
where    .cursor/hooks.json:4

source   user
hook     ./hooks/a.sh
state    active
where    ~/.cursor/hooks.json:12"""
    )


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert max(cells(line) for line in text_of(ROWS, HEADS, width).splitlines()) <= width


def test_without_heads_the_rest_stands_below_the_first_cell() -> None:
    rows = [[Cell("hookline fire beforeShellExecution", "name"), Cell("fires an event at it")]]
    assert text_of(rows, (), 26) == "hookline fire\nbeforeShellExecution\n  fires an event at it"


def test_a_command_takes_three_lines_and_ends_with_an_ellipsis() -> None:
    rows = [[Cell("user"), Cell("echo " + "word " * 60 + "end", "name"), Cell("active")]]
    assert (
        text_of(rows, ("source", "hook", "state"), 40)
        == """\
source  hook                      state
user    echo word word word word  active
        word word word word word
        word word word word …"""
    )


def test_prose_is_never_cut() -> None:
    rows = [[Cell("user"), Cell("because " + "of that " * 40 + "indeed")]]
    assert " ".join(text_of(rows, ("source", "why"), 40).split()).endswith("indeed")


@pytest.mark.parametrize(
    ("word", "width", "shown"),
    [
        param("short", 10, "short", id="what fits stays"),
        param("/home/you/work/shop/.cursor/hooks.json:4", 24, "…/.cursor/hooks.json:4", id="a path keeps its end"),
        param("AKIAIOSFODNN7EXAMPLEAKIA", 10, "AKIAIOSFO…", id="a word without an end to keep is cut at its end"),
        param("/averyveryverylongname", 10, "/averyver…", id="a name that does not fit is cut too"),
        param("日本語日本語", 7, "日本語…", id="by columns, not by letters"),
    ],
)
def test_a_word_is_cut(word: str, width: int, shown: str) -> None:
    assert cut(word, width) == shown


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        param("one two three", 7, ["one two", "three"], id="at spaces"),
        param("internationalisation is long", 10, ["internationalisation", "is long"], id="a long word stands alone"),
        param("日本語 中文字", 6, ["日本語", "中文字"], id="wide letters take two columns"),
        param("日本語中文字", 6, ["日本語", "中文字"], id="and may be parted anywhere, as they are written without spaces"),
        param("", 5, [""], id="nothing"),
        param(
            "cafe\u0301 cafe\u0301",
            4,
            ["cafe\u0301", "cafe\u0301"],
            id="an accent takes no column and stays with its letter",
        ),
    ],
)
def test_text_is_wrapped(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


WORDS = st.text(st.sampled_from("abc./日本é\u0301"), min_size=1, max_size=12)
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4), st.integers(40, 120))
def test_whatever_is_in_it_no_word_of_it_is_lost_or_too_wide(rows: list[tuple[str, str, str]], width: int) -> None:
    table = [[Cell(text) for text in row] for row in rows]
    shown = text_of(table, ("a", "b", "c"), width)
    assert max(cells(line) for line in shown.splitlines()) <= width
    for row in rows:
        for text in row:
            for word in text.split(" "):
                if word.isascii():
                    assert word in shown
