"""journal.cut: what is too large is shortened visibly, stays a payload, and never shows half a secret."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.journal.cut import LIMIT, MARK, fit, fit_text

TOKEN = "ghp_" + "aB3dE6gH9" * 4


def size(value: Any) -> int:
    return len(json.dumps(value))


def test_a_short_text_stays() -> None:
    assert fit_text("x" * LIMIT) == "x" * LIMIT


@pytest.mark.parametrize("length", [LIMIT + 100, LIMIT * 10])
def test_a_long_text_is_cut_with_a_mark(length: int) -> None:
    assert fit_text("x " * length) == ("x " * length)[:LIMIT] + MARK


@pytest.mark.parametrize("shown", range(1, len(TOKEN), 6))
def test_a_secret_across_the_cut_is_masked(shown: int) -> None:
    kept = fit_text("x " * ((LIMIT - shown) // 2) + TOKEN + " and more " * LIMIT)
    assert "ghp_" not in kept
    assert kept.endswith(MARK)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        param({"command": "ls", "content": "x" * 100_000}, {"command": "ls", "content": "x" * 49_152 + MARK}, id="one long string"),
        param({"a": "x" * 60_000, "b": "y" * 60_000, "c": 1}, {"a": "x" * 24_576 + MARK, "b": "y" * 24_576 + MARK, "c": 1},
              id="two long strings share"),
        param({"note": "a password=hunter2x", "content": "x" * 100_000},
              {"note": "a password=[masked:assigned:f2fe]", "content": "x" * 49_152 + MARK}, id="small fields are masked"),
        param({"text": 10**70_000 > 0, "at": (1, None)}, {"text": True, "at": [1, None]}, id="what JSON has stays"),
        param({"at": ("x" * 100_000,)}, {"at": ["x" * 49_152 + MARK]}, id="a tuple is a list"),
    ],
)  # fmt: skip
def test_strings_are_shortened_first(value: Any, expected: Any) -> None:
    assert fit(value) == expected


def test_then_members_are_left_out_with_a_count() -> None:
    kept = fit({"edits": [{"n": number} for number in range(100_000)]})
    edits = kept["edits"]
    assert edits[:3] == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert edits[-1] == f"{MARK} {100_000 - len(edits) + 1} more"
    assert size(kept) < 1.2 * LIMIT


def test_keys_are_left_out_with_a_count() -> None:
    kept = fit({f"key{number}": number for number in range(50_000)})
    assert kept[MARK] == f"{50_000 - len(kept) + 1} more"
    assert size(kept) < 1.2 * LIMIT


def test_a_long_key_is_shortened() -> None:
    assert list(fit({"k" * 1000: "x" * 100_000})) == ["k" * 256]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.sampled_from(["x" * 30_000, "é" * 30_000, TOKEN]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6),
    max_leaves=12,
)


@settings(deadline=None, max_examples=50)
@given(JSON)
def test_any_value_becomes_small_and_holds_no_secret(value: Any) -> None:
    kept = json.dumps(fit(value))
    assert len(kept) < 1.5 * LIMIT
    assert TOKEN not in kept
