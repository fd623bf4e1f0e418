"""What the calls of a command line do not show, read from its syntax: files that redirections name,
functions that call themselves for ever. It follows no variable; scripts inside a command are
texts to be given to it in turn.
"""

from __future__ import annotations

import re
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hookline.shell import Reading

#: Commands that print nothing.
_PRINTS_NOTHING = re.compile(
    rb":|true|cat\s+(?:</?\s*)?/dev/null|printf\s+(?:''|\"\")|echo\s+-n(?:\s+(?:''|\"\"))?"
)
#: Redirections that write a file anew.
_EMPTIES = (">", ">|", "&>")
#: Longer texts are not read: the reader of commands says of them that it cannot tell.
LONGEST = 64 * 1024
_SHELLS = frozenset("sh bash dash zsh ksh ash fish eval ssh su watch env".split())


def texts_of(command: str, reading: Reading) -> list[str]:
    """The command line, and the scripts that shells are handed in it."""
    inner = [
        text
        for call in reading.calls
        if call.program in _SHELLS
        for text in call.texts[1:]
        if text and " " in text
    ]
    return [text for text in dict.fromkeys([command, *inner]) if len(text) <= LONGEST]


@lru_cache(maxsize=8)
def redirected(text: str) -> tuple[tuple[str, str], ...]:
    """Every redirection: its operator, and the file as it is written, without quotes around it."""
    found: list[tuple[str, str]] = []
    for node in _nodes(text):
        if node.type == "file_redirect":
            target = node.child_by_field_name("destination")
            operator = next((child.type for child in node.children if not child.is_named), "")
            if target is not None and target.text is not None:
                found.append((operator, target.text.decode("utf-8", "replace").strip("\"'")))
    return tuple(found)


def emptied(text: str) -> list[str]:
    """The files into which a redirection writes nothing: `> f`, `: > f`, `cat /dev/null > f`."""
    paths: list[str] = []
    for node in _nodes(text):
        if node.type != "redirected_statement":
            continue
        body = node.child_by_field_name("body")
        if body is None or _PRINTS_NOTHING.fullmatch((body.text or b"").strip()):
            targets = [target for operator, target in _redirects_of(node) if operator in _EMPTIES]
            paths += [target for target in targets if target]
    return paths


def _redirects_of(node: Node) -> Iterator[tuple[str, str]]:
    """The redirections of a statement, each with its operator."""
    for child in node.children_by_field_name("redirect"):
        target = child.child_by_field_name("destination")
        operator = next((part.type for part in child.children if not part.is_named), "")
        if child.type == "file_redirect" and target is not None and target.text is not None:
            yield operator, target.text.decode("utf-8", "replace").strip("\"'")


def written_in(text: str) -> list[str]:
    """The files that redirections write."""
    return [target for operator, target in redirected(text) if ">" in operator]


def calls_itself(text: str) -> bool:
    """Whether a function starts itself in the background or twice in a pipe: a fork bomb."""
    for node in _nodes(text):
        if node.type == "function_definition":
            name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
            if name is not None and body is not None and _starts_twice(body, name.text or b""):
                return True
    return False


def _starts_twice(body: Node, name: bytes) -> bool:
    own = [node for node in _below(body) if node.type == "command_name" and node.text == name]
    in_background = any(not node.is_named and node.type == "&" for node in _below(body))
    return len(own) > 1 or (bool(own) and in_background)


def _nodes(text: str) -> Iterator[Node]:
    root = _root(text)
    if root is not None:
        yield from _below(root)


@lru_cache(maxsize=8)
def _root(text: str) -> Node | None:
    """The tree of a text, which several questions are asked of; None when it takes too long."""
    from hookline.shell.grammar import parse

    return parse(text.encode("utf-8", "replace"))


def _below(node: Node) -> Iterator[Node]:
    rest = [node]
    while rest:
        one = rest.pop()
        yield one
        rest.extend(reversed(one.children))
