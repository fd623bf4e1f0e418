"""Facts → findings, one pure function for each question. Nothing is looked up here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TypeGuard

from hookline.doctor.finding import ERROR, NOTE, Finding, finding
from hookline.doctor.history import History, Runs
from hookline.doctor.look import Looked, Program
from hookline.model import Hook, Problem, TrustState

SLOW_START_MS = 300.0
SLOW_RUNS_MS = 1000.0
IDLE_S = 30 * 86_400
#: So often must an event have happened before a matcher that never matched is worth a word.
OFTEN = 20
#: So many runs in a row must have failed.
IN_A_ROW = 3
#: What `check` says of a script; the doctor need not say it again.
_CANNOT_START = frozenset(("no-script", "not-executable", "crlf-script", "wrong-base"))
SCRIPT_CODES = _CANNOT_START | {"windows-command", "placeholder"}
_DAY_S = 86_400


def start_findings(
    hook: Hook, looked: Looked, path: str, told: Iterable[Finding]
) -> Iterator[Finding]:
    """Whether the agent will find what it takes to start the hook. `told`: what was found of this
    hook already.
    """
    if SCRIPT_CODES.isdisjoint(one.code for one in told):
        if _is_lost(looked.program):
            yield _not_found("no-program", hook, looked.program, path, "command")
        elif _is_lost(looked.interpreter):
            where = "first line of the script"
            yield _not_found("no-interpreter", hook, looked.interpreter, path, where)
    for program in looked.missing:
        yield _not_called(hook, program, path)


def _is_lost(program: Program | None) -> TypeGuard[Program]:
    return program is not None and program.path is None


def _not_called(hook: Hook, program: Program, path: str) -> Finding:
    """A program that the script of a hook calls, and the agent does not find."""
    there, remedy = "it is not on this machine", f"install {program.name}"
    if program.elsewhere:
        there, remedy = f"it is at {program.elsewhere}", f"write {program.elsewhere} in the script"
    problem = f"its script calls {program.name}, which the agent does not find on {path}; {there}"
    return finding(
        "missing-program", hook, problem, f"{remedy}, or change the script to do without it"
    )


def _not_found(code: str, hook: Hook, program: Program, path: str, where: str) -> Finding:
    name = program.name
    if program.elsewhere:
        problem = (
            f"{name} is at {program.elsewhere}, where an agent started from the desktop "
            f"does not look ({path})"
        )
        return finding("desktop-path", hook, problem, f"write {program.elsewhere} in the {where}")
    if "/" not in name and " " in name:
        problem = (
            f"env looks for a program called {name!r}: this system hands over the rest of the "
            "line as one name"
        )
        return finding(code, hook, problem, f"write env -S {name}")
    remedy = "correct the path" if "/" in name else f"install {name}"
    return finding(code, hook, f"{name} does not exist", f"{remedy}, or change the {where}")


def speed_findings(hook: Hook, start_ms: float | None, runs: Runs) -> Iterator[Finding]:
    """Whether it keeps the agent waiting."""
    if (start_ms or 0) >= SLOW_START_MS:
        problem = f"starting its interpreter alone takes {start_ms:.0f} ms, at every event"
        remedy = "use a faster one, or a matcher so that it starts less often"
        yield finding("slow-start", hook, problem, remedy)
    median_ms = runs.median_ms or 0
    if median_ms >= SLOW_RUNS_MS:
        problem = f"half of its latest runs took {median_ms / 1000:.1f} s and more"
        yield finding("slow-runs", hook, problem, "narrow it with a matcher, or have it do less")


def run_findings(hook: Hook, runs: Runs) -> Iterator[Finding]:
    """What its latest runs say."""
    accidents, latest = runs.accidents, runs.latest
    if accidents:
        problem = (
            f"{len(accidents)} of its latest {len(latest)} runs ended with exit code 2, which denies, "
            f"because the interpreter complained: {_first_line(accidents[0].stderr)}"
        )
        remedy = "fix what it complains about: nobody decided these denies"
        yield finding("accidental-deny", hook, problem, remedy)
    failures = list(takewhile(bool, (run.failure for run in latest)))
    if len(failures) >= IN_A_ROW:
        problem = f"its latest {len(failures)} runs failed: {failures[0]}"
        yield finding("keeps-failing", hook, problem, "see: hookline log --failed")


def idle_findings(
    hook: Hook, runs: Runs, begins_at: float | None, now_s: float, *, is_alive: bool
) -> Iterator[Finding]:
    """Whether it has run at all. `is_alive`: a canary has proved that it works, so its silence is
    no riddle.
    """
    if begins_at is None:
        return
    latest_s = runs.last_at or begins_at
    if runs.last_at is None and runs.unmatched >= OFTEN:
        never = _never_matched(hook, runs)
        yield never._replace(severity=NOTE) if is_alive else never
    elif now_s - latest_s >= IDLE_S:
        yield _idle(hook, int((now_s - latest_s) // _DAY_S), has_run=runs.last_at is not None)


def _never_matched(hook: Hook, runs: Runs) -> Finding:
    problem = f"{hook.event} happened {runs.unmatched} times and the matcher {hook.matcher!r} never matched"
    remedy = "correct the matcher, or prove with --canary that it matches what it is for"
    return finding("never-matched", hook, problem, remedy)


def _idle(hook: Hook, days: int, *, has_run: bool) -> Finding:
    problem = f"it has not run in the {days} days the journal reaches back"
    if has_run:
        problem = f"it last ran {days} days ago"
    return finding("idle", hook, problem, f"try it: hookline fire {hook.event}")


def problem_findings(problems: Sequence[Problem], hooks: Sequence[Hook]) -> Iterator[Finding]:
    """What `check` finds, each with the hook it is about. A script that cannot be started on this
    machine is an error.
    """
    for problem in problems:
        owner = owner_of(problem, hooks)
        where = owner.where if owner else f"{problem.file}:{problem.line}"
        title = owner.title if owner else ""
        severity = ERROR if problem.code in _CANNOT_START else problem.severity
        yield Finding(problem.code, severity, title, where, problem.problem, problem.remedy)


def owner_of(problem: Problem, hooks: Sequence[Hook]) -> Hook | None:
    """The hook in whose entry a problem is: the last that begins before it, if it is about an entry
    at all.
    """
    if problem.pointer.count("/") < 3:
        return None
    place = (problem.line, problem.column)
    before = [
        hook for hook in hooks if hook.file == problem.file and (hook.line, hook.column) <= place
    ]
    return max(before, key=lambda hook: (hook.line, hook.column), default=None)


def overrule_findings(history: History) -> Iterator[Finding]:
    """Denies that did not count."""
    for over in history.overruled:
        times = "once" if over.times == 1 else f"{over.times} times"
        problem = (
            f"{over.source} hook {over.command} said deny {times} in 30 days and did not count; "
            f"last: {over.because}"
        )
        remedy = "have the higher hook say nothing instead of allow, or use --merge strictest"
        yield finding("overruled", None, problem, remedy)._replace(where=over.where)


def journal_findings(history: History) -> Iterator[Finding]:
    """Whether the journal can be relied on."""
    if history.trouble:
        problem, _, remedy = history.trouble.partition("; ")
        yield finding("journal", None, problem, remedy or "see: hookline log --path")
    for gap in history.gaps[:1]:
        more = f" ({len(history.gaps)} gaps in 30 days)" if len(history.gaps) > 1 else ""
        yield finding("journal-gap", None, f"events are missing from the journal: {gap.reason}{more}",
                      "nothing to do, if that is over")  # fmt: skip


def trust_findings(trust: Mapping[str, TrustState]) -> Iterator[Finding]:
    """Workspaces whose hooks do not run."""
    for state in trust.values():
        if not state.trusted:
            yield _not_trusted(state)


def _not_trusted(state: TrustState) -> Finding:
    is_store = state.reason.startswith("trust cannot be looked up")
    problem, _, remedy = state.reason.partition("; " if is_store or state.changed else ": ")
    code = "trust-store" if is_store else "not-trusted"
    return finding(code, None, f"{state.root}: {problem}", remedy)


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:200]
