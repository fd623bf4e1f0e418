"""doctor.python_imports: whether the interpreter of a hook has what the script imports."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from hookline.doctor.look import Paths, look_at
from hookline.doctor.python_imports import Interpreters, import_findings, modules_of
from hookline.testing import a_hook

SDK = "from hookline.sdk import hook\n"
#: A python without packages: the same interpreter, told not to look for any.
BARE = f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n'


class Machine:
    """A folder of interpreters, and a workspace."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.ws = folder / "bin", folder / "ws"
        self.bin.mkdir()
        self.ws.mkdir()
        self.program(self.bin / "python3", BARE)

    def program(self, path: Path, text: str) -> str:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return str(path)

    def found(
        self, command: str, source: str = "user", may_run: bool = True, environ: dict[str, str] | None = None
    ) -> list[tuple[str, str]]:
        hook = a_hook(command=command, source=source, cwd=str(self.ws), root=str(self.ws))
        looked = look_at(hook, Paths(f"{self.bin}:/usr/bin:/bin", ""))
        interpreters = Interpreters({"PATH": f"{self.bin}:/usr/bin:/bin", **(environ or {})})
        findings = import_findings(hook, looked, interpreters, may_run=may_run)
        return [(one.problem, one.remedy) for one in findings if one.code == "no-import"]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path.resolve())


@pytest.mark.parametrize("may_run", [True, False], ids=["trusted", "not trusted"])
@pytest.mark.parametrize(
    ("command", "first_line"),
    [
        pytest.param("python3 guard.py", "", id="the interpreter of the command"),
        pytest.param("./guard.py", "#!/usr/bin/env python3\n", id="the interpreter of the first line"),
    ],
)
def test_an_sdk_hook_whose_python_has_no_hookline(machine: Machine, command: str, first_line: str, may_run: bool) -> None:
    machine.program(machine.ws / "guard.py", f"{first_line}{SDK}open('ran', 'w')\n")
    ((problem, remedy),) = machine.found(command, may_run=may_run)
    python = machine.bin / "python3"
    assert problem.startswith(f"{python} cannot import hookline.sdk: ")
    assert problem.endswith("No module named 'hookline'")
    assert remedy == f"write {sys.executable} in place of python3, or install it: {python} -m pip install hookline"
    ((_, remedy),) = machine.found(command, "project", may_run=may_run)
    assert remedy.startswith("have the project make an environment and write .venv/bin/python in place of python3")
    (machine.ws / "guard.py").write_text("import nobody_has_this\n")
    ((_, remedy),) = machine.found("python3 guard.py")
    assert remedy == f"install it there: {python} -m pip install nobody_has_this; or name an interpreter that has it"
    assert not list(machine.ws.rglob("ran"))


def test_one_whose_python_has_it_is_fine(machine: Machine) -> None:
    (machine.ws / "guard.py").write_text(SDK)
    assert machine.found(f"{sys.executable} guard.py") == []
    assert len(machine.found(f"{sys.executable} -I -S guard.py")) == 1


def test_what_a_terminal_adds_does_not_count(machine: Machine) -> None:
    (machine.ws / "guard.py").write_text("import only_here\n")
    (machine.bin / "only_here.py").write_text("")
    assert len(machine.found(f"{sys.executable} guard.py", environ={"PYTHONPATH": str(machine.bin)})) == 1


def test_a_package_that_breaks_while_it_is_imported_is_only_imported_for_a_hook_that_may_run(machine: Machine) -> None:
    packages = machine.ws.parent / "packages"
    packages.mkdir()
    (packages / "breaks.py").write_text(f"open({str(machine.ws / 'ran')!r}, 'w')\nraise ValueError('first\\nno such key')\n")
    python = machine.program(machine.bin / "python4", f'#!/bin/sh\nPYTHONPATH={packages} exec {sys.executable} "$@"\n')
    (machine.ws / "guard.py").write_text("import breaks\n")
    assert machine.found("python4 guard.py", may_run=False) == []
    assert not (machine.ws / "ran").exists()
    ((problem, _),) = machine.found("python4 guard.py")
    assert problem == f"{python} cannot import breaks: ValueError: first no such key"


def test_an_interpreter_of_the_workspace_is_started_only_for_a_hook_that_may_run(machine: Machine) -> None:
    (machine.ws / "guard.py").write_text(SDK)
    machine.program(machine.ws / ".venv/bin/python", f"#!/bin/sh\ntouch {machine.ws}/ran\nexit 3\n")
    assert machine.found(".venv/bin/python guard.py", may_run=False) == []
    assert not (machine.ws / "ran").exists()
    ((problem, _),) = machine.found(".venv/bin/python guard.py")
    assert problem.endswith("exit code 3")


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        pytest.param(SDK, ["hookline.sdk"], id="the SDK"),
        pytest.param(SDK + "event.runs('x')\n", ["hookline.sdk", "tree_sitter", "tree_sitter_bash"], id="its shell reader"),
        pytest.param("import json, os.path, yaml, a.b as c\n", ["yaml", "a.b"], id="several; not the standard library"),
        pytest.param("from . import x\nfrom .y import z\n", [], id="its own package"),
        pytest.param("import beside, folder.x\n", [], id="what lies beside it"),
        pytest.param("try:\n  import yaml\nexcept ImportError: pass\n", [], id="inside a try"),
        pytest.param("if x:\n  import yaml\ndef f():\n  import toml\n", [], id="later, perhaps"),
        pytest.param("import sys\nsys.path.insert(0, 'x')\nimport yaml\n", [], id="with a path of its own"),
        pytest.param("import yaml yaml\n", [], id="not Python"),
        pytest.param("print(1)\n", [], id="none"),
    ],
)
def test_what_a_script_imports_at_its_beginning(tmp_path: Path, text: str, modules: list[str]) -> None:
    (tmp_path / "beside.py").write_text("")
    os.mkdir(tmp_path / "folder")
    assert modules_of(text, str(tmp_path)) == modules


@pytest.mark.parametrize(
    "command",
    ["sh guard.py", "python3 -c 'import hookline.sdk'", "python3 gone.py", "node guard.js", "hookline hook pii"],
)
def test_what_is_no_python_script_is_not_asked(machine: Machine, command: str) -> None:
    (machine.ws / "guard.py").write_text(SDK)
    assert machine.found(command) == []
