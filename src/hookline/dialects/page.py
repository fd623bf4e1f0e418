"""The notes of a conversion ↔ CONVERSION.md, the page beside what was written: one section for each
pair of dialects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from hookline.dialects.note import CHANGED, KEPT, LOST, Note

NAME = "CONVERSION.md"
_HEAD = """\
# What became of converted hooks

Written by `hookline convert`; a section is written anew when its hooks are converted again.
"""
_SECTION = re.compile(r"^## ", re.MULTILINE)


def is_ours(text: str) -> bool:
    """Whether a page was written here."""
    return text.startswith(_HEAD.splitlines()[0])


def page(existing: str, title: str, notes: Iterable[Note], differences: Iterable[Note] = ()) -> str:
    """The page with this section; the sections of other conversions stay."""
    others = [
        section for section in _SECTION.split(existing)[1:] if section.splitlines()[0] != title
    ]
    sections = [
        section.rstrip() + "\n" for section in (*others, _section(title, notes, differences))
    ]
    return _HEAD + "".join(f"\n## {section}" for section in sections)


def _section(title: str, notes: Iterable[Note], differences: Iterable[Note]) -> str:
    notes, differences = list(notes), list(differences)
    text = f"{title}\n\n{summary(notes)}\n\n{_table(notes)}"
    if not differences:
        return text
    return f"{text}\n\nWhere hookify's own reading differs:\n\n{_table(differences)}"


def _table(notes: list[Note]) -> str:
    return "\n".join(["| | Where | What |", "|---|---|---|", *map(_row, notes)])


def _row(note: Note) -> str:
    kind = f"**{LOST}**" if note.kind == LOST else note.kind
    return f"| {kind} | {_cell(place(note))} | {_cell(note.sentence)} |"


def _cell(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return re.sub(r"([\\|<>`*\[\]])", r"\\\1", shown).encode("utf-8", "replace").decode()


def place(note: Note) -> str:
    """`.claude/settings.json:6 /hooks/Stop/0`."""
    where = f"{note.file}:{note.line}" if note.file and note.line else note.file
    return f"{where} {note.pointer}".strip()


def summary(notes: Iterable[Note]) -> str:
    """`3 kept, 1 changed, 1 lost. 1 of the lost is about something that could block.`"""
    notes = list(notes)
    kinds = Counter(note.kind for note in notes)
    numbers = ", ".join(f"{kinds[kind]} {kind}" for kind in (KEPT, CHANGED, LOST))
    gates = sum(note.gate and note.kind == LOST for note in notes)
    if not gates:
        return f"{numbers}."
    are = "is" if gates == 1 else "are"
    return f"{numbers}. {gates} of the lost {are} about something that could block."
