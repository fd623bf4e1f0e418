"""A call with its words → the paths these words name, what is not understood of it, and what it runs
that no path names. Needs no grammar.

It errs on the side of naming too many: a path nobody reads costs one stat.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Sequence

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
from hookline.shell.plain_value import COMPUTED, PlainValue, text
from hookline.shell.spawning_code import can_spawn
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

#: Their words are no files.
_PRINTS = frozenset(
    ": true false echo printf exit return break continue shift sleep wait kill times umask ulimit date "
    "hostname whoami id uname pwd hash type logger set unset popd dirs bg fg jobs".split()
)
#: They write the files they are given; the last of the second kind only, and its others they read.
_WRITES = frozenset("tee touch mkdir rmdir rm chmod chown truncate sponge".split())
_COPIES = frozenset("cp mv install rsync".split())
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
#: Where programs are that are known by their names.
_SYSTEM = ("/bin/", "/sbin/", "/usr/", "/opt/", "/nix/", "/snap/", "/home/linuxbrew/")
UNREADABLE = "it is not shell that can be read with certainty"
_READS_VARIABLES = frozenset("read getopts mapfile readarray".split())
_ONLY_LOOKS_UP = ("-v", "-V")
_CHANGES_FOLDER = ("cd", "chdir", "pushd")
#: Shells that read what POSIX shells read.
_POSIX_SHELLS = frozenset("sh bash dash ash ksh mksh zsh rbash".split())
_SHELL_VALUES = frozenset("-o +o -O +O --rcfile --init-file".split())
#: Variables that say where programs or their code are found, or what they do.
_STEERS = COMMAND_VARIABLES | STARTUP_VARIABLES | OPAQUE_VARIABLES | PROMPT_VARIABLES
_UNFOLLOWED_VARIABLES = frozenset("PATH IFS CDPATH ENV BASH_ENV HOME PWD OLDPWD SHELL".split())
_PIECES = re.compile(r"[=:,@;]")
_BLANK = re.compile(r"\s")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
#: Short options in one word, perhaps with a value: not `-File`.
_CLUSTER = re.compile(r"-[A-Za-z0-9]{1,3}(?![A-Za-z]{3})")
#: Texts in the code of another language, which may be names.
_LITERAL = re.compile(r"""'([^'\n]{1,400})'|"([^"\n]{1,400})\"|`([^`\n]{1,400})`""")
#: What an interpreter reads first of a folder that it is given.
_STARTS_IN = {"python": ("__main__.py",), "js": ("index.js", "package.json")}
_RUNS_TASKS = frozenset("run test task x start".split())
_IN_PROCESS = ("/proc/", "/dev/fd/", "/dev/stdin")


class TooMuch(Exception):
    """A bound was reached: there may be more paths than were named."""


