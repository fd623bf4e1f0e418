"""Results → what a person, a program and a CI server read of them. Pure; arranges, decides nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from hookline.cases.nouns import CaseFile, CaseProblem, Result
from hookline.shorten import last_lines

__all__ = ["Report", "details", "junit"]

#: What XML cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STDERR_LINES = 12


class Report(NamedTuple):
    """A whole run: the files, how their cases went, how long it took, and how many cases were not wanted."""

    files: Sequence[CaseFile]
    results: Sequence[Result]
    duration_s: float = 0.0
    left_out: int = 0

    @property
    def problems(self) -> list[CaseProblem]:
        """What is wrong with the files themselves."""
        return [problem for file in self.files for problem in file.problems]

    @property
    def failed(self) -> list[Result]:
        """The cases that did not pass."""
        return [result for result in self.results if not result.passed]

    @property
    def fine(self) -> bool:
        """Whether every case passed and every file could be read."""
        return not self.failed and not self.problems

    def of(self, file: CaseFile) -> list[Result]:
        """The results of one file."""
        return [result for result in self.results if result.file == file.path]

    def as_dict(self) -> dict[str, Any]:
        """The report as `hookline test --json` prints it."""
        return {
            "files": [file.path for file in self.files],
            "cases": [result.as_dict() for result in self.results],
            "problems": [problem._asdict() for problem in self.problems],
            "passed": len(self.results) - len(self.failed),
            "failed": len(self.failed),
            "left_out": self.left_out,
            "duration_s": round(self.duration_s, 3),
        }


def details(result: Result) -> Iterator[tuple[str, str]]:
    """Why a case did not pass, as labels and texts."""
    if result.trouble:
        yield "cannot run", result.trouble
    for difference in result.differences:
        yield "expected", f"{difference.what}: {difference.expected}"
        yield "got", f"{difference.what}: {difference.got}"
    if result.decision:
        yield "because", result.decision.because
        yield from (
            ("skipped", f"{skip.hook.command}: {skip.reason}") for skip in result.decision.skips
        )
    if result.stderr:
        yield "stderr", "\n".join(last_lines(result.stderr.splitlines(), _STDERR_LINES))


def junit(report: Report) -> str:
    """JUnit's XML, as CI servers read it: a suite for each file; a file that is wrong is an error
    of its suite.
    """
    suites = [_suite(file, report.of(file)) for file in report.files]
    numbers = {
        "tests": len(report.results) + len(report.problems),
        "failures": len(report.failed),
        "errors": len(report.problems),
        "time": f"{report.duration_s:.3f}",
    }
    head = f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="hookline"{_attributes(numbers)}>\n'
    return head + "".join(suites) + "</testsuites>\n"


def _suite(file: CaseFile, results: Sequence[Result]) -> str:
    name = os.path.relpath(file.path)
    numbers = {
        "name": name,
        "tests": len(results) + len(file.problems),
        "failures": sum(not result.passed for result in results),
        "errors": len(file.problems),
        "time": f"{sum(result.duration_ms for result in results) / 1000:.3f}",
    }
    cases = [_case(name, result) for result in results] + [
        _error(name, problem) for problem in file.problems
    ]
    return f"  <testsuite{_attributes(numbers)}>\n{''.join(cases)}  </testsuite>\n"


def _case(file: str, result: Result) -> str:
    about = {
        "classname": file,
        "name": result.case.name,
        "file": file,
        "line": result.case.line,
        "time": f"{result.duration_ms / 1000:.3f}",
    }
    if result.passed:
        return f"    <testcase{_attributes(about)}/>\n"
    lines = list(details(result))
    message = result.trouble or "; ".join(
        f"{difference.what}: {difference.expected} expected" for difference in result.differences
    )
    text = "\n".join(f"{label}: {text}" for label, text in lines)
    inside = f"      <failure{_attributes({'message': message})}>{escape(_xml(text))}</failure>\n"
    return f"    <testcase{_attributes(about)}>\n{inside}    </testcase>\n"


def _error(file: str, problem: CaseProblem) -> str:
    about = {
        "classname": file,
        "name": problem.case or "the file",
        "file": file,
        "line": problem.line,
    }
    inside = f"      <error{_attributes({'message': f'{problem.problem}; {problem.remedy}'})}/>\n"
    return f"    <testcase{_attributes(about)}>\n{inside}    </testcase>\n"


def _attributes(values: Mapping[str, Any]) -> str:
    return "".join(f" {name}={quoteattr(_xml(str(value)))}" for name, value in values.items())


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
