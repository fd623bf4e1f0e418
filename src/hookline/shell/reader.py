"""A command line → every program it runs, as far as that can be told, by tree-sitter's grammar of
bash.

Loops are read once for each value that is known, functions where they are called, both branches of
a condition. What cannot be read is a phrase in `State.unknown`, never left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from hookline.shell.assignments import evaluated_text
from hookline.shell.grammar import (
    IN_WORDS,
    arguments,
    beginning_of,
    children_of,
    last_command,
    one_line,
    parse,
    repaired,
    source_of,
    statements_of,
)
from hookline.shell.program_dispatch import run_program
from hookline.shell.redirections import Redirections
from hookline.shell.spelling import decoded, encoded
from hookline.shell.state import DEEPEST, State
from hookline.shell.word import (
    ANY_WORDS,
    COMPUTED,
    Word,
    any_of,
    joined,
    known,
    without_last_line_end,
)

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_LOOP_VALUES = 12
_ESCAPED = re.compile(r"\\([$`\\])")
_NOTHING_KNOWN = Word((COMPUTED,))
_TAKES_TOO_LONG = "the command takes too long to be read"
_NOT_SHELL = "the command is not valid shell, or not shell that can be read"


def read(text: str, state: State | None = None) -> State:
    """Read a command line; with a state, as a part of a larger one."""
    state = State() if state is None else state
    if state.depth >= DEEPEST:
        state.cannot_tell("the command is too deeply nested to be read")
        return state
    beginning = beginning_of(text)
    is_whole = len(beginning) == len(text)
    if not is_whole:
        state.cannot_tell(_cut(text, beginning))
    source = source_of(beginning)
    if source is None:
        state.cannot_tell("the command holds a NUL, or backslashes that cannot be put right")
        return state
    state.depth += 1
    try:
        Reader(source, state, is_whole=is_whole).program()
    except RecursionError:
        state.cannot_tell("the command is too deeply nested to be read")
    finally:
        state.depth -= 1
    return state


def _cut(text: str, beginning: str) -> str:
    """That a text was not read to its end."""
    read_kb = f"only its first {max(len(beginning) // 1000, 1)} KB were read"
    what = read_kb if beginning else "no part of it can be read by itself"
    size = f"{len(text) / 1e6:.0f} MB" if len(text) >= 1_000_000 else f"{len(text) // 1000} KB"
    return f"the command is {size} long, and {what}"


class Reader(Redirections):
    """Reads one text. What it finds goes into the state."""

    def __init__(self, source: bytes, state: State, *, is_whole: bool = True) -> None:
        self.source, self.state, self._is_whole = source, state, is_whole
        #: Of commands, by their node, which the grammar gave to others.
        self.redirects: dict[int, list[Node]] = {}

    def program(self) -> None:
        """The whole text; at its end, functions that nothing seen calls, because something unseen
        may.
        """
        root = self._root()
        if root is None:
            self.state.cannot_tell(_TAKES_TOO_LONG)
            return
        if root.has_error:
            self.state.cannot_tell(_NOT_SHELL)
        if self._is_whole or not root.has_error:  # what was cut in two would be misread
            self.statements(root)
        if self.state.depth == 1:
            self.state.arguments = None
            for reader, body in list(self.state.uncalled.values()):
                reader.walk(body)

    def _root(self) -> Node | None:
        """The tree of the text, where the grammar stumbles over it of the text in other words."""
        root = parse(self.source)
        if root is None or not root.has_error:
            return root
        source = repaired(self.source, root)
        if source == self.source:
            return root
        self.source = source
        return parse(source)

    def statements(self, node: Node) -> Word:
        """Read what stands in a program, a substitution or a group; what its statements print."""
        return self.group(node, None)

    def walk(self, node: Node, stdin: Word | None = None) -> Word:
        """Read a statement; what it prints, as far as that is known."""
        if not self.state.step():
            return _NOTHING_KNOWN
        step = _STEPS.get(node.type)
        if step is not None:
            return step(self, node, stdin)
        if node.type in ("comment", "heredoc_end", "heredoc_start"):
            return Word()
        output = Word()
        for child in node.named_children:
            output = self.walk(child, stdin)
        return output if node.named_child_count == 1 else _NOTHING_KNOWN

    def visit(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "command_substitution":
                self.substitution(child)
            elif child.type == "process_substitution":
                self.process(child)
            else:
                self.visit(child)

    # What `Expansion` leaves to the reader.

    def reread(self, text: str) -> list[Word]:
        reader = Reader(encoded(f": {text}"), self.state)
        root = parse(reader.source)
        kinds = [child.type for child in root.named_children] if root else []
        if root is None or root.has_error or kinds != ["command"]:
            self.state.cannot_tell("braces stand for words that cannot be read")
            return []
        words: list[Word] = []
        for argument in arguments(root.named_children[0], [])[1:]:
            words += reader.words(*argument)
        return words

    def substitution(self, node: Node) -> Word:
        """`$(…)`, `$(< file)` or commands between backticks; what they print."""
        text = self.text(node)
        commands = statements_of(node)
        if [command.type for command in commands] == ["file_redirect"]:
            return self.stdin(commands[0], None, []) or _NOTHING_KNOWN
        if text.startswith("`") and "\\`" in text:
            return self.backticks(_ESCAPED.sub(r"\1", text[1:-1]))
        before = self.state.kept()
        output = self.statements(node)
        self.state.leave(before)
        return without_last_line_end(output)

    def backticks(self, text: str) -> Word:
        read(text, self.state)
        return _NOTHING_KNOWN

    def arithmetic(self, node: Node) -> None:
        inner = self.source[node.start_byte + 3 : node.end_byte - 2]
        if b"$(" in inner or b"`" in inner:
            read(f": $(( {decoded(inner)} ))", self.state)

    def process(self, node: Node) -> Word:
        path = f"/dev/fd/{60 + len(self.state.files)}"
        before = self.state.kept()
        output = self.statements(node)
        self.state.leave(before)
        self.state.files[path] = output
        return known(path)

    # Statements: the node, and what comes in; what it prints.

    def pipeline(self, node: Node, stdin: Word | None) -> Word:
        output = stdin
        before = self.state.kept()
        for child in node.named_children:
            output = self.walk(child, output)
        if node.named_child_count > 1:
            # each part is a shell of its own, but for the last one in some shells
            self.state.merge(before, files=False)
        return output or Word()

    def subshell(self, node: Node, stdin: Word | None) -> Word:
        before = self.state.kept()
        output = self.group(node, stdin)
        self.state.leave(before)
        return output

    def compound(self, node: Node, stdin: Word | None) -> Word:
        """`{ …; }`. Without a blank behind its brace it is none: `{git,push}` is a command."""
        if re.match(rb"\{[^\s]", self.source[node.start_byte : node.start_byte + 2]):
            self.state.cannot_tell(_NOT_SHELL)
        return self.group(node, stdin)

    def group(self, node: Node, stdin: Word | None) -> Word:
        """Statements, one after the other; all that they print."""
        outputs = [self.walk(statement, stdin) for statement in statements_of(node)]
        return joined(outputs, "\n")

    def redirected(self, node: Node, stdin: Word | None) -> Word:
        """Redirections belong to the last command they stand behind, though the grammar gives them
        to a whole pipeline.
        """
        body, redirects = node.child_by_field_name("body"), node.children_by_field_name("redirect")
        last = last_command(body)
        if body is None:
            # `>f 2>&1 git push`: all the words were counted to redirections
            return self.command(node, stdin)
        if last is not None:
            self.redirects[last.id] = redirects
            return self.walk(body, stdin)
        rest: list[Node] = []
        for redirect in redirects:
            stdin = self.stdin(redirect, stdin, rest)
        return self._after(redirects, rest, self.walk(body, stdin))

    def _after(self, redirects: list[Node], rest: list[Node], output: Word) -> Word:
        """Write what was printed, then read what stands behind a here-document."""
        for redirect in redirects:
            self.written(redirect, output)
        for later in rest:
            output = self.walk(later, output if later.type in ("pipeline", "command") else None)
        return output

    def command(self, node: Node, stdin: Word | None) -> Word:
        """Redirections, words, assignments for this command alone, and the program that is run."""
        rest: list[Node] = []
        own = [child for child in node.named_children if child.type.endswith("_redirect")]
        redirects = own + self.redirects.pop(node.id, [])
        for redirect in redirects:
            stdin = self.stdin(redirect, stdin, rest)
        written, next_line = one_line(arguments(node, redirects), self.source)
        words = self._words(written, stdin)
        before = self.state.kept()
        assignments = children_of(node, "variable_assignment")
        for assignment in assignments:
            self.assign(assignment)
        output = run_program(self, words, self.state.stdin if stdin is None else stdin)
        if assignments:
            self.state.leave(before)
        output = self._after(redirects, rest, output)
        if next_line is not None:
            end = max(part.end_byte for part in (node, *redirects))
            read(decoded(self.source[next_line.start_byte : end]), self.state)
        return output

    def _words(self, written: list[list[Node]], stdin: Word | None) -> list[Word]:
        words: list[Word] = []
        for argument in written:
            if argument[0].type in _STEPS and argument[0].type not in IN_WORDS and words:
                self.walk(argument[0], stdin)  # `time (…)`: the grammar takes it for an argument
            else:
                words += self.words(*argument)
        return words

    def function(self, node: Node, stdin: Word | None) -> Word:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is not None and body is not None:
            self.state.functions[self.text(name)] = self.state.uncalled[body.id] = (self, body)
        return Word()

    def loop(self, node: Node, stdin: Word | None) -> Word:
        """`for` and `select`: once for each value, as far as they are known."""
        name, body = node.child_by_field_name("variable"), node.child_by_field_name("body")
        values = self._loop_values(node.children_by_field_name("value"))
        before = self.state.kept()
        for value in values:
            if name is not None:
                self.state.variables[self.text(name)] = value
            if body is not None:
                self.walk(body, stdin)
        self.state.merge(before)
        return _NOTHING_KNOWN

    def _loop_values(self, nodes: list[Node]) -> list[Word]:
        """What the variable of a loop is set to, in turn; of too many values, one that may be any."""
        if not nodes:
            return [Word((ANY_WORDS,))]
        values: list[Word] = []
        for node in nodes:
            values += self.words(node)
        is_certain = len(values) <= MOST_LOOP_VALUES and not any(word.splits for word in values)
        return values if is_certain else [any_of(values)]

    def repeated(self, node: Node, stdin: Word | None) -> Word:
        """`while`, `until` and counting loops: what they set may have been set before, any number
        of times.
        """
        for name in self.assigned(node):
            self.state.arrays.pop(name, None)
            self.state.variables[name] = _NOTHING_KNOWN
        return self.maybe(node, stdin)

    def maybe(self, node: Node, stdin: Word | None) -> Word:
        """Statements each of which may or may not be reached."""
        for child in node.named_children:
            before = self.state.kept()
            self.walk(child, stdin)
            self.state.merge(before)
        return _NOTHING_KNOWN

    def both(self, node: Node, stdin: Word | None) -> Word:
        """`a && b`: the first happens, the second may not."""
        first, *others = node.named_children
        self.walk(first, stdin)
        for child in others:
            before = self.state.kept()
            self.walk(child, stdin)
            if first.type != "variable_assignment":
                self.state.merge(before)
        return _NOTHING_KNOWN

    def test(self, node: Node, stdin: Word | None) -> Word:
        self.visit(node)
        self._evaluated(node)
        return Word()

    def _evaluated(self, node: Node) -> None:
        if node.type == "raw_string":
            evaluated_text(self.state, self.text(node))
        for child in node.named_children:
            self._evaluated(child)


def _ignored(reader: Reader, node: Node, stdin: Word | None) -> Word:
    reader.visit(node)
    return Word()


def _plain_words(reader: Reader, node: Node, stdin: Word | None) -> Word:
    """A word where a statement is expected, as in the head of a `case`: only what it computes
    matters.
    """
    reader.words(node)
    return Word()


Step = Callable[[Reader, "Node", "Word | None"], Word]
_STEPS: dict[str, Step] = {
    "command": Reader.command,
    "pipeline": Reader.pipeline,
    "redirected_statement": Reader.redirected,
    "variable_assignment": Reader.assign,
    "declaration_command": Reader.declaration,
    "unset_command": Reader.unset,
    "function_definition": Reader.function,
    "for_statement": Reader.loop,
    "while_statement": Reader.repeated,
    "c_style_for_statement": Reader.repeated,
    "if_statement": Reader.maybe,
    "elif_clause": Reader.maybe,
    "case_statement": Reader.maybe,
    "list": Reader.both,
    "subshell": Reader.subshell,
    "compound_statement": Reader.compound,
    "do_group": Reader.group,
    "test_command": Reader.test,
    **dict.fromkeys(IN_WORDS - {"command_name"}, _plain_words),
    **dict.fromkeys(
        "binary_expression unary_expression postfix_expression parenthesized_expression ternary_expression "
        "extglob_pattern regex file_redirect herestring_redirect variable_name".split(),
        _ignored,
    ),
}
