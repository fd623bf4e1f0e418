"""Does a command line run this? Yes, no, or it cannot be told: by its calls, and by what could not
be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from hookline.shell.command_pattern import (
    NO,
    UNKNOWN,
    YES,
    Arguments,
    Pattern,
    arguments_of,
    matches,
    matches_behind,
)
from hookline.shell.known_names import VALUE_OPTIONS
from hookline.shell.languages import DELETES
from hookline.shell.mentioned_commands import is_spoken_of, may_run_its_words, mentions, programs_of
from hookline.shell.programs.writing import moves_away
from hookline.shell.spawning_code import can_spawn
from hookline.shell.state import Call
from hookline.shell.word import Word
from hookline.shorten import shorten

_LONGEST_SHOWN = 80
_DELETES = re.compile(DELETES)


class Verdict(NamedTuple):
    """yes, no or unknown; and for unknown the reason."""

    answer: str
    reason: str = ""


_CERTAINLY, _CERTAINLY_NOT = Verdict(YES), Verdict(NO)


class CallFacts:
    """A call, and what many questions ask of it, each worked out once."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self._arguments: dict[frozenset[str], Arguments] = {}

    @cached_property
    def base(self) -> Word:
        """The program without its folder."""
        return self.call.words[0].base()

    @cached_property
    def may_run_its_words(self) -> bool:
        """Whether it may run words that it is given."""
        return may_run_its_words(self.call)

    @cached_property
    def programs(self) -> list[Word]:
        """What each of its words would be as a program."""
        return programs_of(self.call)

    @cached_property
    def can_spawn(self) -> bool:
        """Whether the code it is handed could start a program."""
        code = self.call.code
        return code is not None and can_spawn(self.call.language, code.known_text)

    def arguments(self, program: str) -> Arguments:
        """Its words with the options of a program."""
        with_value = VALUE_OPTIONS.get(program, frozenset())
        if with_value not in self._arguments:
            self._arguments[with_value] = arguments_of(self.call.words, program)
        return self._arguments[with_value]

    def matches(self, pattern: Pattern) -> str:
        """Whether it is what is asked for: yes, no or unknown."""
        if not self.base.could_be(pattern.program):
            return NO
        return matches_behind(self.call.words[0], self.arguments(pattern.program), pattern)


def verdict_on(calls: Sequence[CallFacts], unknown: Sequence[str], pattern: Pattern) -> Verdict:
    """Whether one of these calls is what is asked for; `unknown`: what could not be read at all."""
    reason = unknown[0] if unknown else ""
    for facts in calls:
        judge = _of_program if facts.call.code is None else _of_code
        verdict = judge(facts, pattern)
        if verdict.answer == YES:
            return _CERTAINLY
        reason = reason or verdict.reason
    return Verdict(UNKNOWN, reason) if reason else _CERTAINLY_NOT


def _of_program(facts: CallFacts, pattern: Pattern) -> Verdict:
    """A program that is run: by its own words, by words it may run, by what it comes to."""
    call, answer = facts.call, facts.matches(pattern)
    if answer == YES:
        return _CERTAINLY
    if answer == UNKNOWN:
        return Verdict(UNKNOWN, f"part of this is computed: {_shown(call.words)}")
    if facts.may_run_its_words and mentions(call, pattern, facts.programs):
        return Verdict(UNKNOWN, f"{call.words[0]!r} may run the words it is given")
    if _comes_to_the_same(call, pattern):
        return Verdict(UNKNOWN, f"this comes to the same: {_shown(call.words)}")
    return _CERTAINLY_NOT


def _of_code(facts: CallFacts, pattern: Pattern) -> Verdict:
    """Code that a program is handed: what it could do, as far as it is known."""
    call, code = facts.call, facts.call.code or Word()
    if call.language == "text":
        return _of_text(call, code, pattern)
    if _is_computed(code):
        return Verdict(UNKNOWN, f"{call.language} is handed code that is computed")
    if facts.can_spawn or (pattern.deletes and _DELETES.search(code.known_text)):
        why = f"{call.language} is handed code that can start programs or delete files"
        return Verdict(UNKNOWN, why)
    return _CERTAINLY_NOT


