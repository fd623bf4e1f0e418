"""git: aliases, settings and options that run commands."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import dropwhile
from typing import TYPE_CHECKING

from hookline.shell.known_names import VALUE_OPTIONS
from hookline.shell.program_dispatch import run_program
from hookline.shell.shell_text import UNKNOWN, run_text
from hookline.shell.state import Call
from hookline.shell.word import (
    A_FILE,
    Word,
    joined,
    known,
    texts_of,
    values_behind,
    without_options,
)
from hookline.shell.wrapped import run_scripts_in

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_COMMAND_KEYS = re.compile(
    r"(?:command|pager|editor|\.cmd|external|textconv|helper|fsmonitor|proxy|\.driver|\.clean"
    r"|\.smudge|\.process|askpass|\.program|sshcommand|uploadpack|receivepack|\.update)\Z",
    re.I,
)
#: Values of such settings that name no command.
_NO_COMMANDS = ("", "true", "false", "store", "cache")
#: Settings that name files or folders with commands in them.
_FILE_KEYS = re.compile(r"hookspath|include(?:if\..*)?\.path|templatedir|attributesfile", re.I)
#: Options whose value is a command line, by sub-command.
_SCRIPTS: dict[str, tuple[str, ...]] = {
    name: tuple(options.split())
    for name, options in {
        "archive": "--exec",
        "clone": "--upload-pack -u",
        "difftool": "--extcmd -x",
        "fetch": "--upload-pack",
        "fetch-pack": "--exec --upload-pack",
        "filter-branch": "--tree-filter --index-filter --msg-filter --env-filter --commit-filter "
        "--parent-filter --tag-name-filter --setup",
        "grep": "-O --open-files-in-pager",
        "ls-remote": "--upload-pack --exec",
        "pull": "--upload-pack",
        "push": "--receive-pack --exec",
        "rebase": "--exec -x",
        "send-email": "--to-cmd --cc-cmd --header-cmd --sendmail-cmd --smtp-server",
    }.items()
}
#: Sub-commands that print names, numbers, or contents of the repository.
_PRINTS_WHAT_WAS_THERE = frozenset(
    "rev-parse ls-files merge-base describe cat-file symbolic-ref rev-list diff ls-tree "
    "hash-object".split()
)
#: Sub-commands that are given settings themselves: `git clone -c key=value`.
_TAKES_SETTINGS = ("clone", "submodule")
_WHY = "git is given a computed command"
_WHY_ALIAS = "a git alias is a computed command"
_FORCED = "clean without -f"  # no alias can be called that


def git(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """What its settings, aliases and sub-commands run; contents it prints were there before."""
    aliases = dict(reader.state.git_aliases)
    at = _read_settings(reader, words, aliases)
    if at >= len(words):
        return UNKNOWN
    name, rest = words[at].text or "", words[at + 1 :]
    if name in aliases:
        reader.state.calls.pop()  # git and a word of its own: what it stands for is noted instead
        return _run_alias(reader, [words[0], aliases[name], *rest], stdin)
    _run_scripts(reader, name, rest)
    if name in _TAKES_SETTINGS:
        for value in values_behind(rest, ("-c", "--config")):
            _read_setting(reader, value, aliases)
    if name == "clean" and _FORCED in aliases:
        reader.state.add(Call((known("git"), known("clean"), known("-f"), *rest)))
    run_subcommand = _SUBCOMMANDS.get(name)
    if run_subcommand is not None:
        run_subcommand(reader, rest)
    return _printed(name, rest)


def _read_settings(reader: Assignments, words: list[Word], aliases: dict[str, Word]) -> int:
    """Read `-c key=value` and the other options in front; where the sub-command stands."""
    at = 1
    while at < len(words) and words[at].start.startswith("-"):
        option = words[at].text or ""
        if option == "-c" and at + 1 < len(words):
            _read_setting(reader, words[at + 1], aliases)
        elif option.startswith("--config-env"):
            reader.state.cannot_tell("git is given a setting from a variable")
        elif option.startswith("--exec-path="):
            reader.state.cannot_tell("git is given a folder of programs of its own")
        at += 2 if option in VALUE_OPTIONS["git"] else 1
    return at


def _read_setting(reader: Assignments, word: Word, aliases: dict[str, Word]) -> None:
    """`key=value`, or a key alone."""
    key, equals, _ = word.start.partition("=")
    if not equals and word.text is None:
        reader.state.cannot_tell("git is given a computed setting")
    setting(reader, key, word.without_start(key + equals), aliases)


def setting(reader: Assignments, key: str, value: Word, aliases: dict[str, Word]) -> None:
    """One setting: an alias, a command, a file with commands in it, or nothing of interest."""
    name = key.lower()
    if name == "clean.requireforce" and value.text not in ("true", "1", "yes", "on"):
        aliases[_FORCED] = known("clean -f")
    elif name.startswith("alias."):
        aliases[key[len("alias.") :]] = value
    elif _FILE_KEYS.search(key):
        reader.state.cannot_tell(f"git's {key} may name commands")
    elif _COMMAND_KEYS.search(key) and value.text not in _NO_COMMANDS:
        run_text(reader, value.without_start("!" if value.start.startswith("!") else ""), _WHY)


def _run_alias(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`git alias …`, with what the alias stands for in its place: a sub-command, or a command line."""
    program, meaning, *rest = words
    if meaning.start.startswith("!"):
        return run_text(reader, joined([meaning.without_start("!"), *rest]), _WHY_ALIAS)
    if meaning.text is None:
        reader.state.cannot_tell("a git alias is computed")
    parts = [known(part) for part in meaning.known_text.split()]
    return run_program(reader, [program, *parts, *rest], stdin)


