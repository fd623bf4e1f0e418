"""Programs that write, copy and name files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hookline.shell.redirections import Redirections, content, path_of, write
from hookline.shell.shell_text import UNKNOWN
from hookline.shell.word import Word, known, texts_of, values_behind, without_options

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_GONE = ("/dev/null", "/dev/shm", "/tmp", "/var/tmp")
_TRASH = (".Trash", ".trash")
_INSTALL_VALUES = frozenset(("-m", "-o", "-g", "-S", "--mode", "--owner", "--group", "--suffix"))
_INTO = frozenset(("-t", "--target-directory"))
_OUTPUT_OPTIONS = ("-o", "-O", "--output", "--output-document")
#: Folders by which something is named, whether or not a slash stands behind them.
_FOLDERS = ("/tmp", "/usr/local/bin", "/usr/bin", "/bin")


def _write(reader: Assignments, path: Word, text: Word, *, append: bool = False) -> None:
    if isinstance(reader, Redirections):
        write(reader, path, text, append=append)


def tee(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """What comes in goes into every file named, and on."""
    text = stdin or UNKNOWN
    append = any(word.text in ("-a", "--append", "-ai") for word in words)
    for path in without_options(words[1:]):
        if path.text:
            _write(reader, path, text, append=append)
    return text


def dd(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`dd if=… of=…`."""
    operands = {word.start.partition("=")[0]: word for word in words[1:]}
    text = stdin or UNKNOWN
    if "if" in operands:
        text = content(reader.state, operands["if"].without_start("if="))
    if "of" not in operands:
        return text
    _write(reader, operands["of"].without_start("of="), text)
    return Word()


def downloads(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """curl, wget: what they leave is not known."""
    for path in values_behind(words, _OUTPUT_OPTIONS):
        if path.text != "-":
            _write(reader, path, UNKNOWN)
    for word in words[1:]:
        if "://" in (word.text or ""):
            _write_by_address(reader, word)
    return UNKNOWN


def _write_by_address(reader: Assignments, address: Word) -> None:
    """The file that is called like the end of its address, when no option names another."""
    name = address.base().text
    if name:
        reader.state.write(name, UNKNOWN)


def names(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """touch and mkdir: a file named like an option is one to whoever meets it in `*`."""
    texts = [word.known_text for word in words[1:]]
    only_names = texts[texts.index("--") + 1 :] if "--" in texts else []
    if any("/-" in text for text in texts) or any(text.startswith("-") for text in only_names):
        reader.state.cannot_tell("a file is named like an option")
    return Word()


def copies(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """cp, mv, ln, install: the copy is the same program under another name, the same script in
    another place.
    """
    plain = _plain_arguments(words)
    if len(plain) > 1 and not _INTO.isdisjoint(texts_of(words[1:])):
        folder = Word((*plain[0].pieces, "/"))
        plain = [*plain[1:], folder]
    *sources, target = plain or [Word()]
    for source in sources:
        _copy(reader, source, target, stdin)
    return Word()


def _plain_arguments(words: list[Word]) -> list[Word]:
    """The words that are no options, nor, of install, values of options."""
    is_install = words[0].base().text == "install"
    with_value = _INSTALL_VALUES if is_install else frozenset()
    behind = zip(texts_of(words), words[1:], strict=False)
    return without_options(word for before, word in behind if before not in with_value)


def _copy(reader: Assignments, source: Word, target: Word, stdin: Word | None) -> None:
    """One file, or program, is copied."""
    text = content(reader.state, source)
    if stdin is not None and source.text in ("/dev/stdin", "-"):
        text = stdin
    path = _path_of_copy(source, target)
    if path is None:
        if not text.was_there:
            reader.state.write(None, text)
    elif not text.was_there:
        _write(reader, known(path), text)
    elif source.text is None:
        _write(reader, known(path), UNKNOWN if source.computed else text)
    elif source.base().text != path.rpartition("/")[2]:
        reader.state.programs[path] = source


def _path_of_copy(source: Word, target: Word) -> str | None:
    """Where a copy comes to stand: a file, or the same name in a folder; None when it is computed."""
    path, name = path_of(target), source.base().text
    into_folder = target.base().text in ("", ".", "..") or path in _FOLDERS
    return f"{path}/{name}" if path is not None and into_folder and name else path


def hashed(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`hash -p path name`: the name is that program from now on."""
    if len(words) > 3 and words[1].text == "-p" and words[3].text:
        reader.state.programs[words[3].text] = words[2]
    return Word()


def moves_away(words: Sequence[Word]) -> bool:
    """Whether `mv` puts things where they are as good as deleted."""
    *sources, target = without_options(words[1:]) or [Word()]
    if not sources or all(word.known_text.startswith(_GONE) for word in sources):
        return False
    path = target.known_text
    return path.startswith(_GONE) or any(folder in path for folder in _TRASH)
