"""Programs that print: what they print is what a pipe, a substitution or a file gets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hookline.shell.assignments import evaluated_text
from hookline.shell.redirections import content
from hookline.shell.shell_text import UNKNOWN
from hookline.shell.word import A_FILE, Piece, Word, joined, known

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments


def which(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Where a program is: for what is run, the program's name is as good."""
    named = [word for word in words[1:] if not word.start.startswith("-")]
    return named[0] if len(named) == 1 else UNKNOWN


def names(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Programs that print names of files, numbers or dates. A name of this command line's choosing
    is not known for one.
    """
    if words[0].base().text in ("basename", "dirname", "realpath", "readlink", "seq", "date"):
        return UNKNOWN if any(not _plain(word) for word in words[1:]) else Word((A_FILE,))
    return Word((A_FILE,))


def _plain(word: Word) -> bool:
    """An option, a path, a number, or what is not known: nothing that was made to be printed."""
    text = word.known_text
    return not word.computed and (
        word.text is None or "/" in text or text.startswith(("-", "+")) or text.isdecimal()
    )


def echo(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Its words; with `-e` and escapes, nobody knows."""
    rest = words[1:]
    interprets = False
    while rest and rest[0].text is not None and re.match(r"-[neE]+\Z", rest[0].text):
        interprets |= "e" in rest[0].text
        rest = rest[1:]
    said = joined(rest)
    return UNKNOWN if interprets and "\\" in said.known_text else said


def printf(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Formats of text and line ends; others nobody knows."""
    rest = words[1:]
    while rest and rest[0].start.startswith("-v"):
        attached = rest[0].text != "-v"
        name = rest[0].without_start("-v") if attached else rest[1] if len(rest) > 1 else Word()
        evaluated_text(reader.state, name.known_text)
        reader.state.variables[(name.text or "").split("[")[0]] = UNKNOWN
        rest = rest[1:] if attached else rest[2:]
    rest = rest[1:] if rest and rest[0].text == "--" else rest
    form = rest[0].text if rest else ""
    if form is None or re.search(r"%(?![s%])|\\(?![nt])", form):
        return UNKNOWN
    return _formatted(form.replace("\\n", "\n").replace("\\t", "\t"), rest[1:])


def _formatted(form: str, words: list[Word]) -> Word:
    texts = [text.replace("%%", "%") for text in re.split(r"(?<!%)%s", form)]
    if len(texts) == 1:
        return known(texts[0])
    pieces: list[Piece] = []
    for start in range(0, max(len(words), 1), len(texts) - 1):
        pieces.append(texts[0])
        for offset, text in enumerate(texts[1:]):
            pieces += words[start + offset].pieces if start + offset < len(words) else ()
            pieces.append(text)
    return Word(pieces)


def cat(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """What it is given to read, or what the files hold."""
    named = [
        word for word in words[1:] if not (word.text or "").startswith("-") or word.text == "-"
    ]
    if not named:
        return stdin or UNKNOWN
    parts = [
        stdin or UNKNOWN if word.text in ("-", "/dev/stdin") else content(reader.state, word)
        for word in named
    ]
    return parts[0] if len(parts) == 1 else joined(parts, "\n")
