"""`hookline add` where the packages of a hook are missing: says how to install them, asks on a terminal, does it with --yes.

Every package of this environment is there but those; `uv` is a program of ours that puts them there.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pexpect
import pytest

import hookline

PACKAGES = Path(sysconfig.get_path("purelib"))
HIDDEN = ("tree_sitter", "tree_sitter_bash")
SENTENCE = "git-guard needs tree_sitter_bash, which is not installed."
COMMAND = "uv tool install 'hookline[kit,llm,team,ui]'"


@pytest.fixture
def program(box: Any) -> list[str]:
    """The command line without the packages of git-guard, in an environment of uv."""
    site = box.root / "site"
    site.mkdir()
    for path in PACKAGES.iterdir():
        if path.name not in HIDDEN and path.suffix != ".pth":
            (site / path.name).symlink_to(path)
    (box.root / "uv-receipt.toml").write_text("")
    links = "\n".join(f"ln -s {PACKAGES / name} {site / name}" for name in HIDDEN)
    box.script("bin/uv", f'echo "uv $*"\n{links}\n')
    source = str(Path(hookline.__file__).parents[1])
    script = (
        f"import sys; sys.path[:0] = [{str(site)!r}, {source!r}]; sys.prefix = {str(box.root)!r}\n"
        "from hookline.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    return [sys.executable, "-S", "-c", script]


def run(program: Sequence[str], box: Any, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**box.environ, "PATH": f"{box.root}/bin:/usr/bin:/bin"}
    return subprocess.run(
        [*program, *arguments], capture_output=True, text=True, cwd=box.ws, env=environ, timeout=60, check=False
    )


@pytest.mark.parametrize("options", [(), ("--no-input",), ("--yes", "--dry-run")], ids=["a pipe", "--no-input", "a dry run"])
def test_without_a_terminal_it_prints_the_command(program: list[str], box: Any, options: tuple[str, ...]) -> None:
    ended = run(program, box, "add", "git-guard", *options)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"Error: {SENTENCE} Run: {COMMAND}\n"
    assert not (box.home / ".cursor/hooks.json").exists()


def test_yes_installs_them_and_goes_on(program: list[str], box: Any) -> None:
    ended = run(program, box, "add", "git-guard", "--yes")
    assert (ended.returncode, ended.stderr) == (0, "uv tool install hookline[kit,llm,team,ui]\n")
    assert ended.stdout.startswith("Created") and (box.home / ".cursor/hooks.json").exists()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        pytest.param("exit 3", f"{COMMAND} ended with exit code 3. Nothing was added.", id="the installer fails"),
        pytest.param(
            "true", f"{COMMAND} has run, but tree_sitter_bash is still missing. Nothing was added.", id="it did not help"
        ),
    ],
)
def test_an_installation_that_fails_adds_nothing(program: list[str], box: Any, script: str, said: str) -> None:
    box.script("bin/uv", script)
    ended = run(program, box, "add", "git-guard", "--yes")
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"Error: {said}\n")
    assert not (box.home / ".cursor/hooks.json").exists()


def test_an_installer_that_is_not_there_is_said(program: list[str], box: Any) -> None:
    (box.root / "bin/uv").unlink()
    ended = run(program, box, "add", "git-guard", "--yes")
    assert ended.stderr == f"Error: {COMMAND} cannot be run: No such file or directory. Nothing was added.\n"


@pytest.mark.parametrize(("typed", "code"), [("y", 0), ("n", 1)])
def test_on_a_terminal_it_asks(program: list[str], box: Any, typed: str, code: int) -> None:
    environ = {**box.environ, "PATH": f"{box.root}/bin:/usr/bin:/bin"}
    terminal = pexpect.spawn(program[0], [*program[1:], "add", "git-guard"], cwd=str(box.ws), env=environ, encoding="utf-8")
    terminal.expect_exact("Install it now? [Y/n]", timeout=30)
    assert f"{SENTENCE} This would install it:\r\n  {COMMAND}\r\n" in terminal.before
    terminal.sendline(typed)
    terminal.expect(pexpect.EOF, timeout=30)
    terminal.close()
    assert terminal.exitstatus == code
    assert (box.home / ".cursor/hooks.json").exists() == (code == 0)
