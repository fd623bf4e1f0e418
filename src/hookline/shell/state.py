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
MOST_WORDS = 60_000
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
        found: list[str | None] = []
        skip, only_words = False, False
        for word in self.words[1:]:
            if skip:
                skip = False
            elif only_words or not word.start.startswith("-") or word.text == "-":
                found.append(word.text)
            elif word.text == "--":
                only_words = True
            else:
                skip = word.text in with_value
        return tuple(found)

    def options(self, *names: str) -> tuple[str | None, ...]:
        """The values given to an option under any of its names: `-n x`, `-nx`, `--name x`,
        `--name=x`. None: computed.
        """
        found: list[str | None] = []
        for at, word in enumerate(self.words[1:], 1):
            if word.text == "--":
                break
            for name in names:
                rest = word.start.removeprefix(f"{name}=" if name.startswith("--") else name)
                if word.text == name:
                    found.append(self.words[at + 1].text if at + 1 < len(self.words) else None)
                elif rest != word.start:
                    found.append(None if word.text is None else rest.removeprefix("="))
        return tuple(found)

    def has(self, *names: str) -> bool:
        """Whether one of these options is there for certain; a short one also in a cluster: `-f` in `-rf`."""
        for text in self.texts[1:]:
            if text == "--":
                break
            for name in names:
                in_cluster = (
                    len(name) == 2 and text is not None and text[:1] == "-" and text[:2] != "--"
                )
                if text is not None and (
                    text.split("=")[0] == name or (in_cluster and name[1] in text)
                ):
                    return True
        return False


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
        self.uncalled: dict[
            int, tuple[Reader, Node]
        ] = {}  # by the body's place: a name may be given twice
        self.aliases: dict[str, Word] = {}
        self.git_aliases: dict[str, Word] = {}
        self.files: dict[str, Word] = {}  # written here: path → content
        self.made: dict[str, set[str]] = {}  # the same: name without folder → paths
        self.somewhere: list[Word] = []  # contents written here to paths that are not known
        self.programs: dict[str, Word] = {}  # copied or linked here: path → program
        self.stdin: Word | None = (
            None  # what a script gets to read, where nothing else is given to its commands
        )
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
            index = int(name) - 1
            return self.arguments[index] if 0 <= index < len(self.arguments) else Word()
        return Word((ANY_WORDS,))

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

    def kept(self) -> Before:
        """What a branch, a subshell or a function may change, as it is now."""
        return Before(dict(self.variables), dict(self.arrays), dict(self.files), self.arguments)

    def leave(self, before: Before) -> None:
        """Out of a subshell: its variables are gone, its files are there."""
        self.variables, self.arrays, self.arguments = (
            before.variables,
            before.arrays,
            before.arguments,
        )

    def merge(self, before: Before, *, files: bool = True) -> None:
        """Behind something that may not have happened, or not here: what it changed is one or the other."""
        for name in self.variables.keys() | before.variables.keys():
            old, new = before.variables.get(name), self.variables.get(name)
            if old is not new:
                self.variables[name] = either(old, new)
        for name, words in before.arrays.items():
            if self.arrays.get(name) is not words:
                self.arrays.pop(name, None)
                self.variables[name] = Word((COMPUTED,))
        for path, content in before.files.items() if files else ():
            if self.files.get(path) is not content:
                self.files[path] = Word((COMPUTED,))
        if self.arguments is not before.arguments:
            self.arguments = None
