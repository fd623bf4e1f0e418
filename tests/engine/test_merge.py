"""engine.merge and its folds, with properties."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookline.engine.merge import merge
from hookline.model import STRICTNESS, Outcome, Skip
from hookline.spec.events import EVENTS
from hookline.spec.sources import SOURCES
from hookline.testing import a_hook, exited

SHELL = EVENTS["beforeShellExecution"]


def said(source: str, permission: str | None = None, event: str = SHELL.name, **fields: Any) -> Outcome:
    return Outcome(a_hook(event, source, command=f"./{source}.sh"), exited(), {}, fields, permission, None, "its answer")


def merged(outcomes: list[Outcome], mode: str = "priority", event: str = SHELL.name, **payload: Any) -> Any:
    return merge(EVENTS[event], outcomes, (), payload, mode)


@pytest.mark.parametrize(
    ("opinions", "priority", "strictest"),
    [
        pytest.param([], None, None, id="nobody has an opinion"),
        pytest.param([("project", "allow"), ("project", "deny"), ("project", "ask")], "deny", "deny", id="the strictest of one source"),
        pytest.param([("enterprise", "allow"), ("user", "deny")], "allow", "deny", id="the higher source decides"),
        pytest.param([("enterprise", None), ("user", "deny")], "deny", "deny", id="no opinion outranks nobody"),
        pytest.param([("enterprise", "ask"), ("project", "deny")], "ask", "deny", id="an ask overrules a lower deny"),
        pytest.param([("enterprise", "deny"), ("user", "allow")], "deny", "deny", id="a high deny stands"),
        pytest.param([("user", "allow"), ("claude-user", "deny")], "allow", "deny", id="Claude's sources are the lowest"),
    ],
)  # fmt: skip
def test_permission(opinions: list[tuple[str, str | None]], priority: str | None, strictest: str | None) -> None:
    outcomes = [said(source, permission) for source, permission in opinions]
    assert (merged(outcomes).permission, merged(outcomes, "strictest").permission) == (priority, strictest)


def test_the_overruled_are_named() -> None:
    outcomes = [said("enterprise", "allow"), said("project", "ask"), said("user", "deny")]
    assert [(o.hook.source, o.permission) for o in merged(outcomes).overruled] == [("project", "ask"), ("user", "deny")]


def test_messages_are_those_of_the_decider() -> None:
    outcomes = [
        said("project", "allow", user_message="a"),
        said("project", "deny", user_message="d"),
        said("user", "deny", user_message="u"),
    ]
    assert merged(outcomes).fields == {"user_message": "d"}


def test_without_a_decider_there_is_no_message() -> None:
    assert merged([said("project", None, user_message="x")]).fields == {}


@pytest.mark.parametrize(
    ("event", "fields", "payload", "together", "notes"),
    [
        pytest.param("sessionStart", [{"additional_context": "a"}, {"additional_context": ""}, {"additional_context": "b"}], {}, {"additional_context": "a\n\nb"}, 0, id="contexts are joined"),
        pytest.param("sessionStart", [{"env": {"A": "1", "B": "1"}}, {"env": {"B": "2", "C": "2"}}], {}, {"env": {"A": "1", "B": "1", "C": "2"}}, 0, id="the first wins a variable"),
        pytest.param("preToolUse", [{"updated_input": {"x": 1}}, {"updated_input": {"x": 2}}], {}, {"updated_input": {"x": 1}}, 1, id="the first rewrite stands, the other is noted"),
        pytest.param("preToolUse", [{"updated_input": {"x": 1}}, {"updated_input": {"x": 1}}], {}, {"updated_input": {"x": 1}}, 0, id="the same twice is no news"),
        pytest.param("postToolUse", [{"updated_mcp_tool_output": {"a": 1}}], {"tool_name": "MCP:q"}, {"updated_mcp_tool_output": {"a": 1}}, 0, id="MCP output of an MCP tool"),
        pytest.param("postToolUse", [{"updated_mcp_tool_output": {"a": 1}}], {"tool_name": "Shell"}, {}, 1, id="MCP output of another tool is not taken"),
        pytest.param("stop", [{"followup_message": ""}, {"followup_message": "go"}], {"status": "error"}, {"followup_message": "go"}, 0, id="an empty follow-up is none"),
        pytest.param("subagentStop", [{"followup_message": "go"}], {"status": "error"}, {}, 1, id="a subagent that failed gets no follow-up"),
        pytest.param("subagentStop", [{"followup_message": "go"}], {"status": "completed"}, {"followup_message": "go"}, 0, id="one that completed does"),
        pytest.param("preCompact", [{"user_message": "a"}, {"user_message": "b"}], {}, {"user_message": "a"}, 1, id="an observer's message: the first"),
        pytest.param("beforeReadFile", [{"new_content": ""}, {"new_content": ""}], {}, {"new_content": ""}, 0, id="two equal contents, even empty"),
        pytest.param("workspaceOpen", [{"pluginPaths": ["a", "b"]}, {"pluginPaths": ["b", "c"]}], {}, {"pluginPaths": ["a", "b", "c"]}, 0, id="folders add up"),
    ],
)  # fmt: skip
def test_folds(
    event: str, fields: list[dict[str, Any]], payload: dict[str, Any], together: dict[str, Any], notes: int
) -> None:
    found = merged([said("project", None, event, **each) for each in fields], event=event, **payload)
    assert (found.fields, len(found.notes)) == (together, notes)


def test_two_different_contents_deny_and_name_both_hooks() -> None:
    outcomes = [
        said("enterprise", "allow", "beforeReadFile", new_content="a"),
        said("user", None, "beforeReadFile", new_content="b"),
    ]
    found = merged(outcomes, event="beforeReadFile")
    assert found.permission == "deny" and "new_content" not in found.fields
    assert found.decider.hook.source == "enterprise" and "user hook 1" in found.decider.grounds


def test_a_disagreement_speaks_with_nobodys_message_and_leaves_a_deny_its_own() -> None:
    quarrel = [
        said("enterprise", "allow", "beforeReadFile", new_content="a", user_message="fine"),
        said("user", "allow", "beforeReadFile", new_content="b"),
    ]
    assert merged(quarrel, event="beforeReadFile").fields == {}
    denied = merged([said("enterprise", "deny", "beforeReadFile", user_message="no"), *quarrel], event="beforeReadFile")
    assert denied.fields == {"user_message": "no"} and "different new_content" in denied.notes[0]


def test_a_set_aside_entry_that_fails_closed_is_a_deny_of_its_source() -> None:
    skip = Skip(a_hook(source="project"), "set aside: x", blocks=True)
    assert merge(SHELL, [], [skip], {}, "priority").permission == "deny"
    assert merge(SHELL, [said("enterprise", "allow")], [skip], {}, "priority").permission == "allow"
    assert merge(EVENTS["afterFileEdit"], [], [skip], {}, "priority").permission is None


OPINIONS = st.lists(st.tuples(st.sampled_from(list(SOURCES)), st.sampled_from([None, "allow", "ask", "deny"])), max_size=6)


def level(permission: str | None) -> int:
    return -1 if permission is None else STRICTNESS[permission]


@given(OPINIONS)
def test_a_deny_in_the_highest_source_always_blocks(opinions: list[tuple[str, str | None]]) -> None:
    outcomes = [said(source, permission) for source, permission in opinions]
    for mode in ("priority", "strictest"):
        assert merged([said("enterprise", "deny"), *outcomes], mode).permission == "deny"


@given(OPINIONS, st.tuples(st.sampled_from(list(SOURCES)), st.sampled_from([None, "allow", "ask", "deny"])))
def test_under_strictest_another_hook_never_loosens(
    opinions: list[tuple[str, str | None]], one_more: tuple[str, str | None]
) -> None:
    outcomes = [said(source, permission) for source, permission in opinions]
    assert level(merged([*outcomes, said(*one_more)], "strictest").permission) >= level(
        merged(outcomes, "strictest").permission
    )


@given(OPINIONS, st.randoms())
def test_the_permission_does_not_depend_on_order(opinions: list[tuple[str, str | None]], random: Any) -> None:
    outcomes = [said(source, permission) for source, permission in opinions]
    shuffled = list(outcomes)
    random.shuffle(shuffled)
    for mode in ("priority", "strictest"):
        assert merged(outcomes, mode).permission == merged(shuffled, mode).permission
