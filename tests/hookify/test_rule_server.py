"""dialects.hookify.serve: `hookline hookify FILE` as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hookline.hookify.rule_files import Text
from hookline.hookify.workspace_rules import convert_texts

param = pytest.param
HOOKLINE = Path(sys.executable).with_name("hookline")


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    text = "---\nname: n\nevent: bash\naction: block\npattern: rm\\s+-rf\n---\nNo “rm”.\n"
    stop = "---\nname: s\nevent: stop\naction: warn\npattern: .*\n---\nTests?\n"
    (file,) = convert_texts([Text("f", "f", text), Text("s", "s", stop)], as_rules=True).files
    path = tmp_path / "rules.json"
    path.write_text(file.text)
    return path


def run(*arguments: str, given: bytes, hookline: bool = False) -> tuple[int, Any, str]:
    environ = {"PATH": os.environ["PATH"], **({"HOOKLINE": "1"} if hookline else {})}
    done = subprocess.run([HOOKLINE, "hookify", *arguments], input=given, env=environ, capture_output=True, timeout=60)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr.decode()


def shell(command: str) -> bytes:
    return json.dumps({"hook_event_name": "beforeShellExecution", "command": command}).encode()


DENIED = {"permission": "deny", "user_message": "**[n]**\nNo “rm”.", "agent_message": "**[n]**\nNo “rm”."}


@pytest.mark.parametrize(
    ("given", "hookline", "expected"),
    [
        param(shell("rm -rf /"), True, (0, DENIED, ""), id="a rule matches"),
        param(shell("ls"), False, (0, {"permission": "allow"}, ""), id="none matches, elsewhere"),
        param(shell("ls"), True, (0, {}, ""), id="none matches, in Hookline"),
        param(b'{"hook_event_name": "stop"}', True, (0, {}, "**[s]**\nTests?\n"), id="a warning at the end"),
        param(b"{", True, (1, None, "hookify rules: ValueError: stdin is not a JSON object\n"), id="no event"),
        param(b"{}", True, (1, None, "hookify rules: ValueError: the event has no name\n"), id="an event without a name"),
    ],
)
def test_one_event(rules: Path, given: bytes, hookline: bool, expected: tuple[int, Any, str]) -> None:
    assert run(str(rules), given=given, hookline=hookline) == expected


@pytest.mark.parametrize(
    "text",
    [
        param(None, id="it is not there"),
        param("{", id="it is broken"),
        param("{}", id="there are no rules in it"),
        param('{"version": 2, "rules": [], "widened": {}}', id="it is of a later version"),
        param('{"version": 1, "rules": [{}], "widened": {}}', id="a rule is none"),
    ],
)
def test_rules_that_cannot_be_read_are_a_failure(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "rules.json"
    if text is not None:
        path.write_text(text)
    code, out, error = run(str(path), given=shell("ls"))
    assert (code, out) == (1, None)
    assert error.startswith("hookify rules: ")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["a", "b"]])
def test_usage_is_never_a_deny(arguments: list[str]) -> None:
    code, out, error = run(*arguments, given=b"")
    assert (code, out) == (64, None)
    assert error.startswith("Usage: hookline hookify FILE\n")


def test_starting_loads_nothing_it_does_not_use(rules: Path) -> None:
    code = f"import sys; from hookline.cli.main import main; main(['hookify', {str(rules)!r}]); sys.stderr.write(repr(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], input=shell("ls"), capture_output=True, timeout=60)
    loaded = set(eval(done.stderr.decode()))
    assert (
        loaded & {"click", "rich", "asyncio", "logging", "subprocess", "sqlite3", "hookline.engine", "hookline.spec.events"}
        == set()
    )
