"""Programs that write, copy and name files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hookline.shell.redirections import Redirections, content, path_of, write
from hookline.shell.shell_text import UNKNOWN
from hookline.shell.word import Word, joined, known

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_GONE = ("/dev/null", "/dev/shm", "/tmp", "/var/tmp")
_TRASH = (".Trash", ".trash")
_INSTALL_VALUES = frozenset(("-m", "-o", "-g", "-S", "--mode", "--owner", "--group", "--suffix"))
_INTO = ("-t", "--target-directory")


def _written(reader: Assignments, path: Word, text: Word, *, append: bool = False) -> None:
    if isinstance(reader, Redirections):
        write(reader, path, text, append=append)


def tee(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """What comes in goes into every file named, and on."""
    append = any(word.text in ("-a", "--append", "-ai") for word in words)
    for word in words[1:]:
        if word.text and not word.text.startswith("-"):
            _written(reader, word, stdin or UNKNOWN, append=append)
    return stdin or UNKNOWN


def dd(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`dd if=… of=…`."""
    given = {word.start.partition("=")[0]: word for word in words[1:]}
    text = (
        content(reader.state, given["if"].without_start("if="))
        if "if" in given
        else stdin or UNKNOWN
    )
    if "of" not in given:
        return text
    _written(reader, given["of"].without_start("of="), text)
    return Word()


def downloads(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """curl, wget: what they leave is not known."""
    for at, word in enumerate(words[:-1]):
        if word.text in ("-o", "-O", "--output", "--output-document") and words[at + 1].text != "-":
            _written(reader, words[at + 1], UNKNOWN)
    for word in words[1:]:
        if word.text and "://" in word.text and (name := word.base().text):
            reader.state.write(name, UNKNOWN)  # the name it gets without any option
    return UNKNOWN


def names(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """touch and mkdir: a file named like an option is one to whoever meets it in `*`."""
    texts = [word.known_text for word in words[1:]]
    behind = texts.index("--") + 1 if "--" in texts else len(texts)
    if any(text.startswith("-") for text in texts[behind:]) or any("/-" in text for text in texts):
        reader.state.cannot_tell("a file is named like an option")
    return Word()


def copies(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """cp, mv, ln, install: the copy is the same program under another name, the same script in
    another place.
    """
    values = _INSTALL_VALUES if words[0].base().text == "install" else frozenset()
    plain = [
        word
        for at, word in enumerate(words)
        if at and not word.start.startswith("-") and words[at - 1].text not in values
    ]
    options = [word.text for word in words[1:] if word.start.startswith("-")]
    if any(option in _INTO for option in options) and len(plain) > 1:
        plain = [*plain[1:], Word((*plain[0].pieces, "/"))]
    if len(plain) >= 2:
        for source in plain[:-1]:
            _copy(reader, source, plain[-1], stdin)
    return Word()


def _copy(reader: Assignments, source: Word, target: Word, stdin: Word | None) -> None:
    name, base = path_of(target), source.base().text
    text = (
        stdin
        if source.text in ("/dev/stdin", "-") and stdin is not None
        else content(reader.state, source)
    )
    if name is None:
        if not text.was_there:
            reader.state.write(None, text)
        return
    into = target.base().text in ("", ".", "..") or name in (
        "/tmp",
        "/usr/local/bin",
        "/usr/bin",
        "/bin",
    )
    path = f"{name}/{base}" if into and base else name
    if not text.was_there:
        _written(reader, known(path), text)
    elif source.text is None:
        _written(reader, known(path), UNKNOWN if source.computed else text)
    elif base != path.rpartition("/")[2]:
        reader.state.programs[path] = source


def hashed(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`hash -p path name`: the name is that program from now on."""
    if len(words) > 3 and words[1].text == "-p" and words[3].text:
        reader.state.programs[words[3].text] = words[2]
    return Word()


def moves_away(words: Sequence[Word]) -> bool:
    """Whether `mv` puts things where they are as good as deleted."""
    plain = [word for word in words[1:] if not word.start.startswith("-")]
    target = joined(plain[-1:]).known_text
    sources_there = all(word.known_text.startswith(_GONE) for word in plain[:-1])
    return (
        len(plain) > 1
        and not sources_there
        and (target.startswith(_GONE) or any(part in target for part in _TRASH))
    )
