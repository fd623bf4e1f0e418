"""Understanding a shell command: every program it runs, by parsing it and following what can be
followed.

    reading = read("sudo sh -c 'git push'")
    reading.runs("git push")                    # yes

Never a plain no where something is computed: then the answer is *unknown*, with the reason. It runs
nothing and opens no file. Needs tree-sitter (`pip install 'hookline[kit]'`), which is imported when
something is read.
"""

from __future__ import annotations

# Loaded first: a module that is loaded later would take the place of the function of the same name.
from hookline.shell import reader as _reader
from hookline.shell.command_match import answer
from hookline.shell.command_pattern import NO, UNKNOWN, YES, Pattern
from hookline.shell.state import Call, State

__all__ = ["Call", "Reading", "Runs", "read"]


class Runs:
    """The answer to "does it run this?". True unless it is a plain no, so that `if event.runs(…)`
    errs on the safe side.
    """

    __slots__ = ("reason", "word")

    def __init__(self, word: str, reason: str = "") -> None:
        self.word, self.reason = word, reason

    def __bool__(self) -> bool:
        return self.word != NO

    def __eq__(self, other: object) -> bool:
        return self.word == (other.word if isinstance(other, Runs) else other)

    def __hash__(self) -> int:
        return hash(self.word)

    def __repr__(self) -> str:
        return self.word

    @property
    def yes(self) -> bool:
        """It certainly runs."""
        return self.word == YES

    @property
    def no(self) -> bool:
        """It certainly does not run."""
        return self.word == NO

    @property
    def unknown(self) -> bool:
        """It cannot be told; `reason` says why."""
        return self.word == UNKNOWN


class Reading:
    """A command line that was read: the calls it makes, and what could not be told."""

    def __init__(self, state: State) -> None:
        self.calls: tuple[Call, ...] = tuple(state.calls)
        self.unknown: tuple[str, ...] = tuple(state.unknown)
        self._state = state

    def runs(self, *wanted: str) -> Runs:
        """Whether any of these runs: `runs("git push", "git reset --hard")`."""
        answers = [Runs(*answer(self._state, Pattern.parse(one))) for one in wanted]
        for word in (YES, UNKNOWN):
            for one in answers:
                if one.word == word:
                    return one
        return Runs(NO)


def read(command: str) -> Reading:
    """Read a command line. Raises ImportError, with the remedy, when tree-sitter is not installed."""
    return Reading(_reader.read(command))
