"""Markdown of our own pages → what rich draws on a terminal. Imported only where colours are on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.markdown import Markdown
    from rich.theme import Theme

#: Colours of the terminal itself, which are readable on light and on dark.
_CODE_THEME = "ansi_dark"
_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
#: A link to another page: on a terminal there is nothing to follow.
_RELATIVE_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])+)\]\((?![a-z]+:)[^)\s]*\)")
_TITLED_BLOCK = re.compile(r'^```(\w+) title="([^"\n]+)"$', re.MULTILINE)


def drawn(text: str) -> Markdown:
    """The page as rich draws it."""
    from rich.markdown import Markdown

    return Markdown(for_terminal(text), code_theme=_CODE_THEME, hyperlinks=False)


def theme() -> Theme:
    """Styles that are readable on light and on dark; rich's own put words of code into black boxes."""
    from rich.theme import Theme

    return Theme({"markdown.code": "cyan", "markdown.h1": "bold", "markdown.h2": "bold"})


def for_terminal(text: str) -> str:
    """The Markdown without what only a browser can use: links between pages, pictures, titles of blocks."""
    text = _IMAGE.sub(r"(picture: \1)", text)
    text = _RELATIVE_LINK.sub(r"\1", text)
    return _TITLED_BLOCK.sub(r"`\2`\n\n```\1", text)
