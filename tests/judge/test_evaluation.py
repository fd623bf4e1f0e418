"""judge.evaluation: labelled cases at a judge, asked through the engine as prompt hooks are."""

from typing import Any

from hookline.cases.judge_cases import ask_through_engine
from hookline.errors import JudgeFailed
from hookline.judge.evaluation import (
    NOT_ASKED,
    NOT_LABELLED,
    Candidate,
    Judgement,
    LabelledCase,
    LeftOut,
    Trial,
    evaluate,
    only_prompt_hooks,
)  # fmt: skip
from hookline.model import Question, Verdict
from hookline.testing import FakeJudge, a_hook, a_hookset

SHELL = "beforeShellExecution"


def case(command: str, should_stop: bool | None, event: str = SHELL) -> LabelledCase:
    return LabelledCase("/w/a.cases.toml", 3, f"{command} case", event, {"command": command}, should_stop)


def run(candidate: Candidate, *cases: LabelledCase, judge: Any = None, **more: Any) -> tuple[list[Trial], list[LeftOut]]:
    judge = judge or FakeJudge(lambda question: "rm" not in question.event, "why")
    return evaluate([candidate], cases, ask_through_engine(judge, "/w"), **more)


def test_a_prompt_is_tried_on_every_case() -> None:
    judge = FakeJudge(lambda question: "rm" not in question.event, "why")
    wrong, right = case("rm", False), case("ls", False)
    trials, left_out = run(Candidate("p.md", "policy", model="big", timeout_s=7.0), wrong, right, judge=judge)
    assert trials == [
        Trial("p.md", wrong, False, (Judgement(True, "why"),)),
        Trial("p.md", right, False, (Judgement(False, "why"),)),
    ]
    assert left_out == [] and [trial.is_right for trial in trials] == [False, True]
    asked = judge.asked[0]
    assert (asked.policy, asked.model, asked.timeout_s) == ("policy", "big", 7.0)


def test_each_case_is_asked_as_often_as_told() -> None:
    answers = iter([True, False, True])
    trials, _ = run(
        Candidate("p", "policy"), case("rm", True), judge=FakeJudge(lambda question: next(answers)), repeat=3, limit=1
    )
    assert [each.stops for each in trials[0].judgements] == [False, True, False]
    assert (trials[0].is_right, trials[0].agrees) == (False, False)


def test_what_is_known_of_the_work_is_summed() -> None:
    class Counting:
        def judge(self, question: Question) -> Verdict:
            return Verdict('{"ok": true}', {"latency_ms": 5.0, "input_tokens": 7, "output_tokens": 2, "calls": 1})

    hooks = a_hookset([a_hook(command=f"policy {number}", type="prompt", number=number) for number in (1, 2)])
    trials, _ = run(Candidate("c", configured=hooks), case("ls", False), judge=Counting())
    assert trials[0].judgements == (Judgement(False, "", None, 5.0, 14, 4, 2),)


def test_one_no_is_a_no_whatever_else_failed() -> None:
    def answer(question: Question) -> bool | None:
        return False if question.policy == "second" else None

    hooks = a_hookset([a_hook(command=policy, type="prompt", number=n) for n, policy in enumerate(("first", "second"), 1)])
    trials, _ = run(Candidate("c", configured=hooks), case("ls", True), judge=FakeJudge(answer, "second says so"))
    assert trials[0].judgements == (Judgement(True, "second says so"),)


def test_no_verdict() -> None:
    class Broken:
        def judge(self, question: Question) -> Verdict:
            raise JudgeFailed("it is down", {"latency_ms": 3.0, "calls": 2})

    trials, _ = run(Candidate("p", "policy"), case("ls", False), judge=Broken())
    assert trials[0].judgements == (Judgement(None, "", "it is down", 3.0, 0, 0, 2),) and not trials[0].is_right


def test_what_is_left_out() -> None:
    unlabelled, elsewhere = case("ls", None), case("ls", False, "beforeSubmitPrompt")
    subject = Candidate("c", configured=a_hookset([a_hook(command="policy", type="prompt")]))
    trials, left_out = run(subject, unlabelled, elsewhere)
    assert trials == []
    assert [(each.case, each.reason) for each in left_out] == [(unlabelled, NOT_LABELLED), (elsewhere, NOT_ASKED)]


def test_only_prompt_hooks_count_and_no_command_runs() -> None:
    hooks = a_hookset([a_hook(command="policy", type="prompt", model="own"), a_hook(command="touch /should/not", number=2)])
    assert [(hook.command, hook.model) for hook in only_prompt_hooks(hooks).hooks] == [("policy", "own")]
    assert [hook.model for hook in only_prompt_hooks(hooks, "big").hooks] == ["big"]
    assert Candidate("nothing").hooks_for(SHELL).hooks == ()
