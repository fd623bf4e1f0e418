"""Tools that run rules out of files: make, npm, docker, test runners. Files made on the way are
read, no others.
"""

from __future__ import annotations

import json
import posixpath
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hookline.shell.languages import LANGUAGE_OF_FILE
from hookline.shell.program_dispatch import note_files_made_here, run_program
from hookline.shell.redirections import content
from hookline.shell.shell_text import UNKNOWN, note_code, run_text, suspect_if_handled
from hookline.shell.word import ANYTHING, Piece, Word, is_made_here, known, texts_of, values_behind
from hookline.shell.wrapped import run_subcommand
from hookline.shell.wrappers import SUBCOMMAND_WRAPPERS

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
_STDIN_PATHS = ("-", "/dev/stdin")
_WHY = "rules that are made on the way are run"
_FILE_OPTIONS = ("-f", "--file", "--makefile")
_FILE_OPTION = re.compile(r"-f|--(?:make)?file=")
_SETTING = re.compile(r"^(\w+)\s*[:?]?=\s*(.*)$", re.M)
_RECIPE_LINE = re.compile(r"^(?:\t|[^\t#=\n][^=\n]*:[^=\n]*;)[ \t@+-]*(.*)$", re.M)
_SHELL_CALL = re.compile(r"\$[({]shell\s+([^)}]*)")
#: What gives a makefile another shell, or more rules.
_STEERS_MAKE = re.compile(r"^(?:SHELL|\.SHELLFLAGS|include|-include|define|\.RECIPEPREFIX)\b", re.M)
_MAKE_VARIABLE = re.compile(r"(\$\$|\$[({][^)}]*[)}]|\$[@<^*?+])")
#: Settings inside settings are filled in so deep.
_DEEPEST_SETTING = 4
_RUN_LINE = re.compile(r"^\s*RUN\s+(?:--\S+\s+)*(.*)$", re.M)
_BUN_EVALUATES = ("-e", "--eval", "-p", "--print")


