"""Python code that starts programs by words written out."""

import pytest
from pytest import param

from hookline.shell import read
from hookline.shell.python_spawns import literal_spawns


@pytest.mark.parametrize(
    ("code", "started"),
    [
        param("import os\nos.system('a b')", ["a b"], id="a command line"),
        param("import subprocess\nsubprocess.run(['a', 'b'], check=True)", [["a", "b"]], id="words"),
        param("import subprocess\nsubprocess.check_output(('a',\n'b'))", [["a", "b"]], id="words over two lines"),
        param("print(1)", [], id="nothing"),
    ],
)
def test_what_is_started(code: str, started: list[str | list[str]]) -> None:
    found = literal_spawns(code)
    assert found is not None
    assert found[0] == started
    assert "subprocess" not in found[1] and "system" not in found[1]


@pytest.mark.parametrize(
    "code",
    [
        param("os.system(x)", id="computed"),
        param("os.system('a' + 'b')", id="put together"),
        param("subprocess.run(['a', x])", id="a computed word"),
        param("subprocess.run([])", id="no words"),
        param("subprocess.run([1])", id="no text"),
        param("subprocess.run(7)", id="neither text nor words"),
        param("subprocess.run(['sh'], input='x')", id="with something to read"),
        param("subprocess.run(['a'], executable='b')", id="another program than it says"),
        param("subprocess.run(['a'], **more)", id="with more that is not seen"),
        param("subprocess.run()", id="nothing at all"),
        param("1 +", id="no Python"),
        param("(" * 5000, id="too deep"),
    ],
)
def test_what_is_not_followed(code: str) -> None:
    assert literal_spawns(code) is None


def test_what_is_left_keeps_its_place() -> None:
    assert literal_spawns("x = 1; import os; os.system('é'); y") == (["é"], "x = 1;          ;                ; y")


@pytest.mark.parametrize(
    ("command", "pattern", "runs"),
    [
        pytest.param("python3 -m pip install x", "pip install", "yes", id="pip as a module is pip"),
        pytest.param("python3 -m pip install x", "python3 -m pip", "yes", id="and it is Python still"),
        pytest.param("py -3.11 -W ignore -Im pip install x", "pip install", "yes", id="behind other options"),
        pytest.param("python -mpip install x", "pip install", "yes", id="the module attached to its option"),
        pytest.param("python -m pip list", "pip install", "no", id="another sub-command"),
        pytest.param("python -m pip install git", "git push", "no", id="the names of packages are not run"),
        pytest.param("python make.py -m pip install x", "pip install", "unknown", id="the option of a script"),
    ],
)
def test_a_module_that_is_a_program(command: str, pattern: str, runs: str) -> None:
    assert read(command).runs(pattern) == runs
