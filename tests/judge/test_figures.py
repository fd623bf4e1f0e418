"""judge.figures: trials → figures, as whole values."""

import pytest
from pytest import param

from hookline.judge.evaluation import Judgement, LabelledCase, Trial
from hookline.judge.figures import Figures, as_dict, figures_of, percentile, word

NO, YES, FAILED = (
    Judgement(True, "r", None, 10.0, 7, 2, 1),
    Judgement(False, "r", None, 20.0, 7, 2, 1),
    Judgement(None, "", "down", 30.0, 0, 0, 2),
)


def trial(should_stop: bool, *judgements: Judgement, candidate: str = "p", name: str = "a case") -> Trial:
    case = LabelledCase("/w/a.cases.toml", 3, name, "stop", {}, should_stop)
    return Trial(candidate, case, should_stop, judgements)


TRIALS = [
    trial(True, NO, NO),
    trial(True, YES, NO),
    trial(False, YES, YES),
    trial(False, NO, FAILED),
    trial(True, FAILED, FAILED),
]


def test_the_figures() -> None:
    assert figures_of("p", [*TRIALS, trial(True, NO, candidate="other")]) == Figures(
        "p", stopped=3, missed=1, unsure_stop=2, passed=2, false_blocks=1, unsure_pass=1, cases=5, agreeing=3,
        p50_ms=20.0, p95_ms=30.0, input_tokens=49, output_tokens=14, calls=13,
    )  # fmt: skip


def test_what_is_derived_of_them() -> None:
    figures = figures_of("p", TRIALS)
    assert (figures.answers, figures.right, figures.unsure) == (10, 5, 3)
    assert figures.as_dict() == {
        **{"subject" if name == "candidate" else name: value for name, value in figures._asdict().items()},
        "answers": 10, "right": 5,
    }  # fmt: skip


def test_nothing_was_tried() -> None:
    assert figures_of("p", []) == Figures("p")


@pytest.mark.parametrize(
    ("ordered", "share", "value"),
    [
        param([], 50, 0.0, id="nothing"),
        param([5.0], 95, 5.0, id="one"),
        param([1.0, 2.0], 50, 1.0, id="the lower half"),
        param([float(number) for number in range(1, 101)], 95, 95.0, id="a hundred"),
        param([float(number) for number in range(1, 21)], 95, 19.0, id="twenty"),
    ],
)
def test_percentile(ordered: list[float], share: int, value: float) -> None:
    assert percentile(ordered, share) == value


def test_for_programs() -> None:
    found = as_dict(["p"], [trial(False, NO)])
    assert found == {
        "prompts": [figures_of("p", [trial(False, NO)]).as_dict()],
        "cases": [
            {
                "prompt": "p", "file": "/w/a.cases.toml", "line": 3, "name": "a case", "event": "stop", "should_stop": False,
                "right": False, "said": [NO._asdict()],
            }
        ],
    }  # fmt: skip


def test_words() -> None:
    assert [word(stops) for stops in (True, False, None)] == ["no", "yes", "no verdict"]
