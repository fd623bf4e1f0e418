"""A command line that is more than plain words → its calls, by tree-sitter's grammar, with the folders
in which the shell may be at each of them.

What the grammar does not account for, and what shells read differently, is said not to be
understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from hookline.shell.footprint import SPLITS, Folders, Reading
from hookline.shell.grammar import arguments, children_of, last_command, parse
from hookline.shell.named_paths import UNREADABLE
from hookline.shell.plain_value import (
    COMPUTED,
    OUTSIDE,
    PlainValue,
    either,
    joined,
    one_of,
    text,
    texts_of_all,
)
from hookline.shell.spelling import decoded, encoded

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST_READ = 16 * 1024
_DEEPEST = 60
#: Outside of single quotes a line that ends in a backslash goes on in the next.
_QUOTED_OR_CONTINUED = re.compile(r"""'[^']*'|\\\n|\\[^\n]|"(?:\\.|[^"\\])*\"""", re.DOTALL)
_PARAMETER = re.compile(
    r"\$\{(?P<name>\w+)(?:(?P<cut>%%?|##?)(?P<part>[^*?\[\]\\'\"$`{}]*)|(?P<default>:?[-=?])[^\0]*)?\}\Z"
)
_BRACES = re.compile(r"\{[^{}]*(?:,|\.\.)")
_WILDCARD = re.compile(r"[*?\[]")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED_IN_QUOTES = re.compile(r"\\([$`\"\\\n])")
_HOME = re.compile(r"~(?:/|\Z)")
_BACKTICK = re.compile(r"(?<!\\)(?:\\\\)*`")
_BLANKS = re.compile(rb"[ \t\n]*\Z")


class Ways(NamedTuple):
    """In which folders a shell may be behind a statement, by how that ended."""

    fine: Folders
    failed: Folders

    @property
    def both(self) -> Folders:
        return tuple(dict.fromkeys(self.fine + self.failed))


def read_statements(reading: Reading, command: str, folders: Folders) -> None:
    """Read what only the grammar can take apart."""
    source = _as_one_line(reading, command)
    if source is None:
        return
    try:
        root = parse(source)
    except ImportError:
        reading.named.cannot_tell(
            "reading it takes the shell's grammar: pip install 'hookline[kit]'"
        )
        return
    if root is None:
        reading.named.cannot_tell("it takes too long to be read")
        return
    all_blank = _BLANKS.match(source[: root.start_byte]) and _BLANKS.match(source[root.end_byte :])
    if root.has_error or not all_blank or not _accounts_for(root, source):
        reading.named.cannot_tell(UNREADABLE)
        return
    Statements(reading, source).statements(root, folders)


def _as_one_line(reading: Reading, command: str) -> bytes | None:
    """The command with lines that go on in the next put together; None where it cannot be read."""
    if "\0" in command or len(command) > LONGEST_READ:
        reading.named.cannot_tell("it is too long to be read, or holds a NUL")
        return None
    if "\\\n" in command:
        if re.search(r"\$\(|`|<<|#|\r", command):
            reading.named.cannot_tell("a line goes on in the next inside other text")
            return None
        command = _QUOTED_OR_CONTINUED.sub(_without_line_ends, command)
    return encoded(command)


class Statements:
    """Reads one text. What it finds goes into the reading's paths."""

    def __init__(self, reading: Reading, source: bytes) -> None:
        self.reading, self.named = reading, reading.named
        self._source = source
        self._depth = 0
        #: Of commands, by their node, which the grammar gave to others.
        self._later: dict[int, list[Node]] = {}

    @property
    def variables(self) -> dict[str, PlainValue]:
        """What is known of them where the shell is now."""
        return self.reading.variables

    @variables.setter
    def variables(self, variables: dict[str, PlainValue]) -> None:
        self.reading.variables = variables

    # statements: the node, and the folders the shell may be in; where it may be then

    def statements(self, node: Node, folders: Folders) -> Ways:
        """One after the other."""
        ways = Ways(folders, folders)
        for child in node.named_children:
            ways = self.walk(child, ways.both)
        return ways

    def walk(self, node: Node, folders: Folders) -> Ways:
        self.reading.steps.take()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise RecursionError
        step = _STEPS.get(node.type)
        if step is None:
            self.named.cannot_tell(f"it holds a {node.type.replace('_', ' ')}")
            ways = Ways(folders, folders)
        else:
            ways = step(self, node, folders)
        self._depth -= 1
        return ways

    def comment(self, node: Node, folders: Folders) -> Ways:
        return Ways(folders, folders)

    def and_or(self, node: Node, folders: Folders) -> Ways:
        """`a && b`, `a || b`."""
        left, right = node.named_children[0], node.named_children[-1]
        operator = "&&" if any(child.type == "&&" for child in node.children) else "||"
        ways = self.walk(left, folders)
        begins = ways.fine if operator == "&&" else ways.failed
        before = dict(self.variables)
        then = self.walk(right, begins)
        self._either(before)
        if operator == "&&":
            return Ways(then.fine, tuple(dict.fromkeys(ways.failed + then.failed)))
        return Ways(tuple(dict.fromkeys(ways.fine + then.fine)), then.failed)

    def _either(self, before: dict[str, PlainValue]) -> None:
        """Behind something that may not have happened."""
        for name in before.keys() | self.variables.keys():
            old, new = before.get(name, OUTSIDE), self.variables.get(name, OUTSIDE)
            self.variables[name] = old if old == new else either(old, new)

    def negated(self, node: Node, folders: Folders) -> Ways:
        ways = self.statements(node, folders)
        return Ways(ways.failed, ways.fine)

    def pipeline(self, node: Node, folders: Folders) -> Ways:
        """Each part in a shell of its own, but in some shells the last."""
        before = dict(self.variables)
        reached = dict.fromkeys(folders)
        for child in node.named_children:
            reached.update(dict.fromkeys(self.walk(child, folders).both))
        self._either(before)
        return Ways(tuple(reached), tuple(reached))

    def subshell(self, node: Node, folders: Folders) -> Ways:
        before = dict(self.variables)
        self.statements(node, folders)
        self.variables = before
        return Ways(folders, folders)

    def branches(self, node: Node, folders: Folders) -> Ways:
        """`if`, `case`: each part may or may not be reached, in this order."""
        reached = folders
        for child in node.named_children:
            before = dict(self.variables)
            ways = self.walk(child, reached) if child.type in _STEPS else self._part(child, reached)
            self._either(before)
            reached = tuple(dict.fromkeys(reached + ways.both))
        return Ways(reached, reached)

    def _part(self, node: Node, folders: Folders) -> Ways:
        """The word of a `case`, or its patterns."""
        self.value(node, folders)
        return Ways(folders, folders)

    def loop(self, node: Node, folders: Folders) -> Ways:
        """What is set inside may have been set before."""
        self._forget_assigned(node)
        return self._back_again(self.branches(node, folders), folders)

    def for_loop(self, node: Node, folders: Folders) -> Ways:
        """Each value that is known."""
        values = [self.value(child, folders) for child in node.children_by_field_name("value")]
        self._forget_assigned(node)
        variable, body = node.child_by_field_name("variable"), node.child_by_field_name("body")
        if variable is None or body is None:
            self.named.cannot_tell("a loop that cannot be followed")
            return Ways(folders, folders)
        self.variables[self._text(variable)] = one_of(values)
        return self._back_again(self.statements(body, folders), folders)

    def _forget_assigned(self, node: Node) -> None:
        for name in _assigned(node):
            self.variables[self._text(name)] = COMPUTED

    def _back_again(self, ways: Ways, folders: Folders) -> Ways:
        """Where a loop changes folders, it may be anywhere."""
        if set(ways.both) != set(folders):
            self.named.cannot_tell("a loop changes folders")
        return ways

    def test(self, node: Node, folders: Folders) -> Ways:
        """`[ … ]`. `[[ … ]]` is a program to some shells, with others behind it."""
        words: list[PlainValue] = []
        self._words_below(node, folders, words)
        self.named.name_all(words, folders)
        if node.children[0].type == "[[":
            for one in texts_of_all(words):
                self.named.name_script(one, folders)
        return Ways(folders, folders)

    def _words_below(self, node: Node, folders: Folders, words: list[PlainValue]) -> None:
        for child in node.named_children:
            self.reading.steps.take()
            if child.type in _VALUES:
                words.append(self.value(child, folders))
            elif child.type not in ("test_operator", "extglob_pattern", "regex"):
                self._words_below(child, folders, words)

    def assignment(self, node: Node, folders: Folders) -> Ways:
        """`x=…`."""
        self._assign(node, folders, lasts=True)
        return Ways(folders, folders)

    def assignments(self, node: Node, folders: Folders) -> Ways:
        for child in node.named_children:
            self._assign(child, folders, lasts=True)
        return Ways(folders, folders)

    def _assign(self, node: Node, folders: Folders, *, lasts: bool) -> None:
        target, content = node.child_by_field_name("name"), node.child_by_field_name("value")
        if (
            target is None
            or target.type != "variable_name"
            or b"+=" in self._source[target.end_byte : target.end_byte + 2]
        ):
            self.named.cannot_tell("an assignment that cannot be followed")
            return
        value = text("") if content is None else self.value(content, folders, assigned=True)
        self.named.assigns(self._text(target), value, folders)
        if lasts:
            self.variables[self._text(target)] = value

    def declaration(self, node: Node, folders: Folders) -> Ways:
        """`export x=…`, `readonly`, `local`; `unset x`."""
        for child in node.named_children:
            written = self._text(child)
            if child.type == "variable_assignment":
                self._assign(child, folders, lasts=True)
            elif child.type == "variable_name":
                self.variables[written] = self._declared(node, written)
            elif not written.startswith("-"):
                self.named.cannot_tell("an assignment is computed")
        return Ways(folders, folders)

    def _declared(self, node: Node, name: str) -> PlainValue:
        """`export x` leaves it as it is, `unset x` does not."""
        kept = self.variables.get(name, OUTSIDE)
        return COMPUTED if node.type == "unset_command" else kept

    def redirected(self, node: Node, folders: Folders) -> Ways:
        """Redirections belong to the last command they stand behind, though the grammar gives them
        to a whole list.
        """
        body = node.child_by_field_name("body")
        redirects = node.children_by_field_name("redirect")
        if body is None:
            return self.command(node, folders)
        last = last_command(body)
        if last is not None:
            self._later[last.id] = redirects
            return self.walk(body, folders)
        ways = self.walk(body, folders)
        self._redirects(redirects, tuple(dict.fromkeys(folders + ways.both)))
        return ways

    def bare_redirect(self, node: Node, folders: Folders) -> Ways:
        """`$(< file)`."""
        self._redirects([node], folders)
        return Ways(folders, folders)

    def _redirects(self, nodes: Iterable[Node], folders: Folders) -> bool:
        """Files that are read and written; whether something that is named comes in."""
        has_input = False
        for node in nodes:
            if node.type != "file_redirect":
                self._here_text(node, folders)
                continue
            target = node.child_by_field_name("destination")
            value = COMPUTED if target is None else self.value(target, folders)
            signs = {child.type for child in node.children}
            if "<" in signs:
                self.named.reads_from(value, folders)
                has_input = value.is_known
            elif ">&" in signs and target is not None and target.type == "number":
                continue
            else:
                self.named.writes_to(value, folders)
        return has_input

    def _here_text(self, node: Node, folders: Folders) -> None:
        """`<<E`, `<<< x`: data, but for what is computed inside. What stands behind it on its line
        is a part of it to the grammar.
        """
        for child in node.named_children:
            if child.type == "heredoc_body":
                self._computed_below(child, folders)
            elif child.type in _VALUES:
                self.value(child, folders)
            elif child.type not in ("heredoc_start", "heredoc_end", "file_descriptor"):
                self.named.cannot_tell("something stands behind a here-document")

    def _computed_below(self, node: Node, folders: Folders) -> None:
        self._values_among(node.named_children, folders)
        if _BACKTICK.search(self._text(node)):
            self.named.cannot_tell("a here-document holds commands")

    def _values_among(self, nodes: Iterable[Node], folders: Folders) -> None:
        """Read what is computed, wherever it goes."""
        for node in nodes:
            if node.type in _VALUES:
                self.value(node, folders)

    def command(self, node: Node, folders: Folders) -> Ways:
        """Redirections, words, assignments for this command alone, and the program that is run."""
        own = [child for child in node.named_children if child.type.endswith("_redirect")]
        redirects = [*own, *self._later.pop(node.id, ())]
        has_input = self._redirects(redirects, folders)
        words = [self._argument(nodes, folders) for nodes in arguments(node, redirects)]
        for child in children_of(node, "variable_assignment"):
            self._assign(child, folders, lasts=not words)
        name = words[0].texts[:1] if words else ()
        if name in _MOVES:
            return Ways(self.named.moved(words[1:], folders), folders)
        if name in _SETS:
            self._sets(words[1:])
        self.named.call(words, folders, has_input=has_input)
        return Ways(folders, folders)

    def _sets(self, words: Iterable[PlainValue]) -> None:
        """`read x`."""
        words = list(words)
        if not all(word.is_known for word in words):
            self.named.cannot_tell("the name of a variable is computed")
        self.variables.update(dict.fromkeys(texts_of_all(words), COMPUTED))

    # words

    def _argument(self, nodes: list[Node], folders: Folders) -> PlainValue:
        """Nodes that touch are one word."""
        return self._joined(list(chain.from_iterable(map(_parts, nodes))), folders, quoted=False)

    def _joined(self, parts: list[Node], folders: Folders, *, quoted: bool) -> PlainValue:
        """The parts of a word."""
        values = [self.value(part, folders, assigned=quoted) for part in parts]
        if len(parts) == 1:
            return values[0]
        bare = "".join(map(self._bare, parts))
        if "~" in bare or _is_pattern(bare):
            return PlainValue(computed=True, names_folder="/" in bare)
        return joined(values)

    def _bare(self, part: Node) -> str:
        """What is not in quotes: the grammar cuts `{a,b}` and `[a]` into several parts."""
        is_plain = part.type in ("word", "number")
        return _ESCAPED.sub("", self._text(part)) if is_plain else "-"

    def value(self, node: Node, folders: Folders, *, assigned: bool = False) -> PlainValue:
        """The texts that one word may be. `assigned`: it is not split."""
        self.reading.steps.take()
        expand = _VALUES.get(node.type)
        if expand is None:
            self.named.cannot_tell(f"it holds a {node.type.replace('_', ' ')}")
            return COMPUTED
        return expand(self, node, folders, assigned)

    def _word(self, node: Node, folders: Folders, quoted: bool) -> PlainValue:
        return self._unquoted(self._text(node))

    def _unquoted(self, written: str) -> PlainValue:
        bare = _ESCAPED.sub("", written)
        if _is_pattern(bare):
            return PlainValue(computed=True, names_folder="/" in bare)
        rest = text(_ESCAPED.sub(r"\1", written.removeprefix("~")))
        if _HOME.match(written):
            return joined([self.variables.get("HOME", OUTSIDE), rest])
        return COMPUTED if "~" in bare else text(_ESCAPED.sub(r"\1", written))

    def _raw(self, node: Node, folders: Folders, quoted: bool) -> PlainValue:
        return text(self._text(node)[1:-1])

    def _string(self, node: Node, folders: Folders, quoted: bool) -> PlainValue:
        """Between its double quotes; what lies between two children is text."""
        parts: list[PlainValue] = []
        at = node.start_byte + 1
        for child in node.named_children:
            if child.type == "string_content":
                continue
            parts.append(self._in_quotes(at, child.start_byte))
            parts.append(self.value(child, folders, assigned=True))
            at = child.end_byte
        return joined([*parts, self._in_quotes(at, node.end_byte - 1)])

    def _in_quotes(self, start: int, end: int) -> PlainValue:
        written = decoded(self._source[start:end])
        if _BACKTICK.search(written):
            self.named.cannot_tell("there are backticks in quotes")
        return text(_ESCAPED_IN_QUOTES.sub(r"\1", written))

    def _concatenation(self, node: Node, folders: Folders, quoted: bool) -> PlainValue:
        return self._joined(_parts(node), folders, quoted=quoted)

    def _simple_expansion(self, node: Node, folders: Folders, quoted: bool) -> PlainValue:
        return self.reading.variable(self._text(node)[1:], folders, quoted=quoted)

    def _expansion(self, node: Node, folders: Folders, quoted: bool) -> PlainValue:
        """`${…}`."""
        parameter = _PARAMETER.match(self._text(node))
        self._values_among(node.named_children[1:], folders)
        if parameter is None:
            return COMPUTED
        value = self.reading.variable(parameter["name"], folders, quoted=quoted)
        if parameter["cut"] is not None:
            return _cut(value, parameter["cut"], parameter["part"])
        operator = parameter["default"] or "?"
        if operator.endswith("?") or (value.is_known and all(value.texts)):
            return value
        if operator.endswith("="):
            self.variables[parameter["name"]] = COMPUTED
        return COMPUTED

    def _substitution(self, node: Node, folders: Folders, quoted: bool) -> PlainValue:
        """`$(…)`: what it prints is not known, but for `$(pwd)`."""
        written = self._text(node)
        if written.startswith("`") and "\\" in written:
            self.named.cannot_tell("there are backslashes between backticks")
        self.subshell(node, folders)
        prints_folder = written in ("$(pwd)", "`pwd`") and not any(map(SPLITS.search, folders))
        return text(*folders) if prints_folder else COMPUTED

    def _unknown(self, node: Node, folders: Folders, quoted: bool) -> PlainValue:
        for child in node.named_children:
            self._visit(child, folders)
        return COMPUTED

    def _visit(self, node: Node, folders: Folders) -> None:
        self.reading.steps.take()
        if node.type in ("command_substitution", "process_substitution"):
            self.subshell(node, folders)
            return
        for child in node.named_children:
            self._visit(child, folders)

    def _text(self, node: Node) -> str:
        return decoded(self._source[node.start_byte : node.end_byte])


