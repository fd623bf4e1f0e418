"""Rows and what was measured → the table, as text for the terminal and as benchmarks/RESULTS.md. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.rows import Row
from benchmarks.timing import NOISY, TRIES, Measured

_HEADINGS = (
    "ours",
    "beside",
    "ratio",
    "middle half of rounds",
    "bound",
    "",
    "ours took",
    "the other",
)
_LEGEND = f"""Every figure is a ratio: ours ÷ what it stands beside, the median of alternating rounds in one run; next to it
the quartiles of these rounds. Durations only show the order of magnitude. A row that misses its bound, or whose quartiles
are more than {NOISY:.0%} apart, is measured up to {TRIES} times, and the quietest measurement counts, whichever way it went.

The hook of the first rows and of the peers is a shell script that reads its payload and answers; `/bin/true` is the least a
process can do, so what we add weighs most there. Peers start the same hook with the same payload in their own interpreter,
and keep no journal."""


class Line(NamedTuple):
    """A row with its outcome: a measurement, or the reason why there is none."""

    row: Row
    outcome: Measured | str

    @property
    def misses(self) -> bool:
        """Whether a promise is broken."""
        return isinstance(self.outcome, Measured) and self.outcome.misses(self.row.bound)


def cells(line: Line) -> tuple[str, ...]:
    """One line of the table."""
    row, outcome = line
    bound = "–" if row.bound is None else f"≤ {row.bound:g}"
    if isinstance(outcome, str):
        return (row.ours, row.beside, "–", "–", bound, f"not measured: {outcome}", "–", "–")
    return (
        row.ours, row.beside, _number(outcome.ratio),
        f"{_number(outcome.lower)}–{_number(outcome.upper)}", bound,
        _verdict(line, outcome), _duration(outcome.ours_s), _duration(outcome.floor_s),
    )  # fmt: skip


def markdown(lines: Sequence[Line], about: Sequence[str]) -> str:
    """RESULTS.md."""
    table = [_HEADINGS, ("---",) * len(_HEADINGS), *map(cells, lines)]
    rows = "\n".join(f"| {' | '.join(row)} |" for row in table)
    return (
        f"# Speed\n\nWritten by `make bench`; do not edit.\n\n{_LEGEND}\n\n{rows}\n\n"
        + "\n".join(f"- {one}" for one in about)
        + "\n"
    )


def text(line: Line) -> str:
    """One line for the terminal."""
    ours, beside, ratio, spread, bound, verdict, *_ = cells(line)
    return f"{ours:<44} {ratio:>7} × {beside:<42} {bound:<7} {verdict:<24} {spread}".replace(
        "`", ""
    )


def missed(lines: Sequence[Line]) -> list[str]:
    """A sentence for every broken promise."""
    return [
        f"missed: {line.row.ours} took {_number(line.outcome.ratio)} × {line.row.beside}; "
        f"the bound is {line.row.bound:g}"
        for line in lines
        if line.misses and isinstance(line.outcome, Measured)
    ]


def _verdict(line: Line, outcome: Measured) -> str:
    words = [] if line.row.bound is None else ["missed" if line.misses else "holds"]
    if outcome.noise > NOISY:
        words.append("noisy")
    if outcome.tries > 1:
        words.append(f"quietest of {outcome.tries} tries")
    return ", ".join(words)


def _number(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.4f}"


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e6:.1f} µs"
