"""Can code of another language start a program? By what it would need for that; where nothing is
needed, it can.

It errs on the side of yes: a name that could be one of those needed is enough.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from hookline.shell.languages import SPAWNS

_AWK_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)
_AWK_REGEX = re.compile(r"(^|[~(,!{;&|\n])\s*/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])*/")
_AWK_RUNS = re.compile(r"system|\||getline\s*<|@|\bprintf?\b[^}]*>\s*[^\s\"\d(]")
_PYTHON_RUNS = re.compile(
    r"\bsystem\b|popen|spawn|subprocess|\bexec(?!ut)|\beval\b|\bpty\b|importlib|(?<!re\.)\bcompile\s*\("
    r"|ctypes|getattr|globals|locals"
    r"|__(?:import|builtins|subclasses|globals|class|dict|getattribute|code|loader|spec)"
    r"|\bvars\s*\(|runpy|getoutput|multiprocessing|pexpect|plumbum|marshal|pickle\.load"
    r"|from\s+os\b|\bfork|startfile|webbrowser|attrgetter|methodcaller|\bpdb\b|timeit"
    r"|^\s*(?:\w+\s*=\s*)?[!%]"  # ipython hands such lines to a shell
    r"|(?:import|from)\s+(?:sh|fabric|invoke|posix|nt|git|dulwich|pygit2|pexpect)\b|\bposix\."
    r"|code\.interact|InteractiveConsole|\bsys\.modules",
    re.M,
)
#: What PowerShell is told that only looks; any other word may be a program.
_POWERSHELL_READS = re.compile(
    r"(?i)\s*(?:(?:Get|Select|Where|Sort|Format|Measure|Write|ConvertTo|ConvertFrom|Compare|Group)-\w+"
    r"|(?:Test|Resolve|Join|Split)-Path|Out-(?:String|Host|Null)|echo|dir|ls|pwd|\$PSVersionTable"
    r"|\$env:\w+)(?![\w-])[^`&({]*"
)
_SED_NUMBER = re.compile(r"\s*\d*")
_SED_FLAGS = re.compile(r"[gpiImMe0-9]*")
_SED_ADDRESS = re.compile(r"[\s;,!$+~\d]+|[IM](?=\s*[,{a-zA-Z])")


def can_spawn(language: str, code: str) -> bool:
    """Whether this code may start a program."""
    if language in _READERS:
        return _READERS[language](code)
    return language not in SPAWNS or re.search(SPAWNS[language], code) is not None


def _python(code: str) -> bool:
    """By names, in the form in which Python compares them."""
    return _PYTHON_RUNS.search(unicodedata.normalize("NFKC", code)) is not None


def _powershell(code: str) -> bool:
    """By the word each of its statements begins with."""
    statements = re.split(r"[;|\n]+", code.strip("; \n"))
    return not all(map(_POWERSHELL_READS.fullmatch, statements))


def _awk(code: str) -> bool:
    """By pipes and functions outside of its strings and regular expressions."""
    bare = _AWK_REGEX.sub(r"\1 ", _AWK_STRING.sub('""', code)).replace("||", " ")
    return _AWK_RUNS.search(bare) is not None


def _sed(script: str) -> bool:
    """Whether a script of sed has an `e`, as a command or as a flag; one that cannot be followed
    may.
    """
    at = _behind_addresses(script, 0)
    while at < len(script):
        behind = _BEHIND_SED_COMMAND.get(script[at])
        end = behind(script, at) if behind else None
        if end is None:
            return True
        at = _behind_addresses(script, end)
    return False


def _behind_number(script: str, at: int) -> int:
    """`q5`, `{`: past a command that takes a number at most."""
    number = _SED_NUMBER.match(script, at + 1)
    return number.end() if number else at + 1


def _behind_label(script: str, at: int) -> int:
    """`b end;`: past a command that takes a label."""
    end_of_line = _behind_line(script, at)
    semicolon = script.find(";", at)
    return end_of_line if semicolon < 0 else min(end_of_line, semicolon)


def _behind_line(script: str, at: int) -> int:
    """`a text`, `r file`: to the end of the line, which a backslash carries on."""
    end = script.find("\n", at)
    while end > 0 and script[end - 1] == "\\":
        end = script.find("\n", end + 1)
    return len(script) if end < 0 else end


def _behind_translation(script: str, at: int) -> int | None:
    """`y/ab/ba/`: past both parts and the flags; None when they are not there."""
    flags_at = _behind_parts(script, at + 1)
    return None if flags_at is None else _behind_flags(script, flags_at)


def _behind_substitution(script: str, at: int) -> int | None:
    """The same of `s/a/b/g`; None also when a flag runs what was made."""
    flags_at = _behind_parts(script, at + 1)
    if flags_at is None or "e" in _flags(script, flags_at):
        return None
    return _behind_flags(script, flags_at)


def _flags(script: str, at: int) -> str:
    flags = _SED_FLAGS.match(script, at)
    return flags[0] if flags else ""


def _behind_flags(script: str, at: int) -> int:
    """Past the flags, and past the file that the last of them, `w`, names."""
    end = at + len(_flags(script, at))
    return _behind_line(script, end) if script.startswith("w", end) else end


def _behind_parts(script: str, at: int) -> int | None:
    """Past the two parts of `s/a/b/`; None when they are not both there."""
    mark = script[at : at + 1]
    if not mark:
        return None
    middle = _behind_mark(script, at + 1, mark)
    end = _behind_mark(script, middle, mark)
    both_end = script[middle - 1 : middle] == mark and script[end - 1 : end] == mark
    return end if both_end and end > middle else None


def _behind_addresses(script: str, at: int) -> int:
    """Past blanks, separators and addresses: `1,/x/!`."""
    while at < len(script):
        plain = _SED_ADDRESS.match(script, at)
        if script[at] == "/":
            at = _behind_mark(script, at + 1, "/")
        elif script[at] == "\\" and at + 1 < len(script):
            at = _behind_mark(script, at + 2, script[at + 1])
        elif plain:
            at = plain.end()
        else:
            break
    return at


def _behind_mark(script: str, at: int, mark: str) -> int:
    """Behind the next mark that is not escaped, nor in brackets."""
    while at < len(script):
        if script[at] == "\\":
            at += 1
        elif script[at] == "[" and mark != "[":
            at = _last_of_brackets(script, at, mark)
        elif script[at] == mark:
            return at + 1
        at += 1
    return at


def _last_of_brackets(script: str, at: int, mark: str) -> int:
    """The place of the `]` of `[abc]`; the same place when that is none, or holds the mark."""
    end = script.find("]", at + 2)
    return at if end < 0 or mark in script[at:end] else end


_READERS: dict[str, Callable[[str], bool]] = {
    "awk": _awk,
    "powershell": _powershell,
    "python": _python,
    "sed": _sed,
}
#: Command of sed → the place behind it, and None where it may start a program. One without a row
#: is `e`, or cannot be followed.
_BEHIND_SED_COMMAND: dict[str, Callable[[str, int], int | None]] = {
    "s": _behind_substitution,
    "y": _behind_translation,
    **dict.fromkeys("aicrwRW#", _behind_line),
    **dict.fromkeys("btT:", _behind_label),
    **dict.fromkeys("{}=dDFgGhHlLnNpPqQxz", _behind_number),
}
