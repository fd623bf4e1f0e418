"""Text and files that a shell reads as commands: `sh -c`, `eval`, scripts made on the way, what is
piped into a shell.

`why` is what is noted when the text is computed, so that nobody can tell what it runs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hookline.shell.known_names import SHELL_VALUES, STARTUP_FILES
from hookline.shell.languages import language_of
from hookline.shell.redirections import content, path_of
from hookline.shell.state import Call
from hookline.shell.word import COMPUTED, Word, known

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

UNKNOWN = Word((COMPUTED,))
#: fish and nu: the command line is attached.
_LONG_SCRIPT = ("--command=", "--commands=")
#: Options of a shell that name a file, or hold commands, to start with.
_STARTS_WITH = ("--rcfile", "--init-file", "--init-command")
_STDIN_PATHS = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_HOLE_NAME = "HOOKLINE_UNKNOWN"
_SETTINGS_FILE = re.compile(r"(?:^|/)(?:\.gitconfig|\.git/config|git/config)\Z")
_SETTINGS_THAT_RUN = re.compile(
    r"alias|command|pager|editor|cmd|external|textconv|helper|fsmonitor|hookspath|include|!", re.I
)


def run_text(reader: Assignments, text: Word, why: str, stdin: Word | None = None) -> Word:
    """Text that a shell reads as commands. Holes in it are words nobody knows; computed ones may be
    anything.
    """
    from hookline.shell.reader import read

    state = reader.state
    if text.computed:
        state.cannot_tell(why)
    if text.was_there:
        return UNKNOWN
    before = state.stdin
    state.stdin = before if stdin is None else stdin
    pieces = [piece if isinstance(piece, str) else f"${_HOLE_NAME}" for piece in text.pieces]
    read("".join(pieces), state)
    state.stdin = before
    return UNKNOWN


def run_file(reader: Assignments, path: Word, why: str) -> Word:
    """A file that a shell reads. One that was there before is not our business; one made here is."""
    if path.computed or (path.splits and not path.base().start):
        reader.state.cannot_tell(why)
        return UNKNOWN
    text = content(reader.state, path)
    if path_of(path) is None and text.was_there:
        return UNKNOWN
    suspect_if_handled(reader, path)
    if " " in (path.text or ""):
        run_text(reader, path, why)  # some shells take it for a command line
    return UNKNOWN if text.was_there else _run_text_made_here(reader, path, text)


def _run_text_made_here(reader: Assignments, path: Word, text: Word) -> Word:
    """The text of a file that was made here, in the language that its first line names."""
    language = _language_of_first_line(text.start)
    if language is None:
        return run_text(reader, text, "a file that is made on the way is run as a script")
    note_code(reader, [path], language, text)
    return UNKNOWN


def run_stdin(reader: Assignments, stdin: Word | None, why: str) -> Word:
    """A shell that reads its standard input. A file that was there before is not our business."""
    return UNKNOWN if stdin is None else run_text(reader, stdin, why)


def note_code(reader: Assignments, words: list[Word], language: str, code: Word) -> None:
    """A program is handed code of a language, or text it may take for commands."""
    reader.state.add(Call(tuple(words), language, code))


def _language_of_first_line(start: str) -> str | None:
    """The language a file's first line names; None when that is a shell, or nothing."""
    first_line = start.partition("\n")[0] if start.startswith("#!") else ""
    programs = [part.rpartition("/")[2] for part in first_line[2:].split()]
    return next(filter(None, map(language_of, programs)), None)


def suspect_if_handled(reader: Assignments, path: Word) -> None:
    """A script that earlier code speaks of may have been written by it; one given to sed or perl,
    changed by it.
    """
    name = path.base().text or ""
    if len(name) < 2:
        return
    for call, code in _codes_handed_over(reader.state.calls):
        if name in code.known_text:
            why = f"{name} is run, and may be written by code that is run before it"
            reader.state.cannot_tell(why)
        elif any(word.base().text == name for word in call.words[1:]):
            note_code(reader, [path], "text", code)


def _codes_handed_over(calls: list[Call]) -> list[tuple[Call, Word]]:
    """The code of all calls that hand code over, rather than text."""
    return [(call, call.code) for call in calls if call.code and call.language != "text"]


def read_if_startup_file(reader: Assignments, path: str, text: Word) -> None:
    """A file is written that some program reads by itself, later: a shell's profile, a hook of git,
    git's settings.
    """
    if STARTUP_FILES.search(path):
        run_text(reader, text, f"{path} is written with something computed")
    elif _SETTINGS_FILE.search(path) and (
        text.computed or _SETTINGS_THAT_RUN.search(text.known_text)
    ):
        reader.state.cannot_tell("git's settings are written, and may name commands")


class ShellStart(NamedTuple):
    """How a shell is started: what its options say, and the words behind them."""

    startup_files: list[Word]
    attached_script: Word | None  # `--command=…`
    takes_script: bool  # `-c`: the next word is a command line
    reads_stdin: bool  # `-s`
    rest: list[Word]

    @property
    def script_file(self) -> Word | None:
        """The file it runs; None when it runs what comes in."""
        if not self.rest or self.reads_stdin or self.rest[0].text in _STDIN_PATHS:
            return None
        return self.rest[0]


def run_shell(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """sh, bash and their like: `-c script`, a file, or what comes in."""
    start = shell_start(words)
    for path in start.startup_files:
        run_file(reader, path, "a shell is given a computed file to start with")
    if start.attached_script is not None:
        return run_text(reader, start.attached_script, "a shell is given a computed command line")
    if start.takes_script:
        return _run_script_word(reader, start.rest, stdin)
    before = reader.state.kept()
    if start.script_file is not None:
        reader.state.arguments = start.rest[1:]
        run_file(reader, start.script_file, "a shell is given a computed file")
    else:
        reader.state.arguments = start.rest if start.reads_stdin else None
        run_stdin(reader, stdin, "a shell runs what another command prints")
    reader.state.leave(before)
    return UNKNOWN


def shell_start(words: list[Word]) -> ShellStart:
    """The words of a shell, the program included → how it is started."""
    startup_files: list[Word] = []
    letters = ""
    at = 1
    while at < len(words) and _is_option(words[at]):
        option = words[at].start
        if option.startswith(_LONG_SCRIPT):
            script = words[at].without_start(option.partition("=")[0] + "=")
            return ShellStart(startup_files, script, False, False, [])
        if option in _STARTS_WITH:
            startup_files += words[at + 1 : at + 2]
        letters += _letters_of(option)
        at += 2 if option in SHELL_VALUES else 1
        if option == "--":
            break
    rest = words[at:]
    reads_stdin = "s" in letters
    if reads_stdin and rest and rest[0].text == "-":
        rest = rest[1:]
    return ShellStart(startup_files, None, "c" in letters, reads_stdin, rest)


def _is_option(word: Word) -> bool:
    return word.text is not None and len(word.text) >= 2 and word.text[0] in "-+"


def _letters_of(option: str) -> str:
    """The letters of a short option; `--command` is `-c` by another name."""
    if option.startswith(("+", "--")):
        return "c" if option == "--command" else ""
    return option[1:]


def _run_script_word(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`sh -c script name argument…`."""
    if not words:
        return UNKNOWN
    state = reader.state
    script, *others = words
    before = state.kept()
    state.arguments = others[1:]
    state.variables["0"] = others[0] if others else known("sh")
    run_text(reader, script, "a shell is given a computed command line", stdin)
    state.leave(before)
    return UNKNOWN
