"""What is asked for, and whether the words of a call are that.

It is written as one would type it: `git push`, `rm -rf`, `git reset --hard`, `curl`. The program
must be this one, its sub-commands must come first among the words that are no options, and every
option must be there in any spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
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


class Arguments(NamedTuple):
    """The words behind a program, told apart."""

    plain: list[Word]  # no options
    options: list[Word]  # options, and what could turn out to be one
    any_splits: bool  # whether one of them may turn out to be several words


def matches(words: Sequence[Word], pattern: Pattern) -> str:
    """Whether these words, a program and its own, are what is asked for: yes, no or unknown."""
    if not words[0].base().could_be(pattern.program):
        return NO
    return matches_behind(words[0], arguments_of(words, pattern.program), pattern)


def matches_behind(program: Word, arguments: Arguments, pattern: Pattern) -> str:
    """The same of a program that is, or could be, the one that is asked for."""
    verdict = _arguments_match(arguments, pattern)
    if program.base().text == pattern.program:
        return verdict
    # A program that is unknown and unquoted may bring its own words: `$x` may be `git push`.
    return UNKNOWN if program.splits or verdict != NO else NO


def _arguments_match(arguments: Arguments, pattern: Pattern) -> str:
    by_words = _words_match(arguments.plain, pattern)
    if by_words == NO:
        return UNKNOWN if _could_be_filled(arguments, pattern) else NO
    by_options = [_has_option(arguments.options, option) for option in pattern.options]
    for letter in pattern.letters:
        by_options.append(_has_letter(arguments.options, letter, pattern.program))
    verdict = _weakest([by_words, *by_options])
    return UNKNOWN if verdict == NO and arguments.any_splits else verdict


def _weakest(verdicts: list[str]) -> str:
    """The verdict on all of them: no if one is no, else unknown if one is unknown."""
    return next((verdict for verdict in (NO, UNKNOWN) if verdict in verdicts), YES)


def _could_be_filled(arguments: Arguments, pattern: Pattern) -> bool:
    """Whether words that are not known could be the missing ones. A known sub-command that differs
    settles it.
    """
    for word, text in zip(arguments.plain, pattern.words, strict=False):
        if word.splits or not word.could_be(text):
            return word.splits
    return False


def arguments_of(words: Sequence[Word], program: str) -> Arguments:
    """The words behind the first, with the options of this program."""
    with_value = VALUE_OPTIONS.get(program, _NO_VALUES)
    plain: list[Word] = []
    options: list[Word] = []
    is_value = only_words = False
    for word in words[1:]:
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
            options += [word] if _may_turn_out_an_option(word) else []
    return Arguments(plain, options, any(word.splits for word in words[1:]))


def _may_turn_out_an_option(word: Word) -> bool:
    return word.text is None and not word.start and word.could_be_option()


def _words_match(plain: list[Word], pattern: Pattern) -> str:
    """Whether the sub-commands come first, in their order."""
    if len(plain) < len(pattern.words):
        return NO
    verdict = YES
    for number in range(len(pattern.words)):
        by_word = _word_matches(plain[number], number, pattern)
        if by_word == NO:
            return NO
        verdict = _weakest([verdict, by_word])
    return verdict


def _word_matches(word: Word, number: int, pattern: Pattern) -> str:
    """Whether a word is the one that is asked for at its place."""
    text = pattern.words[number]
    if pattern.program == "git" and number == 0:
        return _git_command_matches(word, text)
    return YES if word.text == text else UNKNOWN if word.could_be(text) else NO


def _git_command_matches(word: Word, text: str) -> str:
    """The same of git's sub-command, which has other names."""
    if word.text == text or word.text in GIT_SAME.get(text, ()):
        return YES
    return UNKNOWN if word.could_be(text) or _is_git_alias(word) else NO


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
    return option.could_be_option() and (option.splits or _is_made_here(option))


def _is_made_here(option: Word) -> bool:
    return option.computed or any(hole.choices for hole in option.holes)


def _abbreviates(text: str, option: str, shortest: int = _SHORTEST_ABBREVIATION) -> bool:
    name = text.split("=")[0]
    return name == option or (len(name) >= shortest and option.startswith(name))
