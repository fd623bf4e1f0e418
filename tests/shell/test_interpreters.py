"""Interpreters: where their code comes from."""

import pytest
from pytest import param

from hookline.shell import read

SPAWNS = "from subprocess import *"


@pytest.mark.parametrize(
    ("command", "codes"),
    [
        param("python3 -c 'a'", ["a"], id="in an option"),
        param("python3 -Bc 'a'", ["a"], id="in an option among others"),
        param("perl -ne 'a' f", ["a"], id="in a cluster"),
        param("perl -e'a'", ["a"], id="attached to its option"),
        param("node --eval=a", ["a"], id="behind an equals sign"),
        param("ruby -e a -e b", ["a", "b"], id="in two options"),
        param("python3 -c", [], id="in an option without any"),
        param("python3 -W ignore -c a", ["a"], id="behind a value of another option"),
        param("awk -v x=1 -F: a f", ["a"], id="the first word"),
        param("sqlite3 db a", ["a"], id="the second word"),
        param("sqlite3 -cmd a db", ["a"], id="in an option of a shell for data"),
        param("vim +a f", ["a"], id="behind a plus"),
        param("python3 -m timeit -s a b", ["a", "b"], id="words of a module that runs them"),
        param("python3 <<< a", ["a"], id="what comes in"),
        param("python3 - x <<< a", ["a"], id="what comes in, by a dash"),
        param("python3 -m json.tool <<< a", [], id="what comes in for a module"),
        param("ed -s f <<< a", ["a"], id="what comes in beside a file"),
        param("python3 f.py", [], id="a file that was there"),
        param("python3 < f.py", [], id="a file that was there, as it comes"),
        param("echo a > f.py; python3 f.py", ["a"], id="a file made here"),
        param("echo a > f; python3 f", ["a"], id="a file made here without an ending"),
        param("echo a > f.awk; awk -f f.awk", ["a"], id="a file made here in an option"),
        param("echo a > m.py; python3 -c 'import m'", ["import m", "a"], id="a module made here"),
        param("echo a > m.py; python3 -m m", ["a"], id="a module made here by its name"),
        param('python3 "$f"', [], id="a file a variable names"),
        param("python3.11 -c a", ["a"], id="with a version in its name"),
    ],
)
def test_code(command: str, codes: list[str]) -> None:
    assert [call.code.text for call in read(command).calls if call.code is not None] == codes


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        param(
            "python3 -c \"import subprocess; subprocess.run(['git', 'push'])\"", "yes", id="words written out are followed"
        ),
        param("python3 -c \"import os; os.system('git push')\"", "yes", id="a line written out is followed"),
        param("python3 -c \"import os; os.system('git status')\"", "no", id="another line written out"),
        param('python3 -c "import os; os.system(x)"', "unknown", id="a line that is computed"),
        param('python3 -c "$(pick)"', "unknown", id="computed code"),
        param("gdb --args git push", "yes", id="a program to look into"),
        param("python3 -c 'print(1)'", "no", id="harmless code"),
    ],
)
def test_what_code_runs(command: str, answer: str) -> None:
    assert str(read(command).runs("git push")) == answer
