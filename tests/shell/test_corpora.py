"""The two lists of commands that come with the package, the shared ones where they are, and the figures on the page."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hookline.shell import read

REPOSITORY = Path(__file__).parents[2]
CORPORA = Path(__file__).parent / "corpora"
SHARED = REPOSITORY.parent / "shared/corpora"
TARGETS = ("git push", "git reset --hard", "git clean -f", "rm -rf", "curl")


def groups(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((CORPORA / f"{name}.toml").read_text("utf-8"))["group"]
    return found


HIDDEN_GROUPS = groups("hidden")
HARMLESS_GROUPS = groups("harmless")
HIDDEN = [(group["target"], command) for group in HIDDEN_GROUPS for command in group["commands"]]
HARMLESS = [command for group in HARMLESS_GROUPS for command in group["commands"]]


def technique(group: dict[str, Any]) -> str:
    return f"{group['target']} by {group['technique']}, round {group['round']}"


@pytest.mark.parametrize("group", HIDDEN_GROUPS, ids=technique)
def test_no_hidden_command_gets_a_plain_no(group: dict[str, Any]) -> None:
    missed = [command for command in group["commands"] if not read(command).runs(group["target"])]
    assert missed == []


@pytest.mark.parametrize("group", HARMLESS_GROUPS, ids=lambda group: group["kind"])
def test_every_harmless_command_gets_a_plain_no(group: dict[str, Any]) -> None:
    readings = {command: read(command) for command in group["commands"]}
    stopped = {
        command: target for command, reading in readings.items() for target in TARGETS if str(reading.runs(target)) != "no"
    }
    assert stopped == {}


def test_the_lists_are_long_and_without_repetition() -> None:
    assert len(HIDDEN) >= 250 and len(HARMLESS) >= 250
    assert len(set(HIDDEN)) == len(HIDDEN) and len(set(HARMLESS)) == len(HARMLESS)
    assert {target for target, _ in HIDDEN} == set(TARGETS)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared lists are not here")
def test_the_shared_lists() -> None:
    targets = {"git": "git push", "rm": "rm -rf", "curl": "curl"}
    hidden = json.loads((SHARED / "hidden-commands.json").read_text("utf-8"))
    harmless = json.loads((SHARED / "harmless-commands.json").read_text("utf-8"))
    missed = [row["command"] for row in hidden if not read(row["command"]).runs(targets[row["target"]])]
    stopped = [command for command in harmless if read(command).runs(*targets.values())]
    assert (missed, stopped) == ([], [])


def test_the_figures_on_the_page_are_those_of_today() -> None:
    script = REPOSITORY / "scripts/shell_figures.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
