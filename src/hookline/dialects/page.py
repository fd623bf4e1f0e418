"""The notes of a conversion ↔ CONVERSION.md, the page beside what was written: one section for each
pair of dialects.
"""

from __future__ import annotations

import re
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
    found = list(notes)
    text = f"{title}\n\n{summary(found)}\n\n{_table(found)}"
    differing = list(differences)
    return (
        f"{text}\n\nWhere hookify's own reading differs:\n\n{_table(differing)}"
        if differing
        else text
    )


def _table(notes: list[Note]) -> str:
    rows = [
        f"| {'**lost**' if one.kind == LOST else one.kind} | {_cell(place(one))} | {_cell(one.sentence)} |"
        for one in notes
    ]
    return "\n".join(["| | Where | What |", "|---|---|---|", *rows])


def _cell(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return re.sub(r"([\\|<>`*\[\]])", r"\\\1", shown).encode("utf-8", "replace").decode()


def place(note: Note) -> str:
    """`.claude/settings.json:6 /hooks/Stop/0`."""
    where = f"{note.file}:{note.line}" if note.file and note.line else note.file
    return f"{where} {note.pointer}".strip()


def summary(notes: Iterable[Note]) -> str:
    """`3 kept, 1 changed, 1 lost. 1 of them is about something that could block.`"""
    found = list(notes)
    numbers = ", ".join(
        f"{sum(note.kind == kind for note in found)} {kind}" for kind in (KEPT, CHANGED, LOST)
    )
    gates = sum(note.gate and note.kind == LOST for note in found)
    if not gates:
        return f"{numbers}."
    return f"{numbers}. {gates} of the lost {'is' if gates == 1 else 'are'} about something that could block."
