"""The texts of trusted files, kept by their hash, so that a later change can be shown as a
difference.

They stand in files of their own: `trust.json` is read at every start of Hookline and stays small.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from hookline.atomic import replace_file
from hookline.config.disk import FOLDER, TOO_LARGE, UNREADABLE, read_bytes, sha256
from hookline.model import WatchedFile

MAX_BYTES = 64 * 1024
#: The texts of so many files are kept; the others are compared by their hash alone.
MAX_KEPT = 500
_HEX = frozenset("0123456789abcdef")


class Texts:
    """A folder with one file for each text, named by its hash."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def keep(self, files: Sequence[WatchedFile]) -> None:
        """Keep the text of each file that is not too long and still is what was hashed."""
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        for file in [file for file in files if file.sha256][:MAX_KEPT]:
            data = read_bytes(file.path, MAX_BYTES)
            if data is not None and sha256(data) == file.sha256:
                replace_file(os.path.join(self.folder, file.sha256), data, durable=False)

    def old(self, digest: str | None) -> str | None:
        """The text that has this hash; a sentence where it was not kept."""
        if digest is None or digest == FOLDER:
            return None
        data = (
            read_bytes(os.path.join(self.folder, digest), MAX_BYTES)
            if _HEX.issuperset(digest)
            else None
        )
        return (
            "(not kept: longer than 64 KiB, or one of very many)\n"
            if data is None
            else _shown(data)
        )

    def new(self, file: WatchedFile) -> str | None:
        """The text the file has now; a sentence where it cannot be shown."""
        if file.sha256 in (None, FOLDER):
            return None
        beyond = file.sha256 in (UNREADABLE, TOO_LARGE)
        data = None if beyond else read_bytes(file.path, MAX_BYTES)
        return (
            "(not shown: longer than 64 KiB, or not readable)\n" if data is None else _shown(data)
        )

    def forget_all_but(self, digests: Iterable[str | None]) -> None:
        """Remove the texts nobody refers to any more."""
        kept = set(digests)
        for name in os.listdir(self.folder) if os.path.isdir(self.folder) else ():
            if name not in kept:
                os.unlink(os.path.join(self.folder, name))


def _shown(data: bytes) -> str:
    return data.decode("utf-8", "replace")
