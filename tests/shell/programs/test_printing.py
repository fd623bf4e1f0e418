"""Programs that print: what a shell, a variable or another program gets of it."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("$(which git) push", "yes", id="which: one program"),
        param("$(which git hg) push", "unknown", id="which: two"),
        param("echo git push | sh", "yes", id="echo: words"),
        param("echo -n git push | sh", "yes", id="echo: with an option"),
        param("echo -e 'git\\x20push' | sh", "unknown", id="echo: escapes"),
        param("printf 'git push' | sh", "yes", id="printf: a text"),
        param("printf 'git %s\\n' push | sh", "yes", id="printf: a format"),
        param("printf '%s ' git push | sh", "yes", id="printf: a format used again"),
        param("printf 'git %s' | sh", "no", id="printf: nothing to fill in"),
        param("printf -- 'git push' | sh", "yes", id="printf: behind two dashes"),
        param("printf '\\147it push' | sh", "unknown", id="printf: escapes"),
        param("printf '%d' 1 | sh", "unknown", id="printf: another format"),
        param('printf "$f" | sh', "unknown", id="printf: a format nobody knows"),
        param("v=log; printf -v v push; git $v", "unknown", id="printf: into a variable"),
        param("v=log; printf -vv push; git $v", "unknown", id="printf: into a variable, attached"),
        param("printf | sh", "no", id="printf: nothing"),
        param("echo git push | cat | sh", "yes", id="cat: what comes in"),
        param("cat <(echo git push) | sh", "yes", id="cat: a process"),
        param("echo git > a; echo push > b; cat a b | xargs env", "yes", id="cat: two files"),
        param("echo push | cat - | xargs git", "yes", id="cat: a dash"),
        param("git $(cat f)", "unknown", id="cat: a file that was there"),
        param("git checkout $(date +%F)", "no", id="date: a date"),
        param('git "$(basename push)"', "unknown", id="basename: what it is given"),
    ],
)
def test_printing(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param('t=$(mktemp); rm -r "$t"', "no", id="mktemp: a file is no option"),
        param('rm -r "$(dirname "$x")"', "no", id="dirname: neither is a folder"),
        param('rm -r "$(basename ./-f)"', "no", id="basename: of a path"),
        param('rm -r "$(basename f -f)"', "unknown", id="basename: of what may be anything"),
        param('rm -r "$(pick)"', "unknown", id="any other program"),
    ],
)
def test_names(command: str, answer: str) -> None:
    assert str(read(command).runs("rm -rf")) == answer
