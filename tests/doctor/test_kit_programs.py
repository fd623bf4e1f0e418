"""doctor.kit_programs: entries whose Hookline is gone, older or another."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookline.doctor.kit_programs import Installations, kit_findings
from hookline.kit.project_launcher import PATH, TEXT, own_program, remember_program
from hookline.testing import a_hook

HELP = 'echo "There are: pii, audit, git-guard."'


class Machine:
    """A workspace and programs beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ws, self.state = folder, folder / "ws", folder / "state"
        self.ws.mkdir()

    def program(self, path: str, text: str) -> str:
        found = self.folder / path
        found.parent.mkdir(parents=True, exist_ok=True)
        found.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
        found.chmod(0o755)
        return str(found)

    def found(self, command: str, source: str = "user") -> list[tuple[str, str, str]]:
        environ = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "HOOKLINE_STATE": str(self.state)}
        root = str(self.ws) if source == "project" else ""
        hook = a_hook(command=command, source=source, cwd=str(self.ws), root=root)
        findings = kit_findings(hook, Installations(environ), [str(self.ws)])
        return [(one.code, one.problem, one.remedy) for one in findings]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path.resolve())


def test_this_installation_is_fine(machine: Machine) -> None:
    assert machine.found(f"{own_program()} hook git-guard") == []
    assert machine.found("echo git-guard") == []


@pytest.mark.parametrize(
    ("text", "code", "problem"),
    [
        pytest.param(None, "dead-entry", "was moved or uninstalled", id="gone"),
        pytest.param("#!/gone/python\n", "dead-entry", "does not start", id="its interpreter is gone"),
        pytest.param("exit 3", "dead-entry", "does not start", id="it fails"),
        pytest.param('echo "There are: pii."', "old-hookline", "has no git-guard", id="older"),
        pytest.param(HELP, "other-hookline", "is another Hookline", id="of another environment"),
    ],
)
def test_the_program_of_the_user_s_entry(machine: Machine, text: str | None, code: str, problem: str) -> None:
    program = str(machine.folder / "venv/bin/hookline")
    if text:
        machine.program("venv/bin/hookline", text)
    ((found, told, remedy),) = machine.found(f"{program} hook git-guard")
    assert found == code
    assert problem in told
    assert "hookline add git-guard" in remedy


def test_a_program_that_a_workspace_names_is_never_started(machine: Machine) -> None:
    inside = machine.program("ws/bin/hookline", "touch ../started")
    outside = machine.program("x/hookline", f"touch {machine.folder}/started")
    assert machine.found(f"{inside} hook git-guard", "project") == []
    assert [code for code, _, _ in machine.found(f"{outside} hook git-guard", "project")] == ["other-hookline"]
    assert machine.found(f"{machine.program('x/evil', 'touch started')} x; hookline hook git-guard") == []
    assert not list(machine.folder.rglob("started"))


@pytest.mark.parametrize(
    ("text", "remembers", "codes"),
    [
        pytest.param(None, True, ["dead-entry"], id="there is no launcher"),
        pytest.param(TEXT, True, [], id="it finds this Hookline"),
        pytest.param(TEXT.replace("version: 1", "version: 0"), True, ["old-launcher"], id="it is of an older Hookline"),
        pytest.param("#!/bin/sh\ntouch started\n", True, [], id="it is another program, which is not started"),
        pytest.param(TEXT, False, ["no-hookline"], id="it finds no Hookline"),
    ],
)
def test_the_launcher_of_a_project(machine: Machine, text: str | None, remembers: bool, codes: list[str]) -> None:
    if text:
        machine.program(f"ws/{PATH}", text)
    if remembers:
        remember_program(str(machine.state))
    found = machine.found(f"{PATH} git-guard", "project")
    assert [code for code, _, _ in found] == codes
    assert not (machine.ws / "started").exists()


def test_what_a_launcher_without_hookline_does_is_said(machine: Machine) -> None:
    machine.program(f"ws/{PATH}", TEXT)
    (open_one,) = machine.found(f"{PATH} git-guard", "project")
    (closed,) = machine.found(f"{PATH} --required git-guard", "project")
    assert "lets everything pass" in open_one[1]
    assert "blocks what it guards" in closed[1]
    assert f"hookline trust {machine.ws}" in open_one[2]


def test_a_launcher_that_finds_another_hookline(machine: Machine) -> None:
    machine.program(f"ws/{PATH}", TEXT)
    machine.program(".local/bin/hookline", HELP)
    ((code, _, remedy),) = machine.found(f"{PATH} git-guard", "project")
    assert (code, remedy) == ("other-hookline", f"to have this one run it: hookline trust {machine.ws}")