def make(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`make`: its shell, its rules given by option, standard input or a file made here."""
    for before, word in pairwise(words):
        if word.start.startswith(("SHELL=", "--eval", "-E")):
            reader.state.cannot_tell("make is given a shell or rules of its own")
        elif "$(shell" in word.known_text or "${shell" in word.known_text:
            _run_rules(reader, word)
        elif before.text in _FILE_OPTIONS or _FILE_OPTION.match(word.start):
            _run_rules(reader, _rules_in(reader, word, stdin))
    if words[-1].text in _FILE_OPTIONS and stdin is not None:
        _run_rules(reader, stdin)  # `make -f - <<E`: the grammar loses the dash
    _run_rules_made_here(reader)
    return discovers(reader, words, stdin)


def _run_rules_made_here(reader: Assignments) -> None:
    """The rules in makefiles that were written here, or nobody knows where."""
    for name in _MAKEFILES:
        suspect_if_handled(reader, known(name))
    for path in list(reader.state.files):
        if posixpath.basename(path) in _MAKEFILES:
            _run_rules(reader, reader.state.files[path])
    for rules in reader.state.somewhere:
        _run_rules(reader, rules)


def _rules_in(reader: Assignments, word: Word, stdin: Word | None) -> Word:
    """The rules in the file that a word names, alone or behind its option."""
    option = _FILE_OPTION.match(word.start)
    path = word.without_start(option[0] if option else "")
    if path.text in _STDIN_PATHS:
        return stdin or UNKNOWN
    return content(reader.state, path)


def _run_rules(reader: Assignments, rules: Word) -> None:
    """The recipes of a makefile are command lines, and so is what `$(shell …)` holds."""
    if rules.was_there or not rules.pieces:
        return
    if rules.text is None:
        reader.state.cannot_tell(_WHY)
        return
    settings = dict(_SETTING.findall(rules.text))
    for line in _RECIPE_LINE.findall(rules.text) + _SHELL_CALL.findall(rules.text):
        run_text(reader, _filled(line, settings, _DEEPEST_SETTING), _WHY)
    if _STEERS_MAKE.search(rules.text):
        reader.state.cannot_tell(_WHY)


def _filled(line: str, settings: dict[str, str], depth: int) -> Word:
    """A recipe with the makefile's own settings filled in; the others are holes."""
    pieces: list[Piece] = []
    for part in _MAKE_VARIABLE.split(line):
        pieces += _meaning(part, settings, depth)
    return Word(pieces)


def _meaning(part: str, settings: dict[str, str], depth: int) -> tuple[Piece, ...]:
    """What stands for `$$`, `$(NAME)` or `$@`; other text stands for itself."""
    if part == "$$":
        return ("$",)
    if len(part) < 2 or part[0] != "$":
        return (part,)
    name = part[2:-1]
    if part[1] not in "({" or name not in settings or not depth:
        return (ANYTHING,)
    return _filled(settings[name], settings, depth - 1).pieces


def npm(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """npm and its like: `exec`, scripts set by option, and package.json when it was written here."""
    program = words[0].base().text or ""
    _scripts_set(reader, words)
    suspect_if_handled(reader, known("package.json"))
    for path, text in reader.state.made_here():
        if posixpath.basename(path) == "package.json":
            _run_package_scripts(reader, text)
    if program in SUBCOMMAND_WRAPPERS:
        run_subcommand(reader, program, words, stdin)
    if program == "bun":
        _note_code_for_bun(reader, words)
    return discovers(reader, words, stdin)


def _scripts_set(reader: Assignments, words: list[Word]) -> None:
    """`npm pkg set scripts.x=…`, `npm set-script x …`."""
    texts = texts_of(words)
    if "pkg" in texts and "set" in texts:
        for word in words:
            if word.start.startswith("scripts."):
                name = word.start.partition("=")[0]
                run_text(reader, word.without_start(f"{name}="), _WHY)
    if "set-script" in texts[:-2]:
        run_text(reader, words[texts.index("set-script") + 2], _WHY)


def _note_code_for_bun(reader: Assignments, words: list[Word]) -> None:
    for code in values_behind(words, _BUN_EVALUATES):
        note_code(reader, words, "js", code)


def _run_package_scripts(reader: Assignments, package: Word) -> None:
    """The scripts of a package.json that was written here."""
    try:
        scripts = json.loads(package.text or "")["scripts"]
    except (ValueError, KeyError, TypeError, RecursionError):
        may_have_some = package.text is None or "scripts" in package.text
        scripts = None if may_have_some else {}
    if not isinstance(scripts, dict):
        reader.state.cannot_tell(_WHY)
        return
    for line in scripts.values():
        run_text(reader, known(str(line)), _WHY)


def docker(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`docker exec`, `docker run`, `--entrypoint`, and the RUN lines of a Dockerfile that was
    written here.
    """
    _run_entry_points(reader, words)
    if "build" in texts_of(words):
        for path, text in reader.state.made_here():
            if "dockerfile" in path.lower():
                _run_dockerfile(reader, text)
    return run_subcommand(reader, words[0].base().text or "docker", words, stdin)


def _run_entry_points(reader: Assignments, words: list[Word]) -> None:
    for at, word in enumerate(words):
        behind = words[at + 1 :]
        if word.start.startswith("--entrypoint="):
            _run_entry_point(reader, word.without_start("--entrypoint="), behind)
        elif word.start.startswith("--entrypoint") and behind:
            _run_entry_point(reader, behind[0], behind)


def _run_entry_point(reader: Assignments, program: Word, behind: list[Word]) -> None:
    """A program, and whatever of the words behind it are its own: those behind the image."""
    for image_at in range(len(behind)):
        run_program(reader, [program, *behind[image_at + 1 :]], None)


def _run_dockerfile(reader: Assignments, text: Word) -> None:
    if text.text is None:
        reader.state.cannot_tell(_WHY)
    for line in _RUN_LINE.findall(text.known_text):
        run_text(reader, known(line), _WHY)


def discovers(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Tools that find tests and sources by themselves: any file of code made here may be run."""
    note_files_made_here(reader, words)
    reads_stdin = any(word.text in _STDIN_PATHS for word in words)
    if reads_stdin and is_made_here(stdin):
        note_code(reader, words, "text", stdin)
    for path, text in reader.state.made_here():
        language = LANGUAGE_OF_FILE.get(posixpath.splitext(path)[1], "sh")
        if language != "sh":
            note_code(reader, words, language, text)
    return UNKNOWN
