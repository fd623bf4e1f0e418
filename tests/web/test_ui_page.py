"""docs/ui.md says what is true: every address, every state of a hook, every key; and its pictures are there and small."""

import re
from pathlib import Path
from typing import get_args

import pytest

from hookline.web.routes import ROUTES
from hookline.web.views.hook_shapes import HookState

REPOSITORY = Path(__file__).resolve().parents[2]
DOCS = REPOSITORY / "docs"
STATIC = REPOSITORY / "src" / "hookline" / "web" / "static"
TEMPLATES = STATIC.with_name("templates")
PAGE = (DOCS / "ui.md").read_text(encoding="utf-8")
_MAX_PICTURE_BYTES = 60_000


def test_every_address_is_in_the_table_and_no_other() -> None:
    told = set(re.findall(r"^\| `((?:GET|POST) /api/[^`]+)` \|", PAGE, re.MULTILINE))
    assert told == {f"{route.method} /api{route.path}" for route in ROUTES} | {"GET /api/events"}


def test_every_state_of_a_hook_is_explained() -> None:
    table = PAGE.partition("| State | |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| ([a-z ]+) \|", table, re.MULTILINE) == list(get_args(HookState))


def test_every_key_is_listed_and_on_the_page_itself() -> None:
    script = (STATIC / "keys.js").read_text(encoding="utf-8")
    screens, keys = (script.partition(f"const {name} = {{")[2].partition("}")[0] for name in ("SCREENS", "KEYS"))
    known = set(re.findall(r"\b(\w):", screens)) | set(re.findall(r'^  "?([^\s":]+)"?:', keys, re.MULTILINE))
    told = set(re.findall(r"`([^`])`", PAGE.partition("## Keys")[2].partition("\n## ")[0]))
    shown = set(re.findall(r"<kbd>(.)</kbd>", (TEMPLATES / "page.html").read_text(encoding="utf-8")))
    assert (told, shown) == (known, known)


@pytest.mark.parametrize("name", re.findall(r"!\[[^\]]+\]\(([^)]+)\)", PAGE))
def test_pictures_are_there_and_small(name: str) -> None:
    picture = (DOCS / name).read_bytes()
    assert (picture[:4], len(picture) <= _MAX_PICTURE_BYTES) == (b"\x89PNG", True)


# what the content policy asks of templates


@pytest.mark.parametrize("template", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.name)
def test_a_template_has_no_inline_script_style_or_handler(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    scripts = [tag for tag in re.findall(r"<script\b[^>]*>", text) if " src=" not in tag]
    assert (scripts, re.findall(r"<style\b|\sstyle=|\son\w+=|\|\s*safe\b|javascript:", text)) == ([], [])


@pytest.mark.parametrize("file", sorted(STATIC.iterdir()), ids=lambda path: path.name)
def test_what_is_served_asks_for_nothing_elsewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert re.findall(r"https?://\S+|\beval\(|innerHTML|insertAdjacentHTML|document\.write", text) == []
