"""cli.judged: a judge's work in a few words."""

from typing import Any

import pytest
from pytest import param

from hookline.cli.show.judge_words import judged_by


@pytest.mark.parametrize(
    ("about", "text"),
    [
        param(
            {"model": "m", "input_tokens": 412, "output_tokens": 23, "latency_ms": 1234.5, "calls": 1},
            "m, 412 + 23 tokens, 1.2 s",
            id="an answer",
        ),
        param({"model": "m", "cached": True, "age_s": 60.0}, "m, from the cache, 60 s old", id="from the cache"),
        param({"model": "m", "shared": True}, "m, shared with the same question", id="shared"),
        param({"model": "m", "latency_ms": 80.0, "calls": 2}, "m, 80 ms, 2 requests", id="a failure after two requests"),
        param(
            {"model": "m", "output_tokens": 3, "cut": 900},
            "m, ? + 3 tokens, 900 characters or members of the event were cut",
            id="a cut",
        ),
        param({}, "a judge", id="nothing is known"),
    ],
)
def test_in_words(about: dict[str, Any], text: str) -> None:
    assert judged_by(about) == text
