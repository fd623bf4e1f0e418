"""Redirections: what comes in through `<`, here-strings and here-documents, and what files are written."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hookline.shell.assignments import Assignments
from hookline.shell.grammar import IN_WORDS
from hookline.shell.state import State
from hookline.shell.word import A_FILE, COMPUTED, Word, known

if TYPE_CHECKING:
    from tree_sitter import Node

_WRITES = frozenset((">", ">>", ">|", "&>", "&>>", ">&"))
_ENDS_A_WORD = (b"", b" ", b"\t", b"\n", b"\r", b";", b"&", b"|", b"<", b">", b")")
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
        destination = redirect.child_by_field_name("destination")
        if any(child.type == "<" for child in redirect.children):
            return content(self.state, self.value(destination))
        if any(child.type == "<&" for child in redirect.children):
            return Word((COMPUTED,))
        self.value(destination)
        return stdin

    def _heredoc(self, redirect: Node, rest: list[Node]) -> Word:
        found = Word()
        quoted = False
        for child in redirect.named_children:
            if child.type == "heredoc_start":
                if self.source[child.end_byte : child.end_byte + 1] not in _ENDS_A_WORD:
                    self.state.cannot_tell("a here-document ends at a word that cannot be read")
                quoted = any(mark in self.text(child) for mark in "'\"\\")
            elif child.type == "heredoc_body":
                found = known(self.text(child)) if quoted else self._body(child)
            elif (
                child.type not in ("heredoc_end", "file_descriptor", "file_redirect")
                and child.type not in IN_WORDS
            ):
                rest.append(child)
        return found

    def _body(self, node: Node) -> Word:
        return Word(
            segment[0]
            for segment in self.between(node, node.start_byte, node.end_byte)
            if segment is not None
        )

    def written(self, redirect: Node, output: Word) -> None:
        """Note the file that a redirection writes."""
        kinds = {child.type for child in redirect.children}
        if redirect.type == "heredoc_redirect":
            for child in redirect.named_children:
                if child.type == "file_redirect":
                    self.written(child, output)
        elif redirect.type == "file_redirect" and kinds & _WRITES:
            write(
                self,
                self.value(redirect.child_by_field_name("destination")),
                output,
                append=bool(kinds & {">>", "&>>"}),
            )


def path_of(word: Word) -> str | None:
    """A path as it is compared: without `./` and detours; None when it is computed."""
    return None if word.text is None else posixpath.normpath(word.text) if word.text else ""


def content(state: State, path: Word) -> Word:
    """What a file holds: what was written here, else what it held before."""
    name = path_of(path)
    if name is not None and name in state.files:
        return state.files[name]
    if path.computed or (name or "").startswith(_NO_FILES):
        return Word((COMPUTED,))
    if name is None and (
        state.somewhere
        or any(path.could_be(made) or path.could_be(f"./{made}") for made in state.files)
    ):
        return Word((COMPUTED,))
    return Word((A_FILE,))


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
