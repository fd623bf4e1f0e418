"""Texts in one dialect → the files that say the same in another, with notes on everything. Reads
and writes nothing itself.

`convert` takes what was read, `convert_rules` what the converter of hookify rules made; both take
the present texts of the files that are written, by path. `place_of` says which files of a project
belong to a dialect.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hookline.dialects.adapter_script import adapter_path, adapter_text, personal_path
from hookline.dialects.conversion import CURSOR, DialectHook, Written, WrittenFile
from hookline.dialects.cursor import PATH, read_cursor
from hookline.dialects.dialect_reader import numbered
from hookline.dialects.document import ours_in
from hookline.dialects.note import CHANGED, KEPT, Note
from hookline.dialects.table import DIALECTS
from hookline.hookify.hooks_json import put_in
from hookline.hookify.workspace_rules import Conversion as RuleConversion
from hookline.model import Problem
from hookline.spec.dialects import DIALECT_SPECS

#: Files of other tools that Cursor reads itself.
_READ_BY_CURSOR = (".claude/settings.json", ".claude/settings.local.json")
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


def convert(dialect: str, to: str, sources: Sequence[Source], existing: Existing) -> Conversion:
    """Convert files of one dialect to another."""
    read = [DIALECTS[dialect].read(source.text, source.path) for source in sources]
    hooks = numbered(hook for one in read for hook in one.hooks)
    written = _written(to, hooks, existing)
    notes = [
        note for one in read for note in one.notes if not (dialect == CURSOR and note.kind == KEPT)
    ]
    notes += [
        _twice(source)
        for source in sources
        if to == CURSOR and source.path in _READ_BY_CURSOR and hooks
    ]
    problems = tuple(problem for one in read for problem in one.problems)
    return Conversion(
        written.files,
        (*notes, *written.notes),
        problems,
        sources=tuple(one.path for one in sources),
    )


def _twice(source: Source) -> Note:
    sentence = "Cursor reads this file too, unless third-party hooks are off: take the hooks out, or each runs twice"
    return Note(CHANGED, "/hooks", sentence, source.path)


def convert_rules(rules: RuleConversion, to: str, existing: Existing) -> Conversion:
    """The hooks made of hookify rules, in Cursor's hooks.json or as hooks of another tool that run
    the same scripts.
    """
    written = put_in(existing(PATH) if to == CURSOR else "", rules)
    if to != CURSOR and written.files:
        hooks = read_cursor(written.files[0].text, PATH).hooks
        written = _written(
            to, [hook._replace(pointer="", file="", line=0) for hook in hooks], existing
        )
    files = (*rules.files, *written.files) if written.files else ()
    notes = (*rules.notes, *written.notes)
    return Conversion(files, notes, rules.problems, rules.differences)


def _written(to: str, hooks: Sequence[DialectHook], existing: Existing) -> Written:
    if not hooks:
        return Written()
    return DIALECTS[to].write(hooks, existing(DIALECTS[to].path))


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
    above = named.removesuffix("/" + own) if named.endswith("/" + own) else _above(dialect, named)
    return Place(above, (named,))


def _files(dialect: str, root: str) -> list[str]:
    patterns = (
        DIALECTS[dialect].path,
        *(DIALECT_SPECS[dialect].reads if dialect != CURSOR else ()),
    )
    others = {os.path.join(root, other.path) for name, other in DIALECTS.items() if name != dialect}
    found = [
        path
        for pattern in patterns
        for path in sorted(glob.glob(pattern, root_dir=root, include_hidden=True))
    ]
    whole = [os.path.join(root, path) for path in dict.fromkeys(found)]
    return [path for path in whole if path not in others and os.path.isfile(path)]


def _above(dialect: str, file: str) -> str:
    """The project of a file by the folder of the tool it lies in; the present folder where it lies
    in none.
    """
    folder = "/" + DIALECTS[dialect].path.split("/")[0] + "/"
    return file.rpartition(folder)[0] or os.path.abspath(".")
