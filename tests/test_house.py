"""The source stays plain: the figures of scripts/house.py, each with the bound it is held to."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"


@pytest.fixture(scope="module")
def figures() -> Iterator[dict[str, str]]:
    sys.path.insert(0, str(SCRIPTS))
    try:
        import house

        yield house.figures(house.sources_here())
    finally:
        sys.path.remove(str(SCRIPTS))


@pytest.mark.parametrize(
    ("figure", "bound"),
    [
        ("branches per line", 0.35),
        ("functions over complexity 10", 60),
        ("lines over 100 columns", 4.0),
        ("module names that repeat", 0),
        ("constructions outside assembly", 0),
    ],
)
def test_the_source_is_within_its_bounds(figures: dict[str, str], figure: str, bound: float) -> None:
    assert float(figures[figure].removesuffix(" %")) <= bound
