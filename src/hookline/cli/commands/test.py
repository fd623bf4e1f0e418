"""`hookline test [PATH...]`: runs the case files next to hooks, and shows what came out otherwise
than expected.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from types import FrameType

import click

from hookline.cases.case_run import at_once, bench_for, run_cases
from hookline.cases.case_search import find, kit_files, read_files, usual_places
from hookline.cases.nouns import ENDING, Case, CaseFile, Result
from hookline.cases.report import Report, details, junit
from hookline.cli.faults import (
    ENDING_SIGNALS,
    FINDINGS,
    FINE,
    NO_INPUT,
    MissingInput,
    Refused,
    Usage,
)
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import Place, output_options, place_options
from hookline.cli.show.safe_text import count, safe, short_path
from hookline.cli.show.terminal import Screen
from hookline.config.locate import home_folder
from hookline.kit.catalogue import NAMES
from hookline.near import did_you_mean
from hookline.spec.sources import SOURCES

_ALL = "*"
_FIRST_CASE = """\
[[case]]
name = "a push is denied"
event = "beforeShellExecution"
input = { command = "git push" }
expect = { permission = "deny" }
"""


@click.command(
    cls=GroupedCommand,
    name="test",
    epilog="\b\nExamples:\n  hookline test\n  hookline test .cursor/hooks/guard.cases.toml -k push\n"
    "  hookline test --kit git-guard --junit report.xml",
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "-k",
    "words",
    metavar="TEXT",
    multiple=True,
    help="Only cases with this text in their name or file.",
)
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Run up to N cases at once."
)
@click.option(
    "--kit",
    metavar="[NAME]",
    is_flag=False,
    flag_value=_ALL,
    help="Run the cases of the ready-made hooks, or of one of them.",
)
@click.option("--source", "sources", type=click.Choice(list(SOURCES)), multiple=True,
              help="Of configured hooks, run only those of this source; repeatable.")  # fmt: skip
@click.option(
    "--junit", "junit_file", metavar="FILE", help="Also write the results to FILE as JUnit XML."
)
@click.option("-v", "--verbose", is_flag=True, help="List every case, including those that passed.")
@place_options
@output_options
def command(
    paths: tuple[str, ...],
    words: tuple[str, ...],
    jobs: int | None,
    kit: str | None,
    sources: tuple[str, ...],
    junit_file: str | None,
    verbose: bool,
    place: Place,
    screen: Screen,
    as_json: bool,
    may_ask: bool,
) -> int:
    """Run the test cases kept next to hooks (*.cases.toml), with real processes, and show what
    differs.

    Without PATH, runs the cases in .cursor/hooks of the workspace and of your home. Hooks run
    whether trusted or not, as `make test` runs whatever a repository holds. Exits with 1 if a case
    does not pass, with 66 if there are no cases.
    """
    try:
        files = read_files(_wanted_files(paths, kit, place))
    except OSError as error:
        raise MissingInput(
            f"{safe(str(error.filename))} cannot be read: {error.strerror}."
        ) from error
    wanted = _wanted_cases(files, words)
    if not files or (words and not wanted):
        return _nothing(screen, place, words, as_json=as_json)
    unwind_on_signals()
    began = time.perf_counter()
    results = _run(wanted, place, sources, jobs)
    left_out = sum(len(file.cases) for file in files) - len(wanted)
    report = Report(files, results, time.perf_counter() - began, left_out)
    if junit_file:
        write_text(junit_file, junit(report))
    if as_json:
        screen.json(report.as_dict())
    else:
        show_report(screen, report, verbose=verbose)
    return FINE if report.fine else FINDINGS


def _run(
    wanted: Sequence[tuple[CaseFile, Case]],
    place: Place,
    sources: tuple[str, ...],
    jobs: int | None,
) -> list[Result]:
    enterprise = place.enterprise_config and os.path.abspath(place.enterprise_config)
    bench = bench_for(
        place.roots[0], sources=sources, enterprise_config=enterprise, claude=place.claude, own_process=True
    )  # fmt: skip
    try:
        return run_cases(wanted, bench, limit=jobs or at_once())
    finally:
        bench.close()


def _wanted_files(paths: tuple[str, ...], kit: str | None, place: Place) -> list[str]:
    if kit not in (None, _ALL, *NAMES):
        raise Usage(
            f"There is no ready-made hook {safe(str(kit))!r}.",
            remedy=did_you_mean(str(kit), NAMES).strip(),
        )
    if not paths and kit is None:
        return _usual_files(place)
    named = [file for path in paths for file in _at(path)]
    if kit is None:
        return named
    packaged = kit_files(None if kit == _ALL else kit)
    if not packaged:
        raise MissingInput(f"No cases are packaged for {kit}.")
    return named + packaged


def _usual_files(place: Place) -> list[str]:
    home = home_folder(sys.platform, os.environ)
    return [file for folder in usual_places(place.roots, home) for file in find(folder)]


def _at(path: str) -> list[str]:
    paths = find(path)
    if not paths:
        what = (
            f"There are no case files (*{ENDING}) below"
            if os.path.isdir(path)
            else "There is no file or folder"
        )
        raise MissingInput(
            f"{what} {safe(path)}.", "To see how to write a first case: hookline test"
        )
    return paths


def _wanted_cases(files: Sequence[CaseFile], words: tuple[str, ...]) -> list[tuple[CaseFile, Case]]:
    cases = [(file, case) for file in files for case in file.cases]
    return [(file, case) for file, case in cases if _is_wanted(file, case, words)]


def _is_wanted(file: CaseFile, case: Case, words: tuple[str, ...]) -> bool:
    text = f"{file.path}\n{case.name}".lower()
    return not words or any(word.lower() in text for word in words)


def show_report(screen: Screen, report: Report, *, verbose: bool = False) -> None:
    """What differs, then every file with how its cases went, then the figures."""
    for problem in report.problems:
        named = f"{problem.case}: " if problem.case else ""
        screen.say(("PROBLEM  ", "bad"), (f"{short_path(problem.file)}:{problem.line}", "place"))
        screen.labelled("what", f"{named}{problem.problem}")
        screen.labelled("to do", problem.remedy)
        screen.say()
    for result in report.failed:
        show_failed(screen, result)
    for file in report.files:
        _show_file(screen, file, report.of(file), verbose=verbose)
    screen.say()
    screen.say(*_summary(report))


def show_failed(screen: Screen, result: Result) -> None:
    """One case that did not pass, with all that is known."""
    where = f"{short_path(result.file)}:{result.case.line}"
    screen.say(("FAILED  ", "bad"), (where, "place"), "  ", (result.case.name, "title"))
    for label, text in details(result):
        screen.labelled(label, text, style="bad" if label in ("got", "cannot run") else "")
    screen.say()


def _show_file(screen: Screen, file: CaseFile, results: Sequence[Result], *, verbose: bool) -> None:
    failed = sum(not result.passed for result in results) + len(file.problems)
    mark = ("failed", "bad") if failed else ("passed", "good") if results else ("left out", "quiet")
    passed = sum(result.passed for result in results)
    screen.say(
        mark,
        "  ",
        (short_path(file.path), "place"),
        (f"  {passed} of {count(len(results), 'case')}", "quiet"),
    )
    for result in results if verbose else ():
        took = (f"  {result.duration_ms:.0f} ms", "quiet")
        screen.say(
            ("passed  ", "good") if result.passed else ("failed  ", "bad"),
            result.case.name,
            took,
            indent=2,
        )


def _summary(report: Report) -> tuple[str | tuple[str, str], ...]:
    failed, problems = len(report.failed), len(report.problems)
    parts = [f"{len(report.results) - failed} passed"]
    parts += [f"{failed} failed"] if failed else []
    parts += [count(problems, "problem")] if problems else []
    parts += [f"{report.left_out} left out"] if report.left_out else []
    cases = f"{count(len(report.results), 'case')} in {count(len(report.files), 'file')}: "
    return (
        cases,
        (", ".join(parts), "good" if report.fine else "bad"),
        f", in {report.duration_s:.2f} s",
    )


def _nothing(screen: Screen, place: Place, words: tuple[str, ...], *, as_json: bool) -> int:
    if as_json:
        screen.json(Report([], []).as_dict())
        return NO_INPUT
    if words:
        screen.say(f"No case has {' or '.join(repr(word) for word in words)} in its name or file.")
        return NO_INPUT
    where = os.path.join(place.roots[0], ".cursor", "hooks")
    screen.say(f"There are no case files (*{ENDING}) in {short_path(where)} or ~/.cursor/hooks.")
    screen.say(
        f"A first one, {short_path(os.path.join(where, 'first' + ENDING))}, for all configured hooks:"
    )
    screen.say()
    screen.text(_FIRST_CASE, indent=2)
    screen.say()
    screen.say(
        "Or make one from what hooks have already decided:  ",
        ("hookline log --record first", "name"),
    )
    return NO_INPUT


def write_text(path: str, text: str) -> None:
    """Write a file somebody named."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Refused(f"{safe(path)} cannot be written: {error.strerror}.") from error


def unwind_on_signals() -> None:
    """Unwind instead of dying on the spot, so that hooks under way are killed and workspaces thrown away."""
    for number in ENDING_SIGNALS:
        signal.signal(number, _terminated)


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
