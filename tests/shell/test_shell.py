"""What hook authors use: read, Reading, Runs."""

import pytest
from pytest import param

from hookline import shell
from hookline.shell import Runs, read


def test_the_public_names() -> None:
    assert shell.__all__ == ["Call", "Reading", "Runs", "read"]


@pytest.mark.parametrize(
    ("command", "word"),
    [
        param("git push", "yes", id="yes"),
        param("git status", "no", id="no"),
        param("git $x", "unknown", id="unknown"),
    ],
)
def test_an_answer(command: str, word: str) -> None:
    found = read(command).runs("git push")
    assert (repr(found), found == word, found == Runs(word), hash(found) == hash(word)) == (word, True, True, True)
    assert (found.yes, found.no, found.unknown) == (word == "yes", word == "no", word == "unknown")
    assert bool(found) is (word != "no")


def test_the_surest_of_several_answers_counts() -> None:
    assert str(read("git $x; rm -rf y").runs("git push", "rm -rf")) == "yes"
    assert str(read("git $x; ls").runs("rm -rf", "git push")) == "unknown"
    assert str(read("ls").runs("rm -rf", "git push")) == "no"
    assert str(read("git push").runs()) == "no"


def test_a_reading_shows_its_calls_and_what_could_not_be_read() -> None:
    reading = read('sudo git status; eval "$(pick)"')
    assert [call.program for call in reading.calls] == ["sudo", "git", "pick", "eval", None]
    assert reading.unknown == ("eval is given a computed command line",)


def test_a_command_is_read_once_however_often_it_is_asked_about() -> None:
    reading = read("git status && make")
    assert read("git status && make") is reading
    assert reading.runs("git push") == "no"
    assert reading.runs("git push", "make") == "yes"


def test_an_answer_is_remembered_with_its_reason() -> None:
    reading = read("git $x")
    first, again = reading.runs("git push"), reading.runs("git push")
    assert (first.reason, again.reason) == ("part of this is computed: git …", "part of this is computed: git …")
