"""The one place that puts loader, trust, runner, judge, journal and engine together.

    hook_files(roots, environ=…)     the files of all sources, and the trust they are run under
    runner(environ)                  starts hooks: programs, and questions to the configured judge
    parts(settings, environ=…)       everything `Engine.load` makes an engine of
    engine_of(hooks, settings, …)    an engine for hooks that come from no file: cases, canaries
    journal_path(state)              where the journal is

The library, the command line, the page, the doctor and the cases all call these; nobody else
constructs a `Loader`, a `ProcessRunner`, a `SqliteJournal` or an `Engine`. Everything is imported
where it is needed: whoever only asks for the path of the journal pays for nothing else.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hookline.errors import JudgeFailed, UsageError
from hookline.model import HookSet

if TYPE_CHECKING:
    from hookline.config.load import Loader
    from hookline.config.locate import Place
    from hookline.config.trust_store import TrustStore
    from hookline.engine.engine import Engine
    from hookline.journal.store import SqliteJournal
    from hookline.judge.model_judge import ModelJudge
    from hookline.judge.question import Messages
    from hookline.judge.settings import JudgeSettings
    from hookline.judge.verdict_store import Store
    from hookline.model import Hook, Judge, Question, Runner, Settings, Verdict
    from hookline.processes.runner import ProcessRunner


# places


def state_of(environ: Mapping[str, str], platform: str = sys.platform) -> str:
    """The folder where Hookline keeps its own files."""
    from hookline.config.locate import state_folder

    return state_folder(platform, environ)


def journal_path(state: str) -> str:
    """The journal's file, in the folder of Hookline's own files."""
    from hookline.journal.store import FILE_NAME

    return os.path.join(state, FILE_NAME)


def places(
    roots: Sequence[str],
    *,
    environ: Mapping[str, str],
    platform: str = sys.platform,
    enterprise_config: str | None = None,
    claude: bool = True,
) -> tuple[Place, ...]:
    """Every file a source may have, whether it is there or not, highest priority first."""
    from hookline.config.load import every_place

    enterprise = os.path.abspath(enterprise_config) if enterprise_config else None
    return every_place(platform, environ, roots, enterprise, claude=claude)


# hooks


class HookFiles(NamedTuple):
    """The files of all sources, and what Hookline keeps about them."""

    loader: Loader
    trust: TrustStore
    state: str


def hook_files(
    roots: Sequence[str],
    *,
    environ: Mapping[str, str],
    platform: str = sys.platform,
    enterprise_config: str | None = None,
    claude: bool = True,
    trust_all: bool = False,
    probing: bool = False,
    now: Callable[[], float] = time.time,
) -> HookFiles:
    """A loader for these workspace folders, with trust, and with what was switched off.

    `trust_all`: whatever the workspace holds may run. `probing`: the scripts that commands name are
    looked at too, and what is wrong with them is a problem of the file.
    """
    from hookline.config.load import Loader
    from hookline.config.trust_store import TrustStore
    from hookline.engine.match import complaint

    state = state_of(environ, platform)
    trust = TrustStore(state, roots=roots, now=now)
    loader = Loader(
        roots,
        platform=platform,
        environ=environ,
        enterprise_config=enterprise_config,
        claude=claude,
        trust=trust,
        switches=state,
        trust_all=trust_all,
        valid_matcher=complaint,
        probing=probing,
        now=now,
    )
    return HookFiles(loader, trust, state)


class FixedHooks:
    """Hooks that come from no file (the `HookSource` seam)."""

    def __init__(self, hooks: HookSet) -> None:
        self.hooks = hooks

    def current(self, event: str) -> HookSet:
        return self.hooks


def hookset_of(hooks: Sequence[Hook]) -> HookSet:
    """These hooks of one source, in this order, as a snapshot the engine can run."""
    by_event: dict[str, tuple[Hook, ...]] = {}
    for hook in hooks:
        by_event[hook.event] = (*by_event.get(hook.event, ()), hook)
    return HookSet(by_event, {})


# runner and judge


def runner(
    environ: Mapping[str, str],
    *,
    judge: Judge | None = None,
    judge_cache: bool = True,
    own_process: bool = False,
) -> ProcessRunner:
    """What starts hooks. Prompt hooks ask `judge`, or the judge of the user's settings.

    `own_process`: this process does nothing but run hooks, so what escapes from a hook can be found
    and ended.
    """
    from hookline.config.disk import unchanged
    from hookline.engine.prompt_hooks import judge_jobs
    from hookline.processes.runner import ProcessRunner

    return ProcessRunner(
        unchanged=unchanged,
        own_process=own_process,
        job_makers={"prompt": judge_jobs(judge or ConfiguredJudge(environ, cache=judge_cache))},
    )


class ConfiguredJudge:
    """The judge of the user's settings (the `Judge` seam). Everything it needs is imported at the
    first question.
    """

    def __init__(
        self, environ: Mapping[str, str], *, cache: bool = True, share: bool = True
    ) -> None:
        self._environ, self._cache, self._share = environ, cache, share
        self._made: ModelJudge | None = None
        self._lock = threading.Lock()

    def judge(self, question: Question) -> Verdict:
        return self._ready().judge(question)

    def messages(self, question: Question) -> Messages:
        """What would be sent."""
        return self._ready().messages(question)

    def abandon(self, question: Question) -> None:
        """Nobody waits for the answer any more."""
        if self._made is not None:
            self._made.abandon(question)

    def settings(self) -> JudgeSettings:
        """What the environment and the user's file say now; `JudgeFailed` when they name no judge."""
        from hookline.config.userfile import read_user_file, user_file
        from hookline.judge.settings import read_settings

        path = user_file(sys.platform, self._environ)
        try:
            data = read_user_file(path) if path else None
        except UsageError as error:
            raise JudgeFailed(str(error)) from None
        return read_settings(self._environ, data, path)

    def store(self) -> Store:
        """Where verdicts and counts are kept."""
        from hookline.judge.verdict_store import FILE_NAME, Store

        return Store(os.path.join(state_of(self._environ), FILE_NAME))

    def _ready(self) -> ModelJudge:
        with self._lock:
            self._made = self._made or self._make()
            return self._made

    def _make(self) -> ModelJudge:
        from hookline.detect import clip, mask, mask_text
        from hookline.judge.event_text import Masking
        from hookline.judge.model_judge import ModelJudge

        masking = Masking(mask, mask_text, clip)
        return ModelJudge(
            self.settings, store=self.store(), masking=masking, cache=self._cache, share=self._share
        )


