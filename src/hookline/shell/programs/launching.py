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
from hookline.shell.word import (
    A_FILE,
    ANY_WORDS,
    ANYTHING,
    COMPUTED,
    Word,
    is_made_here,
    joined,
    known,
    texts_of,
    values_behind,
    without_options,
)
from hookline.shell.wrapped import behind, run_behind
from hookline.shell.wrappers import WRAPPERS

if TYPE_CHECKING:
    from hookline.shell.assignments import Assignments

_FIND_RUNS = frozenset(("-exec", "-execdir", "-ok", "-okdir"))
_FD_RUNS = frozenset(("-x", "-X", "--exec", "--exec-batch"))
_SSH_VALUES = frozenset("-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w".split())
_STDIN_PATHS = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "-")
#: `/c`, `/k`, and Git Bash's `//c`.
_CMD_RUNS = re.compile(r"//?[ckrCKR]")
_FOUND = Word((A_FILE,))
#: A format of `find` that prints nothing but what it found.
_ONLY_FOUND = re.compile(r"(?:%[-\d.]*[ACT]?[@+%A-Za-z]|\\[nt0]|[\s:;,|/=-])*")
_ENV_SPLITS = re.compile(r"-[iv0]*S=?|--split-string=?")
#: `-0`, `-r0`: the words are apart by NULs.
_ENDS_WITH_NULS = re.compile(r"--null\Z|-(?![-IJ]).*0", re.DOTALL)
_REPLACES = ("-i", "--replace")
_OTHER_ENDS = ("-d", "--delimiter", "-E", "-e")
#: So many words or lines are put into a program's one by one.
_MOST_VALUES = 8


