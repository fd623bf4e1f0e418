"""Paths → the case files there: what `hookline test` runs when it is told, and when it is told nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from hookline.cases.case_file import read
from hookline.cases.nouns import ENDING, CaseFile
from hookline.config.disk import read_file
from hookline.kit.catalogue import NAMES, module_of

__all__ = ["find", "kit_files", "read_files", "usual_places"]

_SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
#: Folders that hold other people's files.
_FOREIGN = {".git", ".hg", ".svn", ".tox", ".nox", ".venv", "venv", "node_modules", "__pycache__"}


def usual_places(roots: Sequence[str], home: str) -> list[str]:
    """The folders of hooks in which cases are looked for: of each workspace, and the user's own."""
    return list(
        dict.fromkeys(
            os.path.join(folder, ".cursor", "hooks") for folder in (*roots, home) if folder
        )
    )


def find(path: str) -> list[str]:
    """The case files at a path: itself, or all below a folder, in order of their names."""
    if os.path.isdir(path):
        return [os.path.join(folder, name) for folder, name in _below(path)]
    return [os.path.abspath(path)] if os.path.exists(path) else []


def _below(path: str) -> Iterator[tuple[str, str]]:
    for folder, inner, names in os.walk(os.path.abspath(path)):
        inner[:] = sorted(name for name in inner if name not in _FOREIGN)
        yield from ((folder, name) for name in sorted(names) if name.endswith(ENDING))


def kit_files(name: str | None = None) -> list[str]:
    """The packaged case files: of one ready-made hook, or of all that have some."""
    names = NAMES if name is None else (name,)
    paths = [os.path.join(_SOURCE, *module_of(kit).split(".")) + ENDING for kit in names]
    return [path for path in paths if os.path.isfile(path)]


def read_files(paths: Iterable[str]) -> list[CaseFile]:
    """Each file, read; an OSError when one cannot be."""
    return [read(read_file(path), path) for path in dict.fromkeys(paths)]
