"""A shell command → what it would do to protected files: findings, deny where it certainly writes,
ask where it may.

Programs that only read are let pass, those that write are denied, all others are asked about when
they are given a protected path. `>` is seen by reading the command a second time with its
redirections made plain words.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from fnmatch import fnmatchcase
from functools import reduce
from operator import and_

from hookline.kit.files.protect_paths import Words
from hookline.kit.files.protect_programs import (
    COPIES,
    EVALUATES,
    GIT_PATCHES,
    GIT_VALUES,
    GIT_WRITES,
    INTERPRETERS,
    PATCHES,
    READS,
    REMOVES,
    WRITES,
    WRITES_WITH,
)
from hookline.kit.files.protected import Protected
from hookline.kit.findings import ASK, DENY, Finding, shown
from hookline.kit.statefiles import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hookline.shell import Call, Reading
    from hookline.shell.word import Word

_DUPLICATE = re.compile(r"[0-9]*[<>]&[0-9-]+")
_READ = re.compile(r"[0-9]*(?<!<)<(?![<(&>])\s*[^\s<>&;|()]+")
_WRITTEN = re.compile(r"&>>?|<>|>>|>\||>&|>")
_TARGET = re.compile(r">[>|&]?\s*((?:[^\s;|&<>()'\"\\]|\\.|'[^']*'|\"[^\"]*\")+)")
_REDIRECTS = re.compile(r"[<>]")
#: What code must hold to write, remove or start anything.
_CHANGES = re.compile(
    r"write|append|put|unlink|remov|delet|renam|replac|rmtree|copy|move|link|chmod|trunc|dump"
    r"|system|popen|subprocess|exec|eval"
    r"|spawn|open\s*\(.{0,200}['\"][rwax]?[wax+]|>|fs\.|FileUtils|\be\b|w\s",
    re.IGNORECASE,
)
_MOST_COPIED = 2000
_FINDS = ("find", "gfind", "fd", "fdfind")
_FIND_RUNS = ("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch")
_FIND_NAMES = ("-name", "-iname", "-path", "-ipath", "-wholename")
_INSTEAD = "Leave it as it is and tell the user what you would change there."


class Command:
    """One command line, looked at for what it does to protected files."""

    def __init__(self, command: str, reading: Reading, cwd: str, protected: Protected) -> None:
        self.command, self.reading, self.protected = command, reading, protected
        self.words = Words(reading.calls, cwd, protected)
        self._wrapped = {call.texts for call in reading.calls}

    def findings(self) -> Iterator[Finding]:
        """Everything that is not let pass."""
        for call in self.reading.calls:
            yield from self._code(call) if call.code is not None else self._call(call)
        yield from self._hidden()
        yield from self._piped()

    def _again(self) -> Iterator[Call]:
        """What the command runs when redirections are taken for words, and for commands, in place
        or at its end.

        None has every target: words do not fit behind a loop, nor commands into the line of a
        here-document.
        """
        from hookline.shell import read

        if _REDIRECTS.search(self.command):
            plain = _READ.sub(" ", _DUPLICATE.sub(" ", self.command))
            yield from read(_WRITTEN.sub(" ", plain)).calls
            yield from read(_WRITTEN.sub("\n: ", plain)).calls
        if "<<" in self.command:
            yield from read("\n: ".join([self.command, *_TARGET.findall(self.command)])).calls

    def _hidden(self) -> Iterator[Finding]:
        """What only shows then: where redirections lead, and words that stand behind one."""
        for call in self._again():
            seen = self._like(call)
            for word in call.words:
                seen[repr(word)] -= 1
                if seen[repr(word)] < 0:
                    yield from self._written(word, ">")
            if call.code is None and call.texts not in self._wrapped:
                yield from self._call(call)

    def _like(self, call: Call) -> Counter[str]:
        """The words this call had before: those of the one most alike, what several have in common,
        or else all.
        """
        own = Counter(map(repr, call.words))
        calls = [
            Counter(map(repr, one.words))
            for one in self.reading.calls
            if one.program == call.program
        ]
        if not calls:
            return Counter(repr(word) for one in self.reading.calls for word in one.words)
        most = max((words & own).total() for words in calls)
        return reduce(and_, (words for words in calls if (words & own).total() == most)).copy()

    def _piped(self) -> Iterator[Finding]:
        """`ls .cursor | xargs rm`: names go from one that reads to one that writes, and nobody sees
        them.
        """
        calls = self.reading.calls
        writers = [
            call
            for call in calls
            if call.program in WRITES or call.program in REMOVES or self._writes_here(call)
        ]
        blind = any(None in call.texts for call in writers)
        if not blind or not any(call.program in ("xargs", "gxargs", "parallel") for call in calls):
            return
        for word in (word for call in calls if call.program in READS for word in call.words[1:]):
            what = self.words.belongs(word)[0] or self.words.named_folder(word)
            if what:
                yield Finding(
                    ASK,
                    f"what {_shown(word)} leads to is handed to a program that writes: {what}.",
                    _INSTEAD,
                )

    def _call(self, call: Call) -> Iterator[Finding]:
        program = call.program or ""
        rest = call.words[1:]
        if program == "git":
            yield from self._git(call)
        elif program == "hookline" or call.texts[1:3] == ("-m", "hookline"):
            yield from _hookline(call.texts[3 if program != "hookline" else 1 :])
        elif "hookline" in call.texts and {"uninstall", "remove"} & set(call.texts):
            yield Finding(
                DENY, "this would take Hookline away, which agents do not decide.", _INSTEAD
            )
        elif program in COPIES:
            yield from self._copied(call)
        elif program in _FINDS:
            yield from self._find(call)
        elif program in PATCHES:
            yield from self._patched(call, call.plain())
        elif program in WRITES or program in REMOVES or self._writes_here(call):
            removes = program in REMOVES and (
                program not in ("rm", "grm") or call.has("-r", "-R", "--recursive")
            )
            for word in rest if not self._is_what_find_found(call) else ():
                yield from self._written(word, program, removes=removes, folders=program != "touch")
        elif program not in READS and program not in EVALUATES and not self._is_wrapper(call):
            for word in _data(program, rest):
                yield from self._given(word, program)

    def _writes_here(self, call: Call) -> bool:
        """Programs that read, unless an option says otherwise: `sed -i`, `sort -o`."""
        options = WRITES_WITH.get(call.program or "", ())
        return call.has(*options) or any(
            text and text.startswith(options) for text in call.texts[1:] if options
        )

    def _is_what_find_found(self, call: Call) -> bool:
        """What find hands to rm is judged by what find looks for."""
        finds = any(other.program in _FINDS for other in self.reading.calls)
        return (
            finds
            and not any(text for text in call.plain())
            and not any(word.computed for word in call.words)
        )

    def _is_wrapper(self, call: Call) -> bool:
        """`sudo cat x`: what it runs is looked at by itself."""
        return any(call.texts[at:] in self._wrapped for at in range(1, len(call.texts)))

    def _written(
        self, word: Word, program: str, *, removes: bool = False, folders: bool = False
    ) -> Iterator[Finding]:
        """A word that the program writes to, or removes; with `folders` also one that is there to
        hold protected files.
        """
        what, certain = self.words.belongs(word, removes)
        if not what and folders:
            what, certain = self.words.named_folder(word), True
        if what and certain:
            yield Finding(
                DENY, f"{_shown(word)} belongs to {what}, which agents do not change.", _INSTEAD
            )
        elif what:
            yield Finding(ASK, f"`{program} {_shown(word)}` may change {what}.", _INSTEAD)

    def _given(self, word: Word, program: str) -> Iterator[Finding]:
        """A word that a program nobody knows is given."""
        what = self.words.belongs(word)[0] or self.words.named_folder(word)
        if what:
            yield Finding(
                ASK,
                f"{program or 'a program'} is given {_shown(word)}, which belongs to {what}.",
                _INSTEAD,
            )

    def _copied(self, call: Call) -> Iterator[Finding]:
        """cp, install, rsync, scp: the last word is written, and what is copied into a folder gets
        its own name there.
        """
        into = call.options("-t", "--target-directory")
        plain = [
            text or ""
            for text in call.plain(
                "-t", "--target-directory", "-m", "--mode", "-o", "-g", "-S", "-e"
            )
        ]
        target = (into[-1] or "") if into else (plain.pop() if plain else "")
        words = [
            word for word in call.words[1:] if (word.text or "") == target or word.text is None
        ]
        for word in words:
            yield from self._written(
                word, call.program or "", removes=call.has("--delete", "-l", "--link")
            )
        for base in self.words.paths(target):
            for source in plain:
                yield from self._lands(source, base)

    def _lands(self, source: str, target: str) -> Iterator[Finding]:
        name = os.path.basename(source.rstrip("/"))
        path = (
            target
            if name in (".", "..", "") or source.endswith("/")
            else os.path.join(target, name)
        )
        what = self.protected.why(path) or (
            self.protected.named_folder(path) if path != target else ""
        )
        if not what:
            for inner in self._inside(source):
                what = what or self.protected.why(os.path.join(path, inner))
        if what and (os.path.isdir(target) or path == target or target.endswith("/")):
            yield Finding(
                DENY, f"copying {source} there would change {what}, which agents do not.", _INSTEAD
            )
        elif not any(map(os.path.exists, self.words.paths(source))) and (
            may := self.protected.named_folder(target)
        ):
            yield Finding(
                ASK,
                f"what {source} holds cannot be seen, and copying it there may change {may}.",
                _INSTEAD,
            )

    def _inside(self, source: str) -> Iterator[str]:
        """The files in a folder that is copied, as seen from it."""
        folder = next((path for path in self.words.paths(source) if os.path.isdir(path)), "")
        seen = 0
        for inner, _, names in os.walk(folder) if folder else ():
            yield from (os.path.relpath(os.path.join(inner, name), folder) for name in names)
            seen += len(names)
            if seen > _MOST_COPIED:
                return

    def _git(self, call: Call) -> Iterator[Finding]:
        subcommand, *rest = call.plain(*GIT_VALUES) or ("",)
        if subcommand in GIT_PATCHES:
            yield from self._patched(call, rest)
        elif subcommand in GIT_WRITES:
            for word in call.words[1:]:
                if word.text is None or word.text in rest:
                    yield from self._written(
                        word, f"git {subcommand}", removes=subcommand in ("rm", "mv"), folders=True
                    )

    def _patched(self, call: Call, files: Iterable[str | None]) -> Iterator[Finding]:
        """A patch names the files it changes: in the command itself, or in the file it is read
        from.
        """
        given = [text for text in (*files, *call.options("-i", "--input")) if text]
        texts = [
            self.command,
            *(read_text(path) for text in given for path in self.words.paths(text)),
        ]
        name = next(filter(None, map(self.protected.mentioned, texts)), "")
        if name:
            yield Finding(DENY, f"this patch changes {name}, which agents do not.", _INSTEAD)
        into = [
            path
            for text in call.options("-d", "--directory")
            if text
            for path in self.words.paths(text)
        ]
        may = next(filter(None, map(self.protected.named_folder, into)), "")
        if may and not name:
            yield Finding(ASK, f"this patch may change {may}.", _INSTEAD)

    def _find(self, call: Call) -> Iterator[Finding]:
        """find and fd, when they remove what they find, or hand it to a program that may."""
        texts = [text or "" for text in call.texts[1:]]
        runs = [texts[at + 1 :] for at, text in enumerate(texts[:-1]) if text in _FIND_RUNS]
        piped = (
            any(other.program in ("xargs", "gxargs", "parallel") for other in self.reading.calls)
            and "-name" in texts
        )
        if "-delete" not in texts and not piped and all(map(_only_reads, runs)):
            return
        names = [
            texts[at + 1].casefold() for at, text in enumerate(texts[:-1]) if text in _FIND_NAMES
        ]
        known = self.protected.base_names()
        if names and not any(
            fnmatchcase(one, os.path.basename(name)) for name in names for one in known
        ):
            return
        options = [at for at, text in enumerate(texts) if text.startswith(("-", "(", "!"))]
        for text in texts[: options[0] if options else None] or ["."]:
            for path in self.words.paths(text):
                what = self.protected.why(path) or self.protected.holds(path)
                if what:
                    yield Finding(ASK, f"`{shown(texts)}` may change {what}.", _INSTEAD)

    def _code(self, call: Call) -> Iterator[Finding]:
        """Code of another language that speaks of a protected file and could change one."""
        text = call.code.known_text if call.code is not None else ""
        if call.language == "text" and (call.program in READS or call.program in PATCHES):
            return
        name = self.protected.mentioned(text)
        if name and _CHANGES.search(text):
            yield Finding(
                ASK, f"{call.language or 'code'} that speaks of {name} may change it.", _INSTEAD
            )


def _only_reads(texts: list[str]) -> bool:
    """Whether a program with these words changes nothing."""
    program = os.path.basename(texts[0])
    options = WRITES_WITH.get(program)
    return program in READS and not (
        options and any(text.startswith(options) for text in texts[1:])
    )


def _data(program: str, rest: tuple[Word, ...]) -> tuple[Word, ...]:
    """Without the script that an interpreter runs, which it only reads."""
    if program not in INTERPRETERS:
        return rest
    for at, word in enumerate(rest):
        if not word.start.startswith("-"):
            return rest[at + 1 :]
    return ()


def _hookline(words: tuple[str | None, ...]) -> Iterator[Finding]:
    """Our own command, where it changes which hooks run."""
    name = next((word for word in words if word and not word.startswith("-")), "")
    harmless = "--dry-run" in words or "--list" in words or "--show" in words or "--help" in words
    changes = (
        name in ("add", "remove", "init", "trust", "install", "uninstall", "up", "team")
        and not harmless
    )
    if changes or (name == "check" and "--fix" in words):
        yield Finding(
            DENY,
            f"`hookline {name}` changes which hooks run, which agents do not decide.",
            _INSTEAD,
        )


def _shown(word: Word) -> str:
    return shown([repr(word)])
