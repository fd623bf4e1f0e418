"""cases.evaluate: labelled cases at a judge, through the engine."""

from typing import Any

import pytest
from pytest import param

from hookline.cases.judging import NOT_ASKED, NOT_LABELLED, LeftOut, Said, Subject, Trial, evaluate, label_of, of_prompts
from hookline.cases.nouns import Case, CaseFile, Expect
from hookline.errors import JudgeFailed
from hookline.model import Question, Verdict
from hookline.testing import FakeJudge, a_hook, a_hookset

DENY, PASS = Expect(permission="deny"), Expect(permission="none")
SHELL = "beforeShellExecution"


def case(command: str, expect: Expect, event: str = SHELL) -> Case:
    return Case(f"{command} case", event, {"command": command}, expect)


def run(subject: Subject, *cases: Case, judge: Any = None, **more: Any) -> tuple[list[Trial], list[LeftOut]]:
    file = CaseFile("/w/a.cases.toml", cases=cases)
    judge = judge or FakeJudge(lambda question: "rm" not in question.event, "why")
    return evaluate([subject], [(file, one) for one in cases], judge, workspace="/w", **more)


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


def test_a_prompt_is_tried_on_every_case() -> None:
    judge = FakeJudge(lambda question: "rm" not in question.event, "why")
    wrong, right = case("rm", PASS), case("ls", PASS)
    trials, left_out = run(Subject("p.md", "policy", model="big", timeout_s=7.0), wrong, right, judge=judge)
    assert trials == [
        Trial("p.md", "/w/a.cases.toml", wrong, False, (Said(True, "why"),)),
        Trial("p.md", "/w/a.cases.toml", right, False, (Said(False, "why"),)),
    ]
    assert left_out == [] and [trial.is_right for trial in trials] == [False, True]
    asked = judge.asked[0]
    assert (asked.policy, asked.model, asked.timeout_s) == ("policy", "big", 7.0)


def test_each_case_is_asked_as_often_as_told() -> None:
    answers = iter([True, False, True])
    trials, _ = run(
        Subject("p", "policy"), case("rm", DENY), judge=FakeJudge(lambda question: next(answers)), repeat=3, limit=1
    )
    assert [one.stops for one in trials[0].said] == [False, True, False]
    assert (trials[0].is_right, trials[0].agrees) == (False, False)


def test_what_is_known_of_the_work_is_summed() -> None:
    class Counting:
        def judge(self, question: Question) -> Verdict:
            return Verdict('{"ok": true}', {"latency_ms": 5.0, "input_tokens": 7, "output_tokens": 2, "calls": 1})

    hooks = a_hookset([a_hook(command=f"policy {number}", type="prompt", number=number) for number in (1, 2)])
    trials, _ = run(Subject("c", hooks=hooks), case("ls", PASS), judge=Counting())
    assert trials[0].said == (Said(False, "", None, 5.0, 14, 4, 2),)


def test_one_no_is_a_no_whatever_else_failed() -> None:
    def answer(question: Question) -> bool | None:
        return False if question.policy == "second" else None

    hooks = a_hookset([a_hook(command=policy, type="prompt", number=n) for n, policy in enumerate(("first", "second"), 1)])
    trials, _ = run(Subject("c", hooks=hooks), case("ls", DENY), judge=FakeJudge(answer, "second says so"))
    assert trials[0].said == (Said(True, "second says so"),)


def test_no_verdict() -> None:
    class Broken:
        def judge(self, question: Question) -> Verdict:
            raise JudgeFailed("it is down", {"latency_ms": 3.0, "calls": 2})

    trials, _ = run(Subject("p", "policy"), case("ls", PASS), judge=Broken())
    assert trials[0].said == (Said(None, "", "it is down", 3.0, 0, 0, 2),) and not trials[0].is_right


def test_what_is_left_out() -> None:
    unlabelled, elsewhere = case("ls", Expect(because="x")), case("ls", PASS, "beforeSubmitPrompt")
    subject = Subject("c", hooks=a_hookset([a_hook(command="policy", type="prompt")]))
    trials, left_out = run(subject, unlabelled, elsewhere)
    assert trials == []
    assert [(one.case, one.reason) for one in left_out] == [(unlabelled, NOT_LABELLED), (elsewhere, NOT_ASKED)]


def test_only_prompt_hooks_count_and_no_command_runs() -> None:
    hooks = a_hookset([a_hook(command="policy", type="prompt", model="own"), a_hook(command="touch /should/not", number=2)])
    assert [(hook.command, hook.model) for hook in of_prompts(hooks).hooks] == [("policy", "own")]
    assert [hook.model for hook in of_prompts(hooks, "big").hooks] == ["big"]
    assert Subject("nothing").hooks_for(SHELL).hooks == ()
