"""SECURITY 6.8: how several hooks become one decision, as properties of the engine. Only the processes are fakes."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookline.model import STRICTNESS, Completion, Decision
from hookline.spec.events import EVENTS
from hookline.spec.sources import RANK, SOURCES
from hookline.testing import FakeRunner, a_hook, engine_with, exited, killed, timed_out

PERMISSION_GATES = sorted(name for name, spec in EVENTS.items() if spec.gate == "permission")
GATES = sorted(name for name, spec in EVENTS.items() if spec.gate)
OBSERVERS = sorted(name for name, spec in EVENTS.items() if not spec.gate)
CURSOR_SOURCES = [name for name, source in SOURCES.items() if source.dialect == "cursor"]

checked = settings(max_examples=300, deadline=None)


def fault(fault: str, right: str) -> pytest.MarkDecorator:
    return pytest.mark.fault("6.8", fault, right)


class Does(NamedTuple):
    """A hook of a source, and what its process does."""

    source: str
    completion: Completion
    fail_closed: bool = False
    loop_limit: int | None = 5


sources = st.sampled_from(list(SOURCES))
answers = st.fixed_dictionaries(
    {},
    optional={
        "permission": st.sampled_from(["allow", "ask", "deny", "DENY", None]),
        "continue": st.sampled_from([True, False, "no"]),
        "user_message": st.sampled_from(["a", "b", None, 5]),
        "new_content": st.sampled_from(["x", "y"]),
        "updated_input": st.sampled_from([{"command": "a"}, {"command": "b"}]),
        "decision": st.sampled_from(["block", "approve"]),
    },
)
completions = st.one_of(
    answers.map(lambda answer: exited(0, answer)),
    st.sampled_from(
        [exited(0), exited(0, "text"), exited(2), exited(2, '{"permission": "allow"}'), exited(1), killed(), timed_out()]
    ),
)
hooks = st.builds(Does, sources, completions, st.booleans())


def fire(event: str, does: list[Does], merge: str = "priority", **fields: Any) -> Decision:
    """The decision on an event with these hooks configured, each in the order of its source."""
    configured = [
        a_hook(event, one.source, command=f"./{number}.sh", number=number, fail_closed=one.fail_closed, loop_limit=one.loop_limit)
        for number, one in enumerate(does)
    ]  # fmt: skip
    runner = FakeRunner({f"./{number}.sh": one.completion for number, one in enumerate(does)})
    return engine_with(configured, runner=runner, merge=merge).session().fire_sync(event, {"tool_name": "MCP:x", **fields})


def strictness(decision: Decision) -> int:
    """No opinion lets the action pass, as an allow does."""
    return STRICTNESS[decision.permission or "allow"]


def says(permission: str, message: str = "") -> Completion:
    return exited(0, {"permission": permission, **({"user_message": message} if message else {})})


@fault(
    "a hook is added",
    "under `--merge strictest` the decision never becomes more permissive; by default a higher source's allow overrules a "
    "lower deny, and the result names what it overruled",
)
@checked
@given(event=st.sampled_from(GATES), does=st.lists(hooks, max_size=5), added=hooks, place=st.integers(0, 5))
def test_adding_a_hook(event: str, does: list[Does], added: Does, place: int) -> None:
    more = [*does[:place], added, *does[place:]]
    assert strictness(fire(event, more, "strictest")) >= strictness(fire(event, does, "strictest"))
    by_priority = fire(event, more)
    stricter = [o for o in by_priority.outcomes if o.permission and STRICTNESS[o.permission] > strictness(by_priority)]
    assert [o.hook for o in by_priority.overruled] == [o.hook for o in stricter]


@fault(
    "the same hooks stand in other sources", "under `--merge strictest` the permission is the same wherever a hook stands"
)
@checked
@given(
    event=st.sampled_from(PERMISSION_GATES),
    said=st.lists(st.sampled_from(["allow", "deny", None]), max_size=5),
    one=st.lists(st.sampled_from(CURSOR_SOURCES), min_size=5, max_size=5),
    other=st.lists(st.sampled_from(CURSOR_SOURCES), min_size=5, max_size=5),
)
def test_where_hooks_stand(event: str, said: list[str | None], one: list[str], other: list[str]) -> None:
    what = [says(permission) if permission else exited() for permission in said]
    results = [fire(event, list(map(Does, places, what)), "strictest").permission for places in (one, other)]
    strictest = max((p for p in said if p), key=STRICTNESS.__getitem__, default=None)
    assert results == [strictest, strictest]


@fault(
    "a hook says ask where nobody is asked",
    "on subagentStart it is a deny; on preToolUse it is no opinion, which never counts as an allow and is noted",
)
@checked
@given(
    others=st.lists(hooks, max_size=4),
    source=st.sampled_from(CURSOR_SOURCES),
    merge=st.sampled_from(["priority", "strictest"]),
)
def test_ask(others: list[Does], source: str, merge: str) -> None:
    asks = Does(source, says("ask"))
    for event, stands_for in (("subagentStart", says("deny")), ("preToolUse", exited(0, {}))):
        decision = fire(event, [asks, *others], merge)
        same = fire(event, [Does(source, stands_for), *others], merge)
        assert (decision.permission, decision.blocked) == (same.permission, same.blocked)
        assert any("'ask'" in note for note in decision.notes)
    assert fire("subagentStart", [asks]).blocked
    assert fire("preToolUse", [asks]).permission is None


@fault(
    "two hooks rewrite the tool's input",
    "the first in plan order (source, then file) wins and each other value is noted; the host fires beforeShellExecution "
    "for the command it then runs, so guards see the rewritten one",
)
@checked
@given(values=st.lists(st.tuples(st.sampled_from(CURSOR_SOURCES), st.sampled_from(["a", "b", "c"])), min_size=2, max_size=5))
def test_two_rewrites(values: list[tuple[str, str]]) -> None:
    does = [Does(source, exited(0, {"updated_input": {"command": value}})) for source, value in values]
    decision = fire("preToolUse", does)
    in_plan_order = [value for _, value in sorted(values, key=lambda pair: RANK[pair[0]])]
    assert decision.response == {"updated_input": {"command": in_plan_order[0]}}
    others = [value for value in in_plan_order[1:] if value != in_plan_order[0]]
    assert len([note for note in decision.notes if "updated_input of" in note and "was not taken" in note]) == len(others)


@fault(
    "hooks of an event that only observes deny, exit 2, fail closed or hang",
    "it is never blocked, has no permission, and what had no effect is noted",
)
@checked
@given(event=st.sampled_from(OBSERVERS), does=st.lists(hooks, min_size=1, max_size=5))
def test_observers_never_block(event: str, does: list[Does]) -> None:
    decision = fire(event, does, status="completed", loop_count=0)
    assert (decision.blocked, decision.permission, decision.code) == (False, None, None)
    assert not {"permission", "continue"} & decision.response.keys()
    for outcome in decision.outcomes:
        if outcome.completion.code == 2:
            assert f"{event} cannot be blocked: exit code 2 has no effect on it" in outcome.notes


@fault(
    "follow-ups go round in a loop",
    "a hook runs while loop_count is below its loop_limit, exactly; null is no limit, 0 is never",
)
@checked
@given(
    event=st.sampled_from(["stop", "subagentStop"]),
    limits=st.lists(st.one_of(st.none(), st.integers(0, 7)), min_size=1, max_size=4),
    count=st.integers(0, 8),
)
def test_loop_limit(event: str, limits: list[int | None], count: int) -> None:
    does = [Does("user", exited(0, {"followup_message": "go on"}), loop_limit=limit) for limit in limits]
    told = fire(event, does, status="completed", loop_count=count)
    runs = [limit is None or count < limit for limit in limits]
    assert [o.hook.number for o in told.outcomes] == [number for number, goes in enumerate(runs) if goes]
    assert told.response == ({"followup_message": "go on"} if any(runs) else {})

    # The session counts the follow-ups itself when the host does not.
    configured = [a_hook(event, "user", command="./again.sh", loop_limit=limits[0])]
    session = engine_with(configured, runner=FakeRunner({"./again.sh": does[0].completion})).session()
    sent = sum(bool(session.fire_sync(event, status="completed", task="t").response) for _ in range(9))
    assert sent == (9 if limits[0] is None else limits[0])


@fault(
    "several hooks deny, each with a message",
    "the message is that of the hook that decided: of the strictest the first in plan order",
)
@checked
@given(
    event=st.sampled_from(["beforeShellExecution", "beforeMCPExecution"]),
    said=st.lists(
        st.tuples(st.sampled_from(CURSOR_SOURCES), st.sampled_from(["allow", "ask", "deny"])), min_size=1, max_size=6
    ),
    merge=st.sampled_from(["priority", "strictest"]),
)
def test_whose_message(event: str, said: list[tuple[str, str]], merge: str) -> None:
    does = [Does(source, says(permission, f"m{number}")) for number, (source, permission) in enumerate(said)]
    ordered = sorted(enumerate(said), key=lambda one: RANK[one[1][0]])
    heard = ordered if merge == "strictest" else [one for one in ordered if one[1][0] == ordered[0][1][0]]
    number, (source, permission) = max(heard, key=lambda one: STRICTNESS[one[1][1]])
    decision = fire(event, does, merge)
    assert decision.response == {"permission": permission, "user_message": f"m{number}"}
    assert f" by {source} hook {number} of {event} " in decision.because


@fault("an answer has no permission", "it is no opinion: the decision is the same as without that hook")
@checked
@given(
    event=st.sampled_from(GATES),
    does=st.lists(hooks, max_size=4),
    silent=st.lists(
        st.tuples(sources, st.sampled_from(["", " \n", "{}", '{"note": 1}', '{"user_message": "hi"}'])),
        min_size=1,
        max_size=3,
    ),
    merge=st.sampled_from(["priority", "strictest"]),
)
def test_no_opinion(event: str, does: list[Does], silent: list[tuple[str, str]], merge: str) -> None:
    without = fire(event, does, merge)
    decision = fire(event, [*does, *(Does(source, exited(0, text)) for source, text in silent)], merge)
    assert (decision.permission, decision.blocked, decision.response) == (
        without.permission,
        without.blocked,
        without.response,
    )
