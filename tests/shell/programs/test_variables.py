"""Builtins that set variables, arguments and aliases."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("alias", "no", id="alias: only shown"),
        param("x=log; read x; git $x", "unknown", id="read: a variable"),
        param("a=(log); read -a a; git ${a[0]}", "unknown", id="read: an array"),
        param("read; git $REPLY", "unknown", id="read: no name"),
        param("read 'a[$(git push)]'", "unknown", id="read: a name that is evaluated"),
        param("let 'x[$(git push)]=1'", "unknown", id="let: text that is evaluated"),
        param("let x=1; test -f y; [ 1 ]", "no", id="let and test: nothing that runs"),
        param("x=push; \\unset x; git $x", "unknown", id="unset, in a roundabout way"),
        param("x=log; command export x=push; git $x", "yes", id="export, in a roundabout way"),
        param("set -- push; git $1", "yes", id="set: behind two dashes"),
        param("set push; git $1", "yes", id="set: plainly"),
        param("set -e -o pipefail push; git $1", "yes", id="set: behind options"),
        param("set -- log; set -e; git $1", "no", id="set: only options"),
        param("set -- a push; shift; git $1", "yes", id="shift: by one"),
        param("set -- a b push; shift 2; git $1", "yes", id="shift: by two"),
        param("set -- log; shift $n; git $1", "unknown", id="shift: by nobody knows how many"),
        param("shift; git $1", "unknown", id="shift: arguments nobody knows"),
        param("enable -f x.so git", "unknown", id="enable: code from a file"),
        param("enable -n test", "no", id="enable: a builtin"),
    ],
)
def test_setting(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer
