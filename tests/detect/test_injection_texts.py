"""scripts/injection/texts.py: the same texts each time, of both kinds in the same carriers, with a third set aside."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts" / "injection"


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("texts")


def test_a_seed_makes_the_same_texts_each_time(texts: Any) -> None:
    assert list(texts.made_texts(7, 300, 300)) == list(texts.made_texts(7, 300, 300))


def test_there_are_thousands_of_different_texts_of_either_kind(texts: Any) -> None:
    made = list(texts.made_texts(7, 6500, 6500))
    assert len({text.text for text in made if text.is_harmful}) > 6000
    assert len({text.line for text in made if text.is_harmful}) > 1000
    assert len({text.line for text in made if not text.is_harmful}) > 700


def test_about_a_third_of_the_lines_is_held_out_and_none_of_them_stands_on_a_page_around_others(texts: Any) -> None:
    made = list(texts.made_texts(7, 3000, 3000))
    held_out = {text.line for text in made if text.is_held_out}
    assert 0.25 < len(held_out) / len({text.line for text in made}) < 0.42
    assert not held_out & set(texts._page_lines())


def test_every_slot_of_a_harmful_line_is_filled(texts: Any) -> None:
    known = set(texts.slots()) | set(texts._FORMS) | set(texts._ENCODED)
    for family, line in texts._lines(True):
        unknown = {name for name in re.findall(r"\{([a-zA-Z_0-9]+)\}", line) if name not in known} - {
            "data",
            "DATA",
            "output",
        }
        assert not unknown, (family, line)
