"""A call with its words → the paths these words name, what is not understood of it, and what it runs
that no path names. Needs no grammar.

It errs on the side of naming too many: a path nobody reads costs one stat.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from hookline.shell.known_names import (
    COMMAND_VARIABLES,
    DISCOVERS,
    INERT,
    OPAQUE_VARIABLES,
    PROMPT_VARIABLES,
    SHELLS,
    STARTUP_VARIABLES,
)
from hookline.shell.languages import CODE_FIRST, CODE_OPTIONS, LANGUAGE_VALUES, language_of
from hookline.shell.plain_value import COMPUTED, PlainValue, text, texts_of_all
from hookline.shell.wrappers import (
    PACKAGE_RUNNERS,
    SCRIPT_OPTIONS,
    SUBCOMMAND_WRAPPERS,
    WRAPPERS,
    Wrapper,
)

#: So many paths of all commands; beyond them a workspace is not looked at.
MOST_PATHS = 20_000
MOST_FOLDERS = 16
LONGEST_PATH = 4096
_DEEPEST_TEXT = 4
_MOST_PIECES = 8
_MOST_PLACES = 4 * MOST_FOLDERS
#: How a folder ends that was reached by following links.
_PHYSICAL = "/."

#: Their words are no files.
_PRINTS = frozenset(
    ": true false echo printf exit return break continue shift sleep wait kill times umask ulimit date "
    "hostname whoami id uname pwd hash type logger set unset popd dirs bg fg jobs".split()
)
#: They write the files they are given; the last of the second kind only, and its others they read.
_WRITES = frozenset("tee touch mkdir rmdir rm chmod chown truncate sponge".split())
_COPIES = frozenset("cp mv install rsync".split())
_UNPACKS = frozenset("tar bsdtar gtar unzip cpio pax 7z 7za 7zz unar unrar ar".split())
#: They do what text in their words says, to the shell itself.
_EVALUATES = frozenset(
    "eval trap alias enable bind fc complete compgen shopt ln mount entr chroot proot".split()
)
#: What runs a program for each thing it finds, behind these words.
_FINDS = {
    "find": frozenset("-exec -execdir -ok -okdir".split()),
    "fd": frozenset("-x -X --exec --exec-batch".split()),
    "fdfind": frozenset("-x -X --exec --exec-batch".split()),
}
#: Programs that add words of their own to a command.
_ADDS_WORDS = frozenset("xargs gxargs parallel".split())
#: How variables are called that say where code is found.
_SEARCH_VARIABLES = ("PATH", "LIB", "OPT", "OPTIONS")
_REPLACES = ("-I", "-i", "--repl")
#: Programs that find what they run by rules of their own.
_FINDS_BY_ITSELF = DISCOVERS | PACKAGE_RUNNERS | SUBCOMMAND_WRAPPERS.keys()
#: Where programs are that are known by their names.
_SYSTEM = ("/bin/", "/sbin/", "/usr/", "/opt/", "/nix/", "/snap/", "/home/linuxbrew/")
UNREADABLE = "it is not shell that can be read with certainty"
_READS_VARIABLES = frozenset("read getopts mapfile readarray".split())
#: Shells that read what POSIX shells read.
_POSIX_SHELLS = frozenset("sh bash dash ash ksh mksh zsh rbash".split())
_SHELL_VALUES = frozenset("-o +o -O +O --rcfile --init-file".split())
#: Variables that say where programs or their code are found, or what they do.
_STEERS = COMMAND_VARIABLES | STARTUP_VARIABLES | OPAQUE_VARIABLES | PROMPT_VARIABLES
_UNFOLLOWED_VARIABLES = frozenset(
    "PATH IFS CDPATH ENV BASH_ENV ZDOTDIR HOME PWD OLDPWD SHELL".split()
)
#: Builtins that move, or read code: behind `command` or `builtin` they do it all the same.
_MOVES_OR_READS = frozenset("cd chdir pushd popd . source eval exec builtin command".split())
#: Options of `env` in one word: a folder or a command line may be among them.
_ENV_CLUSTER = re.compile(r"-(?!-)(?:\w+[CS]|S|\w*S.)|--split-string")
_PIECES = re.compile(r"[=:,@;]")
_BLANK = re.compile(r"\s")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
#: Short options in one word, perhaps with a value: not `-File`.
_CLUSTER = re.compile(r"-[A-Za-z0-9]{1,3}(?![A-Za-z]{3})")
#: Texts in the code of another language, which may be names.
_LITERAL = re.compile(r"""'([^'\n]{1,400})'|"([^"\n]{1,400})\"|`([^`\n]{1,400})`""")
#: Languages whose interpreters may be given a folder, and how they complete a name that is no file.
_STARTS_FOLDERS = ("python", "js")
_COMPLETED_BY = {"js": (".js", ".mjs", ".cjs", ".json", ".ts", ".tsx", ".jsx", ".mts", ".cts")}
_RUNS_TASKS = frozenset("run test task x start".split())
_IN_PROCESS = ("/proc/", "/dev/fd/", "/dev/stdin")


