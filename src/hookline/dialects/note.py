"""`Note`: what became of one piece of another tool's configuration, as a value that can be printed,
stored and compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

KEPT, CHANGED, LOST = "kept", "changed", "lost"


class Note(NamedTuple):
    """One note: kept, changed or lost; of what (a JSON pointer, or a field of a rule); and the
    sentence that says how.
    """

    kind: str
    pointer: str
    sentence: str
    file: str = ""
    line: int = 0
    gate: bool = False  # something that could block is concerned: `--strict` counts it

    def as_dict(self) -> dict[str, Any]:
        """The note as `--json` prints it."""
        return self._asdict()


def loses_a_gate(notes: Iterable[Note]) -> bool:
    """Whether something that could block is not what it was: what `--strict` exits 1 for."""
    return any(note.gate and note.kind == LOST for note in notes)
