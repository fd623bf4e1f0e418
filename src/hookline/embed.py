"""`Engine.load(".")`: configuration, engine and journal put together for whoever embeds them.

async with Engine.load(".") as engine:
    session = engine.session(model="…")
    decision = await session.fire("beforeShellExecution", command="git push", cwd="/repo")
    if decision.blocked:
        raise BlockedByHook(decision)
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hookline import assembly
from hookline.engine import engine as core
from hookline.errors import UsageError
from hookline.model import Judge, Problem, Settings
from hookline.spec.profiles import CLAUDE_PAYLOADS, DEFAULT_PROFILE, MERGES, PROFILES, SURFACES

if TYPE_CHECKING:
    from hookline.config.trust_store import TrustStore


class Engine(core.Engine):
    """Hooks for one host, from the files of a workspace and of the machine."""

    #: Where Hookline keeps its own state: journal and trust.
    state_folder: str
    #: The journal's file; None when the journal is off.
    journal_path: str | None
    trust_store: TrustStore

    if not TYPE_CHECKING:  # a type checker finds a wrong call by itself

        def __init__(self, *arguments, **options):
            """Of the parts that `load` puts together."""
            if not (arguments and hasattr(arguments[0], "current")):
                raise UsageError(
                    'an engine is made by Engine.load; write Engine.load("."), with the workspace\'s folder'
                )
            super().__init__(*arguments, **options)

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
        claude_payload: str = CLAUDE_PAYLOADS[0],
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
        never raised; a workspace that is no folder raises `UsageError`. The engine is closed at the
        end of a `with` or `async with`, or by `close()`.

        `workspace` is the main root, `workspaces` are further ones. `trust=True` runs whatever the
        workspace holds, for this engine only. `claude_payload="cursor"` hands hooks of Claude Code's
        files what Cursor itself hands them. `judge` answers prompt hooks; without one, the judge
        of the user's settings does, and `judge_cache=False` asks it anew each time.
        `own_process=True` is for programs that do nothing but run hooks: processes that escape from
        a hook are then found and ended.
        """
        _check("merge", merge, MERGES)
        _check("profile", profile, tuple(PROFILES))
        _check("surface", surface, SURFACES)
        _check("claude_payload", claude_payload, CLAUDE_PAYLOADS)
        environment = dict(os.environ if environ is None else environ)
        roots = tuple(_folder(os.fspath(root)) for root in (workspace, *workspaces))
        settings = Settings(
            roots, profile, surface, merge, enterprise_plan, remote, user_email, transcript, cursor_version,
            experiments or {}, trust, claude, claude_payload,
        )  # fmt: skip
        parts = assembly.parts(
            settings,
            environ=environment,
            enterprise_config=None if enterprise_config is None else os.fspath(enterprise_config),
            journal=journal,
            judge=judge,
            judge_cache=judge_cache,
            own_process=own_process,
            probing=probe,
        )
        engine = cls(
            parts.files.loader,
            settings,
            runner=parts.runner,
            journal=parts.journal,
            environ=parts.environ,
            on_execution=on_execution,
        )
        engine.state_folder, engine.trust_store = parts.files.state, parts.files.trust
        engine.journal_path = parts.journal.path if parts.journal else None
        return engine

    def problems(self) -> tuple[Problem, ...]:
        """Everything wrong with the configuration files, as they are now."""
        return self.hookset().problems


def _folder(path: str) -> str:
    """The absolute path of a folder that is there."""
    if os.path.isdir(path):
        return os.path.abspath(path)
    what = "is not a folder" if os.path.exists(path) else "does not exist"
    raise UsageError(f"the workspace {path} {what}; pass the folder the agent works in")


def _check(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise UsageError(f"{name} {value!r} is not known; write one of: {', '.join(known)}")