def _is_computed(code: Word) -> bool:
    return code.text is None and (code.computed or not code.known_text.strip())


def _of_text(call: Call, text: Word, pattern: Pattern) -> Verdict:
    """Text for a program that may take it for commands."""
    if not is_spoken_of(text.known_text, pattern):
        return _CERTAINLY_NOT
    return Verdict(UNKNOWN, f"{call.words[0]!r} is given text that may be a command")


def _comes_to_the_same(call: Call, pattern: Pattern) -> bool:
    """Other ways to delete a tree, or to push. What deletes one file at a time is `rm`, not `rm
    -rf`.
    """
    is_the_same = _same_as(pattern).get(call.program or "")
    return is_the_same is not None and is_the_same(call)


def _same_as(pattern: Pattern) -> dict[str, _Test]:
    """The table of other ways to do what is asked for."""
    if pattern.program == "git" and pattern.words == ("push",):
        return SAME_AS_PUSH
    deletes_trees = pattern.program == "rm" and "r" in pattern.letters
    return SAME_AS_DELETING_A_TREE if deletes_trees else {}


_Test = Callable[[Call], bool]


def _has_word(*words: str) -> _Test:
    return lambda call: any(word in call.texts for word in words)


def _a_word_begins(*starts: str) -> _Test:
    return lambda call: any(text is not None and text.startswith(starts) for text in call.texts)


def _removes_files(call: Call) -> bool:
    """`--remove-files`, which may be cut short."""
    texts = [text for text in call.texts if text is not None]
    return any(len(text) > 4 and "--remove-files".startswith(text) for text in texts)


_MIRRORS = ("/MIR", "/MOVE", "/MOV", "/PURGE")


def _moves_into_archive(call: Call) -> bool:
    """`rar m`, `rar a -df`: files are deleted once they are in the archive."""
    command = (call.texts[1:2] or ("",))[0] or ""
    return command.lower().startswith("m") or call.has("-df", "-dw")


def _publishes(call: Call) -> bool:
    return call.texts[:2] == ("git", "flow") and "publish" in call.texts


_GIT_CLEAN = Pattern.parse("git clean -fd")
_GIT_CLEAN_SHOWN = (Pattern.parse("git clean -n"), Pattern.parse("git clean --dry-run"))


def _cleans(call: Call) -> bool:
    """`git clean -fd` that does not only show what it would delete."""
    only_shows = any(matches(call.words, pattern) == YES for pattern in _GIT_CLEAN_SHOWN)
    return not only_shows and matches(call.words, _GIT_CLEAN) == YES


#: Program → how to tell that it pushes.
SAME_AS_PUSH: dict[str, _Test] = {"gh": _has_word("--push"), "git": _publishes}
#: Program → how to tell that it deletes a tree, or puts it away.
SAME_AS_DELETING_A_TREE: dict[str, _Test] = {
    "cmake": _has_word("remove_directory"),
    "git": _cleans,
    "gio": _has_word("trash", "remove"),
    "mv": lambda call: moves_away(call.words),
    "rsync": _a_word_begins("--del", "--remove-source"),
    **dict.fromkeys("tar bsdtar gtar star".split(), _removes_files),
    **dict.fromkeys("7z 7za 7zr 7zz 7zzs p7zip".split(), _has_word("-sdel")),
    **dict.fromkeys("rar arj lha".split(), _moves_into_archive),
    "zstd": lambda call: call.has("--rm") and call.has("-r"),
    "lrzip": lambda call: call.has("-D", "--delete"),
    "robocopy": lambda call: any((text or "").upper() in _MIRRORS for text in call.texts),
    "zip": lambda call: _removes_files(call) or call.has("-m", "--move"),
    **dict.fromkeys(
        "srm wipe trash trash-put rmtrash rimraf del del-cli deltree".split(), lambda call: True
    ),
}


def _shown(words: Sequence[Word]) -> str:
    """Words for a message, cut where they are too many."""
    return shorten(" ".join(map(repr, words)), _LONGEST_SHOWN)
