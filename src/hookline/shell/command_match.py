"""Does a command line run this? Yes, no, or it cannot be told: by its calls, and by what could not
be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hookline.shell.languages import DELETES
from hookline.shell.mention import mentions, spoken_of
from hookline.shell.programs.writing import moves_away
from hookline.shell.spawns import can_spawn
from hookline.shell.state import Call, State
from hookline.shell.wanted import NO, UNKNOWN, YES, Wanted, matches
from hookline.shell.word import Word
from hookline.shorten import shorten

_GIT_CLEAN = Wanted.parse("git clean -fd")
#: Programs that delete trees, or put them away.
_DELETERS = frozenset("srm wipe trash trash-put rmtrash rimraf del del-cli deltree".split())
_SHOWN = 80


def answer(state: State, wanted: Wanted) -> tuple[str, str]:
    """yes, no or unknown; and for unknown the reason."""
    reason = state.unknown[0] if state.unknown else ""
    for call in state.calls:
        found, why = _of_call(call, wanted)
        if found == YES:
            return YES, ""
        if found == UNKNOWN and not reason:
            reason = why
    return (UNKNOWN, reason) if reason else (NO, "")


def _of_call(call: Call, wanted: Wanted) -> tuple[str, str]:
    if call.code is not None:
        return _of_code(call, call.code, wanted)
    found = matches(call.words, wanted)
    if found == UNKNOWN:
        return UNKNOWN, f"part of this is computed: {_shown(call.words)}"
    if found == NO and mentions(call, wanted):
        return UNKNOWN, f"{call.words[0]!r} may run the words it is given"
    if found == NO and _comes_to_the_same(call, wanted):
        return UNKNOWN, f"this comes to the same: {_shown(call.words)}"
    return found, ""


def _of_code(call: Call, code: Word, wanted: Wanted) -> tuple[str, str]:
    language, text = call.language, code.known_text
    if language == "text":
        return (
            (UNKNOWN, f"{call.words[0]!r} is given text that may be a command")
            if spoken_of(text, wanted)
            else (NO, "")
        )
    if code.text is None and (code.computed or not text.strip()):
        return UNKNOWN, f"{language} is handed code that is computed"
    if can_spawn(language, text) or (wanted.deletes and re.search(DELETES, text)):
        return UNKNOWN, f"{language} is handed code that can start programs or delete files"
    return NO, ""


def _comes_to_the_same(call: Call, wanted: Wanted) -> bool:
    """Other ways to delete a tree, or to push. What deletes one file at a time is `rm`, not `rm -rf`."""
    program, texts = call.program, call.texts
    if wanted.program == "git" and wanted.words == ("push",):
        return (program == "gh" and "--push" in texts) or (
            texts[:2] == ("git", "flow") and "publish" in texts
        )
    if wanted.program != "rm" or "r" not in wanted.letters:
        return False
    if program == "mv":
        return moves_away(list(call.words))
    if program == "rsync":
        return any(
            text is not None and text.startswith(("--del", "--remove-source")) for text in texts
        )
    if program in ("tar", "zip"):
        return any(
            len(text or "") > 4 and "--remove-files".startswith(text or "") for text in texts
        ) or (program == "zip" and call.has("-m", "--move"))
    if program == "cmake":
        return "remove_directory" in texts
    if program == "gio":
        return "trash" in texts or "remove" in texts
    return program in _DELETERS or (program == "git" and matches(call.words, _GIT_CLEAN) == YES)


def _shown(words: Sequence[Word]) -> str:
    return shorten(" ".join(map(repr, words)), _SHOWN)
