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


HIDDEN = [(group["target"], command) for group in groups("hidden") for command in group["commands"]]
HARMLESS = [command for group in groups("harmless") for command in group["commands"]]


@pytest.mark.parametrize(("target", "command"), HIDDEN)
def test_no_hidden_command_gets_a_plain_no(target: str, command: str) -> None:
    assert read(command).runs(target)


@pytest.mark.parametrize("command", HARMLESS)
def test_every_harmless_command_gets_a_plain_no(command: str) -> None:
    reading = read(command)
    assert {target: str(reading.runs(target)) for target in TARGETS} == dict.fromkeys(TARGETS, "no")


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
