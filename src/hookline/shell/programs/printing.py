"""Programs that print: what they print is what a pipe, a substitution or a file gets."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from hookline.shell.assignments import evaluated_text
from hookline.shell.redirections import content
from hookline.shell.shell_text import UNKNOWN
from hookline.shell.word import A_FILE, Piece, Word, joined, known, without_options

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_ECHO_OPTION = re.compile(r"-[neE]+\Z")
#: What a format has besides text, `%s`, `%%`, `\n` and `\t`.
_OTHER_FORMATS = re.compile(r"%(?![s%])|\\(?![nt])")
_PLACE_OF_A_WORD = re.compile(r"(?<!%)%s")
#: Programs that print what is made of their words.
_PRINTS_ITS_WORDS = ("basename", "dirname", "realpath", "readlink", "seq", "date")


def which(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Where a program is: for what is run, the program's name is as good."""
    programs = without_options(words[1:])
    return programs[0] if len(programs) == 1 else UNKNOWN


def names(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Programs that print names of files, numbers or dates. A name of this command line's choosing
    is not known for one.
    """
    prints_its_words = words[0].base().text in _PRINTS_ITS_WORDS
    if prints_its_words and not all(map(_is_plain, words[1:])):
        return UNKNOWN
    return Word((A_FILE,))


def _is_plain(word: Word) -> bool:
    """An option, a path, a number, or what is not known: nothing that was made to be printed."""
    text = word.text
    if text is None:
        return not word.computed
    return "/" in text or text.startswith(("-", "+")) or text.isdecimal()


def echo(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Its words; with `-e` and escapes, nobody knows."""
    options, at = "", 1
    while at < len(words) and _ECHO_OPTION.match(words[at].text or ""):
        options += words[at].start
        at += 1
    output = joined(words[at:])
    interprets = "e" in options
    return UNKNOWN if interprets and "\\" in output.known_text else output


def printf(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Formats of text and line ends; others nobody knows."""
    rest = words[1:]
    while rest and rest[0].start.startswith("-v"):
        rest = _without_variable(reader, rest)
    if rest and rest[0].text == "--":
        rest = rest[1:]
    return _printed(rest[0], rest[1:]) if rest else Word()


def _printed(form: Word, values: list[Word]) -> Word:
    if form.text is None or _OTHER_FORMATS.search(form.text):
        return UNKNOWN
    text = form.text.replace("\\n", "\n").replace("\\t", "\t")
    return _formatted(text, values)


def _without_variable(reader: Assignments, words: list[Word]) -> list[Word]:
    """`-v name`: the variable may hold anything from now on. The words behind it."""
    if words[0].text == "-v":
        name, rest = joined(words[1:2]), words[2:]
    else:
        name, rest = words[0].without_start("-v"), words[1:]
    evaluated_text(reader.state, name.known_text)
    reader.state.variables[(name.text or "").split("[")[0]] = UNKNOWN
    return rest


def _formatted(form: str, words: list[Word]) -> Word:
    """The form with the words in their places, again and again until there are no more words."""
    first, *others = [text.replace("%%", "%") for text in _PLACE_OF_A_WORD.split(form)]
    if not others:
        return known(first)
    values = deque(words)
    pieces: list[Piece] = []
    while values or not pieces:
        pieces.append(first)
        for text in others:
            pieces += values.popleft().pieces if values else ()
            pieces.append(text)
    return Word(pieces)


def cat(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """What it is given to read, or what the files hold."""
    comes_in = stdin or UNKNOWN
    contents = [
        comes_in if _is_stdin(word) else content(reader.state, word) for word in _files(words)
    ]
    if len(contents) == 1:
        return contents[0]
    return joined(contents, "\n") if contents else comes_in


def _files(words: list[Word]) -> list[Word]:
    """What `cat` reads, a dash included."""
    return [word for word in words[1:] if word.text == "-" or not (word.text or "").startswith("-")]


def _is_stdin(word: Word) -> bool:
    return word.text in ("-", "/dev/stdin")
