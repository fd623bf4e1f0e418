"""The launcher a project checks in: what it does on machines with, without and with a broken Hookline."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hookline.kit.project_launcher import (
    TEXT,
    command_in_project,
    forget_program,
    is_launched,
    is_required,
    launcher_of,
    own_program,
    program_found,
    remember_program,
)

EVENT = json.dumps({"hook_event_name": "beforeShellExecution", "command": "git push"})
SHELLS = [shell for shell in ("dash", "bash", "busybox") if shutil.which(shell)]


class Ended(NamedTuple):
    """How the launcher ended."""

    code: int
    answer: Any
    err: str


class Computer:
    """A home, a state folder and a PATH without Hookline."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home, self.state, self.bin = folder / "home", folder / "state", folder / "bin"
        for one in (self.home, self.state, self.bin):
            one.mkdir()
        self.script = folder / "hookline-hook"
        self.script.write_text(TEXT)
        self.environ = {
            "HOME": str(self.home), "HOOKLINE_STATE": str(self.state), "PATH": f"{self.bin}:/usr/bin:/bin", "HOOKLINE": "1",
        }  # fmt: skip

    def program(self, path: str, text: str) -> str:
        """A program of this name; `$1` is hook, `$2` the name of the ready-made one."""
        found = self.folder / path
        found.parent.mkdir(parents=True, exist_ok=True)
        found.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
        found.chmod(0o755)
        return str(found)

    def remembers(self, program: str) -> None:
        (self.state / "program").write_text(program + "\n")

    def run(self, *words: str, shell: str = "sh") -> Ended:
        argv = ["busybox", "sh"] if shell == "busybox" else [shell]
        done = subprocess.run(
            [*argv, str(self.script), *words], input=EVENT, env=self.environ, capture_output=True, text=True,
            timeout=60, check=False, cwd=self.folder,
        )  # fmt: skip
        return Ended(done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr)


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    if any(os.path.exists(path) for path in ("/usr/local/bin/hookline", "/opt/homebrew/bin/hookline", "/usr/bin/hookline")):
        pytest.skip("this machine has a Hookline for everybody")
    return Computer(tmp_path.resolve())


DENIES = 'cat > /dev/null; echo \'{"permission": "deny"}\''
TOO_OLD = 'if [ "$2" = --help ]; then echo "There are: pii, audit."; exit 0; fi; exit 64'
BAD_SETTING = 'if [ "$2" = --help ]; then echo "There are: pii, git-guard."; exit 0; fi; exit 64'


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        pytest.param(None, "", "is not installed on this machine", id="no Hookline"),
        pytest.param("bin/hookline", TOO_OLD, "it is too old", id="one without the hook"),
        pytest.param("bin/hookline", "exit 69", "lacks the parts it needs", id="one without an extra"),
        pytest.param("bin/hookline", "#!/gone/python\n", "environment was moved", id="one whose interpreter is gone"),
    ],
)
def test_without_a_hookline_that_can_run_it_the_action_goes_ahead_loudly_or_is_blocked_with_the_remedy(
    computer: Computer, shell: str, path: str | None, text: str, told: str
) -> None:
    if path:
        computer.program(path, text)
    ran = computer.run("git-guard", shell=shell)
    assert (ran.code, sorted(ran.answer)) == (0, ["agent_message", "user_message"])
    assert told in ran.err
    assert ran.err.count("git-guard did not look at this") == 1
    assert ran.answer["user_message"] in ran.err

    ran = computer.run("--required", "git-guard", shell=shell)
    assert (ran.code, ran.answer["permission"], ran.answer["continue"]) == (2, "deny", False)
    assert told in ran.answer["user_message"]
    assert "To go on, " in ran.err


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "place", ["bin/hookline", "home/.local/bin/hookline", "home/Library/Python/3.12/bin/hookline", "venv/my bin/hookline"]
)
def test_it_finds_hookline_on_the_path_of_pipx_and_uv_and_where_a_person_used_it(
    computer: Computer, shell: str, place: str
) -> None:
    program = computer.program(place, DENIES)
    if place.startswith("venv"):
        computer.remembers(program)
    assert computer.run("git-guard", "--set", "a=b c", shell=shell) == Ended(0, {"permission": "deny"}, "")


@pytest.mark.parametrize("broken", ["exit 69", "#!/gone/python\n", TOO_OLD])
def test_one_that_cannot_run_the_hook_is_passed_over_for_one_that_can(computer: Computer, broken: str) -> None:
    computer.remembers(computer.program("venv/hookline", broken))
    computer.program("bin/hookline", DENIES)
    assert computer.run("git-guard")[:2] == (0, {"permission": "deny"})


@pytest.mark.parametrize(("text", "code"), [("exit 1", 1), ("exit 2", 2), (BAD_SETTING, 64), ("kill -9 $$", 137)])
def test_what_the_hook_itself_does_stands_with_or_without_required(computer: Computer, text: str, code: int) -> None:
    computer.program("bin/hookline", text)
    assert computer.run("git-guard").code == code
    assert computer.run("--required", "git-guard").code == code


def test_the_real_hookline_gets_event_and_settings(computer: Computer) -> None:
    remember_program(str(computer.state))
    assert program_found(computer.environ) == own_program()
    ran = computer.run("git-guard")
    assert (ran.code, ran.answer["permission"]) == (0, "deny")
    assert computer.run("git-guard", "--set", "deny=git tag").answer == {}
    ran = computer.run("git-guard", "--set", "no-such=x")
    assert (ran.code, ran.answer) == (64, None)
    assert "does not take these settings" in ran.err
    forget_program(str(computer.state))
    assert program_found(computer.environ) is None
    forget_program(str(computer.state))


def test_a_name_that_is_none_does_not_break_the_answer(computer: Computer) -> None:
    assert computer.run('a"b$(touch x)').answer["user_message"].startswith("A hook of this project did not")
    assert not (computer.folder / "x").exists()


def test_an_installation_without_a_program_is_not_remembered(tmp_path: Path) -> None:
    remember_program(str(tmp_path), executable=str(tmp_path / "bin/python"))
    assert os.listdir(tmp_path) == []
    assert own_program(sys.executable) is not None


def test_its_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / ".cursor/hooks/hookline-hook"
    assert launcher_of(str(tmp_path)) is None
    path.parent.mkdir(parents=True)
    for text, version, is_old in [(TEXT, 1, False), (TEXT.replace("version: 1", "version: 0"), 0, True), ("x", None, False)]:
        path.write_text(text)
        launcher = launcher_of(str(tmp_path))
        assert launcher is not None
        assert (launcher.version, launcher.is_old) == (version, is_old)


@pytest.mark.parametrize(
    ("command", "launched", "required"),
    [
        (command_in_project("pii", "", required=False), True, False),
        (command_in_project("pii", "--set 'a=b c'", required=True), True, True),
        ("./.cursor/hooks/hookline-hook pii", True, False),
        (".cursor/hooks/hookline-hook.sh pii", False, False),
        ("hookline hook pii", False, False),
    ],
)
def test_its_commands_are_recognised(command: str, launched: bool, required: bool) -> None:
    assert (is_launched(command), is_required(command)) == (launched, required)