class TooMuch(Exception):
    """A bound was reached: there may be more paths than were named."""


class Called(NamedTuple):
    """A program and its words, and the folders it may be run in. `has_input`: from a file that is named."""

    name: str  # without its folder
    arguments: Sequence[PlainValue]
    folders: tuple[str, ...]
    has_input: bool

    @property
    def plain(self) -> list[PlainValue]:
        """The arguments that are no options."""
        return [word for word in self.arguments if not _is_option(word)]

    @property
    def texts(self) -> list[str]:
        """All that its arguments may be."""
        return texts_of_all(self.arguments)


class NamedPaths:
    """Grows while a command is read. `read` reads a text that is handed to a shell: (text, folders)."""

    def __init__(self, read: Callable[[str, tuple[str, ...]], None]) -> None:
        self.paths: dict[str, None] = {}
        self.programs: dict[str, None] = {}  # names without a folder, found through PATH
        self.unclear: dict[str, None] = {}
        self.uncovered: dict[str, None] = {}
        self.searched: dict[str, None] = {}  # folders that code is looked for in
        self.written: set[str] = set()
        self.run: set[str] = set()
        self.writes_anywhere = False
        self.sourced = False
        self._read = read
        self._depth = 0

    def cannot_tell(self, why: str) -> None:
        """Something is run that is not understood."""
        self.unclear[why] = None

    def leave_out_written(self) -> None:
        """All calls were made: a file that the command itself writes is not named by it, and must not
        be one that it runs.
        """
        written = set(map(posixpath.normpath, self.written))
        rewritten = _at_or_below(self.run, written)
        if rewritten or (self.run and self.writes_anywhere):
            self.cannot_tell("a file that is run may be written by the command itself")
        for path in set(self.paths) - rewritten:
            if posixpath.normpath(path) in written:
                del self.paths[path]

    # files

    def name(self, word: str, folders: Iterable[str]) -> None:
        """A word that names a file, seen from any of these folders."""
        if not _is_name(word):
            return
        paths = [posixpath.join(folder, word) for folder in folders]
        if any(path.startswith(_IN_PROCESS) for path in paths):
            self.cannot_tell(f"{word} is another name for something that is open")
        self.paths.update(dict.fromkeys(paths))
        if len(self.paths) > MOST_PATHS:
            raise TooMuch

    def name_script(self, word: str, folders: Iterable[str]) -> None:
        """The same for a file that is run."""
        folders = tuple(folders)
        self.name(word, folders)
        self.run.update(posixpath.join(folder, word) for folder in folders)

    def name_all(self, words: Iterable[PlainValue], folders: Sequence[str]) -> None:
        """Whatever may be a name in these words: `x`, `--config=x`, `-Cx`, `a=x`, `@x`."""
        for one in texts_of_all(words):
            self.name(one, folders)
            for piece in _pieces(one):
                self.name(piece, folders)

    def searches(self, words: Iterable[PlainValue], folders: Sequence[str]) -> None:
        """Words that may say where an interpreter looks for code: `-Ilib`, `PYTHONPATH=a:b`."""
        for one in texts_of_all(words):
            named = [one, *_pieces(one)]
            places = [*named, *filter(None, map(posixpath.dirname, named))]  # `-r./lib/x`
            self.searched.update(
                (posixpath.join(at, place), None) for at in folders for place in places
            )

    def reads_from(self, word: PlainValue, folders: Sequence[str]) -> None:
        """`< word`."""
        for one in word.texts:
            self.name(one, folders)

    def writes_to(self, word: PlainValue, folders: Sequence[str]) -> None:
        """`> word`: a file that the command writes is no news when it changes."""
        self.writes_anywhere |= not word.is_known
        for one in word.texts:
            self.written.update(posixpath.join(folder, one) for folder in folders)

    def assigns(self, name: str, value: PlainValue, folders: Sequence[str]) -> None:
        """A variable that programs get to see."""
        steers = name in _STEERS
        if name in _UNFOLLOWED_VARIABLES or (steers and not value.is_known):
            self.cannot_tell(f"{name} is set, and changes what is run")
        self.name_all([value], folders)
        if name.endswith(_SEARCH_VARIABLES):
            self.searches([value], folders)
        if steers:
            self.read_texts([value], folders)

    # calls

    def call(
        self, words: Sequence[PlainValue], folders: tuple[str, ...], *, has_input: bool = False
    ) -> None:
        """A program is run with these words."""
        if not words:
            return
        program, arguments = words[0], words[1:]
        if not program.is_known:
            self.cannot_tell("the name of a program is computed")
            self.name_all(arguments, folders)
        for one in program.texts:
            called = Called(posixpath.basename(one), arguments, folders, has_input)
            self._call(one, called)

    def _call(self, program: str, called: Called) -> None:
        if self.sourced and called.name not in _PRINTS:
            self.cannot_tell("a file is read into the shell, so that what follows may be anything")
        if "/" not in program:
            self.programs[program] = None
            _row_of(called.name)(self, called)
            return
        self.name_script(program, called.folders)
        if program.startswith(_SYSTEM):
            _row_of(called.name)(self, called)
            return
        if called.name in SHELLS or language_of(called.name):
            _row_of(called.name)(self, called)
        _other(self, called)

    def text(self, word: PlainValue, folders: Sequence[str]) -> None:
        """A word that a shell reads as commands."""
        if not word.is_known or self._depth >= _DEEPEST_TEXT:
            self.cannot_tell("a shell is given a computed command line")
            return
        self._depth += 1
        for one in word.texts:
            self._read(one, tuple(folders))
        self._depth -= 1

    def read_texts(self, words: Iterable[PlainValue], folders: Sequence[str]) -> None:
        """Words that may be command lines: `env -S 'sh x'`. What no shell can read is none."""
        was_unreadable = UNREADABLE in self.unclear
        for one in texts_of_all(words):
            command = one.partition("=")[2] if one.startswith("--") else one
            if _BLANK.search(command.strip()):
                self.text(text(command), folders)
        if not was_unreadable:
            self.unclear.pop(UNREADABLE, None)

    def require_data(self, words: Iterable[PlainValue]) -> None:
        """What a program is given that may run it must be known, or come from outside."""
        if not all(word.is_data for word in words):
            self.cannot_tell("an argument is computed, and may name a program")

    def moved(self, arguments: Sequence[PlainValue], folders: tuple[str, ...]) -> tuple[str, ...]:
        """The folders in which a shell may be behind `cd`."""
        targets = _targets(arguments)
        if not targets:
            self.cannot_tell("a change of folder is computed")
            return folders
        if any(map(_goes_back, targets)) and any(map(_is_physical, folders)):
            self.cannot_tell("a change of folder goes back behind `cd -P`")
        ending = _PHYSICAL if "-P" in texts_of_all(arguments) else ""
        moved = dict.fromkeys(_moved(folder, one, ending) for folder in folders for one in targets)
        if len(moved) > MOST_FOLDERS:
            self.cannot_tell("there are too many changes of folder")
        return tuple(moved)[:MOST_FOLDERS]


