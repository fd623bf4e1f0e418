"""The pages about the command line say what is true: every console block is typed into a shell, and its output compared.

Numbers of milliseconds, times and widths of columns may differ; a line `…` stands for any lines.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (
    "start.md",
    "command-line.md",
    "doctor.md",
    "projects.md",
    "host-protocol.md",
    "troubleshooting.md",
    "testing.md",
    "hookify.md",
    "prompt-hooks.md",
)
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_END = "<<end of command>>"


class Typed(NamedTuple):
    """One command as it stands in a page, and the lines that follow it there."""

    command: str
    lines: list[str]


def typed_in(page: str) -> list[Typed]:
    found: list[Typed] = []
    for block in _BLOCK.findall(page):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Typed(line[2:], []))
            elif line == ">" or line.startswith("> "):
                found[-1] = found[-1]._replace(command=f"{found[-1].command}\n{line[2:]}")
            else:
                found[-1].lines.append(line)
    return found


def alike(text: str) -> str:
    """The line without what differs from run to run."""
    text = re.sub(r"[0-9]+(\.[0-9]+)?( ?)ms\b", r"N\2ms", text)
    text = re.sub(r"\bin [0-9]+\.[0-9]{2} s\b", "in N s", text)
    text = re.sub(r'("duration_ms": )[0-9.]+', r"\1N", text)
    text = re.sub(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+Z?", "TIME", text)
    text = re.sub(r'("execution_id": )"[^"]*"', r'\1"…"', text)
    return re.sub(r" {2,}", "  ", text).strip()


def pattern(lines: list[str]) -> str:
    parts = [r"(?:.*\n)*" if line == "…" else re.escape(alike(line)) + r"\n" for line in lines]
    return "".join(parts)


def run_all(typed: list[Typed], home: Path) -> list[str]:
    """What each command printed, in one shell, in a folder ~/shop."""
    program = home.parent / "bin/hookline"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m hookline "$@"\n')
    program.chmod(0o755)
    (home / "shop").mkdir(parents=True)
    script = "".join(f"{one.command}\ncode=$?; echo '{_END}'; (exit $code)\n" for one in typed)
    environ = {
        "HOME": str(home), "XDG_STATE_HOME": str(home / ".local/state"), "PATH": f"{program.parent}:/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
    }  # fmt: skip
    ended = subprocess.run(
        ["bash"], input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=home / "shop", env=environ, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    return ended.stdout.replace(str(home), "/home/you").split(f"{_END}\n")[:-1]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_happens(name: str, tmp_path: Path) -> None:
    typed = typed_in((DOCS / name).read_text())
    assert typed, "the page shows nothing"
    printed = run_all(typed, tmp_path.resolve() / "home")
    for one, out in zip(typed, printed, strict=True):
        lines = "".join(f"{alike(line)}\n" for line in out.splitlines())
        assert re.fullmatch(pattern(one.lines), lines), f"$ {one.command}\nprinted:\n{out}\nthe page says:\n" + "\n".join(
            one.lines
        )


def options_of(name: str) -> set[str]:
    from importlib import import_module

    from hookline.cli.main import COMMANDS

    command: Any = import_module(COMMANDS[name][0]).command
    commands = [command, *getattr(command, "commands", {}).values()]
    return {option for one in commands for parameter in one.params for option in parameter.opts if option.startswith("--")}


def test_every_command_and_option_is_in_the_reference() -> None:
    from hookline.cli.main import COMMANDS

    page = (DOCS / "command-line.md").read_text()
    sections = dict(re.findall(r"^## `hookline (\w+)[^\n]*\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    assert sorted(sections) == sorted(COMMANDS)
    shared = page.split("\n## `hookline init")[0]
    missing = [
        f"{name} {option}"
        for name in COMMANDS
        for option in sorted(options_of(name))
        if f"`{option}" not in sections[name] and f"`{option}" not in shared and f", {option}" not in sections[name]
    ]
    assert missing == []
