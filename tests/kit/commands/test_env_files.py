"""env-files: commands wait for the files they need."""

import os
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import UsageError
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    return tmp_path / "shop"


def judged(root: Path, *settings: str, **data: Any) -> tuple[str, str]:
    functions, hooks = functions_of(load("env-files"), settings)
    event = hooks.classes["beforeShellExecution"]({"workspace_roots": [str(root)], "command": "npm start", **data})
    said = functions["beforeShellExecution"](event)
    return ("none", "") if said is None else (str(said.permission), str(said.fields["user_message"]))


def make(root: Path, kind: str) -> None:
    path = root / ".env"
    if kind == "file":
        path.write_text("A=1")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "broken link":
        path.symlink_to(root / "nowhere")


@pytest.mark.parametrize(
    ("kind", "settings", "expected"),
    [
        pytest.param("nothing", [], ("deny", ".env is missing"), id="missing"),
        pytest.param("nothing", ["action=ask"], ("ask", ".env is missing"), id="missing, and a person is asked"),
        pytest.param("file", [], ("none", ""), id="a file"),
        pytest.param("pipe", [], ("none", ""), id="a mounted pipe, which is not opened"),
        pytest.param("pipe", ["kind=pipe"], ("none", ""), id="a pipe, as demanded"),
        pytest.param(
            "file", ["kind=pipe"], ("deny", ".env is a plain file, not mounted"), id="a file where a pipe is demanded"
        ),
        pytest.param("folder", [], ("deny", ".env is a folder"), id="a folder, as docker makes them"),
        pytest.param("broken link", [], ("deny", ".env is a link to nothing"), id="a link to nothing"),
        pytest.param("file", ["files=.env,.env.test"], ("deny", ".env.test is missing"), id="one of two"),
        pytest.param("nothing", ["files=.env,b"], ("deny", ".env is missing; b is missing"), id="both"),
        pytest.param("nothing", ["files="], ("none", ""), id="none is needed"),
        pytest.param("nothing", ["only=^npm (start|test)"], ("deny", ".env is missing"), id="a command that needs it"),
        pytest.param("nothing", ["only=^make"], ("none", ""), id="a command that does not"),
    ],
)
def test_files_that_must_be_there(root: Path, kind: str, settings: list[str], expected: tuple[str, str]) -> None:
    make(root, kind)
    permission, text = expected
    message = f"env-files: {text}. Mount or create it, then try again." if text else ""
    assert judged(root, *settings) == (permission, message)


def test_a_command_of_another_root_needs_the_files_of_that(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "src").mkdir(parents=True)
    make(other, "file")
    roots = [str(root), str(other)]
    assert judged(root, workspace_roots=roots, cwd=str(other / "src"))[0] == "none"
    assert judged(root, workspace_roots=roots, cwd=str(other))[0] == "none"
    assert judged(root, workspace_roots=roots, cwd=str(root))[0] == "deny"
    assert judged(root, workspace_roots=roots, cwd="/elsewhere")[0] == "deny"


def test_places_elsewhere(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(root, "file")
    monkeypatch.setenv("HOME", str(root))
    assert judged(root, "files=~/.env")[0] == "none"
    assert judged(root, f"files={root}/.env", workspace_roots=[])[0] == "none"


@pytest.mark.parametrize("command", [None, 5, "", "\ud800", "x" * 10_000_000])
def test_odd_commands(root: Path, command: Any) -> None:
    assert judged(root, "only=npm", command=command) == ("none", "")


def test_a_pattern_that_is_none() -> None:
    with pytest.raises(UsageError, match="only is '\\(', which is not a regular expression"):
        functions_of(load("env-files"), ["only=("])


def test_the_agent_is_told_not_to_help_itself(root: Path) -> None:
    functions, hooks = functions_of(load("env-files"))
    said = functions["beforeShellExecution"](
        hooks.classes["beforeShellExecution"]({"command": "x", "workspace_roots": [str(root)]})
    )
    assert "Do not create one yourself" in said.fields["agent_message"]
