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
from itertools import pairwise
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
from hookline.kit.files.protected_files import Protected
from hookline.kit.findings import ASK, DENY, PLAINLY, Finding, shown
from hookline.kit.state_files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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
_HANDERS = ("xargs", "gxargs", "parallel")
#: Options of programs that copy which take the next word.
_COPY_VALUES = ("-t", "--target-directory", "-m", "--mode", "-o", "-g", "-S", "-e")
#: Sub-commands of package managers that would remove Hookline.
_REMOVERS = frozenset(("uninstall", "remove"))
#: Our own sub-commands that change which hooks run, and the options with which they do not.
_CHANGING = frozenset("add remove init trust install uninstall up team".split())
_ONLY_TELLS = frozenset("--dry-run --list --show --help".split())
#: So many places are looked at to which words of a command may lead, and so many calls for what a
#: redirection hides.
_MOST_PATHS, _MOST_CALLS = 3000, 400
_FINDS = ("find", "gfind", "fd", "fdfind")
_FIND_RUNS = ("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch")
_FIND_NAMES = ("-name", "-iname", "-path", "-ipath", "-wholename")
_INSTEAD = "Leave it as it is and tell the user what you would change there."
_REMOVED = Finding(DENY, "this would remove Hookline; agents may not do that.", _INSTEAD)


