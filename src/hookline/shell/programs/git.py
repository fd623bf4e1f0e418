"""git: aliases, settings and options that run commands."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING

from hookline.shell.known_names import VALUE_OPTIONS
from hookline.shell.program_dispatch import run_program
from hookline.shell.shell_text import UNKNOWN, run_text
from hookline.shell.state import Call
from hookline.shell.word import A_FILE, Word, joined, known
from hookline.shell.wrapped import run_scripts_in

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_COMMAND_KEYS = re.compile(
    r"(?:command|pager|editor|\.cmd|external|textconv|helper|fsmonitor|proxy|\.driver|\.clean|\.smudge|\.process|askpass"
    r"|\.program|sshcommand|uploadpack|receivepack|\.update)\Z",
    re.I,
)
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
_WHY = "git is given a computed command"
_FORCED = "clean without -f"  # no alias can be called that


def git(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """What its settings, aliases and sub-commands run; contents it prints were there before."""
    aliases = dict(reader.state.git_aliases)
    at = _settings(reader, words, aliases)
    if at >= len(words):
        return UNKNOWN
    name, rest = words[at].text or "", words[at + 1 :]
    if name in aliases:
        reader.state.calls.pop()  # git and a word of its own: what it stands for is noted instead
        return _alias(reader, words[0], aliases[name], rest, stdin)
    _scripts(reader, name, rest)
    if name == "clean" and _FORCED in aliases:
        reader.state.add(Call((known("git"), known("clean"), known("-f"), *rest)))
    if name == "config":
        _config(reader, rest)
    elif name == "bisect" and rest and rest[0].text == "run":
        run_program(reader, rest[1:], None)
    elif name == "submodule" and "foreach" in [word.text for word in rest]:
        behind = rest[[word.text for word in rest].index("foreach") + 1 :]
        run_text(reader, joined(dropwhile(lambda word: word.start.startswith("-"), behind)), _WHY)
    elif name == "for-each-repo":
        run_program(
            reader, [known("git"), *(word for word in rest if not word.start.startswith("-"))], None
        )
    elif name == "subtree" and rest and rest[0].text == "push":
        run_program(reader, [known("git"), known("push")], None)
    return _printed(name, rest)


def _settings(reader: Assignments, words: list[Word], aliases: dict[str, Word]) -> int:
    """Read `-c key=value` and the other options in front; where the sub-command stands."""
    at = 1
    while at < len(words) and words[at].start.startswith("-"):
        text = words[at].text or ""
        if text == "-c" and at + 1 < len(words):
            key, equals, _ = words[at + 1].start.partition("=")
            if not equals and words[at + 1].text is None:
                reader.state.cannot_tell("git is given a computed setting")
            setting(reader, key, words[at + 1].without_start(f"{key}=" if equals else key), aliases)
        elif text.startswith("--config-env"):
            reader.state.cannot_tell("git is given a setting from a variable")
        at += 2 if text in VALUE_OPTIONS["git"] else 1
    return at


def setting(reader: Assignments, key: str, value: Word, aliases: dict[str, Word]) -> None:
    """One setting: an alias, a command, a file with commands in it, or nothing of interest."""
    if key.lower() == "clean.requireforce" and value.text not in ("true", "1", "yes", "on"):
        aliases[_FORCED] = known("clean -f")
    elif key.lower().startswith("alias."):
        aliases[key[len("alias.") :]] = value
    elif _FILE_KEYS.search(key):
        reader.state.cannot_tell(f"git's {key} may name commands")
    elif _COMMAND_KEYS.search(key) and value.text not in ("", "true", "false", "store", "cache"):
        run_text(reader, value.without_start("!" if value.start.startswith("!") else ""), _WHY)


def _alias(
    reader: Assignments, program: Word, meant: Word, rest: list[Word], stdin: Word | None
) -> Word:
    if meant.start.startswith("!"):
        return run_text(
            reader, joined([meant.without_start("!"), *rest]), "a git alias is a computed command"
        )
    if meant.text is None:
        reader.state.cannot_tell("a git alias is computed")
    return run_program(
        reader, [program, *(known(part) for part in meant.known_text.split()), *rest], stdin
    )


def _config(reader: Assignments, rest: list[Word]) -> None:
    """`git config key value` lasts: aliases are kept for what follows."""
    plain = [word for word in rest if not word.start.startswith("-")]
    plain = plain[1:] if plain and plain[0].text == "set" else plain
    if len(plain) >= 2:
        if plain[0].text is None:
            reader.state.cannot_tell("git is given a computed setting")
        before = dict(reader.state.git_aliases)
        setting(reader, plain[0].text or "", plain[1], reader.state.git_aliases)
        if reader.state.git_aliases != before and plain[1].start.startswith("!"):
            run_text(reader, plain[1].without_start("!"), "a git alias is a computed command")


def _scripts(reader: Assignments, name: str, rest: list[Word]) -> None:
    for word in rest:
        if word.start.startswith("ext::"):
            run_text(reader, word.without_start("ext::"), _WHY)
    run_scripts_in(reader, rest, _SCRIPTS.get(name, ()), _WHY)


def _printed(name: str, rest: list[Word]) -> Word:
    """Files of the repository were there before; names and numbers are no commands."""
    if name == "show" and any(":" in (word.text or "") for word in rest):
        return Word((A_FILE,))
    if name in (
        "rev-parse",
        "ls-files",
        "merge-base",
        "describe",
        "cat-file",
        "symbolic-ref",
        "rev-list",
        "diff",
        "ls-tree",
        "hash-object",
    ):
        return Word((A_FILE,))
    return UNKNOWN
