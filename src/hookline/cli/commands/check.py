"""`hookline check [FILE...]`: everything that is wrong with hook files, where, and how to fix it.
Runs no hook.

With `--fix` it fixes what can safely be fixed (`cli.repairs`), and shows what is left.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from hookline.cli.faults import FINDINGS, FINE, MissingInput, Usage
from hookline.cli.hook_files import load, places
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import Place, output_options, place_options
from hookline.cli.show.problem_formats import FORMATS, Findings
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen
from hookline.config.locate import Place as FilePlace
from hookline.model import Hook
from hookline.spec.sources import SOURCES

if TYPE_CHECKING:
    from hookline.cli.repairs import FileRepair

#: Handed out by somebody else: fixed only where they are named.
_HANDED_OUT = ("enterprise", "team")


class Checked(NamedTuple):
    """What was found, the files it was found in, and the hooks they configure."""

    findings: Findings
    places: tuple[FilePlace, ...]
    hooks: tuple[Hook, ...]


@click.command(
    cls=GroupedCommand,
    name="check",
    epilog="\b\nExamples:\n  hookline check\n  hookline check --fix --diff\n"
    "  hookline check .cursor/hooks.json --format github --strict",
)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    help="Output format (default: full).",
)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@click.option(
    "--fix",
    is_flag=True,
    help="Fix what can be fixed without a change of meaning, then show what is left.",
)
@click.option(
    "--diff",
    is_flag=True,
    help="Show the changes as a diff; without --fix, write nothing.",
)
@place_options
@output_options
def command(
    files: tuple[str, ...], style: str | None, strict: bool, fix: bool, diff: bool,
    place: Place, screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Find mistakes in hook files, and say how to fix them.

    Without FILE, checks the files of all sources and the scripts they name. Exits with 1 if there
    is an error.
    """
    show = _format(style, as_json)
    checked = _checked(files, place)
    findings = checked.findings
    if fix or diff:
        # Formats for programs own stdout; what was fixed is printed beside them.
        aside = Screen(stream=sys.stderr) if show in ("sarif", "github") else screen
        fixed = _fixed(aside, checked, done=fix, diff=diff, quiet=show == "json")
        checked = _checked(files, place) if fix else checked
        checked = checked._replace(findings=checked.findings._replace(fixed=fixed))
    findings = checked.findings
    if show == "full" and not findings.files:
        _show_nothing(screen)
    else:
        FORMATS[show](screen, findings)
    counted = ("error", "warning") if strict else ("error",)
    return FINDINGS if any(map(findings.number, counted)) else FINE


def _format(style: str | None, as_json: bool) -> str:
    if as_json and style not in (None, "json"):
        raise Usage(f"--json and --format {style} cannot be used together.")
    return "json" if as_json else style or "full"


def _checked(files: Sequence[str], place: Place) -> Checked:
    return check_files(files, place) if files else check_all(place)


def _fixed(
    screen: Screen, checked: Checked, *, done: bool, diff: bool, quiet: bool
) -> list[FileRepair]:
    from hookline.cli.repairs import carry_out_all, find_repairs, show_repairs, show_trust

    repairs = find_repairs(checked.places, checked.hooks)
    trust = carry_out_all(repairs) if done else {}
    if not quiet:
        show_repairs(screen, repairs, done=done, diff=diff)
        show_trust(screen, trust)
    return repairs


def check_all(place: Place) -> Checked:
    """The files of all sources."""
    sources = load(place.roots, enterprise_config=place.enterprise_config, claude=place.claude)
    hooks = sources.hooks
    remarks = [remark for root in place.roots for remark in sources.loader.remarks(root)]
    there = [found for found in places(place) if os.path.lexists(found.path)]
    texts = _texts(
        [*(found.path for found in there), *(problem.file for problem in hooks.problems)]
    )
    own = tuple(found for found in there if found.source.name not in _HANDED_OUT)
    mine = tuple(hook for hook in hooks.hooks if hook.source not in _HANDED_OUT)
    findings = Findings(texts, hooks.problems, len(hooks.hooks), remarks=remarks)
    return Checked(findings, own, mine)


def check_files(names: Sequence[str], place: Place) -> Checked:
    """Just these files, each read as the source it belongs to by its place."""
    from hookline.config.disk import probe
    from hookline.config.reading import Checks
    from hookline.config.sourcefile import SourceFile
    from hookline.engine.match import complaint

    known = {found.path: found for found in places(place)}
    checks = Checks(sys.platform, complaint, probe)
    files = [SourceFile(_place_of(name, known, place.roots[0])) for name in dict.fromkeys(names)]
    for file in files:
        file.refresh(checks, time.time())
    problems = [problem for file in files for problem in file.problems]
    hooks = tuple(hook for file in files for hook in file.in_force.hooks)
    findings = Findings(_texts(file.place.path for file in files), problems, len(hooks))
    return Checked(findings, tuple(file.place for file in files), hooks)


def _place_of(name: str, known: Mapping[str, FilePlace], root: str) -> FilePlace:
    """Where a file belongs; one that stands elsewhere is read as a project's: its own folder's, if
    that is `.cursor`.
    """
    path = os.path.abspath(name)
    if os.path.isdir(path):
        raise Usage(
            f"{safe(name)} is a folder.",
            remedy=f"To check a workspace: hookline check --workspace {safe(name)}",
        )
    if not os.path.lexists(path):
        raise MissingInput(f"There is no file {safe(name)}.")
    if path in known:
        return known[path]
    folder, file_name = os.path.split(path)
    above, folder_name = os.path.split(folder)
    root = above if folder_name in (".cursor", ".claude") else root
    source = SOURCES["claude-project" if file_name.startswith("settings") else "project"]
    return FilePlace(source, path, root, root)


def _texts(paths: Iterable[str]) -> dict[str, str]:
    """The text of each file; empty where it cannot be read."""
    from hookline.config.disk import Contents, read_config

    read = {path: read_config(path, time.time()) for path in paths}
    return {
        path: contents.text if isinstance(contents, Contents) else ""
        for path, contents in read.items()
    }


def _show_nothing(screen: Screen) -> None:
    screen.say(
        "There are no hook files to check. "
        "To see where they belong: hookline list. To create one: hookline init"
    )
