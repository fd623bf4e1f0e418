"""What is asked for, and whether the words of a call are that.

It is written as one would type it: `git push`, `rm -rf`, `git reset --hard`, `curl`. The program
must be this one, its sub-commands must come first among the words that are no options, and every
option must be there in any spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hookline.shell.known_names import GIT_COMMANDS, GIT_SAME, GIT_USUAL, LONG_FORMS, VALUE_OPTIONS
from hookline.shell.word import Word

_ALIAS = re.compile(r"[a-z][a-z0-9]*")
_NO_ALIASES = GIT_COMMANDS | GIT_USUAL
NO, UNKNOWN, YES = "no", "unknown", "yes"
_SHORTEST_ABBREVIATION = 4  # `--f` may be another option; `--fo` is --force
_SHORTEST = {"rm": 3}  # programs where one letter tells


class Pattern(NamedTuple):
    """What is asked for."""

    program: str
    words: tuple[str, ...]
    letters: frozenset[str]  # short options
    options: tuple[str, ...]  # long ones

    @classmethod
    def parse(cls, text: str) -> Pattern:
        program, *rest = text.split()
        short = "".join(part[1:] for part in rest if re.match(r"-[^-]", part))
        long = tuple(part for part in rest if part.startswith("--"))
        return cls(
            program,
            tuple(part for part in rest if not part.startswith("-")),
            frozenset(short),
            long,
        )

    @property
    def more(self) -> bool:
        """Whether it is more than the name of a program."""
        return bool(self.words or self.letters or self.options)

    @property
    def deletes(self) -> bool:
        """Whether code that deletes files comes to the same."""
        return self.program in ("rm", "unlink", "shred")


def matches(words: Sequence[Word], wanted: Pattern) -> str:
    """Whether these words are what is asked for."""
    program = words[0].base()
    if not program.could_be(wanted.program):
        return NO
    rest = list(words[1:])
    # A program that is unknown and unquoted may bring its own words: `$x` may be `git push`.
    sure = program.text == wanted.program
    found = _rest_matches(rest, wanted)
    if sure:
        return found
    return UNKNOWN if words[0].splits or found != NO else NO


def _rest_matches(rest: list[Word], wanted: Pattern) -> str:
    plain, options = _sorted(rest, VALUE_OPTIONS.get(wanted.program, frozenset()))
    results = [_words_match(plain, wanted)]
    results += [_has_letter(options, letter, wanted.program) for letter in wanted.letters]
    results += [_has_option(options, option) for option in wanted.options]
    loose = any(word.splits for word in rest)
    if NO in results:
        return UNKNOWN if loose and _could_be_filled(plain, wanted, results) else NO
    return UNKNOWN if UNKNOWN in results else YES


def _could_be_filled(plain: list[Word], wanted: Pattern, results: list[str]) -> bool:
    """Whether words that are not known could be the missing ones. A known sub-command that differs
    settles it.
    """
    if results[0] != NO:
        return True
    for word, text in zip(plain, wanted.words, strict=False):
        if word.splits:
            return True
        if not word.could_be(text):
            return False
    return any(word.splits for word in plain[: len(wanted.words)])


def _sorted(rest: list[Word], values: frozenset[str]) -> tuple[list[Word], list[Word]]:
    """Words that are no options, and those that are or could be."""
    plain: list[Word] = []
    options: list[Word] = []
    at, only_words = 0, False
    while at < len(rest):
        word = rest[at]
        if word.text == "--" and not only_words:
            only_words = True
        elif word.start.startswith("-") and not only_words and word.text != "-":
            options.append(word)
            at += 1 if not plain and word.text in values else 0
        else:
            plain.append(word)
            if word.text is None and word.could_be_option() and not word.start and not only_words:
                options.append(word)
        at += 1
    return plain, options


def _words_match(plain: list[Word], wanted: Pattern) -> str:
    result = YES
    for number, text in enumerate(wanted.words):
        if number >= len(plain):
            return NO
        word = plain[number]
        if word.text == text or (
            wanted.program == "git" and number == 0 and word.text in GIT_SAME.get(text, ())
        ):
            continue
        if word.could_be(text) or _git_alias(word, number, wanted):
            result = UNKNOWN
        else:
            return NO
    return result


def _git_alias(word: Word, number: int, wanted: Pattern) -> bool:
    """A sub-command git does not have is an alias, and may be anything."""
    texts = [word.text] if word.text is not None else _choices(word)
    return (
        wanted.program == "git"
        and number == 0
        and any(_ALIAS.fullmatch(text) and text not in _NO_ALIASES for text in texts)
    )


def _choices(word: Word) -> list[str]:
    """The texts it is one of; none when it is anything else."""
    return list(word.holes[0].choices) if len(word.pieces) == 1 and word.holes else []


def _has_letter(options: list[Word], letter: str, program: str) -> str:
    forms = (letter, *LONG_FORMS.get(program, {}).get(letter, ()))

    def is_it(text: str) -> bool:
        short = text.startswith("-") and not text.startswith("--")
        return any(
            form in text[1:]
            if short
            else _abbreviates(text, form, _SHORTEST.get(program, _SHORTEST_ABBREVIATION))
            for form in forms
            if len(form) == 1 or not short
        )

    return _among(options, is_it)


def _has_option(options: list[Word], option: str) -> str:
    return _among(options, lambda text: _abbreviates(text, option))


def _among(options: list[Word], is_it: Callable[[str], bool]) -> str:
    """Whether one of the options is it, or may be. A variable in quotes that was set elsewhere is
    taken for a value.
    """
    maybe = NO
    for word in options:
        if word.text is not None:
            if is_it(word.text):
                return YES
        elif choices := _choices(word):
            maybe = UNKNOWN if any(map(is_it, choices)) else maybe
        elif word.start.startswith("-") or (
            word.could_be_option() and (word.splits or word.computed or _mixed(word))
        ):
            maybe = UNKNOWN
    return maybe


def _mixed(word: Word) -> bool:
    return any(hole.choices for hole in word.holes)


def _abbreviates(text: str, option: str, shortest: int = _SHORTEST_ABBREVIATION) -> bool:
    given = text.split("=")[0]
    return given == option or (len(given) >= shortest and option.startswith(given))