def _without_line_ends(found: re.Match[str]) -> str:
    return found[0] if found[0][0] == "'" else found[0].replace("\\\n", "")


def _cut(value: PlainValue, sign: str, part: str) -> PlainValue:
    """`${x%/}`, `${x#a}`."""
    cut = str.removesuffix if sign[0] == "%" else str.removeprefix
    return value._replace(texts=tuple(cut(one, part) for one in value.texts))


def _assigned(node: Node) -> list[Node]:
    """The names that are set anywhere inside."""
    names: list[Node] = []
    rest = [node]
    while rest:
        current = rest.pop()
        rest += current.named_children
        if current.type == "variable_assignment":
            names += filter(None, [current.child_by_field_name("name")])
    return names


def _accounts_for(root: Node, source: bytes) -> bool:
    """Whether all that is written stands in some leaf of the tree: the grammar drops what it cannot
    place. Inside quotes and here-documents, what lies between two leaves is text.
    """
    at = root.start_byte
    rest = [root]
    while rest:
        node = rest.pop()
        if node.is_missing:
            return False
        is_text = node.type in ("string", "heredoc_body")
        if node.child_count and not is_text:
            rest += reversed(node.children)
            continue
        if is_text and not all(_accounts_for(child, source) for child in node.named_children):
            return False
        if not _BLANKS.match(source[at : node.start_byte]) or not _begins_rightly(node, source):
            return False
        at = max(at, node.end_byte)
    return _BLANKS.match(source[at : root.end_byte]) is not None


