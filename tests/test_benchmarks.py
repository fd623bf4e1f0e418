"""`make bench`: its rows, its arithmetic and its table. No test here measures time; `make bench` does."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # benchmarks/ is no part of the package

from benchmarks import bench  # noqa: E402
from benchmarks.peers.drive import HERE, PEERS  # noqa: E402
from benchmarks.report import Line, cells, markdown, missed, text  # noqa: E402
from benchmarks.rows import ROWS, Row  # noqa: E402
from benchmarks.stage import Stage  # noqa: E402
from benchmarks.timing import TRIES, Measured, NotMeasured, Pair, Sampler, measure, settled  # noqa: E402

#: Section 8 of the design, without the warm processes that come later.
PROMISES = {
    ("one hook through `fire`, journal on", 1.4),
    ("one hook through `fire`, journal off", 1.3),
    ("`fire` with nothing to run", 4.0),
    ("eight 50 ms hooks", 1.3),
    ("`hookline --version`", 5.0),
    ("a whole `hookline fire` process", 9.0),
    ("`import hookline.sdk`", 1.9),
    ("1,000 matchers, varying 4 KB commands", 0.02),
    ("10,000 matchers, varying 200-byte commands", 0.05),
    ("1,000 hookify rules in one pass, varying 4 KB commands", 0.02),
    ("loading 10,000 hooks", 12.0),
}


def test_every_promise_has_a_row_with_its_bound() -> None:
    assert {(row.ours, row.bound) for row in ROWS if row.bound is not None} == PROMISES


def test_every_peer_has_a_row_and_a_program() -> None:
    assert {peer.name for peer in PEERS.values()} == {
        "gemini-cli's HookRunner",
        "kimi-cli's HookEngine",
        "openhands-sdk's HookManager",
    }
    for peer in PEERS.values():
        assert [row.bound for row in ROWS if row.beside == f"{peer.name} {peer.version}"] == [None]
        assert (Path(HERE) / peer.program).is_file()


def taking(*seconds: float) -> Sampler:
    """A sampler whose calls take these times, one call after the other; the first call is the one that warms up."""
    turns = iter(seconds)
    return lambda count: [next(turns)] * count


def test_a_ratio_is_the_median_of_the_rounds_ratios() -> None:
    ours, floor = taking(99.0, 2.0, 3.0, 20.0), taking(99.0, 1.0, 2.0, 2.0)
    assert measure(Pair(ours, floor), rounds=3, count=5) == Measured(2.0, 1.75, 6.0, 3.0, 2.0)


def test_rounds_alternate_and_change_who_begins() -> None:
    order: list[str] = []

    def noting(name: str) -> Sampler:
        return lambda count: order.append(name) or [1.0]  # type: ignore[func-returns-value]

    measure(Pair(noting("ours"), noting("floor")), rounds=2, count=1)
    assert order == ["ours", "floor", "floor", "ours", "ours", "floor"]


def a_measurement(ratio: float, noise: float = 0.01) -> Measured:
    return Measured(ratio, ratio * (1 - noise / 2), ratio * (1 + noise / 2), 1.0, 1.0)


@pytest.mark.parametrize(
    ("bound", "measured", "ratio", "tries"),
    [
        pytest.param(1.4, [(1.2, 0.01)], 1.2, 1, id="a quiet measurement that holds is enough"),
        pytest.param(1.4, [(1.2, 0.5), (1.3, 0.01)], 1.3, 2, id="a noisy one is not, even if it holds"),
        pytest.param(1.4, [(1.6, 0.02), (1.3, 0.01)], 1.3, 2, id="a miss is measured again"),
        pytest.param(1.4, [(1.6, 0.01), (1.3, 0.09)], 1.6, 2, id="a noisier hold does not excuse a quiet miss"),
        pytest.param(1.4, [(1.7, 0.3), (1.5, 0.2), (1.1, 0.4)], 1.5, TRIES, id="the quietest counts, not the lowest"),
        pytest.param(None, [(9.0, 0.01)], 9.0, 1, id="a row without a bound cannot miss"),
        pytest.param(None, [(9.0, 0.2), (8.0, 0.05)], 8.0, 2, id="but it can be noisy"),
    ],
)
def test_tries(bound: float | None, measured: list[tuple[float, float]], ratio: float, tries: int) -> None:
    turns = iter(measured)
    counted = settled(bound, lambda: a_measurement(*next(turns)))
    assert (counted.ratio, counted.tries, list(turns)) == (ratio, tries, [])


def a_row(pair: Callable[[Stage], Pair], bound: float | None = 1.4) -> Row:
    return Row("`ours`", "theirs", bound, pair, rounds=2, calls=1)


def a_line(outcome: Measured | str, bound: float | None = 1.4) -> Line:
    return Line(a_row(lambda stage: Pair(taking(), taking()), bound), outcome)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        pytest.param(
            a_line(Measured(1.234, 1.2, 1.25, 0.0012, 0.001)),
            ("`ours`", "theirs", "1.23", "1.20–1.25", "≤ 1.4", "holds", "1.20 ms", "1.00 ms"),
            id="a bound that holds",
        ),
        pytest.param(
            a_line(Measured(1.5, 1.5, 1.5, 15e-6, 1e-5, tries=3)),
            ("`ours`", "theirs", "1.50", "1.50–1.50", "≤ 1.4", "missed, quietest of 3 tries", "15.0 µs", "10.0 µs"),
            id="a bound that is missed says how often it was tried",
        ),
        pytest.param(
            a_line(Measured(0.0123, 0.01, 0.02, 1.5, 122.0), bound=None),
            ("`ours`", "theirs", "0.0123", "0.0100–0.0200", "–", "noisy", "1.50 s", "122.00 s"),
            id="a row without a bound has no verdict, and a noisy one says so",
        ),
        pytest.param(
            a_line("needs Python >= 3.12"),
            ("`ours`", "theirs", "–", "–", "≤ 1.4", "not measured: needs Python >= 3.12", "–", "–"),
            id="a row that was not measured says why",
        ),
    ],
)
def test_a_line_of_the_table(line: Line, shown: tuple[str, ...]) -> None:
    assert cells(line) == shown
    assert f"| {' | '.join(shown)} |" in markdown([line], ["a machine"])
    assert shown[0].strip("`") in text(line) and shown[5] in text(line)


def test_only_a_measured_miss_breaks_a_promise() -> None:
    lines = [
        a_line(Measured(1.4, 1, 2, 1, 1)),
        a_line(Measured(9.0, 1, 2, 1, 1), bound=None),
        a_line("no compiler"),
        a_line(Measured(1.5, 1, 2, 1, 1)),
    ]
    assert missed(lines) == ["missed: `ours` took 1.50 × theirs; the bound is 1.4"]


def test_a_row_that_cannot_be_measured_gives_its_reason() -> None:
    def pair(stage: Stage) -> Pair:
        raise NotMeasured("there is no C compiler")

    assert bench.outcome_of(a_row(pair)) == "there is no C compiler"


@pytest.mark.parametrize(
    ("ratio", "code"), [pytest.param(1.4, 0, id="all bounds hold"), pytest.param(1.5, 1, id="one is missed")]
)
def test_the_exit_code(ratio: float, code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    row = a_row(lambda stage: Pair(lambda count: [ratio], lambda count: [1.0]))
    monkeypatch.setattr(bench, "ROWS", (row,))
    monkeypatch.setattr(bench, "RESULTS", str(tmp_path / "RESULTS.md"))
    assert bench.main([]) == code
    assert "| `ours` | theirs |" in (tmp_path / "RESULTS.md").read_text()


def test_some_rows_only() -> None:
    assert [row.ours for row in bench.wanted(["matchers"])] == [
        "1,000 matchers, varying 4 KB commands",
        "10,000 matchers, varying 200-byte commands",
    ]
    assert bench.wanted([]) == list(ROWS)
