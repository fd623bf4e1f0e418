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
from hookline.shell.python_spawns import literal_spawns, program_of_module
from hookline.shell.redirections import content
from hookline.shell.shell_text import UNKNOWN, note_code, run_text, suspect_if_handled
from hookline.shell.word import Word, is_made_here, joined, known, texts_of, values_behind

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

#: Modules of Python that run code or a program given as an argument.
_PYTHON_RUNS_CODE = frozenset("timeit cProfile profile trace pdb code".split())
#: Modules that Python imports without being told.
_LOADED_BY_ITSELF = ("sitecustomize", "usercustomize")
#: Options behind which a program to run stands.
_RUNS_BEHIND = {"gdb": "--args", "lldb": "--"}
#: Languages whose first plain argument is a file, and the next the code.
_CODE_AT = {"sqlite": 1}
_STDIN_PATHS = ("-", "/dev/stdin")
_SHORT_OPTION = re.compile(r"-\w")


def run_interpreter(
    reader: Assignments, language: str, words: list[Word], stdin: Word | None
) -> Word:
    """Python and its like."""
    arguments = words[1:]
    codes, plain = _codes_in_options(language, arguments)
    codes += _code_files(reader, arguments)
    _run_debugged_program(reader, language, arguments, stdin)
    if language == "python":
        codes += _code_for_module(arguments, plain)
        run_program(reader, program_of_module(words), stdin)
    if not codes:
        codes = _code_elsewhere(reader, language, arguments, plain, stdin)
    for code in codes:
        hand_over(reader, words, language, code)
    _hand_over_modules_made_here(reader, language, words)
    return UNKNOWN


def _run_debugged_program(
    reader: Assignments, language: str, arguments: list[Word], stdin: Word | None
) -> None:
    """`gdb --args git push`."""
    texts, option = texts_of(arguments), _RUNS_BEHIND.get(language, "")
    if option and option in texts:
        run_program(reader, arguments[texts.index(option) + 1 :], stdin)


def _code_for_module(arguments: list[Word], plain: list[Word]) -> list[Word]:
    """`python -m timeit code`: the words behind a module that runs them."""
    texts = texts_of(arguments)
    if "-m" not in texts or _PYTHON_RUNS_CODE.isdisjoint(texts):
        return []
    return [word for word in plain if word.text not in _PYTHON_RUNS_CODE]


def hand_over(reader: Assignments, words: list[Word], language: str, code: Word) -> None:
    """Code is run. Programs that Python starts by words written out are followed; the rest of the
    code is noted.
    """
    spawns = literal_spawns(code.text) if language == "python" and code.text is not None else None
    if spawns is None or not spawns.commands:
        note_code(reader, words, language, code)
        return
    for command in spawns.commands:
        _run_literal(reader, command)
    note_code(reader, words, language, known(spawns.rest))


def _run_literal(reader: Assignments, command: str | list[str]) -> None:
    """A command line, or a program and its words."""
    if isinstance(command, str):
        run_text(reader, known(command), "")
    else:
        run_program(reader, [known(text) for text in command], None)


def _hand_over_modules_made_here(reader: Assignments, language: str, words: list[Word]) -> None:
    """A module that was written here and that the code, or `-m`, speaks of."""
    texts = [word.known_text for word in words[1:]]
    spoken = " ".join(text for text in texts if not _SHORT_OPTION.fullmatch(text))
    for path, text in list(reader.state.files.items()):
        module, ending = posixpath.splitext(posixpath.basename(path))
        if LANGUAGE_OF_FILE.get(ending) == language and _is_loaded(module, ending, spoken):
            hand_over(reader, words, language, text)


def _is_loaded(module: str, ending: str, spoken: str) -> bool:
    """Whether a module is named, other than as a file, or loaded by itself."""
    if module in _LOADED_BY_ITSELF:
        return True
    return re.search(rf"\b{re.escape(module)}\b(?!\{ending})", spoken) is not None


def _code_files(reader: Assignments, arguments: list[Word]) -> list[Word]:
    """`awk -f file`: the code of files made here."""
    codes = [content(reader.state, path) for path in values_behind(arguments, CODE_FILES)]
    return [code for code in codes if not code.was_there]


def _codes_in_options(language: str, arguments: list[Word]) -> tuple[list[Word], list[Word]]:
    """The code that options give, and the words that are no options."""
    options = CODE_OPTIONS.get(language, "").split()
    with_value = CODE_FILES | frozenset(LANGUAGE_VALUES.get(language, "").split())
    codes: list[Word] = []
    plain: list[Word] = []
    is_code = is_value = False
    for word in arguments:
        option = None if is_code or is_value else _code_option(word.start, options)
        if is_code:
            codes.append(word)
            is_code = False
        elif is_value:
            is_value = False
        elif option is not None:
            code = word.without_start(option)
            is_code = code.text == ""
            codes += [] if is_code else [code]
        elif word.start.startswith("-") and word.text != "-":
            is_value = word.text in with_value
        else:
            plain.append(word)
    return codes, plain


def _code_option(start: str, options: list[str]) -> str | None:
    """The part of a word that is a code option: alone (`-c`), in a cluster (`-ne`) or with its code
    attached (`-e1`).
    """
    parts = (_part_that_is(option, start) for option in options)
    return next((part for part in parts if part), None)


def _part_that_is(option: str, start: str) -> str:
    """How a word begins when it is this option; empty when it is not."""
    if start == option or (option == "+" and start.startswith("+")):
        return option
    if len(option) > 2:
        return f"{option}=" if start.startswith(f"{option}=") else ""
    return _cluster_up_to(option, start)


def _cluster_up_to(option: str, start: str) -> str:
    """`-ne` of `-ne1` for `-e`; empty when the letter is not there."""
    cluster = re.match(rf"-[A-Za-z0-9]*?{option[1:]}", start) if option[0] == "-" else None
    return cluster[0] if cluster else ""


def _code_elsewhere(
    reader: Assignments,
    language: str,
    arguments: list[Word],
    plain: list[Word],
    stdin: Word | None,
) -> list[Word]:
    """The code of a call that has none in its options: an argument, a file, or what comes in."""
    comes_in = [stdin] if is_made_here(stdin) else []
    if plain and language in CODE_FIRST:
        at = _CODE_AT.get(language, 0)
        return plain[at : at + 1] or comes_in or plain[:1]
    if language == "powershell" and plain and not (plain[0].text or "").endswith(".ps1"):
        return [joined(plain)]
    works_on_files = language in TAKES_FILES and stdin is not None
    if _names_a_file(plain) and not works_on_files:
        return _code_in_file(reader, plain[0])
    return [] if "-m" in texts_of(arguments) else comes_in


def _names_a_file(plain: list[Word]) -> bool:
    return bool(plain) and plain[0].text not in _STDIN_PATHS


def _code_in_file(reader: Assignments, path: Word) -> list[Word]:
    """The code of a file that was made here."""
    code = content(reader.state, path)
    suspect_if_handled(reader, path)
    return [] if code.was_there else [code]
