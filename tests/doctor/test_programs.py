"""doctor.programs: what has to be found to start a command."""

import pytest
from pytest import param

from hookline.doctor.programs import is_shell, nothing_to_do, program_of, shebang


@pytest.mark.parametrize(
    ("command", "program"),
    [
        param("./guard.sh --all", "./guard.sh", id="a script"),
        param("python3 guard.py", "python3", id="an interpreter"),
        param("A=1 B=2 python3 guard.py", "python3", id="after assignments"),
        param("exec env -i A=1 node x.js", "node", id="after what starts another"),
        param("'/opt/my hooks/guard' x", "/opt/my hooks/guard", id="a quoted path"),
        param("jq . | sh", "jq", id="the first of a pipe"),
        param("cd /tmp && ls", None, id="a builtin"),
        param("$TOOL x", None, id="a computed name"),
        param("~/bin/x", None, id="a path the shell expands"),
        param("", None, id="nothing"),
    ],
)
def test_the_program_of_a_command(command: str, program: str | None) -> None:
    assert program_of(command) == program


@pytest.mark.parametrize(
    ("line", "linux", "darwin"),
    [
        param(b"#!/bin/sh", ["/bin/sh"], ["/bin/sh"], id="a path"),
        param(b"#!/bin/sh -e", ["/bin/sh"], ["/bin/sh"], id="a path with an option"),
        param(b"#!/usr/bin/env python3", ["/usr/bin/env", "python3"], ["/usr/bin/env", "python3"], id="env"),
        param(b"#!/usr/bin/env python3 -u", ["/usr/bin/env", "python3 -u"], ["/usr/bin/env", "python3"],
              id="env with an argument: one name on Linux"),
        param(b"#!/usr/bin/env -S A=1 python3 -u", ["/usr/bin/env", "python3"], ["/usr/bin/env", "python3"], id="env -S"),
        param(b"#!/usr/bin/env", ["/usr/bin/env"], ["/usr/bin/env"], id="env alone"),
        param(b"#!", [], [], id="nothing named"),
        param(b"import os", [], [], id="no first line of the kind"),
        param(b"#!/bin/\xff", ["/bin/\ufffd"], ["/bin/\ufffd"], id="bytes that are no text"),
    ],
)  # fmt: skip
def test_the_programs_of_a_first_line(line: bytes, linux: list[str], darwin: list[str]) -> None:
    assert (shebang(line, "linux"), shebang(line, "darwin")) == (linux, darwin)


@pytest.mark.parametrize(
    ("interpreter", "arguments", "shell"),
    [
        param("/usr/bin/python3.11", ("-c", "pass"), False, id="python"),
        param("/bin/dash", ("-c", ":"), True, id="a shell"),
        param("node", ("-e", "0"), False, id="node"),
        param("/usr/bin/deno", ("eval", "0"), False, id="deno"),
        param("php8.3", ("-r", "0;"), False, id="php"),
        param("/usr/bin/env", None, False, id="unknown"),
        param("/opt/shell", None, False, id="named like one"),
    ],
)
def test_how_an_interpreter_is_started_alone(interpreter: str, arguments: tuple[str, ...] | None, shell: bool) -> None:
    assert (nothing_to_do(interpreter), is_shell(interpreter)) == (arguments, shell)
