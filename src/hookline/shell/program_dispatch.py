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
from hookline.shell.shell_text import (
    UNKNOWN,
    note_code,
    run_file,
    run_shell,
    run_text,
    suspect_if_handled,
)
from hookline.shell.state import DEEPEST, Call, State
from hookline.shell.word import ANYTHING, Word, is_made_here, known
from hookline.shell.wrappers import (
    LOADER,
    PACKAGE_RUNNER,
    PACKAGE_RUNNERS,
    SUBCOMMAND_WRAPPERS,
    WRAPPERS,
    Wrapper,
)

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_LOADER = re.compile(r"ld(?:-linux.*|-musl.*|64)?\.so[.\d]*\Z")
_MOST_ALIASES = 8
#: Other ways to write a program's name: Windows' `git.exe`, zsh's `=git`, nu's `^git`, elvish's `e:git`.
_NAMED_OTHERWISE = re.compile(r"(?i:(?P<windows>.+)\.exe)|(?:=|\^|e:)(?P<name>[A-Za-z_/~.][^=]*)")
#: Programs that take all that git takes, or most of it.
_LIKE_GIT = frozenset("dulwich g hub".split())
#: Text that is more than a program and its words.
_SHELL_SYNTAX = re.compile(r"[^\w\s./=:@%+,-]")


def run_program(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """A program is run with these words, the first of them its name."""
    if not words or not reader.state.step():
        return Word()
    if words[0].choices:
        return _run_one_of(reader, words[0].choices, words[1:], stdin)
    state = reader.state
    words = _as_named(state, words)
    if words[0].text in state.functions:
        return _run_function(state, words, stdin)
    if not state.add(Call(tuple(words))):
        return UNKNOWN
    program = words[0].base().text
    if program is None:
        return UNKNOWN
    _run_if_made_here(reader, words[0])
    return _run_by_table(reader, program, words, stdin)


def _run_one_of(
    reader: Assignments, choices: tuple[str, ...], rest: list[Word], stdin: Word | None
) -> Word:
    """A program that is one of several, or none: `$SUDO git push`."""
    for choice in choices:
        run_program(reader, [*map(known, choice.split()), *rest], stdin)
    return UNKNOWN


def _run_by_table(reader: Assignments, program: str, words: list[Word], stdin: Word | None) -> Word:
    """What is known of this program, by the first table that has it."""
    from hookline.shell.interpreters import run_interpreter
    from hookline.shell.programs import PROGRAMS
    from hookline.shell.wrapped import run_behind, run_script_options, run_subcommand

    run_script_options(reader, program, words)
    if program in PROGRAMS:
        return PROGRAMS[program](reader, words, stdin)
    if program in SHELLS:
        return run_shell(reader, words, stdin)
    language = language_of(program)
    if language:
        return run_interpreter(reader, language, words, stdin)
    wrapper = _wrapper_of(program)
    if wrapper is not None:
        return run_behind(reader, wrapper, words[1:], stdin)
    if program in SUBCOMMAND_WRAPPERS:
        return run_subcommand(reader, program, words, stdin)
    if program not in INERT:
        note_files_made_here(reader, words)
        _note_text_to_read(reader, words, stdin)
    return UNKNOWN


def _wrapper_of(program: str) -> Wrapper | None:
    """How this program names another that it runs; None when it is no wrapper of this kind."""
    if program in PACKAGE_RUNNERS:
        return PACKAGE_RUNNER
    if _LOADER.match(program):
        return LOADER
    return WRAPPERS.get(program)


def _note_text_to_read(reader: Assignments, words: list[Word], stdin: Word | None) -> None:
    """A program nobody knows is given something to read: it may take it for commands."""
    if is_made_here(stdin) and stdin.known_text.strip():
        note_code(reader, words, "text", stdin)


def note_files_made_here(reader: Assignments, words: list[Word]) -> None:
    """A program is given a file that was made on the way: `go run x.go`, `pytest test_x.py`, `gcc
    x.c`.
    """
    if words[0].base().text in READS_FILES:
        return
    files = reader.state.files
    for word in words[1:]:
        option = word.start[: word.start.find("=") + 1]
        path = path_of(word.without_start(option))
        if not path or path not in files:
            continue
        language = LANGUAGE_OF_FILE.get(posixpath.splitext(path)[1], "text")
        if language == "sh":
            why = "a file that is made on the way may be run as a script"
            run_text(reader, files[path], why)
        else:
            note_code(reader, words, language, files[path])


def _as_named(state: State, words: list[Word]) -> list[Word]:
    """With aliases opened and copies of programs called by what they are copies of."""
    for _ in range(_MOST_ALIASES):
        renamed = _renamed(state, words)
        if renamed is None:
            return words
        words, is_final = renamed
        if is_final:
            return words
    return words


def _renamed(state: State, words: list[Word]) -> tuple[list[Word], bool] | None:
    """The same call under the name that this one stands for, and whether that is its last; None
    when it stands for no other.
    """
    program, rest = words[0], words[1:]
    name = program.text
    plain = _plain_name(name or "")
    if plain:
        return [known(plain), *rest], False
    git_words = _words_of_git(state, program)
    if git_words:
        return [*git_words, *rest], True
    if name in state.aliases and not program.quoted:
        opened = _opened(state, state.aliases[name], rest) or words
        return opened, opened[0].text == name
    if name is not None and _holds_what_was_there(state, program):
        return [Word((ANYTHING,)), *rest], True
    original = _copied_from(state, program)
    return None if original is None else ([original, *rest], False)


def _plain_name(name: str) -> str:
    """How a program is called where Windows, zsh, nu or elvish write it otherwise; else empty."""
    written = _NAMED_OTHERWISE.fullmatch(name)
    if written is None:
        return ""
    return written["windows"].lower() if written["windows"] else written["name"]


def _words_of_git(state: State, program: Word) -> list[Word]:
    """git, under another name; none when it is not git."""
    name, base = program.text, program.base().text or ""
    if base in _LIKE_GIT and name not in state.aliases and name not in state.functions:
        return [known("git")]
    if base.startswith("git-"):
        return [known("git"), known(base.removeprefix("git-"))]
    return []


def _opened(state: State, meaning: Word, rest: list[Word]) -> list[Word]:
    """The words an alias stands for, and those behind it."""
    if meaning.text is None or _SHELL_SYNTAX.search(meaning.text):
        state.cannot_tell("an alias stands for more than a program and its words")
    return [*map(known, meaning.known_text.split()), *rest]


def _holds_what_was_there(state: State, program: Word) -> bool:
    """Whether it is a copy of what some file held, which may be any program."""
    text = state.files.get(path_of(program) or "")
    return text is not None and text.was_there


def _copied_from(state: State, program: Word) -> Word | None:
    """What a program is a copy of; one that is called without a folder may be any copy of that
    name.
    """
    name = path_of(program)
    if name is None:
        return None
    if name in state.programs:
        return state.programs[name]
    if "/" in name:
        return None
    copies = (path for path in state.programs if posixpath.basename(path) == name)
    return state.programs.get(next(copies, ""))


def _run_function(state: State, words: list[Word], stdin: Word | None) -> Word:
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


def _run_if_made_here(reader: Assignments, program: Word) -> None:
    """A program that was written on the way, by its path, or by its name through PATH."""
    name, path = program.text, path_of(program)
    if not name or path is None:
        return
    if "/" not in name:
        for made in sorted(reader.state.made.get(path, ())):
            run_file(reader, known(made), "")
    elif path in reader.state.files:
        run_file(reader, program, "")
    else:
        suspect_if_handled(reader, program)
