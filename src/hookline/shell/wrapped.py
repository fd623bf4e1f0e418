"""The program behind a wrapper's own options: `timeout -k 5 10 git push` → `git push`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hookline.shell.known_names import VALUE_OPTIONS
from hookline.shell.program_dispatch import run_program
from hookline.shell.shell_text import UNKNOWN, run_text
from hookline.shell.word import Word, joined
from hookline.shell.wrappers import SCRIPT_OPTIONS, SUBCOMMAND_WRAPPERS, Wrapper

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*|BASH_FUNC_[^=]*)=")
#: A long option is cut short to no fewer characters.
_SHORTEST = 5
_WHY = "a wrapper is given a computed command line"


def run_behind(reader: Assignments, row: Wrapper, words: list[Word], stdin: Word | None) -> Word:
    """Run the program that stands behind a wrapper's own options."""
    rest = behind(reader, row, words)
    return run_program(reader, rest, stdin) if rest else UNKNOWN


def behind(reader: Assignments, row: Wrapper, words: list[Word]) -> list[Word]:
    """The words from the program on; command lines in options are read on the way."""
    at, positionals = 0, row.positionals
    assigned: list[str] = []
    while at < len(words):
        word = words[at]
        assignment = _ASSIGNMENT.match(word.start) if row.assigns else None
        if assignment:
            assigned.append(assignment[1])
            reader.steer(assignment[1], word.without_start(assignment[0]))
            at += 1
        elif _is_option(word):
            at += 1 if word.text == "--" else _run_option(reader, row, words, at)
        elif positionals and not word.splits:
            positionals -= 1
            at += 1
        else:
            break
    if at >= len(words):
        # `do x=push`, where the grammar missed the keyword: a loop or a branch
        for name in assigned:
            reader.put(name, UNKNOWN)
    return _without_scripts(reader, row, words[at:])


def _is_option(word: Word) -> bool:
    return word.text is not None and word.text.startswith("-") and word.text != "-"


def _without_scripts(reader: Assignments, row: Wrapper, rest: list[Word]) -> list[Word]:
    """`su root -c script`: where a script's option stands behind a name, there is no program but
    the script.
    """
    for at, word in enumerate(rest[:-1]):
        if row.permutes and word.text in row.scripts:
            _run_script_at(reader, row, rest, at + 1)
            return []
    return rest


def _run_option(reader: Assignments, row: Wrapper, words: list[Word], at: int) -> int:
    """How many words an option takes, itself included; a command line in it is read."""
    word = words[at]
    if not word.start.startswith("--"):
        return _run_short_options(reader, row, words, at)
    name, equals, _ = word.start.partition("=")
    if not equals:
        return _run_value(reader, row, name, words, at)
    if name in row.scripts:
        run_text(reader, word.without_start(f"{name}="), _WHY)
    return 1


def _run_short_options(reader: Assignments, row: Wrapper, words: list[Word], at: int) -> int:
    """Short ones may stand together, the last with a value: `-qc x`, `-qcx`."""
    text = words[at].start
    for end in range(2, len(text)):
        option = f"-{text[end - 1]}"
        if row.takes(option):
            if option in row.scripts:
                run_text(reader, words[at].without_start(text[:end]), _WHY)
            return 1
    return _run_value(reader, row, text if row.takes(text) else f"-{text[-1]}", words, at)


def _run_value(reader: Assignments, row: Wrapper, option: str, words: list[Word], at: int) -> int:
    """An option whose value, if it takes one, is the next word."""
    if option in row.scripts and at + 1 < len(words):
        _run_script_at(reader, row, words, at + 1)
        return len(words) if row.joins else 2
    return 2 if row.takes(option) else 1


def _run_script_at(reader: Assignments, row: Wrapper, words: list[Word], at: int) -> None:
    """A command line: one word, or all the words from there on."""
    run_text(reader, joined(words[at:]) if row.joins else words[at], _WHY)


def run_subcommand(
    reader: Assignments, program: str, words: list[Word], stdin: Word | None
) -> Word:
    """`docker exec web git push`: the program behind a sub-command and its options."""
    rows, with_value = SUBCOMMAND_WRAPPERS[program], VALUE_OPTIONS.get(program, frozenset())
    at = 1
    while at < len(words):
        text = words[at].text
        row = rows.get(text or "")
        if isinstance(row, str):
            return run_subcommand(reader, row, words[at:], stdin)
        if row is not None:
            return run_behind(reader, row, words[at + 1 :], stdin)
        if text is None or not text.startswith("-"):
            break
        at += 2 if text in with_value else 1
    return UNKNOWN


def run_script_options(reader: Assignments, program: str, words: list[Word]) -> None:
    """Command lines in options of programs that do something else: `tar
    --checkpoint-action=exec=…`, `rsync -e …`.
    """
    options = SCRIPT_OPTIONS.get(program, ())
    run_scripts_in(reader, words[1:], options, f"{program} is given a computed command line")


def run_scripts_in(
    reader: Assignments, words: list[Word], options: tuple[str, ...], why: str
) -> None:
    """Read the command lines that these options have, in the next word or attached."""
    for at, word in enumerate(words):
        for option in options:
            start = attached(word.start, option)
            if word.text == option and at + 1 < len(words):
                run_text(reader, words[at + 1], why)
            elif start:
                run_text(reader, word.without_start(start), why)


def attached(start: str, option: str) -> str:
    """The part of a word that is the option its value is attached to. Long ones may be cut short:
    `--filt=…`.
    """
    if option.startswith("--"):
        return _attached_to_long(start, option)
    return option if start.startswith(option) and start != option else ""


def _attached_to_long(start: str, option: str) -> str:
    name, equals, value = start.partition("=")
    if not equals or len(name) < _SHORTEST or not option.startswith(name):
        return ""
    return f"{name}=exec=" if value.startswith("exec=") else f"{name}="