class NamedPaths:
    """Grows while the commands of one workspace are read. `read` reads a text that is handed to a
    shell: (text, folders).
    """

    def __init__(self, read: Callable[[str, tuple[str, ...]], None]) -> None:
        self.paths: dict[str, None] = {}
        self.programs: dict[str, None] = {}  # names without a folder, found through PATH
        self.unclear: dict[str, None] = {}
        self.uncovered: dict[str, None] = {}
        self.written: set[str] = set()
        self.run: set[str] = set()
        self.writes_anywhere = False
        self.sourced = False
        self._read = read
        self._depth = 0

    def cannot_tell(self, why: str) -> None:
        """Something is run that is not understood."""
        self.unclear[why] = None

    def finish(self) -> None:
        """All calls were made: a file that is run must not be one that is written on the way."""
        is_rewritten = any(
            path == made or path.startswith(made.rstrip("/") + "/")
            for path in map(posixpath.normpath, self.run)
            for made in map(posixpath.normpath, self.written)
        )
        if is_rewritten or (self.run and self.writes_anywhere):
            self.cannot_tell("a file that is run may be written by the command itself")
        written = {posixpath.normpath(made) for made in self.written}
        kept = self.run if is_rewritten else ()
        for path in [path for path in self.paths if posixpath.normpath(path) in written]:
            if path not in kept:
                del self.paths[path]

    # files

    def name(self, word: str, folders: Iterable[str], *, runs: bool = False) -> None:
        """A word that names a file, seen from any of these folders."""
        if not word or "\0" in word or len(word) > LONGEST_PATH:
            return
        for folder in folders:
            path = posixpath.join(folder, word)
            if path.startswith(_IN_PROCESS):
                self.cannot_tell(f"{word} is another name for something that is open")
            self.paths[path] = None
            if runs:
                self.run.add(path)
        if len(self.paths) > MOST_PATHS:
            raise TooMuch

    def name_pieces(self, word: str, folders: Sequence[str]) -> None:
        """The same for all that may be names in a word: `--config=x`, `-Cx`, `a=x`, `@x`."""
        self.name(word, folders)
        for piece in _pieces(word):
            self.name(piece, folders)

    def name_all(self, words: Iterable[PlainValue], folders: Sequence[str]) -> None:
        for word in words:
            for one in word.texts:
                self.name_pieces(one, folders)

    def reads_from(self, word: PlainValue, folders: Sequence[str]) -> None:
        """`< word`."""
        for one in word.texts:
            self.name(one, folders)

    def writes_to(self, word: PlainValue, folders: Sequence[str]) -> None:
        """`> word`: a file that the command writes is not one that it runs, and its change is no news."""
        if not word.is_known:
            self.writes_anywhere = True
        for one in word.texts:
            self.written.update(posixpath.join(folder, one) for folder in folders)

    def assigns(self, name: str, value: PlainValue, folders: Sequence[str]) -> None:
        """A variable that programs get to see."""
        if name in _UNFOLLOWED_VARIABLES or (name in _STEERS and not value.is_known):
            self.cannot_tell(f"{name} is set, and changes what is run")
        for one in value.texts:
            self.name_pieces(one, folders)
            if _BLANK.search(one) and name in _STEERS:
                self.text(text(one), folders)

    # calls

    def call(
        self, words: Sequence[PlainValue], folders: tuple[str, ...], *, has_input: bool = False
    ) -> None:
        """A program is run with these words. `has_input`: from a file that is named."""
        if not words:
            return
        program, arguments = words[0], words[1:]
        if not program.is_known:
            self.cannot_tell("the name of a program is computed")
            self.name_all(arguments, folders)
            return
        for one in program.texts:
            self._call_one(one, arguments, folders, has_input)

    def _call_one(
        self,
        program: str,
        arguments: Sequence[PlainValue],
        folders: tuple[str, ...],
        has_input: bool,
    ) -> None:
        name = posixpath.basename(program)
        if self.sourced and name not in _PRINTS:
            self.cannot_tell("a file is read into the shell, so that what follows may be anything")
        if "/" in program:
            self.name(program, folders, runs=True)
        else:
            self.programs[program] = None
        call = (name, arguments, folders, has_input)
        if "/" in program and not program.startswith(_SYSTEM):
            if name in SHELLS:
                _shell(self, *call)
            elif language_of(name):
                _interpreter(self, *call)
            _other(self, *call)
        else:
            _row_of(name)(self, *call)

    def text(self, word: PlainValue, folders: tuple[str, ...] | Sequence[str]) -> None:
        """A word that a shell reads as commands."""
        if not word.is_known or self._depth >= _DEEPEST_TEXT:
            self.cannot_tell("a shell is given a computed command line")
            return
        self._depth += 1
        for one in word.texts:
            self._read(one, tuple(folders))
        self._depth -= 1

    def moved(self, arguments: Sequence[PlainValue], folders: tuple[str, ...]) -> tuple[str, ...]:
        """The folders in which a shell may be behind `cd`."""
        plain = [word for word in arguments if not _is_option(word)]
        is_physical = any(word.texts == ("-P",) for word in arguments)
        target = plain[0] if plain else COMPUTED
        if not target.is_known or len(plain) > 1 or "-" in target.texts:
            self.cannot_tell("a change of folder is computed")
            return folders
        if any(folder.endswith("/.") for folder in folders) and any(
            ".." in one for one in target.texts
        ):
            self.cannot_tell("a change of folder goes back behind `cd -P`")
        moved = tuple(
            dict.fromkeys(
                _moved(folder, one, is_physical) for folder in folders for one in target.texts
            )
        )
        if len(moved) > MOST_FOLDERS:
            self.cannot_tell("there are too many changes of folder")
        return moved[:MOST_FOLDERS]


