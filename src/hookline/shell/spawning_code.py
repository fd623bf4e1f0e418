"""Can code of another language start a program? By what it would need for that; where nothing is
needed, it can.

It errs on the side of yes: a name that could be one of those needed is enough.
"""

from __future__ import annotations

import re
import unicodedata

from hookline.shell.languages import SPAWNS

_AWK_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)
_AWK_REGEX = re.compile(r"(^|[~(,!{;&|\n])\s*/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])*/")
_AWK_RUNS = re.compile(r"system|\||getline\s*<|@|\bprintf?\b[^}]*>\s*[^\s\"\d(]")
_PYTHON = re.compile(
    r"\bsystem\b|popen|spawn|subprocess|\bexec|\beval\b|\bpty\b|importlib|(?<!re\.)\bcompile\s*\(|ctypes|getattr|globals|locals"
    r"|__(?:import|builtins|subclasses|globals|class|dict|getattribute|code|loader|spec)|\bvars\s*\(|runpy|getoutput|multiprocessing"
    r"|pexpect|plumbum|marshal|pickle\.load|from\s+os\b|\bfork|startfile|webbrowser|attrgetter|methodcaller|\bpdb\b|timeit"
    r"|^\s*(?:\w+\s*=\s*)?[!%]"  # ipython hands such lines to a shell
    r"|(?:import|from)\s+(?:sh|fabric|invoke|posix|nt|git|dulwich|pygit2|pexpect)\b|\bposix\.|code\.interact|InteractiveConsole|\bsys\.modules",
    re.M,
)
_NUMBER = re.compile(r"\s*\d*")
_FLAGS = re.compile(r"[gpiImMe0-9]*")


def can_spawn(language: str, text: str) -> bool:
    """Whether this code may start a program."""
    if language == "python":
        return (
            _PYTHON.search(unicodedata.normalize("NFKC", text)) is not None
        )  # as Python does with names
    if language == "awk":
        return _awk(text)
    if language == "sed":
        return _sed(text)
    return language not in SPAWNS or re.search(SPAWNS[language], text) is not None


def _awk(text: str) -> bool:
    text = _AWK_REGEX.sub(r"\1 ", _AWK_STRING.sub('""', text)).replace("||", " ")
    return _AWK_RUNS.search(text) is not None


def _sed(text: str) -> bool:
    """Whether a script of sed has an `e`, as a command or as a flag; one that cannot be followed may."""
    at = 0
    while at < len(text):
        at = _behind_addresses(text, at)
        command = text[at : at + 1]
        if command in ("s", "y"):
            flags_at = _behind_parts(text, at + 1)
            flags = "" if flags_at is None else _FLAGS.match(text, flags_at)[0]  # type: ignore[index]
            if flags_at is None or (command == "s" and "e" in flags):
                return True
            at = flags_at + len(flags)
            at = _line_end(text, at) if text[at : at + 1] == "w" else at
        elif command and command in "aicrwRW#":
            at = _line_end(text, at)
        elif command and command in "btT:":
            at = min(_line_end(text, at), (text + ";").index(";", at))
        elif command and command not in "{}=dDFgGhHlLnNpPqQxz":
            return True
        else:
            at = _NUMBER.match(text, at + 1).end() if command else len(text)  # type: ignore[union-attr]
    return False


def _behind_addresses(text: str, at: int) -> int:
    """Past blanks, separators and addresses: `1,/x/!`."""
    plain = re.compile(r"[\s;,!$+~\d]+|[IM](?=\s*[,{a-zA-Z])")
    while at < len(text):
        if text[at] == "/":
            at = _closing(text, at + 1, "/")
        elif text[at] == "\\" and at + 1 < len(text):
            at = _closing(text, at + 2, text[at + 1])
        elif blank := plain.match(text, at):
            at = blank.end()
        else:
            break
    return at


def _behind_parts(text: str, at: int) -> int | None:
    """Past the two parts of `s/a/b/`; None when they are not both there."""
    mark = text[at : at + 1]
    if not mark:
        return None
    middle = _closing(text, at + 1, mark)
    end = _closing(text, middle, mark)
    return (
        end
        if text[middle - 1 : middle] == mark and text[end - 1 : end] == mark and end > middle
        else None
    )


def _closing(text: str, at: int, mark: str) -> int:
    """Behind the next mark that is not escaped, nor in brackets."""
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif (
            text[at] == "["
            and mark != "["
            and "]" in text[at + 2 :]
            and mark not in text[at : text.index("]", at + 2)]
        ):
            at = text.index("]", at + 2)
        elif text[at] == mark:
            return at + 1
        at += 1
    return at


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    while end > 0 and text[end - 1] == "\\":
        end = text.find("\n", end + 1)
    return len(text) if end < 0 else end
