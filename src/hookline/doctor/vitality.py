"""Cases and what a hook decided about them → whether it is alive, wrong, dead, or nobody can tell.
Pure.

A canary is a case that the hook must act on, and one that it must let pass. *Dead*: it cannot do
its work, because it does not start, fails, or never matches. *Wrong*: it runs, and decides
otherwise. *Unknown*: nothing says what it must decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hookline.cases.nouns import Case, Difference
from hookline.codec.hook_answer import DENY_EXIT_CODE
from hookline.kit.command import kit_name, settings_in
from hookline.model import Decision, Hook, Outcome
from hookline.processes.launch import broken_hook, launch_exit
from hookline.spec.events import EVENTS

ALIVE, WRONG, DEAD, UNKNOWN = "alive", "wrong", "dead", "unknown"
#: The exit code by which a shell says that it did not find a program.
_NOT_FOUND = 127
_NO_NAME = "not found: "


class Tried(NamedTuple):
    """The verdict on a hook: alive, wrong, dead or unknown; why, and what to do about it."""

    verdict: str
    reason: str = ""
    remedy: str = ""


class Trial(NamedTuple):
    """One case, and what came of it. `trouble`: why it could not be run."""

    case: Case
    decision: Decision | None = None
    differences: tuple[Difference, ...] = ()
    trouble: str | None = None


def must_stop(case: Case) -> bool:
    """Whether the case expects a deny or a question."""
    return case.expect.permission in ("deny", "ask") or case.expect.blocked is True


def must_act(case: Case) -> bool:
    """Whether the case expects anything to come of it at all."""
    expect = case.expect
    return must_stop(case) or bool(expect.outputs or expect.response or expect.files)


def must_pass(case: Case) -> bool:
    """Whether the case expects that nothing comes of it."""
    return not must_act(case) and case.expect.failure is None


def acting(cases: Sequence[Case]) -> list[Case]:
    """The cases a hook must act on: those it must stop, if there are any, else those it must change
    something in.
    """
    stopping = [case for case in cases if must_stop(case)]
    return stopping or [case for case in cases if must_act(case)]


def verdict(hook: Hook, acted: Trial | None, passed: Trial | None) -> Tried:
    """The verdict, by the case it had to act on and the one it had to let pass."""
    if acted is None and passed is None:
        return Tried(
            UNKNOWN, f"none of its cases is about {hook.event}", "write one: see docs/doctor.md"
        )
    for trial in (acted, passed):
        found = trial and (
            _cannot_work(trial, trial is acted) or _decides_otherwise(trial, hook, trial is acted)
        )
        if found:
            return found
    if acted is None and EVENTS[hook.event].gate and not kit_name(hook.command):
        return Tried(
            UNKNOWN,
            "no case says what it must deny",
            'write one with expect = { permission = "deny" }',
        )
    if acted is None:
        return Tried(ALIVE, "it ran; it only observes")
    return Tried(
        ALIVE, f"as its cases say: {acted.case.name}" + (f"; {passed.case.name}" if passed else "")
    )


def _cannot_work(trial: Trial, must_run: bool) -> Tried | None:
    if trial.decision is None:
        return Tried(
            UNKNOWN, f"{trial.case.name!r} cannot be tried: {trial.trouble}", "mend the case"
        )
    outcome = next(iter(trial.decision.outcomes), None)
    if outcome is None:
        return _did_not_run(trial.decision) if must_run else None
    if outcome.failure:
        return Tried(
            DEAD, f"it fails: {outcome.failure}{_said(outcome)}", "mend that, then try again"
        )
    if outcome.completion.code == DENY_EXIT_CODE and broken_hook(outcome.completion.stderr):
        return Tried(DEAD, f"it denies by accident: exit code 2 came from the interpreter{_said(outcome)}",
                     "mend what it complains of")  # fmt: skip
    return None


def _did_not_run(decision: Decision) -> Tried:
    reason = next((skip.reason for skip in decision.skips), "nothing ran")
    if reason.startswith("matcher "):
        return Tried(
            DEAD,
            f"it never runs for what it must act on: {reason} any of its cases",
            "correct the matcher",
        )
    return Tried(UNKNOWN, f"it did not run: {reason}", "see: hookline list")


def _decides_otherwise(trial: Trial, hook: Hook, must: bool) -> Tried | None:
    if trial.decision is None or _as_wanted(trial, hook, must):
        return None
    outcome = next(iter(trial.decision.outcomes), None)
    missing = launch_exit(_NOT_FOUND, outcome.completion.stderr, "") if outcome else None
    if must and missing and missing != _NO_NAME:
        name = missing.removeprefix(_NO_NAME)
        return Tried(
            DEAD,
            f"it cannot judge without {name}, which it does not find",
            f"install {name}, or write its whole path",
        )
    name = trial.case.name
    if not must:
        return Tried(
            WRONG,
            f"it stops what it must let pass ({name!r}): {trial.decision.because}",
            "correct the script",
        )
    if settings_in(hook.command) and kit_name(hook.command):
        return Tried(UNKNOWN, f"with its own settings it does not act on {name!r}",
                     "write a case with these settings: see docs/doctor.md")  # fmt: skip
    return Tried(
        WRONG,
        f"it lets pass what it must act on ({name!r}): {_wanted(trial)}",
        "correct the script, or its cases",
    )


def _as_wanted(trial: Trial, hook: Hook, must: bool) -> bool:
    decision = trial.decision
    stopped = decision is not None and (decision.blocked or decision.permission == "ask")
    if not must:
        return not stopped
    if not must_stop(trial.case):
        return not trial.differences
    relevant = [one for one in trial.differences if one.what in ("permission", "blocked")]
    return stopped and (not relevant or bool(settings_in(hook.command)))


def _wanted(trial: Trial) -> str:
    first: Iterable[str] = (
        f"{one.what} is {one.got}, not {one.expected}" for one in trial.differences
    )
    return next(iter(first), "nothing came of it")


def _said(outcome: Outcome) -> str:
    line = next(
        (line.strip() for line in outcome.completion.stderr.splitlines() if line.strip()), ""
    )
    return f"; it said: {line[:200]}" if line else ""