def _targets(arguments: Iterable[PlainValue]) -> tuple[str, ...]:
    """Where `cd` is told to go; nothing where that is not known."""
    words = [word for word in arguments if not _is_option(word)]
    is_known = len(words) == 1 and words[0].is_known and "-" not in words[0].texts
    return words[0].texts if is_known else ()


def _is_name(word: str) -> bool:
    return 0 < len(word) <= LONGEST_PATH and "\0" not in word


def _at_or_below(paths: Iterable[str], places: Iterable[str]) -> set[str]:
    """The paths that are one of these places, or lie in one."""
    starts = tuple(place.rstrip("/") + "/" for place in places)
    return {path for path in paths if (posixpath.normpath(path) + "/").startswith(starts)}


def _goes_back(target: str) -> bool:
    return ".." in target


def _is_physical(folder: str) -> bool:
    return folder.endswith(_PHYSICAL)


def _moved(folder: str, target: str, ending: str) -> str:
    """Where `cd` leads: `..` takes back the last name, unless links are to be followed first."""
    path = posixpath.join(folder, target)
    return f"{path}{ending}" if ending else posixpath.normpath(path)


def _is_option(word: PlainValue) -> bool:
    return word.is_known and all(one[:1] in ("-", "+") and len(one) > 1 for one in word.texts)


