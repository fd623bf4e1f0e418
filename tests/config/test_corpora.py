"""Real configurations from public repositories: each loads, each oddity its index names is named, each good entry listed.

The collection lies beside the repository and is not part of it: data of others, not to be committed here.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hookline.config.load import Loader
from hookline.engine.match import complaint
from hookline.model import HookSet
from hookline.spec.dialects import CLAUDE_EVENTS
from hookline.spec.entry_keys import HARMLESS_KEYS, OPTIONS
from hookline.spec.events import EVENTS

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "real"
pytestmark = pytest.mark.skipif(
    not CORPUS.is_dir(), reason=f"the real configurations are not part of the repository, and {CORPUS} is not there"
)

#: The words of the index, and the codes of which at least one must be reported.
NAMED_AS = {
    "no-version": {"missing-version"},
    "bad-version": {"bad-version"},
    "foreign-schema": {"no-hooks"},
    "unknown-event": {"unknown-event"},
    "claude-nested": {"claude-group"},
    "argv-command": {"argv-command"},
    "no-command": {"no-command"},
    "wrong-shape": {"event-not-list", "hooks-not-object", "events-at-top"},
    "windows": {"windows-command"},
    "ms-timeout": {"milliseconds"},
    "timeoutSec": {"meant-key"},
    "template-placeholder": {"placeholder"},
    "pseudo-placeholder": {"placeholder"},
    "duplicate-entries": {"duplicate-entry"},
    "invalid-json": {"comment", "trailing-comma"},
}
#: Words of the index that are no problem here: what they speak of just works, or has a test of its own below.
FINE = {
    "valid", "absolute-path", "multiline-command", "type-prompt", "star-matcher", "empty-matcher", "null-matcher",
    "extra-top-keys", "extra-entry-keys",
}  # fmt: skip
#: `${command}` and `${prompt}` are placeholders Hookline fills (DESIGN, row 18).
FILLED = {("cursor/084.json", "pseudo-placeholder")}
#: Problems that come from having the file without its scripts, or outside of its plugin.
OF_THE_COPY = {"no-script", "plugin-root"}


def index() -> dict[str, list[str]]:
    """The words for each file."""
    rows = [line.split("\t") for line in (CORPUS / "INDEX.tsv").read_text().splitlines()[1:]]
    return {row[0]: row[3].split(",") for row in rows}


INDEX = index() if CORPUS.is_dir() else {}
FILES = sorted(str(path.relative_to(CORPUS)) for path in CORPUS.glob("cursor/*.json"))
CLAUDE_FILES = sorted(str(path.relative_to(CORPUS)) for path in CORPUS.glob("claude/*.json"))


def loaded(folder: Path, name: str, place: str = ".cursor/hooks.json") -> HookSet:
    """The file as the only configuration of a workspace."""
    target = folder / "ws" / place
    target.parent.mkdir(parents=True)
    shutil.copy(CORPUS / name, target)
    loader = Loader(
        [str(folder / "ws")], environ={"HOME": str(folder / "home")}, platform="linux", trust_all=True,
        enterprise_config=str(folder / "none.json"), valid_matcher=complaint, probing=True,
    )  # fmt: skip
    return loader.current("")


def codes(hooks: HookSet) -> set[str]:
    return {problem.code for problem in hooks.problems}


def content(name: str) -> dict[str, Any]:
    """What the json module says the file holds; nothing where it is no JSON."""
    try:
        found: dict[str, Any] = json.loads((CORPUS / name).read_text())
    except ValueError:
        return {}
    return found


def good_entries(name: str) -> list[tuple[str, str, str]]:
    """Event, type and text of each entry that can run, found without any code of ours."""
    document = content(name)
    version = document.get("version", 1)
    hooks = document.get("hooks")
    if type(version) is not int or version < 1 or not isinstance(hooks, dict):
        return []
    return [
        (event, entry.get("type", "command"), entry[entry.get("type", "command")])
        for event, found in hooks.items()
        if event in EVENTS and isinstance(found, list)
        for entry in found
        if "hooks" not in entry and isinstance(entry.get(entry.get("type", "command")), str)
    ]


def odd_keys(name: str) -> Iterator[str]:
    """The pointers of keys that mean nothing and are not known to be harmless."""
    document = content(name)
    for key in document:
        if key not in ("version", "hooks") and key not in HARMLESS_KEYS and not key.startswith("_"):
            yield f"/{key}"
    hooks = document.get("hooks")
    for event, found in hooks.items() if isinstance(hooks, dict) else ():
        for number, entry in enumerate(found if isinstance(found, list) else ()):
            for key in entry:
                if key not in OPTIONS and key not in HARMLESS_KEYS and not key.startswith("_") and key != "hooks":
                    yield f"/hooks/{event}/{number}/{key}"


def test_the_collection_is_whole() -> None:
    assert len(FILES) == 117
    assert set(FILES) <= INDEX.keys()
    words = {word for name in FILES for word in INDEX[name]}
    assert words <= NAMED_AS.keys() | FINE


#: The files of each word of the index: what each test goes through at once, naming the files it fails for.
BY_WORD = {
    word: [name for name in FILES if word in INDEX[name]]
    for word in sorted({word for name in FILES for word in INDEX[name]})
}
in_groups = pytest.mark.parametrize("word", BY_WORD)


@in_groups
def test_every_oddity_of_the_index_is_named(tmp_path: Path, word: str) -> None:
    names = [name for name in BY_WORD[word] if word in NAMED_AS and (name, word) not in FILLED]
    hooks = {name: loaded(tmp_path / name, name) for name in names}
    assert [name for name in names if not NAMED_AS[word] & codes(hooks[name])] == []


@in_groups
def test_every_problem_says_what_is_wrong_where_and_what_to_do(tmp_path: Path, word: str) -> None:
    hooks = [loaded(tmp_path / name, name) for name in BY_WORD[word]]
    problems = [problem for one in hooks for problem in one.problems]
    assert [problem for problem in problems if not (problem.problem and problem.remedy and problem.line >= 1)] == []
    assert "invalid-matcher" not in {problem.code for problem in problems}


@in_groups
def test_every_good_entry_is_listed_and_no_other(tmp_path: Path, word: str) -> None:
    hooks = {name: loaded(tmp_path / name, name).hooks for name in BY_WORD[word]}
    listed = {name: [(hook.event, hook.type, hook.command) for hook in found] for name, found in hooks.items()}
    assert listed == {name: good_entries(name) for name in BY_WORD[word]}


@in_groups
def test_every_key_that_means_nothing_is_named(tmp_path: Path, word: str) -> None:
    pointers = {name: {problem.pointer for problem in loaded(tmp_path / name, name).problems} for name in BY_WORD[word]}
    assert [(name, key) for name in BY_WORD[word] for key in odd_keys(name) if key not in pointers[name]] == []


def test_a_valid_file_has_no_errors_and_nothing_is_said_about_it(tmp_path: Path) -> None:
    """A validator that cries wolf is not read: only what the copy lacks may be named."""
    valid = [name for name in FILES if INDEX[name] == ["valid"]]
    hooks = {name: loaded(tmp_path / name, name) for name in valid}
    assert {name: codes(hooks[name]) for name in valid if not codes(hooks[name]) <= OF_THE_COPY} == {}
    assert [p for one in hooks.values() for p in one.problems if p.severity == "error"] == []
    assert [name for name in valid if hooks[name].set_aside] == []


@pytest.mark.parametrize("name", CLAUDE_FILES)
def test_every_command_of_claudes_files_is_listed(tmp_path: Path, name: str) -> None:
    hooks = loaded(tmp_path, name, ".claude/settings.json")
    expected = [
        (CLAUDE_EVENTS[event], handler["command"])
        for event, groups in content(name).get("hooks", {}).items()
        if event in CLAUDE_EVENTS
        for group in groups
        for handler in group["hooks"]
        if handler.get("type") == "command"
    ]
    assert [(hook.event, hook.command) for hook in hooks.hooks if hook.type == "command"] == expected
    assert [problem for problem in hooks.problems if problem.severity == "error"] == []
