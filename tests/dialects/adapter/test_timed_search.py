"""dialects.adapter.timed_search: JavaScript's regular expressions, under a time limit. More in test_hook_choice."""

from __future__ import annotations

import signal
import time

import pytest
from pytest import param

from hookline.dialects.adapter.timed_search import timed_search


@pytest.mark.parametrize(
    ("pattern", "subject", "found"),
    [
        param("el", "Shell", True, id="unanchored"),
        param("rm$", "rm\n", False, id="the end is the very end"),
        param(r"[$]x\$", "a $x$", True, id="dollars that are meant"),
        param("(?<a>x)", "x", True, id="a named group"),
        param("(?<=a)b", "cb", False, id="a look behind"),
        param("\\d", "٣", False, id="digits are ASCII"),
        param("(", "x", True, id="what is no regular expression matches"),
    ],
)
def test_a_search(pattern: str, subject: str, found: bool) -> None:
    assert timed_search(pattern, subject) is found


def test_a_pattern_that_would_run_for_hours_matches_and_the_clock_is_given_back() -> None:
    before, began = signal.getsignal(signal.SIGALRM), time.monotonic()
    assert timed_search("(a+)+$", "a" * 40 + "!")
    assert time.monotonic() - began < 10
    assert signal.getsignal(signal.SIGALRM) is before
