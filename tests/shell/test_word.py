"""Words: what is known of them, and what they could still be."""

import pytest
from pytest import param

from hookline.shell.word import (
    A_FILE,
    ANY_WORDS,
    ANYTHING,
    COMPUTED,
    LONGEST_WORD,
    MOST_PIECES,
    Hole,
    Word,
    either,
    joined,
    known,
)


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [
        param(known("git"), "git", True, id="a known word is itself"),
        param(known("GIT"), "git", True, id="a known word in capitals is the same program on some file systems"),
        param(known("gitx"), "git", False, id="a known word is nothing else"),
        param(Word(("g", ANYTHING, "t")), "git", True, id="a hole can be filled"),
        param(Word(("g", ANYTHING, "t")), "gt", True, id="a hole can be empty"),
        param(Word(("g", ANYTHING, "x")), "git", False, id="what stands behind a hole must fit"),
        param(Word(("x", ANYTHING)), "git", False, id="what stands before a hole must fit"),
        param(Word((Hole(choices=("pu", "st")), "sh")), "push", True, id="one of the choices fits"),
        param(Word((Hole(choices=("log", "status")),)), "push", False, id="none of the choices fits"),
        param(Word((ANYTHING, "a", ANYTHING, "a", ANYTHING)), "aa", True, id="two holes around two texts"),
        param(Word((ANYTHING, "a", ANYTHING, "a", ANYTHING)), "a", False, id="each text is used once"),
    ],
)
def test_what_a_word_could_be(word: Word, text: str, expected: bool) -> None:
    assert word.could_be(text) is expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        param(known("-f"), True, id="a dash makes an option"),
        param(known("f"), False, id="no dash makes none"),
        param(Word((COMPUTED,)), True, id="something computed may be an option"),
        param(Word((A_FILE,)), False, id="the name of a file is none"),
        param(Word((COMPUTED, "/x")), False, id="no option has a slash in it"),
        param(Word((Hole(choices=("a", "-b")),)), True, id="one of the choices is an option"),
        param(Word((Hole(choices=("a", "b")),)), False, id="none of the choices is"),
        param(Word(), False, id="an empty word is none"),
    ],
)
def test_what_could_be_an_option(word: Word, expected: bool) -> None:
    assert word.could_be_option() is expected


def test_a_word_says_what_is_known_of_it() -> None:
    word = Word(("a/b", COMPUTED, "c/d", ANY_WORDS))
    assert (word.text, word.start, word.known_text, word.computed, word.splits) == (None, "a/b", "a/b c/d ", True, True)
    assert repr(word.base()) == "d…"
    assert repr(known("x").base()) == "x"
    assert Word().text == ""
    assert repr(known("-n5").without_start("-n")) == "5"
    assert known("x").without_start("") == known("x") or repr(known("x").without_start("")) == "x"


def test_neighbours_become_one_piece() -> None:
    assert Word(("a", "", "b")).pieces == ("ab",)
    merged = Word((A_FILE, COMPUTED)).pieces
    assert len(merged) == 1 and isinstance(merged[0], Hole)
    assert (merged[0].computed, merged[0].file_name) == (True, False)


@pytest.mark.parametrize(
    "pieces",
    [
        param(["x" * (LONGEST_WORD + 1)], id="too long"),
        param(["x", ANYTHING] * MOST_PIECES, id="too many pieces"),
    ],
)
def test_a_word_beyond_the_limits_may_be_anything(pieces: list[str | Hole]) -> None:
    word = Word(pieces)
    assert (word.text, word.computed, word.splits, len(word.pieces)) == (None, True, True, 1)


def test_a_mark_is_replaced_in_text_only() -> None:
    assert Word(("a{}b{}", ANYTHING)).replaced("{}", known("x")).start == "axbx"
    assert known("ab").replaced("", known("x")).text == "ab"


def test_words_are_joined() -> None:
    assert joined([known("git"), known("push")]).text == "git push"
    assert joined([known("a"), known("b")], "\n").text == "a\nb"


@pytest.mark.parametrize(
    ("one", "other", "choices"),
    [
        param(known("a"), known("b"), ("a", "b"), id="two known texts are choices"),
        param(None, known("b"), ("", "b"), id="what was never set is taken for empty"),
        param(Word((Hole(choices=("a", "b")),)), known("c"), ("a", "b", "c"), id="choices add up"),
    ],
)
def test_one_or_the_other(one: Word | None, other: Word, choices: tuple[str, ...]) -> None:
    assert either(one, other).holes[0].choices == choices


def test_one_or_the_other_when_there_is_no_choice() -> None:
    assert either(known("a"), known("a")).text == "a"
    assert either(Word((COMPUTED,)), known("a")).computed


@pytest.mark.parametrize(
    ("hole", "quoted", "splits"),
    [
        param(COMPUTED, False, True, id="unquoted, what is computed splits"),
        param(COMPUTED, True, False, id="quoted, it does not"),
        param(A_FILE, False, False, id="a file's name never does"),
        param(Hole(choices=("a", "b c")), False, True, id="a choice with a blank splits"),
        param(Hole(choices=("a", "b")), False, False, id="choices without blanks do not"),
    ],
)
def test_where_a_hole_is_used(hole: Hole, quoted: bool, splits: bool) -> None:
    assert hole.used(quoted).splits is splits
