"""What a process costs that imports us, beside one that starts the same interpreter and does nothing."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from collections.abc import Mapping

from benchmarks.stage import EVENT, Stage
from benchmarks.timing import NotMeasured, Pair, Sampler, calls


def version(stage: Stage) -> Pair:
    """`hookline --version`."""
    return beside_python(stage, [hookline(stage), "--version"])


def fire(stage: Stage) -> Pair:
    """A whole `hookline fire` with one hook, journal, guardian and result."""
    home = stage.home("start", {EVENT: [{"command": stage.hook}]})
    argv = [
        hookline(stage), "fire", EVENT, "--json", "--workspace", stage.workspace,
        "--enterprise-config", stage.path("no-enterprise.json"),
        "--set", "command=ls", "--set", f"cwd={stage.workspace}",
    ]  # fmt: skip
    told = subprocess.run(argv, env=stage.environ(home), capture_output=True, text=True)
    if told.returncode or '"permission": "allow"' not in told.stdout:
        raise NotMeasured(
            f"hookline fire ended with {told.returncode}: {told.stderr or told.stdout}"
        )
    return beside_python(stage, argv)


def import_sdk(stage: Stage) -> Pair:
    """What every hook written with the SDK pays before its first line."""
    return beside_python(stage, [stage.python(), "-c", "import hookline.sdk"])


def beside_python(stage: Stage, argv: list[str], stdin: str = os.devnull) -> Pair:
    """A process, given a file as stdin, beside one that starts the interpreter and does nothing."""
    environ = stage.environ("start")
    return Pair(
        _process(argv, environ, stdin),
        _process([stage.python(), "-c", "pass"], environ, os.devnull),
    )


def _process(argv: list[str], environ: Mapping[str, str], stdin: str) -> Sampler:
    null = os.open(os.devnull, os.O_RDWR)

    def run() -> None:
        with open(stdin, "rb") as file:
            subprocess.Popen(argv, stdin=file, stdout=null, stderr=null, env=environ).wait()

    return calls(run)


def hookline(stage: Stage) -> str:
    """The `hookline` command as the installer wrote it, for the bare interpreter."""
    installed = os.path.join(sysconfig.get_path("scripts"), "hookline")
    if not os.path.exists(installed):
        raise NotMeasured(f"there is no {installed}: run `make setup`")
    path = os.path.join(os.path.dirname(stage.python()), "hookline")
    if not os.path.exists(path):
        with open(installed, encoding="utf-8") as file:
            _, _, program = file.read().partition("\n")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!{stage.python()}\n{program}")
        os.chmod(path, 0o755)
    return path
