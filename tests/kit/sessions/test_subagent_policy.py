"""subagent-policy: who may start, and how many."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookline.errors import UsageError
from hookline.kit.catalogue import load
from hookline.kit.kit_process import functions_of

Fire = Callable[..., str]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOOKLINE_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def fire(event: str, *settings: str, **data: Any) -> str:
    """The message of a deny; empty for no opinion."""
    functions, hooks = functions_of(load("subagent-policy"), settings)
    said = functions[event](hooks.classes[event](data))
    if said is None:
        return ""
    assert said.permission == "deny"
    return str(said.fields["user_message"]).removeprefix("subagent-policy: this subagent may not start: ")


@pytest.mark.parametrize(
    ("settings", "data", "expected"),
    [
        pytest.param([], {"subagent_type": "shell"}, "", id="nothing is said about it"),
        pytest.param(["types=explore"], {"subagent_type": "explore"}, "", id="an allowed type"),
        pytest.param(["types=Explore"], {"subagent_type": "EXPLORE"}, "", id="in other letters"),
        pytest.param(["types=explore,general*"], {"subagent_type": "generalPurpose"}, "", id="by a pattern"),
        pytest.param(
            ["types=explore"], {"subagent_type": "shell"}, "the type 'shell' is not one of explore.", id="another type"
        ),
        pytest.param(["types=explore"], {}, "the type '' is not one of explore.", id="no type at all"),
        pytest.param(
            ["not_types=shell"], {"subagent_type": "shell"}, "the type 'shell' is not allowed.", id="a denied type"
        ),
        pytest.param(
            ["types=*", "not_types=shell"],
            {"subagent_type": "shell"},
            "the type 'shell' is not allowed.",
            id="deny counts first",
        ),
        pytest.param(["models=claude-*"], {"subagent_model": "claude-x"}, "", id="an allowed model"),
        pytest.param(
            ["models=claude-*"], {"subagent_model": "gpt-x"}, "the model 'gpt-x' is not one of claude-*.", id="another model"
        ),
        pytest.param(
            ["not_models=*-max"], {"subagent_model": "x-max"}, "the model 'x-max' is not allowed.", id="a denied model"
        ),
        pytest.param(["not_tasks=(?i)deploy"], {"task": "DEPLOY it"}, "its task matches '(?i)deploy'.", id="a denied task"),
        pytest.param(["not_tasks=deploy"], {"task": "explore"}, "", id="another task"),
        pytest.param(
            ["not_tasks=x", "types=*"], {"task": 5, "subagent_type": [], "subagent_model": {}}, "", id="wrong types"
        ),
        pytest.param(
            ["not_tasks=(a*)*b$"], {"task": "a" * 10_000_000 + "\ud800"}, "", id="ten megabytes and an evil pattern"
        ),
    ],
)
def test_who_may_start(state: Path, settings: list[str], data: dict[str, Any], expected: str) -> None:
    assert fire("subagentStart", *settings, **data) == expected


def test_a_pattern_that_is_none() -> None:
    with pytest.raises(UsageError, match="not_tasks is '\\[', which is not a regular expression"):
        functions_of(load("subagent-policy"), ["not_tasks=["])


def start(number: int, *settings: str, conversation: str = "c1", task: str = "look") -> str:
    return fire(
        "subagentStart", *(settings or ("at_once=2",)),
        subagent_id=f"s{number}", subagent_type="explore", task=task, parent_conversation_id=conversation,
    )  # fmt: skip


FULL = "2 are running already; wait for one to end."


def test_so_many_at_once(state: Path) -> None:
    assert [start(1), start(2), start(3)] == ["", "", FULL]
    assert start(1, conversation="c2") == ""


def test_starting_the_same_one_again_counts_once(state: Path) -> None:
    assert [start(1), start(1), start(2), start(3)] == ["", "", "", FULL]


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param(
            {"conversation_id": "c1", "subagent_type": "explore", "task": "look"}, id="told in the parent's conversation"
        ),
        pytest.param({"conversation_id": "s1", "subagent_type": "x", "task": "y"}, id="told in its own"),
        pytest.param({"conversation_id": "?", "subagent_type": "explore", "task": "look"}, id="by its kind and task alone"),
        pytest.param(
            {"conversation_id": "c1", "subagent_type": "explore", "task": "another"}, id="by its kind in the conversation"
        ),
    ],
)
def test_an_end_makes_room(state: Path, ending: dict[str, Any]) -> None:
    assert [start(1), start(2), start(3)] == ["", "", FULL]
    fire("subagentStop", "at_once=2", **ending)
    assert [start(3), start(4)] == ["", FULL]


def test_an_end_of_somebody_else_makes_none(state: Path) -> None:
    assert [start(1), start(2)] == ["", ""]
    fire("subagentStop", "at_once=2", conversation_id="c9", subagent_type="shell", task="z")
    assert start(3) == FULL


def test_the_end_of_the_conversation_makes_room(state: Path) -> None:
    assert [start(1), start(2)] == ["", ""]
    fire("sessionEnd", "at_once=2", conversation_id="c1")
    assert [start(3), start(4), start(5)] == ["", "", FULL]


def test_one_whose_end_is_never_told_is_forgotten(state: Path) -> None:
    assert [start(1), start(2)] == ["", ""]
    assert start(3, "at_once=2", "minutes=0") == ""


def test_a_damaged_file_is_begun_again(state: Path) -> None:
    (state / "kit").mkdir(parents=True)
    (state / "kit" / "subagents.json").write_text('{"running": [5, {"since": "x"}, {}]}')
    assert [start(1), start(2), start(3)] == ["", "", FULL]
    assert len(json.loads((state / "kit" / "subagents.json").read_text())["running"]) == 2


def test_tasks_are_not_kept(state: Path) -> None:
    start(1, task="a very private task")
    assert "private" not in (state / "kit" / "subagents.json").read_text()


def test_without_a_limit_nothing_is_kept(state: Path) -> None:
    fire("subagentStart")
    fire("subagentStop")
    fire("sessionEnd")
    assert not state.exists()
