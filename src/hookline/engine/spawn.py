"""One process, started as cheaply as Python can: in a session of its own, with the pipes and the environment it is given."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping


def spawn(
    argv: list[str], cwd: str, env: Mapping[str, str], stdin: int, stdout: int, stderr: int
) -> subprocess.Popen[bytes]:
    """Start it. Raises what `Popen` raises."""
    return subprocess.Popen(
        argv, stdin=stdin, stdout=stdout, stderr=stderr, cwd=cwd, env=_encoded(env), start_new_session=True
    )


def _encoded(env: Mapping[str, str]) -> Mapping[bytes, bytes]:
    """The environment as bytes. Most hooks get the very one the last hook got, and encoding it costs as much as pipes."""
    global _last
    last = _last  # another thread may set it at any time
    if last[0] is not env:
        last = _last = (env, {os.fsencode(name): os.fsencode(value) for name, value in env.items()})
    return last[1]


_last: tuple[Mapping[str, str], Mapping[bytes, bytes]] = ({}, {})
