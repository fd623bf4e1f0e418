"""The worked examples of docs/: their files are written, their commands are run, and what they show is what happens."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hookline.cli import faults
from hookline.model import Ending
from hookline.spec import prose
from hookline.spec.events import EVENTS

DOCS = Path(__file__).resolve().parent.parent / "docs"
HOOKLINE = Path(sys.executable).with_name("hookline")


class Machine:
    """A home and a workspace with the files a page shows, and nothing else."""

    def __init__(self, folder: Path, page: str) -> None:
        self.home, self.root, self.state = folder / "home", folder / "shop", folder / "state"
        for place in (self.home, self.root):
            place.mkdir()
        for title, text in re.findall(r'^```\w+ title="([^"\n]+)"\n(.*?)^```$', page, re.MULTILINE | re.DOTALL):
            self._write(title, text)

    def _write(self, title: str, text: str) -> None:
        file = self.home / title[2:] if title.startswith("~/") else self.root / title
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755 if text.startswith("#!") else 0o644)

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """A `hookline …` line of a page."""
        environ = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "HOOKLINE_STATE": str(self.state), "TMPDIR": str(self.home),
            "COLUMNS": "250", "NO_COLOR": "1", "LANG": "C.UTF-8",
        }  # fmt: skip
        nobody = str(self.home / "no-enterprise.json")
        (self.home / "no-enterprise.json").write_text('{"version": 1, "hooks": {}}', encoding="utf-8")
        argv = [str(HOOKLINE), *shlex.split(command)[1:], "--enterprise-config", nobody]
        return subprocess.run(argv, cwd=self.root, env=environ, capture_output=True, text=True, timeout=120)

    def shown(self, output: str) -> list[str]:
        """Output line by line as a page shows it: its own folders, any duration, and no alignment, for both change widths."""
        output = output.replace(str(self.root), "/work/shop").replace(str(self.home), "/home/ada")
        return [" ".join(re.sub(r"\d[\d.]* m?s\b", "TIME", line).split()) for line in output.splitlines() if line.strip()]


@pytest.mark.parametrize("name", ["concepts.md", "merging.md"])
def test_what_a_page_shows_is_what_happens(name: str, tmp_path: Path) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    machine = Machine(tmp_path, page)
    examples = re.findall(r"^```console\n\$ (hookline [^\n]+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(examples) == 2
    for command, expected in examples:
        assert machine.shown(machine.run(command).stdout) == machine.shown(expected), command


@pytest.fixture(scope="module")
def exit_codes() -> str:
    return (DOCS / "exit-codes.md").read_text(encoding="utf-8")


def test_the_five_endings_of_the_guard(exit_codes: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, exit_codes)
    rows = re.findall(r"^\| `([\w ]+)` \| (\d) \| (.+) \|$", exit_codes, re.MULTILINE)
    assert len(rows) == 5
    happened = []
    for command, _code, _because in rows:
        result = machine.run(f"hookline fire beforeShellExecution --trust --json --set command='{command}'")
        happened.append((command, str(result.returncode), json.loads(result.stdout)["because"]))
    assert happened == rows


def test_without_fail_closed_the_failures_of_the_guard_let_pass(exit_codes: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, exit_codes.replace(', "failClosed": true', ""))
    for command in ("terraform plan", "kubectl get pods"):
        result = machine.run(f"hookline fire beforeShellExecution --trust --json --set command='{command}'")
        assert result.returncode == 0
        assert json.loads(result.stdout)["because"].startswith("proceeds although 1 hook failed: ")


def test_every_exit_code_of_the_command_line_is_on_the_page(exit_codes: str) -> None:
    codes = {value for value in vars(faults).values() if type(value) is int}
    table = exit_codes.split("## Of `hookline`")[1].split("## An example")[0]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)} == codes


def test_the_page_on_merging_says_of_every_output_what_its_fold_says() -> None:
    page = (DOCS / "merging.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    missing = [
        (event.name, out.name)
        for event in EVENTS.values()
        for out in event.outputs
        if not any(
            f"`{out.name}`" in row and row.endswith(f"| {prose.FOLD[out.fold]} |")
            and (f"`{event.name}`" in row or (event.gate and "| gates |" in row))
            for row in rows
        )
    ]  # fmt: skip
    assert missing == []


def test_the_page_of_concepts_names_every_ending() -> None:
    endings = [value for name, value in vars(Ending).items() if not name.startswith("_")]
    row = next(line for line in (DOCS / "concepts.md").read_text(encoding="utf-8").splitlines() if "**ending**" in line)
    assert [ending for ending in endings if ending not in row] == []