def _pieces(word: str) -> list[str]:
    """The parts of a word that may be names of their own."""
    pieces = _PIECES.split(word)[:_MOST_PIECES] if _PIECES.search(word) else []
    if word[:1] == "-" and word[1:2] not in ("", "-"):
        pieces.append(word[2:])
    return list(filter(None, pieces))


# kinds of programs


def _names_nothing(paths: NamedPaths, called: Called) -> None:
    """`echo x`."""


def _names_files(paths: NamedPaths, called: Called) -> None:
    """`cat x`, `grep y x`: it reads what it is given, and runs nothing."""
    paths.name_all(called.arguments, called.folders)


def _finds(paths: NamedPaths, called: Called) -> None:
    """`find . -exec sh {} ;`."""
    paths.name_all(called.arguments, called.folders)
    if not _FINDS[called.name].isdisjoint(called.texts):
        paths.cannot_tell(f"{called.name} runs a program for each file it finds")


def _writes(paths: NamedPaths, called: Called) -> None:
    """`tee x`, `touch x`."""
    for word in called.arguments:
        paths.writes_to(word, called.folders)


def _copies(paths: NamedPaths, called: Called) -> None:
    """`cp x y`: with an option, any of them may be what is written."""
    plain = called.plain
    paths.name_all(plain[:-1], called.folders)
    for word in plain[-1:] if len(plain) == len(called.arguments) else plain:
        paths.writes_to(word, called.folders)


def _unpacks(paths: NamedPaths, called: Called) -> None:
    """`tar x`, `unzip a`: it writes files that no word names."""
    paths.cannot_tell(f"{called.name} may write what is run next")
    _other(paths, called)


def _evaluates(paths: NamedPaths, called: Called) -> None:
    """`eval x`, `alias`, `ln`."""
    paths.cannot_tell(f"{called.name} changes what is run")
    paths.name_all(called.arguments, called.folders)


def _source(paths: NamedPaths, called: Called) -> None:
    """`. x`: it may set anything, and go anywhere."""
    if called.arguments and _is_option(called.arguments[0]):
        paths.cannot_tell("options stand before the name of a script")
        paths.name_all(called.arguments, called.folders)
    _script(paths, called.arguments[0] if called.arguments else COMPUTED, called.folders)
    paths.sourced = True


def _script(paths: NamedPaths, script: PlainValue, folders: Sequence[str]) -> None:
    """A file that is read as code; without a folder it may be looked for in those of PATH."""
    if not script.is_known:
        paths.cannot_tell("the name of a script is computed")
    for one in script.texts:
        paths.name_script(one, folders)
        paths.programs[one] = None


def _command(paths: NamedPaths, called: Called) -> None:
    """`command -v x` only looks it up."""
    if called.texts[:1] in (["-v"], ["-V"]):
        return
    if not _MOVES_OR_READS.isdisjoint(called.texts):
        paths.cannot_tell(f"a builtin stands behind {called.name}")
    _wrapper(paths, called)


def _env(paths: NamedPaths, called: Called) -> None:
    """`env x=y program`."""
    if any(_ENV_CLUSTER.match(one) for one in called.texts):
        paths.cannot_tell("env gets several options in one word, or a command line")
    _wrapper(paths, called)


def _shell(paths: NamedPaths, called: Called) -> None:
    """`sh -c text`, `sh script`, or what comes in."""
    if called.name not in _POSIX_SHELLS:
        paths.cannot_tell(f"{called.name} is another kind of shell")
    letters, rest = _letters(paths, called)
    if not rest and not (called.has_input and "c" not in letters):
        paths.cannot_tell("a shell runs what another command prints")
    if not rest:
        return
    script, *others = rest
    paths.name_all(others, called.folders)
    paths.require_data(others)
    if "c" in letters:
        paths.text(script, called.folders)
        return
    if "s" in letters or "-" in script.texts:
        paths.cannot_tell("a shell runs what another command prints")
    _script(paths, script, called.folders)


def _letters(paths: NamedPaths, called: Called) -> tuple[str, list[PlainValue]]:
    """The letters of a shell's options, and the words behind these."""
    letters, rest = "", list(called.arguments)
    while rest and _is_option(rest[0]):
        option = rest.pop(0).texts[0]
        letters += "" if option.startswith(("--", "+")) else option[1:]
        if option in _SHELL_VALUES:
            paths.name_all(rest[:1], called.folders)
            rest = rest[1:]
        if option == "--":
            break
    return letters, rest


