"""Arguments as written, and the words a shell makes of them."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "words"),
    [
        param("p a b", ("a", "b"), id="plain words"),
        param("""p "a b" 'c d'""", ("a b", "c d"), id="quotes keep words together"),
        param(r"p a\ b \$x", ("a b", "$x"), id="escapes"),
        param(r"""p "a\"b\$c\d" """, ('a"b$c\\d',), id="escapes in double quotes"),
        param(r"p $'a\tb\x41\u00e9\101\'\cA'", ("a\tbAéA'cA",), id="ANSI-C quoting"),
        param('p $"a"', ("a",), id="translated text"),
        param("p ''", ("",), id="an empty word is a word"),
        param("x='a b'; p $x", ("a", "b"), id="an unquoted variable splits"),
        param("x='a b'; p \"$x\"", ("a b",), id="a quoted one does not"),
        param("x=; p $x a", ("a",), id="an empty variable is no word"),
        param("x=a; p ${x}b", ("ab",), id="a variable in braces"),
        param("p ${x:-a}", ("a",), id="a default"),
        param("x=b; p ${x:-a}", ("b",), id="a default that is not needed"),
        param("p ${x:=a} $x", ("a", "a"), id="a default that is kept"),
        param("x=1; p ${x:+a}", ("a",), id="an alternative"),
        param("p ${x+a}", (None,), id="an alternative that may not be"),
        param("p $x", (None,), id="a variable set elsewhere"),
        param("p *.py a?c [ab]", (None, None, None), id="names of files"),
        param("p $? $# ${#x}", (None, None, None), id="numbers"),
        param("a=(x 'y z'); p \"${a[@]}\"", ("x", "y z"), id="an array"),
        param("a=(x y); p ${a[1]} $a", ("y", "x"), id="elements of an array"),
        param("a=(x y); p ${a[$i]} ${a[9]}", (None, None), id="elements nobody knows"),
        param("p ${a[@]}", (None,), id="an array nobody knows"),
        param('set -- a b; p $2 "$@" $*', ("b", "a", "b", "a", "b"), id="arguments"),
        param("p $@", (None,), id="arguments nobody knows"),
        param("p {a,b}{1,2}", ("a1", "a2", "b1", "b2"), id="braces"),
        param("x=v; p {$x,'q r'}", ("v", "q r"), id="braces around variables and quotes"),
        param("p {a,b}" + "{a,b}" * 9, (None,), id="too many braces"),
        param("IFS=,; x=a,b; p $x", (None,), id="words split otherwise"),
        param("p a$'b'\"c\"'d'e", ("abcde",), id="all kinds side by side"),
        param("p $((1+1)) <(ls)", (None, "/dev/fd/60"), id="arithmetic and processes"),
        param('p $(echo a b) "$(echo a b)" `echo c`', ("a", "b", "a b", "c"), id="what commands print"),
        param('p "a`echo b`c"', ("abc",), id="backticks in double quotes"),
        param("for f in *.c; do p ${f%.c}.o; done", (None,), id="part of a file's name"),
        param("p ${!x} ${x//a/b} ${x^^}", (None, None, None), id="expansions that are not followed"),
    ],
)
def test_words(command: str, words: tuple[str | None, ...]) -> None:
    calls = [call for call in read(command).calls if call.program == "p" and call.code is None]
    assert [call.texts[1:] for call in calls] == [words]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("""x='$(git push)'; : "${x@P}" """, "unknown", id="a prompt runs what it holds"),
        param("p ${x:-$(git push)}", "yes", id="a default that runs"),
        param("p ${x/$(git push)/}", "yes", id="a pattern that runs"),
        param("p {a,$(git push)}", "yes", id="braces that run"),
        param("p $(git push){a,b}" + "{a,b}" * 9, "yes", id="too many braces that run"),
        param("cat <<E\n$((1 + 2)) `git push`\nE", "yes", id="backticks in a here-document"),
        param("cat <<E\n$((1 + 2))\nE", "no", id="arithmetic in a here-document is no command"),
        param("cat <<E\n$((a[$(git push)]))\nE", "yes", id="a command in it is"),
    ],
)
def test_what_runs_in_a_word(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer
