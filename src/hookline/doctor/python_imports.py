"""A Python hook → whether the interpreter that reads it has what it imports.

An SDK hook whose `python3` has no hookline fails at every event. The script itself is never run: its
imports are read off its syntax tree, and the interpreter is asked for them. For a hook that may run
they are really imported, as at every event; for one that nobody trusts only whether they are
installed is looked up, because importing runs code that somebody else chose.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import NamedTuple

from hookline.config.command_words import split
from hookline.config.disk import read_bytes
from hookline.doctor.finding import Finding, finding
from hookline.doctor.look import Looked
from hookline.model import Hook
from hookline.spec.sources import SOURCES

_MAX_SCRIPT_BYTES = 256 * 1024
_MOST_MODULES = 50
_LIMIT_S = 10.0
_PYTHON = re.compile(r"python[0-9.]*\Z")
#: Options of python that change where modules are found and take no value.
_OPTIONS = re.compile(r"-[IEsSPB]+\Z")
#: What a script does that finds modules elsewhere: then nothing is known.
_MOVES_THE_PATH = re.compile(r"\bsys\.path\b|\baddsitedir\b|\b__import__\b")
#: A method of the SDK, and what it imports when it is called.
_SHELL_READER = ("tree_sitter", "tree_sitter_bash")
_LATE = {"runs": _SHELL_READER, "read_command": _SHELL_READER}
#: What a terminal sets and an application started from the desktop has not.
_OF_THE_TERMINAL = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
_ANSWER = "hookline-imports:"
_QUESTION = f"""\
import json, sys
def ask(name, really):
    if really:
        __import__(name)
        return
    import importlib.util
    name = name.split(".")[0]
    if importlib.util.find_spec(name) is None:
        raise ImportError("No module named %r" % name)
for name in sys.argv[2:]:
    try:
        ask(name, sys.argv[1] == "import")
    except BaseException as error:
        answer = [name, "%s: %s" % (type(error).__name__, " ".join(str(error).split())[:300])]
        break
else:
    answer = []
sys.stdout.write("\\n{_ANSWER}" + json.dumps(answer) + "\\n")
"""


class Missing(NamedTuple):
    """A module that cannot be imported, and the last line of the traceback."""

    module: str
    reason: str


class Interpreters:
    """What the interpreters of this machine can import, each asked once. `environ` is the agent's."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = {
            name: value for name, value in environ.items() if name not in _OF_THE_TERMINAL
        }
        self._known: dict[tuple[str, ...], Missing | None] = {}

    def missing(
        self, python: str, options: Sequence[str], modules: Sequence[str], *, really: bool
    ) -> Missing | None:
        """The first module that cannot be imported."""
        how = "import" if really else "find"
        argv = (python, *options, "-c", _QUESTION, how, *modules)
        if argv not in self._known:
            self._known[argv] = self._asked(argv, modules[0])
        return self._known[argv]

    def _asked(self, argv: Sequence[str], first: str) -> Missing | None:
        try:
            ended = subprocess.run(
                argv, env=self._environ, cwd="/", stdin=subprocess.DEVNULL, capture_output=True,
                timeout=_LIMIT_S, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Missing(first, f"it did not end within {_LIMIT_S:.0f} s")
        except OSError as error:
            return Missing(first, f"it does not start: {error.strerror}")
        lines = os.fsdecode(ended.stdout).splitlines()
        answers = [line for line in lines if line.startswith(_ANSWER)]
        if answers:
            answer = json.loads(answers[-1].removeprefix(_ANSWER))
            return Missing(*answer) if answer else None
        complaint = os.fsdecode(ended.stderr).strip().splitlines()
        return Missing(first, complaint[-1] if complaint else f"exit code {ended.returncode}")


def import_findings(
    hook: Hook, looked: Looked, interpreters: Interpreters, *, may_run: bool
) -> Iterator[Finding]:
    """Whether the interpreter of a Python hook has what the script imports."""
    python = looked.starts
    if looked.script is None or python is None or not _PYTHON.match(os.path.basename(python)):
        return
    if not may_run and _is_inside(python, hook.root):
        return
    text = read_bytes(looked.script, _MAX_SCRIPT_BYTES) or b""
    modules = modules_of(text.decode("utf-8", "replace"), os.path.dirname(looked.script))
    if not modules:
        return
    options = _options_in(hook.command)
    lacking = interpreters.missing(python, options, modules, really=may_run)
    if lacking is not None:
        problem = f"{python} cannot import {lacking.module}: {lacking.reason}"
        yield finding("no-import", hook, problem, _remedy(hook, python, lacking.module, modules))


def modules_of(text: str, folder: str) -> list[str]:
    """What a script imports at its beginning, without the standard library and what lies beside
    it; nothing where it looks for modules in places of its own.
    """
    if _MOVES_THE_PATH.search(text):
        return []
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    names = [name for statement in tree.body for name in _imported(statement)]
    if any(name.split(".")[0] == "hookline" for name in names):
        names += _late_imports(tree)
    foreign = [
        name
        for name in dict.fromkeys(names)
        if name.split(".")[0] not in sys.stdlib_module_names and not _lies_beside(name, folder)
    ]
    return foreign[:_MOST_MODULES]


def _imported(statement: ast.stmt) -> list[str]:
    """The modules of an import that must succeed: one inside a `try` or an `if` need not."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    if isinstance(statement, ast.ImportFrom) and statement.level == 0 and statement.module:
        return [statement.module]
    return []


def _late_imports(tree: ast.Module) -> Iterator[str]:
    """What methods of the SDK import when they are called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _LATE.get(node.func.attr, ())


def _lies_beside(name: str, folder: str) -> bool:
    path = os.path.join(folder, name.split(".")[0])
    return os.path.isfile(path + ".py") or os.path.isdir(path)


def _options_in(command: str) -> list[str]:
    """The options that the command gives to python."""
    words = [word.text for word in split(command)]
    return [word for word in words if _OPTIONS.match(word)]


def _remedy(hook: Hook, python: str, module: str, modules: Sequence[str]) -> str:
    """The interpreter to write, where the file is this machine's own; else what to install."""
    package = module.split(".")[0].replace("tree_sitter_bash", "tree_sitter")
    wanted = {"hookline": "hookline", "tree_sitter": "'hookline[kit]'"}.get(package, package)
    install = f"{python} -m pip install {wanted}"
    if SOURCES[hook.source].shared:
        own = ".venv/bin/python"
        return (
            f"have the project make an environment and write {own} in place of "
            f"{os.path.basename(python)}; or install it everywhere: {install}"
        )
    if not all(map(_is_here, modules)):
        return f"install it there: {install}; or name an interpreter that has it"
    return (
        f"write {sys.executable} in place of {os.path.basename(python)}, or install it: {install}"
    )


def _is_here(module: str) -> bool:
    return find_spec(module.split(".")[0]) is not None


def _is_inside(path: str, root: str) -> bool:
    """By its name or by where it leads."""
    inside = os.path.realpath(root).rstrip("/") + "/"
    folder = os.path.join(os.path.realpath(os.path.dirname(path)), "")
    return bool(root) and (folder.startswith(inside) or os.path.realpath(path).startswith(inside))
