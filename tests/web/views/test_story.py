"""web.views.story: an entry of the journal and an event fired just now tell the same story."""

from __future__ import annotations

from typing import Any

import pytest

from hookline.journal.journal_reader import Reader, ask
from hookline.journal.store import SqliteJournal
from hookline.testing import FakeRunner, a_hook, denied, engine_with, exited
from hookline.web.views.hook_pages import hooks_by_stored
from hookline.web.views.story import story_of, story_of_decision

HOOKS = [
    a_hook(source="project", command="./guard.sh", needs_trust=False),
    a_hook(source="user", command="audit --all", matcher="git", file="/home/u/.cursor/hooks.json"),
    a_hook(source="user", command="never", matcher="svn", number=2, line=9),
]
SAID = {"./guard.sh": denied("No pushes.", "Ask first."), "audit --all": exited(0, {"permission": "allow"}, "seen")}


@pytest.fixture
def told(tmp_path: Any) -> tuple[Any, Any]:
    """The story of an event as it was fired, and as the journal has it."""
    path = str(tmp_path / "journal.db")
    with SqliteJournal(path) as journal:
        engine = engine_with(HOOKS, runner=FakeRunner(SAID), journal=journal)
        decision = engine.session("conv").fire_sync("beforeShellExecution", command="git push", cwd="/work/shop")
        ids = hooks_by_stored(engine.hookset())
    (entry,) = ask(path, Reader.recent)
    return story_of_decision(decision, ids), story_of({**entry.as_dict(), "skip_count": entry.skipped}, ids)


def test_the_journal_tells_what_was_told_at_once(told: tuple[Any, Any]) -> None:
    now, later = told
    for story in told:
        story.pop("duration_ms")
        for hook in story["hooks"]:
            hook.pop("share_ms")
    assert now == later


def test_the_whole_story(told: tuple[Any, Any]) -> None:
    story = told[0]
    assert (story["event"], story["decided"], story["blocked"], story["subject"]) == (
        "beforeShellExecution", "denied", True, "git push",
    )  # fmt: skip
    assert [(row["source"], row["command"], row["ran"], row["reason"]) for row in story["plan"]] == [
        ("project", "./guard.sh", True, None), ("user", "audit --all", True, None),
        ("user", "never", False, "matcher 'svn' does not match"),
    ]  # fmt: skip
    assert [
        (one["number"], one["permission"], one["exit_code"], one["stderr"], one["answer"]) for one in story["hooks"]
    ] == [
        (1, "deny", 0, "", {"permission": "deny", "user_message": "No pushes.", "agent_message": "Ask first."}),
        (2, "allow", 0, "seen", {"permission": "allow"}),
    ]
    assert story["response"] == {"permission": "deny", "user_message": "No pushes.", "agent_message": "Ask first."}
    assert "No pushes." in story["texts"]["user"] and "Ask first." in story["texts"]["agent"]
    assert story["input"]["command"] == "git push" and '"command": "git push"' in story["input_text"]
    assert [hook["hook_id"] is not None for hook in story["hooks"]] == [True, True]


def test_a_hook_that_is_no_longer_configured_has_no_id() -> None:
    decision = engine_with(HOOKS, runner=FakeRunner(SAID)).session().fire_sync("beforeShellExecution", command="git")
    assert [hook["hook_id"] for hook in story_of_decision(decision, {})["hooks"]] == [None, None]


def test_what_is_very_long_is_cut_and_says_so() -> None:
    runner = FakeRunner({"./guard.sh": exited(1, "", "e" * 80_000)})
    decision = engine_with(HOOKS[:1], runner=runner).session().fire_sync("beforeShellExecution", command="x" * 1_000_000)
    story = story_of_decision(decision, {})
    assert story["input_text"].endswith(" characters in all]") and len(story["input_text"]) < 101_000
    assert story["hooks"][0]["stderr"].endswith("[… cut: 80000 characters in all]")
    assert len(story["subject"]) == 200


@pytest.mark.parametrize("damaged", [{}, {"hooks": None, "skipped": None, "response": None, "texts": None, "input": None}])
def test_an_entry_of_another_version_is_told_as_far_as_it_goes(damaged: dict[str, Any]) -> None:
    story = story_of({"event": "later", **damaged}, {})
    assert (story["event"], story["impact"], story["plan"], story["merge"], story["decided"]) == (
        "later",
        "",
        [],
        [],
        "proceeds",
    )


def test_skips_the_journal_did_not_keep_are_counted() -> None:
    assert story_of({"event": "stop", "skip_count": 250, "skipped": [{"reason": "x"}] * 100}, {})["more_skips"] == 150