def _interpreter(paths: NamedPaths, called: Called) -> None:
    """Code in an option, a file, or what comes in. The code is not read, but for what it might need
    to run a program.
    """
    language = language_of(called.name)
    given = _given_to(language, called.arguments)
    paths.name_all(called.arguments, called.folders)
    paths.require_data(called.arguments)
    options = called.arguments[: len(called.arguments) - len(given.plain)]
    paths.searches([word for word in options if word not in given.codes], called.folders)
    if language in CODE_FIRST:
        _all_code(paths, language, given.codes or given.plain[:1], called.folders)
    elif given.module:
        paths.uncovered[f"{called.name} -m {given.module}"] = None
    else:
        paths.uncovered[_loaded(called.name, given)] = None
        _all_code(paths, language, given.codes, called.folders)
    if not (given.codes or given.module or language in CODE_FIRST):
        _script_of(paths, language, given, called)


def _loaded(name: str, given: Given) -> str:
    """What an interpreter runs that no path names."""
    first = given.plain[0].texts[:1] if given.plain and not given.codes else ()
    is_task = not _RUNS_TASKS.isdisjoint(first)
    return f"what `{name} {first[0]}` runs" if is_task else f"what code of {name} loads by itself"


def _script_of(paths: NamedPaths, language: str, given: Given, called: Called) -> None:
    """The file that an interpreter is given, or what comes in."""
    if given.plain:
        _script(paths, given.plain[0], called.folders)
        for one in given.plain[0].texts:
            also = (f"{one}{ending}" for ending in _COMPLETED_BY.get(language, ()))
            paths.name_all(map(text, also), called.folders)
        if language in _STARTS_FOLDERS:
            names = (
                posixpath.join(at, one) for at in called.folders for one in given.plain[0].texts
            )
            paths.searched.update(dict.fromkeys(names))
    elif not called.has_input:
        paths.cannot_tell(f"{called.name} runs what another command prints")


def _all_code(
    paths: NamedPaths, language: str, codes: Sequence[PlainValue], folders: Sequence[str]
) -> None:
    """Code of another language: the names in it, and whether it may run more than these."""
    from hookline.shell.spawning_code import can_spawn

    if not all(code.is_known for code in codes):
        paths.cannot_tell("the code of an interpreter is computed")
    for one in texts_of_all(codes):
        literals = [text(match[0][1:-1]) for match in _LITERAL.finditer(one)]
        paths.name_all(literals, folders)
        if can_spawn(language, one):
            paths.cannot_tell("code in the command may run programs")


class Given(NamedTuple):
    """What an interpreter is given: code in options, the words from the first that is no option, a module."""

    codes: list[PlainValue]
    plain: list[PlainValue]
    module: str = ""


def _given_to(language: str, arguments: Sequence[PlainValue]) -> Given:
    options = CODE_OPTIONS.get(language, "").split()
    with_value = frozenset(LANGUAGE_VALUES.get(language, "").split())
    codes: list[PlainValue] = []
    at = 0
    while at < len(arguments):
        first = (*arguments[at].texts, "")[0]
        behind = list(arguments[at + 1 :])
        if first == "-m" and language == "python":
            return Given(codes, [], (*texts_of_all(behind[:1]), "a module")[0])
        if first == "--" or first[:1] != "-" or first == "-":
            return Given(codes, behind if first == "--" else list(arguments[at:]))
        if _takes_code(first, options):
            codes += behind[:1]
            at += 1
        elif first in with_value:
            at += 1
        else:
            codes += _attached(first, options)
        at += 1
    return Given(codes, [])


def _takes_code(first: str, options: Sequence[str]) -> bool:
    """Whether code is the next word: `-c`, `-Ec`."""
    in_cluster = _CLUSTER.match(first) is not None and f"-{first[-1]}" in options
    return first in options or in_cluster


def _attached(first: str, options: Sequence[str]) -> list[PlainValue]:
    """Code in the same word as its option: `-e1`, `--eval=1`."""
    start, equals, value = first.partition("=")
    if equals and start in options:
        return [text(value)]
    letters = [option[1] for option in options if len(option) == 2] if _CLUSTER.match(first) else []
    return [text(first.partition(letter)[2]) for letter in letters if letter in first[1:-1]]


