"""judge.event: what of an event a judge is shown."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.detect import clip, mask, mask_text
from hookline.judge.event_text import Masking, Shown, canonical, normalised, show

MASKING = Masking(mask, mask_text, clip)
TOKEN = "ghp_" + "a1B2" * 9
MASKED = mask_text(TOKEN)


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        param('{"command": "ls", "cwd": "/"}', {"command": "ls", "cwd": "/"}, id="what an event is about stays"),
        param(
            '{"conversation_id": "c", "session_id": "s", "generation_id": "g", "tool_use_id": "t", "transcript_path": "/t", "command": "ls"}',
            {"command": "ls"},
            id="ids go",
        ),
        param(
            '{"tool_input": {"session_id": "x"}}',
            {"tool_input": {"session_id": "x"}},
            id="inside a field nothing is an id of ours",
        ),
        param(
            '{"user_email": "a@b", "workspace_roots": ["/w"], "loop_count": 2}',
            {"user_email": "a@b", "workspace_roots": ["/w"], "loop_count": 2},
            id="a policy can be about these",
        ),
        param("not JSON", "not JSON", id="other text is itself"),
        param("[1]", [1], id="other JSON is itself"),
        param("[" * 100_000, "[" * 100_000, id="too deep to be read is text"),
    ],
)
def test_normalised(event: str, payload: Any) -> None:
    assert normalised(event) == payload


def test_the_order_of_keys_makes_no_other_event() -> None:
    assert canonical({"a": 1, "b": [2]}) == canonical({"b": [2], "a": 1}) != canonical({"b": [1], "a": 2})


@pytest.mark.parametrize(
    ("payload", "limit", "expected"),
    [
        param(
            {"command": "ls", "n": [1, None, True]},
            1000,
            Shown('{"command": "ls", "n": [1, null, true]}'),
            id="a small event is shown whole",
        ),
        param(
            {"command": f"curl -H 'Authorization: token {TOKEN}'"},
            1000,
            Shown(json.dumps({"command": f"curl -H 'Authorization: token {MASKED}'"})),
            id="a secret is masked",
        ),
        param(
            {"password": "hunter2hunter2"},
            1000,
            Shown('{"password": "[masked:key:7688]"}'),
            id="a value under a secret key is masked",
        ),
        param("a text: äöü", 1000, Shown('"a text: äöü"'), id="a text"),
        param(
            {"a": "y" * 1000},
            400,
            Shown('{"a": "' + "y" * 255 + "…[cut: 660 characters]…" + "y" * 85 + '"}', 660),
            id="the middle of a long text is cut",
        ),
        param(
            {"a": list(range(1000)), "b": "last"},
            200,
            Shown('{"a": [0, 1, 2, 3, 4, 5, 6, 7, "…[cut: 990 more]…", 998, 999], "b": "last"}', 990),
            id="the middle of a long list is cut, and what follows it stays",
        ),
        param(
            {"a": "y" * 100},
            60,
            Shown('{"a": "' + "y" * 30 + "…[cut: 60 characters]…y…[cut: 11 characters]…", 71),
            id="what never fits is cut as text",
        ),
    ],
)
def test_shown(payload: Any, limit: int, expected: Shown) -> None:
    assert show(payload, limit=limit, masking=MASKING) == expected


def test_masking_can_be_turned_off() -> None:
    assert show({"password": TOKEN}, limit=1000) == Shown(json.dumps({"password": TOKEN}))


@pytest.mark.parametrize("before", [0, 290, 299, 300, 310, 338, 500, 4000, 4390, 4396, 4400, 5000, 40_000])
def test_a_secret_that_crosses_a_cut_is_masked(before: int) -> None:
    """Wherever the ends of what is kept lie, no eight characters of the secret are sent."""
    for after in (0, 50, 99, 100, 110, 138, 4090, 4130, 40_000):
        shown = show({"text": "x " * (before // 2) + TOKEN + " y" * (after // 2)}, limit=430, masking=MASKING)
        assert not any(TOKEN[start : start + 8] in shown.text for start in range(len(TOKEN) - 8))


@pytest.mark.parametrize(
    "payload",
    [
        param({"content": "A" * 10_000_000, "command": "ls"}, id="10 MB in one text"),
        param({"list": ["abc def"] * 1_000_000}, id="a million texts"),
        param({"list": ["abc def " * 1000] * 1000}, id="8 MB in a thousand texts"),
        param({f"k{number}": {"x": "y" * 50} for number in range(100_000)}, id="a hundred thousand keys"),
    ],
)
def test_however_large_it_is_shown_soon(payload: Any) -> None:
    began = time.monotonic()
    shown = show(payload, limit=24_000, masking=MASKING)
    assert len(shown.text) < 24_100 and shown.cut > 0 and "…[cut: " in shown.text
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    "payload",
    [
        param({"a": {"\0head": "x", "\0tail": "y", "\0missing": "many"}}, id="text for a number"),
        param({"a": {"\0head": {"x": 1}, "\0tail": [], "\0missing": -5}}, id="a number below nothing"),
        param({"a": {"\0head": None, "\0tail": None, "\0missing": True}}, id="nothing at all"),
        param(json.loads("[" * 900 + "]" * 900), id="nested deeply"),
    ],
)
def test_an_event_that_looks_like_our_own_marks_breaks_nothing(payload: Any) -> None:
    assert show(payload, limit=1000, masking=MASKING).text


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=200),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=10), inner, max_size=10),
)


@settings(deadline=None)
@given(_JSON, st.integers(min_value=20, max_value=2000))
def test_it_always_fits(payload: Any, limit: int) -> None:
    shown = show(payload, limit=limit)
    assert len(shown.text) <= limit + 30
    assert (shown.text == json.dumps(payload, ensure_ascii=False)) == (shown.cut == 0)
