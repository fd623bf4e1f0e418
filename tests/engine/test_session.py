"""engine.session: what is remembered of a conversation."""

import json

from hookline.engine.session import SessionState
from hookline.model import Outcome
from hookline.testing import a_hook, an_event, exited


def with_env(source: str, **env: str) -> Outcome:
    return Outcome(a_hook("sessionStart", source), exited(), {}, {"env": env})


def test_a_prompt_begins_a_turn() -> None:
    state = SessionState("c", generation_id="g1")
    assert state.beginning(an_event("beforeSubmitPrompt"), "g2").generation_id == "g2"
    assert state.beginning(an_event("stop"), "g2").generation_id == "g1"
    assert state.beginning(an_event("stop", generation_id="host", model="m"), "g2") == state._replace(
        generation_id="host", model="m"
    )


def test_follow_ups_are_counted_when_the_host_does_not() -> None:
    state, stop = SessionState("c"), an_event("stop")
    for count in range(3):
        assert state.loop_count(stop) == count
        state = state.after(stop, {"followup_message": "go"}, ())
    assert state.after(stop, {}, ()).loop_count(stop) == 3
    assert state.loop_count(an_event("stop", loop_count=9)) == 9
    assert state.loop_count(an_event("stop", loop_count=9.0)) == 9
    assert state.loop_count(an_event("stop", loop_count=float("inf"))) == 3
    assert state.loop_count(an_event("stop", loop_count=True)) == 3


def test_each_subagent_has_its_own_count() -> None:
    one, two = an_event("subagentStop", task="one"), an_event("subagentStop", task="two")
    state = SessionState("c").after(one, {"followup_message": "go"}, ())
    assert (state.loop_count(one), state.loop_count(two)) == (1, 0)


def test_the_higher_source_wins_a_variable() -> None:
    outcomes = (with_env("enterprise", A="e"), with_env("project", A="p", B="p"), with_env("project", B="second"))
    state = SessionState("c").after(an_event("sessionStart"), {}, outcomes)
    assert state.env_for("user") == {"A": "e", "B": "p"}


def test_variables_reach_their_own_source_and_lower_ones_under_their_names() -> None:
    outcomes = (with_env("project", PATH="/p", TICKET="T"), with_env("user", PATH="/u", BASH_ENV="/u"))
    state = SessionState("c").after(an_event("sessionStart"), {}, outcomes)
    assert state.env_for("enterprise") == {}
    assert state.env_for("project") == {"TICKET": "T", "PATH": "/p"}
    assert state.env_for("user") == {"TICKET": "T", "PATH": "/p", "BASH_ENV": "/u"}


def test_a_higher_source_gets_them_as_data() -> None:
    outcomes = (with_env("project", PATH="/p", TICKET="T"), with_env("user", PATH="/u", NAME='\ud800 "é'))
    state = SessionState("c").after(an_event("sessionStart"), {}, outcomes)
    assert json.loads(state.data_for("enterprise") or "") == {"PATH": "/p", "NAME": '\ud800 "é', "TICKET": "T"}
    assert state.data_for("project") == '{"PATH":"/u","NAME":"\\ud800 \\"\\u00e9"}'  # fits any environment
    assert state.data_for("user") is None


def test_data_that_does_not_fit_is_left_out_one_variable_at_a_time() -> None:
    state = SessionState("c").after(
        an_event("sessionStart"), {}, (with_env("user", A="1", B="x" * 70_000, C="é" * 9_000, D="4"),)
    )
    data = state.data_for("enterprise") or ""
    assert set(json.loads(data)) == {"A", "C", "D"}
    assert len(data.encode()) <= 64 * 1024


def test_other_events_set_nothing() -> None:
    state = SessionState("c")
    assert state.after(an_event("stop"), {}, (with_env("user", A="1"),)) == state
