"""Which known word was meant."""

import pytest

from hookline.kit.word_hint import hint


@pytest.mark.parametrize(
    ("word", "known", "told"),
    [
        pytest.param("git-gard", ("audit", "git-guard"), "did you mean git-guard?", id="a slip"),
        pytest.param("SendToGH", ("deny", "send_to_gh"), "did you mean send_to_gh?", id="another spelling of the same word"),
        pytest.param("colour", ("deny", "ask"), "there are: deny, ask", id="nothing near"),
        pytest.param("x", (), "there are: none", id="nothing at all"),
    ],
)
def test_the_nearest_word_or_all_there_are(word: str, known: tuple[str, ...], told: str) -> None:
    assert hint(word, known) == told
