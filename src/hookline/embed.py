"""`Engine.load(".")`: configuration, engine and journal put together for whoever embeds them.

engine = Engine.load(".")
session = engine.session(model="…")
decision = await session.fire("beforeShellExecution", command="git push", cwd="/repo")
if decision.blocked:
    raise BlockedByHook(decision)
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hookline.config.disk import unchanged
from hookline.config.load import Loader
from hookline.config.locate import state_folder
from hookline.config.trust_store import TrustStore
from hookline.config.userfile import key_variables, read_user_file, user_file
from hookline.engine import engine as core
from hookline.engine.match import complaint
from hookline.engine.prompt_hooks import judge_jobs
from hookline.errors import JudgeFailed, UsageError
from hookline.journal.store import SqliteJournal
from hookline.model import Judge, Problem, Question, Settings, Verdict
from hookline.processes.runner import ProcessRunner
from hookline.processes.stray import Sweeper, become_subreaper
from hookline.spec.profiles import DEFAULT_PROFILE, MERGES, PROFILES, SURFACES

if TYPE_CHECKING:
    from hookline.judge.model_judge import ModelJudge
    from hookline.judge.question import Messages
    from hookline.judge.settings import JudgeSettings
    from hookline.judge.verdict_store import Store


class Engine(core.Engine):
    """Hooks for one host, from the files of a workspace and of the machine."""

    #: Where Hookline keeps its own state: journal and trust.
    state_folder: str
    #: The journal's file; None when the journal is off.
    journal_path: str | None
    trust_store: TrustStore

    @classmethod
    def load(
        cls,
        workspace: str | os.PathLike[str] = ".",
        *,
        workspaces: Sequence[str | os.PathLike[str]] = (),
        trust: bool = False,
        merge: str = "priority",
        profile: str = DEFAULT_PROFILE,
        surface: str = "ide",
        enterprise_plan: bool = False,
        remote: bool = False,
        user_email: str | None = None,
        transcript: str | None = None,
        cursor_version: str | None = None,
        claude: bool = True,
        enterprise_config: str | os.PathLike[str] | None = None,
        experiments: Mapping[str, bool] | None = None,
        journal: bool = True,
        judge: Judge | None = None,
        judge_cache: bool = True,
        own_process: bool = False,
        on_execution: core.OnExecution | None = None,
        environ: Mapping[str, str] | None = None,
        probe: bool = False,
    ) -> Engine:
        """Find and read every source's hooks. A file that is wrong is reported in `problems()`,
        never raised.

        `workspace` is the main root, `workspaces` are further ones. `trust=True` runs whatever the
        workspace holds, for this engine only. `judge` answers prompt hooks; without one, the judge
        of the user's settings does, and `judge_cache=False` asks it anew each time.
        `own_process=True` is for programs that do nothing but run hooks: processes that escape from
        a hook are then found and ended.
        """
        _check("merge", merge, MERGES)
        _check("profile", profile, tuple(PROFILES))
        _check("surface", surface, SURFACES)
        environment = dict(os.environ if environ is None else environ)
        roots = tuple(os.path.abspath(os.fspath(root)) for root in (workspace, *workspaces))
        settings = Settings(
            roots, profile, surface, merge, enterprise_plan, remote, user_email, transcript, cursor_version,
            experiments or {}, trust, claude,
        )  # fmt: skip
        state = state_folder(sys.platform, environment)
        store = TrustStore(state, roots=roots)
        loader = Loader(
            roots, platform=sys.platform, environ=environment, trust=store, switches=state,
            trust_all=trust, claude=claude,
            enterprise_config=None if enterprise_config is None else os.path.abspath(os.fspath(enterprise_config)),
            valid_matcher=complaint, probing=probe,
        )  # fmt: skip
        path = os.path.join(state, "journal.db") if journal else None
        engine = cls(
            loader,
            settings,
            runner=ProcessRunner(
                unchanged=unchanged,
                sweeper=_sweeper() if own_process else None,
                job_makers={
                    "prompt": judge_jobs(judge or ConfiguredJudge(environment, cache=judge_cache))
                },
            ),
            journal=SqliteJournal(path) if path else None,
            environ=without_keys(environment),
            on_execution=on_execution,
        )
        engine.state_folder, engine.journal_path, engine.trust_store = state, path, store
        return engine

    def problems(self) -> tuple[Problem, ...]:
        """Everything wrong with the configuration files, as they are now."""
        return self.hookset().problems


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
        """What the environment and the user's file say now; `JudgeFailed` when they say no judge."""
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

        return Store(os.path.join(state_folder(sys.platform, self._environ), FILE_NAME))

    def _ready(self) -> ModelJudge:
        with self._lock:
            self._made = self._made or self._make()
            return self._made

    def _make(self) -> ModelJudge:
        from hookline.detect.mask import mask, mask_text
        from hookline.judge.event_text import Masking
        from hookline.judge.model_judge import ModelJudge

        masking = Masking(mask, mask_text)
        return ModelJudge(
            self.settings, store=self.store(), masking=masking, cache=self._cache, share=self._share
        )


def without_keys(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment as hooks get it: without the variables that hold the judge's key."""
    path = user_file(sys.platform, environ)
    try:
        data = read_user_file(path) if path else None
    except UsageError:
        data = None
    hidden = key_variables(environ, data)
    return {name: value for name, value in environ.items() if name not in hidden}


def _check(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise UsageError(f"{name} {value!r} is not known; write one of: {', '.join(known)}")


def _sweeper() -> Sweeper:
    become_subreaper()
    return Sweeper()
