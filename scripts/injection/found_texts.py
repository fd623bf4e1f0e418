"""Harmless text that others wrote and that we may use, taken from this machine and not copied into the repository.

Python's own documentation strings (PSF licence), the descriptions of installed packages whose metadata names MIT, BSD,
Apache, ISC or PSF, and this repository's own pages.
"""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
_FREE = re.compile(r"\b(MIT|BSD|Apache|ISC|PSF|Python Software Foundation)\b", re.I)
#: Pages of ours that quote such texts.
_ABOUT_INJECTION = ("prompt-injection.md", "figures.md")
#: Python's folders that are not of its library, or hold only data for tests.
_LEFT_OUT = ("site-packages", "test", "tests", "idlelib", "__pycache__", "lib2to3")


def found_texts() -> Iterator[tuple[str, str]]:
    """Source and text, in a fixed order."""
    yield from _documentation_strings()
    yield from _descriptions()
    yield from _own_pages()


def _documentation_strings() -> Iterator[tuple[str, str]]:
    folder = Path(sysconfig.get_paths()["stdlib"])
    for path in sorted(folder.rglob("*.py")):
        if any(part in _LEFT_OUT for part in path.relative_to(folder).parts):
            continue
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except (SyntaxError, UnicodeDecodeError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                text = ast.get_docstring(node) or ""
                if len(text) > 120 and len(text) % 3 == 0:
                    yield "python", text


def _descriptions() -> Iterator[tuple[str, str]]:
    for package in sorted(importlib.metadata.distributions(), key=lambda each: each.name.lower()):
        data = package.metadata
        licence = " ".join(
            [
                data.get("License") or "",
                data.get("License-Expression") or "",
                *(data.get_all("Classifier") or ()),
            ]
        )
        text = data.get_payload() or data.get("Description") or ""
        if _FREE.search(licence) and isinstance(text, str) and len(text) > 200:
            yield "packages", text


def _own_pages() -> Iterator[tuple[str, str]]:
    for path in sorted([*REPOSITORY.glob("docs/**/*.md"), *REPOSITORY.glob("*.md")]):
        if path.name not in _ABOUT_INJECTION:
            yield "hookline", path.read_text("utf-8")
