"""What the calls of a command line do not show, read from its syntax: files that redirections name,
functions that call themselves for ever. It follows no variable; scripts inside a command are
texts to be given to it in turn.
"""

from __future__ import annotations

from hookline.extras import needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hookline.shell import Reading

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


def redirected(text: str) -> Iterator[tuple[str, str]]:
    """Every redirection: its operator, and the file as it is written, without quotes around it."""
    for node in _nodes(text):
        if node.type == "file_redirect":
            target = node.child_by_field_name("destination")
            operator = next((child.type for child in node.children if not child.is_named), "")
            if target is not None and target.text is not None:
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
    with needed("reading shell commands"):
        import tree_sitter_bash
        from tree_sitter import Language, Parser

    parser = Parser(Language(tree_sitter_bash.language()))
    yield from _below(parser.parse(text.encode("utf-8", "replace")).root_node)


def _below(node: Node) -> Iterator[Node]:
    rest = [node]
    while rest:
        one = rest.pop()
        yield one
        rest.extend(reversed(one.children))
