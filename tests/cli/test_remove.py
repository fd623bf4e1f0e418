"""`hookline remove --all`: nothing that needs Hookline is left behind without a word."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookline.spec.agent_shells import AGENT_MARKS

OWN = {"command": "./own.sh"}
KIT = {"command": "/gone/bin/hookline hook git-guard", "failClosed": True}
LAUNCHED = {"command": ".cursor/hooks/hookline-hook --required pii"}


def hooks_in(path: Path) -> Any:
    return json.loads(path.read_text())["hooks"]


@pytest.fixture
def full(box: Any, call: Callable[..., Any]) -> Any:
    """A user and a project with entries of both kinds; the project is trusted."""
    box.user_hooks({"beforeShellExecution": [KIT, OWN], "stop": [{"command": "python3 -m hookline hook audit"}]})
    box.project_hooks({"stop": [OWN]})
    box.script("ws/own.sh", "")
    call("trust", "--yes")
    call("add", "pii", "--project")
    return box


@pytest.mark.parametrize(
    ("options", "user", "project"),
    [
        pytest.param([], False, False, id="both"),
        pytest.param(["--user"], False, True, id="the user's"),
        pytest.param(["--project"], True, False, id="the project's"),
        pytest.param(["--user", "--project"], False, False, id="both by name"),
    ],
)
def test_every_entry_that_starts_hookline_goes_and_nothing_else(
    call: Callable[..., Any], full: Any, options: list[str], user: bool, project: bool
) -> None:
    called = call("remove", "--all", "--yes", *options)
    assert called.code == 0
    mine, theirs = full.home / ".cursor/hooks.json", full.ws / ".cursor/hooks.json"
    assert ("hookline" in mine.read_text(), "hookline" in theirs.read_text()) == (user, project)
    assert (full.ws / ".cursor/hooks/hookline-hook").exists() is project
    assert (full.state / "program").exists() is user
    assert OWN in hooks_in(mine)["beforeShellExecution"]
    assert hooks_in(theirs)["stop"] == [OWN]
    assert call("trust", "--show", "--json").json["trusted"] is True
    assert call("remove", "--all", *options).out.startswith("There was nothing to remove")


def test_it_asks_and_says_what_it_would_remove(call: Callable[..., Any], full: Any) -> None:
    before = (full.home / ".cursor/hooks.json").read_text()
    called = call("remove", "--all")
    assert (called.code, "add --yes" in called.err) == (1, True)
    called = call("remove", "--all", "--dry-run")
    assert called.code == 0
    assert [line.split()[:3] for line in called.out.splitlines()[:3]] == [
        ["Would", "change", ".cursor/hooks.json"],
        ["Would", "remove", ".cursor/hooks/hookline-hook"],
        ["Would", "change", "~/.cursor/hooks.json"],
    ]
    assert call("remove", "--all", "--json").code == 64
    assert (full.home / ".cursor/hooks.json").read_text() == before


def test_a_person_is_asked_at_a_terminal(run: Any, full: Any) -> None:
    import sys

    import pexpect

    for answer, is_left in (("n", True), ("y", False)):
        child = pexpect.spawn(
            sys.executable, ["-m", "hookline", "remove", "--all"], cwd=str(full.ws), env=full.environ, timeout=60
        )
        child.expect("Remove them?")
        child.sendline(answer)
        child.expect(pexpect.EOF)
        assert ("hookline" in (full.home / ".cursor/hooks.json").read_text()) is is_left


def test_what_is_left_is_said(call: Callable[..., Any], full: Any, tmp_path: Path) -> None:
    full.script("home/.cursor/guard.py", "from hookline.sdk import hook\n")
    full.user_hooks({"stop": [{"command": "python3 guard.py"}, KIT]})
    other = tmp_path / "other"
    (other / ".cursor").mkdir(parents=True)
    (other / ".cursor/hooks.json").write_text(json.dumps({"version": 1, "hooks": {"stop": [KIT]}}))
    assert call("trust", other, "--yes").code == 0
    out = call("remove", "--all", "--yes").out
    assert "python3 guard.py imports hookline and fails without it" in out
    assert f"hookline remove --all --project --workspace {os.path.realpath(other)}" in out
    assert len(call("remove", "--all", "--yes", "--json").json["left"]) == 2


@pytest.mark.parametrize("mark", AGENT_MARKS, ids=lambda mark: str(mark.agent))
def test_an_agent_does_not_switch_off_the_hooks_that_watch_it(
    call: Callable[..., Any], full: Any, monkeypatch: pytest.MonkeyPatch, mark: Any
) -> None:
    monkeypatch.setenv(mark.variable, "1")
    called = call("remove", "--all", "--yes")
    assert (called.code, "only a person" in called.err) == (1, True)
    assert KIT in hooks_in(full.home / ".cursor/hooks.json")["beforeShellExecution"]


def test_removing_the_last_hook_leaves_nothing_to_settle(call: Callable[..., Any], box: Any) -> None:
    call("add", "git-guard", "--project")
    call("remove", "git-guard", "--project")
    result = call("fire", "stop", "--json").json
    assert result["notes"] == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["remove"], "hookline remove --all", id="no name"),
        pytest.param(["remove", "pii", "--all"], "leave the name out", id="a name and all"),
    ],
)
def test_what_cannot_be_done_is_said(call: Callable[..., Any], arguments: list[str], told: str) -> None:
    called = call(*arguments)
    assert (called.code, told in called.err) == (64, True)
