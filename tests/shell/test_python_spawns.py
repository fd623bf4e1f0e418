"""Python code that starts programs by words written out."""

import pytest
from pytest import param

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
