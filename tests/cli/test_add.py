"""`hookline add` and `remove`: ready-made hooks into hooks.json and out again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookline.cli.commands.add import entry_of
from hookline.kit.catalogue import load
from hookline.kit.kit_command import command_for, kit_name, settings_in
from hookline.kit.project_launcher import TEXT, is_required

LINE = command_for("git-guard")
LAUNCHED = ".cursor/hooks/hookline-hook git-guard"
REQUIRED = ".cursor/hooks/hookline-hook --required git-guard"


def hooks_in(path: Path) -> Any:
    return json.loads(path.read_text())["hooks"]


@pytest.fixture
def config(box: Any) -> Path:
    found: Path = box.home / ".cursor/hooks.json"
    return found


def test_a_new_file_is_made_for_the_user(call: Callable[..., Any], config: Path) -> None:
    called = call("add", "git-guard")
    assert called.code == 0
    assert hooks_in(config) == {entry.event: [entry_of(entry, LINE)] for entry in load("git-guard").entries}
    assert hooks_in(config)["beforeShellExecution"] == [{"command": LINE, "failClosed": True}]
    assert "hookline test --kit git-guard" in called.out


def test_what_is_there_is_kept_character_by_character(call: Callable[..., Any], config: Path) -> None:
    config.parent.mkdir()
    before = '{ "version": 1,\n  "hooks": { "stop": [ {"command":"./a.sh"} ] } }\n'
    config.write_text(before)
    assert call("add", "git-guard").code == 0
    assert call("remove", "git-guard").code == 0
    assert config.read_text() == before


def test_adding_twice_changes_nothing(call: Callable[..., Any], config: Path) -> None:
    call("add", "git-guard")
    before = config.read_text()
    called = call("add", "git-guard")
    assert (called.code, config.read_text()) == (0, before)
    assert "already runs git-guard" in called.out


def test_other_settings_are_refused_with_the_remedy(call: Callable[..., Any], config: Path) -> None:
    call("add", "git-guard")
    called = call("add", "git-guard", "--set", "send_to_gh=on")
    assert called.code == 1
    assert "hookline remove git-guard" in called.err


def test_settings_are_written_so_that_a_shell_reads_them_back(call: Callable[..., Any], config: Path) -> None:
    call("add", "git-guard", "--set", "deny=git push,git tag", "--set", "send_to_gh=on")
    command = hooks_in(config)["beforeShellExecution"][0]["command"]
    assert shlex.split(command)[1:] == ["hook", "git-guard", "--set", "deny=git push,git tag", "--set", "send_to_gh=on"]
    assert settings_in(command) == ["deny=git push,git tag", "send_to_gh=on"]


def test_a_project_that_was_empty_is_trusted_with_it(call: Callable[..., Any], box: Any) -> None:
    called = call("add", "git-guard", "--project", "--json")
    assert (called.code, called.json["trusted"]) == (0, True)
    assert hooks_in(box.ws / ".cursor/hooks.json")["beforeShellExecution"][0]["command"] == LAUNCHED
    launcher = box.ws / ".cursor/hooks/hookline-hook"
    assert (launcher.read_text(), launcher.stat().st_mode & 0o777) == (TEXT, 0o755)
    assert call("check", "--strict").code == 0
    assert str(box.root) not in (box.ws / ".cursor/hooks.json").read_text()


def test_what_is_added_to_a_project_denies_at_a_colleague_s(call: Callable[..., Any], box: Any) -> None:
    call("add", "git-guard", "--project")
    assert call("fire", "beforeShellExecution", "--set", "command=git push").code == 2
    assert call("fire", "beforeShellExecution", "--set", "command=git status").code == 0


@pytest.mark.parametrize(
    ("present", "arguments", "command"),
    [
        pytest.param("/gone/bin/hookline hook git-guard", [], LINE, id="of the user, of an installation that is gone"),
        pytest.param("hookline hook git-guard", [], "hookline hook git-guard", id="of the user, by the PATH: kept"),
        pytest.param("/gone/bin/hookline hook git-guard", ["--project"], LAUNCHED, id="of a project, by a path"),
        pytest.param("hookline hook git-guard", ["--project"], LAUNCHED, id="of a project, by the PATH"),
        pytest.param(LAUNCHED, ["--project", "--required"], REQUIRED, id="required from now on"),
        pytest.param(REQUIRED, ["--project"], REQUIRED, id="what is required stays so"),
    ],
)
def test_adding_again_repairs_an_entry_and_keeps_its_options(
    call: Callable[..., Any], box: Any, present: str, arguments: list[str], command: str
) -> None:
    write = box.project_hooks if "--project" in arguments else box.user_hooks
    entries = {entry.event: [{"command": present, "timeout": 7}] for entry in load("git-guard").entries}
    path = write(entries)
    assert call("add", "git-guard", *arguments).code == 0
    assert hooks_in(path) == {event: [{"command": command, "timeout": 7}] for event in entries}


@pytest.mark.parametrize(
    ("text", "code", "after"),
    [
        pytest.param(TEXT.replace("version: 1", "version: 0"), 0, TEXT, id="an older one is renewed"),
        pytest.param(TEXT + "# ours\n", 0, TEXT + "# ours\n", id="one that somebody changed is kept"),
        pytest.param("#!/bin/sh\n", 1, "#!/bin/sh\n", id="another file of that name is refused"),
    ],
)
def test_the_launcher_that_is_there(call: Callable[..., Any], box: Any, text: str, code: int, after: str) -> None:
    launcher = box.script("ws/.cursor/hooks/hookline-hook", "")
    launcher.write_text(text)
    assert call("add", "git-guard", "--project").code == code
    assert launcher.read_text() == after


def test_only_what_can_block_is_required(call: Callable[..., Any], box: Any) -> None:
    call("add", "secrets", "--project", "--required")
    commands = {
        event: {is_required(entry["command"]) for entry in entries}
        for event, entries in hooks_in(box.ws / ".cursor/hooks.json").items()
    }
    assert commands == {entry.event: {entry.fail_closed} for entry in load("secrets").entries}
    assert {True} in commands.values()


def test_hooks_nobody_trusted_are_not_trusted_along_with_it(call: Callable[..., Any], box: Any) -> None:
    box.project_hooks({"stop": [{"command": "./evil.sh"}]})
    called = call("add", "git-guard", "--project", "--json")
    assert (called.code, called.json["trusted"]) == (0, False)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        pytest.param(["add"], 64, "hookline add --list", id="no name"),
        pytest.param(["add", "git-gard"], 64, "did you mean git-guard?", id="a slip of the pen"),
        pytest.param(["add", "git-guard", "--set", "colour=red"], 64, "There is no option 'colour'", id="an unknown option"),
        pytest.param(["add", "git-guard", "--set", "send_to_gh=maybe"], 64, "write on or off", id="a value that is none"),
        pytest.param(["add", "git-guard", "--project", "--user"], 64, "cannot be used together", id="two places"),
        pytest.param(["add", "git-guard", "--required"], 64, "add --project", id="required, in a file that is not shared"),
        pytest.param(["add", "stop-checks"], 64, "command=", id="one that cannot work without a setting"),
        pytest.param(["remove", "git-guard"], 66, "does not run git-guard", id="nothing to remove"),
        pytest.param(["remove", "x", "--project"], 66, "There is no ready-made hook x", id="removing what does not exist"),
    ],
)
def test_what_cannot_be_done_is_said(call: Callable[..., Any], arguments: list[str], code: int, told: str) -> None:
    called = call(*arguments)
    assert called.code == code
    assert told in called.err


def test_a_file_that_does_not_parse_is_left_alone(call: Callable[..., Any], config: Path) -> None:
    config.parent.mkdir()
    config.write_text("{,}")
    called = call("add", "git-guard")
    assert (called.code, config.read_text()) == (1, "{,}")
    assert "Nothing was changed" in called.err


def test_a_dry_run_writes_nothing(call: Callable[..., Any], config: Path) -> None:
    assert "Would create" in call("add", "git-guard", "--dry-run").out
    assert not config.exists()


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (LINE, "git-guard"),
        ("/opt/venv/bin/hookline hook secrets --set kinds=aws", "secrets"),
        ("'/opt/my venv/bin/hookline' hook pii", "pii"),
        ("/usr/bin/python3 -m hookline hook audit", "audit"),
        (LAUNCHED, "git-guard"),
        (REQUIRED + " --set a=b", "git-guard"),
        ("hookline fire stop", None),
        ("./hooks/hookline-hook.sh", None),
    ],
)
def test_a_command_that_runs_a_ready_made_hook_is_recognised(command: str, name: str | None) -> None:
    assert kit_name(command) == name