def _moved(folder: str, target: str, is_physical: bool) -> str:
    """Where `cd` leads: `..` takes back the last name, unless links are to be followed first."""
    path = posixpath.join(folder, target)
    return f"{path}/." if is_physical else posixpath.normpath(path)


def _is_option(word: PlainValue) -> bool:
    return word.is_known and all(one[:1] in ("-", "+") and len(one) > 1 for one in word.texts)


def _pieces(word: str) -> list[str]:
    """The parts of a word that may be names of their own."""
    pieces = [piece for piece in _PIECES.split(word) if piece] if _PIECES.search(word) else []
    if word[:1] == "-" and word[1:2] not in ("", "-"):
        pieces.append(word[2:])
    return [piece for piece in pieces if piece != word][:8]


# kinds of programs


def _names_nothing(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """`echo x`."""


def _names_files(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """`cat x`, `grep y x`: it reads what it is given, and runs nothing."""
    paths.name_all(arguments, folders)


def _finds(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """`find . -exec sh {} ;`."""
    paths.name_all(arguments, folders)
    if any(not _FINDS[name].isdisjoint(word.texts) for word in arguments):
        paths.cannot_tell(f"{name} runs a program for each file it finds")


def _writes(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """`tee x`, `touch x`."""
    for word in arguments:
        paths.writes_to(word, folders)


def _copies(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """`cp x y`: with an option, any of them may be what is written."""
    plain = [word for word in arguments if not _is_option(word)]
    paths.name_all(plain[:-1], folders)
    written = plain[-1:] if len(plain) == len(arguments) else plain
    for word in written:
        paths.writes_to(word, folders)


def _evaluates(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    paths.cannot_tell(f"{name} changes what is run")
    paths.name_all(arguments, folders)


def _source(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """`. x`: it may set anything, and go anywhere."""
    script = arguments[0] if arguments else COMPUTED
    if not script.is_known:
        paths.cannot_tell("the name of a script is computed")
    for one in script.texts:
        paths.name(one, folders, runs=True)
        if "/" not in one:
            paths.programs[one] = None
    paths.sourced = True


def _command(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """`command -v x` only looks it up."""
    first = arguments[0].texts if arguments else ()
    if first and all(one in _ONLY_LOOKS_UP for one in first):
        return
    _wrapper(paths, name, arguments, folders, has_input)


def _shell(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """`sh -c text`, `sh script`, or what comes in."""
    if name not in _POSIX_SHELLS:
        paths.cannot_tell(f"{name} is another kind of shell")
    letters, rest = "", list(arguments)
    while rest and _is_option(rest[0]):
        option = rest.pop(0).texts[0]
        letters += "" if option[:2] in ("--", "+o", "+O") else option[1:]
        if option in _SHELL_VALUES and rest:
            paths.name_all([rest.pop(0)], folders)
        if option == "--":
            break
    if not rest:
        if not has_input or "c" in letters:
            paths.cannot_tell("a shell runs what another command prints")
        return
    script, *others = rest
    paths.name_all(others, folders)
    if "c" in letters:
        paths.text(script, folders)
    elif not script.is_known or "s" in letters or "-" in script.texts:
        paths.cannot_tell("the name of a script is computed")
    for one in script.texts if "c" not in letters else ():
        paths.name(one, folders, runs=True)
        paths.programs[one] = None
    _must_be_data(paths, others)


def _must_be_data(paths: NamedPaths, words: Iterable[PlainValue]) -> None:
    """What a program is given that may run it."""
    if not all(word.is_data for word in words):
        paths.cannot_tell("an argument is computed, and may name a program")


def _interpreter(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """Code in an option, a file, or what comes in. The code is not read, but for what it might need
    to run a program.
    """
    language = language_of(name)
    codes, plain, module = _codes(language, arguments)
    paths.name_all(arguments, folders)
    if language in CODE_FIRST and not codes:
        codes, plain = plain[:1], plain[1:]
        _must_be_data(paths, plain)
    elif module:
        paths.uncovered[f"{name} -m {module}"] = None
    elif not codes and not plain and not has_input:
        paths.cannot_tell(f"{name} runs what another command prints")
    elif not codes:
        if plain and not plain[0].is_known:
            paths.cannot_tell("the name of a script is computed")
        for one in plain[0].texts if plain else ():
            paths.name(one, folders, runs=True)
            for inside in _STARTS_IN.get(language, ()):
                paths.name(f"{one}/{inside}", folders)
    for code in codes:
        _code(paths, language, code, folders)
    _must_be_data(paths, arguments)
    if plain and not codes and _RUNS_TASKS.intersection(plain[0].texts):
        paths.uncovered[f"what `{name} {plain[0].texts[0]}` runs"] = None
    elif language not in CODE_FIRST and not module:
        paths.uncovered[f"what code of {name} loads by itself"] = None


def _code(paths: NamedPaths, language: str, code: PlainValue, folders: tuple[str, ...]) -> None:
    """Code of another language: the names in it, and whether it may run more than these."""
    if not code.is_known:
        paths.cannot_tell("the code of an interpreter is computed")
    for one in code.texts:
        for match in _LITERAL.finditer(one):
            paths.name(match[1] or match[2] or match[3], folders)
        if can_spawn(language, one):
            paths.cannot_tell("code in the command may run programs")


def _codes(
    language: str, arguments: Sequence[PlainValue]
) -> tuple[list[PlainValue], list[PlainValue], str]:
    """The code that options give, the words that are no options, and the module of `-m`."""
    options = CODE_OPTIONS.get(language, "").split()
    with_value = frozenset(LANGUAGE_VALUES.get(language, "").split())
    codes: list[PlainValue] = []
    plain: list[PlainValue] = []
    before = ""
    for at, word in enumerate(arguments):
        first = word.texts[0] if word.is_known and word.texts else ""
        if before in options:
            codes.append(word)
            first = ""
        elif before == "-m" and language == "python":
            return codes, plain, first or "a module"
        elif before in with_value:
            first = ""
        elif first == "--":
            return codes, [*plain, *arguments[at + 1 :]], ""
        elif first[:1] == "-" and len(first) > 1:
            codes += _attached(first, options)
        else:
            plain.append(word)
        if plain and not codes:
            return codes, list(arguments[at:]), ""
        before = _last_option(first, options)
    return codes, plain, ""


def _last_option(first: str, options: Sequence[str]) -> str:
    """The option whose value is the next word: `-c` of `-Ec`."""
    if first[:1] == "-" and first[:2] != "--" and len(first) > 2 and f"-{first[-1]}" in options:
        return f"-{first[-1]}"
    return first


def _attached(first: str, options: Sequence[str]) -> list[PlainValue]:
    """Code in the same word as its option: `-e1`, `--eval=1`."""
    for option in options:
        if option.startswith("--") and first.startswith(f"{option}="):
            return [text(first.removeprefix(f"{option}="))]
        if len(option) == 2 and _CLUSTER.match(first) and option[1] in first[1:-1]:
            return [text(first.partition(option[1])[2])]
    return []


def _wrapper(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """A program behind another's own words, any of which may be a folder to run it in, or a command
    line.
    """
    own, inner = _behind(WRAPPERS.get(name, Wrapper()), arguments)
    paths.name_all(own, folders)
    _must_be_data(paths, own)
    for word in own:
        for one in word.texts:
            variable, equals, value = one.partition("=")
            if equals and _ASSIGNMENT.match(one):
                paths.assigns(variable, text(value), folders)
    _read_texts(paths, [*own, *inner[:1]], folders)
    there = _folders_named(paths, own, folders)
    if name in _ADDS_WORDS:
        inner = _with_input_words(own, inner)
    paths.name_all(inner, there)
    paths.call(inner, there, has_input=has_input and name not in _ADDS_WORDS)


def _with_input_words(own: Sequence[PlainValue], inner: list[PlainValue]) -> list[PlainValue]:
    """What xargs makes of a command: words nobody knows behind it, or in the place of any of them."""
    replaces = any(
        one[:2] in ("-I", "-i") or one.startswith("--repl") for word in own for one in word.texts
    )
    if replaces or any("{" in one for word in inner for one in word.texts):
        return [*inner[:1], *(COMPUTED for _ in inner[1:])]
    return [*(inner or [text("echo")]), COMPUTED]


def _behind(row: Wrapper, words: Sequence[PlainValue]) -> tuple[list[PlainValue], list[PlainValue]]:
    """A wrapper's own words, and those from the program on."""
    at, positionals = 0, row.positionals
    while at < len(words):
        first = words[at].texts[0] if words[at].texts else ""
        if row.assigns and _ASSIGNMENT.match(first):
            at += 1
        elif first[:1] == "-" and len(first) > 1:
            at += 2 if row.takes(first) else 1
        elif positionals:
            positionals -= 1
            at += 1
        else:
            break
    return list(words[:at]), list(words[at:])


def _read_texts(paths: NamedPaths, words: Iterable[PlainValue], folders: Sequence[str]) -> None:
    """Words that may be command lines: `env -S 'sh x'`. What no shell can read is none."""
    could_be_read = UNREADABLE in paths.unclear
    for word in words:
        for one in word.texts:
            command = one.partition("=")[2] if one.startswith("--") else one
            if _BLANK.search(command.strip()):
                paths.text(text(command), folders)
    if not could_be_read:
        paths.unclear.pop(UNREADABLE, None)


def _folders_named(
    paths: NamedPaths, words: Iterable[PlainValue], folders: tuple[str, ...]
) -> tuple[str, ...]:
    """These folders, and those that words may name: `--chdir=d`."""
    there = dict.fromkeys(folders)
    for word in words:
        for one in word.texts:
            for piece in (one, *_pieces(one)):
                there.update((posixpath.join(folder, piece), None) for folder in folders)
    if len(there) > 4 * MOST_FOLDERS:
        paths.cannot_tell("there are too many words that may be folders")
    return tuple(there)[: 4 * MOST_FOLDERS]


def _other(
    paths: NamedPaths,
    name: str,
    arguments: Sequence[PlainValue],
    folders: tuple[str, ...],
    has_input: bool,
) -> None:
    """A program that is in no table, or a script of somebody's: its words may be files, seen from
    folders that other words name, and command lines.
    """
    paths.name_all(arguments, folders)
    _must_be_data(paths, arguments)
    if name in DISCOVERS or name in PACKAGE_RUNNERS or name in SUBCOMMAND_WRAPPERS:
        first = next((one for word in arguments for one in word.texts if one[:1] != "-"), "")
        paths.uncovered[f"what `{' '.join((name, first)).strip()}` runs"] = None
    _read_texts(paths, arguments, folders)
    paths.name_all(arguments, _folders_named(paths, arguments, folders))
    for at, word in enumerate(arguments):
        names = {posixpath.basename(one) for one in word.texts}
        if names & SHELLS:
            paths.call(arguments[at:], _folders_named(paths, arguments[:at], folders))
        elif "{}" in names:
            paths.cannot_tell(f"{name} may run its words with others in their place")


Row = Callable[[NamedPaths, str, Sequence[PlainValue], "tuple[str, ...]", bool], None]
_ROWS: dict[str, Row] = {
    **dict.fromkeys(_PRINTS | _READS_VARIABLES, _names_nothing),
    **dict.fromkeys(_WRITES, _writes),
    **dict.fromkeys(_COPIES, _copies),
    **dict.fromkeys(_EVALUATES, _evaluates),
    **dict.fromkeys((".", "source"), _source),
    **dict.fromkeys(_FINDS, _finds),
    **dict.fromkeys(SHELLS, _shell),
    "command": _command,
}


def _row_of(name: str) -> Row:
    """What is known of a program."""
    row = _ROWS.get(name)
    if row is not None:
        return row
    if language_of(name):
        return _interpreter
    if name in WRAPPERS or name in _ADDS_WORDS:
        return _wrapper
    return _names_files if name in INERT and name not in SCRIPT_OPTIONS else _other
