"""A sample of both lists, executed in the sandbox: they do what they are said to do."""

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
#: Every so many commands of a list.
_EVERY = 15


@pytest.fixture(scope="module")
def sandbox(program: Callable[[str], str]) -> None:
    """Bubblewrap, with leave to make a sandbox: a container may refuse that, and then nothing here can be tried."""
    binds = "--ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --unshare-all"
    tried = subprocess.run([program("bwrap"), *binds.split(), "/usr/bin/true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"BUBBLEWRAP MAY NOT MAKE A SANDBOX HERE, no command was executed: {tried.stderr.strip()}")


@pytest.fixture(scope="module")
def truth() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shell_truth_script", SCRIPTS / "shell_truth.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("name", ["harmless", "hidden"])
def test_a_sample_does_what_the_list_says(name: str, truth: ModuleType, program: Callable[[str], str]) -> None:
    for stood_in_for in ("git", "curl"):
        program(stood_in_for)
    groups = (
        "git",
        "files",
        "quoting",
        "variables",
        "conditions",
        "braces",
        "here",
        "found",
        "deleting",
        "other",
        "downloads",
    )
    chosen = list(truth.entries(name, groups if name == "hidden" else ()))[::_EVERY]
    with tempfile.TemporaryDirectory() as folder:
        truth.prepare(Path(folder))
        wrong = {entry.command: problem for entry in chosen if (problem := truth.wrong(entry, Path(folder))) is not None}
    assert len(chosen) > 10
    assert wrong == {}
