"""doctor.verdict: what came of the canaries → alive, wrong, dead or unknown."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import param

from hookline.cases.nouns import Case, Difference, Expect
from hookline.doctor.vitality import Trial, acting, must_act, must_pass, must_stop, verdict
from hookline.model import Completion, Decision, Ending, Outcome, Skip
from hookline.testing import a_hook

HOOK = a_hook()
KIT = a_hook(command="/opt/bin/hookline hook audit")
SET = a_hook(command="/opt/bin/hookline hook git-guard --set ask=x")
OBSERVER = a_hook(event="afterFileEdit")


def case(name: str = "a push", **expect: Any) -> Case:
    return Case(name, "beforeShellExecution", {}, Expect(**expect))


DENY, ASK, NONE = case(permission="deny"), case(permission="ask"), case("a look", permission="none")
CHANGE = case(response={"env": {}})


@pytest.mark.parametrize(
    ("one", "stop", "act", "pass_"),
    [
        param(DENY, True, True, False, id="deny"),
        param(ASK, True, True, False, id="ask"),
        param(case(blocked=True), True, True, False, id="blocked"),
        param(NONE, False, False, True, id="no opinion"),
        param(case(permission="allow"), False, False, True, id="allow"),
        param(CHANGE, False, True, False, id="a change"),
        param(case(files={"a": "b"}), False, True, False, id="a file"),
        param(case(permission="none", failure="exited"), False, False, False, id="a failure shows nothing"),
    ],
)
def test_what_a_case_is_good_for(one: Case, stop: bool, act: bool, pass_: bool) -> None:
    assert (must_stop(one), must_act(one), must_pass(one)) == (stop, act, pass_)


def test_stopping_comes_before_changing() -> None:
    assert acting([NONE, CHANGE, DENY]) == [DENY]
    assert acting([NONE, CHANGE]) == [CHANGE]
    assert acting([NONE]) == []


def trial(one: Case, permission: str | None = None, *, ran: bool = True, skip: str = "", **more: Any) -> Trial:
    stderr, failure, code = more.pop("stderr", ""), more.pop("failure", None), more.pop("code", 0)
    outcome = Outcome(HOOK, Completion(Ending.EXITED, 1.0, code, stderr=stderr), failure=failure)
    decision = Decision(
        one.event, {}, permission == "deny", permission, {}, "because", (outcome,) if ran else (),
        (Skip(HOOK, skip),) if skip else (),
    )  # fmt: skip
    expected = one.expect.permission
    differs = expected is not None and expected != (permission or "none")
    found = (Difference("permission", str(expected), permission or "none"),) if differs else ()
    return Trial(one, decision, more.get("differences", found))


GOOD, HARMLESS = trial(DENY, "deny"), trial(NONE)


@pytest.mark.parametrize(
    ("hook", "acted", "passed", "expected", "reason"),
    [
        param(HOOK, GOOD, HARMLESS, "alive", "as its cases say: a push; a look", id="both as they should be"),
        param(HOOK, GOOD, None, "alive", "as its cases say: a push", id="nothing says what it must let pass"),
        param(HOOK, GOOD, trial(NONE, ran=False, skip="matcher 'x' does not match"), "alive", "as its cases say: a push; a look",
              id="what must pass need not even match"),
        param(HOOK, trial(ASK, "ask"), HARMLESS, "alive", "as its cases say", id="a question"),
        param(HOOK, None, None, "unknown", "none of its cases is about beforeShellExecution", id="no case for its event"),
        param(HOOK, None, HARMLESS, "unknown", "no case says what it should deny", id="a guard without a deny"),
        param(KIT, None, HARMLESS, "alive", "it ran; it only observes", id="a ready-made hook that only observes"),
        param(OBSERVER, None, HARMLESS, "alive", "it ran; it only observes", id="an event that cannot be blocked"),
        param(HOOK, trial(DENY, ran=False, skip="matcher 'x' does not match"), HARMLESS, "dead",
              "it never runs for what it should act on: matcher 'x' does not match any of its cases", id="its matcher never matches"),
        param(HOOK, trial(DENY, ran=False, skip="loop limit reached"), HARMLESS, "unknown", "it did not run: loop limit reached",
              id="it did not run for another reason"),
        param(HOOK, trial(DENY, ran=False), HARMLESS, "unknown", "it did not run: nothing ran", id="it did not run at all"),
        param(HOOK, trial(DENY, failure="not found: x", stderr="\noops\n"), HARMLESS, "dead",
              "it fails: not found: x; it printed: oops", id="it fails"),
        param(HOOK, trial(DENY, "deny", failure="exited with code 1"), HARMLESS, "dead", "it fails: exited with code 1",
              id="a failure that blocks is no decision"),
        param(HOOK, trial(DENY, "deny", code=2, stderr="python3: can't open file 'x'"), HARMLESS, "dead",
              "it denies by accident: exit code 2 came from the interpreter; it printed: python3: can't open file 'x'",
              id="a deny by accident"),
        param(HOOK, trial(DENY, stderr="./g.sh: 2: jq: not found"), HARMLESS, "dead",
              "it cannot judge without jq, which it does not find", id="a program it needs is missing"),
        param(HOOK, GOOD, trial(NONE, failure="exited with code 3"), "dead", "it fails: exited with code 3",
              id="it fails where it must let pass"),
        param(HOOK, trial(DENY), HARMLESS, "wrong", "it lets through what it should act on ('a push'): permission is none, not deny",
              id="it lets pass"),
        param(HOOK, trial(DENY, "ask"), HARMLESS, "wrong", "permission is ask, not deny", id="it only asks"),
        param(HOOK, GOOD, trial(NONE, "deny"), "wrong", "it stops what it should let pass ('a look'): because", id="it denies all"),
        param(HOOK, GOOD, trial(NONE, "ask"), "wrong", "it stops what it should let pass", id="it asks about all"),
        param(HOOK, trial(CHANGE), HARMLESS, "alive", "as its cases say", id="a change as it should be"),
        param(HOOK, trial(CHANGE, differences=(Difference("response.env", "x", "y"),)), HARMLESS, "wrong",
              "response.env is y, not x", id="another change"),
        param(SET, trial(DENY), HARMLESS, "unknown", "with its own settings it does not act on 'a push'",
              id="settings of its own may want it so"),
        param(SET, trial(DENY, "ask"), HARMLESS, "alive", "as its cases say", id="settings of its own may make it ask"),
        param(HOOK, Trial(DENY, trouble="no disk"), HARMLESS, "unknown", "'a push' cannot be tried: no disk", id="no trial"),
    ],
)  # fmt: skip
def test_the_verdict(hook: Any, acted: Trial | None, passed: Trial | None, expected: str, reason: str) -> None:
    found = verdict(hook, acted, passed)
    assert found.verdict == expected
    assert reason in found.reason
    assert bool(found.remedy) == (expected != "alive")
