"""config.words: a command line taken apart, near enough."""

import subprocess
import time

import pytest

from hookline.config.command_words import Word, split


@pytest.mark.parametrize(
    ("command", "words"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("./x.sh a", [Word("./x.sh", ";"), Word("a")], id="a program and its argument"),
        pytest.param("'a b'\"c d\"e", [Word("a bc de", ";")], id="quotes join into one word"),
        pytest.param(r'"a\"b\$c\n"', [Word(r'a"b$c\n', ";")], id="inside double quotes only some escapes count"),
        pytest.param(r"'a\b'", [Word(r"a\b", ";")], id="inside single quotes none does"),
        pytest.param(r"a\ b", [Word("a b", ";")], id="an escaped blank is no separator"),
        pytest.param("''", [Word("", ";")], id="an empty word is a word"),
        pytest.param("a>b", [Word("a", ";"), Word("b", ">")], id="what follows a redirection says so"),
        pytest.param("a 2>>b", [Word("a", ";"), Word("b", "2>>")], id="with its number"),
        pytest.param("a && b|c;d", [Word("a", ";"), Word("b", "&&"), Word("c", "|"), Word("d", ";")], id="operators"),
        pytest.param("a\nb", [Word("a", ";"), Word("b", "\n")], id="a line break ends a command"),
        pytest.param("a # b c\nd", [Word("a", ";"), Word("d", "\n")], id="comments are left out"),
        pytest.param("a#b", [Word("a#b", ";")], id="a hash inside a word is no comment"),
        pytest.param("a 'b c", [Word("a", ";"), Word("b c")], id="an open single quote goes to the end"),
        pytest.param('a "b c', [Word("a", ";"), Word("b c")], id="an open double quote goes to the end"),
        pytest.param('a "b\\', [Word("a", ";"), Word('"b\\')], id="an open quote before a last backslash"),
        pytest.param("a\\", [Word("a\\", ";")], id="a last backslash"),
        pytest.param("é\u2003b", [Word("é\u2003b", ";")], id="only blanks and tabs separate"),
    ],
)
def test_split(command: str, words: list[Word]) -> None:
    assert split(command) == words


@pytest.mark.parametrize(
    "command",
    ["./x.sh 'a b' c\\ d", "node \"a b/c.js\" --x='1'", "a\"b\"'c'd e", r"printf \\n 'x'\''y'"],
)
def test_it_agrees_with_a_real_shell(command: str) -> None:
    shell = subprocess.run(["/bin/sh", "-c", f"printf '%s\\0' {command}"], capture_output=True, text=True, check=True)
    assert [word.text for word in split(command)] == shell.stdout.split("\0")[:-1]


@pytest.mark.parametrize("piece", ['"', "'", "\\", "a ", '"\\', "#", "<", "$("])
def test_long_commands_take_little_time(piece: str) -> None:
    began_s = time.monotonic()
    split(piece * 200_000)
    assert time.monotonic() - began_s < 30
