"""detect.unseen, and secrets that colours and invisible signs would hide."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookline.detect.masking import mask, mask_text, may_hold_secret
from hookline.detect.unseen import seen

TOKEN = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"password: {TOKEN}", id="nothing unseen"),
        pytest.param(f"password: \x1b[1m{TOKEN}\x1b[0m", id="a bold value"),
        pytest.param(f"\x1b[36mpassword\x1b[0m: {TOKEN}", id="a coloured name"),
        pytest.param(f"API_KEY\x1b[0m=\x1b[32m{TOKEN}\x1b[0m", id="both in colours"),
        pytest.param(f"\x1b[38;5;1mghp_\x1b[m\x1b[K{TOKEN}", id="a prefix that grep highlights"),
        pytest.param(f"ghp_{TOKEN[:9]}\x00{TOKEN[9:]}", id="a NUL inside"),
        pytest.param(f"ghp_{TOKEN[:9]}\u200b{TOKEN[9:]}", id="a sign of no width inside"),
        pytest.param(f"pass\u202eword={TOKEN}", id="a change of direction inside the name"),
        pytest.param(f"\x1b]8;;http://x\x07token\x1b]8;;\x07: {TOKEN}", id="a link of the terminal"),
        pytest.param(f"ghp_{TOKEN[:9]}\ufffd{TOKEN[9:]}", id="a byte that was not UTF-8"),
    ],
)
def test_a_secret_is_masked_however_it_is_coloured(text: str) -> None:
    masked = mask_text(text)
    assert TOKEN[:9] not in masked and TOKEN[9:] not in masked and "[masked:" in masked
    assert may_hold_secret(text) and may_hold_secret(json.dumps(text))
    assert TOKEN[9:] not in json.dumps(mask({"output": text}))


@pytest.mark.parametrize(
    "text", ["\x1b[1mls\x1b[0m -l", "a\x00b", "—“quoted”—", "\x1b]0;title", "done \x1b[32m✓\x1b[0m 12 passed"]
)
def test_colours_alone_are_no_secret(text: str) -> None:
    assert mask_text(text) == text


@given(st.lists(st.sampled_from([b"word", b"\x1b[1m", b"\x00", b"\xe2\x80\x8b", b"\n", b"\x1b", b"x"])))
def test_every_byte_that_is_seen_stands_where_it_stood(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    text = seen(data)
    if text is not None:
        assert all(data[text.place(at)] == byte for at, byte in enumerate(text.text))
