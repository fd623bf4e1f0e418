"""web.views.facts: how one event reads in short, and texts that end somewhere."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.model import Problem
from hookline.shorten import one_line
from hookline.web.views.page_facts import as_text, cut, decided, page_facts, problem_row, subject
from hookline.web.world import World


@pytest.mark.parametrize(
    ("permission", "blocked", "word"),
    [
        ("deny", True, "denied"), ("deny", False, "proceeds"), ("ask", False, "ask"), ("allow", False, "allowed"),
        (None, False, "proceeds"), (None, True, "denied"), ("later", False, "proceeds"),
    ],
)  # fmt: skip
def test_what_became_of_an_event(permission: str | None, blocked: bool, word: str) -> None:
    assert decided(permission, blocked) == word


@pytest.mark.parametrize(
    ("event", "given", "told"),
    [
        param("beforeShellExecution", {"command": "git\n  push"}, "git push", id="on one line"),
        param("beforeShellExecution", {"command": "x" * 500}, "x" * 199 + "…", id="cut"),
        param("later", {"command": "x"}, "", id="an event nobody knows"),
        param("stop", [1], "", id="a payload that is no object"),
        param("stop", {}, "", id="nothing to tell"),
    ],
)
def test_what_an_event_is_about(event: str, given: Any, told: str) -> None:
    assert subject(event, given) == told


def test_texts_end_somewhere() -> None:
    assert one_line("a " * 1_000_000, 3) == "a …"
    assert cut("abc", 3) == "abc"
    assert cut("a" * 100, 40) == "aaaaaaaaa\n[… cut: 100 characters in all]"
    assert as_text({"a": "é"}) == '{\n  "a": "é"\n}'
    assert as_text({1}) == "{1}"


def test_a_problem_of_a_file_and_one_of_the_journal_read_alike() -> None:
    problem = Problem("bad-timeout", "error", "/x.json", 3, 5, 1, "/hooks", "timeout is no number", "write one", "user")
    row = problem_row(problem)
    assert problem_row(problem.as_dict()) == row
    assert row == {
        "code": "bad-timeout", "severity": "error", "file": "/x.json", "line": 3, "column": 5,
        "problem": "timeout is no number", "remedy": "write one",
    }  # fmt: skip


def test_what_every_page_knows(nobody: World) -> None:
    import hookline

    assert page_facts(nobody, "try", "Try") == {
        "name": "try", "title": "Try", "version": hookline.__version__, "roots": list(nobody.roots),
        "journal": nobody.journal, "newest_id": 0,
    }  # fmt: skip
