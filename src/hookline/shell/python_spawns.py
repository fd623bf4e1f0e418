"""Python code that starts programs by words which are all written out → those words, and the rest
of the code.

`subprocess.run(["git", "status"])` reads like a command line. Whatever is built, passed on or
renamed is not followed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from hookline.shell.word import Word, known

if TYPE_CHECKING:
    import ast
    from collections.abc import Sequence

_STARTS = frozenset(
    "os.system os.popen subprocess.run subprocess.call subprocess.check_call "
    "subprocess.check_output subprocess.Popen subprocess.getoutput "
    "subprocess.getstatusoutput".split()
)
#: Arguments that change what is started; None: `**options`, which may be any.
_NOT_FOLLOWED = frozenset(("executable", "preexec_fn", "input", "stdin", "env", None))

#: Modules that are programs under the same name, whether started through Python or not.
_PROGRAMS_AS_MODULES = frozenset("pip uv pipx poetry pdm pipenv hatch twine virtualenv".split())
#: `-m`, alone, behind other letters or with the module attached: `-Im pip`, `-mpip`.
_MODULE_OPTION = re.compile(r"-[BEIOPRSbdiqsuvx]*m(?P<module>.*)\Z", re.DOTALL)
_VALUE_OPTIONS = ("-W", "-X")


def program_of_module(words: Sequence[Word]) -> list[Word]:
    """`python3 -m pip install x` → the words `pip install x`; none where no such module is run."""
    at = 1
    while at < len(words) and words[at].start.startswith("-"):
        option = _MODULE_OPTION.match(words[at].text or "")
        if option is not None:
            attached = [known(option["module"])] if option["module"] else []
            program = [*attached, *words[at + 1 :]]
            is_known = bool(program) and program[0].text in _PROGRAMS_AS_MODULES
            return program if is_known else []
        at += 2 if words[at].text in _VALUE_OPTIONS else 1
    return []


class LiteralSpawns(NamedTuple):
    """The programs that code starts, each a command line or words, and the code without them."""

    commands: list[str | list[str]]
    rest: str


def literal_spawns(code: str) -> LiteralSpawns | None:
    """The programs it starts; None when it starts one by words that are not written out, or is no
    valid Python.
    """
    import ast

    tree = _tree_of(code)
    if tree is None:
        return None
    commands: list[str | list[str]] = []
    lines = [line.encode() for line in code.splitlines(keepends=True)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _STARTS:
            command = _command_of(node)
            if command is None:
                return None
            commands.append(command)
            _blank(lines, node)
        elif isinstance(node, ast.Import) and all(alias.asname is None for alias in node.names):
            _blank(lines, node)
    return LiteralSpawns(commands, b"".join(lines).decode("utf-8", "replace"))


def _tree_of(code: str) -> ast.Module | None:
    import ast

    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _command_of(call: ast.Call) -> str | list[str] | None:
    """The command line, or the words, that a call starts; None when they are not written out."""
    names = {keyword.arg for keyword in call.keywords}
    if names & _NOT_FOLLOWED or len(call.args) != 1:
        return None
    command = _literal(call.args[0])
    return command if isinstance(command, str) else _words_in(command)


def _words_in(command: Any) -> list[str] | None:
    words = list(command) if isinstance(command, list | tuple) else []
    return words if words and all(isinstance(word, str) for word in words) else None


def _literal(node: ast.expr) -> Any:
    """What an expression says that is written out; None for all others."""
    import ast

    try:
        return ast.literal_eval(node)
    except (ValueError, RecursionError):
        return None


def _blank(lines: list[bytes], node: ast.Call | ast.Import) -> None:
    """Take the text of a node out, keeping every other place where it is."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    for number in range(first, last + 1):
        line = lines[number]
        start = node.col_offset if number == first else 0
        end = node.end_col_offset if number == last else None
        end = len(line.rstrip(b"\n")) if end is None else end
        lines[number] = line[:start] + b" " * (end - start) + line[end:]
