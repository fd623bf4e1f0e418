"""Programs and builtins that run what they are given."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from hookline.shell.known_names import SETS_VARIABLES
from hookline.shell.program_dispatch import run_program
from hookline.shell.redirections import content
from hookline.shell.shell_text import UNKNOWN, run_file, run_stdin, run_text
from hookline.shell.state import Call
from hookline.shell.word import A_FILE, ANY_WORDS, ANYTHING, COMPUTED, Word, joined, known
from hookline.shell.wrapped import behind, run_behind
from hookline.shell.wrappers import WRAPPERS

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_FIND_RUNS = frozenset(("-exec", "-execdir", "-ok", "-okdir"))
_FD_RUNS = frozenset(("-x", "-X", "--exec", "--exec-batch"))
_SSH_VALUES = frozenset("-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w".split())
_STDIN = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "-")
_FOUND = Word((A_FILE,))
#: A format of `find` that prints nothing but what it found.
_ONLY_FOUND = re.compile(r"(?:%[-\d.]*[ACT]?[@+%A-Za-z]|\\[nt0]|[\s:;,|/=-])*")


def evaluate(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """eval; what programs known for it print only sets variables."""
    printed = reader.state.calls[-2].program if len(reader.state.calls) > 1 else None
    if printed in SETS_VARIABLES and all(word.text is None for word in words[1:]):
        return Word()
    return run_text(reader, joined(words[1:]), "eval is given a computed command line", stdin)


def source(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`. file`."""
    if len(words) > 1 and words[1].text in _STDIN:
        return run_stdin(reader, stdin, "what another command prints is sourced")
    return run_file(reader, words[1], "a computed file is sourced") if len(words) > 1 else UNKNOWN


