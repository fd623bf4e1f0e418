"""Two hundred times a hook that hangs, ignores SIGTERM and leaves processes behind, twenty at a time, through one host."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

EVENT = "beforeShellExecution"
FIRES, AT_ONCE = 200, 20
#: A grandchild in the hook's group, one in a session of its own with a child, and a daemon whose parent is gone.
HOOK = """#!/bin/sh
trap '' TERM HUP INT
sleep 65 &
setsid sh -c 'trap "" TERM; sleep 65 & sleep 65' &
(setsid sleep 65 >/dev/null 2>&1 </dev/null &)
while :; do sleep 1; done
"""


class Host:
    """A real `hookline host` and what can be seen of it from outside."""

    def __init__(self, root: Path, environ: dict[str, str]) -> None:
        argv = [sys.executable, "-m", "hookline", "host", "--trust", "--workspace", str(root)]
        self.process = subprocess.Popen(argv, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def fire(self, number: int) -> list[dict[str, Any]]:
        """So many events at once; their answers."""
        assert self.process.stdin is not None and self.process.stdout is not None
        asked = b'{"id": 1, "event": "%s", "input": {"command": "ls"}}\n' % EVENT.encode()
        self.process.stdin.write(asked * number)
        self.process.stdin.flush()
        return [json.loads(self.process.stdout.readline()) for _ in range(number)]

    def resident_bytes(self) -> int:
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def open_files(self) -> list[str]:
        """What its descriptors are, without the numbers of pipes and sockets."""
        folder = Path(f"/proc/{self.process.pid}/fd")
        return sorted(os.readlink(entry).split("[")[0] for entry in folder.iterdir())

    def children(self) -> int:
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(len((task / "children").read_text().split()) for task in tasks)


def alive(mark: str) -> int:
    found = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            found += mark.encode() in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            pass
    return found


def test_nothing_is_left_and_nothing_grows(tmp_path: Path) -> None:
    root = tmp_path / "shop"
    (root / ".cursor").mkdir(parents=True)
    (root / "hook").write_text(HOOK)
    (root / "hook").chmod(0o755)
    entry = {"command": "./hook", "timeout": 1}
    (root / ".cursor" / "hooks.json").write_text(json.dumps({"version": 1, "hooks": {EVENT: [entry]}}))
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    environ = {**os.environ, "HOME": str(tmp_path), "HOOKLINE_STATE": str(tmp_path / "state"), "HOOKLINE_TEST": mark}
    host = Host(root, environ)
    with host.process:
        host.fire(AT_ONCE)
        warm_bytes, warm_files, warm_children = host.resident_bytes(), host.open_files(), host.children()
        assert alive(mark) == 1  # the host itself
        for _ in range(FIRES // AT_ONCE - 1):
            for answer in host.fire(AT_ONCE):
                assert [hook["failure"] for hook in answer["hooks"]] == ["timed out after 1 s"]
                assert answer["duration_ms"] < 10_000
            assert alive(mark) == 1
        assert host.resident_bytes() <= 1.05 * warm_bytes
        assert (host.open_files(), host.children()) == (warm_files, warm_children)
        assert host.process.stdin is not None
        host.process.stdin.close()
        assert host.process.wait(60) == 0
    assert alive(mark) == 0
