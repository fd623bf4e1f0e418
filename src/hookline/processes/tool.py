"""A program that is no hook, run to its end or until its time is up: what the kit's hooks do with
formatters, scanners and test suites.

It is ended as a hook is: one deadline around everything, the whole process group killed on the way
out. Only what is kept differs: both outputs together, and of them the end.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from hookline.model import Completion, Hook, Invocation
from hookline.processes.child import ChildJob, Surroundings
from hookline.processes.children import Children
from hookline.processes.pipes import LAST_CHUNKS, Pipes, close_fds, read_chunks
from hookline.processes.running import LONGEST_WAIT_S, Running

#: So much of what a tool prints is kept: its end.
KEPT_BYTES = 256 * 1024


class OneOutput(Pipes):
    """Pipes of which stdout and stderr are one; the end of what comes through it is kept."""

    __slots__ = ("_end",)

    def open(self) -> list[int]:
        """Open them; stdin is at its end at once."""
        self._end = b""
        theirs: list[int] = []
        try:
            stdin, self.stdin = os.pipe()
            theirs.append(stdin)
            self.stdin = self._close(self.stdin)
            self.stdout, stdout = os.pipe()
            theirs.append(stdout)
            theirs.append(os.dup(stdout))
            os.set_blocking(self.stdout, False)
        except BaseException:
            close_fds(theirs)
            self.close()
            raise
        return theirs

    def exchange(self, *, all_there_is: bool = False) -> None:
        """Read a chunk, or all there is."""
        if self.stdout >= 0:
            chunks, at_end = read_chunks(self.stdout, LAST_CHUNKS if all_there_is else 1)
            self._end = (self._end + b"".join(chunks))[-KEPT_BYTES:]
            if at_end:
                self.stdout = self._close(self.stdout)

    def results(self) -> tuple[bytes, str]:
        """The end of what it printed; nothing apart from that on stderr."""
        return self._end, ""


def run_tool(words: Sequence[str], cwd: str, env: Mapping[str, str], limit_s: float) -> Completion:
    """Run a tool to its end, or until its time is up; whatever it started is ended with it. Raises
    what the system says when it cannot be started.
    """
    hook = Hook("user", "", 1, "", 1, command=words[0], cwd=cwd, timeout_s=limit_s)
    invocation = Invocation(hook, b"", cwd, env, limit_s)
    surroundings = Surroundings(lambda file: True, Children.of_this_process())
    job = ChildJob(invocation, surroundings, argv=list(words), pipes=OneOutput)
    running = Running([job])
    try:
        while not running.step(LONGEST_WAIT_S):
            pass
    except BaseException:
        running.cancel()
        raise
    if job.start_error is not None:
        raise job.start_error
    return running.completions[0]