class Command:
    """One command line, looked at for what it does to protected files."""

    def __init__(self, command: str, reading: Reading, cwd: str, protected: Protected) -> None:
        from hookline.shell.grammar import beginning_of

        self.command, self.protected = beginning_of(command), protected
        self.words = Words(reading.calls, cwd, protected)
        self._most = _MOST_PATHS // len(self.words.bases)
        self.calls, self._left_out = _within(reading.calls, self._most)
        self._wrapped = {call.texts for call in self.calls}
        self._lengths = {len(texts) for texts in self._wrapped}

    def findings(self) -> Iterator[Finding]:
        """Everything that is not let pass."""
        for call in self.calls:
            yield from self._code(call) if call.code is not None else self._call(call)
        self._left_out = self._left_out or len(self.calls) > _MOST_CALLS
        if not self._left_out:
            yield from self._hidden()
            yield from self._piped()
        if self._left_out:
            what = f"the command is so large that only its first {self._most} words were followed."
            yield Finding(ASK, what, PLAINLY)

    def _again(self) -> Iterator[Call]:
        """What the command runs when redirections are taken for words, and for commands, in place
        or at its end.

        None has every target: words do not fit behind a loop, nor commands into the line of a
        here-document.
        """
        from hookline.shell import read

        if _REDIRECTS.search(self.command):
            plain = _READ.sub(" ", _DUPLICATE.sub(" ", self.command))
            yield from self._first(read(_WRITTEN.sub(" ", plain)))
            yield from self._first(read(_WRITTEN.sub("\n: ", plain)))
        if "<<" in self.command:
            yield from self._first(
                read("\n: ".join([self.command, *_TARGET.findall(self.command)]))
            )

    def _first(self, reading: Reading) -> list[Call]:
        """As many of its calls as are looked at."""
        calls, left_out = _within(reading.calls, self._most)
        self._left_out = self._left_out or left_out
        return calls

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
        calls = [Counter(map(repr, one.words)) for one in self.calls if one.program == call.program]
        if not calls:
            return Counter(repr(word) for one in self.calls for word in one.words)
        most = max((words & own).total() for words in calls)
        return reduce(and_, (words for words in calls if (words & own).total() == most)).copy()

    def _piped(self) -> Iterator[Finding]:
        """`ls .cursor | xargs rm`: names go from one that reads to one that writes, and nobody sees
        them.
        """
        calls = self.calls
        is_blind = any(None in call.texts and self._is_writer(call) for call in calls)
        if not is_blind or not self._hands_on():
            return
        for word in (word for call in calls if call.program in READS for word in call.words[1:]):
            what = self._whose(word)
            if what:
                handed = f"what {_shown(word)} leads to is handed to a program that writes: {what}."
                yield Finding(ASK, handed, _INSTEAD)

    def _hands_on(self) -> bool:
        """Whether a program hands on what it reads as arguments of another."""
        return any(call.program in _HANDERS for call in self.calls)

    def _is_writer(self, call: Call) -> bool:
        return call.program in WRITES or call.program in REMOVES or self._writes_here(call)

    def _whose(self, word: Word) -> str:
        """What a word belongs to, or what a folder of this name is there to hold; empty when
        nothing protected.
        """
        return self.words.belongs(word)[0] or self.words.named_folder(word)

    def _call(self, call: Call) -> Iterator[Finding]:
        program = call.program or ""
        if program == "git":
            return self._git(call)
        if program == "hookline" or call.texts[1:3] == ("-m", "hookline"):
            return _hookline(call)
        if _takes_away(call):
            return iter([_REMOVED])
        judge = _JUDGES.get(program, Command._writer if self._is_writer(call) else Command._unknown)
        return judge(self, call)

    def _writer(self, call: Call) -> Iterator[Finding]:
        """A program that writes to what it is given, or removes it."""
        program = call.program or ""
        if self._is_what_find_found(call):
            return
        is_recursive = program not in ("rm", "grm") or call.has("-r", "-R", "--recursive")
        removes = program in REMOVES and is_recursive
        for word in call.words[1:]:
            yield from self._written(word, program, removes=removes, folders=program != "touch")

    def _unknown(self, call: Call) -> Iterator[Finding]:
        """A program nobody knows may do anything to what it is given."""
        program = call.program or ""
        if program in READS or program in EVALUATES or self._is_wrapper(call):
            return
        for word in _data(program, call.words[1:]):
            what = self._whose(word)
            if what:
                given = (
                    f"{program or 'a program'} is given {_shown(word)}, which belongs to {what}."
                )
                yield Finding(ASK, given, _INSTEAD)

    def _writes_here(self, call: Call) -> bool:
        """Programs that read, unless an option says otherwise: `sed -i`, `sort -o`."""
        options = WRITES_WITH.get(call.program or "")
        if options is None:
            return False
        return call.has(*options) or _has_start(call.texts[1:], options)

    def _is_what_find_found(self, call: Call) -> bool:
        """What find hands to rm is judged by what find looks for."""
        if not any(other.program in _FINDS for other in self.calls):
            return False
        return not any(call.plain()) and not any(word.computed for word in call.words)

    def _is_wrapper(self, call: Call) -> bool:
        """`sudo cat x`: what it runs is looked at by itself."""
        texts = call.texts
        return any(texts[-size:] in self._wrapped for size in self._lengths if size < len(texts))

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
            belongs = f"{_shown(word)} belongs to {what}, which agents may not change."
            yield Finding(DENY, belongs, _INSTEAD)
        elif what:
            yield _may_change(f"`{program} {_shown(word)}`", what)

    def _copied(self, call: Call) -> Iterator[Finding]:
        """cp, install, rsync, scp: the last word is written, and what is copied into a folder gets
        its own name there.
        """
        sources, target = _sources_and_target(call)
        removes = call.has("--delete", "-l", "--link")
        for word in call.words[1:]:
            if word.text is None or word.text == target:
                yield from self._written(word, call.program or "", removes=removes)
        for base in self.words.paths(target):
            for source in sources:
                yield from self._lands(source, base)

    def _lands(self, source: str, target: str) -> Iterator[Finding]:
        """What copying there does: to a file of that name, or to those in a folder."""
        path = _landing(source, target)
        what = self._changed_by(source, path, into=path != target)
        is_folder = os.path.isdir(target) or path == target or target.endswith("/")
        if what and is_folder:
            copying = f"copying {source} there would change {what}, which agents may not change."
            yield Finding(DENY, copying, _INSTEAD)
        elif not any(map(os.path.exists, self.words.paths(source))):
            may = self.protected.named_folder(target)
            unseen = f"what {source} holds cannot be seen, and copying it there"
            yield from [_may_change(unseen, may)] if may else []

    def _changed_by(self, source: str, path: str, into: bool) -> str:
        """What belongs to the path, or to what comes to be in it."""
        what = self.protected.why(path) or (self.protected.named_folder(path) if into else "")
        if what:
            return what
        inside = (self.protected.why(os.path.join(path, name)) for name in self._inside(source))
        return next(filter(None, inside), "")

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
            words = [word for word in call.words[1:] if word.text is None or word.text in rest]
            removes = subcommand in ("rm", "mv")
            for word in words:
                yield from self._written(word, f"git {subcommand}", removes=removes, folders=True)

    def _patch(self, call: Call) -> Iterator[Finding]:
        return self._patched(call, call.plain())

    def _patched(self, call: Call, files: Iterable[str | None]) -> Iterator[Finding]:
        """A patch names the files it changes: in the command itself, or in the file it is read
        from.
        """
        patches = self._paths([*files, *call.options("-i", "--input")])
        texts = [self.command, *map(read_text, patches)]
        name = next(filter(None, map(self.protected.mentioned, texts)), "")
        if name:
            what = f"this patch changes {name}, which agents may not change."
            yield Finding(DENY, what, _INSTEAD)
            return
        into = self._paths(call.options("-d", "--directory"))
        may = next(filter(None, map(self.protected.named_folder, into)), "")
        if may:
            yield _may_change("this patch", may)

    def _paths(self, texts: Iterable[str | None]) -> list[str]:
        return [path for text in texts if text for path in self.words.paths(text)]

    def _find(self, call: Call) -> Iterator[Finding]:
        """find and fd, when they remove what they find, or hand it to a program that may."""
        texts = [text or "" for text in call.texts[1:]]
        if not self._acts(texts) or not self._finds_protected(texts):
            return
        for path in self._paths(_folders_in(texts)):
            what = self.protected.why(path) or self.protected.holds(path)
            if what:
                yield _may_change(f"`{shown(texts)}`", what)

    def _acts(self, texts: list[str]) -> bool:
        """Whether something is done to what is found, beside looking at it."""
        if "-delete" in texts or ("-name" in texts and self._hands_on()):
            return True
        started = [texts[at + 1 :] for at, text in enumerate(texts[:-1]) if text in _FIND_RUNS]
        return not all(map(_only_reads, started))

    def _finds_protected(self, texts: list[str]) -> bool:
        """Whether the names that are looked for, if any, fit a protected file."""
        names = [name.casefold() for test, name in pairwise(texts) if test in _FIND_NAMES]
        patterns = [os.path.basename(name) for name in names]
        known = self.protected.base_names()
        fits = any(fnmatchcase(name, pattern) for pattern in patterns for name in known)
        return fits or not names

    def _code(self, call: Call) -> Iterator[Finding]:
        """Code of another language that mentions a protected file and could change one."""
        text = call.code.known_text if call.code is not None else ""
        if call.language == "text" and (call.program in READS or call.program in PATCHES):
            return
        name = self.protected.mentioned(text)
        if name and _CHANGES.search(text):
            yield Finding(
                ASK, f"{call.language or 'code'} that mentions {name} may change it.", _INSTEAD
            )


