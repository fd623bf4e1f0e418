"""The example of seed 000, converted by the command and fired: real files, real processes, one decision each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

param = pytest.param
HOOKLINE = Path(sys.executable).with_name("hookline")
EXAMPLE = r"""---
name: block-grep-extended
enabled: true
event: bash
pattern: grep\s+-E\b
action: block
---

The `-E` flag doesn't work correctly on macOS systems.
Use `-e` instead.
"""
MESSAGE = "**[block-grep-extended]**\nThe `-E` flag doesn't work correctly on macOS systems.\nUse `-e` instead."


class Machine:
    """A home, and a workspace with the rule of the example."""

    def __init__(self, folder: Path) -> None:
        self.home, self.root = folder / "home", folder / "shop"
        (self.root / ".claude").mkdir(parents=True)
        self.home.mkdir()
        (self.root / ".claude/hookify.block-grep-extended.local.md").write_text(EXAMPLE)
        (self.home / "enterprise.json").write_text('{"version": 1, "hooks": {}}')

    def run(self, *arguments: str) -> tuple[int, str, str]:
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "HOOKLINE_STATE": str(self.home / "state"),
            "LANG": "C.UTF-8",
        }
        words = [str(HOOKLINE), *arguments]
        done = subprocess.run(words, cwd=self.root, env=environ, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def convert(self, *arguments: str) -> None:
        code, out, error = self.run("convert", "hookify", ".", "--to", "cursor", "--write", *arguments)
        assert code == 0, out + error

    def fire(self, command: str, *arguments: str) -> tuple[int, Any]:
        enterprise = ("--enterprise-config", str(self.home / "enterprise.json"))
        code, out, error = self.run(
            "fire", "beforeShellExecution", "--json", "--set", f"command={command}", *enterprise, *arguments
        )
        assert out, error
        return code, json.loads(out)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("way", ["scripts", "rules"])
@pytest.mark.parametrize(
    ("command", "code", "response"),
    [
        param("grep -E 'a|b' src", 2, {"permission": "deny", "user_message": MESSAGE, "agent_message": MESSAGE}, id="a command that matches"),
        param("cat x |\n  GREP   -E y", 2, {"permission": "deny", "user_message": MESSAGE, "agent_message": MESSAGE}, id="on the second line, in capitals"),
        param("rg pattern src", 0, {}, id="a harmless command"),
        param("grep -Ex", 0, {}, id="the edge of a word counts"),
    ],
)  # fmt: skip
def test_the_example_fires(machine: Machine, way: str, command: str, code: int, response: dict[str, Any]) -> None:
    machine.convert("--as", way)
    ended, result = machine.fire(command, "--trust")
    assert (ended, result["response"]) == (code, response)
    assert [(hook["ending"], hook["failure"], hook["stderr"]) for hook in result["hooks"]] == [("exited", None, "")]


def test_what_is_written(machine: Machine) -> None:
    machine.convert()
    script = machine.root / ".cursor/hooks/hookify-block-grep-extended.sh"
    assert script.read_text().splitlines()[1:3] == [
        "# Generated from: .claude/hookify.block-grep-extended.local.md",
        "# Description: block-grep-extended",
    ]
    assert script.stat().st_mode & 0o777 == 0o755
    assert json.loads((machine.root / ".cursor/hooks.json").read_text()) == {
        "version": 1,
        "hooks": {
            "beforeShellExecution": [
                {"command": ".cursor/hooks/hookify-block-grep-extended.sh", "timeout": 10, "failClosed": True}
            ]
        },
    }


def test_the_form_of_seed_000_works_with_the_new_script(machine: Machine) -> None:
    machine.convert()
    entry = {"command": '.cursor/hooks/hookify-block-grep-extended.sh "${command}"', "failClosed": True}
    (machine.root / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": {"beforeShellExecution": [entry]}}))
    assert [machine.fire(command, "--trust")[0] for command in ("grep -E x", 'ls"; grep -E "$(touch P)')] == [2, 2]
    assert machine.fire("ls", "--trust")[0] == 0
    assert not (machine.root / "P").exists()


@pytest.mark.parametrize(("way", "file"), [("scripts", "hookify-block-grep-extended.sh"), ("rules", "hookify-rules.json")])
def test_a_changed_rule_needs_trust_again(machine: Machine, way: str, file: str) -> None:
    machine.convert("--as", way)
    assert machine.run("trust", ".", "--yes")[0] == 0
    assert machine.fire("grep -E x")[0] == 2
    path = machine.root / ".cursor/hooks" / file
    path.write_text(path.read_text().replace("grep", "gulp"))
    _, result = machine.fire("grep -E x")
    assert [hook["command"] for hook in result["hooks"]] == []
    assert "trust" in result["skipped"][0]["reason"]


def test_without_python_a_block_rule_denies(machine: Machine) -> None:
    machine.convert()
    script = machine.root / ".cursor/hooks/hookify-block-grep-extended.sh"
    script.write_text(script.read_text().replace("command -v python3", "command -v python3-that-is-not-there"))
    code, result = machine.fire("ls", "--trust")
    assert (code, result["hooks"][0]["failure"]) == (2, "exited with code 1")


def test_converting_twice_is_converting_once(machine: Machine) -> None:
    machine.convert()
    before = {path: path.read_bytes() for path in (machine.root / ".cursor").rglob("*") if path.is_file()}
    machine.convert()
    assert {path: path.read_bytes() for path in (machine.root / ".cursor").rglob("*") if path.is_file()} == before
