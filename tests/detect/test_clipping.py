"""detect.clipping: what is cut is masked before, so that no half of a secret is left on either side."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import param

from hookline.detect import mask_text
from hookline.detect.clipping import MARGIN, clip

#: Put together at run time, so that no scanner finds them in this file.
TOKEN = "ghp_" + "a8Fk2LmQ9zXc4VbN7tRw1YpS6dHj3GeU0oKi"
URL = "postgres://shop:" + "tr0ub4dor-Zx9q" + "@db/shop"
KEY = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEAx7Kq2ZmW9bTn4RvL8sYd\n" * 20 + "-----END RSA PRIVATE KEY-----"
SECRETS = {"token": TOKEN, "url": "tr0ub4dor-Zx9q", "key": "MIIEowIBAAKCAQEAx7Kq2ZmW9bTn4RvL8sYd"}
MARK = "…"


def pieces(secret: str, length: int = 6) -> set[str]:
    return {secret[start : start + length] for start in range(len(secret) - length + 1)}


@pytest.mark.parametrize(
    ("text", "clipped"),
    [
        param("short", "short", id="what fits stays"),
        param("password=a1b2c3", f"{mask_text('password=a1b2c3')}", id="and is masked"),
        param("x " * 50, "x x x x x … x x ", id="a long text loses its middle"),
        param("x" * 50 + " yyyy", "xxxxxxxxxx… yyyy", id="a text of one word too"),
    ],
)
def test_clip(text: str, clipped: str) -> None:
    assert clip(text, 10, 5, MARK) == clipped


@pytest.mark.parametrize("whole", [param(TOKEN, id="a token"), param(URL, id="a password in a URL"), param(KEY, id="a key")])
@pytest.mark.parametrize("head", [0, 1, 40, 700])
@pytest.mark.parametrize("tail", [0, 1, 40, 700])
def test_no_piece_of_a_secret_is_left_wherever_the_cuts_are(whole: str, head: int, tail: int) -> None:
    parts = set().union(*map(pieces, SECRETS.values()))
    for before in range(0, len(whole) + 1, 7):
        text = "x " * ((head + 1) // 2) + whole + " y" * 2000 + " " + whole + "z " * ((tail + 1) // 2)
        for kept in (head + before, max(head - before, 0)):
            shown = clip(text, kept, max(tail + before - 3, 0), MARK)
            assert not [part for part in parts if part in shown]


def test_many_secrets_do_not_move_the_cut_to_where_nobody_looked() -> None:
    """Masks are shorter than what they stand for; what was only looked at must not be shown for it."""
    line = "password='" + "Zq8" * 300 + "'\n"
    text = line * 200 + TOKEN
    for cut in range(len(line)):
        shown = clip(text, 20_000 + cut, 0, MARK)
        assert "Zq8Zq8" not in shown


def test_the_end_of_a_word_whose_beginning_nobody_saw_is_left_out() -> None:
    blob = "Zq8Lk0Vx" * (2 * MARGIN // 8)
    assert clip("TOKEN=" + blob + "x" * 40 + " the end", 10, 30, MARK).endswith("… the end")


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=60), st.text(max_size=60), st.integers(0, 150), st.integers(0, 150))
def test_no_half_token_is_left_in_any_text(before: str, after: str, head: int, tail: int) -> None:
    shown = clip(f"{before} {TOKEN} {after}", head, tail, MARK)
    assert not [part for part in pieces(TOKEN, 8) if part in shown and part not in before + after]


@pytest.mark.parametrize("text", ["x " * 5_000_000, "Zq8Lk0Vx" * 1_250_000, "password=" * 1_000_000])
def test_it_looks_at_no_more_than_the_ends(text: str) -> None:
    assert len(clip(text, 1000, 1000, MARK)) < 3000
