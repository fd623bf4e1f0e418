"""Tools that run rules out of files: make, npm, docker, test runners. Files made on the way are
read, no others.
"""

from __future__ import annotations

import json
import posixpath
import re
from typing import TYPE_CHECKING

from hookline.shell.languages import LANGUAGE_OF_FILE
from hookline.shell.program_dispatch import note_files_made_here, run_program
from hookline.shell.redirections import content
from hookline.shell.shell_text import UNKNOWN, note_code, run_text, suspect_if_handled
from hookline.shell.word import ANYTHING, Piece, Word, known
from hookline.shell.wrapped import run_subcommand
from hookline.shell.wrappers import SUBCOMMAND_WRAPPERS

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
_MADE = "rules that are made on the way are run"


def make(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`make`: its shell, its rules given by option, standard input or a file made here."""
    texts = [word.text for word in words]
    for at, word in enumerate(words[1:], 1):
        if word.start.startswith(("SHELL=", "--eval", "-E")):
            reader.state.cannot_tell("make is given a shell or rules of its own")
        elif "$(shell" in word.known_text or "${shell" in word.known_text:
            _rules(reader, word)
        elif texts[at - 1] in ("-f", "--file", "--makefile") or word.start.startswith(
            ("-f", "--file=", "--makefile=")
        ):
            given = word.without_start((re.match(r"-f|--(?:make)?file=", word.start) or [""])[0])
            _rules(
                reader,
                stdin or UNKNOWN
                if given.text in ("-", "/dev/stdin")
                else content(reader.state, given),
            )
    for name in _MAKEFILES:
        suspect_if_handled(reader, known(name))
    for path in list(reader.state.files):
        if posixpath.basename(path) in _MAKEFILES:
            _rules(reader, reader.state.files[path])
    for text in reader.state.somewhere:
        _rules(reader, text)
    return discovers(reader, words, stdin)


def _rules(reader: Assignments, rules: Word) -> None:
    """The recipes of a makefile are command lines, and so is what `$(shell …)` holds."""
    if rules.was_there or not rules.pieces:
        return
    if rules.text is None:
        reader.state.cannot_tell(_MADE)
        return
    settings = dict(re.findall(r"^(\w+)\s*[:?]?=\s*(.*)$", rules.text, re.M))
    lines = re.findall(r"^(?:\t|[^\t#=\n][^=\n]*:[^=\n]*;)[ \t@+-]*(.*)$", rules.text, re.M)
    lines += re.findall(r"\$[({]shell\s+([^)}]*)", rules.text)
    for line in lines:
        run_text(reader, _filled(line, settings, 4), _MADE)
    if re.search(
        r"^(?:SHELL|\.SHELLFLAGS|include|-include|define|\.RECIPEPREFIX)\b", rules.text, re.M
    ):
        reader.state.cannot_tell(_MADE)


def _filled(line: str, settings: dict[str, str], depth: int) -> Word:
    """A recipe with the makefile's own settings filled in; the others are holes."""
    pieces: list[Piece] = []
    for part in re.split(r"(\$\$|\$[({][^)}]*[)}]|\$[@<^*?+])", line):
        name = part[2:-1] if part[:2] in ("$(", "${") else None
        if part == "$$":
            pieces += ["$"]
        elif name is not None and name in settings and depth:
            pieces += _filled(settings[name], settings, depth - 1).pieces
        elif part.startswith("$") and len(part) > 1:
            pieces += [ANYTHING]
        else:
            pieces += [part]
    return Word(pieces)


def npm(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """npm and its like: `exec`, scripts set by option, and package.json when it was written here."""
    program = words[0].base().text or ""
    texts = [word.text for word in words]
    if "pkg" in texts and "set" in texts:
        for word in words:
            if word.start.startswith("scripts."):
                run_text(reader, word.without_start(word.start.partition("=")[0] + "="), _MADE)
    if "set-script" in texts[:-2]:
        run_text(reader, words[texts.index("set-script") + 2], _MADE)
    suspect_if_handled(reader, known("package.json"))
    for path, text in list(reader.state.files.items()):
        if posixpath.basename(path) == "package.json":
            _package(reader, text)
    if program in SUBCOMMAND_WRAPPERS:
        run_subcommand(reader, program, words, stdin)
    if program == "bun":
        _bun(reader, words)
    return discovers(reader, words, stdin)


def _bun(reader: Assignments, words: list[Word]) -> None:
    for at, word in enumerate(words[:-1]):
        if word.text in ("-e", "--eval", "-p", "--print"):
            note_code(reader, words, "js", words[at + 1])


def _package(reader: Assignments, text: Word) -> None:
    """The scripts of a package.json that was written here."""
    if text.was_there:
        return
    try:
        scripts = json.loads(text.text or "")["scripts"]
    except (ValueError, KeyError, TypeError, RecursionError):
        scripts = {} if text.text is not None and "scripts" not in text.text else None
    if not isinstance(scripts, dict):
        reader.state.cannot_tell(_MADE)
        return
    for line in scripts.values():
        run_text(reader, known(str(line)), _MADE)


def docker(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`docker exec`, `docker run`, `--entrypoint`, and the RUN lines of a Dockerfile that was
    written here.
    """
    for at, word in enumerate(words):
        if word.start.startswith("--entrypoint"):
            entry = (
                word.without_start("--entrypoint=")
                if word.start.startswith("--entrypoint=")
                else words[at + 1 : at + 2]
            )
            for program in [entry] if isinstance(entry, Word) else entry:
                for start in range(at + 1, len(words)):
                    run_program(reader, [program, *words[start + 1 :]], None)
    if "build" in [word.text for word in words]:
        for path, text in list(reader.state.files.items()):
            if "dockerfile" in path.lower() and not text.was_there:
                _dockerfile(reader, text)
    return run_subcommand(reader, words[0].base().text or "docker", words, stdin)


def _dockerfile(reader: Assignments, text: Word) -> None:
    if text.text is None:
        reader.state.cannot_tell(_MADE)
    for line in re.findall(r"^\s*RUN\s+(?:--\S+\s+)*(.*)$", text.known_text, re.M):
        run_text(reader, known(line), _MADE)


def discovers(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Tools that find tests and sources by themselves: any file of code made here may be run."""
    note_files_made_here(reader, words)
    if (
        stdin is not None
        and not stdin.was_there
        and any(word.text in ("-", "/dev/stdin") for word in words)
    ):
        note_code(reader, words, "text", stdin)
    for path, text in reader.state.files.items():
        language = LANGUAGE_OF_FILE.get(posixpath.splitext(path)[1])
        if language not in (None, "sh") and not text.was_there:
            note_code(reader, words, language or "", text)
    return UNKNOWN
