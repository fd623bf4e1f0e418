"""Statements: what of a command line runs, and what it sets on the way."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("git push", "yes", id="alone"),
        param("ls; git push", "yes", id="behind another"),
        param("ls && git push", "yes", id="when another succeeds"),
        param("ls || git push", "yes", id="when another fails"),
        param("ls | git push", "yes", id="behind a pipe"),
        param("ls & git push", "yes", id="beside another"),
        param("ls\n# git pull\ngit push", "yes", id="on the next line"),
        param("! git push", "yes", id="negated"),
        param("(git push)", "yes", id="in a subshell"),
        param("{ git push; }", "yes", id="in a group"),
        param("if a; then b; elif c; then git push; else d; fi", "yes", id="in a branch"),
        param("while git push; do :; done", "yes", id="as a condition"),
        param("for ((i=0;i<1;i++)); do git push; done", "yes", id="in a counting loop"),
        param("case x in a) git push;; esac", "yes", id="in a case"),
        param("[[ -n $(git push) ]]", "yes", id="in a test"),
        param("[[ 1 -eq 'a[$(git push)]' ]]", "unknown", id="in text that a test evaluates"),
        param("case $(git push) in a) ;; esac", "yes", id="in the head of a case"),
        param("time (git push)", "yes", id="in a subshell behind time"),
        param("time { git push; }", "yes", id="in a group behind time"),
        param("time for x in push; do git $x; done", "yes", id="in a loop behind time"),
        param("{git,push}\n}", "unknown", id="braces that are no group"),
        param("ls |", "unknown", id="what is no valid shell"),
        param("f() { git push; }; f", "yes", id="in a function that is called"),
        param("f() { git push; }", "yes", id="in a function that something unseen may call"),
        param("f() { ls; }", "no", id="a function without it"),
        param("f() { git push; }; (f() { :; }); f", "yes", id="in a function that is defined twice"),
        param("x=`echo \\`git push\\``", "yes", id="in backticks in backticks"),
        param("# git push", "no", id="in a comment"),
        param("", "no", id="nothing at all"),
    ],
)
def test_what_runs(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("if a; then v=push; else v=log; fi; git $v", "unknown", id="set in one branch"),
        param("if a; then v=log; else v=status; fi; git $v", "no", id="neither branch sets it"),
        param("v=push; a && v=log; git $v", "unknown", id="perhaps set again"),
        param("v=push; (v=log); git $v", "yes", id="set in a subshell"),
        param("v=push; : | v=log; git $v", "unknown", id="set in a pipe"),
        param("v=push; x=$(v=log); git $v", "yes", id="set in a substitution"),
        param("v=push; cat <(v=log); git $v", "yes", id="set in a process"),
        param("v=push; f() { v=log; }; f; git $v", "unknown", id="set in a function"),
        param("while read l; do v=$v$l; done; git $v", "unknown", id="built in a loop"),
        param("for c in log push; do git $c; done", "yes", id="each value of a loop"),
        param("for c in log status; do git $c; done", "no", id="no value of a loop"),
        param("for c in a b c d e f g h i j k l m; do git $c; done", "unknown", id="too many values, which may be aliases"),
        param(
            "for c in log log log log log log log log log log log log log; do git $c; done",
            "no",
            id="many values, all harmless",
        ),
        param("for f in *.txt a b c d e f g h i j k l m; do cat $f; done", "no", id="many files"),
        param("for c in $(pick); do git $c; done", "unknown", id="values nobody knows"),
        param("for c; do git $c; done", "unknown", id="the arguments"),
        param("x=a && git push", "yes", id="behind an assignment"),
        param("git $(< f)", "unknown", id="from a file"),
        param("echo push > f; git $(< f)", "yes", id="from a file that was written here"),
        param("{ echo git; echo push; } | xargs env", "yes", id="two lines are read together"),
    ],
)
def test_what_is_set_on_the_way(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer


@pytest.mark.parametrize(
    "command",
    [
        param("x" * 70_000, id="too long"),
        param("a\0b", id="with a NUL"),
        param("$(" * 300 + "ls" + ")" * 300, id="too deep"),
        param("eval " * 200 + "ls", id="eval of eval"),
        param("f() { f; f; }; f", id="a function that calls itself twice"),
        param('x=\'eval "$x"\'; eval "$x"', id="text that evaluates itself"),
        param("ls; " * 3000, id="too many commands"),
    ],
)
def test_beyond_the_limits_it_cannot_be_told(command: str) -> None:
    assert str(read(command).runs("git push")) == "unknown"
