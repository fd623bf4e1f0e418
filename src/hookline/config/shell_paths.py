"""A shell script → how its paths end: in silence, with an allow, or with another verdict. Pure: the
syntax tree is followed, nothing is run. Needs tree-sitter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from hookline.config.always_answers import (
    MAX_CALLS,
    NOWHERE,
    SILENT,
    START,
    VERDICT,
    Kinds,
    Steps,
    Unclear,
    after,
    kind_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

#: Programs that print nothing, or nothing of their own choice.
_QUIET = frozenset(
    "[ [[ test : true false read set shift cd local export readonly declare unset mkdir touch rm sleep "
    "logger chmod umask let pwd command type hash wait".split()
)
_PRINTERS = frozenset(("echo", "printf", "cat", "jq"))
_QUIET_OPTIONS = re.compile(r"\s(?:-\w*q\w*|--quiet|--silent)(?=\s|\Z)|>\s*/dev/null|>&2")
_VARIABLE = re.compile(r"\$[\w{(]|`")


def ends_of_shell(text: str) -> Kinds:
    """How the paths through a script end."""
    from hookline.shell.grammar import parse, source_of

    source = source_of(text)
    if source is None:
        raise Unclear
    root = parse(source)
    if root is None or root.has_error:
        raise Unclear
    script = _Script(source)
    left = script.block(root.named_children, START, 0)
    return script.ended | left


class _Script:
    """One script being followed. `ended` are the states in which the process can end."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._functions: dict[str, Node] = {}
        self.ended: Kinds = NOWHERE
        self._returned: Kinds = NOWHERE
        self._arguments: Sequence[str] = ()
        self._steps = Steps()
        self._kinds: dict[str, Callable[[Node, Kinds, int], Kinds]] = {
            "command": self._command,
            "if_statement": self._if,
            "case_statement": self._case,
            "for_statement": self._loop,
            "while_statement": self._loop,
            "c_style_for_statement": self._loop,
            "list": self._list,
            "pipeline": self._pipeline,
            "redirected_statement": self._redirected,
            "function_definition": self._define,
        }

    def _text(self, node: Node) -> str:
        return self._source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def block(self, nodes: Sequence[Node], states: Kinds, depth: int) -> Kinds:
        """The states after these statements."""
        for node in nodes:
            self._steps.take()
            if states:
                states = self._after(node, states, depth)
        return states

    def _after(self, node: Node, states: Kinds, depth: int) -> Kinds:
        follow = self._kinds.get(node.type)
        if follow is not None:
            return follow(node, states, depth)
        if node.type in ("compound_statement", "do_group", "else_clause"):
            return self.block(node.named_children, states, depth)
        if node.type == "negated_command":
            return self.block(node.named_children, states, depth)
        if node.type in ("subshell", "ERROR"):
            raise Unclear
        return states  # assignments, tests, comments: they print nothing

    def _define(self, node: Node, states: Kinds, depth: int) -> Kinds:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is not None and body is not None:
            self._functions[self._text(name)] = body
        return states

    def _if(self, node: Node, states: Kinds, depth: int) -> Kinds:
        """The condition, then each branch; without an else, also none."""
        children = node.children
        words = [at for at, child in enumerate(children) if child.type == "then"]
        condition = [child for child in children[: words[0]] if child.is_named]
        body = [
            child
            for child in children[words[0] :]
            if child.is_named and child.type not in ("elif_clause", "else_clause")
        ]
        states = self.block(condition, states, depth)
        ends = self.block(body, states, depth)
        has_else = False
        for clause in children:
            if clause.type == "elif_clause":
                ends |= self._if_without_else(clause, states, depth)
            elif clause.type == "else_clause":
                has_else = True
                ends |= self.block(clause.named_children, states, depth)
        return ends if has_else else ends | states

    def _if_without_else(self, clause: Node, states: Kinds, depth: int) -> Kinds:
        children = clause.children
        then = next(at for at, child in enumerate(children) if child.type == "then")
        return self.block([child for child in children[then:] if child.is_named], states, depth)

    def _case(self, node: Node, states: Kinds, depth: int) -> Kinds:
        """Each pattern's branch; without `*)`, also none."""
        ends = NOWHERE
        has_default = False
        for item in node.named_children:
            if item.type != "case_item":
                continue
            values = item.children_by_field_name("value")
            has_default |= any(self._text(value) == "*" for value in values)
            body = [child for child in item.named_children if child not in values]
            ends |= self.block(body, states, depth)
        return ends if has_default else ends | states

    def _loop(self, node: Node, states: Kinds, depth: int) -> Kinds:
        body = node.child_by_field_name("body")
        return states | (self._after(body, states, depth) if body is not None else NOWHERE)

    def _list(self, node: Node, states: Kinds, depth: int) -> Kinds:
        """`a && b`, `a || b`: the second runs, or does not."""
        first, second = node.named_children[0], node.named_children[-1]
        states = self._after(first, states, depth)
        return states | self._after(second, states, depth)

    def _pipeline(self, node: Node, states: Kinds, depth: int) -> Kinds:
        """The last of them prints."""
        *_, last = node.named_children
        text = self._text(node)
        if _is_quiet(self._text(last)):
            return states
        if last.type == "command" and self._name(last) in ("grep", "read", "tee", "while"):
            raise Unclear
        if last.type == "command" and self._name(last) in ("jq", "cat", "sed"):
            return after(states, [kind_of(text)])
        raise Unclear

    def _redirected(self, node: Node, states: Kinds, depth: int) -> Kinds:
        body = node.child_by_field_name("body")
        if body is None:
            return states
        if self._is_elsewhere(node, body):
            return states
        redirects = {child.type for child in node.named_children}
        if "heredoc_redirect" in redirects and self._name(body) == "cat":
            return after(states, [kind_of(self._text(node))])
        return self._after(body, states, depth)

    def _is_elsewhere(self, node: Node, body: Node) -> bool:
        """Whether the output goes to a file or to stderr."""
        rest = self._source[body.end_byte : node.end_byte].decode("utf-8", "replace")
        return re.search(r"(?<![0-9<&])1?>(?!&1)|>&2", rest.partition("\n")[0]) is not None

    def _name(self, node: Node) -> str:
        name = node.child_by_field_name("name")
        return self._text(name) if name is not None else ""

    def _command(self, node: Node, states: Kinds, depth: int) -> Kinds:
        name, text = self._name(node), self._text(node)
        words = [self._text(child) for child in node.children_by_field_name("argument")]
        if name == "exit":
            self.ended |= _at_exit(words, states)
            return NOWHERE
        if name == "return":
            self._returned |= states
            return NOWHERE
        if name in self._functions:
            return self._through(self._functions[name], words, states, depth)
        if name in _QUIET or _is_quiet(text):
            return states
        if name in _PRINTERS:
            return after(states, [_printed(name, _filled(" ".join(words), self._arguments))])
        raise Unclear

    def _through(self, body: Node, words: Sequence[str], states: Kinds, depth: int) -> Kinds:
        if depth >= MAX_CALLS:
            raise Unclear
        outer = self._returned, self._arguments
        self._returned = NOWHERE
        self._arguments = [word.strip("'\"") for word in words]
        left = self._after(body, states, depth + 1)
        left |= self._returned
        self._returned, self._arguments = outer
        return left


@lru_cache(maxsize=64)
def _is_quiet(text: str) -> bool:
    """Whether a command says that it is to print nothing."""
    return _QUIET_OPTIONS.search(text) is not None


@lru_cache(maxsize=64)
def _printed(name: str, text: str) -> str:
    """What a printer says. A variable in it may hold anything, unless the verdict is there to be read."""
    if name == "cat" and not text:
        raise Unclear  # it prints the event, or whatever was piped into it
    kind = kind_of(text)
    if kind == SILENT and (_VARIABLE.search(text) or name in ("cat", "jq")):
        raise Unclear
    return kind


def _filled(text: str, arguments: Sequence[str]) -> str:
    """The text with a function's arguments in it."""
    for at, argument in enumerate(arguments, 1):
        text = text.replace(f"${at}", argument).replace(f"${{{at}}}", argument)
    return text


def _at_exit(words: Sequence[str], states: Kinds) -> Kinds:
    """How the paths end that leave here: exit code 2 denies, any other but 0 is a failure."""
    if not words or words[0] == "0":
        return states
    if not words[0].isdigit():
        raise Unclear
    return frozenset((VERDICT,)) if words[0] == "2" else NOWHERE
