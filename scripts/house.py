"""The source as figures: how large, how dense, how often a name repeats. Reads; changes nothing.

    python scripts/house.py                 one table of this tree
    python scripts/house.py REVISION        the same of an earlier revision, beside it
    python scripts/house.py --list PACKAGE  the functions that are too complex, and the long lines, by place
    python scripts/house.py --suite         runs the tests, and prints what they cost

Of this tree, calls of a warm fire and connections of a page are measured as well.

Complexity is 1 + a function's branches: if, for, while, except, case, each condition of a
comprehension, each further operand of `and` and `or`; nested functions count into their function.
Branches per line are taken over the code lines of functions of eight lines and more.
"""

from __future__ import annotations

import ast
import io
import re
import resource
import subprocess
import sys
import time
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE = "src/hookline/"
#: A function above this is counted as complex.
COMPLEX = 10
LONG_LINE = 100
#: Functions shorter than this say nothing about density.
SHORT = 8
#: What only `assembly` may put together, and how a call of it looks.
ASSEMBLED = re.compile(r"\b(?:Loader|ProcessRunner|SqliteJournal|(?:core\.)?Engine)\(")
ASSEMBLY = "assembly.py"
_NO_CODE = frozenset((
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
))  # fmt: skip
_BRANCHES = (
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.IfExp, ast.comprehension, ast.match_case,
)  # fmt: skip


class Function(NamedTuple):
    """One function, measured."""

    place: str
    name: str
    length: int
    code_lines: int
    branches: int

    @property
    def complexity(self) -> int:
        return self.branches + 1


def main(words: list[str]) -> int:
    """Print what is asked for."""
    if words[:1] == ["--list"]:
        list_package(sources_here(), words[1] if len(words) > 1 else "")
        return 0
    if words[:1] == ["--suite"]:
        return suite()
    here = {**figures(sources_here()), **measured()}
    columns = [figures(sources_at(revision)) for revision in words] + [here]
    heads = [*words, "this tree"]
    width = max(map(len, here))
    print(" " * width, *(f"{head:>12}" for head in heads))
    for name in here:
        print(f"{name:<{width}}", *(f"{column.get(name, '–'):>12}" for column in columns))
    return 0


def sources_here() -> dict[str, str]:
    """Every module of this tree: its path below the package, and its text."""
    folder = REPOSITORY / SOURCE
    return {
        str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*.py"))
    }


def sources_at(revision: str) -> dict[str, str]:
    """Every module of a revision."""
    listed = _git("ls-tree", "-r", "--name-only", revision, SOURCE).split()
    paths = [path for path in listed if path.endswith(".py")]
    return {path.removeprefix(SOURCE): _git("show", f"{revision}:{path}") for path in paths}


def figures(sources: Mapping[str, str]) -> dict[str, str]:
    """The table of one tree."""
    functions = [
        function for path, text in sources.items() for function in functions_of(path, text)
    ]
    measured = [function for function in functions if function.length >= SHORT]
    density = sum(f.branches for f in measured) / sum(f.code_lines for f in measured)
    lines = [line for text in sources.values() for line in text.splitlines() if line.strip()]
    too_long = sum(len(line) > LONG_LINE for line in lines) / len(lines)
    return {
        "lines": str(sum(text.count("\n") for text in sources.values())),
        "branches per line": f"{density:.2f}",
        f"functions over complexity {COMPLEX}": str(sum(f.complexity > COMPLEX for f in functions)),
        "highest complexity": str(max(f.complexity for f in functions)),
        f"lines over {LONG_LINE} columns": f"{100 * too_long:.1f} %",
        "module names that repeat": str(len(repeated_names(sources))),
        "constructions outside assembly": str(len(list(constructions(sources)))),
    }


def measured() -> dict[str, str]:
    """What only running shows: real hooks, a real page."""
    from page_connections import connections
    from trace_fire import figures as fire_figures

    fire = fire_figures()
    return {
        "calls of a warm fire": str(fire.calls),
        "functions of a warm fire": str(fire.functions),
        "journal connections per page request": str(connections()),
    }


def suite() -> int:
    """Run the tests as `make test` does, and print what they cost."""
    began = time.monotonic()
    ended = subprocess.run(["make", "test"], cwd=REPOSITORY)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{used.ru_utime + used.ru_stime:.0f} CPU seconds, {time.monotonic() - began:.0f} s by the clock"
    )
    return ended.returncode


def functions_of(path: str, text: str) -> Iterator[Function]:
    """Every function of a module."""
    tree = ast.parse(text)
    code = code_lines(text, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            inside = sum(1 for line in span if line in code)
            yield Function(f"{path}:{node.lineno}", node.name, len(span), inside, branches(node))


def branches(function: ast.AST) -> int:
    """How many ways there are through a function, less one."""
    count = 0
    for node in ast.walk(function):
        count += isinstance(node, _BRANCHES)
        if isinstance(node, ast.comprehension):
            count += len(node.ifs)
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
    return count


def code_lines(text: str, tree: ast.AST) -> set[int]:
    """The numbers of the lines that hold code: no comment, no docstring, not blank."""
    numbers: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            numbers.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            numbers.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return numbers


def repeated_names(sources: Mapping[str, str]) -> list[str]:
    """Names of modules that stand more than once in the tree."""
    names = Counter(path.rsplit("/", 1)[-1] for path in sources)
    return sorted(name for name, count in names.items() if count > 1 and name != "__init__.py")


def constructions(sources: Mapping[str, str]) -> Iterator[str]:
    """Places outside `assembly` and the fakes that put engine, runner, loader or journal together."""
    for path, text in sources.items():
        if path in (ASSEMBLY, "testing.py"):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if (
                ASSEMBLED.search(line)
                and not line.lstrip().startswith(("class ", "#", '"'))
                and "`" not in line
            ):
                yield f"{path}:{number}"


def list_package(sources: Mapping[str, str], package: str) -> None:
    """What is too complex or too long in one package."""
    chosen = {path: text for path, text in sources.items() if path.startswith(package)}
    functions = [function for path, text in chosen.items() for function in functions_of(path, text)]
    for function in sorted(functions, key=lambda one: -one.complexity):
        if function.complexity > COMPLEX:
            print(f"{function.place} {function.name}: complexity {function.complexity}")
    measured = [function for function in functions if function.length >= SHORT]
    if measured:
        density = sum(f.branches for f in measured) / sum(f.code_lines for f in measured)
        print(f"branches per line: {density:.2f}")
    for path, text in chosen.items():
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > 110:
                print(f"{path}:{number}: {len(line)} columns")


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=REPOSITORY, check=True, capture_output=True, text=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
