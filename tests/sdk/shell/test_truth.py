"""A sample of both lists, executed in the sandbox: they do what they are said to do. Runs nothing without bubblewrap."""

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).parents[3] / "scripts"
#: Every so many commands of a list.
_EVERY = 15


def sandbox_works() -> bool:
    try:
        words = [
            "bwrap",
            "--ro-bind",
            "/usr",
            "/usr",
            "--symlink",
            "usr/lib",
            "/lib",
            "--symlink",
            "usr/lib64",
            "/lib64",
            "--unshare-all",
            "/usr/bin/true",
        ]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@pytest.fixture(scope="module")
def truth() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shell_truth_script", SCRIPTS / "shell_truth.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.skipif(not sandbox_works(), reason="bubblewrap is not here, or may not make a sandbox")
@pytest.mark.skipif(
    not Path("/usr/bin/git").exists() or not Path("/usr/bin/curl").exists(), reason="no git or curl to stand in for"
)
@pytest.mark.parametrize("name", ["harmless", "hidden"])
def test_a_sample_does_what_the_list_says(name: str, truth: ModuleType) -> None:
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
