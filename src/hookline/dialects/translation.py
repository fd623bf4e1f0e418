"""Texts in one dialect → the files that say the same in another, with notes on everything. Reads
and writes nothing itself.

`convert` takes what was read and the present texts of the files that are written, by path.
`place_of` finds the files of a project that belong to a dialect.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hookline.dialects.adapter_script import adapter_path, adapter_text, personal_path
from hookline.dialects.conversion import CURSOR, DialectHook, Written, WrittenFile
from hookline.dialects.cursor import PATH
from hookline.dialects.dialect_reader import numbered
from hookline.dialects.document import ours_in
from hookline.dialects.note import CHANGED, KEPT, TWICE, Note
from hookline.dialects.table import DIALECTS
from hookline.model import Problem
from hookline.spec.dialects import DIALECT_SPECS

#: Claude Code's files of a project, and the tools that read them besides their own.
CLAUDES_FILES = (DIALECTS["claude"].path, *DIALECT_SPECS["claude"].reads)
_READ_CLAUDES_FILES = (CURSOR, "copilot", "vscode")
#: The present text of a file, by its path from the root of the project; empty where there is none.
Existing = Callable[[str], str]


class Source(NamedTuple):
    """One file to convert: its path as notes name it, and its text."""

    path: str
    text: str


class Conversion(NamedTuple):
    """What to write (paths from the project's root), what became of everything, and what is wrong
    with the files.
    """

    files: tuple[WrittenFile, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    differences: tuple[Note, ...] = ()  # where two readings of a rule differ
    sources: tuple[str, ...] = ()  # the files it is made of
    refused: bool = False  # there are hooks, and the file that is there cannot be added to


def convert(dialect: str, to: str, sources: Sequence[Source], existing: Existing) -> Conversion:
    """Convert files of one dialect to another."""
    hooks: list[DialectHook] = []
    notes: list[Note] = []
    problems: list[Problem] = []
    for source in sources:
        read = DIALECTS[dialect].read(source.text, source.path)
        hooks += read.hooks
        notes += read.notes if dialect != CURSOR else _without_kept(read.notes)
        problems += read.problems
        if read.hooks and _reads_both(dialect, to, source.path):
            notes.append(_twice(to, source))
    written = write_into(to, numbered(hooks), existing)
    return Conversion(
        written.files,
        (*notes, *written.notes),
        tuple(problems),
        sources=tuple(source.path for source in sources),
        refused=written.refused,
    )


def _without_kept(notes: Sequence[Note]) -> list[Note]:
    """Without the notes on what is only read as it stands."""
    return [note for note in notes if note.kind != KEPT]


def _reads_both(dialect: str, to: str, path: str) -> bool:
    """Whether a tool that runs hooks of the written file runs those of the source too."""
    if to in _READ_CLAUDES_FILES:
        return path in CLAUDES_FILES
    return (dialect, to) == (CURSOR, "claude") and path == PATH


def _twice(to: str, source: Source) -> Note:
    """The note on hooks that stand in two files one tool reads; Hookline itself runs them once."""
    if source.path == PATH:
        reads = f"Cursor reads {DIALECTS[to].path} too, unless third-party hooks are off"
        remedy = "remove the hooks from one of the two files"
    else:
        reads = f"{DIALECTS[to].title} reads this file too"
        reads += ", unless third-party hooks are off" if to == CURSOR else ""
        remedy = "remove the hooks from it"
    return Note(
        CHANGED, "/hooks", f"{reads}: {remedy}, or each runs twice", source.path, about=TWICE
    )


def write_into(to: str, hooks: Sequence[DialectHook], existing: Existing) -> Written:
    """The files that run these hooks in another tool; nothing where there are none."""
    return DIALECTS[to].write(hooks, existing(DIALECTS[to].path)) if hooks else Written()


def for_a_person(to: str, files: Sequence[WrittenFile]) -> tuple[WrittenFile, ...]:
    """The same files for a person's home, where there is no project whose root the script could be
    found from.
    """
    texts = {file.path: personal_path(to, file.text) for file in files}
    if adapter_path(to) in texts:
        spoken = {hook.speaks for hook in ours_in(json.loads(texts[DIALECTS[to].path]))}
        texts[adapter_path(to)] = adapter_text(to, spoken, personal=True)
    return tuple(file._replace(text=texts[file.path]) for file in files)


class Place(NamedTuple):
    """A project, and the files in it to convert."""

    root: str
    files: tuple[str, ...]


def place_of(dialect: str, path: str) -> Place:
    """The project and the files that a path stands for: a file, a project's folder, or the folder
    of the tool in it.
    """
    named = os.path.abspath(path)
    own = DIALECTS[dialect].path
    if os.path.isdir(named):
        root = os.path.dirname(named) if os.path.basename(named) == own.split("/")[0] else named
        return Place(root, tuple(_files(dialect, root)))
    is_own = named.endswith("/" + own)
    return Place(named.removesuffix("/" + own) if is_own else _above(dialect, named), (named,))


def _files(dialect: str, root: str) -> list[str]:
    """The files of a project that hold hooks of this tool, and of no other."""
    also_read = DIALECT_SPECS[dialect].reads if dialect != CURSOR else ()
    of_others = {row.path for name, row in DIALECTS.items() if name != dialect}
    paths = dict.fromkeys(_matching(root, (DIALECTS[dialect].path, *also_read)))
    files = [os.path.join(root, path) for path in paths if path not in of_others]
    return list(filter(os.path.isfile, files))


def _matching(root: str, patterns: Sequence[str]) -> Iterator[str]:
    for pattern in patterns:
        yield from sorted(glob.glob(pattern, root_dir=root, include_hidden=True))


def _above(dialect: str, file: str) -> str:
    """The project of a file by the folder of the tool it lies in; the present folder where it lies
    in none.
    """
    folder = "/" + DIALECTS[dialect].path.split("/")[0] + "/"
    return file.rpartition(folder)[0] or os.path.abspath(".")
