"""Redirections: what comes in through `<`, here-strings and here-documents, and what files are
written.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hookline.shell.assignments import Assignments
from hookline.shell.grammar import IN_WORDS, children_of
from hookline.shell.state import State
from hookline.shell.word import A_FILE, COMPUTED, Word, known

if TYPE_CHECKING:
    from tree_sitter import Node

_WRITES = frozenset((">", ">>", ">|", "&>", "&>>", ">&"))
_APPENDS = frozenset((">>", "&>>"))
_ENDS_A_WORD = (b"", b" ", b"\t", b"\n", b"\r", b";", b"&", b"|", b"<", b">", b")")
#: Parts of a here-document that are neither its text nor a command behind it.
_NO_COMMANDS = IN_WORDS | {"heredoc_end", "file_descriptor", "file_redirect"}
#: What nobody wrote down before: a device, another process, the network.
_NO_FILES = ("/dev/", "/proc/")


class Redirections(Assignments):
    """Reads redirections. `walk` is the reader's."""

    def stdin(self, redirect: Node, stdin: Word | None, rest: list[Node]) -> Word | None:
        """What the command gets to read behind this redirection; what stands behind a here-document
        goes into `rest`.
        """
        if redirect.type == "herestring_redirect":
            return self.value(redirect.named_children[-1]) if redirect.named_children else stdin
        if redirect.type == "heredoc_redirect":
            return self._heredoc(redirect, rest)
        signs = {child.type for child in redirect.children}
        destination = redirect.child_by_field_name("destination")
        if "<" in signs:
            return content(self.state, self.value(destination))
        if "<&" in signs:
            return Word((COMPUTED,))
        self.value(destination)
        return stdin

    def _heredoc(self, redirect: Node, rest: list[Node]) -> Word:
        """The text of a here-document: as it is written when the word it ends at is quoted."""
        text = Word()
        is_quoted = False
        for child in redirect.named_children:
            if child.type == "heredoc_start":
                is_quoted = self._starts_quoted(child)
            elif child.type == "heredoc_body":
                text = known(self.text(child)) if is_quoted else self._body(child)
            elif child.type not in _NO_COMMANDS:
                rest.append(child)
        return text

    def _starts_quoted(self, start: Node) -> bool:
        if self.source[start.end_byte : start.end_byte + 1] not in _ENDS_A_WORD:
            self.state.cannot_tell("a here-document ends at a word that cannot be read")
        return any(mark in self.text(start) for mark in "'\"\\")

    def _body(self, node: Node) -> Word:
        segments = self.between(node, node.start_byte, node.end_byte)
        return Word(segment[0] for segment in segments if segment is not None)

    def written(self, redirect: Node, output: Word) -> None:
        """Note the file that a redirection writes."""
        if redirect.type == "heredoc_redirect":
            for child in children_of(redirect, "file_redirect"):
                self.written(child, output)
            return
        signs = {child.type for child in redirect.children}
        if redirect.type == "file_redirect" and signs & _WRITES:
            path = self.value(redirect.child_by_field_name("destination"))
            write(self, path, output, append=bool(signs & _APPENDS))


def path_of(word: Word) -> str | None:
    """A path as it is compared: without `./` and detours; None when it is computed."""
    if not word.text:
        return word.text
    return posixpath.normpath(word.text)


def content(state: State, path: Word) -> Word:
    """What a file holds: what was written here, else what it held before."""
    name = path_of(path)
    if name is None:
        may_be_anything = path.computed or _may_be_written_here(state, path)
    elif name in state.files:
        return state.files[name]
    else:
        may_be_anything = name.startswith(_NO_FILES)
    return Word((COMPUTED if may_be_anything else A_FILE,))


def _may_be_written_here(state: State, path: Word) -> bool:
    """Whether a path that is not known could be that of a file that was."""
    if state.somewhere:
        return True
    return any(path.could_be(made) or path.could_be(f"./{made}") for made in state.files)


def write(reader: Redirections, path: Word, output: Word, *, append: bool = False) -> None:
    """A file is written; what some program reads by itself is read at once."""
    from hookline.shell.shell_text import read_if_startup_file

    name = path_of(path)
    if name is not None and name.startswith("/dev/"):
        return
    reader.state.write(name, output, append=append)
    if path.base().start.startswith("-"):
        reader.state.cannot_tell("a file is named like an option")
    read_if_startup_file(reader, path.known_text, output)
