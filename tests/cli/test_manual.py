"""`hookline docs`, `rule` and `completion`: what travels with the package is found, named and printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pytest import param

from hookline.cli.manual import names_alike, pages
from hookline.config.codes import CODES

REPOSITORY = Path(__file__).parents[2]
NAMES = ["start", "trust", "kit/README", "kit/git-guard", "rules/README", "rules/syntax"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        param("trust", ["trust"], id="its name"),
        param("docs/trust.md", ["trust"], id="its path in the repository"),
        param("kit/git-guard", ["kit/git-guard"], id="a page in a folder"),
        param("git-guard", ["kit/git-guard"], id="the last part of its name"),
        param("rules", ["rules/README"], id="a folder is its index"),
        param("README", ["kit/README", "rules/README"], id="a word that could be two pages"),
        param("Trust", [], id="not by another case"),
        param("../pyproject", [], id="nothing outside the documentation"),
    ],
)
def test_a_word_names_a_page(word: str, meant: list[str]) -> None:
    assert names_alike(word, NAMES) == meant


def test_every_page_of_the_documentation_is_there_under_its_title() -> None:
    there = {
        path.relative_to(REPOSITORY / "docs").with_suffix("").as_posix() for path in (REPOSITORY / "docs").rglob("*.md")
    }
    found = pages()
    assert {page.name for page in found} == there
    assert [page.name for page in found if page.text.startswith("<!--") or not page.text.startswith("# ")] == []


def test_docs_lists_the_guide_and_the_ready_made_hooks(call: Any) -> None:
    ended = call("docs")
    assert ended.code == 0
    lines = [line.split() for line in ended.out.splitlines()]
    assert ["trust", "Trust"] in lines and ["kit/git-guard", "git-guard"] in lines
    assert f"Also {len(CODES) + 1} pages of rules of hookline check" in ended.out


@pytest.mark.parametrize("word", ["trust", "docs/trust.md"])
def test_a_page_is_printed_as_markdown_when_piped(call: Any, word: str) -> None:
    assert call("docs", word).out == (REPOSITORY / "docs/trust.md").read_text()


def test_a_page_is_drawn_on_a_terminal(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = call("docs", "kit/git-guard", "--color", "always").out
    assert "\x1b[" in out and "##" not in out and "](" not in out
    assert max(map(len, _without_colors(out).splitlines())) <= 60


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        param(["docs", "tust"], "There is no page 'tust'. Did you mean 'trust'?", id="a page spelled wrong"),
        param(
            ["docs", "git-gard"], "There is no page 'git-gard'. Did you mean 'git-guard'?", id="the last part spelled wrong"
        ),
        param(["docs", "xyzzy"], "There is no page 'xyzzy'. To list them all: hookline docs", id="a page like no other"),
        param(
            ["docs", "README"],
            "There are several pages 'README': decisions/README, kit/README, rules/README.",
            id="several pages",
        ),
        param(["docs", "trust", "--search", "x"], "PAGE and --search cannot be used together.", id="a page and a search"),
        param(["rule", "sintax"], "There is no rule 'sintax'. Did you mean 'syntax'?", id="a rule spelled wrong"),
        param(["rule", "xyzzy"], "There is no rule 'xyzzy'. To list them all: hookline rule", id="a rule like no other"),
        param(["completion", "tcsh"], "'tcsh' is not one of 'bash', 'zsh', 'fish'.", id="a shell that is not served"),
    ],
)
def test_what_is_not_there_is_a_usage_error(call: Any, arguments: list[str], said: str) -> None:
    ended = call(*arguments)
    assert (ended.code, ended.out) == (64, "")
    assert said in ended.err


def test_search_shows_the_lines_and_exits_with_1_without_any(call: Any) -> None:
    ended = call("docs", "--search", "COURTESY of the agent")
    assert ended.code == 0 and "trust  Trust\n    These marks are a courtesy of the agent" in ended.out
    ended = call("docs", "--search", "no" + "where at all")
    assert (ended.code, ended.out) == (1, "No page contains 'nowhere at all'. To list the pages: hookline docs\n")


@pytest.mark.parametrize("code", CODES)
def test_every_rule_has_its_page(call: Any, code: str) -> None:
    ended = call("rule", code)
    assert ended.code == 0
    assert ended.out.startswith(f"# {code}: {CODES[code].title}\n")


def test_rule_without_a_code_lists_all_of_them(call: Any) -> None:
    ended = call("rule")
    assert [line.split()[0] for line in ended.out.splitlines()] == ["rule", *CODES]
    assert [row["code"] for row in call("rule", "--json").json["rules"]] == list(CODES)


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        param(["docs"], {"pages"}, id="the list of pages"),
        param(["docs", "trust"], {"name", "title", "text"}, id="a page"),
        param(["docs", "--search", "trust"], {"pages"}, id="a search"),
        param(["rule", "syntax"], {"code", "severity", "title", "about", "fix", "page"}, id="a rule"),
        param(["completion", "bash"], {"shell", "script"}, id="a completion"),
    ],
)
def test_json_is_an_object(call: Any, arguments: list[str], keys: set[str]) -> None:
    ended = call(*arguments, "--json")
    assert (ended.code, set(ended.json)) == (0, keys)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_what_is_generated(call: Any, shell: str) -> None:
    assert call("completion", shell).out == (REPOSITORY / f"completions/hookline.{shell}").read_text()


def _without_colors(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
