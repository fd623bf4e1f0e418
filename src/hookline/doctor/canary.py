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

from hookline.assembly import engine_of, runner, state_of
from hookline.cases.case_search import find, kit_files, read_files
from hookline.cases.compare import compare, filled
from hookline.cases.nouns import ENDING, Case, CaseFile
from hookline.cases.workspace_files import put_file, text_of
from hookline.config.scripts import script_of
from hookline.doctor.vitality import DEAD, UNKNOWN, Trial, Tried, acting, must_pass, verdict
from hookline.engine.engine import Engine, event_name
from hookline.kit.kit_command import kit_name
from hookline.kit.project_launcher import is_launched, pass_on_program
from hookline.model import Hook, HookSet, Runner, Settings, TrustState
from hookline.spec.events import EVENTS
from hookline.spec.samples import sample_values

_NO_CASES = Tried(UNKNOWN, "it has no cases", "write some: run: hookline docs doctor")
_MODEL = Tried(UNKNOWN, "a model judges it, which is not asked here", "try it: hookline fire")
_NOT_TRUSTED = Tried(UNKNOWN, "its workspace is not trusted, so it was not run")


class Cage(NamedTuple):
    """What all canaries share: the environment of the agent, who starts processes, which workspaces
    are trusted, and the state folder.
    """

    environ: Mapping[str, str]
    runner: Runner
    trust: Mapping[str, TrustState]
    state: str


def try_all(hooks: Sequence[Hook], folders: Sequence[str], environ: Mapping[str, str],
            trust: Mapping[str, TrustState]) -> list[Tried]:  # fmt: skip
    """The verdicts, in the order of the hooks. `folders`: where people keep their case files."""
    starter = runner(environ, own_process=True)
    listed = (path for folder in folders for path in find(folder))
    known = read_files(filter(os.path.isfile, listed))
    try:
        return asyncio.run(_try_all(hooks, known, Cage(environ, starter, trust, state_of(environ))))
    finally:
        starter.close()


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
    kit = kit_name(hook.command)
    beside = _beside_script(hook)
    files = [file for file in known if _is_about(file, hook, kit, beside)]
    packaged = kit_files(kit) if kit else ()
    known_paths = {file.path for file in files}
    unread = (path for path in (*beside, *packaged) if path not in known_paths)
    return [*files, *read_files(filter(os.path.isfile, unread))]


def _beside_script(hook: Hook) -> list[str]:
    """Where the cases of the hook's own script would be: `guard.sh.cases.toml`, `guard.cases.toml`."""
    path, _ = script_of(hook.command, hook.cwd, hook.root)
    if path is None or kit_name(hook.command):
        return []
    return [path + ENDING, os.path.splitext(path)[0] + ENDING]


def _is_about(file: CaseFile, hook: Hook, kit: str | None, beside: Sequence[str]) -> bool:
    """Whether a file lies beside the hook's script, or names the hook or the ready-made one it is."""
    is_of_kit = kit is not None and file.kit == kit
    return is_of_kit or file.hook == hook.command or file.path in beside


async def _try(hook: Hook, files: Sequence[CaseFile], cage: Cage) -> Tried:
    cannot = _cannot_be_tried(hook, cage.trust) or _lacks_cases(hook, files)
    if cannot:
        return cannot
    cases = _cases_for(hook.event, files)
    acted = await _first_that_runs(hook, acting(cases), cage)
    passed = await _first_that_runs(hook, list(filter(must_pass, cases)), cage)
    return verdict(hook, acted, passed)


def _cases_for(event: str, files: Sequence[CaseFile]) -> list[Case]:
    """The cases about an event; those without settings first: they are about the entry as it is."""
    cases = [case for file in files for case in file.cases if case.event == event]
    return sorted(cases, key=lambda case: bool(case.settings))


def _cannot_be_tried(hook: Hook, trust: Mapping[str, TrustState]) -> Tried | None:
    if hook.type != "command":
        return _MODEL
    state = trust.get(hook.root)
    is_trusted = state is not None and state.trusted
    return _NOT_TRUSTED if hook.needs_trust and not is_trusted else None


def _lacks_cases(hook: Hook, files: Sequence[CaseFile]) -> Tried | None:
    """The verdict on a hook without any case that could be read."""
    if any(file.cases for file in files):
        return None
    missing = _missing_script(hook)
    if missing:
        return Tried(
            DEAD, f"its script does not exist: {missing}", "create it, or correct the path"
        )
    problem = next((problem for file in files for problem in file.problems), None)
    if problem is None:
        return None if files else _NO_CASES
    return Tried(UNKNOWN, f"its cases cannot be read: {problem}", "fix them: hookline test")


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
        decision = await session.fire(event_name(case.event), whole)
        files = {name: text_of(os.path.join(workspace, name)) for name in case.expect.files}
        return Trial(
            case, decision, compare(case.expect, decision, workspace=workspace, files=files)
        )
    except OSError as error:
        return Trial(case, trouble=str(error))
    finally:
        shutil.rmtree(box, ignore_errors=True)


def _engine(hook: Hook, case: Case, cage: Cage, workspace: str, box: str) -> Engine:
    state = os.path.join(box, "state")
    pass_on_program(cage.state, state)
    environ = {
        **cage.environ,
        "HOOKLINE_STATE": state,
        **filled(case.env, workspace),
    }
    hooks = HookSet({hook.event: (hook,)}, {}, trust=cage.trust)
    return engine_of(hooks, Settings((workspace,)), runner=cage.runner, environ=environ)


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
    if is_launched(hook.command):  # by the launcher of its own project
        launcher, *words = shlex.split(hook.command)
        hook = hook._replace(command=shlex.join([os.path.join(hook.cwd, launcher), *words]))
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
