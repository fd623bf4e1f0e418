"""Understanding a shell command: every program it runs, by parsing it and following what can be
followed.

    reading = read("sudo sh -c 'git push'")
    reading.runs("git push")                    # yes

Never a plain no where something is computed: then the answer is *unknown*, with the reason. It runs
nothing and opens no file. Needs tree-sitter (`pip install 'hookline[kit]'`), which is imported when
something is read, and so is the reader: `footprint` of this package needs neither for most commands.
"""

from __future__ import annotations

from functools import lru_cache

from hookline.shell.command_pattern import NO, UNKNOWN, YES, parsed
from hookline.shell.state import Call, State
from hookline.shell.word import Word

__all__ = ["Call", "Reading", "Runs", "read"]


class Runs:
    """The answer to "does it run this?". True unless it is a plain no, so that `if event.runs(…)`
    errs on the safe side.
    """

    __slots__ = ("reason", "word")

    def __init__(self, word: str, reason: str = "") -> None:
        self.word = word
        self.reason = reason

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
    """A command line that was read: the calls it makes, the variables it sets, the files it writes,
    and what could not be told.

    It is read once; what was asked for is remembered, so that many guards may ask the same.
    """

    def __init__(self, state: State) -> None:
        from hookline.shell.command_match import CallFacts

        self.calls: tuple[Call, ...] = tuple(state.calls)
        self.unknown: tuple[str, ...] = tuple(state.unknown)
        self.settings: tuple[tuple[str, Word], ...] = tuple(state.settings)
        self.files: dict[str, Word] = dict(state.made_here())
        self._facts = [CallFacts(call) for call in self.calls]
        self._answers: dict[str, Runs] = {}

    def runs(self, *patterns: str) -> Runs:
        """Whether any of these runs: `runs("git push", "git reset --hard")`."""
        answers = [self._answer(pattern) for pattern in patterns]
        for word in (YES, UNKNOWN):
            for answer in answers:
                if answer.word == word:
                    return answer
        return Runs(NO)

    def _answer(self, pattern: str) -> Runs:
        answer = self._answers.get(pattern)
        if answer is None:
            from hookline.shell.command_match import verdict_on

            answer = Runs(*verdict_on(self._facts, self.unknown, parsed(pattern)))
            self._answers[pattern] = answer
        return answer


def read(command: str) -> Reading:
    """Read a command line. Raises ImportError, with the remedy, when tree-sitter is not installed.

    Several guards in one process share the reading of the last few commands.
    """
    return _recent(command)


@lru_cache(maxsize=8)
def _recent(command: str) -> Reading:
    from hookline.shell import reader

    return Reading(reader.read(command))
