"""cases.judge_cases: case files at the evaluation of a judge, and what JUnit reads of it."""

from xml.etree import ElementTree

import pytest
from pytest import param

from hookline.cases.judge_cases import junit_of, label_of, labelled_cases
from hookline.cases.nouns import Case, CaseFile, Expect
from hookline.judge.evaluation import Judgement, LabelledCase, Trial

NO, FAILED = Judgement(True, "r"), Judgement(None, "", "down")


@pytest.mark.parametrize(
    ("expect", "label"),
    [
        param(Expect(permission="deny"), True, id="a deny should be stopped"),
        param(Expect(permission="allow"), False, id="an allow should pass"),
        param(Expect(permission="none"), False, id="no opinion should pass"),
        param(Expect(permission="none", outputs={"followup_message": "go on"}), True, id="a follow-up is a no"),
        param(Expect(outputs={"followup_message": "go on"}), True, id="a follow-up alone"),
        param(Expect(blocked=True), True, id="blocked"),
        param(Expect(blocked=False), False, id="not blocked"),
        param(Expect(permission="ask"), None, id="asking a person is neither"),
        param(Expect(because="x"), None, id="something else"),
    ],
)
def test_labels(expect: Expect, label: bool | None) -> None:
    assert label_of(expect) is label


def test_a_case_is_completed_from_the_sample_of_its_event() -> None:
    given = Case("a push", "beforeShellExecution", {"command": "ls {workspace}"}, Expect(permission="deny"), line=4)
    (labelled,) = labelled_cases([CaseFile("/w/a.cases.toml", cases=(given,))], "/w")
    assert labelled._replace(input={}) == LabelledCase(
        "/w/a.cases.toml", 4, "a push", "beforeShellExecution", {}, True
    )  # fmt: skip
    assert labelled.input["command"] == "ls /w" and "cwd" in labelled.input


def a_trial(should_stop: bool, *judgements: Judgement, candidate: str = "p", name: str = "a case") -> Trial:
    case = LabelledCase("/w/a.cases.toml", 3, name, "stop", {}, should_stop)
    return Trial(candidate, case, should_stop, judgements)


def test_junit_has_a_suite_for_each_file_and_prompt() -> None:
    trials = [a_trial(True, NO, NO), a_trial(False, NO, FAILED, name="wrong"), a_trial(True, NO, NO, candidate="q")]
    root = ElementTree.fromstring(junit_of([CaseFile("/w/a.cases.toml")], ["p", "q"], trials, 1.5))
    assert (root.get("tests"), root.get("failures")) == ("3", "1")
    assert [(suite.get("name") or "").rpartition("/")[2] for suite in root] == ["a.cases.toml (p)", "a.cases.toml (q)"]
    failure = root.find(".//failure")
    assert failure is not None and failure.get("message") == "verdict: yes expected"
    assert "got: verdict: 1 × no; 1 × no verdict (down)" in (failure.text or "")
