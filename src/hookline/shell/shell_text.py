"""Text and files that a shell reads as commands: `sh -c`, `eval`, scripts made on the way, what is
piped into a shell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

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
_HOLE_NAME = "HOOKLINE_UNKNOWN"
_SETTINGS_FILE = re.compile(r"(?:^|/)(?:\.gitconfig|\.git/config|git/config)\Z")
_SETTINGS_THAT_RUN = re.compile(
    r"alias|command|pager|editor|cmd|external|textconv|helper|fsmonitor|hookspath|include|!", re.I
)


def script(reader: Assignments, text: Word, why: str, stdin: Word | None = None) -> Word:
    """Text that a shell reads as commands. Holes in it are words nobody knows; computed ones may be
    anything.
    """
    from hookline.shell.reader import read

    if text.computed:
        reader.state.cannot_tell(why)
    if text.was_there:
        return UNKNOWN
    before = reader.state.stdin
    reader.state.stdin = before if stdin is None else stdin
    read(
        "".join(piece if isinstance(piece, str) else f"${_HOLE_NAME}" for piece in text.pieces),
        reader.state,
    )
    reader.state.stdin = before
    return UNKNOWN


def script_file(reader: Assignments, path: Word, why: str) -> Word:
    """A file that a shell reads. One that was there before is not our business; one made here is."""
    if path.computed or (path.splits and not path.base().start):
        reader.state.cannot_tell(why)
        return UNKNOWN
    made = content(reader.state, path)
    if path_of(path) is None and made.was_there:
        return UNKNOWN
    if_handled(reader, path)
    if " " in (path.text or ""):
        script(reader, path, why)  # some shells take it for a command line
    if made.was_there:
        return UNKNOWN
    if (language := _language(made.start)) is not None:
        note_code(reader, [path], language, made)
        return UNKNOWN
    return script(reader, made, "a file that is made on the way is run as a script")


def _language(start: str) -> str | None:
    """The language a file's first line names; None when that is a shell, or nothing."""
    first = start.partition("\n")[0] if start.startswith("#!") else ""
    names = [language_of(part.rpartition("/")[2]) for part in first[2:].split()]
    return next((name for name in names if name), None)


def if_handled(reader: Assignments, path: Word) -> None:
    """A script that earlier code speaks of may have been written by it; one given to sed or perl,
    changed by it.
    """
    name = path.base().text
    for call in list(reader.state.calls) if name and len(name) > 1 else ():
        if call.code is None or call.language == "text":
            continue
        if name and name in call.code.known_text:
            reader.state.cannot_tell(
                f"{name} is run, and may be written by code that is run before it"
            )
        elif any(word.base().text == name for word in call.words[1:]):
            note_code(reader, [path], "text", call.code)


def startup_file(reader: Assignments, path: str, text: Word) -> None:
    """A file is written that some program reads by itself, later: a shell's profile, a hook of git,
    git's settings.
    """
    if STARTUP_FILES.search(path):
        script(reader, text, f"{path} is written with something computed")
    elif _SETTINGS_FILE.search(path) and (
        text.computed or _SETTINGS_THAT_RUN.search(text.known_text)
    ):
        reader.state.cannot_tell("git's settings are written, and may name commands")


def read_in(reader: Assignments, stdin: Word | None, why: str) -> Word:
    """A shell that reads its standard input. A file that was there before is not our business."""
    return UNKNOWN if stdin is None else script(reader, stdin, why)


def shell(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """sh, bash and their like: `-c script`, a file, or what comes in."""
    at, takes_script, reads_in = 1, False, False
    while at < len(words):
        text = words[at].text
        if text is None or len(text) < 2 or text[0] not in "-+":
            break
        if text.startswith(_LONG_SCRIPT):
            script(
                reader,
                words[at].without_start(text.partition("=")[0] + "="),
                "a shell is given a computed command line",
            )
            return UNKNOWN
        if text in ("--rcfile", "--init-file", "--init-command") and at + 1 < len(words):
            script_file(reader, words[at + 1], "a shell is given a computed file to start with")
        at += 2 if text in SHELL_VALUES else 1
        if text == "--":
            break
        reads_in |= not text.startswith("--") and "s" in text and text[0] == "-"
        takes_script |= text == "--command" or (
            not text.startswith("--") and "c" in text and text[0] == "-"
        )
    rest = words[at + 1 :] if reads_in and at < len(words) and words[at].text == "-" else words[at:]
    if takes_script:
        return _given(reader, rest, stdin)
    if (
        rest
        and not reads_in
        and rest[0].text not in ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
    ):
        kept, reader.state.arguments = reader.state.kept(), rest[1:]
        script_file(reader, rest[0], "a shell is given a computed file")
        reader.state.leave(kept)
        return UNKNOWN
    kept, reader.state.arguments = reader.state.kept(), rest if reads_in else None
    read_in(reader, stdin, "a shell runs what another command prints")
    reader.state.leave(kept)
    return UNKNOWN


def _given(reader: Assignments, rest: list[Word], stdin: Word | None) -> Word:
    """`sh -c script name argument…`."""
    if not rest:
        return UNKNOWN
    kept, reader.state.arguments = reader.state.kept(), rest[2:]
    reader.state.variables["0"] = rest[1] if len(rest) > 1 else known("sh")
    script(reader, rest[0], "a shell is given a computed command line", stdin)
    reader.state.leave(kept)
    return UNKNOWN


def note_code(reader: Assignments, words: list[Word], language: str, code: Word) -> None:
    """A program is handed code of a language, or text it may take for commands."""
    reader.state.add(Call(tuple(words), language, code))
