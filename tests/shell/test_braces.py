"""Brace expansion, on the text as written."""

import pytest
from pytest import param

from hookline.shell.braces import alternatives


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        param("abc", ["abc"], id="no braces"),
        param("a{b,c}d", ["abd", "acd"], id="a list"),
        param("{git,push}", ["git", "push"], id="words of a command"),
        param("a{b,c{d,e}}", ["ab", "acd", "ace"], id="one in another"),
        param("{a,b}{c,d}", ["ac", "ad", "bc", "bd"], id="two side by side"),
        param("a{,b}", ["a", "ab"], id="an empty member"),
        param("{1..3}", ["1", "2", "3"], id="numbers"),
        param("{c..a}", ["c", "b", "a"], id="letters, backwards"),
        param("{a..3}", ["{a..3}"], id="a letter and a number are no sequence"),
        param("{}", ["{}"], id="nothing in them"),
        param("{a}", ["{a}"], id="one member"),
        param("a}b{c", ["a}b{c"], id="the wrong way round"),
        param("${x,,}{a,b}", ["${x,,}a", "${x,,}b"], id="a variable is left alone"),
        param("'{a,b}'", ["'{a,b}'"], id="in single quotes"),
        param('"{a,\\",b}"', ['"{a,\\",b}"'], id="in double quotes"),
        param(r"\{a,b\}", [r"\{a,b\}"], id="escaped"),
        param("$(echo {a,b})", ["$(echo {a,b})"], id="inside a substitution"),
        param("$(echo {a,b}", ["$(echo {a,b}"], id="inside a substitution without end"),
        param('{"$x",b}', ['"$x"', "b"], id="quotes in a member"),
        param("{a,b}" * 20, None, id="too many"),
        param("{1..100000}", None, id="a sequence that is too long"),
    ],
)
def test_alternatives(text: str, expected: list[str] | None) -> None:
    assert alternatives(text) == expected
