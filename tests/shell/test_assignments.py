"""Assignments, and variables that steer other programs."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("x=push; git $x", "yes", id="a variable"),
        param("x=pu; x+=sh; git $x", "yes", id="appended to"),
        param("export x=push; git $x", "yes", id="exported"),
        param("declare x=push; git $x", "yes", id="declared"),
        param('x=log; declare "x=push"; git $x', "yes", id="declared by a word"),
        param("x=log; declare $y; git $x", "unknown", id="declared by something computed"),
        param("x=log; declare -n r=x; r=push; git $x", "unknown", id="through another name"),
        param("x=push; unset x; git $x", "unknown", id="unset: it may come from elsewhere"),
        param("x[1]=push; git ${x[1]}", "unknown", id="an element"),
        param("a=(git push); ${a[@]}", "yes", id="an array"),
        param("a=(git); a+=(push); ${a[@]}", "yes", id="an array that grows"),
        param('a=([1]=push [0]=git); "${a[@]}"', "unknown", id="an array in another order"),
        param("a=(x{1..9}{1..9}{1..9}); ${a[@]}", "unknown", id="an array that is too long"),
        param("x[$(git push)]=1", "yes", id="a subscript that runs"),
        param("unset 'x[$(git push)]'", "unknown", id="text that is evaluated"),
        param("x=log git $x", "unknown", id="one in front of a command comes too late for its words"),
        param("x=push; x=log true; git $x", "yes", id="one in front of a command does not last"),
        param("x=push sh -c 'git $x'", "yes", id="one in front of a command is seen by it"),
        param("PAGER='git push' man ls", "yes", id="a pager"),
        param("export EDITOR=$(pick)", "unknown", id="a computed editor"),
        param("EDITOR= git commit", "no", id="no editor"),
        param("LESSOPEN='|git push' less f", "yes", id="a pipe of less"),
        param("PS1='$(git push)'", "yes", id="a prompt"),
        param("PS1='\\u@\\h (\"x\") \\$ '", "no", id="a prompt that only shows"),
        param("echo 'git push' > e; BASH_ENV=e bash -c :", "yes", id="a file that is read at the start"),
        param("LD_PRELOAD=./x.so ls", "unknown", id="a library in front of all others"),
        param("env 'BASH_FUNC_ls%%=() { git push; }' bash -c ls", "yes", id="a function in the environment"),
        param("FOO=1 ls", "no", id="any other variable"),
    ],
)
def test_assignments(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer
