"""tree-sitter's grammar of bash, loaded when something is read: the limits of what it is given, and
what it gets wrong.
"""

from __future__ import annotations

import re
import time
from itertools import pairwise
from typing import TYPE_CHECKING

from hookline.extras import needed
from hookline.shell.spelling import encoded

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

LONGEST_BYTES = 64 * 1024
#: So much of a longer text is read, which must leave time to say so.
_BEGINNING_BYTES = 32 * 1024
#: So much of this thread's time may go into one text, if it is not so short that it takes none.
LONGEST_PARSE_S = 0.5
_SURELY_QUICK_BYTES = 2000
#: What the grammar is handed at a time; the text of a node is read in the same way.
_CHUNK_BYTES = 512
#: A line that goes on in the next. The grammar takes one inside a word for the end of the word.
_CONTINUED = re.compile(rb"(?<!\\)((?:\\\\)*)\\\n")
#: A line that begins with a backslash, which the grammar takes for more of the line before. Two
#: quotes in front of it change nothing: a shell takes them for nothing, and inside single quotes
#: they end them and begin them anew.
_BACKSLASH_FIRST = re.compile(rb"(\n[ \t]*)(?=\\)")
#: Keywords that the grammar does not know in front of compound commands; what is run is the same
#: without them.
_KEYWORD = re.compile(
    rb"((?:^|[;&|({)\n!]|\b(?:do|then|else|if|elif|while|until))[ \t]*)"
    rb"(?:(?:coproc(?:[ \t]+\w+)?|time(?:[ \t]+-p)?|!)[ \t]+)+"
    rb"(?=[{(]|(?:for|while|until|if|case|select)\b)"
)
#: A here-document with another command behind it on its line.
_MORE_ON_THE_LINE = re.compile(
    rb"""(<<-?[ \t]*(?:'[^'\n]*'|"[^"\n]*"|\w+))[ \t]*;[ \t]*(?=[^;\s])"""
)
#: A loop over the arguments, which the grammar does not know.
_OVER_ARGUMENTS = re.compile(rb"\bfor(\s+\w+)\s+do\b")
#: Kinds of nodes that are words, or parts of words.
IN_WORDS = frozenset(
    "word string raw_string ansi_c_string translated_string concatenation number simple_expansion expansion "
    "command_substitution process_substitution arithmetic_expansion command_name".split()
)
#: Kinds of nodes that are made of statements.
_OF_STATEMENTS = ("pipeline", "list", "negated_command", "redirected_statement")
_parser: Parser | None = None


def beginning_of(text: str) -> str:
    """As much of a text as is read: all of it, or when it is too long its first lines, or commands."""
    data = text[: LONGEST_BYTES + 1].encode("utf-8", "replace")
    if len(data) <= LONGEST_BYTES:
        return text
    ends = (data.rfind(mark, 0, _BEGINNING_BYTES) for mark in (b"\n", b";"))
    return data[: next((end for end in ends if end > 0), 0)].decode("utf-8", "replace")


def source_of(text: str) -> bytes | None:
    """The text as it is parsed; None when it is too long, or holds what no shell takes, or what cannot
    be put right.
    """
    if "\0" in text or len(text.encode("utf-8", "replace")) > LONGEST_BYTES:
        return None
    source = _KEYWORD.sub(rb"\1", _CONTINUED.sub(rb"\1", encoded(text)))
    if b"$'" in source and _BACKSLASH_FIRST.search(source):
        return None
    return _BACKSLASH_FIRST.sub(rb"\1''", source)


def repaired(source: bytes, root: Node) -> bytes:
    """The same, where the grammar stumbles over it, written in another way: `for x do`,
    `cat <<E; ls`, and `cat > f <<< x`.
    """
    source = _with_text_first(source, root)
    return _MORE_ON_THE_LINE.sub(rb"\1 && ", _OVER_ARGUMENTS.sub(rb'for\1 in "$@"; do', source))