def _parts(node: Node) -> list[Node]:
    """The nodes a word is made of."""
    is_made_of_parts = node.type in ("concatenation", "command_name")
    if not is_made_of_parts:
        return [node]
    return [part for child in node.named_children for part in _parts(child)]


def _is_pattern(bare: str) -> bool:
    """Whether a shell looks for files of that name, or some shells make several words of it."""
    found = _WILDCARD.search(bare) or _BRACES.search(bare) or re.search(r"\s", bare)
    return found is not None


def _begins_rightly(leaf: Node, source: bytes) -> bool:
    """A comment begins where a word may begin, and ends with its line."""
    if leaf.type != "comment":
        return True
    before = source[max(leaf.start_byte - 1, 0) : leaf.start_byte]
    return (
        before in (b"", b" ", b"\t", b"\n", b";", b"&", b"|", b"(", b")")
        and b"\n" not in source[leaf.start_byte : leaf.end_byte]
    )


_SETS = frozenset((name,) for name in "read getopts mapfile readarray unset".split())
_MOVES = frozenset((name,) for name in ("cd", "chdir", "pushd"))
_STEPS: dict[str, Callable[[Statements, Node, Folders], Ways]] = {
    "comment": Statements.comment,
    "file_redirect": Statements.bare_redirect,
    "command": Statements.command,
    "redirected_statement": Statements.redirected,
    "list": Statements.and_or,
    "pipeline": Statements.pipeline,
    "negated_command": Statements.negated,
    "subshell": Statements.subshell,
    "compound_statement": Statements.statements,
    "do_group": Statements.statements,
    "if_statement": Statements.branches,
    "elif_clause": Statements.branches,
    "else_clause": Statements.statements,
    "case_statement": Statements.branches,
    "case_item": Statements.branches,
    "while_statement": Statements.loop,
    "for_statement": Statements.for_loop,
    "test_command": Statements.test,
    "variable_assignment": Statements.assignment,
    "variable_assignments": Statements.assignments,
    "declaration_command": Statements.declaration,
    "unset_command": Statements.declaration,
}
_VALUES: dict[str, Callable[[Statements, Node, Folders, bool], PlainValue]] = {
    "command_name": Statements._concatenation,
    "word": Statements._word,
    "number": Statements._word,
    "variable_name": Statements._word,
    "extglob_pattern": Statements._unknown,
    "raw_string": Statements._raw,
    "string": Statements._string,
    "concatenation": Statements._concatenation,
    "simple_expansion": Statements._simple_expansion,
    "expansion": Statements._expansion,
    "command_substitution": Statements._substitution,
    "process_substitution": Statements._unknown,
    "arithmetic_expansion": Statements._unknown,
    "ansi_c_string": Statements._unknown,
    "translated_string": Statements._unknown,
    "brace_expression": Statements._unknown,
}
