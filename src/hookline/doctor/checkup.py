"""Hooks, journal and machine → a `Checkup`: a row for each hook, and every finding with its remedy."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hookline.cases.case_search import usual_places
from hookline.config.locate import home_folder
from hookline.doctor import examine
from hookline.doctor.canary import try_all
from hookline.doctor.finding import ERROR, SEVERITIES, WARNING, Finding, finding, is_trouble
from hookline.doctor.history import History, Runs, history_of
from hookline.doctor.judge_findings import judge_findings
from hookline.doctor.kit_programs import Installations, kit_findings, without_doubles
from hookline.doctor.look import DESKTOP_PATH, Looked, Paths, look_at
from hookline.doctor.measure import Stopwatch
from hookline.doctor.python_imports import Interpreters, import_findings
from hookline.doctor.twice import fires_twice, stands_converted
from hookline.doctor.vitality import ALIVE, Tried
from hookline.model import Hook, HookSet, SetAside

FINE, DOUBTFUL, BROKEN, NOT_TRUSTED, SET_ASIDE = (
    "fine",
    "doubtful",
    "broken",
    "not trusted",
    "set aside",
)
SWITCHED_OFF = "switched off"


class Examined(NamedTuple):
    """One hook: how it is, how long its start takes, when it last ran and how long that took, and
    what a canary showed.
    """

    hook: Hook
    state: str
    start_ms: float | None = None
    last_at: float | None = None
    median_ms: float | None = None
    tried: Tried | None = None

    def as_dict(self) -> dict[str, Any]:
        """The row as `--json` prints it."""
        hook, tried = self.hook, self.tried
        return {
            "source": hook.source,
            "event": hook.event,
            "command": hook.command,
            "where": hook.where,
            "state": self.state,
            "start_ms": None if self.start_ms is None else round(self.start_ms, 1),
            "last_ran_at": self.last_at,
            "median_ms": None if self.median_ms is None else round(self.median_ms, 1),
            "canary": tried.verdict if tried else None,
            "reason": (tried.reason or None) if tried else None,
        }


class Checkup(NamedTuple):
    """Everything the doctor has to say."""

    examined: tuple[Examined, ...]
    findings: tuple[Finding, ...]
    path: str  # the PATH that programs were looked for with
    begins_at: float | None  # of the journal
    events: int

    @property
    def is_fine(self) -> bool:
        """Whether there is nothing to be done."""
        return not any(is_trouble(one) for one in self.findings)

    def as_dict(self) -> dict[str, Any]:
        """The checkup as `--json` prints it."""
        return {
            "fine": self.is_fine,
            "path": self.path,
            "journal": {"begins_at": self.begins_at, "events": self.events},
            "hooks": [one.as_dict() for one in self.examined],
            "findings": [one.as_dict() for one in self.findings],
        }


class Machine(NamedTuple):
    """Where things are: the workspace roots, the journal, the PATH of the agent, and one's own
    environment.
    """

    roots: Sequence[str]
    journal: str
    path: str
    environ: Mapping[str, str]
    platform: str = sys.platform
    now: Callable[[], float] = time.time


def examine_all(hooks: HookSet, machine: Machine, *, canary: bool = False) -> Checkup:
    """Look at everything. Interpreters are started with nothing to do; hooks are run only for `canary`."""
    now_s = machine.now()
    running = hooks.hooks
    environ = {**machine.environ, "PATH": machine.path}
    paths = Paths(machine.path, machine.environ.get("PATH", ""), machine.platform)
    looked = [look_at(hook, paths) for hook in running]
    history = history_of(machine.journal, running, machine.roots, now_s - examine.IDLE_S)
    watch = Stopwatch(environ)
    starts = [watch.start_ms(hook, seen.starts) for hook, seen in zip(running, looked, strict=True)]
    home = home_folder(machine.platform, machine.environ)
    folders = usual_places(machine.roots, home)
    tried: Sequence[Tried | None] = (
        try_all(running, folders, environ, hooks.trust) if canary else [None] * len(running)
    )
    facts = [Facts(*row) for row in zip(running, looked, history.runs, starts, tried, strict=True)]
    installations = Installations(environ)
    kits = [one for hook in running for one in kit_findings(hook, installations, machine.roots)]
    findings = [
        *_of_all(hooks, facts, history),
        *_of_each(hooks, facts, history, machine.path, now_s),
    ]
    findings += judge_findings(running, machine.environ)
    interpreters = Interpreters(environ)
    imports = [
        one
        for hook, seen in zip(running, looked, strict=True)
        for one in import_findings(hook, seen, interpreters, may_run=_may_run(hook, hooks))
    ]
    findings = [*without_doubles(findings, kits), *kits, *imports]
    rows = [_examined(one, hooks, findings) for one in facts] + [
        _aside(one) for one in _asides(hooks)
    ]
    return Checkup(tuple(rows), _sorted(findings), machine.path, history.begins_at, history.events)


class Facts(NamedTuple):
    """All that was gathered of one hook."""

    hook: Hook
    looked: Looked
    runs: Runs
    start_ms: float | None
    tried: Tried | None


def _of_all(hooks: HookSet, facts: Sequence[Facts], history: History) -> list[Finding]:
    every = [*hooks.hooks, *(aside.hook for aside in _asides(hooks))]
    return [
        *examine.problem_findings(hooks.problems, every),
        *examine.trust_findings(hooks.trust),
        *fires_twice([one.hook for one in facts], [one.looked for one in facts]),
        *stands_converted(hooks.twins, hooks.hooks),
        *examine.overrule_findings(history),
        *examine.journal_findings(history),
    ]


def _of_each(
    hooks: HookSet, facts: Sequence[Facts], history: History, path: str, now_s: float
) -> list[Finding]:
    told = list(examine.problem_findings(hooks.problems, hooks.hooks))
    findings: list[Finding] = []
    for one in facts:
        of_check = [known for known in told if _is_about(known, one.hook)]
        findings += examine.start_findings(one.hook, one.looked, path, of_check)
        findings += examine.speed_findings(one.hook, one.start_ms, one.runs)
        findings += examine.run_findings(one.hook, one.runs)
        if one.hook.key not in hooks.off:  # then it is no news that it does not run
            findings += _of_silence(one, history, now_s)
        findings += _of_canary(one)
    return findings


def _of_silence(facts: Facts, history: History, now_s: float) -> Iterator[Finding]:
    return examine.idle_findings(
        facts.hook, facts.runs, history.begins_at, now_s, is_alive=_is_alive(facts.tried)
    )


def _of_canary(facts: Facts) -> list[Finding]:
    tried = facts.tried
    if tried is None or not tried.remedy or _is_alive(tried):
        return []
    return [finding(tried.verdict, facts.hook, tried.reason, tried.remedy)]


def _is_alive(tried: Tried | None) -> bool:
    return tried is not None and tried.verdict == ALIVE


def _examined(facts: Facts, hooks: HookSet, findings: Sequence[Finding]) -> Examined:
    runs = facts.runs
    state = _state(
        facts.hook, hooks, {one.severity for one in findings if _is_about(one, facts.hook)}
    )
    return Examined(facts.hook, state, facts.start_ms, runs.last_at, runs.median_ms, facts.tried)


def _state(hook: Hook, hooks: HookSet, severities: set[str]) -> str:
    """How a hook is, in a word: what keeps it from running at all comes first."""
    if hook.key in hooks.off:
        return SWITCHED_OFF
    if not _may_run(hook, hooks):
        return NOT_TRUSTED
    if ERROR in severities:
        return BROKEN
    return DOUBTFUL if WARNING in severities else FINE


def _may_run(hook: Hook, hooks: HookSet) -> bool:
    trust = hooks.trust.get(hook.root)
    return not hook.needs_trust or (trust is not None and trust.trusted)


def _aside(aside: SetAside) -> Examined:
    return Examined(aside.hook, SET_ASIDE)


def _asides(hooks: HookSet) -> list[SetAside]:
    return [aside for found in hooks.set_aside.values() for aside in found]


def _is_about(one: Finding, hook: Hook) -> bool:
    return (one.hook, one.where) == (hook.title, hook.where)


def _sorted(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The gravest first, otherwise in the order in which they were found."""
    return tuple(sorted(findings, key=lambda one: SEVERITIES.index(one.severity)))


def desktop_path(platform: str) -> str:
    """The PATH of an application that was started from the desktop."""
    return DESKTOP_PATH.get(platform, os.defpath)
