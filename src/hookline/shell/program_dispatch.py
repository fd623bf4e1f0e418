"""A program is run with these words → what else runs: the function, the script, the wrapped
program, the code it is handed.

Everything found is noted in the reader's state. Returns what the program prints, as far as that is
known.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hookline.shell.known_names import INERT, READS_FILES, SHELLS
from hookline.shell.languages import LANGUAGE_OF_FILE, language_of
from hookline.shell.redirections import path_of
from hookline.shell.shell_text import UNKNOWN, if_handled, note_code, script, script_file, shell
from hookline.shell.state import DEEPEST, Call, State
from hookline.shell.word import ANYTHING, Word, known
from hookline.shell.wrappers import (
    LOADER,
    PACKAGE_RUNNER,
    PACKAGE_RUNNERS,
    SUBCOMMAND_WRAPPERS,
    WRAPPERS,
)

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_LOADER = re.compile(r"ld(?:-linux.*|-musl.*|64)?\.so[.\d]*\Z")
_MOST_ALIASES = 8
#: Programs that take all that git takes, or most of it.
_LIKE_GIT = frozenset("dulwich g hub".split())


def call(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Run a program."""
    if not words or not reader.state.step():
        return Word()
    state = reader.state
    if len(words[0].pieces) == 1 and words[0].text is None and words[0].holes[0].choices:
        return _one_of(reader, words[0].holes[0].choices, words[1:], stdin)
    words = _as_named(state, words)
    if words[0].text in state.functions:
        return _function(state, words, stdin)
    if not state.add(Call(tuple(words))):
        return UNKNOWN
    program = words[0].base().text
    if program is None:
        return UNKNOWN
    _if_made_here(reader, words[0])
    return _by_table(reader, program, words, stdin)


def _one_of(
    reader: Assignments, choices: tuple[str, ...], rest: list[Word], stdin: Word | None
) -> Word:
    """A program that is one of several, or none: `$SUDO git push`."""
    for choice in choices:
        call(reader, [*map(known, choice.split()), *rest], stdin)
    return UNKNOWN


def _by_table(reader: Assignments, program: str, words: list[Word], stdin: Word | None) -> Word:
    from hookline.shell.interpreters import interpreter
    from hookline.shell.programs import PROGRAMS
    from hookline.shell.wrapped import run_behind, script_options, subcommand

    language = language_of(program)
    script_options(reader, program, words)
    if program in PROGRAMS:
        return PROGRAMS[program](reader, words, stdin)
    if program in SHELLS:
        return shell(reader, words, stdin)
    if language:
        return interpreter(reader, language, words, stdin)
    if program in WRAPPERS:
        return run_behind(reader, WRAPPERS[program], words[1:], stdin)
    if program in SUBCOMMAND_WRAPPERS:
        return subcommand(reader, program, words, stdin)
    if program in PACKAGE_RUNNERS:
        return run_behind(reader, PACKAGE_RUNNER, words[1:], stdin)
    if _LOADER.match(program):
        return run_behind(reader, LOADER, words[1:], stdin)
    if program not in INERT:
        files_made_here(reader, words)
        _text_for(reader, words, stdin)
    return UNKNOWN


def _text_for(reader: Assignments, words: list[Word], stdin: Word | None) -> None:
    """A program nobody knows is given something to read: it may take it for commands."""
    if stdin is not None and not stdin.was_there and stdin.known_text.strip():
        note_code(reader, words, "text", stdin)


def files_made_here(reader: Assignments, words: list[Word]) -> None:
    """A program is given a file that was made on the way: `go run x.go`, `pytest test_x.py`, `gcc x.c`."""
    if words[0].base().text in READS_FILES:
        return
    for word in words[1:]:
        name = path_of(word.without_start(word.start[: word.start.find("=") + 1]))
        if name and name in reader.state.files:
            language = LANGUAGE_OF_FILE.get(posixpath.splitext(name)[1], "text")
            if language == "sh":
                script(
                    reader,
                    reader.state.files[name],
                    "a file that is made on the way may be run as a script",
                )
            else:
                note_code(reader, words, language, reader.state.files[name])


def _as_named(state: State, words: list[Word]) -> list[Word]:
    """With aliases opened and copies of programs called by what they are copies of."""
    for _ in range(_MOST_ALIASES):
        name, base = words[0].text, words[0].base().text or ""
        if base.endswith(".exe") and name is not None:
            words = [known(name.removesuffix(".exe")), *words[1:]]
            continue
        if base in _LIKE_GIT and name not in state.aliases and name not in state.functions:
            return [known("git"), *words[1:]]
        if base.startswith("git-"):
            return [known("git"), known(base[len("git-") :]), *words[1:]]
        if name is None:
            break
        if name in state.aliases and not words[0].quoted:
            meant = state.aliases[name]
            if meant.text is None or re.search(r"[^\w\s./=:@%+,-]", meant.text):
                state.cannot_tell("an alias stands for more than a program and its words")
            words = [known(part) for part in meant.known_text.split()] + words[1:] or words
            if words[0].text == name:
                break
        elif (path_of(words[0]) or "") in state.files and state.files[
            path_of(words[0]) or ""
        ].was_there:
            return [
                Word((ANYTHING,)),
                *words[1:],
            ]  # a copy of what some file held, which may be any program
        elif (copied := _copied(state, words[0])) is not None:
            words = [copied, *words[1:]]
        else:
            break
    return words


def _copied(state: State, program: Word) -> Word | None:
    """What a program is a copy of; one that is called without a folder may be any copy of that name."""
    path = path_of(program) or ""
    if path in state.programs:
        return state.programs[path]
    names = [one for one in state.programs if "/" not in path and posixpath.basename(one) == path]
    return state.programs[names[0]] if names else None


def _function(state: State, words: list[Word], stdin: Word | None) -> Word:
    reader, body = state.functions[words[0].text or ""]
    state.uncalled.pop(body.id, None)
    if state.depth >= DEEPEST:
        state.cannot_tell("functions call each other too deeply")
        return UNKNOWN
    before, arguments = state.kept(), state.arguments
    state.arguments = list(words[1:])
    state.depth += 1
    try:
        return reader.walk(body, stdin)
    finally:
        state.depth -= 1
        state.arguments = arguments
        state.merge(before, files=False)  # what is local is not told apart


def _if_made_here(reader: Assignments, program: Word) -> None:
    """A program that was written on the way, by its path, or by its name through PATH."""
    path, files = path_of(program) or "", reader.state.files
    if path in files and "/" in (program.text or ""):
        script_file(reader, program, "")
    elif "/" in (program.text or ""):
        if_handled(reader, program)
    elif "/" not in (program.text or "/"):
        for made in sorted(reader.state.made.get(path, ())):
            script_file(reader, known(made), "")
