"""What the tests of the guards share: a guard asked about a command, and the lists of hidden and harmless ones."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of

CORPORA = Path(__file__).resolve().parents[1] / "shell" / "corpora"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "corpora"


@pytest.fixture
def place() -> str:
    """The workspace; a module whose guard reads files has one of its own."""
    return "/w/p"


@pytest.fixture
def said(request: pytest.FixtureRequest, place: str) -> Callable[..., str]:
    """What the guard that the module is about (NAME, with SETTINGS) says of a command; other settings may be given."""
    name, usual = request.module.NAME, request.module.SETTINGS

    def said(command: Any, *settings: str, event: str = "beforeShellExecution") -> str:
        functions, hooks = functions_of(load(name), settings or usual)
        both = {"command": command, "tool_name": "Shell", "tool_input": {"command": command}}
        answer = functions[event](hooks.classes[event]({**both, "cwd": place, "workspace_roots": [place]}))
        return "none" if answer is None else str(answer.permission)

    return said


@pytest.fixture(scope="session")
def hidden() -> Callable[..., list[str]]:
    """The commands that hide one of some targets: of our list, and of the shared one where that is."""

    def hidden(*targets: str) -> list[str]:
        groups = tomllib.loads((CORPORA / "hidden.toml").read_text(encoding="utf-8"))["group"]
        found = [command for group in groups if group["target"] in targets for command in group["commands"]]
        if SHARED.is_dir():
            rows = json.loads((SHARED / "hidden-commands.json").read_text(encoding="utf-8"))
            found += [row["command"] for row in rows if row["target"] in targets]
        return found

    return hidden


@pytest.fixture(scope="session")
def harmless() -> list[str]:
    """Everyday commands and look-alikes: of our list, and of the shared one where that is."""
    groups = tomllib.loads((CORPORA / "harmless.toml").read_text(encoding="utf-8"))["group"]
    found = [command for group in groups for command in group["commands"]]
    if SHARED.is_dir():
        found += json.loads((SHARED / "harmless-commands.json").read_text(encoding="utf-8"))
    return found
