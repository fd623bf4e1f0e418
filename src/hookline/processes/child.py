"""One hook's process as a job: an invocation in, a completion out.

One deadline is around everything: start, write stdin, read stdout and stderr, wait. The hook is
over when its process has ended, not at end-of-file: a background child that keeps stdout open gets
a short grace. On every way out the whole process group is killed while its leader is still
unreaped, because only then is the group's number certain to be ours. It never blocks, has no
thread, and gives no verdict.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.model import Completion, Ending, Invocation, WatchedFile
from hookline.processes import reap
from hookline.processes.children import Children
from hookline.processes.job import READ, RETRY_S
from hookline.processes.launch import argv_of, is_script, launch_failure, shell_argv
from hookline.processes.pipes import Pipes
from hookline.processes.running import Watch
from hookline.processes.spawn import spawn

#: A hook that ends sooner costs one wake-up instead of four: until then only its end is watched,
#: not its pipes.
QUIET_S = 0.002
#: What a background child may still write after the hook itself has ended.
GRACE_S = 0.020
#: How long a killed process may take to die (it may hang in the kernel) before we go on without it.
DYING_S = 0.5
#: Without a descriptor for its end a process is asked after a tenth of the time it has run, within
#: this range.
SHORTEST_POLL_S, LONGEST_POLL_S = 0.0005, 0.010

_BUSY = frozenset(
    {errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC, errno.ETXTBSY}
)
_EXIT_CODE_LOST = (
    "its exit code was lost: another part of this program waits for every child process or ignores "
    "SIGCHLD; give SIGCHLD its default back and wait for known processes only"
)


#: What this system has to hear of a process's end, and to ask for it without reaping.
PIDFD_OPEN: Callable[[int], int] | None = getattr(os, "pidfd_open", None)
WAITID: Callable[[int, int, int], Any] | None = getattr(os, "waitid", None)


class Surroundings(NamedTuple):
    """What a runner knows and every child needs; described at `processes.runner.ProcessRunner`."""

    unchanged: Callable[[WatchedFile], bool]
    children: Children
    pidfd_open: Callable[[int], int] | None = PIDFD_OPEN
    waitid: Callable[[int, int, int], Any] | None = WAITID


class ChildJob:
    """The `Job` of one command hook, or of another program: then `argv` says what to start."""

    def __init__(
        self,
        invocation: Invocation,
        surroundings: Surroundings,
        *,
        argv: list[str] | None = None,
        pipes: type[Pipes] = Pipes,
    ) -> None:
        self.completion: Completion | None = None
        self.due = 0.0
        self.start_error: Exception | None = None  # what the system said, where it did not start
        self._invocation = invocation
        self._surroundings = surroundings
        self._argv, self._kind_of_pipes = argv, pipes
        self._watch: Watch
        self._pipes: Pipes
        self._pid = 0  # from the start on another number; `_pipes` are open from then on too
        self._code: int | None = None  # from its end on
        self._began = 0.0
        #: When the present state ends: the deadline, then the grace or the time to die.
        self._limit = 0.0
        self._pidfd = -1
        self._listening = False  # the pipes are watched too
        self._polling = False  # something could not be watched
        self._over = False  # the process has ended; the grace runs
        self._lost = False  # somebody else reaped it
        self._verdict: str | None = None  # why we killed it

    def begin(self, watch: Watch) -> None:
        """Start the process, or see why not."""
        if self._surroundings.children.dying:
            self._surroundings.children.bury()
        self._watch = watch
        self._began = time.monotonic()
        self._limit = self._began + self._invocation.timeout_s
        self._start(self._began)

    def advance(self, now: float) -> None:
        """Look whether it has ended, then move bytes: in this order all it wrote is read. Then see
        what follows.
        """
        if not self._pid:
            self._start(now)
            return
        ended = self._over or self._has_ended()
        self._pipes.exchange(all_there_is=ended)
        if ended:
            self._settle(now)
        elif self._verdict is None and self._pipes.flooded:
            self._kill(Ending.FLOODED, now)
        elif now >= self._limit:
            self._overdue(now)
        if self.completion is None:
            self._plan_next(now)

    def postpone(self, lost_s: float) -> None:
        """So much time was lost through no fault of the hook."""
        self._limit += lost_s
        self.due += lost_s

    def cancel(self) -> None:
        """Kill it; its completion says that it was cancelled."""
        now = time.monotonic()
        if not self._pid:
            self._end(Ending.CANCELLED)
        elif self._over:
            self._verdict = Ending.CANCELLED
            self._finish()
        elif self._verdict is None:
            self._kill(Ending.CANCELLED, now)
            self._plan_next(now)

    # its start

    def _start(self, now: float) -> None:
        """Start the process, or say why it cannot be; where the system is out of something, try
        again later.
        """
        invocation = self._invocation
        why_not = invocation.refusal
        if invocation.watched and why_not is None:
            why_not = self._distrust()
        if why_not is None:
            command = invocation.hook.command
            argv = self._argv or argv_of(command) or shell_argv(command)
            try:
                self._spawn(argv)
                self._plan_next(now)
                return
            except (OSError, ValueError, MemoryError) as error:
                if _is_passing(error) and now < self._limit:
                    self.due = min(now + RETRY_S, self._limit)
                    return
                self.start_error = error
                why_not = launch_failure(error, invocation, argv)
        self._end(Ending.NOT_STARTED, detail=why_not)

    def _distrust(self) -> str | None:
        """Why what trust was given for does not hold any more, checked by content."""
        for file in self._invocation.watched:
            if not self._surroundings.unchanged(file):
                remedy = f"run: hookline trust {self._invocation.hook.root}"
                return f"not trusted any more: {file.path} changed; {remedy}"
        return None

    def _spawn(self, argv: list[str]) -> None:
        """Open the pipes, start the process, and follow it to its end."""
        invocation, children = self._invocation, self._surroundings.children
        env, sweeper = invocation.env, children.sweeper
        if sweeper is not None:
            env = sweeper.marked(env)
        pipes = self._kind_of_pipes(invocation.stdin, self._watch, self)
        theirs = pipes.open()
        try:
            pid = spawn(argv, invocation.cwd, env, *theirs)
        except OSError as error:
            pid = self._spawn_script(error, argv, env, pipes, theirs)
        except BaseException:
            pipes.close()
            raise
        finally:
            for fd in theirs:
                os.close(fd)
        self._pid, self._pipes = pid, pipes
        children.dying.discard(pid)  # whoever had this number before was reaped by somebody else
        if sweeper is not None:
            sweeper.follow(pid, env)
        self._follow(pid)
        if pipes.stdin >= 0:
            self._listen()

    def _spawn_script(
        self,
        error: OSError,
        argv: list[str],
        env: Mapping[str, str],
        pipes: Pipes,
        theirs: Sequence[int],
    ) -> int:
        """A script without `#!`, which the system does not execute and a shell reads."""
        invocation = self._invocation
        try:
            if error.errno != errno.ENOEXEC or not is_script(argv[0], invocation):
                raise error
            return spawn(shell_argv(invocation.hook.command), invocation.cwd, env, *theirs)
        except BaseException:
            pipes.close()
            raise

    def _follow(self, pid: int) -> None:
        """Have its end reported; where that cannot be had, it will be asked for."""
        pidfd_open = self._surroundings.pidfd_open
        self._polling = True
        if pidfd_open is None:
            return
        try:
            pidfd = pidfd_open(pid)
        except OSError:
            return
        try:
            self._watch.add(pidfd, READ, self)
        except OSError:
            os.close(pidfd)
        else:
            self._pidfd, self._polling = pidfd, False

    def _unfollow(self) -> None:
        """Its end is known, or not waited for any more."""
        self._watch.drop(self._pidfd)
        os.close(self._pidfd)
        self._pidfd = -1

    # while it runs

    def _listen(self) -> None:
        """Have the pipes wake us too, not its end alone."""
        self._listening = True
        self._polling |= not self._pipes.watch()

    def _plan_next(self, now: float) -> None:
        """When to be looked at next, if nothing happens before."""
        due = self._limit
        if not self._listening:
            if now >= self._began + QUIET_S:
                self._listen()
            else:
                due = min(due, self._began + QUIET_S)
        if self._polling:
            pause_s = max((now - self._began) / 10, SHORTEST_POLL_S)
            due = min(due, now + min(pause_s, LONGEST_POLL_S))
        self.due = due

    def _has_ended(self) -> bool:
        """Ask whether it has ended, without reaping it."""
        waitid = self._surroundings.waitid
        if waitid is None:
            # No way to ask without reaping: the group is then killed a moment after its leader is
            # gone.
            self._reap()
            return self._code is not None
        try:
            return waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            self._lost = True
            return True

    # its end

    def _settle(self, now: float) -> None:
        """It has ended: finish when there is nothing more to come, else allow the grace once."""
        pipes = self._pipes
        at_end = pipes.flooded or (pipes.stdout < 0 and pipes.stderr < 0)
        if at_end or self._verdict or (self._over and now >= self._limit):
            self._finish()
        elif not self._over:
            self._over = True
            if self._pidfd >= 0:
                self._unfollow()
            self._listen()
            self._limit = now + GRACE_S

    def _overdue(self, now: float) -> None:
        """The deadline has passed, or the time to die has."""
        if self._verdict is None:
            self._kill(Ending.TIMED_OUT, now)
        else:
            # It hangs in the kernel and cannot be waited for; the timeout is a promise.
            self._finish()

    def _kill(self, verdict: str, now: float) -> None:
        """End it and its group, and say why in its completion."""
        self._verdict = verdict
        self._pipes.close()
        reap.kill_group(self._pid)
        self._limit = now + DYING_S

    def _finish(self) -> None:
        """Kill what is left of the group, reap the process, sweep what escaped, report."""
        children = self._surroundings.children
        if not self._lost:
            reap.kill_group(self._pid)
        if self._pidfd >= 0:
            self._unfollow()
        self._pipes.close()
        self._reap()
        if children.sweeper is not None:
            children.sweeper.settle(self._pid)
        elif self._code is None:
            children.dying.add(self._pid)
        self._report(self._code)

    def _reap(self) -> None:
        """Take its exit status, if it has one by now."""
        if self._code is not None:
            return
        try:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
        except ChildProcessError:
            self._lost, self._code = True, 0
            return
        if pid:
            self._code = os.waitstatus_to_exitcode(status)

    def _report(self, code: int | None) -> None:
        """Put how it ended into one of the endings."""
        if self._verdict is not None:
            self._end(self._verdict)
        elif self._lost or code is None:
            self._end(Ending.CANCELLED, detail=_EXIT_CODE_LOST)
        elif code < 0:
            self._end(Ending.KILLED, signal=-code)
        elif code == 0 and self._pipes.flooded:
            self._end(Ending.FLOODED)
        else:  # whatever it wrote: any other exit code is read before its answer
            self._end(Ending.EXITED, code=code)

    def _end(
        self,
        ending: str,
        *,
        code: int | None = None,
        signal: int | None = None,
        detail: str | None = None,
    ) -> None:
        """Leave the completion: the bare facts."""
        duration_ms = (time.monotonic() - self._began) * 1000
        stdout, stderr = self._pipes.results() if self._pid else (b"", "")
        self.completion = Completion(ending, duration_ms, code, signal, stdout, stderr, detail)


def _is_passing(error: BaseException) -> bool:
    """Whether a start may succeed a moment later: the system is out of something for now."""
    return isinstance(error, MemoryError) or getattr(error, "errno", None) in _BUSY
