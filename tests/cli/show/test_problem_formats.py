from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest import param

from hookline.cli.show import problem_formats as formats
from hookline.cli.show.problem_formats import FORMATS, Findings, excerpt, summary
from hookline.cli.show.terminal import Screen
from hookline.model import Problem

TEXT = '{\n  "hooks": {\n    "beforeShellExec": [\n'
PROBLEM = Problem(
    "unknown-event", "error", "/ws/.cursor/hooks.json", 3, 5, 17, "/hooks/beforeShellExec",
    "there is no event 'beforeShellExec'", "write beforeShellExecution", "project",
)  # fmt: skip
LATE = PROBLEM._replace(code="milliseconds", severity="warning", line=12, column=1, remedy="", problem="odd: 100%\n,")


def shown(show: Callable[[Screen, Findings], None], *problems: Problem, text: str = TEXT) -> str:
    stream = io.StringIO()
    show(Screen(stream=stream), Findings({"/ws/.cursor/hooks.json": text}, problems, 4))
    return stream.getvalue()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_full_shows_the_line_a_caret_and_the_remedy() -> None:
    assert shown(formats.full, PROBLEM) == (
        "error[unknown-event]: there is no event 'beforeShellExec'\n"
        " --> /ws/.cursor/hooks.json:3:5\n"
        "  |\n"
        '2 |   "hooks": {\n'
        '3 |     "beforeShellExec": [\n'
        "  |     ^^^^^^^^^^^^^^^^^\n"
        "  |\n"
        "help: write beforeShellExecution\n"
        "more: hookline rule unknown-event\n"
        "\n"
        "1 error in 1 file, 4 hooks.\n"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [param("", 1, id="a file that could not be read"), param(TEXT, 99, id="a line that is not there any more")],
)
def test_full_leaves_the_excerpt_out_when_there_is_no_such_line(text: str, line: int) -> None:
    out = shown(formats.full, PROBLEM._replace(line=line), text=text)
    assert "|" not in out
    assert f":{line}:5" in out


def test_full_counts_lines_as_the_reader_does() -> None:
    out = shown(formats.full, PROBLEM, text=TEXT.replace("\n", "\r"))
    assert '3 |     "beforeShellExec": [' in out


def test_the_first_line_has_nothing_before_it_and_a_byte_order_mark_takes_no_column() -> None:
    out = shown(formats.full, PROBLEM._replace(line=1, column=1, width=1), text="\ufeff{}")
    assert " --> /ws/.cursor/hooks.json:1:1\n  |\n1 | {}\n  | ^\n  |\n" in out


def test_concise_is_a_line_for_each_problem() -> None:
    assert shown(formats.concise, PROBLEM, LATE) == (
        "/ws/.cursor/hooks.json:3:5: error[unknown-event] there is no event 'beforeShellExec'. Write beforeShellExecution\n"
        "/ws/.cursor/hooks.json:12:1: warning[milliseconds] odd: 100%\\n,.\n"
        "1 error, 1 warning in 1 file, 4 hooks.\n"
    )


def test_json_holds_everything() -> None:
    assert json.loads(shown(formats.as_json, PROBLEM)) == {
        "files": ["/ws/.cursor/hooks.json"],
        "hooks": 4,
        "problems": [PROBLEM.as_dict()],
        "summary": {"error": 1, "warning": 0, "note": 0},
        "trust": [],
    }


def test_github_annotations_are_escaped_as_github_wants() -> None:
    assert shown(formats.github, PROBLEM, LATE._replace(severity="note")) == (
        "::error file=/ws/.cursor/hooks.json,line=3,col=5,endColumn=22,title=unknown-event::"
        "there is no event 'beforeShellExec'. Write beforeShellExecution\n"
        "::notice file=/ws/.cursor/hooks.json,line=12,col=1,endColumn=18,title=milliseconds::odd: 100%25%0A,.\n"
    )


def test_github_escapes_the_separators_of_properties() -> None:
    out = shown(formats.github, PROBLEM._replace(file="/ws/a,b:c.json"))
    assert out.startswith("::error file=/ws/a%2Cb%3Ac.json,line=3")


def test_sarif_names_rules_and_places(tmp_path: Path) -> None:
    near = PROBLEM._replace(file=f"{tmp_path}/a b.json")
    log = json.loads(shown(formats.sarif, near, LATE))
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["milliseconds", "unknown-event"]
    assert run["results"][0] == {
        "ruleId": "unknown-event",
        "ruleIndex": 1,
        "level": "error",
        "message": {"text": "there is no event 'beforeShellExec'. Write beforeShellExecution"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "a%20b.json"},
                    "region": {"startLine": 3, "startColumn": 5, "endColumn": 22},
                }
            }
        ],
    }
    assert (
        run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///ws/.cursor/hooks.json"
    )


@pytest.mark.parametrize(
    ("line", "column", "width", "expected"),
    [
        param('  "a": 5', 8, 1, ('  "a": 5', 7, 1), id="a short line whole"),
        param('\t"日": 5', 7, 1, ('    "日": 5', 10, 1), id="tabs and wide letters count as they are shown"),
        param("\x1b5", 2, 1, ("\\x1b5", 4, 1), id="what is written out counts as it is shown"),
        param("abc", 9, 1, ("abc", 3, 1), id="a place behind the line"),
    ],
)
def test_excerpt(line: str, column: int, width: int, expected: tuple[str, int, int]) -> None:
    assert excerpt(line, column, width) == expected


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "a" * 1000 + "HERE" + "b" * 1000
    shown_line, caret, width = excerpt(line, 1001, 4)
    assert shown_line.startswith("…a")
    assert shown_line.endswith("b…")
    assert shown_line[caret : caret + width] == "HERE"
    assert len(shown_line) < 130


def test_a_problem_wider_than_the_screen_is_cut() -> None:
    _, caret, width = excerpt("x" * 5000, 1, 5000)
    assert (caret, width) == (0, 110)


@pytest.mark.parametrize(
    ("problems", "text"),
    [
        param((), "No problems in 1 file, 4 hooks.", id="nothing wrong"),
        param((PROBLEM, PROBLEM, LATE), "2 errors, 1 warning in 1 file, 4 hooks.", id="some"),
    ],
)
def test_summary(problems: tuple[Problem, ...], text: str) -> None:
    assert summary(Findings({"/x": ""}, problems, 4)) == text


def test_every_format_can_show_nothing() -> None:
    assert {name: shown(show) for name, show in FORMATS.items() if name in ("full", "concise", "github")} == {
        "full": "No problems in 1 file, 4 hooks.\n",
        "concise": "No problems in 1 file, 4 hooks.\n",
        "github": "",
    }
