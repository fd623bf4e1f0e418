"""One process, started as cheaply as Python can: in a session of its own, with the pipes and the
environment it is given.

`Popen` takes half as long again to prepare a start as the start itself takes, most of it for
encoding the environment one variable at a time. So what it prepares is made here, and its innermost
part is called directly (decision 0021). Whatever that part cannot do, or cannot do on this
interpreter, `Popen` does: above all, saying why a program could not be started.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hookline.processes.reap import wait_for

try:
    from _posixsubprocess import fork_exec
except ImportError:  # Windows, and interpreters that are not CPython
    fork_exec = None  # type: ignore[assignment, unused-ignore]

#: The first descriptor that is none of the standard ones.
_BEYOND_STDERR = 3
_NONE = -1
_NO_FUNCTION: Any = None


def spawn(
    argv: list[str], cwd: str, env: Mapping[str, str], stdin: int, stdout: int, stderr: int
) -> int:
    """Start it; its process id, which is the caller's to wait for. Raises what `Popen` raises."""
    variables = _encoded(env)
    if fork_exec is not None and variables is not None:
        pid = _directly(argv, cwd, env, variables, (stdin, stdout, stderr))
        if pid is not None:
            return pid
    child = subprocess.Popen(
        argv, stdin=stdin, stdout=stdout, stderr=stderr, cwd=cwd, env=env, start_new_session=True
    )
    child.returncode = 0  # or Popen would wait for it some day
    return child.pid


def _directly(
    argv: list[str],
    cwd: str,
    env: Mapping[str, str],
    variables: list[bytes],
    streams: tuple[int, int, int],
) -> int | None:
    """The process id; None when it did not start, for whatever reason."""
    sys.audit("subprocess.Popen", argv[0], argv, cwd, env)
    stdin, stdout, stderr = streams
    failure, report = os.pipe()  # a program that starts closes its end unwritten
    try:
        try:
            if report < _BEYOND_STDERR:
                return None
            pid = fork_exec(
                argv, _candidates(argv[0], env.get("PATH")), True, (report,), cwd, variables,
                stdin, _NONE, _NONE, stdout, _NONE, stderr, failure, report,
                True, True, _NONE, None, None, None, _NONE, _NO_FUNCTION, True,
            )  # fmt: skip
        except TypeError:  # an interpreter whose inner part wants to be called otherwise
            return None
        finally:
            os.close(report)
        if not os.read(failure, 1):
            return pid
        wait_for(pid)
        return None
    finally:
        os.close(failure)


@lru_cache(maxsize=256)
def _candidates(program: str, path: str | None) -> tuple[bytes, ...]:
    """The files a program's name may stand for, in the order in which they are tried."""
    if "/" in program:
        return (os.fsencode(program),)
    folders = (os.defpath if path is None else path).split(os.pathsep)
    return tuple(os.fsencode(os.path.join(folder, program)) for folder in folders)


def _encoded(env: Mapping[str, str]) -> list[bytes] | None:
    """`NAME=value` for each variable, encoded together; None when one cannot be passed on."""
    if "=" in "".join(env):
        return None
    together = "\0".join(map("=".join, env.items()))
    encoded = os.fsencode(together).split(b"\0") if env else []
    return encoded if len(encoded) == len(env) else None
