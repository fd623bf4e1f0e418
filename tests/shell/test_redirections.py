"""Redirections: what comes in, and what files are written."""

import pytest
from pytest import param

from hookline.shell import read
from hookline.shell.redirections import content, path_of
from hookline.shell.state import State
from hookline.shell.word import COMPUTED, Word, known


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param("sh <<< 'git push'", "yes", id="a here-string"),
        param("sh <<E\ngit push\nE", "yes", id="a here-document"),
        param("x=push; sh <<E\ngit $x\nE", "yes", id="a here-document with a variable"),
        param("x=push; sh <<'E'\ngit $x\nE", "yes", id="a quoted one, which the shell fills in"),
        param("cat <<E | sh\ngit push\nE", "yes", id="a here-document and a pipe"),
        param("cat <<E > f && sh f\ngit push\nE", "yes", id="a here-document into a file, and more behind it"),
        param("cat <<'E'\ngit push\nE", "no", id="a here-document that is only shown"),
        param("echo 'git push' > f; sh < f", "yes", id="a file that was written here"),
        param("sh < f", "no", id="a file that was there before"),
        param("sh < $(pick)", "unknown", id="a file that is computed"),
        param("sh < /dev/tcp/host/80", "unknown", id="the network"),
        param('echo \'git push\' > "$f"; sh < "$f"', "unknown", id="a file whose name is not known"),
        param("exec 3<<< 'git push'; sh <&3", "unknown", id="another stream"),
        param("echo ls > f; echo 'git push' >> f; sh f", "yes", id="appended to a file"),
        param("echo 'git push' > f; echo ls > f; sh f", "no", id="written over"),
        param("echo 'git push' &> f; sh f", "yes", id="both streams into a file"),
        param("echo 'git push' > /dev/null", "no", id="into nothing"),
        param("> f echo 'git push'; sh f", "yes", id="the redirection first"),
        param("echo x > $(git push)", "yes", id="a command in a file's name"),
        param("echo 'git push' > ~/.bashrc", "yes", id="into a shell's profile"),
        param("echo 'export A=1' >> ~/.bashrc", "no", id="a setting into a shell's profile"),
        param("echo 'git push' > .git/hooks/pre-commit", "yes", id="into a hook of git"),
        param("printf '[alias]\\nx=push\\n' > .git/config", "unknown", id="into git's settings"),
        param("printf '[user]\\nname=x\\n' > ~/.gitconfig", "no", id="a name into git's settings"),
        param("echo x > -rf; rm *", "unknown", id="into a file that is named like an option"),
    ],
)
def test_redirections(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer


@pytest.mark.parametrize(
    ("word", "path"),
    [
        param(known("./a/../b"), "b", id="detours are gone"),
        param(known(""), "", id="nothing"),
        param(Word((COMPUTED,)), None, id="computed"),
    ],
)
def test_paths(word: Word, path: str | None) -> None:
    assert path_of(word) == path


def test_what_a_file_holds() -> None:
    state = State()
    state.write("f", known("text"))
    assert content(state, known("./f")).text == "text"
    assert content(state, known("g")).was_there
    assert not content(state, known("/proc/self/environ")).was_there
