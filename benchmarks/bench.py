"""`make bench`: measures every row, prints the table, writes benchmarks/RESULTS.md. Exits 1 when a
bound is missed.

`python -m benchmarks.bench [WORD ...]` measures only the rows whose text contains one of the words,
and writes nothing.
"""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
import time
from collections.abc import Sequence

from benchmarks.report import Line, markdown, missed, text
from benchmarks.rows import ROWS, Row
from benchmarks.stage import ROOT, Stage
from benchmarks.timing import Measured, NotMeasured, measure, settled

RESULTS = os.path.join(ROOT, "benchmarks", "RESULTS.md")


def main(words: Sequence[str]) -> int:
    """Measure the rows asked for, or all."""
    load_before = os.getloadavg()[0]
    lines = []
    for row in wanted(words):
        lines.append(Line(row, outcome_of(row)))
        print(text(lines[-1]), flush=True)
    if not words:
        with open(RESULTS, "w", encoding="utf-8") as file:
            file.write(markdown(lines, about_this_machine(load_before)))
    for sentence in missed(lines):
        print(sentence, file=sys.stderr)
    return 1 if missed(lines) else 0


def wanted(words: Sequence[str]) -> list[Row]:
    """The rows that contain one of the words; all when there is none."""
    return [
        row
        for row in ROWS
        if not words or any(word in f"{row.ours} {row.beside}" for word in words)
    ]


def outcome_of(row: Row) -> Measured | str:
    """A measurement on a stage of its own, or why there is none."""
    stage = Stage()
    try:
        pair = row.pair(stage)
        return settled(row.bound, lambda: measure(pair, row.rounds, row.calls))
    except NotMeasured as reason:
        return str(reason)
    finally:
        stage.close()


def about_this_machine(load_before: float) -> list[str]:
    """What the durations depend on, and the ratios hardly."""
    return [
        time.strftime("%Y-%m-%d", time.gmtime()),
        f"{platform.system()} {platform.release()}, {platform.machine()}, {os.cpu_count()} cores; "
        f"load {load_before:.1f} before, {os.getloadavg()[0]:.1f} after",
        f"{platform.python_implementation()} {platform.python_version()}, {_build()}",
    ]


def _build() -> str:
    """How the interpreter was built: what Python code adds to a row weighed a fifth more in one
    that was not optimised.
    """
    optimised = "--enable-optimizations" in str(sysconfig.get_config_var("CONFIG_ARGS"))
    return (
        "an optimised build"
        if optimised
        else "built without --enable-optimizations, so our own share is larger than need be"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
