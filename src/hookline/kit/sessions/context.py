"""context: gives the agent at the start of a session what it would otherwise look up: heads of
files, branch, changed files.

Reads only files inside the workspace; secrets in them are masked. It never stops a session.
"""

from __future__ import annotations

import os

from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import (
    find_program,
    last_words,
    plain_text,
    root_of,
    roots_of,
    run_tool,
    say,
    usable_path,
)
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import Hooks, SessionStart
from hookline.shorten import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_READ_BYTES = 64 * 1024
_MOST_CHANGES = 30
_GIT_SECONDS = 5
#: git may start a program of the repository's own choice to learn what changed; not here.
_GIT = ("--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotePath=true")
_BRANCH = ("branch", "--show-current")
_STATUS = ("status", "--porcelain", "--branch")
_CUT = "… (cut)"


def build(hook: Hooks, settings: Settings) -> None:
    most = int(settings.max_chars)

    def inject(event: SessionStart) -> Answer | None:
        roots = roots_of(event)
        if not roots:
            return None
        parts = [head_of(name, roots, int(settings.lines)) for name in settings.files]
        if settings.git != "off":
            parts.insert(0, git_facts(roots[0], settings.git == "status"))
        if settings.text:
            parts.insert(0, settings.text)
        text = "\n\n".join(filter(None, parts))
        if not text:
            return None
        return event.add_context(
            "context: facts about this project.\n\n" + shorten(text, most, _CUT)
        )

    hook.sessionStart(inject)


def head_of(name: str, roots: list[str], lines: int) -> str:
    """The first lines of a file of the workspace; empty when there is none that can be read."""
    from hookline.detect import mask_text

    path = usable_path(os.path.join(roots[0], name))
    root = root_of(path, roots) if path else None
    data = _first_bytes(path) if root else None
    if data is None or b"\0" in data:
        return ""
    text = mask_text(plain_text(data)).strip("\n").split("\n")
    shown = "\n".join(text[:lines])
    if not shown.strip():
        return ""
    is_whole = len(text) <= lines and len(data) < _READ_BYTES
    extent = "" if is_whole else f" (the first {min(lines, len(text))} lines)"
    return f"{name}{extent}:\n{shown}"


def _first_bytes(path: str) -> bytes | None:
    """The beginning of a regular file. A pipe would keep us waiting, so it is not read."""
    import stat

    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return os.read(descriptor, _READ_BYTES) if is_file else None
    finally:
        os.close(descriptor)


def git_facts(root: str, with_changes: bool) -> str:
    """The branch, and what is changed and not committed; empty without git or a repository."""
    output = _git_output(root, _STATUS if with_changes else _BRANCH)
    if output is None:
        return ""
    first, *changes = output.rstrip().split("\n")
    branch = first.removeprefix("## ").strip()
    facts = [f"git branch: {branch}"] if branch else ["git: no branch is checked out"]
    return "\n".join([*facts, *(_changed_files(changes) if with_changes else [])])


def _git_output(root: str, arguments: Sequence[str]) -> str | None:
    """What git prints; None without git or a repository, or when it fails."""
    git = find_program("git") if os.path.lexists(os.path.join(root, ".git")) else None
    if git is None:
        return None
    try:
        done = run_tool([git, *_GIT, "-C", root, *arguments], root, _GIT_SECONDS)
    except OSError as error:
        say(f"context: git cannot be run: {error.strerror}.")
        return None
    if done.code != 0:
        why = last_words(done.output, 200) or "timed out"
        say(f"context: git failed in {root}: {why}.")
        return None
    return done.output


def _changed_files(changes: list[str]) -> list[str]:
    if not changes:
        return ["no changed files"]
    left_out = len(changes) - _MOST_CHANGES
    more = [f"… and {left_out} more"] if left_out > 0 else []
    return ["changed files:", *changes[:_MOST_CHANGES], *more]


KIT = Kit(
    "context",
    "Gives the agent facts about the project when a session starts: first lines of files, branch, "
    "changed files.",
    build=build,
    options=(
        Option(
            "files",
            "words",
            ("README.md", "AGENTS.md"),
            "Files of the workspace whose first lines are included",
        ),
        Option("lines", "number", 40, "How many lines of each"),
        Option(
            "git",
            "choice",
            "status",
            "How much of git's state is included",
            choices=("off", "branch", "status"),
        ),
        Option("text", "text", "", "A text of your own, which comes first"),
        Option("max_chars", "number", 8000, "Maximum number of characters in all"),
    ),
    entries=(Entry("sessionStart", timeout=15),),
)
