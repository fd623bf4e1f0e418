"""What travels with the package besides code: the pages of `docs/` and the completions of the shells.

In an installed package they are in `hookline/_manual`, in a checkout where they are written. A page is
named by its path below `docs/` without `.md`: `trust`, `kit/git-guard`, `rules/syntax`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

import hookline

ENDING = ".md"
_INDEX = "README"
#: Notices of the generators: for whoever opens the file in a checkout.
_COMMENT = re.compile(r"<!--.*?-->\n*", re.DOTALL)
_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)


class Page(NamedTuple):
    """One page: its name, its title, and its text in Markdown."""

    name: str
    title: str
    text: str


def folder(name: str) -> str:
    """Where `docs` or `completions` are: in the package, or in the checkout that the package runs from."""
    package = os.path.dirname(os.path.abspath(hookline.__file__))
    shipped = os.path.join(package, "_manual", name)
    return shipped if os.path.isdir(shipped) else os.path.join(package, os.pardir, os.pardir, name)


def pages() -> list[Page]:
    """Every page: the guide first, then folder by folder, an index before the pages it lists."""
    return [page for name in _names() if (page := read_page(name))]


def read_page(name: str) -> Page | None:
    """The page of exactly this name; None when there is none."""
    text = read("docs", *name.split("/")[:-1], name.split("/")[-1] + ENDING)
    if text is None:
        return None
    text = _COMMENT.sub("", text)
    title = _TITLE.search(text)
    return Page(name, title[1].replace("`", "") if title else name, text)


def read(*parts: str) -> str | None:
    """The text of a file below `docs` or `completions`; None when there is none."""
    try:
        with open(os.path.join(folder(parts[0]), *parts[1:]), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None


def names_alike(name: str, known: list[str]) -> list[str]:
    """The pages a word may mean: `trust`, `docs/trust.md`, `git-guard` for `kit/git-guard`, `rules` for
    its index.
    """
    plain = name.removeprefix("docs/").removesuffix(ENDING)
    exact = [page for page in known if page in (plain, f"{plain}/{_INDEX}")]
    return exact or [page for page in known if page.rpartition("/")[2] == plain]


def _names() -> list[str]:
    return sorted(_found(folder("docs"), ""), key=_order)


def _order(name: str) -> tuple[str, bool, str]:
    folder_name, _, page = name.rpartition("/")
    return folder_name, page != _INDEX, page


def _found(path: str, prefix: str) -> Iterator[str]:
    for entry in os.scandir(path):
        if entry.is_dir():
            yield from _found(entry.path, f"{prefix}{entry.name}/")
        elif entry.name.endswith(ENDING):
            yield prefix + entry.name.removesuffix(ENDING)
