"""Hooks and their cases → a verdict on each: the very entry of hooks.json is run alone, through the
engine.

A hook runs in its own place, with the PATH an agent gets. Only cases with files, and those of
ready-made hooks, get a workspace that is thrown away; all get a state folder that is. A hook that
is not trusted is not run.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hookline.cases.case_search import find, kit_files, read_files
from hookline.cases.compare import compare, filled
from hookline.cases.nouns import ENDING, Case, CaseFile
from hookline.cases.workspace_files import put_file, text_of
from hookline.config.disk import unchanged
from hookline.config.scripts import script_of
from hookline.doctor.vitality import DEAD, UNKNOWN, Trial, Tried, acting, must_pass, verdict
from hookline.engine import engine as core
from hookline.kit.kit_command import kit_name
from hookline.model import Hook, HookSet, Runner, Settings, TrustState
from hookline.processes.runner import ProcessRunner
from hookline.processes.stray import Sweeper, become_subreaper
from hookline.spec.events import EVENTS
from hookline.spec.samples import sample_values
from hookline.testing import FixedHooks

_NO_CASES = Tried(UNKNOWN, "no cases are written down for it", "write some: see docs/doctor.md")
_MODEL = Tried(UNKNOWN, "a model judges it, which is not asked here", "try it: hookline fire")
_NOT_TRUSTED = Tried(UNKNOWN, "its workspace is not trusted, so it was not run")


class Cage(NamedTuple):
    """What all canaries share: the environment of the agent, who starts processes, and which
    workspaces are trusted.
    """

    environ: Mapping[str, str]
    runner: Runner
    trust: Mapping[str, TrustState]


def try_all(hooks: Sequence[Hook], folders: Sequence[str], environ: Mapping[str, str],
            trust: Mapping[str, TrustState]) -> list[Tried]:  # fmt: skip
    """The verdicts, in the order of the hooks. `folders`: where people keep their case files."""
    become_subreaper()
    runner = ProcessRunner(unchanged=unchanged, sweeper=Sweeper())
    known = read_files(path for folder in folders for path in find(folder))
    try:
        return asyncio.run(_try_all(hooks, known, Cage(environ, runner, trust)))
    finally:
        runner.close()


async def _try_all(hooks: Sequence[Hook], known: Sequence[CaseFile], cage: Cage) -> list[Tried]:
    turn = asyncio.Semaphore((os.cpu_count() or 1) + 1)

    async def one(hook: Hook) -> Tried:
        async with turn:
            return await _try(hook, case_files(hook, known), cage)

    return await asyncio.gather(*(one(hook) for hook in hooks))


def case_files(hook: Hook, known: Sequence[CaseFile]) -> list[CaseFile]:
    """The files with cases of a hook: beside its script, those that name it, and those that come
    with a ready-made one.
    """
    name = kit_name(hook.command)
    path, _ = script_of(hook.command, hook.cwd, hook.root)
    beside = (
        [one + ENDING for one in (path, os.path.splitext(path)[0])] if path and not name else []
    )
    found = [
        file
        for file in known
        if file.path in beside or file.hook == hook.command or (name and file.kit == name)
    ]
    there = {file.path for file in found}
    more = [
        one
        for one in (*beside, *(kit_files(name) if name else ()))
        if one not in there and os.path.isfile(one)
    ]
    return [*found, *read_files(more)]


async def _try(hook: Hook, files: Sequence[CaseFile], cage: Cage) -> Tried:
    if hook.type != "command":
        return _MODEL
    trust = cage.trust.get(hook.root) if hook.needs_trust else None
    if hook.needs_trust and not (trust and trust.trusted):
        return _NOT_TRUSTED
    problem = next((problem for file in files for problem in file.problems), None)
    if not any(file.cases for file in files) and (missing := _missing_script(hook)) is not None:
        return Tried(DEAD, f"its script is not there: {missing}", "create it, or correct the path")
    if problem and not any(file.cases for file in files):
        return Tried(UNKNOWN, f"its cases cannot be read: {problem}", "mend them: hookline test")
    cases = [case for file in files for case in file.cases if case.event == hook.event]
    if not files:
        return _NO_CASES
    cases.sort(
        key=lambda case: bool(case.settings)
    )  # those without settings are about the entry as it is
    acted = await _first_that_runs(hook, acting(cases), cage)
    passed = await _first_that_runs(hook, [case for case in cases if must_pass(case)], cage)
    return verdict(hook, acted, passed)


def _missing_script(hook: Hook) -> str | None:
    path, _ = script_of(hook.command, hook.cwd, hook.root)
    return path if path is not None and not os.path.exists(path) else None


async def _first_that_runs(hook: Hook, cases: Sequence[Case], cage: Cage) -> Trial | None:
    """The first case that the hook's matcher lets through; the last one where it lets none."""
    trial = None
    for case in cases:
        trial = await _run(hook, case, cage)
        if trial.decision is None or trial.decision.outcomes:
            break
    return trial


async def _run(hook: Hook, case: Case, cage: Cage) -> Trial:
    box = os.path.realpath(tempfile.mkdtemp(prefix="hookline-canary-"))
    try:
        workspace = _workspace(hook, case, box)
        session = _engine(_entry(hook, case, workspace), case, cage, workspace, box).session()
        given = filled(case.input, workspace)
        whole = {**given, **sample_values(EVENTS[case.event], workspace, given)}
        decision = await session.fire(case.event, whole)
        files = {name: text_of(os.path.join(workspace, name)) for name in case.expect.files}
        return Trial(
            case, decision, compare(case.expect, decision, workspace=workspace, files=files)
        )
    except OSError as error:
        return Trial(case, trouble=str(error))
    finally:
        shutil.rmtree(box, ignore_errors=True)


def _engine(hook: Hook, case: Case, cage: Cage, workspace: str, box: str) -> core.Engine:
    environ = {
        **cage.environ,
        "HOOKLINE_STATE": os.path.join(box, "state"),
        **filled(case.env, workspace),
    }
    hooks = HookSet({hook.event: (hook,)}, {}, trust=cage.trust)
    return core.Engine(
        FixedHooks(hooks), Settings((workspace,)), runner=cage.runner, environ=environ
    )


def _workspace(hook: Hook, case: Case, box: str) -> str:
    """Where the event happens: the hook's own workspace, or one that is thrown away."""
    if not case.files and not kit_name(hook.command):
        return hook.root or hook.cwd
    workspace = os.path.join(box, "workspace")
    os.mkdir(workspace)
    for name, text in case.files.items():
        put_file(workspace, name, filled(text, workspace))
    return workspace


def _entry(hook: Hook, case: Case, workspace: str) -> Hook:
    """The entry as it is; a ready-made hook with the settings of the case, if it has some, and in
    its workspace.
    """
    if not kit_name(hook.command):
        return hook
    cwd = workspace if hook.cwd == hook.root else hook.cwd
    if not case.settings:
        return hook._replace(cwd=cwd)
    return hook._replace(
        cwd=cwd, command=with_settings(hook.command, filled(list(case.settings), workspace))
    )


def with_settings(command: str, settings: Sequence[str]) -> str:
    """The command of a ready-made hook with these settings in the place of its own."""
    words = shlex.split(command)
    kept = [
        word for at, word in enumerate(words) if word != "--set" and words[at - 1 : at] != ["--set"]
    ]
    return shlex.join([*kept, *(word for text in settings for word in ("--set", text))])
