"""Arguments as written → words as a shell would make them: quotes, escapes, variables,
substitutions.

What cannot be known becomes a hole. Commands inside substitutions are read too; that is the
reader's part, which it brings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hookline.shell.braces import alternatives
from hookline.shell.spelling import decoded
from hookline.shell.word import A_FILE, ANY_WORDS, ANYTHING, Hole, Piece, Word

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
_ANSI_C_LETTERS = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "v": "\v",
}
_ESCAPED = re.compile(r'\\([$`"\\])')
#: No word has a blank in it that is not escaped; where the grammar says so, it has lost its way.
_BLANK = re.compile(r"(?<!\\)(?:\\\\)*\s")
_NUMBERS = frozenset("?#$!-")


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
        """The words an argument turns into; none, one, or several. Nodes that touch are one argument."""
        text = decoded(self.source[nodes[0].start_byte : nodes[-1].end_byte])
        quoted = len(nodes) == 1 and nodes[0].type in ("string", "raw_string", "ansi_c_string")
        if not quoted and "{" in text:
            meant = alternatives(text)
            if meant is None:
                for node in nodes:
                    self.visit(node)
                return [Word((Hole(splits=True, computed=True),))]
            if meant != [text]:
                return [word for one in meant for word in self.reread(one)]
        segments = [segment for node in nodes for segment in self.segments(node, False)]
        return self._fields(segments, quoted)

    def value(self, node: Node | None) -> Word:
        """What a variable is set to: one word, never split."""
        if node is None:
            return Word()
        pieces: list[Piece] = []
        for segment in self.segments(node, True):
            pieces.append(" " if segment is None else segment[0])
        return Word(pieces)

    def _fields(self, segments: list[Segment], quoted: bool) -> list[Word]:
        found: list[Word] = []
        pieces: list[Piece] = []
        begun = quoted

        def end() -> None:
            nonlocal begun
            if begun or pieces:
                found.append(Word(pieces, quoted=quoted))
            pieces.clear()
            begun = False

        for segment in segments:
            if segment is None:
                end()
                continue
            piece, splits = segment
            if splits and self.state.splits_otherwise and isinstance(piece, Hole) and piece.choices:
                piece = Hole(splits=True, computed=True)
            if not (splits and isinstance(piece, str)):
                pieces.append(piece)
                begun = begun or not splits
                continue
            parts = re.split(r"[ \t\n]+", piece) if not self.state.splits_otherwise else [piece]
            for number, part in enumerate(parts):
                if number:
                    end()
                if part:
                    pieces.append(part if not self.state.splits_otherwise else ANY_WORDS)
        end()
        return found

    def segments(self, node: Node, quoted: bool) -> list[Segment]:
        kind = node.type
        if kind == "word" and _BLANK.search(self.text(node)):
            self.state.cannot_tell("the command is not valid shell, or not shell that can be read")
        if kind in (
            "word",
            "number",
            "variable_name",
            "string_content",
            "heredoc_content",
            "file_descriptor",
        ):
            return self._unescaped(
                self.text(node), quoted and kind in ("string_content", "heredoc_content")
            )
        if kind == "raw_string":
            return [(self.text(node)[1:-1], False)]
        if kind == "ansi_c_string":
            return [(_ANSI_C.sub(_ansi_c, self.text(node)[2:-1]), False)]
        if kind == "string":
            return self._string(node)
        if kind in ("concatenation", "translated_string", "command_name"):
            return self._side_by_side(node, quoted)
        if kind == "simple_expansion":
            return self._variable(self.text(node)[1:], quoted)
        if kind == "expansion":
            return self._parameter(node, quoted)
        if (
            kind == "command_substitution"
            and self.text(node).startswith("$((")
            and self.text(node).endswith("))")
        ):
            self.arithmetic(node)  # the grammar takes arithmetic in a here-document for a subshell
            return [(A_FILE, False)]
        if kind == "command_substitution":
            return _spread(self.substitution(node), quoted)
        if kind == "process_substitution":
            return [(piece, False) for piece in self.process(node).pieces]
        self.visit(node)
        return [
            (A_FILE if kind == "arithmetic_expansion" else ANYTHING if quoted else ANY_WORDS, False)
        ]

    def _side_by_side(self, node: Node, quoted: bool) -> list[Segment]:
        """The children's segments; neighbouring plain words are one text, because the grammar cuts
        `gi[t]` into four.
        """
        found: list[Segment] = []
        plain = b""
        for child in node.named_children:
            if child.type in ("word", "number"):
                plain += self.source[child.start_byte : child.end_byte]
                continue
            found += self._unescaped(decoded(plain), False) if plain else []
            found += self.segments(child, quoted)
            plain = b""
        return found + (self._unescaped(decoded(plain), False) if plain else [])

    def _string(self, node: Node) -> list[Segment]:
        """Between its double quotes; what lies between two children is text, white space included."""
        return [("", False), *self.between(node, node.start_byte + 1, node.end_byte - 1)]

    def between(self, node: Node, at: int, last: int) -> list[Segment]:
        """A stretch in which variables and substitutions are filled in, and all else is text."""
        found: list[Segment] = []
        for child in node.named_children:
            if child.type in ("string_content", "heredoc_content"):
                continue
            found += self._unescaped(decoded(self.source[at : child.start_byte]), True)
            found += self.segments(child, True)
            at = child.end_byte
        return found + self._unescaped(decoded(self.source[at:last]), True)

    def _unescaped(self, text: str, quoted: bool) -> list[Segment]:
        text = text.replace("\\\n", "")
        if quoted:
            return self._quoted(text)
        found: list[Segment] = []
        at = 0
        for special in _GLOB.finditer(text):
            found.append((text[at : special.start()], False))
            found.append(
                (special["escaped"] or "", False) if special["glob"] is None else (A_FILE, False)
            )
            at = special.end()
        found.append((text[at:], False))
        return found

    def _quoted(self, text: str) -> list[Segment]:
        """Text inside double quotes or a here-document, where the grammar misses backticks."""
        found: list[Segment] = []
        at = 0
        for command in _BACKTICKS.finditer(text):
            found.append((_ESCAPED.sub(r"\1", text[at : command.start()]), False))
            found += _spread(self.backticks(_ESCAPED.sub(r"\1", command[1])), True)
            at = command.end()
        return [*found, (_ESCAPED.sub(r"\1", text[at:]), False)]

    def _variable(self, name: str, quoted: bool) -> list[Segment]:
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
        found: list[Segment] = []
        for number, word in enumerate(words):
            found += ([None] if number else []) + _spread(word, quoted)
        return found

    def _parameter(self, node: Node, quoted: bool) -> list[Segment]:
        parts = _PARAMETER.match(self.source[node.start_byte : node.end_byte])
        if parts is None:
            self.visit(node)
            return [(ANYTHING if quoted else ANY_WORDS, True)]
        name, rest = decoded(parts["name"]), decoded(parts["rest"])
        if parts["sign"] == b"#":
            return [(A_FILE, False)]
        checked = not rest or re.match(r":?\?", rest)  # `${x:?message}` is x, or the end
        if parts["index"] is not None and not parts["sign"]:
            self.visit(node)
            return (
                self._element(name, decoded(parts["index"]), quoted)
                if checked
                else [(ANY_WORDS, True)]
            )
        if checked and not parts["sign"]:
            self.visit(node)
            return self._variable(name, quoted)
        if not parts["sign"] and (operator := re.match(r":?[-=+]", rest)):
            return self._default(node, name, operator[0], quoted)
        if rest.startswith("@P"):
            self.state.cannot_tell("a variable is expanded like a prompt, which runs what it holds")
        self.visit(node)
        current = self.state.variables.get(name)
        if (
            current is not None
            and current.text is None
            and all(hole.file_name for hole in current.holes)
        ):
            return [(A_FILE, False)]  # part of a file's name
        return [(ANYTHING if quoted else ANY_WORDS, True)]

    def _element(self, name: str, index: str, quoted: bool) -> list[Segment]:
        words = self.state.arrays.get(name)
        if index in ("[@]", "[*]") or words is None:
            return self._list(words, quoted, index[1])
        number = index[1:-1]
        if number.isdigit() and int(number) < len(words):
            return _spread(words[int(number)], quoted)
        return [(ANYTHING if quoted else ANY_WORDS, True)]

    def _default(self, node: Node, name: str, operator: str, quoted: bool) -> list[Segment]:
        """`${x:-git}`: what the variable holds if this command line sets it, else the default."""
        given = [child for child in node.named_children[1:] if child.type != "regex"]
        default = [segment for child in given for segment in self.segments(child, quoted)]
        default = [s if s is None else (s[0], s[1] or not quoted) for s in default]
        current = self.state.variables.get(name)
        if operator.endswith("+"):
            return default if current is not None else [(ANYTHING if quoted else ANY_WORDS, True)]
        if current is not None and current.text != "":
            return _spread(current, quoted)
        if operator.endswith("="):
            self.state.variables[name] = Word(
                piece for segment in default if segment for piece in (segment[0],)
            )
        return default


def _spread(word: Word, quoted: bool) -> list[Segment]:
    """The pieces of a value where it is used; unquoted, a shell splits it."""
    found: list[Segment] = []
    for piece in word.pieces or ("",):
        if isinstance(piece, Hole):
            found.append((piece.used(quoted), not quoted))
        else:
            found.append((piece, not quoted))
    return found


def _ansi_c(match: re.Match[str]) -> str:
    escape = match[1]
    if escape[0] in "xuU" and len(escape) > 1:
        return chr(int(escape[1:], 16) % 0x110000)
    if escape[0] in "01234567":
        return chr(int(escape, 8) & 0xFF)
    return _ANSI_C_LETTERS.get(escape, escape)
