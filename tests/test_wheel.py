"""What is built is whole: the wheel has the pages and the completions, and prints them from where it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        folder,
        REPOSITORY,
    ]
    done = subprocess.run(build, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *arguments: str) -> str:
    environ = {**os.environ, "PYTHONPATH": str(installed), "HOME": str(installed)}
    done = subprocess.run(
        [sys.executable, "-m", "hookline", *arguments],
        capture_output=True,
        text=True,
        env=environ,
        cwd=installed,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_page_and_every_completion_is_in_the_wheel(installed: Path) -> None:
    shipped = {
        path.relative_to(installed / "hookline/_manual").as_posix() for path in (installed / "hookline/_manual").rglob("*.*")
    }
    written = [*(REPOSITORY / "docs").rglob("*.md"), *(REPOSITORY / "completions").glob("hookline.*")]
    assert shipped == {path.relative_to(REPOSITORY).as_posix() for path in written}


@pytest.mark.slow
def test_the_installed_package_prints_its_own_pages(installed: Path) -> None:
    where = "import hookline.cli.manual as manual; print(manual.folder('docs'))"
    environ = {**os.environ, "PYTHONPATH": str(installed)}
    folder = subprocess.run(
        [sys.executable, "-c", where], capture_output=True, text=True, env=environ, check=True
    ).stdout.strip()
    assert folder == str(installed / "hookline/_manual/docs")
    assert run(installed, "docs", "trust").startswith("# Trust\n")
    assert run(installed, "rule", "syntax").startswith("# syntax: Not JSON\n")
    assert run(installed, "completion", "zsh").startswith("#compdef hookline\n")
