"""doctor.look: what the machine has of a hook, with the agent's PATH and one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hookline.doctor.look import DESKTOP_PATH, Looked, Paths, Program, look_at
from hookline.testing import a_hook


class Machine:
    """Two folders of programs, and a workspace."""

    def __init__(self, folder: Path) -> None:
        self.desktop, self.own, self.ws = folder / "desktop", folder / "own", folder / "ws"
        for one in (self.desktop, self.own, self.ws):
            one.mkdir()

    def program(self, folder: Path, name: str, text: str = "#!/bin/sh\n") -> str:
        path = folder / name
        path.write_text(text)
        path.chmod(0o755)
        return str(path)

    def look(self, command: str, **more: Any) -> Looked:
        hook = a_hook(command=command, cwd=str(self.ws), root=str(self.ws), **more)
        return look_at(hook, Paths(str(self.desktop), f"{self.own}:{self.desktop}"))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path.resolve())


def test_a_program_is_looked_for_where_a_desktop_application_looks(machine: Machine) -> None:
    node = machine.program(machine.desktop, "node")
    assert machine.look("node x.js") == Looked(Program("node", node), starts=node)


def test_a_program_only_ones_own_path_has_is_told_apart(machine: Machine) -> None:
    node = machine.program(machine.own, "node")
    assert machine.look("node x.js") == Looked(Program("node", None, node))


def test_a_program_nobody_has(machine: Machine) -> None:
    assert machine.look("node x.js") == Looked(Program("node", None))


def test_the_interpreter_of_a_script(machine: Machine) -> None:
    python = machine.program(machine.own, "python9")
    script = machine.program(machine.ws, "guard.py", "#!/usr/bin/env python9\nimport json\n")
    assert machine.look("./guard.py") == Looked(Program("./guard.py", script), script, Program("python9", None, python))


def test_an_interpreter_that_is_there_is_what_is_started(machine: Machine) -> None:
    script = machine.program(machine.ws, "guard.sh", "#!/bin/sh\nexit 0\n")
    looked = machine.look("./guard.sh")
    assert (looked.script, looked.interpreter, looked.starts) == (script, Program("/bin/sh", "/bin/sh"), "/bin/sh")


def test_what_a_shell_script_calls_and_the_agent_does_not_find(machine: Machine) -> None:
    jq = machine.program(machine.own, "jq")
    machine.program(machine.desktop, "sed")
    machine.program(machine.ws, "guard.sh", "#!/bin/sh\njq . | sed s/a/b/ | nowhere\n")
    assert machine.look("./guard.sh").missing == (Program("jq", None, jq), Program("nowhere", None))


def test_a_script_handed_to_a_shell_is_read_too(machine: Machine) -> None:
    sh = machine.program(machine.desktop, "sh")
    script = machine.program(machine.ws, "guard.sh", "nowhere\n")
    assert machine.look("sh guard.sh") == Looked(Program("sh", sh), script, None, (Program("nowhere", None),), sh)


def test_a_script_of_another_language_is_not_read_as_shell(machine: Machine) -> None:
    machine.program(machine.desktop, "python3")
    machine.program(machine.ws, "guard.py", "nowhere\n")
    assert machine.look("python3 guard.py").missing == ()


def test_a_script_that_is_not_there_or_not_executable(machine: Machine) -> None:
    (machine.ws / "plain.sh").write_text("#!/bin/sh\n")
    assert machine.look("./gone.sh") == Looked(Program("./gone.sh", None))
    assert machine.look("./plain.sh").program == Program("./plain.sh", None)


def test_of_a_ready_made_hook_the_program_itself_is_what_is_started(machine: Machine) -> None:
    program = machine.program(machine.desktop, "hookline", "#!/bin/sh\n")
    assert machine.look(f"{program} hook git-guard").starts == program


def test_of_a_prompt_hook_there_is_nothing_to_see(machine: Machine) -> None:
    assert machine.look("Is it safe?", type="prompt") == Looked()


def test_the_paths_of_desktop_applications() -> None:
    assert DESKTOP_PATH == {"linux": "/usr/local/bin:/usr/bin:/bin", "darwin": "/usr/bin:/bin:/usr/sbin:/sbin"}
