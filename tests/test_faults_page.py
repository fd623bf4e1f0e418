"""scripts/generators/faults_page.py: from marks to docs/faults.md."""

import importlib
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"


@pytest.fixture
def faults_page(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("generators.faults_page")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "tests/faults").mkdir(parents=True)
    return tmp_path


def test_sections_come_in_their_order_and_rows_in_the_order_of_the_files(faults_page: Any) -> None:
    marks = [("V12", "c", "d"), ("6.4", "e | f", "<g>"), ("V7", "a", "b"), ("6.3", "h", "i"), ("6.4", "j", "k")]
    page = faults_page.page([faults_page.Fault(*mark, f"test_x.py::test_{n}") for n, mark in enumerate(marks)])
    rows = [line for line in page.splitlines() if line.startswith(("## ", "| ")) and "---" not in line]
    assert rows == [
        "## 6.3 Configuration and reload",
        "| # | What goes wrong | What is right | Test |",
        "| 1 | h | i | `test_x.py::test_3` |",
        "## 6.4 The log",
        "| # | What goes wrong | What is right | Test |",
        "| 1 | e \\| f | &lt;g> | `test_x.py::test_1` |",
        "| 2 | j | k | `test_x.py::test_4` |",
        "## The record of other tools",
        "| Class | What goes wrong | What is right | Test |",
        "| V7 | a | b | `test_x.py::test_2` |",
        "| V12 | c | d | `test_x.py::test_0` |",
    ]
    assert "5 faults, " in page and "[The log](#64-the-log) 2 · " in page


def test_marks_are_collected_from_functions_and_from_rows(faults_page: Any, repository: Path) -> None:
    (repository / "tests/faults/test_a.py").write_text(
        "import pytest\nfault = pytest.mark.fault\n"
        '@pytest.mark.parametrize("x", [pytest.param(1, id="one", marks=fault("6.3", "a", "b")), 2])\ndef test_rows(x): pass\n'
        '@fault("V3", "c", "d")\ndef test_whole(): raise SystemExit("a test was run")\n'
    )
    assert faults_page.marked(repository=repository) == [
        ("6.3", "a", "b", "test_a.py::test_rows[one]"),
        ("V3", "c", "d", "test_a.py::test_whole"),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param(
            'import pytest\n@pytest.mark.fault("6.3", "a")\ndef test_x(): pass\n',
            "test_a.py::test_x: a fault mark is three texts",
            id="a mark without its third text",
        ),
        pytest.param(
            'import pytest\n@pytest.mark.fault("9.9", "a", "b")\ndef test_x(): pass\n',
            "test_a.py::test_x: there is no section '9.9'",
            id="a section nobody knows",
        ),
        pytest.param("import nothing_of_the_kind\n", "cannot be collected", id="a file that cannot be imported"),
    ],
)
def test_what_refuses_the_page(faults_page: Any, repository: Path, text: str, problem: str) -> None:
    (repository / "tests/faults/test_a.py").write_text(text)
    with pytest.raises(SystemExit, match=problem):
        faults_page.marked(repository=repository)
