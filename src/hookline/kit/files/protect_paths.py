"""Words of a command → the protected files they lead to, from every folder the command may be
in.
"""

from __future__ import annotations

import os
import re

from hookline.kit.files.protected_files import Protected

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
        self._known: dict[tuple[str, bool], str] = {}

    def named_folder(self, word: Word) -> str:
        """What a folder of this name is there to hold; empty when nothing protected."""
        return _first(map(self.protected.named_folder, self.paths(word.text or "")))

    def belongs(self, word: Word, removes: bool = False) -> tuple[str, bool]:
        """What a word belongs to, and whether that is certain; empty when it is nothing
        protected.
        """
        if word.text is None:
            return self._computed(word, removes)
        is_option = word.text.startswith(("-", "of="))
        paths = self.paths(word.text.rpartition("=")[2] if is_option else word.text)
        return _first(self._why(path, removes) for path in paths), True

    def _why(self, path: str, removes: bool) -> str:
        """What a path belongs to, or with `removes` holds; looked up once."""
        if (path, removes) not in self._known:
            what = self.protected.why(path) or (self.protected.holds(path) if removes else "")
            self._known[path, removes] = what
        return self._known[path, removes]

    def _computed(self, word: Word, removes: bool) -> tuple[str, bool]:
        """A word with holes: by the end or the beginning that is known, else by what it could
        be.
        """
        certain = self._by_end(word) or self._by_folder(word)
        if certain:
            return certain, True
        if _is_own_variable(word):
            return "", False
        word = word.without_start("./" if word.start.startswith("./") else "")
        places = self.protected.places.items()
        return _first(what for place, what in places if self._leads(word, place, removes)), False

    def _by_end(self, word: Word) -> str:
        """By the end, where it begins with a slash: `$X/.cursor/hooks.json`."""
        last = word.pieces[-1]
        if not isinstance(last, str) or not last.startswith("/"):
            return ""
        return self.protected.why("/any" + last)

    def _by_folder(self, word: Word) -> str:
        """By the folder that is known: `.cursor/hooks/$X`."""
        folder = os.path.dirname(word.start)
        return _first(map(self.protected.why, self.paths(folder))) if folder else ""

    def _leads(self, word: Word, place: str, removes: bool) -> bool:
        """Whether a word could turn out to be a place, however that is written."""
        return any(_could_be(word, name) for name in self._spellings(place, removes))

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


def _is_own_variable(word: Word) -> bool:
    """A variable of the person's own, and nothing else: nothing says where it leads."""
    if word.known_text.strip("/ ") or word.computed:
        return False
    return not all(hole.file_name for hole in word.holes)


def _first(texts: Iterable[str]) -> str:
    """The first that is not empty; empty when all are."""
    return next(filter(None, texts), "")


def _bases(calls: Iterable[Call], cwd: str) -> Iterator[str]:
    """The folders that words may be seen from: where it starts, and wherever it goes on the way."""
    folders = [cwd]
    for call in calls:
        for text in _moves(call):
            if text and "\0" not in text and len(folders) < _MOST_BASES:
                folders += [os.path.join(base, os.path.expanduser(text)) for base in folders]
    return iter(dict.fromkeys(map(os.path.normpath, folders)))


def _moves(call: Call) -> tuple[str | None, ...]:
    """The folders that a call goes to."""
    if call.program in ("cd", "pushd", "chdir"):
        return call.plain()[:1]
    return tuple(call.options("-C", "--chdir", "--directory"))


def _could_be(word: Word, name: str) -> bool:
    """Whether a word could turn out to be this path. A wildcard stands for no slash, and for no dot
    at the beginning.
    """
    return not _is_ruled_out(word, name) and word.could_be(name)


def _is_ruled_out(word: Word, name: str) -> bool:
    if not all(hole.file_name for hole in word.holes):
        return False
    is_hidden = name.startswith(".") and not word.start
    return is_hidden or name.count("/") != word.known_text.count("/")
