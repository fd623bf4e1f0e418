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
from hookline.kit.kit_command import kit_name, settings_in
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
        reason = f"none of its cases is about {hook.event}"
        return Tried(UNKNOWN, reason, "write one: run: hookline docs doctor")
    for trial, must in ((acted, True), (passed, False)):
        wrong = trial and (_cannot_work(trial, must) or _decides_otherwise(trial, hook, must))
        if wrong:
            return wrong
    return _nothing_wrong(hook, acted, passed)


def _nothing_wrong(hook: Hook, acted: Trial | None, passed: Trial | None) -> Tried:
    """The verdict where no case failed: a guard that was never asked to deny has proved nothing."""
    if acted is not None:
        names = [trial.case.name for trial in (acted, passed) if trial]
        return Tried(ALIVE, f"as its cases say: {'; '.join(names)}")
    if EVENTS[hook.event].gate and not kit_name(hook.command):
        remedy = 'write one with expect = { permission = "deny" }'
        return Tried(UNKNOWN, "no case says what it should deny", remedy)
    return Tried(ALIVE, "it ran; it only observes")


def _cannot_work(trial: Trial, must_run: bool) -> Tried | None:
    if trial.decision is None:
        problem = f"{trial.case.name!r} cannot be tried: {trial.trouble}"
        return Tried(UNKNOWN, problem, "fix the case")
    outcome = next(iter(trial.decision.outcomes), None)
    if outcome is None:
        return _did_not_run(trial.decision) if must_run else None
    if outcome.failure:
        problem = f"it fails: {outcome.failure}{_said(outcome)}"
        return Tried(DEAD, problem, "fix that, then try again")
    if outcome.completion.code == DENY_EXIT_CODE and broken_hook(outcome.completion.stderr):
        problem = f"it denies by accident: exit code 2 came from the interpreter{_said(outcome)}"
        return Tried(DEAD, problem, "fix what it complains about")
    return None


def _did_not_run(decision: Decision) -> Tried:
    reason = next((skip.reason for skip in decision.skips), "nothing ran")
    if reason.startswith("matcher "):
        return Tried(
            DEAD,
            f"it never runs for what it should act on: {reason} any of its cases",
            "correct the matcher",
        )
    return Tried(UNKNOWN, f"it did not run: {reason}", "see: hookline list")


def _decides_otherwise(trial: Trial, hook: Hook, must: bool) -> Tried | None:
    if trial.decision is None or _as_wanted(trial, hook, must):
        return None
    name = trial.case.name
    if not must:
        problem = f"it stops what it should let pass ({name!r}): {trial.decision.because}"
        return Tried(WRONG, problem, "correct the script")
    program = _program_not_found(trial.decision)
    if program:
        problem = f"it cannot judge without {program}, which it does not find"
        return Tried(DEAD, problem, f"install {program}, or write its whole path")
    if settings_in(hook.command) and kit_name(hook.command):
        problem = f"with its own settings it does not act on {name!r}"
        return Tried(
            UNKNOWN, problem, "write a case with these settings: run: hookline docs doctor"
        )
    problem = f"it lets through what it should act on ({name!r}): {_wanted(trial)}"
    return Tried(WRONG, problem, "correct the script, or its cases")


def _program_not_found(decision: Decision) -> str:
    """The program the hook's shell says it did not find; empty when it says nothing of the kind."""
    outcome = next(iter(decision.outcomes), None)
    failure = launch_exit(_NOT_FOUND, outcome.completion.stderr, "") if outcome else None
    return (failure or "").removeprefix(_NO_NAME)


def _as_wanted(trial: Trial, hook: Hook, must: bool) -> bool:
    stopped = _is_stopped(trial)
    if not must:
        return not stopped
    if not must_stop(trial.case):
        return not trial.differences
    return stopped and (bool(settings_in(hook.command)) or not _differs_in_verdict(trial))


def _is_stopped(trial: Trial) -> bool:
    decision = trial.decision
    return decision is not None and (decision.blocked or decision.permission == "ask")


def _differs_in_verdict(trial: Trial) -> bool:
    return any(one.what in ("permission", "blocked") for one in trial.differences)


def _wanted(trial: Trial) -> str:
    first: Iterable[str] = (
        f"{one.what} is {one.got}, not {one.expected}" for one in trial.differences
    )
    return next(iter(first), "nothing came of it")


def _said(outcome: Outcome) -> str:
    line = next(
        (line.strip() for line in outcome.completion.stderr.splitlines() if line.strip()), ""
    )
    return f"; it printed: {line[:200]}" if line else ""
