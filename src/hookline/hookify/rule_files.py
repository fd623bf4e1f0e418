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
    """One rule file: its path from the workspace, NAME of `hookify.NAME.local.md`, and what it says."""

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
    try:
        names = sorted(os.listdir(os.path.join(root, CLAUDE)))
    except OSError as error:
        remedy = f"name the workspace whose {CLAUDE} holds hookify.NAME.local.md"
        problem = f"{_shown(os.path.join(root, CLAUDE))} cannot be looked into: {os.strerror(error.errno or 0)}"
        return Found(root, problems=(_problem("no-rules", CLAUDE, 1, problem, remedy),))
    read = [_read(root, name) for name in names if RULE.fullmatch(name)]
    return Found(
        root,
        tuple(one for one in read if isinstance(one, Text)),
        tuple(
            _passed_over(name)
            for name in names
            if _ALMOST.fullmatch(name) and not RULE.fullmatch(name)
        ),
        tuple(one for one in read if isinstance(one, Problem)),
    )


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
    sentence = "hookify reads only files that end in .local.md: this one is not a rule for it, and is left out"
    return Note(LOST, "file", sentence, f"{CLAUDE}/{_shown(name)}", 0)


def _problem(code: str, file: str, line: int, problem: str, remedy: str) -> Problem:
    return Problem(code, ERROR, file, line, 1, 1, "", problem, remedy, "hookify")


def _shown(name: str) -> str:
    """A file name as text that can be printed and written, whatever bytes it has."""
    return name.encode("utf-8", "replace").decode()
