"""detect.finder: every place a rule finds, wherever it stands in the text."""

from __future__ import annotations

import time

from hookline.detect.finder import Finder, Span, joined, mark, replaced
from hookline.detect.secret_rules import Rule

LONG = Rule("long", "", "k=[a-z]{4,}")
ROW = Rule("row", "", "(?:^| )([0-9]{4})(?: |$)", "even")
FINDER = Finder([LONG, ROW], {"even": lambda data, start, end: int(data[start:end]) % 2 == 0})


def test_spans_have_rank_and_name() -> None:
    assert FINDER.find(b"k=abcd 1234") == [Span(0, 6, 0, "long"), Span(7, 11, 1, "row")]
    assert FINDER.find(b"") == []


def test_what_stands_behind_one_may_stand_before_the_next() -> None:
    assert [span.start for span in FINDER.find(b"1234 5678 9012")] == [0, 5, 10]


def test_checks_are_asked() -> None:
    assert [span.start for span in FINDER.find(b"1234 5679 9012")] == [0, 10]


def test_the_ends_of_windows_cut_nothing() -> None:
    for blanks in (*range(16_370, 16_400), *range(18_400, 18_450)):
        data = b"." * blanks + b" k=" + b"a" * 50_000 + b" 1234 " + b"." * 20_000
        spans = joined(FINDER.find(data))
        assert spans == [Span(blanks + 1, blanks + 50_003, 0, "long"), Span(blanks + 50_004, blanks + 50_008, 1, "row")]


def test_masks_are_kept_and_grow() -> None:
    assert FINDER.find(b"k=abcd", [(0, 6)]) == []
    assert FINDER.find(b"[k=abcdef]ghi", [(1, 5)]) == [Span(1, 9, 0, "long")]


def test_overlapping_spans_are_one_and_the_upper_rule_names_it() -> None:
    spans = [Span(4, 9, 0, "upper"), Span(0, 6, 3, "lower"), Span(9, 12, 1, "next")]
    assert joined(spans) == [Span(0, 9, 0, "upper"), Span(9, 12, 1, "next")]
    assert replaced(b"0123456789abXY", spans) == mark("upper", b"012345678") + mark("next", b"9ab") + b"XY"


def test_one_secret_has_one_mark() -> None:
    assert mark("a", b"x") == b"[masked:a:2d71]"


def test_time_grows_with_the_text_and_no_faster() -> None:
    def seconds(size: int) -> float:
        begun = time.perf_counter()
        FINDER.find(b"k=" + b"a" * size)
        return time.perf_counter() - begun

    seconds(1000)
    assert seconds(8_000_000) < 10