def _wrapper(paths: NamedPaths, called: Called) -> None:
    """A program behind another's own words, any of which may be a folder to run it in, or a command
    line.
    """
    own, inner = _behind(WRAPPERS.get(called.name, Wrapper()), called.arguments)
    paths.name_all(own, called.folders)
    paths.require_data(own)
    for one in filter(_ASSIGNMENT.match, texts_of_all(own)):
        name, _, value = one.partition("=")
        paths.assigns(name, text(value), called.folders)
    paths.read_texts([*own, *inner[:1]], called.folders)
    there = _folders_named(paths, own, called.folders)
    adds_words = called.name in _ADDS_WORDS
    if adds_words:
        inner = _with_input_words(own, inner)
    paths.name_all(inner, there)
    paths.call(inner, there, has_input=called.has_input and not adds_words)


def _with_input_words(own: Sequence[PlainValue], inner: list[PlainValue]) -> list[PlainValue]:
    """What xargs makes of a command: words nobody knows behind it, or in the place of any of them."""
    replaces = any(one.startswith(_REPLACES) for one in texts_of_all(own))
    if replaces or any("{" in one for one in texts_of_all(inner)):
        return [*inner[:1], *[COMPUTED] * len(inner[1:])]
    return [*(inner or [text("echo")]), COMPUTED]


def _behind(row: Wrapper, words: Sequence[PlainValue]) -> tuple[list[PlainValue], list[PlainValue]]:
    """A wrapper's own words, and those from the program on."""
    at, positionals = 0, row.positionals
    while at < len(words):
        first = (*words[at].texts, "")[0]
        is_own = _is_own(row, first)
        if not (is_own or positionals):
            break
        positionals -= not is_own
        at += 1 + row.takes(first)
    return list(words[:at]), list(words[at:])


def _is_own(row: Wrapper, word: str) -> bool:
    """Whether a word is an option of the wrapper, or a variable it sets."""
    is_option = word[:1] == "-" and len(word) > 1
    return is_option or (row.assigns and _ASSIGNMENT.match(word) is not None)


def _folders_named(
    paths: NamedPaths, words: Iterable[PlainValue], folders: tuple[str, ...]
) -> tuple[str, ...]:
    """These folders, and those that words may name: `--chdir=d`."""
    named = [piece for one in texts_of_all(words) for piece in (one, *_pieces(one))]
    joined = (posixpath.join(folder, piece) for piece in named for folder in folders)
    there = tuple(dict.fromkeys((*folders, *joined)))
    if len(there) > _MOST_PLACES:
        paths.cannot_tell("there are too many words that may be folders")
    return there[:_MOST_PLACES]


def _other(paths: NamedPaths, called: Called) -> None:
    """A program that is in no table, or a script of somebody's: its words may be files, seen from
    folders that other words name, and command lines.
    """
    arguments, folders = called.arguments, called.folders
    paths.name_all(arguments, folders)
    paths.require_data(arguments)
    if called.name in _FINDS_BY_ITSELF:
        words = [one for one in called.texts if one[:1] != "-"][:1]
        paths.uncovered[f"what `{' '.join([called.name, *words])}` runs"] = None
    if "{}" in called.texts:
        paths.cannot_tell(f"{called.name} may run its words with others in their place")
    paths.read_texts(arguments, folders)
    paths.name_all(arguments, _folders_named(paths, arguments, folders))
    for at, word in enumerate(arguments):
        if not SHELLS.isdisjoint(map(posixpath.basename, word.texts)):
            paths.call(arguments[at:], _folders_named(paths, arguments[:at], folders))


Row = Callable[[NamedPaths, Called], None]
_ROWS: dict[str, Row] = {
    **dict.fromkeys(WRAPPERS.keys() | _ADDS_WORDS, _wrapper),
    **dict.fromkeys(INERT - SCRIPT_OPTIONS.keys() - WRAPPERS.keys(), _names_files),
    **dict.fromkeys(_PRINTS | _READS_VARIABLES, _names_nothing),
    **dict.fromkeys(_WRITES, _writes),
    **dict.fromkeys(_COPIES, _copies),
    **dict.fromkeys(_EVALUATES, _evaluates),
    **dict.fromkeys((".", "source"), _source),
    **dict.fromkeys(_FINDS, _finds),
    **dict.fromkeys(_UNPACKS, _unpacks),
    **dict.fromkeys(SHELLS, _shell),
    "command": _command,
    "builtin": _command,
    "env": _env,
}


def _row_of(name: str) -> Row:
    """What is known of a program."""
    return _ROWS.get(name) or (_interpreter if language_of(name) else _other)
