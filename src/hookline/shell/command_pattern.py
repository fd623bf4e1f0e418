"""What is asked for, and whether the words of a call are that.

It is written as one would type it: `git push`, `rm -rf`, `git reset --hard`, `curl`. The program
must be this one, its sub-commands must come first among the words that are no options, and every
option must be there in any spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from hookline.shell.known_names import GIT_COMMANDS, GIT_SAME, GIT_USUAL, LONG_FORMS, VALUE_OPTIONS
from hookline.shell.word import Word

NO, UNKNOWN, YES = "no", "unknown", "yes"
_ALIAS = re.compile(r"[a-z][a-z0-9]*")
_NO_ALIASES = GIT_COMMANDS | GIT_USUAL
_NO_VALUES: frozenset[str] = frozenset()
#: `--f` may be another option; `--fo` is --force.
_SHORTEST_ABBREVIATION = 4
#: Programs of whose long options one letter is enough.
_SHORTEST = {"rm": 3}


class Pattern(NamedTuple):
    """What is asked for."""

    program: str
    words: tuple[str, ...]
    letters: frozenset[str]  # short options
    options: tuple[str, ...]  # long ones

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """`git reset -q --hard` → git, (reset,), {q}, (--hard,)."""
        program, *rest = text.split()
        short_options = [part for part in rest if re.match(r"-[^-]", part)]
        return cls(
            program,
            words=tuple(part for part in rest if not part.startswith("-")),
            letters=frozenset("".join(part[1:] for part in short_options)),
            options=tuple(part for part in rest if part.startswith("--")),
        )

    @property
    def more(self) -> bool:
        """Whether it is more than the name of a program."""
        return bool(self.words or self.letters or self.options)

    @property
    def deletes(self) -> bool:
        """Whether code that deletes files comes to the same."""
        return self.program in ("rm", "unlink", "shred")


#: The same question is asked of every command.
parsed = lru_cache(maxsize=1024)(Pattern.parse)


def matches(words: Sequence[Word], pattern: Pattern) -> str:
    """Whether these words, a program and its own, are what is asked for: yes, no or unknown."""
    program = words[0].base()
    if not program.could_be(pattern.program):
        return NO
    verdict = _arguments_match(words[1:], pattern)
    if program.text == pattern.program:
        return verdict
    # A program that is unknown and unquoted may bring its own words: `$x` may be `git push`.
    return UNKNOWN if words[0].splits or verdict != NO else NO


def _arguments_match(arguments: Sequence[Word], pattern: Pattern) -> str:
    plain, options = _told_apart(arguments, VALUE_OPTIONS.get(pattern.program, _NO_VALUES))
    by_words = _weakest(
        _word_matches(word, number, pattern)
        for number, word in enumerate(plain[: len(pattern.words)])
    )
    if len(plain) < len(pattern.words):
        by_words = NO
    by_letters = _weakest(
        _has_letter(options, letter, pattern.program) for letter in pattern.letters
    )
    by_options = _weakest(_has_option(options, option) for option in pattern.options)
    verdict = _weakest((by_words, by_letters, by_options))
    if verdict == NO and any(word.splits for word in arguments):
        missing_only_options = by_words != NO
        return UNKNOWN if missing_only_options or _could_be_filled(plain, pattern) else NO
    return verdict


def _weakest(verdicts: Iterable[str]) -> str:
    """The verdict on all of them: no if one is no, else unknown if one is unknown."""
    different = set(verdicts)
    return NO if NO in different else UNKNOWN if UNKNOWN in different else YES


def _could_be_filled(plain: list[Word], pattern: Pattern) -> bool:
    """Whether words that are not known could be the missing ones. A known sub-command that differs
    settles it.
    """
    for word, text in zip(plain, pattern.words, strict=False):
        if word.splits or not word.could_be(text):
            return word.splits
    return False


def _told_apart(
    arguments: Iterable[Word], with_value: frozenset[str]
) -> tuple[list[Word], list[Word]]:
    """Words that are no options, and those that are or could be."""
    plain: list[Word] = []
    options: list[Word] = []
    is_value = only_words = False
    for word in arguments:
        if is_value:
            is_value = False
        elif only_words:
            plain.append(word)
        elif word.text == "--":
            only_words = True
        elif word.start.startswith("-") and word.text != "-":
            options.append(word)
            is_value = not plain and word.text in with_value
        else:
            plain.append(word)
            if _may_turn_out_an_option(word):
                options.append(word)
    return plain, options


def _may_turn_out_an_option(word: Word) -> bool:
    return word.text is None and not word.start and word.could_be_option()


def _word_matches(word: Word, number: int, pattern: Pattern) -> str:
    """Whether a word is the one that is asked for at its place."""
    text = pattern.words[number]
    of_git = pattern.program == "git" and number == 0
    if word.text == text or (of_git and word.text in GIT_SAME.get(text, ())):
        return YES
    return UNKNOWN if word.could_be(text) or (of_git and _is_git_alias(word)) else NO


def _is_git_alias(word: Word) -> bool:
    """A sub-command git does not have is an alias, and may be anything."""
    texts = word.choices if word.text is None else (word.text,)
    return any(_ALIAS.fullmatch(text) and text not in _NO_ALIASES for text in texts)


def _has_letter(options: list[Word], letter: str, program: str) -> str:
    """Whether a short option is there, among others or in its other forms: `-r`, `-vR`, `--rec`."""
    forms = (letter, *LONG_FORMS.get(program, {}).get(letter, ()))
    letters = [form for form in forms if len(form) == 1]
    shortest = _SHORTEST.get(program, _SHORTEST_ABBREVIATION)

    def is_it(text: str) -> bool:
        if text.startswith("-") and not text.startswith("--"):
            return any(form in text[1:] for form in letters)
        return any(_abbreviates(text, form, shortest) for form in forms)

    return _among(options, is_it)


def _has_option(options: list[Word], option: str) -> str:
    return _among(options, lambda text: _abbreviates(text, option))


def _among(options: list[Word], is_it: Callable[[str], bool]) -> str:
    """Whether one of the options is it, or may be."""
    verdict = NO
    for word in options:
        if word.text is None:
            verdict = UNKNOWN if _may_be(word, is_it) else verdict
        elif is_it(word.text):
            return YES
    return verdict


def _may_be(option: Word, is_it: Callable[[str], bool]) -> bool:
    """Whether something computed may be it. A variable in quotes that was set elsewhere is taken
    for a value.
    """
    if option.choices:
        return any(map(is_it, option.choices))
    if option.start.startswith("-"):
        return True
    is_made_here = option.computed or any(hole.choices for hole in option.holes)
    return option.could_be_option() and (option.splits or is_made_here)


def _abbreviates(text: str, option: str, shortest: int = _SHORTEST_ABBREVIATION) -> bool:
    name = text.split("=")[0]
    return name == option or (len(name) >= shortest and option.startswith(name))
