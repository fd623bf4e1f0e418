"""Facts → findings, one pure function for each question. Nothing is looked up here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

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
    if not any(one.code in SCRIPT_CODES for one in told):
        if looked.program and looked.program.path is None:
            yield _not_found("no-program", hook, looked.program, path, "command")
        elif looked.interpreter and looked.interpreter.path is None:
            yield _not_found(
                "no-interpreter", hook, looked.interpreter, path, "first line of the script"
            )
    for program in looked.missing:
        there = (
            f"it is at {program.elsewhere}" if program.elsewhere else "it is not on this machine"
        )
        remedy = (
            f"write {program.elsewhere} in the script"
            if program.elsewhere
            else f"install {program.name}"
        )
        yield finding("missing-program", hook, f"its script calls {program.name}, which the agent does not find on {path}; "
                      f"{there}", f"{remedy}, or have the script do without")  # fmt: skip


def _not_found(code: str, hook: Hook, program: Program, path: str, where: str) -> Finding:
    if program.elsewhere:
        problem = f"{program.name} is at {program.elsewhere}, where an agent started from the desktop does not look ({path})"
        return finding("desktop-path", hook, problem, f"write {program.elsewhere} in the {where}")
    if "/" not in program.name and " " in program.name:
        problem = f"env looks for a program called {program.name!r}: this system hands over the rest of the line as one name"
        return finding(code, hook, problem, f"write env -S {program.name}")
    remedy = "correct the path" if "/" in program.name else f"install {program.name}"
    return finding(code, hook, f"{program.name} does not exist", f"{remedy}, or change the {where}")


def speed_findings(hook: Hook, start_ms: float | None, runs: Runs) -> Iterator[Finding]:
    """Whether it keeps the agent waiting."""
    if start_ms is not None and start_ms >= SLOW_START_MS:
        yield finding("slow-start", hook, f"starting its interpreter alone takes {start_ms:.0f} ms, at every event",
                      "use a faster one, or a matcher, so that it is started less often")  # fmt: skip
    median_ms = runs.median_ms
    if median_ms is not None and median_ms >= SLOW_RUNS_MS:
        yield finding("slow-runs", hook, f"half of its latest runs took {median_ms / 1000:.1f} s and more",
                      "narrow it with a matcher, or have it do less")  # fmt: skip


def run_findings(hook: Hook, runs: Runs) -> Iterator[Finding]:
    """What its latest runs say."""
    accidents = runs.accidents
    if accidents:
        said = _first_line(accidents[0].stderr)
        often = f"{len(accidents)} of its latest {len(runs.latest)} runs"
        yield finding("accidental-deny", hook, f"{often} ended with exit code 2, which denies, because the interpreter "
                      f"complained: {said}",
                      "fix what it complains of: nobody decided these denies")  # fmt: skip
    in_a_row = next((at for at, run in enumerate(runs.latest) if not run.failure), len(runs.latest))
    if in_a_row >= IN_A_ROW:
        yield finding("keeps-failing", hook, f"its latest {in_a_row} runs failed: {runs.latest[0].failure}",
                      "see: hookline log --failed")  # fmt: skip


def idle_findings(
    hook: Hook, runs: Runs, begins_at: float | None, now_s: float, *, is_alive: bool
) -> Iterator[Finding]:
    """Whether it has run at all. `is_alive`: a canary has proved that it works, so its silence is
    no riddle.
    """
    if begins_at is None:
        return
    days = int((now_s - begins_at) // _DAY_S)
    if runs.last_at is None and runs.unmatched >= OFTEN:
        often = f"{hook.event} happened {runs.unmatched} times"
        found = finding("never-matched", hook, f"{often} and the matcher {hook.matcher!r} never matched",
                        "correct the matcher, or prove with --canary that it matches what it is for")  # fmt: skip
        yield found._replace(severity=NOTE) if is_alive else found
    elif runs.last_at is None and days >= IDLE_S // _DAY_S:
        yield finding("idle", hook, f"it has not run in the {days} days the journal reaches back",
                      "try it: hookline fire " + hook.event)  # fmt: skip
    elif runs.last_at is not None and now_s - runs.last_at >= IDLE_S:
        yield finding("idle", hook, f"it last ran {int((now_s - runs.last_at) // _DAY_S)} days ago",
                      "try it: hookline fire " + hook.event)  # fmt: skip


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
        problem = f"{over.source} hook {over.command} said deny {times} in 30 days and did not count; last: {over.because}"
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
        if state.trusted:
            continue
        is_store = state.reason.startswith("trust cannot be looked up")
        problem, _, remedy = state.reason.partition("; " if is_store or state.changed else ": ")
        yield finding(
            "trust-store" if is_store else "not-trusted", None, f"{state.root}: {problem}", remedy
        )


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:200]
