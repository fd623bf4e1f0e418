"""The nouns of a conversion: a hook in neutral words, what reading a file gives, what writing
gives, and a row of the table.

The neutral words are Cursor's: its events, its matchers (unanchored regular expressions on its own
tool names), seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hookline.dialects.note import Note
from hookline.model import Problem
from hookline.spec.dialect_row import DialectSpec
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.entry_keys import DEFAULT_LOOP_LIMIT, DEFAULT_TIMEOUT_S
from hookline.spec.events import EVENTS

CURSOR = "cursor"
#: What a written file is for. Hooks are added to a configuration; the others are Hookline's own.
CONFIGURATION, ADAPTER, SCRIPT, RULES = "configuration", "adapter", "script", "rules"


class DialectHook(NamedTuple):
    """One hook, whoever's it was: what to run, when, and in whose words it speaks."""

    event: str  # Cursor's name
    command: str  # for a prompt hook, the prompt
    type: str = "command"  # or "prompt"
    matcher: str | None = None  # in Cursor's meaning; None: everything
    timeout_s: float = DEFAULT_TIMEOUT_S["command"]
    fail_closed: bool = False
    loop_limit: int | None = DEFAULT_LOOP_LIMIT
    model: str | None = None
    speaks: str = CURSOR  # the dialect of the payload its command reads and of the answer it gives
    native_event: str = ""  # what that dialect calls the event; empty for Cursor's own
    native_matcher: str | None = None  # the matcher as that dialect writes it
    number: int = 1  # among the hooks of this event, from 1
    pointer: str = ""  # where it stands in its file, for notes
    file: str = ""
    line: int = 0

    @property
    def is_gate(self) -> bool:
        """Whether it can block the action at Cursor's event."""
        return EVENTS[self.event].gate is not None

    @property
    def can_ask(self) -> bool:
        """Whether it has a word for asking a person."""
        if self.speaks == CURSOR:
            return self.type == "command" and EVENTS[self.event].ask == "host"
        return can_ask(DIALECT_SPECS[self.speaks], self.native_event)

    @property
    def can_change_input(self) -> bool:
        """Whether another tool's hook has a word for running the tool with another input."""
        spoken = DIALECT_SPECS.get(self.speaks)
        if spoken is None or spoken.natives[self.native_event].kind != "tool":
            return False
        return "input" in spoken.says

    def note(self, kind: str, about: str, sentence: str, *, gate: bool = False) -> Note:
        """A note on this hook, at its place in its file."""
        pointer = self.pointer or f"/hooks/{self.event}/{self.number - 1}"
        return Note(kind, pointer, sentence, self.file, self.line, gate, self.event, about)


def can_ask(spec: DialectSpec, native_event: str) -> bool:
    """Whether hooks of this tool can have a person asked at this event of theirs."""
    return "ask" in spec.says and spec.natives[native_event].kind == "tool"


class Read(NamedTuple):
    """What a file says: the hooks that have a counterpart, what became of everything in it, what is
    wrong with it.
    """

    hooks: tuple[DialectHook, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()


class WrittenFile(NamedTuple):
    """One file to write, its path from the project's root."""

    path: str
    text: str
    role: str = CONFIGURATION

    @property
    def executable(self) -> bool:
        return self.role in (ADAPTER, SCRIPT)


class Written(NamedTuple):
    """The files that say the same in another dialect, and what became of every hook."""

    files: tuple[WrittenFile, ...] = ()
    notes: tuple[Note, ...] = ()
    refused: bool = False  # the file that is there cannot be added to


class Dialect(NamedTuple):
    """One tool whose hooks can be read and written.

    `path` is its configuration file in a project. `read` takes a text and the path to name in
    notes; it never raises on any text. `write` takes hooks and the present text of the file at
    `path` (empty where there is none): other settings in it and hooks that Hookline did not write
    stay.
    """

    name: str
    title: str
    path: str
    read: Callable[[str, str], Read]
    write: Callable[[Sequence[DialectHook], str], Written]
