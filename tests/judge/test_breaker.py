"""judge.breaker: when a server is left alone, and for how long."""

import pytest
from pytest import param

from hookline.judge.breaker import Health, failed, paused_s, refusal, tried

FIVE = Health(5, 1000.0, "it broke")


@pytest.mark.parametrize(
    ("health", "now", "left_s"),
    [
        param(Health(), 1000.0, 0.0, id="one nobody has asked yet"),
        param(Health(4, 1000.0, "x"), 1000.0, 0.0, id="four failures are not enough"),
        param(FIVE, 1000.0, 60.0, id="five are"),
        param(FIVE, 1059.0, 1.0, id="almost over"),
        param(FIVE, 1060.0, 0.0, id="over"),
        param(FIVE, 900.0, 0.0, id="a failure from the future is a clock that was set back"),
    ],
)
def test_how_long(health: Health, now: float, left_s: float) -> None:
    assert paused_s(health, now) == left_s
    assert (refusal(health, now) is None) == (left_s == 0.0)


def test_why() -> None:
    assert refusal(FIVE, 1018.0) == (
        "is not asked for another 42 s, because it failed 5 times in a row; last: it broke (to ask now: hookline judge forget)"
    )


def test_one_more_failure() -> None:
    assert failed(Health(4, 1.0, "old"), 1000.0, "it broke") == FIVE


def test_while_one_tries_the_others_wait() -> None:
    assert tried(FIVE, 1100.0) == FIVE._replace(at=1100.0)
    assert tried(Health(1, 5.0, "x"), 1100.0) == Health(1, 5.0, "x")
