"""What is known while a command line is read: variables, functions, aliases, files written; and
what was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hookline.shell.word import ANY_WORDS, COMPUTED, Word, either, known

if TYPE_CHECKING:
    from tree_sitter import Node

    from hookline.shell.reader import Reader

#: So much is read of one command line; beyond it nothing is certain.
MOST_CALLS = 2000
MOST_STEPS = 20_000
MOST_WORDS = 20_000
MOST_ELEMENTS = 500
DEEPEST = 24


class Call(NamedTuple):
    """One program being run. `code` is what it was handed to run or to read, in `language`."""

    words: tuple[Word, ...]
    language: str = ""
    code: Word | None = None

    @property
    def program(self) -> str | None:
        """The program's name without its folder; None when it is computed."""
        return self.words[0].base().text if self.words else None

    @property
    def texts(self) -> tuple[str | None, ...]:
        """Its words; None for each that is computed."""
        return tuple(word.text for word in self.words)

    def plain(self, *with_value: str) -> tuple[str | None, ...]:
        """Its arguments that are no options, nor the values of options that take the next word,
        which are named here.
        """
        texts: list[str | None] = []
        is_value = only_words = False
        for word in self.words[1:]:
            if is_value:
                is_value = False
            elif only_words or not word.start.startswith("-") or word.text == "-":
                texts.append(word.text)
            elif word.text == "--":
                only_words = True
            else:
                is_value = word.text in with_value
        return tuple(texts)

    def options(self, *names: str) -> tuple[str | None, ...]:
        """The values given to an option under any of its names: `-n x`, `-nx`, `--name x`,
        `--name=x`. None: computed.
        """
        values: list[str | None] = []
        for word, text, next_text in zip(
            self.words[1:], self.texts[1:], (*self.texts[2:], None), strict=False
        ):
            if text == "--":
                break
            for name in names:
                attached_to = f"{name}=" if name.startswith("--") else name
                if text == name:
                    values.append(next_text)
                elif word.start.startswith(attached_to):
                    values.append(text and text.removeprefix(attached_to).removeprefix("="))
        return tuple(values)

    def has(self, *names: str) -> bool:
        """Whether one of these options is there for certain; a short one also in a cluster: `-f` in
        `-rf`.
        """
        for text in self.texts[1:]:
            if text == "--":
                return False
            if text is not None and any(_has_option(text, name) for name in names):
                return True
        return False


def _has_option(text: str, name: str) -> bool:
    """Whether a word is an option, has a value attached to it, or has its letter among others."""
    in_cluster = len(name) == 2 and text[:1] == "-" and text[:2] != "--"
    return text.split("=")[0] == name or (in_cluster and name[1] in text)


class Before(NamedTuple):
    """What was known at some point."""

    variables: dict[str, Word]
    arrays: dict[str, list[Word]]
    files: dict[str, Word]
    arguments: list[Word] | None


class State:
    """Grows while a command line is read."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.unknown: list[str] = []  # why something cannot be told, a phrase each
        self.variables: dict[str, Word] = {}
        self.arrays: dict[str, list[Word]] = {}
        self.arguments: list[Word] | None = None  # $1, $2, …; None: not known
        self.functions: dict[str, tuple[Reader, Node]] = {}
        #: Functions nobody has called, by the place of the body: a name may be given twice.
        self.uncalled: dict[int, tuple[Reader, Node]] = {}
        self.aliases: dict[str, Word] = {}
        self.git_aliases: dict[str, Word] = {}
        self.files: dict[str, Word] = {}  # written here: path → content
        self.made: dict[str, set[str]] = {}  # the same: name without folder → paths
        #: Every variable that was set, for one command or for all behind it.
        self.settings: list[tuple[str, Word]] = []
        self.somewhere: list[Word] = []  # contents written here to paths that are not known
        self.programs: dict[str, Word] = {}  # copied or linked here: path → program
        #: What a script gets to read, where nothing else is given to its commands.
        self.stdin: Word | None = None
        self.splits_otherwise = False  # IFS was set
        self.depth = 0
        self.steps = 0
        self.words = 0

    def variable(self, name: str) -> Word:
        """What a variable holds, as far as this command line says."""
        if name in self.variables:
            return self.variables[name]
        if name in self.arrays:
            return self.arrays[name][0] if self.arrays[name] else Word()
        if name == "IFS":
            return known(" ")
        if name != "0" and name.isdigit() and self.arguments is not None:
            return self._argument(int(name), self.arguments)
        return Word((ANY_WORDS,))

    def _argument(self, number: int, arguments: list[Word]) -> Word:
        """`$1`, `$2`, …: empty where there are not so many."""
        return arguments[number - 1] if 0 < number <= len(arguments) else Word()

    def cannot_tell(self, why: str) -> None:
        """Something runs, or may run, that cannot be read."""
        if why not in self.unknown:
            self.unknown.append(why)

    def add(self, call: Call) -> bool:
        """Note a call; False when there are too many to go on."""
        self.words += len(call.words)
        if len(self.calls) >= MOST_CALLS or self.words > MOST_WORDS:
            self.cannot_tell("there are too many commands to read them all")
            return False
        self.calls.append(call)
        return True

    def step(self) -> bool:
        """Count a step; False when it has gone on for too long, as with a function that calls
        itself twice.
        """
        self.steps += 1
        if self.steps > MOST_STEPS:
            self.cannot_tell("there is too much to read")
        return self.steps <= MOST_STEPS

    def write(self, path: str | None, content: Word, *, append: bool = False) -> None:
        """A file is written; None: one whose path is not known."""
        if path is None:
            self.somewhere.append(content)
            return
        self.programs.pop(path, None)
        self.made.setdefault(path.rpartition("/")[2], set()).add(path)
        if append and path in self.files:
            self.files[path] = Word((*self.files[path].pieces, "\n", *content.pieces))
        else:
            self.files[path] = content

    def made_here(self) -> list[tuple[str, Word]]:
        """The files that were written here, but for copies of what was there before."""
        return [(path, text) for path, text in self.files.items() if not text.was_there]

    def kept(self) -> Before:
        """What a branch, a subshell or a function may change, as it is now."""
        return Before(dict(self.variables), dict(self.arrays), dict(self.files), self.arguments)

    def leave(self, before: Before) -> None:
        """Out of a subshell: its variables are gone, its files are there."""
        self.variables = before.variables
        self.arrays = before.arrays
        self.arguments = before.arguments

    def merge(self, before: Before, *, files: bool = True) -> None:
        """Behind something that may not have happened, or not here: what it changed is one or the
        other.
        """
        self._merge_variables(before)
        for name, words in before.arrays.items():
            if self.arrays.get(name) is not words:
                self.arrays.pop(name, None)
                self.variables[name] = Word((COMPUTED,))
        if files:
            self._merge_files(before)
        if self.arguments is not before.arguments:
            self.arguments = None

    def _merge_variables(self, before: Before) -> None:
        for name in self.variables.keys() | before.variables.keys():
            old, new = before.variables.get(name), self.variables.get(name)
            if old is not new:
                self.variables[name] = either(old, new)

    def _merge_files(self, before: Before) -> None:
        for path, content in before.files.items():
            if self.files.get(path) is not content:
                self.files[path] = Word((COMPUTED,))
