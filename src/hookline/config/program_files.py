"""Every program below a folder: what may run there without being named by a command.

A program is a file that may be executed, begins with `#!`, or is called like a script. Data (state,
logs, caches) is none, because hooks write it. The folder is listed anew each time, so that a new
program is seen; a file that stat proves unchanged is not read again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence

from hookline.config.disk import (
    TOO_MANY,
    Allowance,
    begins_a_script,
    refreshed,
    signature,
    watch,
)
from hookline.model import Signature, WatchedFile

#: How the names of scripts and of other code end that an interpreter is given.
SCRIPT_ENDINGS = frozenset(
    ".sh .bash .zsh .fish .ksh .csh .tcsh .ps1 .psm1 .bat .cmd .nu .xsh .py .pyw .pyz .pth .js .mjs .cjs "
    ".jsx .ts .mts .cts .tsx .coffee .rb .erb .pl .pm .php .lua .awk .sed .jq .tcl .exp .r .jl .exs "
    ".groovy .kts .scala .go .rs .c .java .jar .hs .ml .swift .wasm .so .dylib .node .mk .gradle".split()
)
_ANYBODY_EXECUTES = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH


class ProgramFolder:
    """The programs below one folder of a workspace, looked at again and again.

    Links to folders are followed inside the workspace only: what lies elsewhere is not the
    workspace's.
    """

    def __init__(self, root: str, name: str = "", *, without: Sequence[str] = ()) -> None:
        self.folder = os.path.join(root, name).rstrip("/") or "/"
        self._root = os.path.realpath(root)
        self._without = frozenset(os.path.join(root, other) for other in without)
        #: What is known of each file: as what it was seen, and how it was watched if it is a program.
        self._known: dict[str, tuple[Signature, WatchedFile | None]] = {}

    def look(self, now_s: float, allowance: Allowance) -> list[WatchedFile]:
        """The programs as they are now, in order of their paths; the folder itself, marked, where
        there is too much to look at.
        """
        entries = list(self._files(allowance))
        if allowance.spent:
            return [WatchedFile(self.folder, None, TOO_MANY)]
        known, self._known = self._known, {}
        looked = (
            self._program(entry, known.get(entry.path), now_s, allowance) for entry in entries
        )
        return sorted(program for program in looked if program is not None)

    def _program(
        self,
        entry: os.DirEntry[str],
        before: tuple[Signature, WatchedFile | None] | None,
        now_s: float,
        allowance: Allowance,
    ) -> WatchedFile | None:
        """The file, if it is a program."""
        try:
            found = entry.stat()
        except OSError:
            return None
        if not stat.S_ISREG(found.st_mode):
            return None
        seen = signature(found)
        if before is not None and before[0] == seen:
            program = before[1] and refreshed(before[1], now_s, allowance)
        elif _is_program(entry, found.st_mode):
            program = watch(entry.path, now_s, allowance)
        else:
            program = None
        self._known[entry.path] = (seen, program)
        return program

    def _files(self, allowance: Allowance) -> Iterator[os.DirEntry[str]]:
        """Everything below the folder that is no folder, until the allowance is spent."""
        folders, visited = [self.folder], set[tuple[int, int]]()
        while folders:
            entries = _entries(folders.pop(), allowance)
            for entry in entries:
                if not _is_folder(entry):
                    yield entry
                elif self._enters(entry, visited):
                    folders.append(entry.path)
            if allowance.spent:
                return

    def _enters(self, entry: os.DirEntry[str], visited: set[tuple[int, int]]) -> bool:
        """Whether to look into a folder: not twice, and not behind a link that leads elsewhere."""
        if entry.path in self._without:
            return False
        if entry.is_symlink():
            real = os.path.realpath(entry.path)
            if not (real + "/").startswith(self._root.rstrip("/") + "/"):
                return False
        try:
            found = entry.stat()
        except OSError:
            return False
        identity = (found.st_dev, found.st_ino)
        is_new = identity not in visited
        visited.add(identity)
        return is_new


def _entries(folder: str, allowance: Allowance) -> list[os.DirEntry[str]]:
    """What is in a folder, as far as may still be looked at."""
    entries: list[os.DirEntry[str]] = []
    try:
        with os.scandir(folder) as found:
            for entry in found:
                if not allowance.take_file():
                    break
                entries.append(entry)
    except OSError:
        pass  # gone, or not ours to read: then nobody runs anything there either
    return entries


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_program(entry: os.DirEntry[str], mode: int) -> bool:
    if mode & _ANYBODY_EXECUTES:
        return True
    ending = os.path.splitext(entry.name)[1].lower()
    return ending in SCRIPT_ENDINGS or begins_a_script(entry.path)
