"""cases.report: what is told of a run, to people and to CI servers."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from hookline.cases.nouns import Case, CaseFile, CaseProblem, Difference, Expect, Result
from hookline.cases.report import Report, details, junit
from hookline.model import Decision, Outcome, Skip
from hookline.testing import a_hook, exited

GOOD = Case("a push is denied", "beforeShellExecution", {}, Expect(), 4)
BAD = Case('a "quoted" <name>', "beforeShellExecution", {}, Expect(), 9)
LOST = Case("never run", "stop", {}, Expect(), 14)
PROBLEM = CaseProblem("/w/b.cases.toml", 3, "", "it has no cases", "add one")
FILES = [CaseFile("/w/a.cases.toml", "./x.sh", cases=(GOOD, BAD)), CaseFile("/w/b.cases.toml", problems=(PROBLEM,))]


def a_decision(stderr: str = "line 1\nline 2") -> Decision:
    outcome, skip = Outcome(a_hook(), exited(1, stderr=stderr)), Skip(a_hook(command="./other.sh"), "matcher does not match")
    return Decision("beforeShellExecution", {}, False, None, {}, "1 hook ran", (outcome,), (skip,))


RESULTS = [
    Result("/w/a.cases.toml", GOOD, duration_ms=10),
    Result("/w/a.cases.toml", BAD, (Difference("permission", "deny", "none"),), a_decision(), duration_ms=20),
    Result("/w/b.cases.toml", LOST, trouble="no such option"),
]
REPORT = Report(FILES, RESULTS, 1.5, left_out=2)


def test_figures() -> None:
    assert (REPORT.fine, REPORT.failed, REPORT.problems) == (False, RESULTS[1:], [PROBLEM])
    assert REPORT.of(FILES[0]) == RESULTS[:2]
    assert Report(FILES[:1], RESULTS[:1]).fine
    shown = REPORT.as_dict()
    assert [case["name"] for case in shown.pop("cases")] == [GOOD.name, BAD.name, LOST.name]
    assert shown == {
        "files": ["/w/a.cases.toml", "/w/b.cases.toml"], "problems": [PROBLEM._asdict()], "passed": 1, "failed": 2,
        "left_out": 2, "duration_s": 1.5,
    }  # fmt: skip


def test_why_a_case_did_not_pass() -> None:
    assert list(details(RESULTS[1])) == [
        ("expected", "permission: deny"),
        ("got", "permission: none"),
        ("because", "1 hook ran"),
        ("skipped", "./other.sh: matcher does not match"),
        ("stderr", "line 1\nline 2"),
    ]
    assert list(details(RESULTS[2])) == [("cannot run", "no such option")]


def test_of_long_stderr_the_end_is_shown_for_there_is_the_error() -> None:
    long = a_decision("\n".join(f"line {number}" for number in range(1, 31)))
    shown = dict(details(Result("f", BAD, decision=long)))["stderr"].splitlines()
    assert (shown[0], shown[1], shown[-1], len(shown)) == ("… (18 lines above)", "line 19", "line 30", 13)


def test_junit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    results = [*RESULTS[:1], RESULTS[1]._replace(decision=a_decision("\x1b[31m<&\0")), RESULTS[2]]
    root = ElementTree.fromstring(junit(REPORT._replace(results=results)))
    assert root.attrib == {"name": "hookline", "tests": "4", "failures": "2", "errors": "1", "time": "1.500"}
    first, second = root
    assert {name: first.attrib[name] for name in ("tests", "failures", "errors", "time")} == {
        "tests": "2", "failures": "1", "errors": "0", "time": "0.030",
    }  # fmt: skip
    good, bad = first
    assert (good.attrib["name"], list(good)) == ("a push is denied", [])
    assert (bad.attrib["name"], bad.attrib["line"], bad[0].tag, bad[0].attrib) == (
        'a "quoted" <name>', "9", "failure", {"message": "permission: deny expected"},
    )  # fmt: skip
    assert (bad[0].text or "").endswith("stderr: \ufffd[31m<&\ufffd")
    lost, wrong = second
    assert lost[0].attrib == {"message": "no such option"}
    assert (wrong.attrib["name"], wrong[0].tag, wrong[0].attrib) == (
        "the file",
        "error",
        {"message": "it has no cases; add one"},
    )
