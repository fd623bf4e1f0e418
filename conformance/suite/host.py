"""The program under test: one `PROGRAM host`, asked over stdin and stdout. Has no opinion on what
it answers.
"""

from __future__ import annotations

import json
import os
import pathlib
import queue
import subprocess
import threading
from typing import Any

ANSWER_WITHIN_S = 60.0
PASSED_ON = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")


class Host:
    """One running `PROGRAM host`; answers are read by a thread, so that waiting for one can end."""

    def __init__(self, program: list[str], box: pathlib.Path, table: dict[str, Any]) -> None:
        arguments = [
            "host",
            "--workspace",
            str(box / "ws"),
            "--enterprise-config",
            str(box / "etc/hooks.json"),
        ]
        arguments += ["--trust"] if table.get("trust", True) else []
        self.program, self.box = program, box
        self.environ = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        self.environ |= {"HOME": str(box / "home"), "NO_COLOR": "1", **table.get("environ", {})}
        self.errors = (box / "stderr.txt").open("wb")
        self.child = subprocess.Popen(
            [*program, *arguments, *table.get("args", [])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
            env=self.environ, cwd=box / "ws",
        )  # fmt: skip
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        if self.child.stdout:
            for line in self.child.stdout:
                self.lines.put(line)
        self.lines.put(b"")

    def send(self, line: str) -> None:
        """One request; a program that has gone shows in `receive`."""

        def talk() -> None:
            try:
                if self.child.stdin:
                    self.child.stdin.write(line.encode() + b"\n")
                    self.child.stdin.flush()
            except OSError:
                pass

        threading.Thread(target=talk, daemon=True).start()

    def receive(self, within_s: float) -> dict[str, Any]:
        """The next answer; what is wrong with it is told under the key `unanswered`."""
        try:
            line = self.lines.get(timeout=within_s)
        except queue.Empty:
            return {"unanswered": f"no answer within {within_s:g} s"}
        if not line:
            return {"unanswered": f"the program has ended with code {self.child.wait(10)}"}
        try:
            answer = json.loads(line)
        except ValueError:
            return {"unanswered": f"the answer is not JSON: {line[:200]!r}"}
        return (
            answer
            if isinstance(answer, dict)
            else {"unanswered": f"the answer is not an object: {line[:200]!r}"}
        )

    def command(self, arguments: list[str]) -> str | None:
        """Run another command of the program, such as `trust`; what went wrong, or None."""
        done = subprocess.run(
            [*self.program, *arguments], env=self.environ, cwd=self.box / "ws", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=ANSWER_WITHIN_S, check=False,
        )  # fmt: skip
        said = done.stdout.decode(errors="replace").strip()
        return (
            None
            if done.returncode == 0
            else f"{' '.join(arguments)} exited with code {done.returncode}: {said[-300:]}"
        )

    def close(self) -> None:
        """End of input is the end of the program; one that stays is killed."""
        try:
            if self.child.stdin:
                self.child.stdin.close()
            self.child.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.child.kill()
            self.child.wait()
        self.errors.close()