def without_keys(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment as hooks get it: without the variables that hold the judge's key."""
    from hookline.config.userfile import key_variables, read_user_file, user_file

    path = user_file(sys.platform, environ)
    try:
        data = read_user_file(path) if path else None
    except UsageError:
        data = None
    hidden = key_variables(environ, data)
    return {name: value for name, value in environ.items() if name not in hidden}


# engines


class Parts(NamedTuple):
    """What an engine for the files of a workspace is made of."""

    files: HookFiles
    runner: ProcessRunner
    journal: SqliteJournal | None
    environ: dict[str, str]  # as hooks get it


def parts(
    settings: Settings,
    *,
    environ: Mapping[str, str],
    enterprise_config: str | None = None,
    journal: bool = True,
    judge: Judge | None = None,
    judge_cache: bool = True,
    own_process: bool = False,
    probing: bool = False,
) -> Parts:
    """Everything that answers events with the hooks of all sources. `Engine.load` says what the
    keywords mean.
    """
    files = hook_files(
        settings.roots,
        environ=environ,
        enterprise_config=enterprise_config,
        claude=settings.claude,
        trust_all=settings.trust_all,
        probing=probing,
    )
    hook_runner = runner(environ, judge=judge, judge_cache=judge_cache, own_process=own_process)
    kept = journal_in(files.state) if journal else None
    return Parts(files, hook_runner, kept, without_keys(environ))


def journal_in(state: str) -> SqliteJournal:
    """The journal of this folder, ready to be written to."""
    from hookline.journal.store import SqliteJournal

    return SqliteJournal(journal_path(state))


def engine_of(
    hooks: HookSet, settings: Settings, *, runner: Runner, environ: Mapping[str, str]
) -> Engine:
    """An engine for exactly these hooks, without a journal."""
    from hookline.engine.engine import Engine

    return Engine(FixedHooks(hooks), settings, runner=runner, environ=environ)
