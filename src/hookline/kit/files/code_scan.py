"""code-scan: when the agent stops, run the project's scanner on the files it edited; send it back
while there are findings.

A scanner says by exit code 1 that it found something, and by 0 that it did not; anything else is
its own failure, which makes the hook fail, visibly. Files outside the workspace are never scanned.
"""

from __future__ import annotations

import os

from hookline.errors import NotDone
from hookline.kit.files.edited_files import Edited
from hookline.kit.kit_row import Entry, Kit
from hookline.kit.kit_settings import Option, Settings
from hookline.kit.project import (
    fenced,
    find_program,
    follow_ups,
    last_lines,
    last_words,
    root_of,
    roots_of,
    run_tool,
    say,
    words_of,
)
from hookline.sdk.answer import Answer
from hookline.sdk.event_types import AfterFileEdit, Hooks, Stop

#: What a scanner is called with when only its name is given. semgrep would ask its makers for news
#: and tell them figures.
USUAL = {
    "semgrep": "semgrep scan --error --quiet --metrics=off --disable-version-check",
    "ruff": "ruff check --select S --no-fix --quiet --output-format concise",
    "bandit": "bandit --quiet",
}
#: What ruff can read.
PYTHON = (".py", ".pyi", ".ipynb")
#: Rules of the project's own for semgrep, which are taken when they are there.
SEMGREP_RULES = (".semgrep.yml", ".semgrep.yaml", "semgrep.yml", ".semgrep")
#: Folders of the workspace in which its own programs are.
OWN_PROGRAMS = (".venv/bin", "venv/bin", "node_modules/.bin")
_MOST_FILES = 200


def build(hook: Hooks, settings: Settings) -> None:
    edited = Edited("code-scan")

    def note(event: AfterFileEdit) -> None:
        edited.note(event, event.file_path)

    def scan(event: Stop) -> Answer | None:
        roots = roots_of(event)
        if event.status not in ("completed", "") or not roots:
            return None
        files = [path for path in edited.paths(event) if _is_inside(path, roots)]
        findings = found_in(settings.command, roots[0], files, settings.seconds)
        if not findings:
            edited.forget(event)
            return None
        if follow_ups(event) >= settings.rounds:
            rounds = f"{int(settings.rounds)} follow-ups"
            say(f"code-scan: findings remain after {rounds}; they are left to the user.")
            return None
        return event.follow_up(
            "code-scan: the scanner has findings in files you edited. "
            "Fix the code, do not silence the rules:\n\n"
            + fenced(last_lines(findings, int(settings.lines)))
        )

    hook.afterFileEdit(note)
    hook.stop(scan)


def _is_inside(path: str, roots: list[str]) -> bool:
    """Whether a file is there, and in the workspace."""
    return os.path.isfile(path) and root_of(path, roots) is not None


def found_in(command: str, root: str, files: list[str], seconds: float) -> str:
    """What the scanner finds in these files; empty when nothing, or when there is no scanner for
    them.
    """
    if not files:
        return ""
    words = chosen(command, root) if command else discovered(root)
    if words is None:
        say(
            "code-scan: no scanner was found (ruff, or semgrep with rules of the project). "
            "Set one with --set command=..."
        )
        return ""
    if os.path.basename(words[0]) == "ruff":
        files = [path for path in files if path.endswith(PYTHON)]
    parts = [files[at : at + _MOST_FILES] for at in range(0, len(files), _MOST_FILES)]
    return "\n".join(filter(None, (_scanned(words, root, part, seconds) for part in parts)))


def _scanned(words: list[str], root: str, files: list[str], seconds: float) -> str:
    """What one run of the scanner finds."""
    done = run_tool([*words, *(shown(path, root) for path in files)], root, seconds)
    if done.code == 0:
        return ""
    if done.code == 1:
        return done.output.strip() or "(it printed nothing)"
    ending = f"failed with exit code {done.code}"
    if done.code is None:
        ending = f"did not end within {seconds} s"
    raise NotDone(f"code-scan: {words[0]} {ending}: {last_words(done.output, 500)}")


def chosen(command: str, root: str) -> list[str]:
    """The scanner that the person named; raises `NotDone`."""
    words = words_of(command)
    if len(words) == 1 and words[0] in USUAL:
        words = usual(words[0], root)
    program = find_program(words[0], own_programs(root)) if words else None
    if program is None:
        raise NotDone(
            f"code-scan: {command!r} was not found. Install it, or set command= to another scanner."
        )
    return [program, *words[1:]]


def discovered(root: str) -> list[str] | None:
    """semgrep where the project has rules for it, else ruff."""
    for name in ("semgrep", "ruff") if semgrep_rules(root) else ("ruff",):
        program = find_program(name, own_programs(root))
        if program is not None:
            return [program, *usual(name, root)[1:]]
    return None


def usual(name: str, root: str) -> list[str]:
    """A scanner by its name alone, with what makes it of use here."""
    return USUAL[name].split() + (semgrep_rules(root) if name == "semgrep" else [])


def semgrep_rules(root: str) -> list[str]:
    found = [name for name in SEMGREP_RULES if os.path.exists(os.path.join(root, name))]
    return [word for name in found for word in ("--config", name)]


def own_programs(root: str) -> list[str]:
    return [os.path.join(root, folder) for folder in OWN_PROGRAMS]


def shown(path: str, root: str) -> str:
    """A file as the scanner is told: seen from the root, and never like an option."""
    return os.path.join(".", os.path.relpath(os.path.realpath(path), os.path.realpath(root)))


KIT = Kit(
    "code-scan",
    "Runs the project's scanner on the files the agent edited, and sends it back until they are "
    "clean.",
    build=build,
    options=(
        Option(
            "command",
            "text",
            "",
            "The scanner, such as semgrep or 'ruff check --select S'; detected by default",
        ),
        Option("rounds", "number", 3, "Maximum number of follow-ups in a row"),
        Option(
            "seconds",
            "number",
            120,
            "How long the scanner may take; the entry's timeout must be longer",
        ),
        Option("lines", "number", 60, "How many lines of findings the agent gets"),
    ),
    entries=(Entry("afterFileEdit"), Entry("stop", timeout=300, loop_limit=20)),
)
