"""git: aliases, settings and options that run commands."""

import pytest
from pytest import param

from hookline.shell import read


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("git -c alias.x=push x", "yes", id="an alias"),
        param("git -c alias.x='!git push' x", "yes", id="an alias that is a command line"),
        param('git -c "alias.x=$(pick)" x', "unknown", id="a computed alias"),
        param("git -c alias.x=log x", "no", id="a harmless alias"),
        param("git config alias.x push; git x", "yes", id="an alias that lasts"),
        param("git config set alias.x push; git x", "yes", id="an alias that lasts, in new words"),
        param("git config alias.x '!git push'", "yes", id="an alias that is a command line and lasts"),
        param("git config alias.x status; git x", "no", id="a harmless alias that lasts"),
        param("git config $k $v", "unknown", id="a computed setting that lasts"),
        param("git config user.name x; git config -l", "no", id="a setting that runs nothing"),
        param("git -c core.editor='git push' commit", "yes", id="an editor"),
        param("git -c credential.helper='!git push' fetch", "yes", id="a helper"),
        param("git -c credential.helper=store fetch", "no", id="a helper of its own"),
        param("git -c core.hooksPath=x commit", "unknown", id="hooks in another folder"),
        param("git -c $x log", "unknown", id="a computed setting"),
        param("git --config-env=alias.x=Y x", "unknown", id="a setting from a variable"),
        param("git rebase -x 'git push' x", "yes", id="rebase: a command line"),
        param("git rebase --exec='git push' x", "yes", id="rebase: behind an equals sign"),
        param("git rebase --exec 'make test' x", "no", id="rebase: a harmless one"),
        param("git grep -O'git push' x", "yes", id="grep: a pager"),
        param("git clone --upload-p='git push' a b", "yes", id="clone: an option cut short"),
        param("git fetch 'ext::git push'", "yes", id="fetch: a command as address"),
        param("git bisect run git push", "yes", id="bisect: a program"),
        param("git bisect start", "no", id="bisect: its start"),
        param("git submodule foreach 'git push'", "yes", id="submodule: a text"),
        param("git submodule foreach git status", "no", id="submodule: a harmless one"),
        param("git for-each-repo --config=x push", "yes", id="for-each-repo: git's own words"),
        param("git subtree push --prefix x y z", "yes", id="subtree: pushes"),
        param("git subtree add --prefix x y z", "no", id="subtree: adds"),
        param("git", "no", id="nothing"),
        param("git show HEAD:x.py > f.py; python3 f.py", "no", id="show: a file of the repository"),
        param("git log | sh", "unknown", id="log: anything"),
        param("git checkout $(git rev-parse HEAD)", "no", id="rev-parse: a name"),
    ],
)
def test_git(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("git -c clean.requireForce=false clean -d", "yes", id="without being forced, once"),
        param("git config clean.requireForce false; git clean -d", "yes", id="without being forced, from now on"),
        param("git -c clean.requireForce=true clean -d", "no", id="only when it is forced"),
        param("git clean -n", "no", id="only shown"),
    ],
)
def test_cleaning(command: str, answer: str) -> None:
    assert str(read(command).runs("git clean -f")) == answer
