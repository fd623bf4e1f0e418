"""`Note`: what became of one piece of another tool's configuration, as a value that can be printed,
stored and compared.

Programs decide by the columns; the sentence is for people only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

KEPT, CHANGED, LOST = "kept", "changed", "lost"
#: What a note can be about.
EVENT, MATCHER, COMMAND, OPTION, TIMEOUT = "event", "matcher", "command", "option", "timeout"
BLOCKING, ASK, FAIL_CLOSED, ANSWER = "blocking", "ask", "failClosed", "answer"
FILE, EARLIER, TWICE = "file", "earlier", "twice"


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
    event: str = ""  # the Cursor event it concerns, if it concerns one
    about: str = ""  # one of the words above

    def as_dict(self) -> dict[str, Any]:
        """The note as `--json` prints it."""
        return self._asdict()


def loses_a_gate(notes: Iterable[Note]) -> bool:
    """Whether something that could block is not what it was: what `--strict` exits 1 for."""
    return any(note.gate and note.kind == LOST for note in notes)