def _within(calls: Iterable[Call], most: int) -> tuple[list[Call], bool]:
    """The calls that the first words are of, and whether some had to be left out."""
    kept: list[Call] = []
    left = most
    for call in calls:
        kept.append(call._replace(words=call.words[:left]))
        left -= len(call.words)
        if left < 0:
            return kept, True
    return kept, False


#: Programs with a judge of their own.
_JUDGES: dict[str, Callable[[Command, Call], Iterator[Finding]]] = {
    **dict.fromkeys(COPIES, Command._copied),
    **dict.fromkeys(_FINDS, Command._find),
    **dict.fromkeys(PATCHES, Command._patch),
}


def _may_change(what_does: str, what: str) -> Finding:
    return Finding(ASK, f"{what_does} may change {what}.", _INSTEAD)


def _has_start(texts: Iterable[str | None], starts: tuple[str, ...]) -> bool:
    return any((text or "").startswith(starts) for text in texts)


def _sources_and_target(call: Call) -> tuple[list[str], str]:
    """What is copied, and where to: the last word, unless an option says it."""
    into = call.options("-t", "--target-directory")
    words = [text or "" for text in call.plain(*_COPY_VALUES)]
    if into:
        return words, into[-1] or ""
    return words[:-1], words[-1] if words else ""


def _landing(source: str, target: str) -> str:
    """Where a copy comes to be: the target itself, or a file of that name in it."""
    name = os.path.basename(source.rstrip("/"))
    is_contents = name in (".", "..", "") or source.endswith("/")
    return target if is_contents else os.path.join(target, name)


def _folders_in(texts: list[str]) -> list[str]:
    """The folders that find looks in: what stands before its first test."""
    tests = [at for at, text in enumerate(texts) if text.startswith(("-", "(", "!"))]
    return texts[: tests[0] if tests else None] or ["."]


def _only_reads(texts: list[str]) -> bool:
    """Whether a program with these words changes nothing."""
    program = os.path.basename(texts[0])
    options = WRITES_WITH.get(program)
    writes = options is not None and _has_start(texts[1:], options)
    return program in READS and not writes


def _data(program: str, rest: tuple[Word, ...]) -> tuple[Word, ...]:
    """Without the script that an interpreter runs, which it only reads."""
    if program not in INTERPRETERS:
        return rest
    for at, word in enumerate(rest):
        if not word.start.startswith("-"):
            return rest[at + 1 :]
    return ()


def _hookline(call: Call) -> Iterator[Finding]:
    """Our own command, where it changes which hooks run."""
    words = call.texts[1 if call.program == "hookline" else 3 :]
    name = next((word for word in words if word and not word.startswith("-")), "")
    changes = name in _CHANGING and _ONLY_TELLS.isdisjoint(words)
    if changes or (name == "check" and "--fix" in words):
        what = f"`hookline {name}` changes which hooks run; agents may not do that."
        yield Finding(DENY, what, _INSTEAD)


def _takes_away(call: Call) -> bool:
    """`pip uninstall hookline`."""
    return "hookline" in call.texts and not _REMOVERS.isdisjoint(call.texts)


def _shown(word: Word) -> str:
    return shown([repr(word)])