def _run_scripts(reader: Assignments, name: str, rest: list[Word]) -> None:
    """Command lines in options, and in addresses: `git fetch 'ext::sh -c …'`."""
    for word in rest:
        if word.start.startswith("ext::"):
            run_text(reader, word.without_start("ext::"), _WHY)
    run_scripts_in(reader, rest, _SCRIPTS.get(name, ()), _WHY)


def _config(reader: Assignments, rest: list[Word]) -> None:
    """`git config key value` lasts: aliases are kept for what follows."""
    plain = without_options(rest)
    if plain and plain[0].text == "set":
        plain = plain[1:]
    if len(plain) >= 2:
        _set_for_good(reader, plain[0], plain[1])


def _set_for_good(reader: Assignments, key: Word, value: Word) -> None:
    """A setting that lasts. A command it is an alias for is read at once, whether it is used or
    not.
    """
    if key.text is None:
        reader.state.cannot_tell("git is given a computed setting")
    before = dict(reader.state.git_aliases)
    setting(reader, key.text or "", value, reader.state.git_aliases)
    if reader.state.git_aliases != before and value.start.startswith("!"):
        run_text(reader, value.without_start("!"), _WHY_ALIAS)


def _bisect(reader: Assignments, rest: list[Word]) -> None:
    """`git bisect run program …`."""
    if rest and rest[0].text == "run":
        run_program(reader, rest[1:], None)


def _submodule(reader: Assignments, rest: list[Word]) -> None:
    """`git submodule foreach --recursive script …`."""
    texts = texts_of(rest)
    if "foreach" in texts:
        behind = rest[texts.index("foreach") + 1 :]
        script = dropwhile(lambda word: word.start.startswith("-"), behind)
        run_text(reader, joined(script), _WHY)


def _for_each_repo(reader: Assignments, rest: list[Word]) -> None:
    """`git for-each-repo --config=… sub-command …`."""
    run_program(reader, [known("git"), *without_options(rest)], None)


def _subtree(reader: Assignments, rest: list[Word]) -> None:
    """`git subtree push`."""
    if rest and rest[0].text == "push":
        run_program(reader, [known("git"), known("push")], None)


#: Sub-commands that run something: the reader, and the words behind the sub-command.
_SUBCOMMANDS: dict[str, Callable[[Assignments, list[Word]], None]] = {
    "bisect": _bisect,
    "config": _config,
    "for-each-repo": _for_each_repo,
    "submodule": _submodule,
    "subtree": _subtree,
}


def _printed(name: str, rest: list[Word]) -> Word:
    """Files of the repository were there before; names and numbers are no commands."""
    shows_a_file = name == "show" and any(":" in (word.text or "") for word in rest)
    if shows_a_file or name in _PRINTS_WHAT_WAS_THERE:
        return Word((A_FILE,))
    return UNKNOWN