def _with_text_first(source: bytes, root: Node) -> bytes:
    """`cat > f <<< x` → `cat <<< x > f`: the grammar takes `<<<` only in front of other
    redirections.
    """
    moved: list[tuple[int, int, int]] = []
    rest = [root]
    while rest:
        node = rest.pop()
        rest += node.children
        body = node.child_by_field_name("body")
        if node.type == "redirected_statement" and body is not None:
            moved += [(body.end_byte, *span) for span in _misread_texts(node, source)]
    for at, start, end in sorted(moved, reverse=True):
        text = source[start:end]
        source = source[:at] + b" " + text + source[at:start] + b" " + source[end:]
    return source


def _misread_texts(node: Node, source: bytes) -> list[tuple[int, int]]:
    """Where `<<< x` stands that the grammar has read as `<<`, which is wrong there, and `< x`."""
    pairs = pairwise(node.children)
    return [
        (wrong.start_byte, redirect.end_byte)
        for wrong, redirect in pairs
        if wrong.type == "ERROR"
        and redirect.type == "file_redirect"
        and source[wrong.start_byte : redirect.start_byte + 1] == b"<<<"
    ]


def parse(source: bytes) -> Node | None:
    """The tree of a text; None when it takes too long: of some texts the grammar tries so much at once
    that a few kilobytes take seconds. Raises `MissingExtra` when the grammar is not installed.
    """
    global _parser
    if _parser is None:
        with needed("reading shell commands"):
            import tree_sitter
            import tree_sitter_bash
        _parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_bash.language()))
    if len(source) <= _SURELY_QUICK_BYTES:
        return _parser.parse(source).root_node
    end_s = time.thread_time() + LONGEST_PARSE_S
    try:
        tree = _parser.parse(
            lambda at, _: source[at : at + _CHUNK_BYTES],
            progress_callback=lambda *_: time.thread_time() > end_s,
        )
    except ValueError:
        _parser.reset()
        return None
    return tree.root_node


def children_of(node: Node, kind: str) -> list[Node]:
    """Its children of one kind."""
    return [child for child in node.named_children if child.type == kind]


def statements_of(node: Node) -> list[Node]:
    """Its children without the comments."""
    return [child for child in node.named_children if child.type != "comment"]


def last_command(node: Node | None) -> Node | None:
    """The last command of a pipeline or a list; None when there is another kind of statement."""
    while node is not None and node.type in _OF_STATEMENTS:
        last = node.named_children[-1] if node.named_children else None
        node = node.child_by_field_name("body") or last
    return node if node is not None and node.type == "command" else None


def arguments(node: Node, redirects: list[Node]) -> list[list[Node]]:
    """The words of a command as written. Nodes that touch are one: the grammar cuts `"g"\\i't'` in
    two.
    """
    children = [child for child in node.named_children if _is_argument(child)]
    words: list[list[Node]] = []
    for child in sorted(children + _spilled(redirects), key=_start_of):
        if words and _touch(words[-1][-1], child):
            words[-1].append(child)
        else:
            words.append([child])
    return words


def _start_of(node: Node) -> int:
    return node.start_byte


def _is_argument(node: Node) -> bool:
    return not node.type.endswith(("variable_assignment", "_redirect", "comment"))


def _touch(left: Node, right: Node) -> bool:
    """Whether two words have nothing between them."""
    are_words = left.type in IN_WORDS and right.type in IN_WORDS
    return are_words and left.end_byte == right.start_byte


def _spilled(redirects: list[Node]) -> list[Node]:
    """Words of the command that the grammar counts to a redirection in front of them: `git
    2>/dev/null push`.
    """
    return [word for redirect in redirects for word in _spilled_into(redirect)]


def _spilled_into(redirect: Node) -> list[Node]:
    words = [child for child in redirect.named_children if child.type in IN_WORDS]
    if redirect.type == "heredoc_redirect":
        return words + _spilled(children_of(redirect, "file_redirect"))
    if redirect.type != "file_redirect":
        return []
    target = redirect.child_by_field_name("destination")
    end = -1 if target is None else target.end_byte
    return [word for word in words if word.start_byte > end]


def one_line(words: list[list[Node]], source: bytes) -> tuple[list[list[Node]], Node | None]:
    """The words up to the end of the line, and where the next begins: behind some pipes the grammar
    reads on.
    """
    for at in range(1, len(words)):
        before, first = words[at - 1][-1], words[at][0]
        if b"\n" in source[before.end_byte : first.start_byte]:
            return words[:at], first
    return words, None
