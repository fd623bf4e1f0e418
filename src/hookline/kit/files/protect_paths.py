"""Words of a command → the protected files they lead to, from every folder the command may be in."""

from __future__ import annotations

import os
import re

from hookline.kit.files.protected import Protected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hookline.shell import Call
    from hookline.shell.word import Word

_SHELL_TEXT = re.compile(r"[;|&\n]")
_MOST_BASES = 8


class Words:
    """The words of one command, seen from where it runs."""

    def __init__(self, calls: Iterable[Call], cwd: str, protected: Protected) -> None:
        self.protected = protected
        self.bases = list(_bases(calls, cwd))

    def named_folder(self, word: Word) -> str:
        """What a folder of this name is there to hold; empty when nothing protected."""
        return next(filter(None, map(self.protected.named_folder, self.paths(word.text or ""))), "")

    def belongs(self, word: Word, removes: bool = False) -> tuple[str, bool]:
        """What a word belongs to, and whether that is certain; empty when it is nothing protected."""
        if word.text is None:
            return self._computed(word, removes)
        text = word.text.rpartition("=")[2] if word.text.startswith(("-", "of=")) else word.text
        for path in self.paths(text):
            found = self.protected.why(path) or (self.protected.holds(path) if removes else "")
            if found:
                return found, True
        return "", False

    def _computed(self, word: Word, removes: bool) -> tuple[str, bool]:
        """A word with holes: by the end or the beginning that is known, else by what it could be."""
        last = word.pieces[-1]
        if (
            isinstance(last, str)
            and last.startswith("/")
            and (found := self.protected.why("/any" + last))
        ):
            return found, True
        folder = os.path.dirname(word.start)
        if folder and (
            found := next(filter(None, map(self.protected.why, self.paths(folder))), "")
        ):
            return found, True
        if (
            not word.known_text.strip("/ ")
            and not word.computed
            and not all(hole.file_name for hole in word.holes)
        ):
            return "", False  # a variable of the person's own: nothing says that it leads there
        word = word.without_start("./" if word.start.startswith("./") else "")
        for place, what in self.protected.places.items():
            if any(_could_be(word, name) for name in self._spellings(place, removes)):
                return what, False
        return "", False

    def paths(self, text: str) -> list[str]:
        """Where a word may lead; nowhere when it is no path."""
        if not text or "\0" in text or _SHELL_TEXT.search(text):
            return []
        return [os.path.join(base, os.path.expanduser(text)) for base in self.bases]

    def _spellings(self, place: str, removes: bool) -> Iterator[str]:
        """A place as it may be written; with `removes` also each folder it is in, below where the
        command runs.
        """
        yield place
        for base in self.bases:
            name = os.path.relpath(place, base.casefold())
            while name not in ("", "..") and not name.startswith("../"):
                yield name
                name = os.path.dirname(name) if removes else ""


def _bases(calls: Iterable[Call], cwd: str) -> Iterator[str]:
    """The folders that words may be seen from: where it starts, and wherever it goes on the way."""
    found = [cwd]
    for call in calls:
        moves = (
            call.plain()[:1]
            if call.program in ("cd", "pushd", "chdir")
            else call.options("-C", "--chdir", "--directory")
        )
        for text in moves:
            if text and "\0" not in text and len(found) < _MOST_BASES:
                found += [os.path.join(base, os.path.expanduser(text)) for base in found]
    return iter(dict.fromkeys(map(os.path.normpath, found)))


def _could_be(word: Word, name: str) -> bool:
    """Whether a word could turn out to be this path. A wildcard stands for no slash, and for no dot
    at the beginning.
    """
    if all(hole.file_name for hole in word.holes):
        hidden = name.startswith(".") and not word.start
        if name.count("/") != word.known_text.count("/") or hidden:
            return False
    return word.could_be(name)
