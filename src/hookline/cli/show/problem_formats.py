"""Problems → text for people, editors and CI: full, concise, json, sarif, github.

Each format is a function of the problems and of the text of their files; none of them reads
anything.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from hookline.cli.show.decision_text import SEVERITY_STYLES, place_of, sentence_of
from hookline.cli.show.safe_text import TAB, cells, count, safe, short_path, short_paths
from hookline.cli.show.terminal import Screen
from hookline.config.codes import CODES
from hookline.model import Problem
from hookline.shorten import shorten

if TYPE_CHECKING:
    from hookline.cli.repairs import FileRepair
    from hookline.config.trust_scope import Remark

SEVERITIES = ("error", "warning", "note")
_EXCERPT_WIDTH = 110
_LINE_END = re.compile(r"\r\n?|\n")
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class Findings(NamedTuple):
    """What a check found: the files it looked at, with their text where it could be read, and their
    problems.
    """

    files: Mapping[str, str]
    problems: Sequence[Problem]
    hooks: int
    fixed: Sequence[FileRepair] | None = (
        None  # what `--fix` did, or would do; None when it was not asked for
    )
    remarks: Sequence[Remark] = ()  # on what trust of the workspace covers

    def number(self, severity: str) -> int:
        """How many problems of this severity."""
        return sum(problem.severity == severity for problem in self.problems)


def full(screen: Screen, findings: Findings) -> None:
    """Each problem with the lines it is about, a caret under the place, and what to do."""
    for problem in findings.problems:
        _show(screen, problem, findings.files.get(problem.file, ""))
        screen.say()
    for remark in findings.remarks:
        screen.say(("trust: ", "quiet"), safe(str(remark)))
    screen.say(summary(findings))


def concise(screen: Screen, findings: Findings) -> None:
    """Each problem on a line, as compilers do."""
    for problem in findings.problems:
        screen.say(
            (place_of(problem), "place"),
            ": ",
            _headline(problem),
            " ",
            short_paths(sentence_of(problem)),
        )
    screen.say(summary(findings))


def as_json(screen: Screen, findings: Findings) -> None:
    """Everything, for programs."""
    numbers = {severity: findings.number(severity) for severity in SEVERITIES}
    fixed = (
        {}
        if findings.fixed is None
        else {"fixed": [one for file in findings.fixed for one in file.as_dicts()]}
    )
    screen.json(
        {
            "files": list(findings.files),
            "hooks": findings.hooks,
            "problems": [problem.as_dict() for problem in findings.problems],
            "summary": numbers,
            "trust": [remark._asdict() for remark in findings.remarks],
            **fixed,
        }
    )


def github(screen: Screen, findings: Findings) -> None:
    """Workflow commands, which GitHub turns into annotations."""
    levels = {"error": "error", "warning": "warning", "note": "notice"}
    for problem in findings.problems:
        where = {
            "file": short_path(problem.file),
            "line": str(problem.line),
            "col": str(problem.column),
            "endColumn": str(problem.column + problem.width),
            "title": problem.code,
        }
        properties = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in where.items())
        screen.say(f"::{levels[problem.severity]} {properties}::{_escaped(sentence_of(problem))}")


def sarif(screen: Screen, findings: Findings) -> None:
    """SARIF 2.1.0, for code scanning."""
    import hookline

    rules = sorted({problem.code for problem in findings.problems})
    driver = {
        "name": "Hookline",
        "version": hookline.__version__,
        "rules": [_sarif_rule(code) for code in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(problem, rules) for problem in findings.problems],
    }
    screen.json({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


#: Every format by its name.
FORMATS: dict[str, Callable[[Screen, Findings], None]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "sarif": sarif,
    "github": github,
}


def summary(findings: Findings) -> str:
    """`2 errors, 1 warning in 3 files.`"""
    read = f"{count(len(findings.files), 'file')}, {count(findings.hooks, 'hook')}"
    numbers = [
        count(findings.number(severity), severity)
        for severity in SEVERITIES
        if findings.number(severity)
    ]
    return f"{', '.join(numbers)} in {read}." if numbers else f"No problems in {read}."


def _show(screen: Screen, problem: Problem, text: str) -> None:
    screen.say(_headline(problem), ": ", (short_paths(problem.problem), "title"))
    digits = len(str(problem.line))
    gutter = " " * digits
    screen.say((f"{gutter}--> ", "quiet"), (place_of(problem), "place"))
    lines = _LINE_END.split(text.lstrip("\ufeff"))
    if 0 < problem.line <= len(lines) and text:
        _show_excerpt(screen, problem, lines, digits)
    if problem.remedy:
        screen.labelled("help: ", short_paths(problem.remedy), indent=0, width=6)
    screen.say((f"more: hookline rule {problem.code}", "quiet"))


def _show_excerpt(screen: Screen, problem: Problem, lines: Sequence[str], digits: int) -> None:
    gutter = " " * digits
    screen.say((f"{gutter} |", "quiet"))
    if problem.line > 1:
        before = shown_line(lines[problem.line - 2])
        screen.say((f"{problem.line - 1:>{digits}} | ", "quiet"), before[:_EXCERPT_WIDTH])
    line, caret, width = excerpt(lines[problem.line - 1], problem.column, problem.width)
    screen.say((f"{problem.line} | ", "quiet"), line)
    screen.say(
        (f"{gutter} | ", "quiet"), " " * caret, ("^" * width, SEVERITY_STYLES[problem.severity])
    )
    screen.say((f"{gutter} |", "quiet"))


def excerpt(line: str, column: int, width: int) -> tuple[str, int, int]:
    """The part of a line around a place, and where the carets go under it and how many.

    Columns count characters; what is shown may be wider (tabs, escapes, wide letters) and is cut
    when it is long.
    """
    start = column - 1
    before, marked, after = (
        shown_line(line[:start]),
        shown_line(line[start : start + width]),
        shown_line(line[start + width :]),
    )
    marked = marked[:_EXCERPT_WIDTH]
    room = max(_EXCERPT_WIDTH - len(marked), 20)
    if len(before) > room // 2:
        before = "…" + before[-(room // 2) :]
    return before + marked + shorten(after, room // 2), cells(before), max(cells(marked), 1)


def shown_line(line: str) -> str:
    """A line of a file, safe to show."""
    return safe(line.replace("\t", TAB))


def page_of(code: str) -> str:
    """Where a rule is explained, in the repository of Hookline."""
    return f"docs/rules/{code}.md"


def _headline(problem: Problem) -> tuple[str, str]:
    return f"{problem.severity}[{problem.code}]", SEVERITY_STYLES[problem.severity]


def _escaped(text: str, also: str = "") -> str:
    """GitHub's own escapes: per cent, line breaks, and in properties the separators."""
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def _sarif_rule(code: str) -> dict[str, Any]:
    row = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": row.title},
        "fullDescription": {"text": row.about},
        "helpUri": page_of(code),
        "defaultConfiguration": {"level": row.severity},
    }


def _sarif_result(problem: Problem, codes: Sequence[str]) -> dict[str, Any]:
    region = {
        "startLine": max(problem.line, 1),
        "startColumn": max(problem.column, 1),
        "endColumn": max(problem.column, 1) + problem.width,
    }
    location = {"artifactLocation": {"uri": _uri(problem.file)}, "region": region}
    return {
        "ruleId": problem.code,
        "ruleIndex": codes.index(problem.code),
        "level": problem.severity,
        "message": {"text": sentence_of(problem)},
        "locations": [{"physicalLocation": location}],
    }


def _uri(path: str) -> str:
    """Relative to the current folder where the file is below it, as code scanning wants; else a file URI."""
    near = os.path.relpath(path)
    if not near.startswith(".."):
        return quote(os.fsencode(near.replace(os.sep, "/")))
    return "file://" + quote(os.fsencode(path.replace(os.sep, "/")))
