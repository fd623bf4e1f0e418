"""context: what a session is told at its start, and what it is never told."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    return root


def told(root: Path | None, *settings: str) -> str:
    functions, hooks = functions_of(load("context"), settings)
    data: dict[str, Any] = {"workspace_roots": [str(root)] if root else []}
    said = functions["sessionStart"](hooks.classes["sessionStart"](data))
    return "" if said is None else str(said.fields["additional_context"])


def git(root: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b.c", *words], check=True, capture_output=True
    )


def test_heads_of_files_and_the_state_of_git(root: Path) -> None:
    (root / "README.md").write_text("# Shop\n\nSells things.\n")
    (root / "AGENTS.md").write_text("".join(f"{number}\n" for number in range(1, 100)))
    git(root, "init", "-q", "-b", "feature")
    git(root, "add", ".")
    git(root, "commit", "-qm", "x")
    (root / "new.txt").write_text("")
    assert told(root, "lines=3") == (
        "context: facts about this project.\n\n"
        "git branch: feature\nchanged files:\n?? new.txt\n\n"
        "README.md:\n# Shop\n\nSells things.\n\n"
        "AGENTS.md (the first 3 lines):\n1\n2\n3"
    )
    assert told(root, "git=branch", "files=").endswith("\n\ngit branch: feature")
    assert told(root, "git=off", "files=") == ""


def test_nothing_changed_and_very_much_changed(root: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    assert "no changed files" in told(root)
    for number in range(50):
        (root / f"{number:02}").write_text("")
    assert told(root).endswith("?? 29\n… and 20 more")


def test_no_branch_is_checked_out(root: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    git(root, "commit", "-q", "--allow-empty", "-m", "x")
    git(root, "checkout", "-q", "--detach")
    assert told(root, "git=branch").endswith("git: no branch is checked out")


def test_git_starts_no_program_of_the_repository(root: Path) -> None:
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "core.fsmonitor", f"touch {root}/ran; false")
    told(root)
    assert not (root / "ran").exists()


def test_a_repository_that_is_none_is_told_on_stderr(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / ".git").write_text("gitdir: /nowhere\n")
    assert told(root) == ""
    assert f"context: git failed in {root}: fatal:" in capsys.readouterr().err


def test_without_git_files_are_told_all_the_same(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / ".git").mkdir()
    (root / "README.md").write_text("hello")
    monkeypatch.setenv("PATH", str(root))
    assert told(root).endswith("\n\nREADME.md:\nhello")


def test_a_git_that_cannot_be_run(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (root / ".git").mkdir()
    (root / "git").write_text("#!/nowhere\n")
    (root / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(root))
    assert told(root) == ""
    assert "context: git cannot be run: No such file or directory." in capsys.readouterr().err


def test_a_text_of_ones_own_comes_first(root: Path) -> None:
    assert told(root, "text=Deploys are on Friday.") == "context: facts about this project.\n\nDeploys are on Friday."


def test_secrets_are_masked(root: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    (root / "README.md").write_text(f"use {token}\n")
    assert token not in told(root)
    assert "use [masked:" in told(root)


def test_it_is_cut_to_size(root: Path) -> None:
    (root / "README.md").write_bytes(b"x" * 10_000_000)
    text = told(root, "max_chars=100")
    assert text == "context: facts about this project.\n\nREADME.md (the first 1 lines):\n" + "x" * 62 + "… (cut)"


@pytest.mark.parametrize("kind", ["binary", "empty", "folder", "pipe", "missing", "outside"])
def test_what_is_no_text_of_the_workspace_is_left_out(root: Path, kind: str) -> None:
    path = root / "README.md"
    if kind == "binary":
        path.write_bytes(b"\x7fELF\0\0")
    elif kind == "empty":
        path.write_text(" \n")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "outside":
        (root.parent / "secret").write_text("secret")
        path.symlink_to(root.parent / "secret")
    assert told(root, "files=README.md,../secret") == ""


def test_without_a_workspace_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CURSOR_PROJECT_DIR", raising=False)
    assert told(None, "text=x") == ""
