"""format: runs the project's own formatter on a file that the agent or Tab has edited.

Which one is read from the project's files, or said by `command`. A formatter that is missing or
fails is told on stderr; the edit stands as it is. Nothing outside the workspace is touched.
"""

from __future__ import annotations

import os

from hookline.errors import NotDone
from hookline.kit.files.formatters import find_formatter
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import (
    find_program,
    is_inside,
    last_words,
    root_of,
    roots_of,
    run_tool,
    say,
    usable_path,
    words_of,
)
from hookline.kit.state_files import append_line, forget_old, kit_folder, name_for, read_text
from hookline.sdk.event_types import AfterFileEdit, AfterTabFileEdit, Hooks

#: Folders whose files are nobody's to format.
FOREIGN = frozenset(
    (".git", ".hg", ".svn", "node_modules", ".venv", "venv", "vendor", "__pycache__")
)
FILE = "{file}"


def build(hook: Hooks, settings: Settings) -> None:
    def tidy(event: AfterFileEdit | AfterTabFileEdit) -> None:
        path = usable_path(event.file_path)
        root = root_of(path, roots_of(event)) if path else None
        if root is None or not os.path.isfile(path):
            return
        path, root = os.path.realpath(path), os.path.realpath(root)
        if FOREIGN & set(os.path.relpath(path, root).split(os.sep)):
            return
        words = words_of(settings.command) if settings.command else find_formatter(path, root)
        if words:
            run_formatter(event, words, path, root, settings)

    hook.afterFileEdit(tidy)
    hook.afterTabFileEdit(tidy)


def run_formatter(
    event: AfterFileEdit | AfterTabFileEdit,
    words: list[str],
    path: str,
    root: str,
    settings: Settings,
) -> None:
    """Format one file in place."""
    program = find_program(words[0], own_programs(path, root) if settings.local else [])
    if program is None:
        say_once(
            event,
            f"format: {words[0]} is not installed, so edits are not formatted. Install it, or set "
            f"command=.",
        )
        return
    arguments = [word.replace(FILE, path) for word in words[1:]]
    if arguments == words[1:]:
        arguments.append(path)
    try:
        done = run_tool([program, *arguments], root, settings.seconds)
    except OSError as error:
        raise NotDone(f"format: {program} cannot be run: {error.strerror}.") from error
    if done.code is None:
        say(f"format: {words[0]} did not end within {settings.seconds} s and was stopped.")
    elif done.code != 0:
        say(
            f"format: {words[0]} failed with exit code {done.code} on {path}: "
            f"{last_words(done.output, 500)}"
        )


def own_programs(path: str, root: str) -> list[str]:
    """The folders of programs that the project brings along, the nearest first."""
    found, folder = [], os.path.dirname(path)
    while folder == root or is_inside(folder, root):
        found += [
            os.path.join(folder, name) for name in ("node_modules/.bin", ".venv/bin", "venv/bin")
        ]
        folder = os.path.dirname(folder)
    return found


def say_once(event: AfterFileEdit | AfterTabFileEdit, text: str) -> None:
    """Tell it the first time in a conversation; a line for every edit would be noise."""
    import time

    folder = kit_folder("format")
    file = os.path.join(folder, f"{name_for(event.conversation_id)}.said")
    if text in read_text(file).splitlines():
        return
    forget_old(folder, time.time())
    append_line(file, text)
    say(text)


KIT = Kit(
    "format",
    "Runs the project's own formatter after edits by the agent and by Tab.",
    build=build,
    options=(
        Option(
            "command",
            "text",
            "",
            "The formatter with its options; {file} stands for the file, which otherwise comes last",
        ),
        Option(
            "local",
            "flag",
            True,
            "Use the project's own programs (node_modules/.bin, .venv/bin)",
        ),
        Option("seconds", "number", 20, "How long it may take"),
    ),
    entries=(Entry("afterFileEdit", timeout=30), Entry("afterTabFileEdit", timeout=30)),
)
