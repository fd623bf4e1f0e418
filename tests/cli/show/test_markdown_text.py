from __future__ import annotations

import pytest
from pytest import param

from hookline.cli.show.markdown_text import for_terminal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        param("see [trust](trust.md#who).", "see trust.", id="a link to another page is its text"),
        param("[`rule`](rules/rule.md)", "`rule`", id="code in it stays code"),
        param("[[1]](a.md)", "[1]", id="brackets in it stay"),
        param("[PyPI](https://pypi.org)", "[PyPI](https://pypi.org)", id="an address elsewhere is kept"),
        param("![The page](ui.png)", "(picture: The page)", id="a picture is named"),
        param('```json title="a.json"\n{}\n```', "`a.json`\n\n```json\n{}\n```", id="the title of a block is shown"),
        param("| a | [b](c.md) |", "| a | b |", id="in a table too"),
    ],
)
def test_what_only_a_browser_can_use_is_taken_out(text: str, shown: str) -> None:
    assert for_terminal(text) == shown