def evaluate(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """eval; what programs known for it print only sets variables."""
    calls = reader.state.calls
    printed_by = calls[-2].program if len(calls) > 1 else None
    if printed_by in SETS_VARIABLES and all(word.text is None for word in words[1:]):
        return Word()
    return run_text(reader, joined(words[1:]), "eval is given a computed command line", stdin)


def source(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`. file`."""
    if len(words) < 2:
        return UNKNOWN
    if words[1].text in _STDIN_PATHS:
        return run_stdin(reader, stdin, "what another command prints is sourced")
    return run_file(reader, words[1], "a computed file is sourced")


def trap(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """What is run on a signal, or at the end."""
    script, *signals = without_options(words[1:]) or [Word()]
    if not signals:
        return Word()
    return run_text(reader, script, "a trap is given a computed command line")


def history(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """fc runs what was typed before, or what an editor leaves."""
    if not any(word.text in ("-l", "-ln", "-nl") for word in words):
        reader.state.cannot_tell("fc runs commands typed before")
    return UNKNOWN


def command(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`command -v name` prints where a program is; else it is run."""
    if len(words) > 2 and words[1].start.startswith(("-v", "-V")):
        return words[2]
    return run_behind(reader, WRAPPERS["command"], words[1:], stdin)


def su(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`su - bob -c script`; without one, a shell that reads what comes in."""
    rest = behind(reader, WRAPPERS["su"], words[1:])
    if len(rest) >= 2:
        return UNKNOWN
    return run_stdin(reader, stdin, "a shell runs what another command prints")


def env(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`env -S text` splits the text into words, which come before the others."""
    row = WRAPPERS["env"]
    for at, word in enumerate(words[1:], 1):
        if words[at - 1].text in row.values:
            continue
        splits = _ENV_SPLITS.match(word.start)
        if splits is not None:
            attached = word.without_start(splits[0])
            others = words[at + 1 :]
            if not attached.pieces:
                attached, others = joined(others[:1]), others[1:]
            return _env_of_text(reader, attached, others, stdin)
        if not word.start.startswith("-") and "=" not in word.start:
            break
    return run_behind(reader, row, words[1:], stdin)


def _env_of_text(reader: Assignments, text: Word, rest: list[Word], stdin: Word | None) -> Word:
    if text.text is None:
        reader.state.cannot_tell("env is given a computed command line")
    words = _split_at_blanks(text.known_text) or []
    return env(reader, [known("env"), *map(known, words), *rest], stdin)


def xargs(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Adds the words it reads to a program's; with a mark, puts them in its place."""
    program = behind(reader, WRAPPERS["xargs"], words[1:])
    options = words[1 : len(words) - len(program)]
    stdin = _arguments_file(reader, options, stdin)
    mark = _xargs_mark(options)
    if mark:
        for value in _lines_read(stdin):
            run_program(reader, [word.replaced(mark, value) for word in program], None)
        return UNKNOWN
    arguments = _words_read(stdin, options)
    if arguments is not None:
        program = program + [known(text) for text in arguments]
    else:
        program = [*program, Word((ANY_WORDS,))] if program else []
    return run_program(reader, program, None) if len(program) > 1 else UNKNOWN


def _lines_read(stdin: Word | None) -> list[Word]:
    """What stands for the mark, in turn: the lines that come in, or something nobody knows."""
    text = (stdin.text if stdin is not None else None) or ""
    lines = text.splitlines()
    if 0 < len(lines) <= _MOST_VALUES:
        return [known(line.strip()) for line in lines]
    return [_read_word(stdin)]


def _words_read(stdin: Word | None, options: list[Word]) -> list[str] | None:
    """The words xargs makes of what comes in, unless it is told otherwise. None: nobody knows."""
    text = stdin.text if stdin is not None else None
    if text is None:
        return None
    texts = [option.text or "" for option in options]
    if any(map(_ENDS_WITH_NULS.match, texts)):
        return text.split("\0")
    if any(option.startswith(_OTHER_ENDS) for option in texts):
        return None
    return _split_at_blanks(text)


def _split_at_blanks(text: str) -> list[str] | None:
    """The words of a text, minding quotes; None when a quote is not closed."""
    try:
        return shlex.split(text)
    except ValueError:
        return None


def _read_word(stdin: Word | None) -> Word:
    return Word((COMPUTED if is_made_here(stdin) else ANYTHING,))


def _arguments_file(reader: Assignments, options: list[Word], stdin: Word | None) -> Word | None:
    """`-a file`: what is read instead of what comes in."""
    paths = values_behind(options, ("-a", "--arg-file"))
    return content(reader.state, paths[0]) if paths else stdin


def _xargs_mark(options: list[Word]) -> str:
    """`-I mark`, `-Imark`, `--replace=mark`, `-i`: what stands for the words that are read; empty
    for none.
    """
    marks = (_mark_at(options, at) for at in range(len(options)))
    return next(filter(None, marks), "")


def _mark_at(options: list[Word], at: int) -> str:
    text = options[at].text or ""
    if text in ("-I", "-J"):
        return "".join(option.text or "{}" for option in options[at + 1 : at + 2])
    if text.startswith(("-I", "-J")):
        return text[2:]
    return _attached_mark(text) or "{}" if text.startswith(_REPLACES) else ""


def _attached_mark(option: str) -> str:
    """The mark in `--replace=mark`, `-imark`."""
    name, _, mark = option.partition("=")
    return mark or (option[2:] if name.startswith("-i") else "")


def parallel(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Like xargs, but a shell reads the line; the words behind `:::` are known."""
    program, values = _at_colons(behind(reader, WRAPPERS["parallel"], words[1:]))
    if not program:
        lines = joined(values, "\n") if values else stdin or Word()
        return run_text(reader, lines, "parallel runs the lines it is given")
    line = joined(program)
    is_marked = "{}" in line.known_text
    for value in [_read_word(stdin)] if values is None else values[:_MOST_VALUES]:
        filled = line.replaced("{}", value) if is_marked else joined([line, value])
        run_text(reader, filled, "parallel is given a computed command line")
    return UNKNOWN


def _at_colons(words: list[Word]) -> tuple[list[Word], list[Word] | None]:
    """`echo ::: a b` → echo, and a b; None where there are no colons."""
    for at, word in enumerate(words):
        if word.text is not None and word.text.startswith(":::"):
            return words[:at], words[at + 1 :]
    return words, None


def find(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`-exec` runs a program, `-delete` deletes; what it prints are names of files."""
    texts = texts_of(words)
    for at, text in enumerate(texts):
        if text in _FIND_RUNS:
            _run_on_found(reader, words[at + 1 : _end_of_exec(texts, at)])
        elif text == "-delete":
            _delete_found(reader)
        elif text in ("-printf", "-fprintf") and not _prints_only_names(texts[at + 1 : at + 2]):
            return UNKNOWN
    return _FOUND


def _prints_only_names(form: list[str | None]) -> bool:
    return _ONLY_FOUND.fullmatch("".join(filter(None, form))) is not None


def _end_of_exec(texts: list[str | None], at: int) -> int:
    """Where the words of the program behind `-exec` end."""
    ends = (place for place in range(at + 1, len(texts)) if texts[place] in (";", "+"))
    return next(ends, len(texts))


def _run_on_found(reader: Assignments, program: list[Word]) -> None:
    run_program(reader, _given_what_is_found(program), None)
    if program and program[0].base().text == "rm":
        _delete_found(reader)


def _given_what_is_found(program: list[Word]) -> list[Word]:
    """The words with a file's name for `{}`, which means the same in quotes as without."""
    return [
        Word(word.replaced("{}", _FOUND).pieces) if "{}" in word.known_text else word
        for word in program
    ]


def _delete_found(reader: Assignments) -> None:
    """All that a search finds is deleted: that is `rm -rf` by another name."""
    reader.state.add(Call((known("rm"), known("-rf"), _FOUND)))


def fd(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`fd -x program`."""
    for at, word in enumerate(words):
        if word.text in _FD_RUNS:
            return run_program(reader, _given_what_is_found(words[at + 1 :]), None)
    return _FOUND


def cmd(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Windows' shell, as it is called from WSL and Git Bash: `cmd.exe /c "git push"`."""
    why = "cmd is given a computed command line"
    script = next((at for at, word in enumerate(words) if _CMD_RUNS.match(word.start)), None)
    if script is None:
        return UNKNOWN if stdin is None else run_text(reader, stdin, why)
    attached = words[script].without_start(words[script].start[: _cmd_option(words[script].start)])
    text = joined([word for word in (attached, *words[script + 1 :]) if word.text != ""])
    if "%" in text.known_text:
        reader.state.cannot_tell("cmd is given a command line with variables in it")
    return run_text(reader, text.replaced("^", Word()).replaced("\\", known("/")), why)


def _cmd_option(start: str) -> int:
    """How long `/c` is, in front of what may be attached to it."""
    return 3 if start.startswith("//") else 2


def ssh(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """All words behind the host are a command line there; without any, a shell reads what comes in."""
    at = 1
    while at < len(words) and words[at].start.startswith("-"):
        at += 2 if words[at].text in _SSH_VALUES else 1
    script = words[at + 1 :]
    if not script:
        return run_stdin(reader, stdin, "another machine runs what another command prints")
    why = "another machine is given a computed command line"
    return run_text(reader, joined(script), why, stdin)


def as_one_script(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """watch joins its words and has a shell read them."""
    rest = behind(reader, WRAPPERS["watch"], words[1:])
    return run_text(reader, joined(rest), "a computed command line is run") if rest else UNKNOWN


def script_words(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """Each word that is no option is a command line."""
    for word in without_options(words[1:]):
        run_text(reader, word, "a computed command line is run")
    return UNKNOWN


def reads_script(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """at, batch, crontab: what they read, from a file or as it comes, is run later."""
    program = words[0].base()
    for at, word in enumerate(words[1:], 1):
        if word.text == "-f" and at + 1 < len(words):
            run_file(reader, words[at + 1], "a computed file is run later")
        elif program.text == "crontab" and not word.start.startswith("-"):
            _install_table(reader, word)
    return run_stdin(reader, stdin, f"{program!r} runs what it is given to read")


def _install_table(reader: Assignments, path: Word) -> None:
    if not content(reader.state, path).was_there:
        reader.state.cannot_tell("a table of commands that is made on the way is run later")


def less(reader: Assignments, words: list[Word], stdin: Word | None) -> Word:
    """`less +!program`."""
    for word in words[1:]:
        if word.start.startswith(("+!", "+|")):
            run_text(reader, word.without_start(word.start[:2]), "less is given a computed command")
    return UNKNOWN
