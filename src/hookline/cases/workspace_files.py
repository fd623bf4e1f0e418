"""Files of a case: put into its workspace before it runs, and read when it has run."""

from __future__ import annotations

import os

from hookline.config.disk import read_file


def put_file(workspace: str, name: str, text: str) -> None:
    """Write one; a script can be started. OSError when it would lie outside the workspace."""
    path = os.path.normpath(os.path.join(workspace, name))
    if not path.startswith(workspace + os.sep) or "\0" in name:
        raise OSError(
            f"the file {name!r} is outside the workspace; name it relative to the workspace"
        )
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    if text.startswith("#!"):
        os.chmod(path, 0o755)


def text_of(path: str) -> str | None:
    """What one holds; None when it cannot be read."""
    try:
        return read_file(path).decode("utf-8", "replace")
    except OSError:
        return None