def trap(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """What is run on a signal, or at the end."""
    scripts = [word for word in words[1:] if not word.start.startswith("-")]
    return (
        run_text(reader, scripts[0], "a trap is given a computed command line")
        if len(scripts) > 1
        else Word()
    )


def history(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """fc runs what was typed before, or what an editor leaves."""
    if not any(word.text in ("-l", "-ln", "-nl") for word in words):
        reader.state.cannot_tell("fc runs commands typed before")
    return UNKNOWN


def command(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`command -v name` prints where a program is; else it is run."""
    if len(words) > 2 and words[1].start.startswith("-") and words[1].start[1:2] in ("v", "V"):
        return words[2]
    return run_behind(reader, WRAPPERS["command"], words[1:], stdin)


def su(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`su - bob -c script`; without one, a shell that reads what comes in."""
    rest = behind(reader, WRAPPERS["su"], words[1:])
    return (
        run_stdin(reader, stdin, "a shell runs what another command prints")
        if len(rest) < 2
        else UNKNOWN
    )


def env(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`env -S text` splits the text into words, which come before the others."""
    for at, word in enumerate(words[1:], 1):
        option = re.match(r"-[iv0]*S=?|--split-string=?", word.start)
        if words[at - 1].text in WRAPPERS["env"].values:
            continue
        if option is None:
            if not word.start.startswith("-") and "=" not in word.start:
                break
            continue
        attached = word.without_start(option[0])
        text, rest = (
            (attached, words[at + 1 :])
            if attached.pieces
            else (joined(words[at + 1 : at + 2]), words[at + 2 :])
        )
        if text.text is None:
            reader.state.cannot_tell("env is given a computed command line")
        return env(
            reader,
            [words[0], *(known(part) for part in _split(text.known_text, []) or ()), *rest],
            stdin,
        )
    return run_behind(reader, WRAPPERS["env"], words[1:], stdin)


def xargs(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Adds the words it reads to a program's; with a mark, puts them in its place."""
    inner = behind(reader, WRAPPERS["xargs"], words[1:])
    options = words[1 : len(words) - len(inner)]
    stdin = _arguments_file(reader, options, stdin)
    mark = _xargs_mark(options)
    text = stdin.text if stdin is not None else None
    if mark:
        lines = (text or "").splitlines()
        each = (
            [known(line.strip()) for line in lines[:8]]
            if text and len(lines) <= 8
            else [_read_word(stdin)]
        )
        for new in each:
            run_program(reader, [word.replaced(mark, new) for word in inner], None)
        return UNKNOWN
    parts = _split(text, [word.text or "" for word in options]) if text is not None else None
    if parts is not None:
        inner = inner + [known(part) for part in parts]
    elif inner:
        inner = [*inner, Word((ANY_WORDS,))]
    else:
        inner = [known("echo")]
    return run_program(reader, inner, None) if len(inner) > 1 else UNKNOWN


def _split(text: str, options: list[str]) -> list[str] | None:
    """The words xargs makes of a text: at blanks, minding quotes, unless it is told otherwise.
    None: nobody knows.
    """
    if any(
        option in ("-0", "--null")
        or (option[:1] == "-" and option[1:2] not in "-IJ" and "0" in option)
        for option in options
    ):
        return text.split("\0")
    if any(option.startswith(("-d", "--delimiter", "-E", "-e")) for option in options):
        return None
    try:
        return shlex.split(text)
    except ValueError:
        return None


def _read_word(stdin: Word | None) -> Word:
    return Word((COMPUTED if stdin is not None and not stdin.was_there else ANYTHING,))


def _arguments_file(reader: Assignments, options: list[Word], stdin: Word | None) -> Word | None:
    for at, word in enumerate(options):
        if word.text in ("-a", "--arg-file") and at + 1 < len(options):
            return content(reader.state, options[at + 1])
    return stdin


def _xargs_mark(options: list[Word]) -> str:
    for at, word in enumerate(options):
        text = word.text or ""
        if text in ("-I", "-J") and at + 1 < len(options):
            return options[at + 1].text or "{}"
        if text.startswith(("-I", "-J")):
            return text[2:]
        if text.startswith(("--replace", "-i")):
            return text.partition("=")[2] or text[2:] * (text[1] == "i") or "{}"
    return ""


def parallel(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Like xargs, but a shell reads the line; the words behind `:::` are known."""
    inner = behind(reader, WRAPPERS["parallel"], words[1:])
    texts = [word.text for word in inner]
    ends = [at for at, text in enumerate(texts) if text is not None and text.startswith(":::")]
    given = inner[ends[0] + 1 :] if ends else []
    inner = inner[: ends[0]] if ends else inner
    if not inner:
        lines = joined(given, "\n") if given else stdin or Word()
        return run_text(reader, lines, "parallel runs the lines it is given")
    line = joined(inner)
    for new in given[:8] if ends else [_read_word(stdin)]:
        marked = "{}" in line.known_text
        meant = line.replaced("{}", new) if marked else joined([line, new])
        run_text(reader, meant, "parallel is given a computed command line")
    return UNKNOWN


def find(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`-exec` runs a program, `-delete` deletes; what it prints are names of files."""
    texts = [word.text for word in words]
    for at, text in enumerate(texts):
        if text in _FIND_RUNS:
            ends = [later for later in range(at + 1, len(words)) if texts[later] in (";", "+")]
            inner = words[at + 1 : ends[0]] if ends else words[at + 1 :]
            run_program(reader, [word.replaced("{}", _FOUND) for word in inner], None)
            if inner and inner[0].base().text == "rm":
                _deletes(reader)
        elif text == "-delete":
            _deletes(reader)
        elif text in ("-printf", "-fprintf") and not _ONLY_FOUND.fullmatch(
            texts[at + 1] or "" if at + 1 < len(texts) else ""
        ):
            return UNKNOWN
    return _FOUND


def _deletes(reader: Assignments) -> None:
    """All that a search finds is deleted: that is `rm -rf` by another name."""
    reader.state.add(Call((known("rm"), known("-rf"), _FOUND)))


def fd(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`fd -x program`."""
    for at, word in enumerate(words):
        if word.text in _FD_RUNS:
            return run_program(
                reader, [one.replaced("{}", _FOUND) for one in words[at + 1 :]], None
            )
    return _FOUND


def ssh(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """All words behind the host are a command line there; without any, a shell reads what comes in."""
    at = 1
    while at < len(words) and words[at].start.startswith("-"):
        at += 2 if words[at].text in _SSH_VALUES else 1
    rest = words[at + 1 :]
    if rest:
        return run_text(
            reader, joined(rest), "another machine is given a computed command line", stdin
        )
    return run_stdin(reader, stdin, "another machine runs what another command prints")


def as_one_script(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """watch joins its words and has a shell read them."""
    rest = behind(reader, WRAPPERS["watch"], words[1:])
    return run_text(reader, joined(rest), "a computed command line is run") if rest else UNKNOWN


def script_words(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Each word that is no option is a command line."""
    for word in words[1:]:
        if not word.start.startswith("-"):
            run_text(reader, word, "a computed command line is run")
    return UNKNOWN


def reads_script(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """at, batch, crontab: what they read, from a file or as it comes, is run later."""
    for at, word in enumerate(words[1:], 1):
        if word.text == "-f" and at + 1 < len(words):
            run_file(reader, words[at + 1], "a computed file is run later")
        elif words[0].base().text == "crontab" and not word.start.startswith("-"):
            made = content(reader.state, word)
            if not made.was_there:
                reader.state.cannot_tell("a table of commands that is made on the way is run later")
    return run_stdin(reader, stdin, f"{words[0].base()!r} runs what it is given to read")


def less(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`less +!program`."""
    for word in words[1:]:
        if word.start.startswith(("+!", "+|")):
            run_text(reader, word.without_start(word.start[:2]), "less is given a computed command")
    return UNKNOWN
