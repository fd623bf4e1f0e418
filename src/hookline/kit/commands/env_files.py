"""env-files: no shell commands while the environment files they need are not there.

Files are looked at, never opened: a password manager may mount one as a pipe that hands its secrets
to the first reader.
"""

from __future__ import annotations

import os
import stat

from hookline.errors import UsageError
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import root_of, roots_of, usable_path
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import BeforeShellExecution, Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def build(hook: Hooks, settings: Settings) -> None:
    only = _compiled(settings.only)

    def judge(event: BeforeShellExecution) -> Answer | None:
        command = event.command
        if not isinstance(command, str) or not only.search(_readable(command)):
            return None
        base = base_of(event)
        problems = {name: problem_with(name, base, settings.kind) for name in settings.files}
        what = "; ".join(f"{name} {problem}" for name, problem in problems.items() if problem)
        if not what:
            return None
        decide = event.ask if settings.action == "ask" else event.deny
        return decide(
            f"env-files: {what}. Mount or create it, then try again.",
            agent=f"env-files: this command needs environment files, and {what}. "
            "Do not create one yourself: ask the user to mount it, then try again.",
        )

    hook.beforeShellExecution(judge)


def _compiled(pattern: str) -> Any:
    import re2

    try:
        return re2.compile(pattern)
    except re2.error as error:
        raise UsageError(
            f"only is {pattern!r}, which is not a regular expression: {error}"
        ) from None


def _readable(text: str) -> str:
    """Without what RE2 cannot read."""
    return text.encode("utf-8", "replace").decode()


def base_of(event: BeforeShellExecution) -> str:
    """The workspace folder the command runs in; the main one when it runs elsewhere."""
    roots, cwd = roots_of(event), usable_path(event.cwd)
    root = root_of(os.path.join(cwd, "x"), roots) if cwd else None
    return root or next(iter(roots), cwd) or os.getcwd()


def problem_with(name: str, base: str, kind: str) -> str:
    """Why a file does not count as there; empty when it does."""
    path = usable_path(os.path.join(base, os.path.expanduser(name)))
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return "is a link to nothing" if path and os.path.islink(path) else "is missing"
    if stat.S_ISDIR(mode):
        return "is a folder"
    if kind == "pipe" and not stat.S_ISFIFO(mode):
        return "is a plain file, not mounted"
    return ""


KIT = Kit(
    "env-files",
    "Denies shell commands while required environment files are missing or not mounted.",
    build=build,
    options=(
        Option("files", "words", (".env",), "Files that must exist, relative to the workspace"),
        Option(
            "only",
            "text",
            "",
            "Regular expression: only commands that match it need the files",
        ),
        Option(
            "kind",
            "choice",
            "any",
            "pipe: only a mounted file counts, as password managers make them",
            choices=("any", "pipe"),
        ),
        Option(
            "action",
            "choice",
            "deny",
            "What to do with a command while one is missing",
            choices=("deny", "ask"),
        ),
    ),
    entries=(Entry("beforeShellExecution"),),
    needs=("re2",),
)
