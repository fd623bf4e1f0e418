"""Arguments as written → words as a shell would make them: quotes, escapes, variables,
substitutions.

What cannot be known becomes a hole. Commands inside substitutions are read too; that is the
reader's part, which it brings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from hookline.shell.braces import alternatives
from hookline.shell.spelling import decoded
from hookline.shell.word import A_FILE, ANY_WORDS, ANYTHING, COMPUTED_WORDS, Hole, Piece, Word

if TYPE_CHECKING:
    from tree_sitter import Node

    from hookline.shell.state import State

#: (piece, whether a shell splits it at blanks); None stands between two words.
Segment = tuple[Piece, bool] | None

_GLOB = re.compile(r"\\(?P<escaped>.)|(?P<glob>[*?]|\[[^\]\s/]{0,40}\]|[@!+]\([^)]*\))", re.DOTALL)
_BACKTICKS = re.compile(r"(?<!\\)`(.*?)(?<!\\)`", re.DOTALL)
_PARAMETER = re.compile(
    rb"\$\{(?P<sign>[!#]?)(?P<name>[A-Za-z_]\w*|\d+|[@*#?$!-])(?P<index>\[[^\]]*\])?(?P<rest>.*)\}\Z",
    re.DOTALL,
)
_ANSI_C = re.compile(
    r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|c.|.)", re.DOTALL
)
_ANSI_C_LETTERS = dict(zip("ntrabeEfv", "\n\t\r\a\b\x1b\x1b\f\v", strict=True))
_ESCAPED = re.compile(r'\\([$`"\\])')
#: No word has a blank in it that is not escaped; where the grammar says so, it has lost its way.
_BLANK = re.compile(r"(?<!\\)(?:\\\\)*\s")
_BLANKS = re.compile(r"[ \t\n]+")
_NUMBERS = frozenset("?#$!-")
_QUOTED = ("string", "raw_string", "ansi_c_string")
_IN_QUOTES = ("string_content", "heredoc_content")
#: `${x:?message}` is x, or the end.
_CHECKED = re.compile(r":?\?")
_DEFAULT = re.compile(r":?[-=+]")


class Parameter(NamedTuple):
    """`${x[1]:-y}`, taken apart."""

    sign: bytes  # `#` for a length, `!` for what the variable names
    name: str
    subscript: str  # with its brackets
    rest: str

    @property
    def is_plain(self) -> bool:
        """Whether it is what the variable holds."""
        return not self.rest or _CHECKED.match(self.rest) is not None

    @property
    def operator(self) -> str:
        """What a default stands behind; empty when there is none."""
        operator = _DEFAULT.match(self.rest)
        return operator[0] if operator else ""


class Fields:
    """The words of one argument while they are put together."""

    def __init__(self, quoted: bool) -> None:
        self.words: list[Word] = []
        self._quoted = quoted
        self._pieces: list[Piece] = []
        self._begun = quoted  # an empty text in quotes is a word

    def add(self, piece: Piece, splits: bool) -> None:
        """One more piece of the word; text that a shell splits may end it and begin others."""
        if not splits or isinstance(piece, Hole):
            self._pieces.append(piece)
            self._begun |= not splits
            return
        first, *others = _BLANKS.split(piece)
        self._pieces += [first] if first else []
        for text in others:
            self.end()
            self._pieces += [text] if text else []

    def end(self) -> None:
        """The word is complete."""
        if self._begun or self._pieces:
            self.words.append(Word(self._pieces, quoted=self._quoted))
        self._pieces = []
        self._begun = False


class Expansion:
    """Makes words of nodes. `substitution` and `process` are the reader's."""

    source: bytes
    state: State

    def substitution(self, node: Node) -> Word:
        raise NotImplementedError

    def process(self, node: Node) -> Word:
        raise NotImplementedError

    def reread(self, text: str) -> list[Word]:
        """The words of a text that takes the place of what was written."""
        raise NotImplementedError

    def arithmetic(self, node: Node) -> None:
        """Read what stands between `$((` and `))`."""
        raise NotImplementedError

    def backticks(self, text: str) -> Word:
        """What the commands between backticks print, where the grammar does not see them."""
        raise NotImplementedError

    def visit(self, node: Node) -> None:
        """Read the commands inside a node nothing else is known of."""
        raise NotImplementedError

    def text(self, node: Node) -> str:
        return decoded(self.source[node.start_byte : node.end_byte])

    def words(self, *nodes: Node) -> list[Word]:
        """The words an argument turns into; none, one, or several. Nodes that touch are one
        argument.
        """
        is_quoted = len(nodes) == 1 and nodes[0].type in _QUOTED
        if not is_quoted:
            text = decoded(self.source[nodes[0].start_byte : nodes[-1].end_byte])
            texts = alternatives(text) if "{" in text else [text]
            if texts != [text]:
                return self._words_of_braces(texts, nodes)
        segments: list[Segment] = []
        for node in nodes:
            segments += self.segments(node, False)
        return self._fields(segments, is_quoted)

    def _words_of_braces(self, texts: list[str] | None, nodes: tuple[Node, ...]) -> list[Word]:
        """The words of all the texts that braces stand for; None: of too many to read."""
        if texts is None:
            for node in nodes:
                self.visit(node)
            return [Word((COMPUTED_WORDS,))]
        words: list[Word] = []
        for text in texts:
            words += self.reread(text)
        return words

    def value(self, node: Node | None) -> Word:
        """What a variable is set to: one word, never split."""
        segments = [] if node is None else self.segments(node, True)
        return Word(" " if segment is None else segment[0] for segment in segments)

    def _fields(self, segments: list[Segment], quoted: bool) -> list[Word]:
        """The words of an argument, which a shell splits at blanks where it is not quoted."""
        fields = Fields(quoted)
        for segment in segments:
            if segment is None:
                fields.end()
            elif self.state.splits_otherwise:
                fields.add(*_split_otherwise(*segment))
            else:
                fields.add(*segment)
        fields.end()
        return fields.words

    def segments(self, node: Node, quoted: bool) -> list[Segment]:
        """The pieces a node turns into, and which of them a shell splits."""
        expand = _SEGMENTS.get(node.type)
        if expand is not None:
            return expand(self, node, quoted)
        self.visit(node)
        return [(ANYTHING if quoted else ANY_WORDS, False)]

    def _plain(self, node: Node, quoted: bool) -> list[Segment]:
        if node.type == "word" and _BLANK.search(self.text(node)):
            self.state.cannot_tell("the command is not valid shell, or not shell that can be read")
        return self._unescaped(self.text(node), quoted and node.type in _IN_QUOTES)

    def _raw_string(self, node: Node, quoted: bool) -> list[Segment]:
        return [(self.text(node)[1:-1], False)]

    def _ansi_c_string(self, node: Node, quoted: bool) -> list[Segment]:
        return [(_ANSI_C.sub(_ansi_c, self.text(node)[2:-1]), False)]

    def _simple_expansion(self, node: Node, quoted: bool) -> list[Segment]:
        return self._variable(self.text(node)[1:], quoted)

    def _command_substitution(self, node: Node, quoted: bool) -> list[Segment]:
        text = self.text(node)
        if text.startswith("$((") and text.endswith("))"):
            self.arithmetic(node)  # the grammar takes arithmetic in a here-document for a subshell
            return [(A_FILE, False)]
        return _spread(self.substitution(node), quoted)

    def _process_substitution(self, node: Node, quoted: bool) -> list[Segment]:
        return [(piece, False) for piece in self.process(node).pieces]

    def _arithmetic_expansion(self, node: Node, quoted: bool) -> list[Segment]:
        self.visit(node)
        return [(A_FILE, False)]

    def _side_by_side(self, node: Node, quoted: bool) -> list[Segment]:
        """The children's segments; neighbouring plain words are one text, because the grammar cuts
        `gi[t]` into four.
        """
        segments: list[Segment] = []
        plain = b""
        for child in node.named_children:
            if child.type in ("word", "number"):
                plain += self.source[child.start_byte : child.end_byte]
            else:
                segments += self._unescaped_if_any(plain)
                segments += self.segments(child, quoted)
                plain = b""
        return segments + self._unescaped_if_any(plain)

    def _unescaped_if_any(self, source: bytes) -> list[Segment]:
        return self._unescaped(decoded(source), False) if source else []

    def _string(self, node: Node, quoted: bool) -> list[Segment]:
        """Between its double quotes; what lies between two children is text, white space included."""
        return [("", False), *self.between(node, node.start_byte + 1, node.end_byte - 1)]

    def between(self, node: Node, at: int, last: int) -> list[Segment]:
        """A stretch in which variables and substitutions are filled in, and all else is text."""
        segments: list[Segment] = []
        for child in node.named_children:
            if child.type in _IN_QUOTES:
                continue
            segments += self._unescaped(decoded(self.source[at : child.start_byte]), True)
            segments += self.segments(child, True)
            at = child.end_byte
        return segments + self._unescaped(decoded(self.source[at:last]), True)

    def _unescaped(self, text: str, quoted: bool) -> list[Segment]:
        """Text without its escapes; outside of quotes, names of files for `*` and its like."""
        text = text.replace("\\\n", "")
        if quoted:
            return self._quoted(text)
        segments: list[Segment] = []
        at = 0
        for special in _GLOB.finditer(text):
            meaning = _meaning(special)
            segments += [(text[at : special.start()], False), (meaning, False)]
            at = special.end()
        return [*segments, (text[at:], False)]

    def _quoted(self, text: str) -> list[Segment]:
        """Text inside double quotes or a here-document, where the grammar misses backticks."""
        segments: list[Segment] = []
        at = 0
        for command in _BACKTICKS.finditer(text):
            segments.append((_without_escapes(text[at : command.start()]), False))
            segments += _spread(self.backticks(_without_escapes(command[1])), True)
            at = command.end()
        return [*segments, (_without_escapes(text[at:]), False)]

    def _variable(self, name: str, quoted: bool) -> list[Segment]:
        """`$x`."""
        if name in ("@", "*"):
            return self._list(self.state.arguments, quoted, name)
        if name in _NUMBERS:
            return [(A_FILE, False)]
        return _spread(self.state.variable(name), quoted)

    def _list(self, words: list[Word] | None, quoted: bool, mark: str) -> list[Segment]:
        """All of them, `@` as words of their own, `*` with the first character of IFS between them."""
        if words is None:
            return [(ANY_WORDS, True)]
        if mark == "*" and self.state.splits_otherwise:
            return [(Hole(splits=not quoted, computed=True), not quoted)]
        segments: list[Segment] = []
        for number, word in enumerate(words):
            segments += [None] if number else []
            segments += _spread(word, quoted)
        return segments

    def _parameter(self, node: Node, quoted: bool) -> list[Segment]:
        """`${…}`."""
        parameter = _parameter_of(self.source[node.start_byte : node.end_byte])
        if parameter is None:
            self.visit(node)
            return _unknown(quoted)
        if parameter.sign == b"#":
            return [(A_FILE, False)]
        if parameter.sign:
            return self._transformed(node, parameter, quoted)
        if parameter.subscript:
            return self._element(node, parameter, quoted)
        if parameter.is_plain:
            self.visit(node)
            return self._variable(parameter.name, quoted)
        if parameter.operator:
            return self._default(node, parameter, quoted)
        return self._transformed(node, parameter, quoted)

    def _transformed(self, node: Node, parameter: Parameter, quoted: bool) -> list[Segment]:
        """`${x%y}`, `${!x}`: nobody knows, but part of a file's name is one."""
        if parameter.rest.startswith("@P"):
            self.state.cannot_tell("a variable is expanded like a prompt, which runs what it holds")
        self.visit(node)
        current = self.state.variables.get(parameter.name)
        if current is not None and _is_of_file_names(current):
            return [(A_FILE, False)]
        return _unknown(quoted)

    def _default(self, node: Node, parameter: Parameter, quoted: bool) -> list[Segment]:
        """`${x:-git}`: what the variable holds if this command line sets it, else the default."""
        default = self._default_segments(node, quoted)
        current = self.state.variables.get(parameter.name)
        if parameter.operator.endswith("+"):
            return _unknown(quoted) if current is None else default
        if current is not None and current.text != "":
            return _spread(current, quoted)
        if parameter.operator.endswith("="):
            pieces = [segment[0] for segment in default if segment]
            self.state.variables[parameter.name] = Word(pieces)
        return default

    def _default_segments(self, node: Node, quoted: bool) -> list[Segment]:
        """What stands behind the operator."""
        segments: list[Segment] = []
        for child in node.named_children[1:]:
            segments += [] if child.type == "regex" else self.segments(child, quoted)
        return segments if quoted else [_splitting(segment) for segment in segments]

    def _element(self, node: Node, parameter: Parameter, quoted: bool) -> list[Segment]:
        """`${x[1]}`, `${x[@]}`."""
        self.visit(node)
        if not parameter.is_plain:
            return [(ANY_WORDS, True)]
        words = self.state.arrays.get(parameter.name)
        index = parameter.subscript[1:-1]
        if index in ("@", "*") or words is None:
            return self._list(words, quoted, index)
        if index.isdigit() and int(index) < len(words):
            return _spread(words[int(index)], quoted)
        return _unknown(quoted)


