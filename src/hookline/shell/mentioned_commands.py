"""A program that may run the words it is given, and is given the words asked for: then nobody can
tell.

A program that is in no table is not trusted to do nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hookline.shell.command_pattern import NO, YES, Pattern, matches
from hookline.shell.known_names import DISCOVERS, INERT, SHELLS
from hookline.shell.languages import TAKES_FILES, language_of
from hookline.shell.programs import PROGRAMS
from hookline.shell.state import Call
from hookline.shell.word import Word, known
from hookline.shell.wrappers import PACKAGE_RUNNERS, SUBCOMMAND_WRAPPERS, WRAPPERS

#: Programs whose words were followed already, or that never run them.
_ACCOUNTED_FOR = (INERT | PROGRAMS.keys()) - DISCOVERS - SUBCOMMAND_WRAPPERS.keys()
_ONLY_INERT = INERT - WRAPPERS.keys()
#: Words behind which names of packages stand, not programs.
_PACKAGES = frozenset(
    "install add remove uninstall update upgrade search show info view get pull require list why help describe status rm "
    "pin hold push tag inspect rmi images".split()
)
_GIT_RUNS = frozenset("hook svn".split())
_QUOTES = re.compile(r"[\"'\\]")
_IMAGE = re.compile(r"(?:[\w.-]+#)?([\w.-]+)(?:[:@]\w[\w.:-]*)?")
_ESCAPES = re.compile(r"\\[nt]")
#: Options behind which a pattern stands, not a command: which tests to run.
_PATTERNS = frozenset(
    "-t -k -g -run --run --grep --filter --tests --test-name-pattern --testNamePattern --name".split()
)


def mentions(call: Call, wanted: Pattern) -> bool:
    """Whether a program that may run its words is given the words asked for, apart or in one text."""
    program = call.program
    if program == "git":
        return bool(_GIT_RUNS & set(call.texts[1:3])) and _apart(call, wanted)
    language = language_of(program or "")
    if program in _ACCOUNTED_FOR or language in TAKES_FILES:
        return False
    if program in SUBCOMMAND_WRAPPERS and not SUBCOMMAND_WRAPPERS[program].keys() & set(call.texts):
        return False
    if _apart(call, wanted):
        return True
    known = (
        program in WRAPPERS
        or program in SUBCOMMAND_WRAPPERS
        or program in PACKAGE_RUNNERS
        or program in SHELLS
        or language
    )
    return not known and any(_in_text(word, wanted) for word in _no_patterns(call))


def _no_patterns(call: Call) -> list[Word]:
    """Its arguments, without those that only say which tests are meant."""
    pairs = zip(call.texts, call.words[1:], strict=False)
    chooses = call.program in DISCOVERS
    return [
        word
        for before, word in pairs
        if not (chooses and before in _PATTERNS and "=" not in word.known_text)
    ]


def _apart(call: Call, wanted: Pattern) -> bool:
    """The words asked for stand among the others, each by itself."""
    follows = call.program in WRAPPERS or call.program in SUBCOMMAND_WRAPPERS
    for at in range(1, len(call.words)):
        word = _program(call.words[at])
        if follows and call.words[at].text in _ONLY_INERT and word.text != wanted.program:
            return False  # `sudo apt install git`: the words behind it are its own
        if not wanted.more and word.text in _PACKAGES:
            return False
        if not wanted.more and not _is_argument(call.words[at + 1 : at + 2]):
            continue
        if word.text == wanted.program and matches([word, *call.words[at + 1 :]], wanted) != NO:
            return True
        if (
            word.computed
            and wanted.more
            and matches([_named(wanted), *call.words[at + 1 :]], wanted) == YES
            and word.could_be(wanted.program)
        ):
            return True
    return False


def _program(word: Word) -> Word:
    """The program a word names: `git` in `/usr/bin/git`, in the image `alpine/git:v2`, in the
    package `nixpkgs#git`.
    """
    base = word.base()
    found = _IMAGE.fullmatch(base.text or "")
    return base if found is None else known(found[1])


def _named(wanted: Pattern) -> Word:
    return Word((wanted.program,))


def _is_argument(words: Sequence[Word]) -> bool:
    """Whether the next word looks like what a program is given, not like the next name in a list."""
    return bool(words) and (
        words[0].text is None or re.search(r"^-|[./:]|localhost", words[0].text) is not None
    )


def _in_text(word: Word, wanted: Pattern) -> bool:
    return (" " in word.known_text or "=" in word.known_text) and spoken_of(word.known_text, wanted)


def spoken_of(text: str, wanted: Pattern) -> bool:
    """Whether a text holds the words asked for, with or without quotes inside them."""
    names = [r"(?<![\w.-])" + re.escape(wanted.program), *map(re.escape, wanted.words)]
    pattern = r"\b.{0,200}?\b".join(names) + (r"(?![\w-])" if wanted.more else r"[\"']?,?\s+\S")
    forms = (text, _QUOTES.sub("", text), _ESCAPES.sub(" ", text))
    return any(re.search(pattern, form) for form in forms)
