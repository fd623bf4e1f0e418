"""How long Hookline takes in a workspace with 100,000 files and a script of 10 GB in `.cursor/`: trusting,
firing and listing, before and after trust was given. Prints a table; exits with 1 where something takes
longer than two seconds.

    python scripts/crowded_workspace.py [FILES]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

HOOKLINE = os.path.join(os.path.dirname(sys.executable), "hookline")
MOST_S = 2.0
_CALLS = (
    ("fire", ["fire", "beforeShellExecution", "--set", "command=ls"]),
    ("list", ["list"]),
    ("trust --show", ["trust", "--show"]),
    ("trust --yes", ["trust", "--yes"]),
    ("trust --list", ["trust", "--list"]),
)


def main(words: list[str]) -> int:
    """Measure, and say whether all of it was in time."""
    number = int(words[0]) if words else 100_000
    with tempfile.TemporaryDirectory(prefix="hookline-crowd-") as box:
        workspace = os.path.join(box, "ws")
        os.makedirs(os.path.join(workspace, ".cursor", "crowd"))
        write_hooks(workspace)
        environ = {"HOME": box, "PATH": os.environ["PATH"]}
        run(["trust", "--yes"], workspace, environ)
        crowd(os.path.join(workspace, ".cursor"), number)
        slowest_s = max(measured("trusted before", workspace, environ))
        run(["trust", "--revoke"], workspace, environ)
        slowest_s = max(slowest_s, *measured("never trusted", workspace, environ))
    return int(slowest_s > MOST_S)


def write_hooks(workspace: str) -> None:
    """One hook, whose command names a script of 10 GB when the crowd has come."""
    hooks = {"beforeShellExecution": [{"command": "sh .cursor/big.sh"}]}
    with open(os.path.join(workspace, ".cursor", "hooks.json"), "w") as file:
        json.dump({"version": 1, "hooks": hooks}, file)
    with open(os.path.join(workspace, ".cursor", "big.sh"), "w") as file:
        file.write("exit 0\n")


def crowd(folder: str, number: int) -> None:
    """Many files, and one that is large."""
    for one in range(number):
        os.close(os.open(os.path.join(folder, "crowd", str(one)), os.O_CREAT | os.O_WRONLY))
    os.truncate(os.path.join(folder, "big.sh"), 10 * 2**30)


def measured(when: str, workspace: str, environ: dict[str, str]) -> list[float]:
    """The seconds of each call, printed."""
    seconds = []
    for name, call in _CALLS:
        began_s = time.monotonic()
        run(call, workspace, environ)
        seconds.append(time.monotonic() - began_s)
        print(f"{when:<16}{name:<14}{seconds[-1]:6.2f} s")
    return seconds


def run(call: list[str], workspace: str, environ: dict[str, str]) -> None:
    """The program itself, to its end."""
    subprocess.run(
        [HOOKLINE, *call], cwd=workspace, env=environ, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=120, check=False,
    )  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
