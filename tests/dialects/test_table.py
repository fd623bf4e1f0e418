"""dialects.table: Cursor's hooks to each tool and back, and real files of every tool, to Cursor and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookline.dialects.conversion import CURSOR, DialectHook
from hookline.dialects.table import DIALECTS
from hookline.spec.dialects import DIALECT_SPECS
from hookline.spec.entry_keys import DEFAULT_LOOP_LIMIT
from hookline.spec.events import EVENTS

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "real"
FILES = sorted(
    str(path.relative_to(CORPUS)) for folder in ("claude", "other", "cursor") for path in CORPUS.glob(f"{folder}/*.json")
)
needs_corpus = pytest.mark.skipif(
    not CORPUS.is_dir(), reason=f"the real configurations are not part of the repository, and {CORPUS} is not there"
)
#: Whose file a real one is, by its place in its repository.
OWNERS = {
    ".github/hooks/": "copilot", ".windsurf/": "windsurf", ".codex/": "codex", "codex": "codex", ".gemini/": "gemini",
    "gemini-cli": "gemini", "goose": "goose", "vscode": "vscode", "claude": "claude", ".cursor/": CURSOR,
}  # fmt: skip

FEW = settings(deadline=None, max_examples=40)
WORDS = st.text(alphabet=st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=30).filter(
    str.strip
)
MATCHERS = st.none() | st.sampled_from(
    ["Shell", "^(?:Write)$", "Shell|Read", "MCP:query", "rm\\s+-rf", "^Stop$", "manual", "(a|b)+$", "*"]
)


@st.composite
def commands(draw: st.DrawFn) -> DialectHook:
    """A command hook of Cursor's, with the options its event has."""
    event = draw(st.sampled_from(sorted(EVENTS)))
    row = EVENTS[event]
    return DialectHook(
        event, draw(WORDS), matcher=draw(MATCHERS) if row.subject else None, timeout_s=draw(st.sampled_from([1.5, 5, 60, 90, 600])),
        fail_closed=row.gate is not None and draw(st.booleans()),
        loop_limit=draw(st.none() | st.integers(0, 9)) if row.loops else DEFAULT_LOOP_LIMIT,
    )  # fmt: skip


def told(hooks: object) -> list[DialectHook]:
    """Hooks without where they were found, in an order of their own; two that are the same are one."""
    return sorted({hook._replace(pointer="", file="", line=0, number=1) for hook in hooks}, key=repr)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", DIALECT_SPECS)
@FEW
@given(hooks=st.lists(commands(), max_size=4))
def test_from_cursor_and_back_is_the_same_for_all_a_tool_can_express(name: str, hooks: list[DialectHook]) -> None:
    there = DIALECTS[name].write(hooks, "").files[0].text
    read = DIALECTS[name].read(there, "f.json")
    expressed = [hook for hook in hooks if hook.event in DIALECT_SPECS[name].carries]
    assert told(read.hooks) == told(expressed)
    assert read.problems == ()


@pytest.mark.parametrize("name", DIALECT_SPECS)
@FEW
@given(hooks=st.lists(commands(), max_size=4))
def test_the_whole_way_through_hooks_json(name: str, hooks: list[DialectHook]) -> None:
    first = DIALECTS[CURSOR].read(DIALECTS[CURSOR].write(hooks, "").files[0].text, "f.json").hooks
    ours = DIALECTS[CURSOR].write(first, "").files[0].text  # a star, which means everything, is gone from it
    there = DIALECTS[name].write(first, "").files[0].text
    back = DIALECTS[CURSOR].write(DIALECTS[name].read(there, "f.json").hooks, "").files[0].text
    kept = {event: entries for event, entries in json.loads(ours)["hooks"].items() if event in DIALECT_SPECS[name].carries}
    again = json.loads(back)["hooks"]
    assert {event: sorted(map(json.dumps, entries)) for event, entries in again.items()} == {
        event: sorted(set(map(json.dumps, entries))) for event, entries in kept.items()
    }


@pytest.mark.parametrize("name", DIALECT_SPECS)
@FEW
@given(hooks=st.lists(commands(), max_size=4))
def test_every_hook_has_a_note(name: str, hooks: list[DialectHook]) -> None:
    notes = DIALECTS[name].write(hooks, "").notes
    assert len(notes) >= len(hooks)
    lost = sum(hook.event not in DIALECT_SPECS[name].carries for hook in hooks)
    assert sum("has nothing like" in note.sentence and note.kind == "lost" for note in notes) >= lost


def test_the_table_has_every_dialect_and_cursor_first() -> None:
    assert list(DIALECTS) == [CURSOR, *DIALECT_SPECS]
    assert [row.path for row in DIALECTS.values()] == [".cursor/hooks.json", *(spec.path for spec in DIALECT_SPECS.values())]


# real files


def owner(name: str) -> str:
    """Whose file it is; Claude Code's where nothing says it, because most are made after that."""
    rows = [line.split("\t") for line in (CORPUS / "INDEX.tsv").read_text().splitlines()[1:]]
    place = {row[0]: f"{row[1]}/{row[2]}" for row in rows}[name]
    if name.startswith("cursor/"):
        return CURSOR
    return (
        next((dialect for part, dialect in OWNERS.items() if part in place), "claude")
        if name.startswith("other/")
        else "claude"
    )


@needs_corpus
def test_the_collection_is_whole() -> None:
    assert (len(FILES), {owner(name) for name in FILES}) == (
        32 + 25 + 117,
        {CURSOR, "claude", "copilot", "windsurf", "codex", "gemini", "goose", "vscode"},
    )


@needs_corpus
@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("cursor/")])
def test_a_real_file_is_read_with_notes_and_goes_to_cursor_and_back(name: str) -> None:
    dialect = DIALECTS[owner(name)]
    text = (CORPUS / name).read_bytes().decode("utf-8-sig")
    read = dialect.read(text, name)
    assert [problem for problem in read.problems if problem.severity == "error"] == []
    assert len(read.notes) >= len(read.hooks)
    assert read.hooks or read.notes or not any(json.loads(text).get("hooks", {}).values())
    ours = DIALECTS[CURSOR].write(read.hooks, "").files[0].text
    in_cursor = DIALECTS[CURSOR].read(ours, "hooks.json")
    assert [problem for problem in in_cursor.problems if problem.severity == "error"] == []
    assert told(in_cursor.hooks) == told(read.hooks)
    back = dialect.read(dialect.write(in_cursor.hooks, "").files[0].text, name)
    assert told(back.hooks) == told(read.hooks)


@needs_corpus
@pytest.mark.parametrize("name", FILES)
def test_a_real_file_breaks_no_reader_and_no_writer(name: str) -> None:
    text = (CORPUS / name).read_bytes().decode("utf-8", "replace")
    for dialect in DIALECTS.values():
        hooks = dialect.read(text, name).hooks
        for other in ("claude", "windsurf", "kiro", CURSOR):
            assert DIALECTS[other].write(hooks, "").files or not hooks
