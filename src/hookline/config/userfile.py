"""The user's own settings file, `hookline.toml`: its bytes, and which variables hold a judge's key.

It is looked for in the user's configuration folder and nowhere else: a workspace that could bring
one along could send events, and a key, to a server of its choice. Nothing is parsed here, for every
`fire` passes by: what the file means is `hookline.judge.settings`' business.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping

from hookline.config.locate import config_folder
from hookline.errors import UsageError
from hookline.spec.model_servers import KEY_VARIABLE, SHAPES, VARIABLES

FILE_NAME = "hookline.toml"
LIMIT_BYTES = 64 * 1024
_NAMED_KEY = re.compile(rb"""\bkey_env\s*=\s*["']([A-Za-z0-9_]{1,100})["']""")


def user_file(platform: str, environ: Mapping[str, str]) -> str:
    """Where the file is, there or not; empty without a home."""
    folder = config_folder(platform, environ)
    return os.path.join(folder, FILE_NAME) if folder else ""


def read_user_file(path: str) -> bytes | None:
    """Its bytes; None when there is none. One that others could have written, or could read a key
    from, is refused.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    try:
        info = os.fstat(descriptor)
        if not stat.S_ISREG(info.st_mode):
            raise UsageError(f"{path} is not a regular file; write settings there, or remove it")
        data = os.read(descriptor, LIMIT_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > LIMIT_BYTES:
        raise UsageError(
            f"{path} is larger than {LIMIT_BYTES // 1024} KiB; keep settings only in it"
        )
    _check_private(path, info, data)
    return data


def _check_private(path: str, info: os.stat_result, data: bytes) -> None:
    if not hasattr(os, "getuid"):
        return
    if info.st_uid not in (0, os.getuid()) or info.st_mode & stat.S_IWOTH:
        raise UsageError(f"others can write to {path}, so it does not count; run: chmod 600 {path}")
    if info.st_mode & 0o077 and re.search(rb"""^\s*["']?key["']?\s*=""", data, re.MULTILINE):
        raise UsageError(f"{path} holds a key and others can read it; run: chmod 600 {path}")


def key_variables(environ: Mapping[str, str], data: bytes | None) -> frozenset[str]:
    """The variables that hold the judge's key: no hook gets them. A variable of a vendor counts
    once its shape is named.
    """
    named = data or b""
    chosen = environ.get(VARIABLES["shape"], "")
    found = {KEY_VARIABLE, *(match.decode() for match in _NAMED_KEY.findall(named))}
    for name, shape in SHAPES.items():
        if name == chosen or name.encode() in named:
            found.update(shape.key_variables)
    return frozenset(found)
