"""`hookline docs [PAGE]`: the documentation of the version that is installed, on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import click

from hookline.cli.faults import FINDINGS, FINE, Refused, Usage
from hookline.cli.manual import Page, names_alike, pages, read_page
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import output_options
from hookline.cli.show.safe_text import count, safe
from hookline.cli.show.terminal import Screen
from hookline.near import did_you_mean
from hookline.shorten import one_line

#: What the folders of the documentation hold; those that are listed page by page come first.
_LISTED = {"": "Guide", "kit": "Ready-made hooks"}
_COUNTED = {
    "rules": "rules of hookline check; to list them: hookline rule",
    "decisions": "decisions, and why; their index: hookline docs decisions",
}
_LINES_OF_A_PAGE = 3
_LINE_CHARACTERS = 100


@click.command(
    cls=GroupedCommand,
    name="docs",
    epilog="\b\nExamples:\n  hookline docs\n  hookline docs trust\n  hookline docs git-guard\n"
    "  hookline docs --search failClosed",
)
@click.argument("page", required=False)
@click.option("--search", metavar="TEXT", help="List the pages that contain TEXT, in any case.")
@output_options
def command(
    page: str | None, search: str | None, screen: Screen, as_json: bool, may_ask: bool
) -> int:
    """Show a page of the documentation; without PAGE, list the pages.

    Formatted on a terminal with colours; as Markdown when piped.
    """
    if page is not None and search is not None:
        raise Usage("PAGE and --search cannot be used together.")
    if search is not None:
        return _search(screen, search, as_json)
    if page is None:
        _list(screen, as_json)
        return FINE
    asked = shown_page(_page_named(page))
    if as_json:
        screen.json(asked._asdict())
    else:
        screen.markdown(asked.text)
    return FINE


def shown_page(name: str) -> Page:
    """The page, which is part of every installation."""
    page = read_page(name)
    if page is None:
        raise Refused(
            f"The page {name} is missing from this installation.", "Install hookline again."
        )
    return page


def _page_named(name: str) -> str:
    """The one page that is meant."""
    known = [page.name for page in pages()]
    meant = names_alike(name, known)
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Usage(f"There are several pages {safe(name)!r}: {', '.join(meant)}.")
    near = did_you_mean(name, [*known, *(page.rpartition("/")[2] for page in known)]).strip()
    raise Usage(
        f"There is no page {safe(name)!r}.", remedy=near or "To list them all: hookline docs"
    )


def _list(screen: Screen, as_json: bool) -> None:
    known = pages()
    if as_json:
        screen.json({"pages": [{"name": page.name, "title": page.title} for page in known]})
        return
    for folder, group in groupby(known, key=_folder):
        if folder in _LISTED:
            screen.say((_LISTED[folder], "title"))
            screen.table([((page.name, "name"), page.title) for page in group])
            screen.say()
    for folder, about in _COUNTED.items():
        number = sum(_folder(page) == folder for page in known)
        screen.say(f"Also {number} pages of {about}")
    screen.say("To read one: hookline docs PAGE. To search them all: hookline docs --search TEXT")


def _folder(page: Page) -> str:
    return page.name.rpartition("/")[0]


def _search(screen: Screen, text: str, as_json: bool) -> int:
    """The pages with the text, and the first lines that have it; exit code 1 when there are none."""
    found = [(page, lines) for page in pages() if (lines := _lines_with(page, text))]
    if as_json:
        screen.json(
            {
                "pages": [
                    {"name": page.name, "title": page.title, "lines": lines}
                    for page, lines in found
                ]
            }
        )
    elif found:
        _show_found(screen, found)
    else:
        screen.say(f"No page contains {text!r}. To list the pages: hookline docs")
    return FINE if found else FINDINGS


def _lines_with(page: Page, text: str) -> list[str]:
    wanted = text.casefold()
    return [line.strip() for line in page.text.splitlines() if wanted in line.casefold()]


def _show_found(screen: Screen, found: Sequence[tuple[Page, Sequence[str]]]) -> None:
    for page, lines in found:
        screen.say((page.name, "name"), (f"  {page.title}", "quiet"))
        for line in lines[:_LINES_OF_A_PAGE]:
            screen.say(one_line(line, _LINE_CHARACTERS), indent=4)
        if len(lines) > _LINES_OF_A_PAGE:
            screen.say(
                (f"… and {count(len(lines) - _LINES_OF_A_PAGE, 'further line')}", "quiet"), indent=4
            )
    screen.say()
    screen.say(f"{count(len(found), 'page')}. To read one: hookline docs PAGE")
