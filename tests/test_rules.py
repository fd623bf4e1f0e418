"""The pages of the rules: every rule has an example that breaks it and one that does not, and both are tried."""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path
from typing import Any

import pytest

from hookline.config.codes import CODES
from hookline.config.load import Loader
from hookline.engine.match import complaint

REPOSITORY = Path(__file__).resolve().parent.parent


def module(name: str) -> Any:
    return importlib.import_module(name)


@pytest.fixture(autouse=True)
def scripts_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(REPOSITORY / "scripts"))


def lay_out(files: Any, folder: Path) -> None:
    """Make the files of an example."""
    examples = module("generators.rule_examples")
    for name, value in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if value is examples.FOLDER:
            path.mkdir()
        elif isinstance(value, examples.Link):
            path.symlink_to(value.to)
        else:
            plain = isinstance(value, examples.Plain)
            text = value.text if plain else value
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            path.chmod(0o755 if not plain and isinstance(text, str) and text.startswith("#!") else 0o644)


def codes_of(files: Any, folder: Path) -> set[str]:
    lay_out(files, folder / "ws")
    environ = {"HOME": str(folder / "home")}
    loader = Loader(
        [str(folder / "ws")], platform="linux", environ=environ, enterprise_config=str(folder / "none.json"),
        valid_matcher=complaint, probing=True,
    )  # fmt: skip
    return {problem.code for problem in loader.current("").problems}


def test_every_rule_has_an_example() -> None:
    assert list(module("generators.rule_examples").EXAMPLES) == list(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_bad_files_report_this_rule_and_no_other(code: str, tmp_path: Path) -> None:
    example = module("generators.rule_examples").EXAMPLES[code]
    assert codes_of(example.bad, tmp_path) == {code}


@pytest.mark.parametrize("code", CODES)
def test_the_mended_files_report_nothing(code: str, tmp_path: Path) -> None:
    example = module("generators.rule_examples").EXAMPLES[code]
    assert codes_of(example.good, tmp_path) == set()


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_what_the_rule_is(code: str) -> None:
    page = (REPOSITORY / "docs/rules" / f"{code}.md").read_text(encoding="utf-8")
    row = CODES[code]
    assert f"# {code}: {row.title}" in page
    assert row.about.replace("<", "&lt;") in page
    assert f"**{row.severity}**" in page


def test_every_link_of_the_pages_leads_somewhere() -> None:
    for page in sorted((REPOSITORY / "docs/rules").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert os.path.exists(page.parent / target), f"{page.name}: {target}"
