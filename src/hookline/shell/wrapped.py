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
        text = words[at].text
        named = _ASSIGNMENT.match(words[at].start) if row.assigns else None
        if named:
            assigned.append(named[1])
            reader.steer(named[1], words[at].without_start(named[0]))
            at += 1
        elif text is None:
            if not (positionals and not words[at].splits):
                break
            positionals -= 1
            at += 1
        elif text == "--":
            at += 1
        elif len(text) > 1 and text[0] == "-":
            at += _option(reader, row, words, at)
        elif positionals:
            positionals -= 1
            at += 1
        else:
            break
    if at >= len(words):
        for name in assigned:
            reader.put(
                name, UNKNOWN
            )  # `do x=push`, where the grammar missed the keyword: a loop or a branch
    return _without_scripts(reader, row, words[at:])


def _without_scripts(reader: Assignments, row: Wrapper, rest: list[Word]) -> list[Word]:
    """`su root -c script`: where a script's option stands behind a name, there is no program but
    the script.
    """
    for at, word in enumerate(rest[:-1]):
        if row.permutes and word.text in row.scripts:
            run_text(reader, joined(rest[at + 1 :]) if row.joins else rest[at + 1], _WHY)
            return []
    return rest


def _option(reader: Assignments, row: Wrapper, words: list[Word], at: int) -> int:
    """How many words an option takes, itself included. Short ones may stand together, the last with
    a value: `-qc x`.
    """
    word, text = words[at], words[at].text or ""
    key = text.split("=")[0]
    if text.startswith("--"):
        if "=" in text:
            if key in row.scripts:
                run_text(reader, word.without_start(key + "="), _WHY)
            return 1
        return _value(reader, row, text, words, at)
    for place, letter in enumerate(text[1:], 2):
        if f"-{letter}" in row.scripts and place < len(text):
            run_text(reader, word.without_start(text[:place]), _WHY)
            return 1
        if f"-{letter}" in row.values and place < len(text):
            return 1
    return _value(
        reader, row, text if text in row.values | row.scripts else f"-{text[-1]}", words, at
    )


def _value(reader: Assignments, row: Wrapper, option: str, words: list[Word], at: int) -> int:
    if option in row.scripts and at + 1 < len(words):
        run_text(reader, joined(words[at + 1 :]) if row.joins else words[at + 1], _WHY)
        return len(words) if row.joins else 2
    return 2 if option in row.values | row.scripts else 1


def run_subcommand(
    reader: Assignments, program: str, words: list[Word], stdin: Word | None
) -> Word:
    """`docker exec web git push`: the program behind a sub-command and its options."""
    rows, values = SUBCOMMAND_WRAPPERS[program], VALUE_OPTIONS.get(program, frozenset())
    at = 1
    while at < len(words):
        text = words[at].text
        if text in rows:
            row = rows[text]
            if isinstance(row, str):
                return run_subcommand(reader, row, words[at:], stdin)
            return run_behind(reader, row, words[at + 1 :], stdin)
        if text is None or not text.startswith("-"):
            break
        at += 2 if text in values else 1
    return UNKNOWN


def run_script_options(reader: Assignments, program: str, words: list[Word]) -> None:
    """Command lines in options of programs that do something else: `tar
    --checkpoint-action=exec=…`, `rsync -e …`.
    """
    run_scripts_in(
        reader,
        words[1:],
        SCRIPT_OPTIONS.get(program, ()),
        f"{program} is given a computed command line",
    )


def run_scripts_in(
    reader: Assignments, words: list[Word], options: tuple[str, ...], why: str
) -> None:
    """Read the command lines that these options have, in the next word or attached."""
    for at, word in enumerate(words):
        for option in options:
            found = attached(word.start, option)
            if word.text == option and at + 1 < len(words):
                run_text(reader, words[at + 1], why)
            elif found:
                run_text(reader, word.without_start(found), why)


def attached(start: str, option: str) -> str:
    """The part of a word that is the option its value is attached to. Long ones may be cut short:
    `--filt=…`.
    """
    if option.startswith("--"):
        name, equals, value = start.partition("=")
        shortened = len(name) >= _SHORTEST and option.startswith(name)
        return (
            f"{name}={'exec=' if value.startswith('exec=') else ''}" if equals and shortened else ""
        )
    return option if start.startswith(option) and start != option else ""