def _meaning(special: re.Match[str]) -> Piece:
    """What a wildcard, or an escaped letter, stands for. Brackets and question marks may be meant as
    they are.
    """
    wildcard = special["glob"]
    if wildcard is None:
        return special["escaped"] or ""
    return Hole(file_name=True, pattern=wildcard) if wildcard[0] in "[?" else A_FILE


def _parameter_of(source: bytes) -> Parameter | None:
    """`${x:-y}` taken apart; None when it is something else."""
    parts = _PARAMETER.match(source)
    if parts is None:
        return None
    name, rest = decoded(parts["name"]), decoded(parts["rest"])
    return Parameter(parts["sign"], name, decoded(parts["index"] or b""), rest)


def _unknown(quoted: bool) -> list[Segment]:
    return [(ANYTHING if quoted else ANY_WORDS, True)]


def _splitting(segment: Segment) -> Segment:
    """The same where a shell splits it."""
    return segment and (segment[0], True)


def _is_of_file_names(word: Word) -> bool:
    return word.text is None and all(hole.file_name for hole in word.holes)


def _spread(word: Word, quoted: bool) -> list[Segment]:
    """The pieces of a value where it is used; unquoted, a shell splits it."""
    segments: list[Segment] = []
    for piece in word.pieces or ("",):
        used = piece.used(quoted) if isinstance(piece, Hole) else piece
        segments.append((used, not quoted))
    return segments


