"""A peer → a sampler: installs it into benchmarks/.cache/peers, starts its program, and asks it for
durations.

A peer's program gets the hook, the folder and the payload as arguments, then one count a line on
stdin, and prints one JSON list of seconds for each. So a peer keeps its own interpreter and its own
clock, and its rounds can alternate with ours.
"""

from __future__ import annotations

import glob
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.stage import CACHE, COMMAND, Stage
from benchmarks.timing import NotMeasured, Sampler

HERE = os.path.dirname(os.path.abspath(__file__))
_INSTALL_S = 900


class Peer(NamedTuple):
    """One peer: its package and version, the program that drives it, and the Python versions it can
    run on (none: Node).
    """

    name: str
    package: str
    version: str
    program: str
    pythons: tuple[str, ...] = ()


PEERS = {
    "gemini": Peer("gemini-cli's HookRunner", "@google/gemini-cli-core", "0.61.0", "gemini.mjs"),
    "kimi": Peer("kimi-cli's HookEngine", "kimi-cli", "1.52.0", "kimi.py", ("3.13", "3.12")),
    "openhands": Peer(
        "openhands-sdk's HookManager", "openhands-sdk", "1.58.0", "openhands.py", ("3.13", "3.12")
    ),
}


def sampler_of(peer: Peer, stage: Stage) -> Sampler:
    """Raises `NotMeasured` with what is missing."""
    if os.environ.get("PEERS") == "0":
        raise NotMeasured("left out by PEERS=0")
    folder = os.path.join(CACHE, "peers", f"{os.path.basename(peer.package)}-{peer.version}")
    install = _install_from_pypi if peer.pythons else _install_from_npm
    interpreter = install(peer, folder)
    payload = json.dumps({"command": COMMAND, "cwd": stage.workspace})
    return _started(
        peer,
        [interpreter, os.path.join(HERE, peer.program), stage.hook, stage.workspace, payload],
        folder,
        stage,
    )


def _started(peer: Peer, argv: list[str], folder: str, stage: Stage) -> Sampler:
    complaints = stage.path(f"{peer.program}.stderr")
    with open(complaints, "w", encoding="utf-8") as stderr:
        program = subprocess.Popen(
            argv,
            cwd=folder,
            env=stage.environ("peer"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
    stage.at_the_end(lambda: _end(program))

    def sample(count: int) -> list[float]:
        try:
            print(count, file=program.stdin, flush=True)
            return list(map(float, json.loads(program.stdout.readline() if program.stdout else "")))
        except (OSError, ValueError):
            with open(complaints, encoding="utf-8") as stderr:
                last = stderr.read().strip().splitlines()[-1:] or ["it said nothing"]
            raise NotMeasured(f"{peer.package} {peer.version} failed: {last[0]}") from None

    return sample


def _end(program: subprocess.Popen[str]) -> None:
    program.kill()
    program.communicate()


def _install_from_npm(peer: Peer, folder: str) -> str:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NotMeasured("needs Node.js with npm")
    wanted = f"{peer.package}@{peer.version}"
    _once(
        peer,
        folder,
        [
            [
                npm,
                "install",
                "--prefix",
                folder,
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
                wanted,
            ]
        ],
    )
    return node


def _install_from_pypi(peer: Peer, folder: str) -> str:
    base = next((path for version in peer.pythons for path in _interpreters(version)), None)
    if base is None:
        raise NotMeasured(f"needs Python >= {peer.pythons[-1]}")
    python = os.path.join(folder, "bin", "python")
    pip = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        f"{peer.package}=={peer.version}",
    ]
    _once(peer, folder, [[base, "-m", "venv", folder], pip])
    return python


def _interpreters(version: str) -> Iterator[str]:
    """Interpreters of this version that really start: a pyenv shim on the path may not."""
    places = [
        shutil.which(f"python{version}"),
        *sorted(glob.glob(os.path.expanduser(f"~/.pyenv/versions/{version}.*/bin/python"))),
    ]
    for path in filter(None, places):
        if (
            subprocess.run(
                [path, "-c", "pass"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ).returncode
            == 0
        ):
            yield path


def _once(peer: Peer, folder: str, commands: list[list[str]]) -> None:
    """Run the commands that install a peer, unless they have succeeded before."""
    done = os.path.join(folder, ".installed")
    if os.path.exists(done):
        return
    os.makedirs(folder, exist_ok=True)
    print(f"installing {peer.package} {peer.version} into {folder}", file=sys.stderr)
    for argv in commands:
        try:
            subprocess.run(argv, check=True, capture_output=True, text=True, timeout=_INSTALL_S)
        except (OSError, subprocess.SubprocessError) as error:
            said = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
            raise NotMeasured(
                f"{peer.package} {peer.version} could not be installed: {said[-1] if said else error}"
            ) from None
    with open(done, "w", encoding="utf-8"):
        pass
