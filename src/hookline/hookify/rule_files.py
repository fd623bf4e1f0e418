"""A folder → the texts of its hookify rules, in the order of their names, and what stands in the
way. Never raises.

hookify reads `.claude/hookify.*.local.md` and nothing else, so a file that only looks like a rule
is told about, not read.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from hookline.config.codes import ERROR
from hookline.config.disk import Unreadable, read_config
from hookline.dialects.note import LOST, Note
from hookline.model import Problem

CLAUDE = ".claude"
RULE = re.compile(r"hookify\.(?P<slug>.*)\.local\.md", re.DOTALL)
_ALMOST = re.compile(r"hookify\..*\.md", re.DOTALL)


class Text(NamedTuple):
    """One rule file: its path from the workspace, NAME of `hookify.NAME.local.md`, and its text."""

    file: str
    slug: str
    text: str


class Found(NamedTuple):
    """What a folder holds."""

    root: str  # the workspace
    texts: tuple[Text, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()


def find(folder: str) -> Found:
    """The rules of a workspace; its `.claude` may be named as well."""
    named = os.path.abspath(folder)
    root = os.path.dirname(named) if os.path.basename(named) == CLAUDE else named
    folder = os.path.join(root, CLAUDE)
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        remedy = f"name the workspace whose {CLAUDE} holds hookify.NAME.local.md"
        problem = f"{_shown(folder)} cannot be read: {os.strerror(error.errno or 0)}"
        return Found(root, problems=(_problem("no-rules", CLAUDE, 1, problem, remedy),))
    texts: list[Text] = []
    notes: list[Note] = []
    problems: list[Problem] = []
    for name in names:
        if RULE.fullmatch(name):
            read = _read(root, name)
            texts += [read] if isinstance(read, Text) else []
            problems += [read] if isinstance(read, Problem) else []
        elif _ALMOST.fullmatch(name):
            notes.append(_passed_over(name))
    return Found(root, tuple(texts), tuple(notes), tuple(problems))


def _read(root: str, name: str) -> Text | Problem:
    file = f"{CLAUDE}/{_shown(name)}"
    found = read_config(os.path.join(root, CLAUDE, name), 0.0)
    if found is None:
        return _problem(
            "unreadable", file, 1, "it was removed while the folder was read", "convert again"
        )
    if isinstance(found, Unreadable):
        return _problem(found.code, file, found.line, found.problem, found.remedy)
    matched = RULE.fullmatch(name)
    return Text(file, _shown(matched["slug"]) if matched else "", found.text)


def _passed_over(name: str) -> Note:
    sentence = (
        "hookify reads only files that end in .local.md: this one is no rule, and is left out"
    )
    return Note(LOST, "file", sentence, f"{CLAUDE}/{_shown(name)}", 0)


def _problem(code: str, file: str, line: int, problem: str, remedy: str) -> Problem:
    return Problem(code, ERROR, file, line, 1, 1, "", problem, remedy, "hookify")


def _shown(name: str) -> str:
    """A file name as text that can be printed and written, whatever bytes it has."""
    return name.encode("utf-8", "replace").decode()
