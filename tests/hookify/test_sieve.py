"""dialects.hookify.sieve: nothing that fits is ever sifted out, and most of what does not fit is."""

from __future__ import annotations

import re
import string
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookline.hookify.sieve import Sieve, TooStrange, literal, plain, widened

param = pytest.param


def passes(pattern: str, text: str, operator: str = "regex") -> bool:
    """Whether a pattern, widened, fits a text, made plain."""
    sieve = Sieve()
    wider = widened(pattern) if operator == "regex" else literal(pattern)
    assert sieve.add(wider, 7), wider
    sieve.close()
    return list(sieve.passing(plain(text))) == [7]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        param("RM", "rm", id="case does not count"),
        param("straſe", "STRASE", id="a long s is an s"),
        param("\u212aelvin", "kelvin", id="the sign for Kelvin is a k"),
        param("\u0130x", "\u0131X", id="an i with and without a dot"),
        param("é", "É", id="a letter beyond ASCII"),
        param("[é-ü]+x", "Éx", id="a range beyond ASCII"),
        param("[^x]", "é", id="a set of what is not there"),
        param(r"\s", "\u2003", id="a wide blank"),
        param(r"\s", "\x1f", id="a separator Python takes for a blank"),
        param(r"\d", "٣", id="a digit of another script"),
        param(r"\w+", "日本", id="letters of another script"),
        param(r"\W", "!", id="no letter"),
        param("a.c", "a\nc".replace("\n", "x"), id="any character"),
        param("(?s)a.c", "a\nc", id="any character, line ends too"),
        param(r"(a)(b)\2\1", "abba", id="references"),
        param(r"(?P<q>['\"])x(?P=q)", "'x'", id="a named reference"),
        param("(a)?(?(1)b|c)", "c", id="a choice by group"),
        param("(?=ab)a", "ab", id="look ahead"),
        param("(?<!x)a", "a", id="look behind"),
        param("(?>a+)b", "aab", id="an atomic group"),
        param("a++b", "aab", id="a possessive repeat"),
        param("a{2,3}?", "aa", id="a lazy repeat"),
        param("a{0}b", "b", id="no repeat at all"),
        param("x{1001,}", "x" * 1001, id="more repeats than RE2 takes"),
        param("a||b", "", id="an empty alternative"),
        param("", "", id="nothing"),
        param("a\nb", "A\nB", id="a line end"),
        param("\\0", "\0", id="a zero"),
        param("\\ud800", "\ud800", id="half a character"),
        param("[\\u0000-\\uffff]", "x", id="a wide range"),
        param("^a$", "a\n", id="edges"),
        param("(?x) a  b # why", "ab", id="a pattern with blanks"),
    ],
)
def test_what_python_finds_is_not_sifted_out(pattern: str, text: str) -> None:
    assert re.search(pattern, text, re.IGNORECASE)
    assert passes(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        param(r"rm\s+-rf", "git push", id="other words"),
        param(r"deploy-17\.sh", "deploy-18.sh", id="another number"),
        param("(?:apply|destroy) prod", "apply test", id="neither alternative"),
        param("[a-c]x", "dx", id="outside of a range"),
    ],
)
def test_what_cannot_fit_is_sifted_out(pattern: str, text: str) -> None:
    assert not passes(pattern, text)


def test_every_character_python_takes_for_an_ascii_one() -> None:
    everything = "".join(map(chr, range(0x110000)))
    for letter in string.printable:
        alike = re.findall(re.escape(letter), everything, re.IGNORECASE)
        assert {plain(one) for one in alike} == {plain(letter)}, letter


def test_a_text_made_plain_is_as_long_as_before() -> None:
    assert plain("aÉ\u0130\u017f\ud800😀Z") == b"a?is??z"


@pytest.mark.parametrize("pattern", ["(", "a{99999999999}", "(" * 200 + ")" * 200 + "(" * 3000, "(?P<n>a)(?P<n>b)"])
def test_what_is_no_pattern(pattern: str) -> None:
    with pytest.raises(TooStrange):
        widened(pattern)


def test_labels_come_in_the_order_of_their_patterns() -> None:
    sieve = Sieve()
    assert [sieve.add(one, label) for label, one in enumerate(["ab", "cd", "ab", "("])] == [True, True, True, False]
    sieve.close()
    assert sorted(sieve.passing(b"abcd")) == [0, 1, 2]
    assert sorted(sieve.passing(b"ab")) == [0, 2]


def test_an_empty_sieve() -> None:
    sieve = Sieve()
    sieve.close()
    assert list(sieve.passing(b"x")) == []


LETTERS = st.sampled_from("abkKsSiI ſ\u212a\u0130\u0131éÉß日09_-\n\t")
ATOMS = LETTERS.map(re.escape) | st.sampled_from(
    [".", r"\d", r"\D", r"\s", r"\S", r"\w", r"\W", "[a-s]", "[^a]", "[sé]", "[K-k]", "^", "$", r"\b"]
)


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    return (
        pair.map("".join)
        | pair.map("(?:{0[0]}|{0[1]})".format)
        | st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "*?"])).map("(?:{0[0]}){0[1]}".format)
        | inner.map("({})".format)
        | inner.map("(?={})".format)
        | inner.map("(?!{})".format)
        | inner.map(r"(?:({})\1)".format)
    )


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(st.recursive(ATOMS, larger, max_leaves=6), st.text(LETTERS, max_size=12))
def test_no_pattern_is_sifted_out_that_fits(pattern: str, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            fits = re.search(pattern, text, re.IGNORECASE) is not None
        except re.error:  # the first group of a pattern inside of itself
            return
    if fits:
        assert passes(pattern, text)


@given(st.text(LETTERS, max_size=6), st.text(LETTERS, max_size=12))
def test_a_text_that_occurs_is_not_sifted_out(part: str, text: str) -> None:
    assert passes(part, text + part + text, "literal")
