"""`--json` of every command: one object, or one object a line; errors too, with the same exit code as without."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytest import param

from hookline.cli.main import COMMANDS

#: command → calls that work in an empty folder, without `--json`.
CALLS: dict[str, list[list[str]]] = {
    "init": [["init"], ["init", "--dry-run"]],
    "add": [["add", "--list"], ["add", "audit"], ["add", "audit", "--dry-run"]],
    "remove": [["remove", "audit"]],
    "trust": [["trust"], ["trust", "--list"], ["trust", "--show"], ["trust", "--revoke"]],
    "list": [["list"], ["list", "stop"]],
    "fire": [["fire", "stop"]],
    "log": [["log"], ["log", "-n", "1"]],
    "explain": [["explain", "stop"]],
    "check": [["check"], ["check", "--fix"]],
    "rule": [["rule"], ["rule", "syntax"]],
    "doctor": [["doctor"]],
    "docs": [["docs"], ["docs", "trust"], ["docs", "--search", "trust"]],
    "test": [["test"], ["test", "--kit", "audit"]],
    "replay": [["replay"], ["replay", "--dry-run"]],
    "judge": [["judge"], ["judge", "forget"], ["judge", "ask", "Is it safe?", "--dry-run"]],
    "team": [["team"], ["team", "status"], ["team", "releases", "--team", "none"]],
    "convert": [["convert", "claude", "--to", "cursor"]],
    "host": [["host"]],
    "schema": [["schema"], ["schema", "--list"], ["schema", "stop"]],
    "completion": [["completion", "bash"]],
    "ui": [],  # serves until it is ended: tests/cli/test_ui.py
}


def test_every_command_is_tried() -> None:
    assert set(CALLS) == set(COMMANDS)


@pytest.mark.parametrize("arguments", [param(call, id=" ".join(call)) for calls in CALLS.values() for call in calls])
def test_json_is_an_object_or_lines_of_them(box: Any, call: Any, arguments: list[str]) -> None:
    box.user_hooks({"stop": [{"command": "true"}]})
    call("fire", "stop")
    ended = call(*arguments, "--json")
    assert ended.code in (0, 1, 66), ended.err
    if arguments[0] != "host":  # answers what it is asked, and nobody asked
        assert [value for value in documents(ended.out) if not isinstance(value, dict)] == []
        assert documents(ended.out)


def documents(text: str) -> list[Any]:
    """Every JSON value in the text, whether on a line or on many."""
    found, at, decoder = [], 0, json.JSONDecoder()
    text = text.strip()
    while at < len(text):
        value, end = decoder.raw_decode(text, at)
        found.append(value)
        at = end + len(text[end:]) - len(text[end:].lstrip())
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_a_wrong_option_is_an_object_too(call: Any, name: str) -> None:
    ended = call(name, "--xyzzy", "--json")
    assert (ended.code, ended.json) == (
        64,
        {"error": "No such option '--xyzzy'.", "remedy": f"Run: hookline {name} --help", "exit_code": 64},
    )
    assert "No such option '--xyzzy'." in ended.err


@pytest.mark.parametrize(
    ("arguments", "code", "error", "remedy"),
    [
        param(["frie"], 64, "There is no command 'frie'.", "Did you mean 'fire'?", id="a command"),
        param(["fire", "stpo"], 64, "There is no event 'stpo'.", "Did you mean 'stop'?", id="an event"),
        param(["fire"], 64, "There is no event to fire.", "Name one, such as beforeShellExecution, or a payload that does: --input FILE.", id="no event"),
        param(["rule", "sintax"], 64, "There is no rule 'sintax'.", "Did you mean 'syntax'?", id="a rule"),
        param(["list", "--workspace", "/nowhere"], 66, "There is no folder /nowhere.", "Name one that exists.", id="a folder"),
        param(["check", "no.json"], 66, "There is no file no.json.", None, id="a file, about which nothing can be done"),
        param(["remove", "audit"], 66, "~/.cursor/hooks.json does not run audit.", "If it is in the project's file: hookline remove audit --project.", id="a hook"),
        param(["docs", "trust", "--search", "x"], 64, "PAGE and --search cannot be used together.", "Run: hookline docs --help", id="options that exclude each other"),
    ],
)  # fmt: skip
def test_an_error_has_its_remedy_and_its_exit_code(
    call: Any, arguments: list[str], code: int, error: str, remedy: str | None
) -> None:
    plain, ended = call(*arguments), call(*arguments, "--json")
    assert (plain.code, plain.out, ended.code) == (code, "", code)
    assert ended.err == plain.err
    assert ended.out.count("\n") == 1
    assert ended.json == {"error": error, "remedy": remedy, "exit_code": code}


def test_a_bug_of_ours_is_an_object_too(box: Any, call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import click

    from hookline.cli import app

    def broken() -> None:
        raise ZeroDivisionError("no")

    command = click.Command("schema", callback=broken, params=[click.Option(["--json"], is_flag=True, expose_value=False)])
    monkeypatch.setattr(app, "import_module", lambda name: type("module", (), {"command": command}))
    ended = call("schema", "--json")
    (report,) = box.state.iterdir()
    assert ended.json == {
        "error": "This is a bug in Hookline, not in your hooks: ZeroDivisionError: no",
        "remedy": f"A report is in {report}. Please send it to us.",
        "exit_code": 70,
    }


def test_an_error_that_cannot_be_written_keeps_its_code(box: Any) -> None:
    import subprocess
    import sys

    command = f"{sys.executable} -m hookline rule sintax --json > /dev/full"
    ended = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=box.ws, env=box.environ, check=False)
    assert ended.returncode == 64 and "Did you mean 'syntax'?" in ended.stderr
