"""A rule → the text of its script: POSIX sh that starts `python3 -I -S` with the program and the
rule, both as quoted data.

Nothing of a rule is ever shell text: it is JSON in single quotes, in ASCII, with every character
the shell knows in such a place written as an escape. Needs no package and no jq.
"""

from __future__ import annotations

import ast
import io
import json
import tokenize
from functools import cache
from typing import Any

from hookline.hookify import rule_program, seen
from hookline.hookify.mapping import Entry
from hookline.hookify.rule import Rule

#: A system passes one argument of 128 KiB at most.
MAX_RULE_BYTES = 120_000
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
#: What the joined program has no use for.
_OURS = ("from hookline.", "from __future__")
_ESCAPED = str.maketrans({letter: f"\\u{ord(letter):04x}" for letter in "'$`\x7f"})
_TEMPLATE = """\
#!/bin/sh
# Generated from: {source}
# Description: {description}
# Written by `hookline convert hookify`. Change the rule and convert again, not this file.
unset -f command
if ! command -v python3 > /dev/null 2>&1; then
  echo "{name}: python3 is not there, so the rule cannot be tried" >&2
  exit 1
fi
rule='{rule}'
program='{program}'
exec python3 -I -S -c "$program" "$rule" "$@"
"""


def as_data(rule: Rule, found: list[Entry]) -> dict[str, Any]:
    """The rule as the program takes it."""
    return {
        "name": rule.name,
        "reading": rule.reading,
        "event": rule.event,
        "tools": None if rule.tools is None else list(rule.tools),
        "conditions": [condition.as_data() for condition in rule.conditions],
        "events": {entry.target.event: entry.row for entry in found},
    }


def script(rule: Rule, found: list[Entry], source: str, name: str) -> str:
    """The text of the script; `name` is its file name, of letters, digits, dots, dashes and
    underscores only.
    """
    return _TEMPLATE.format(
        source=in_a_comment(source),
        description=in_a_comment(rule.description or rule.name),
        name=name,
        rule=in_quotes(as_data(rule, found)),
        program=program(),
    )


def in_quotes(value: Any) -> str:
    """The value as JSON that may stand between single quotes in sh."""
    return json.dumps(value, indent=1).translate(_ESCAPED)


def in_a_comment(text: str) -> str:
    """The text on one line, without anything a terminal or an editor would obey."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown.encode("utf-8", "replace").decode()[:200]


@cache
def program() -> str:
    """The program of `seen` and `rule_program`, without comments and docstrings, ending in the call
    of it.
    """
    lines = ["from __future__ import annotations"]
    for module in (seen, rule_program):
        lines += _lines(module.__file__ or "")
    return "\n".join([*lines, "sys.exit(main(sys.argv[1:]))", ""])


def _lines(path: str) -> list[str]:
    """What of a module has to be there; what it imports of ours stands before it anyway."""
    with open(path, encoding="ascii") as file:
        source = _without_comments(_without_docstrings(file.read()))
    kept = [line.rstrip() for line in source.splitlines()]
    return [line for line in kept if line and not line.startswith(_OURS)]


def _without_docstrings(source: str) -> str:
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, _DOCUMENTED) or ast.get_docstring(node) is None:
            continue
        docstring, *others = node.body
        for number in range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1):
            lines[number - 1] = ""
        if not others:
            lines[docstring.lineno - 1] = " " * docstring.col_offset + "pass"
    return "\n".join(lines) + "\n"


def _without_comments(source: str) -> str:
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source + "\n").readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(lines)
