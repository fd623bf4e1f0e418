"""near: which known word was meant."""

import pytest
from pytest import param

from hookline import near
from hookline.near import did_you_mean, hint, nearest

KEYS = ("command", "timeout", "failClosed", "loop_limit")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        param("comand", "command", id="a letter too few"),
        param("timeuot", "timeout", id="letters swapped"),
        param("Fail_Closed", "failClosed", id="case does not matter"),
        param("loop-limit", "loop_limit", id="neither does the joint"),
        param("colour", None, id="nothing near"),
        param("command" * 20, None, id="too long to be a slip"),
        param("", None, id="no word at all"),
    ],
)
def test_nearest(word: str, meant: str | None) -> None:
    assert nearest(word, KEYS) == meant


@pytest.mark.parametrize(
    ("alike", "meant"),
    [
        param(0.6, "stop", id="a guess"),
        param(0.9, None, id="hardly a slip"),
        param(1, None, id="only another spelling of the same word"),
    ],
)
def test_how_much_alike_is_asked_for(alike: float, meant: str | None) -> None:
    assert nearest("stopp", ("stop", "fire"), alike) == meant
    assert nearest("STOP", ("stop", "fire"), alike) == "stop"


def test_of_two_spellings_of_one_word_the_first_is_meant() -> None:
    assert nearest("FAILCLOSED", ("fail_closed", "failClosed")) == "fail_closed"


def test_what_is_remembered_does_not_grow_without_end() -> None:
    for number in range(2000):
        nearest(f"word{number}", ("x",))
    assert len(near._remembered) <= 256


@pytest.mark.parametrize(
    ("word", "known", "sentence"),
    [
        param("git-gard", ("audit", "git-guard"), "did you mean git-guard?", id="a slip"),
        param("SendToGH", ("deny", "send_to_gh"), "did you mean send_to_gh?", id="another spelling of the same word"),
        param("colour", ("deny", "ask"), "there are: deny, ask", id="nothing near: all there are"),
        param("x", (), "there are: none", id="nothing at all"),
    ],
)
def test_a_hint_ends_a_sentence(word: str, known: tuple[str, ...], sentence: str) -> None:
    assert hint(word, known) == sentence


def test_did_you_mean_is_a_sentence_or_nothing() -> None:
    assert did_you_mean("hots", ("fire", "host")) == " Did you mean 'host'?"
    assert did_you_mean("xyzzy", ("fire", "host")) == ""
