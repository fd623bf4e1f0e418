"""web.views.merging: the steps tell what the engine did, for whatever hooks say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest import param

from hookline.model import Completion, Decision, SetAside
from hookline.spec.sources import SOURCES
from hookline.testing import FakeRunner, a_hook, a_hookset, denied, engine_with, exited, timed_out
from hookline.web.views.merging import merge_steps
from hookline.web.views.story import story_of_decision

ALLOWED, ASKED = exited(0, {"permission": "allow"}), exited(0, {"permission": "ask"})


def decided(said: dict[str, Completion], event: str = "beforeShellExecution", **more: Any) -> Decision:
    """What the engine makes of hooks, each named by its source, that say this; a number makes several of one source."""
    hooks = [
        a_hook(event, source=name.rstrip("0123456789"), command=name, line=line, file=f"/{name}.json", needs_trust=False)
        for line, name in enumerate(said, 1)
    ]
    aside = more.pop("aside", ())
    engine = engine_with(hookset=a_hookset(hooks, aside), runner=FakeRunner(said), **more)
    return engine.session().fire_sync(event, {"command": "ls", "tool_name": "Shell", "status": "completed"})


def steps(decision: Decision) -> list[tuple[str, str, bool]]:
    return [(one["text"], one["value"], one["counts"]) for one in story_of_decision(decision, {})["merge"]]


@pytest.mark.parametrize(
    ("said", "more", "told"),
    [
        param({}, {}, [("no hook had an opinion: it proceeds", "none", True)], id="nobody"),
        param({"user": exited()}, {}, [("no hook had an opinion: it proceeds", "none", True)], id="nobody says anything"),
        param(
            {"user": exited(2)},
            {},
            [("user (/user.json:1) says deny: exit code 2", "deny", True),
             ("deny: user (/user.json:1) decides, the strictest of its source", "deny", True)],
            id="exit code 2",
        ),
        param(
            {"project": ALLOWED, "user": denied()},
            {},
            [("project (/project.json:1) says allow: its answer", "allow", True),
             ("user (/user.json:2) says deny: its answer; overruled, because project is the higher source", "deny", False),
             ("allow: project (/project.json:1) decides, the highest source with an opinion decides", "allow", True)],
            id="a deny that was overruled",
        ),
        param(
            {"project": ALLOWED, "user": denied()},
            {"merge": "strictest"},
            [("project (/project.json:1) says allow: its answer; it changes nothing", "allow", False),
             ("user (/user.json:2) says deny: its answer", "deny", True),
             ("deny: user (/user.json:2) decides, the strictest of all decides", "deny", True)],
            id="the strictest of all",
        ),
        param(
            {"user1": ALLOWED, "user2": ASKED},
            {},
            [("user (/user1.json:1) says allow: its answer; it changes nothing", "allow", False),
             ("user (/user2.json:2) says ask: its answer", "ask", True),
             ("ask: user (/user2.json:2) decides, the strictest of its source", "ask", True)],
            id="inside a source",
        ),
        param(
            {"user": timed_out()},
            {},
            [("user (/user.json:1) failed: timed out after 60 s; a failure is no opinion", "", False),
             ("no hook had an opinion: it proceeds", "none", True)],
            id="a failure",
        ),
    ],
)  # fmt: skip
def test_the_gate(said: dict[str, Completion], more: dict[str, Any], told: list[Any]) -> None:
    assert steps(decided(said, **more)) == told


def test_a_set_aside_entry_that_blocks_is_an_opinion() -> None:
    aside = SetAside(a_hook(source="user", file="/user.json", line=3, fail_closed=True), "timeout is no number", True)
    reason = "set aside: timeout is no number; it says failClosed, so it blocks until it is fixed"
    assert steps(decided({}, aside=[aside])) == [
        (f"user (/user.json:3) says deny: {reason}", "deny", True),
        ("deny: user (/user.json:3) decides, the strictest of its source", "deny", True),
    ]


def test_a_hook_that_failed_and_is_closed_denies_and_its_answer_is_not_taken() -> None:
    hook = a_hook(source="user", command="user", file="/user.json", line=1, fail_closed=True)
    said = exited(1, {"permission": "allow", "user_message": "unheard"})
    decision = (
        engine_with([hook], runner=FakeRunner({"user": said})).session().fire_sync("beforeShellExecution", command="ls")
    )
    assert [one["text"] for one in story_of_decision(decision, {})["merge"]] == [
        "user (/user.json:1) says deny: it failed (exited with code 1), and failClosed is set",
        "deny: user (/user.json:1) decides, the strictest of its source",
    ]


def test_fields_are_told_with_their_fold() -> None:
    said = {
        "project": exited(0, {"additional_context": "one"}),
        "user": exited(0, {"additionalContext": "two"}),
    }
    assert steps(decided(said, "postToolUse")) == [
        ("this event only observes: no hook can stop it", "", False),
        ("project (/project.json:1) gives additional_context", "one", True),
        ("user (/user.json:2) gives additional_context", "two", True),
        ("additional_context is all of them in plan order, with a blank line between", "one two", True),
    ]


def test_the_first_of_several_counts_and_the_others_do_not() -> None:
    said = {"project": exited(0, {"followup_message": "again"}), "user": exited(0, {"followup_message": "and again"})}
    assert steps(decided(said, "stop"))[1:] == [
        ("project (/project.json:1) gives followup_message", "again", True),
        ("user (/user.json:2) gives followup_message", "and again", False),
        ("followup_message is the first in plan order; other values are noted", "again", True),
    ]


def test_messages_are_those_of_whoever_decides() -> None:
    said = {"project": exited(0, {"permission": "allow", "user_message": "fine"}), "user": denied("no")}
    assert steps(decided(said))[-3:] == [
        ("project (/project.json:1) gives user_message", "fine", True),
        ("user (/user.json:2) gives user_message", "no", False),
        ("user_message is the value of the hook that decided", "fine", True),
    ]


def test_what_is_not_taken_says_so() -> None:
    told = steps(decided({"user": exited(0, {"updated_mcp_tool_output": {"a": 1}})}, "postToolUse"))
    assert told[-1] == ("updated_mcp_tool_output is not taken here: the notes say why", "", False)


def test_an_event_nobody_knows_has_no_steps() -> None:
    assert merge_steps("later", [], [], {}) == []


SAYINGS = st.sampled_from([exited(), exited(2), exited(1), ALLOWED, ASKED, denied("no"), timed_out()])


@given(
    said=st.dictionaries(
        st.sampled_from([f"{source}{number}" for source in SOURCES for number in "12"]), SAYINGS, max_size=6
    ),
    merge=st.sampled_from(["priority", "strictest"]),
)
def test_the_last_word_on_the_gate_is_the_engine_s(said: dict[str, Completion], merge: str) -> None:
    decision = decided(dict(sorted(said.items(), key=lambda pair: list(SOURCES).index(pair[0][:-1]))), merge=merge)
    told = [one for one in story_of_decision(decision, {})["merge"] if one["what"] == "permission"]
    assert (told[-1]["value"], told[-1]["counts"]) == (decision.permission or "none", True)
    deciding = [one for one in told[:-1] if one["counts"]]
    assert len(deciding) == (decision.permission is not None)
    assert all(one["text"].split(")")[0].split("(")[1] in decision.because for one in deciding)
    overruled = [one for one in told if "overruled" in one["text"]]
    assert len(overruled) == len(decision.overruled)