def _split_otherwise(piece: Piece, splits: bool) -> tuple[Piece, bool]:
    """A piece where IFS was set: nobody knows at what it is split."""
    if not splits:
        return piece, False
    if isinstance(piece, str):
        return (ANY_WORDS if piece else ""), True
    return (COMPUTED_WORDS if piece.choices else piece), True


def _without_escapes(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


def _ansi_c(match: re.Match[str]) -> str:
    escape = match[1]
    if escape[0] in "xuU" and len(escape) > 1:
        return chr(int(escape[1:], 16) % 0x110000)
    if escape[0] in "01234567":
        return chr(int(escape, 8) & 0xFF)
    return _ANSI_C_LETTERS.get(escape, escape)


Expand = Callable[[Expansion, "Node", bool], list[Segment]]
#: Kind of node → how it is expanded.
_SEGMENTS: dict[str, Expand] = {
    **dict.fromkeys(
        "word number variable_name string_content heredoc_content file_descriptor".split(),
        Expansion._plain,
    ),
    **dict.fromkeys(
        "concatenation translated_string command_name".split(), Expansion._side_by_side
    ),
    "raw_string": Expansion._raw_string,
    "ansi_c_string": Expansion._ansi_c_string,
    "string": Expansion._string,
    "simple_expansion": Expansion._simple_expansion,
    "expansion": Expansion._parameter,
    "command_substitution": Expansion._command_substitution,
    "process_substitution": Expansion._process_substitution,
    "arithmetic_expansion": Expansion._arithmetic_expansion,
}
