"""A program that may run the words it is given, and is given the words asked for: then nobody can
tell.

A program that is in no table is not trusted to do nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from hookline.shell.command_pattern import NO, YES, Pattern, matches
from hookline.shell.known_names import DISCOVERS, INERT, SHELLS
from hookline.shell.languages import TAKES_FILES, language_of
from hookline.shell.programs import PROGRAMS
from hookline.shell.python_spawns import program_of_module
from hookline.shell.state import Call
from hookline.shell.word import Word, known
from hookline.shell.wrappers import PACKAGE_RUNNERS, SUBCOMMAND_WRAPPERS, WRAPPERS

#: Programs whose words were followed already, or that never run them.
_ACCOUNTED_FOR = (INERT | PROGRAMS.keys()) - DISCOVERS - SUBCOMMAND_WRAPPERS.keys()
#: Programs whose words are followed; what they have in one text is no command line.
_WRAPPERS = WRAPPERS.keys() | SUBCOMMAND_WRAPPERS.keys()
_FOLLOWED = _WRAPPERS | PACKAGE_RUNNERS | SHELLS
_ONLY_INERT = INERT - WRAPPERS.keys()
#: Words behind which names of packages stand, not programs.
_PACKAGES = frozenset(
    "install add remove uninstall update upgrade search show info view get pull require list why "
    "help describe status rm pin hold push tag inspect rmi images".split()
)
_GIT_RUNS = frozenset("hook svn".split())
_QUOTES = re.compile(r"[\"'\\]")
#: `alpine/git:v2`, `nixpkgs#git`: an image or a package that is called like its program.
_IMAGE = re.compile(r"(?:[\w.-]+#)?([\w.-]+)(?:[:@]\w[\w.:-]*)?")
_ESCAPES = re.compile(r"\\[nt]")
_LIKE_AN_ARGUMENT = re.compile(r"^-|[./:]|localhost")
#: Options behind which a pattern stands, not a command: which tests to run.
_CHOOSES_TESTS = frozenset(
    "-t -k -g -run --run --grep --filter --tests --test-name-pattern --testNamePattern "
    "--name".split()
)


def may_run_its_words(call: Call) -> bool:
    """Whether a program may run words it is given that nobody has followed."""
    program = call.program or ""
    if program == "git":
        return not _GIT_RUNS.isdisjoint(call.texts[1:3])
    language = language_of(program)
    if program in _ACCOUNTED_FOR or language in TAKES_FILES:
        return False
    if language == "python" and program_of_module(call.words):
        return False  # that is a call of its own
    subcommands = SUBCOMMAND_WRAPPERS.get(program)
    runs_nothing = subcommands is not None and subcommands.keys().isdisjoint(call.texts)
    return not runs_nothing  # `docker ps`: only behind some sub-commands there is a program


def mentions(call: Call, pattern: Pattern, programs: Sequence[Word]) -> bool:
    """Whether such a program is given the words asked for, apart or in one text. `programs`: what
    each of its words would be as a program.
    """
    return _stand_apart(call, pattern, programs) or _stand_in_a_text(call, pattern)


def programs_of(call: Call) -> list[Word]:
    """The programs that a call's words name, its own aside."""
    return [_program(word) for word in call.words[1:]]


def _stand_in_a_text(call: Call, pattern: Pattern) -> bool:
    """The words asked for stand in one of the others: `wrapper 'git push'`."""
    program = call.program or ""
    if program == "git" or program in _FOLLOWED or language_of(program):
        return False
    texts = [word.known_text for word in _no_choices_of_tests(call)]
    return any(is_spoken_of(text, pattern) for text in texts if " " in text or "=" in text)


def _no_choices_of_tests(call: Call) -> Sequence[Word]:
    """Its arguments, without those that only say which tests are meant."""
    arguments = call.words[1:]
    if call.program not in DISCOVERS:
        return arguments
    return [
        word
        for before, word in zip(call.texts, arguments, strict=False)
        if before not in _CHOOSES_TESTS or "=" in word.known_text
    ]


def _stand_apart(call: Call, pattern: Pattern, programs: Sequence[Word]) -> bool:
    """The words asked for stand among the others, each by itself."""
    for at, program in enumerate(programs, 1):
        if _has_words_of_its_own(call, call.words[at], program, pattern):
            return False
        is_it = program.text == pattern.program or (pattern.more and program.computed)
        if is_it and _begin_here(program, call.words[at + 1 :], pattern):
            return True
    return False


def _has_words_of_its_own(call: Call, argument: Word, program: Word, pattern: Pattern) -> bool:
    """`sudo apt install git`, `wrapper add git`: what stands behind is no command."""
    if not pattern.more and program.text in _PACKAGES:
        return True
    is_inert = argument.text in _ONLY_INERT and program.text != pattern.program
    return is_inert and call.program in _WRAPPERS


def _begin_here(program: Word, rest: Sequence[Word], pattern: Pattern) -> bool:
    """Whether the words asked for are a word, taken for a program, and those behind it."""
    if not pattern.more and not _is_given_something(rest):
        return False
    if program.text == pattern.program:
        return matches([program, *rest], pattern) != NO
    return pattern.more and program.computed and _fits_behind(program, rest, pattern)


def _fits_behind(program: Word, rest: Sequence[Word], pattern: Pattern) -> bool:
    """Whether a computed program would be the one asked for, by the words behind it."""
    if not program.could_be(pattern.program):
        return False
    return matches([known(pattern.program), *rest], pattern) == YES


def _program(word: Word) -> Word:
    """The program a word names: `git` in `/usr/bin/git`, in the image `alpine/git:v2`, in the
    package `nixpkgs#git`.
    """
    base = word.base()
    image = _IMAGE.fullmatch(base.text or "")
    return base if image is None else known(image[1])


def _is_given_something(rest: Sequence[Word]) -> bool:
    """Whether the next word looks like what a program is given, not like the next name in a list."""
    text = rest[0].text if rest else ""
    return text is None or _LIKE_AN_ARGUMENT.search(text) is not None


def is_spoken_of(text: str, pattern: Pattern) -> bool:
    """Whether a text holds the words asked for, with or without quotes inside them."""
    expression = _in_any_text(pattern)
    forms = (text, _QUOTES.sub("", text), _ESCAPES.sub(" ", text))
    return any(expression.search(form) for form in forms)


@lru_cache(maxsize=1024)
def _in_any_text(pattern: Pattern) -> re.Pattern[str]:
    names = [r"(?<![\w.-])" + re.escape(pattern.program), *map(re.escape, pattern.words)]
    end = r"(?![\w-])" if pattern.more else r"[\"']?,?\s+\S"
    return re.compile(r"\b.{0,200}?\b".join(names) + end)
