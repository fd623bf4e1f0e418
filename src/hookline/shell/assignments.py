"""Assignments: `x=…`, `export`, `declare`, `local`, `unset`; and variables that steer what other
programs run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hookline.shell.expansion import Expansion
from hookline.shell.grammar import children_of
from hookline.shell.known_names import (
    COMMAND_VARIABLES,
    OPAQUE_VARIABLES,
    PROMPT_VARIABLES,
    STARTUP_VARIABLES,
)
from hookline.shell.state import MOST_ELEMENTS, State
from hookline.shell.word import COMPUTED, COMPUTED_WORDS, Word

if TYPE_CHECKING:
    from tree_sitter import Node

#: `[2]=…` in an array: its elements stand in another order than they are written.
_ELEMENT = re.compile(r"\[[^\]]*\]\+?=")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\+?)=")
#: `declare -n x=y`.
_REFERENCE_OPTION = re.compile(r"-\w*n")
#: What stands in front of the command in LESSOPEN's `|cmd %s` or a function's `() { cmd; }`.
_BEFORE_COMMAND = re.compile(r"\s*(?:\(\s*\)|\|+-?)?")
#: An index that arithmetic would run: `x='a[$(git push)]'; echo $((x))`.
_RUNS_AS_NUMBER = re.compile(r"\w\[[^\]]*(?:\$\(|`)")


class Assignments(Expansion):
    """Reads assignments."""

    def assign(self, node: Node, stdin: Word | None = None) -> Word:
        """`x=…`, an element of an array, or a whole array."""
        target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if target is None:
            return Word()
        name = self.text(target)
        appends = self.text(node).startswith("+=", len(name))
        if target.type == "subscript":
            self.visit(target)
            evaluated_text(self.state, name)
        if value is not None and value.type == "array":
            self._put_array(name, value, appends=appends)
        else:
            self.put(name, self.value(value), appends=appends)
        return Word()

    def _put_array(self, name: str, value: Node, *, appends: bool) -> None:
        """Keep an array; one that cannot be followed is a variable that may be anything."""
        elements: list[Word] = []
        in_order = True
        for child in value.named_children:
            elements += self.words(child)
            in_order = in_order and not _ELEMENT.match(self.text(child))
        if appends:
            elements = self.state.arrays.get(name, []) + elements
        if in_order and len(elements) <= MOST_ELEMENTS:
            self.state.variables.pop(name, None)
            self.state.arrays[name] = elements
        else:
            self.state.arrays.pop(name, None)
            self.state.variables[name] = Word((COMPUTED_WORDS,))

    def put(self, name: str, word: Word, *, appends: bool = False) -> None:
        """A variable gets a value."""
        if "[" in name:
            name, word = name.split("[")[0], Word((COMPUTED,))
            if name in ("BASH_ALIASES", "BASH_CMDS"):
                self.state.cannot_tell(f"{name} gives a name another meaning")
        elif appends:
            word = Word((*self.state.variable(name).pieces, *word.pieces))
        if _RUNS_AS_NUMBER.search(word.known_text):
            self.state.cannot_tell(f"{name} holds a command that arithmetic would run")
        self.state.arrays.pop(name, None)
        self.steer(name, word)
        self.state.variables[name] = word
        self.state.splits_otherwise |= name == "IFS"

    def assigned(self, node: Node) -> set[str]:
        """The variables that are set anywhere inside."""
        names: set[str] = set()
        for child in node.named_children:
            names |= self.assigned(child)
        target = node.child_by_field_name("name")
        if node.type == "variable_assignment" and target is not None:
            names.add(self.text(target).split("[")[0])
        return names

    def steer(self, name: str, value: Word) -> None:
        """A variable that some program takes a command, a file or its very code from."""
        from hookline.shell.shell_text import run_file, run_text

        self.state.settings.append((name, value))
        if name in PROMPT_VARIABLES:
            prompt = Word((": <<HOOKLINE_PROMPT\n", *value.pieces, "\nHOOKLINE_PROMPT"))
            run_text(self, prompt, f"{name} is a computed prompt")
        elif (name in COMMAND_VARIABLES and value.text != "") or name.startswith("BASH_FUNC_"):
            run_text(self, _command_in(value), f"{name} holds a computed command")
        elif name in STARTUP_VARIABLES:
            run_file(self, value, f"{name} has another program read code of its own")
        elif name in OPAQUE_VARIABLES:
            self.state.cannot_tell(f"{name} changes what programs do")

    def declaration(self, node: Node, stdin: Word | None = None) -> Word:
        """`export`, `declare` and their like. A name that stands for another is not followed."""
        options = [self.text(child) for child in children_of(node, "word")]
        are_references = any(map(_REFERENCE_OPTION.match, options))
        for child in node.named_children:
            if child.type != "variable_assignment":
                self._declared_words(child)
                continue
            self.assign(child)
            if are_references:
                self._refer(child)
        return Word()

    def _declared_words(self, node: Node) -> None:
        words = [] if node.type == "variable_name" else self.words(node)
        for word in words:
            self.declared(word)

    def declared(self, word: Word) -> None:
        """`declare "x=push"`: an assignment that is a word."""
        evaluated_text(self.state, word.known_text)
        assignment = _ASSIGNMENT.match(word.start)
        if assignment:
            value = word.without_start(assignment[0])
            self.put(assignment[1], value, appends=bool(assignment[2]))
        elif word.text is None and not word.start:
            self.state.cannot_tell("a computed assignment may set anything")

    def _refer(self, node: Node) -> None:
        for part in ("name", "value"):
            child = node.child_by_field_name(part)
            if child is not None:
                self.state.variables[self.text(child)] = Word((COMPUTED,))

    def unset(self, node: Node, stdin: Word | None = None) -> Word:
        """`unset x`."""
        for child in node.named_children:
            self.visit(child)
            self.state.variables.pop(self.text(child), None)
            evaluated_text(self.state, self.text(child))
        return Word()


def evaluated_text(state: State, text: str) -> None:
    """Text a shell evaluates as arithmetic, where even a quoted substitution runs."""
    if "$(" in text or "`" in text:
        state.cannot_tell("text that is evaluated as arithmetic holds a command")


def _command_in(value: Word) -> Word:
    start = _BEFORE_COMMAND.match(value.start)
    return value.without_start(start[0]) if start else value
