"""Interpreters of other languages: code in an option, a file made here, or what comes in. The code
is noted, not read.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hookline.shell.languages import (
    CODE_FILES,
    CODE_FIRST,
    CODE_OPTIONS,
    LANGUAGE_OF_FILE,
    LANGUAGE_VALUES,
    TAKES_FILES,
)
from hookline.shell.program_dispatch import run_program
from hookline.shell.python_spawns import literal_spawns
from hookline.shell.redirections import content
from hookline.shell.shell_text import UNKNOWN, note_code, run_text, suspect_if_handled
from hookline.shell.word import Word, known

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

#: Modules of Python that run code or a program given as an argument.
_PYTHON_RUNS_CODE = frozenset("timeit cProfile profile trace pdb code".split())
#: Modules that Python imports without being told.
_LOADED_BY_ITSELF = ("sitecustomize", "usercustomize")
#: Options behind which a program to run stands.
_RUNS = {"gdb": "--args", "lldb": "--"}


def run_interpreter(
    reader: Assignments, language: str, words: list[Word], stdin: Word | None
) -> Word:
    """Python and its like."""
    rest = words[1:]
    codes, plain = _codes(language, rest)
    codes += _code_files(reader, rest)
    texts = [word.text for word in rest]
    if language in _RUNS and _RUNS[language] in texts:
        run_program(reader, rest[texts.index(_RUNS[language]) + 1 :], stdin)
    if language == "python" and "-m" in texts and _PYTHON_RUNS_CODE & set(texts):
        codes += [word for word in plain if word.text not in _PYTHON_RUNS_CODE]
    for code in codes:
        hand_over(reader, words, language, code)
    if not codes:
        _file_or_stdin(reader, language, words, plain, stdin)
    _modules_made_here(reader, language, words)
    return UNKNOWN


def hand_over(reader: Assignments, words: list[Word], language: str, code: Word) -> None:
    """Code is run. Programs that Python starts by words written out are followed; the rest of the
    code is noted.
    """
    followed = literal_spawns(code.text) if language == "python" and code.text is not None else None
    if followed is None or not followed[0]:
        note_code(reader, words, language, code)
        return
    started, rest = followed
    for one in started:
        if isinstance(one, str):
            run_text(reader, known(one), "")
        else:
            run_program(reader, [known(word) for word in one], None)
    note_code(reader, words, language, known(rest))


def _modules_made_here(reader: Assignments, language: str, words: list[Word]) -> None:
    """A module that was written here and that the code, or `-m`, speaks of."""
    spoken = " ".join(
        word.known_text for word in words[1:] if not re.fullmatch(r"-\w", word.known_text)
    )
    for path, text in list(reader.state.files.items()):
        stem, ending = posixpath.splitext(posixpath.basename(path))
        if LANGUAGE_OF_FILE.get(ending) != language:
            continue
        if stem in _LOADED_BY_ITSELF or re.search(rf"\b{re.escape(stem)}\b(?!\{ending})", spoken):
            hand_over(reader, words, language, text)


def _code_files(reader: Assignments, rest: list[Word]) -> list[Word]:
    """`awk -f file`: the code of files made here."""
    made = [
        content(reader.state, word)
        for at, word in enumerate(rest)
        if at and rest[at - 1].text in CODE_FILES
    ]
    return [code for code in made if not code.was_there]


def _codes(language: str, rest: list[Word]) -> tuple[list[Word], list[Word]]:
    """The code that options give, and the words that are no options."""
    options, values = (
        CODE_OPTIONS.get(language, "").split(),
        LANGUAGE_VALUES.get(language, "").split(),
    )
    codes: list[Word] = []
    plain: list[Word] = []
    skip = False
    for at, word in enumerate(rest):
        key = _code_option(word.start, options)
        if skip:
            skip = False
        elif key is not None:
            attached = word.without_start(key)
            skip = attached.text == ""
            codes += (
                [rest[at + 1]] if skip and at + 1 < len(rest) else [attached] if not skip else []
            )
        elif not word.start.startswith("-") or word.text == "-":
            plain.append(word)
        else:
            skip = word.text in values or word.text in CODE_FILES
    return codes, plain


def _code_option(start: str, options: list[str]) -> str | None:
    """The part of a word that is a code option: alone (`-c`), in a cluster (`-ne`) or with its code
    attached (`-e1`).
    """
    for option in options:
        if option == "+" and start.startswith("+"):
            return option
        if start == option or (len(option) > 2 and start.startswith(f"{option}=")):
            return start if start == option else f"{option}="
        if (
            len(option) == 2
            and option[0] == "-"
            and (cluster := re.match(rf"-[A-Za-z0-9]*?{option[1]}", start))
        ):
            return cluster[0]
    return None


def _file_or_stdin(
    reader: Assignments, language: str, words: list[Word], plain: list[Word], stdin: Word | None
) -> None:
    if language == "sqlite" and len(plain) == 1 and stdin is not None and not stdin.was_there:
        hand_over(reader, words, language, stdin)
    elif language in CODE_FIRST and plain:
        hand_over(
            reader,
            words,
            language,
            plain[1] if language == "sqlite" and len(plain) > 1 else plain[0],
        )
    elif (
        plain
        and plain[0].text not in ("-", "/dev/stdin")
        and not (language in TAKES_FILES and stdin is not None)
    ):
        made = content(reader.state, plain[0])
        suspect_if_handled(reader, plain[0])
        if not made.was_there:
            hand_over(reader, words, language, made)
    elif stdin is not None and not stdin.was_there and "-m" not in [word.text for word in words]:
        hand_over(reader, words, language, stdin)
