"""What holds for every set of hooks, whatever they do."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hookline.model import STRICTNESS, Completion, Decision, Ending
from hookline.spec.events import EVENTS
from hookline.spec.sources import SOURCES
from hookline.testing import FakeRunner, a_hook, engine_with, exited, killed, not_started, timed_out

GATES = sorted(name for name, spec in EVENTS.items() if spec.gate)
HIGHEST = next(iter(SOURCES))
MERGES = ["priority", "strictest"]
checked = settings(max_examples=2 * settings.default.max_examples, deadline=None)


class Does(NamedTuple):
    """A hook of a source, and what its process does."""

    source: str
    completion: Completion
    fail_closed: bool = False


texts = st.one_of(
    st.sampled_from(["", "{}", "text", '{"permission": "deny"}', '{"permission": "allow", "user_message": "fine"}']),
    st.sampled_from(['{"permission": "ask"}', '{"continue": false}', '{"continue": true}', '{"new_content": "x"}']),
    st.sampled_from(['{"new_content": "y", "permission": "allow"}', '{"decision": "approve"}', '{"decision": "block"}']),
    st.text(max_size=10),
)
failures = st.one_of(
    texts.map(lambda text: exited(1, text)),
    texts.map(lambda text: killed()._replace(stdout=text.encode())),
    texts.map(lambda text: timed_out()._replace(stdout=text.encode())),
    st.just(not_started()),
    st.just(Completion(Ending.FLOODED, 1.0, stdout=b'{"permission": "allow"}')),
    st.sampled_from(["null", "[]", '{"permission": "allow"} x', '{"continue": 1, "permission": 1}']).map(
        lambda text: exited(0, text)
    ),
)
completions = st.one_of(texts.map(lambda text: exited(0, text)), st.just(exited(2)), failures)
hooks = st.builds(Does, st.sampled_from(list(SOURCES)), completions, st.booleans())
events = st.sampled_from(GATES)


def fire(event: str, does: list[Does], merge: str = "priority") -> Decision:
    configured = [
        a_hook(event, one.source, command=f"./{number}.sh", number=number, fail_closed=one.fail_closed)
        for number, one in enumerate(does)
    ]
    runner = FakeRunner({f"./{number}.sh": one.completion for number, one in enumerate(does)})
    return engine_with(configured, runner=runner, merge=merge).session().fire_sync(event)


def strictness(decision: Decision) -> int:
    return STRICTNESS[decision.permission or "allow"]


@checked
@given(event=events, does=st.lists(hooks, max_size=6), place=st.integers(0, 6), merge=st.sampled_from(MERGES))
def test_a_deny_of_the_highest_source_always_blocks(event: str, does: list[Does], place: int, merge: str) -> None:
    for denies in (exited(2), exited(2, '{"permission": "allow"}'), exited(0, {"permission": "deny", "continue": False})):
        decision = fire(event, [*does[:place], Does(HIGHEST, denies), *does[place:]], merge)
        assert decision.blocked and decision.code == "ERROR_HOOKS_BLOCKED" and decision.texts is not None


@checked
@given(event=events, does=st.lists(hooks, max_size=6), added=hooks, place=st.integers(0, 6))
def test_under_strictest_no_hook_makes_it_milder(event: str, does: list[Does], added: Does, place: int) -> None:
    before, after = fire(event, does, "strictest"), fire(event, [*does[:place], added, *does[place:]], "strictest")
    assert strictness(after) >= strictness(before)
    assert after.blocked or not before.blocked


@checked
@given(
    event=events,
    does=st.lists(hooks, max_size=4),
    fails=failures,
    source=st.sampled_from(list(SOURCES)),
    place=st.integers(0, 4),
    merge=st.sampled_from(MERGES),
)
def test_a_failing_hook_changes_nothing_of_the_others(
    event: str, does: list[Does], fails: Completion, source: str, place: int, merge: str
) -> None:
    # What a Claude hook prints there without being JSON is context for the model, and no failure.
    assume(not (SOURCES[source].dialect == "claude" and event in ("sessionStart", "beforeSubmitPrompt") and fails.stdout))
    without = fire(event, does, merge)
    decision = fire(event, [*does[:place], Does(source, fails), *does[place:]], merge)
    its_number = min(place, len(does))
    assert said(decision) == said(without)
    assert [verdict(o) for o in decision.outcomes if o.hook.number != its_number] == [verdict(o) for o in without.outcomes]

    closed = fire(event, [*does[:place], Does(source, fails, True), *does[place:]], merge)
    [own] = [o for o in closed.outcomes if o.hook.number == its_number]
    assert (own.permission, own.failure is not None) == ("deny", True)
    assert [verdict(o) for o in closed.outcomes if o.hook.number != its_number] == [verdict(o) for o in without.outcomes]


def said(decision: Decision) -> Any:
    return decision.blocked, decision.permission, decision.response, [o.permission for o in decision.overruled]


def verdict(outcome: Any) -> Any:
    return outcome.hook.source, outcome.completion, outcome.permission, outcome.fields, outcome.failure


@checked
@given(event=events, does=st.lists(hooks, min_size=1, max_size=5), merge=st.sampled_from(MERGES))
def test_nothing_is_allowed_without_a_reason(event: str, does: list[Does], merge: str) -> None:
    """An action goes ahead because a hook allowed it, because all were silent, or because a failure is named."""
    decision = fire(event, does, merge)
    if decision.permission == "allow":
        assert any(outcome.permission == "allow" for outcome in decision.outcomes)
    elif decision.permission is None:
        failed = [outcome for outcome in decision.outcomes if outcome.failure]
        assert all(f"{outcome.failure}" in decision.because for outcome in failed)
        assert failed or decision.because.endswith("none had an opinion")
