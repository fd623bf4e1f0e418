"""Python code that starts programs by words which are all written out → those words, and the rest
of the code.

`subprocess.run(["git", "status"])` reads like a command line. Whatever is built, passed on or
renamed is not followed.
"""

from __future__ import annotations

_STARTS = frozenset(
    "os.system os.popen subprocess.run subprocess.call subprocess.check_call "
    "subprocess.check_output subprocess.Popen subprocess.getoutput "
    "subprocess.getstatusoutput".split()
)
#: Arguments that change what is started.
_NOT_FOLLOWED = frozenset(("executable", "preexec_fn", "input", "stdin", "env"))


def literal_spawns(code: str) -> tuple[list[str | list[str]], str] | None:
    """The programs it starts, each a command line or words, and the code without them; None when it
    is not such code.
    """
    import ast

    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found: list[str | list[str]] = []
    lines = [line.encode() for line in code.splitlines(keepends=True)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _STARTS:
            words = _words(node)
            if words is None:
                return None
            found.append(words)
            _blank(lines, node)
        elif isinstance(node, ast.Import) and all(alias.asname is None for alias in node.names):
            _blank(lines, node)
    return found, b"".join(lines).decode("utf-8", "replace")


def _words(node: object) -> str | list[str] | None:
    import ast

    if (
        not isinstance(node, ast.Call)
        or len(node.args) != 1
        or any(word.arg in _NOT_FOLLOWED for word in node.keywords)
    ):
        return None
    if any(word.arg is None for word in node.keywords):
        return None
    try:
        value = ast.literal_eval(node.args[0])
    except (ValueError, RecursionError):
        return None
    if isinstance(value, str):
        return value
    words = list(value) if isinstance(value, list | tuple) else []
    return words if words and all(isinstance(word, str) for word in words) else None


def _blank(lines: list[bytes], node: object) -> None:
    """Take the text of a node out, keeping every other place where it is."""
    first, last = node.lineno - 1, node.end_lineno - 1  # type: ignore[attr-defined]
    for number in range(first, last + 1):
        line = lines[number]
        start = node.col_offset if number == first else 0  # type: ignore[attr-defined]
        end = node.end_col_offset if number == last else len(line.rstrip(b"\n"))  # type: ignore[attr-defined]
        lines[number] = line[:start] + b" " * (end - start) + line[end:]
