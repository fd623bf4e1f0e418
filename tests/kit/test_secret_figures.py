"""scripts/secret_figures.py: the corpus is what it says, and the figures are no worse than those of the docs page."""

from __future__ import annotations

import importlib
import random
import re
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("secret_figures")


def test_the_corpus_has_kinds_enough_and_each_once(figures: Any) -> None:
    true = [sample.kind for sample in figures.true_samples()][:: figures.SAMPLES]
    false = list(dict.fromkeys(sample.kind for sample in figures.false_samples()))
    assert len(true) == len(set(true)) >= 61
    assert len(false) >= 80
    for kinds in (true, false):
        assert 0.25 < sum(map(figures.is_held_out, kinds)) / len(kinds) < 0.45


def test_the_same_texts_every_time(figures: Any) -> None:
    assert list(figures.true_samples()) == list(figures.true_samples())
    assert all(sample.secret and "{" not in sample.secret for sample in figures.true_samples())


def test_recipes(figures: Any) -> None:
    text = figures.expand('{"a": "{hex:8}", "b": {uuid}, "c": {nothing:3}} {digits}', random.Random(1))
    uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}"
    assert re.fullmatch(rf'\{{"a": "[0-9a-f]{{8}}", "b": {uuid}, "c": \{{nothing:3\}}\}} \{{digits\}}', text)


def test_recall_and_false_alarms(figures: Any) -> None:
    """On the held-out third too: at least nine of ten, at most one alarm in twenty."""
    recall, _, _ = figures.measure(list(figures.true_samples()), figures.is_found)
    alarms, _, _ = figures.measure(list(figures.false_samples()), lambda sample: bool(figures.secrets_in(sample.text)))
    assert min(share(recall[False]), share(recall[True])) >= 0.9
    assert share(alarms[False]) <= 0.04
    assert share(alarms[True]) <= 0.05


def test_ten_megabytes_take_no_longer_than_the_anchor_by_far(figures: Any) -> None:
    text = figures.speed_text()
    assert len(text) == figures.SPEED_BYTES
    assert figures.seconds_for(text) < 14


def test_the_page_is_written(
    figures: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "secrets.md"
    page.write_text(f"before\n{figures.BEGIN}\nold\n{figures.END}\nbehind\n")
    monkeypatch.setattr(figures, "PAGE", page)
    monkeypatch.setattr(figures, "SPEED_BYTES", 100_000)
    assert figures.main(["--write", "--misses"]) == 0
    printed = capsys.readouterr().out
    assert "secrets found (recall)" in printed
    written = page.read_text()
    assert written.startswith(f"before\n{figures.BEGIN}\n\n| | kinds the rules were tuned on |")
    assert written.endswith(f"|\n\n{figures.END}\nbehind\n")


def share(figures: Any) -> float:
    return float(figures.hits / figures.texts)
