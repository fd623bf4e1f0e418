"""`hookline judge eval CASES`: labelled cases at the judge; how often it is right, what it misses,
and how fast it is.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

import click

from hookline.assembly import ConfiguredJudge
from hookline.cases.case_search import find, read_files
from hookline.cases.figures import as_dict, figures_of, junit_of
from hookline.cases.judging import Subject, evaluate, of_prompts
from hookline.cases.nouns import CaseFile
from hookline.cli.commands.judge_ask import TIMEOUT_S, read_policy
from hookline.cli.commands.test import unwind_on_signals, write_text
from hookline.cli.faults import FINDINGS, FINE, MissingInput, Refused, Usage
from hookline.cli.shared_options import Place, output_options, place_options
from hookline.cli.show.judge_figures import show_evaluation
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen
from hookline.embed import Engine


@click.command(
    name="eval",
    epilog="\b\nExamples:\n  hookline judge eval .cursor/hooks/safe.cases.toml\n"
    "  hookline judge eval cases/ --prompt strict.md --prompt mild.md --repeat 3 --junit report.xml",
)
@click.argument("paths", nargs=-1, required=True, metavar="CASES...")
@click.option("--prompt", "prompts", metavar="FILE", multiple=True,
              help="A policy to try, instead of the configured prompt hooks; give two to compare them.")  # fmt: skip
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Ask each case so many times.",
)
@click.option("--model", metavar="NAME", help="Another model than that of the settings and hooks.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=TIMEOUT_S,
    help="Seconds for each. 30 when absent.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=4,
    metavar="N",
    help="How many questions at a time.",
)
@click.option(
    "--junit", "junit_file", metavar="FILE", help="Also write the results there, as JUnit's XML."
)
@place_options
@output_options
def evaluation(
    paths: tuple[str, ...], prompts: tuple[str, ...], repeat: int, model: str | None, timeout: float, jobs: int,
    junit_file: str | None, place: Place, screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Measure the judge on labelled cases (*.cases.toml): how often it is right, blocks wrongly,
    misses, and how fast it is.

    A case is labelled by what it expects: a deny should be stopped, an allow should pass. Nothing
    comes from the cache, and every question is a request. Exits 1 when an answer was wrong or
    missing.
    """
    files = _case_files(paths)
    subjects = _subjects(prompts, place, model, timeout)
    wanted = [(file, case) for file in files for case in file.cases]
    unwind_on_signals()
    began = time.perf_counter()
    judge = ConfiguredJudge(os.environ, cache=False, share=False)
    trials, left_out = evaluate(
        subjects, wanted, judge, workspace=place.roots[0], repeat=repeat, limit=jobs
    )
    labels = [subject.label for subject in subjects]
    if junit_file:
        write_text(junit_file, junit_of(files, labels, trials, time.perf_counter() - began))
    if as_json:
        left = [
            {"prompt": one.subject, "file": one.file, "name": one.case.name, "reason": one.reason}
            for one in left_out
        ]
        screen.json({**as_dict(labels, trials), "left_out": left})
    else:
        show_evaluation(screen, [figures_of(label, trials) for label in labels], trials, left_out)
    return FINE if trials and all(trial.is_right for trial in trials) else FINDINGS


def _case_files(paths: Sequence[str]) -> list[CaseFile]:
    found = []
    for path in paths:
        here = find(path)
        if not here:
            raise MissingInput(f"There is no case file (*.cases.toml) at {safe(path)}.")
        found += here
    files = read_files(found)
    problems = [problem for file in files for problem in file.problems]
    if problems:
        raise Refused(safe(str(problems[0])))
    return files


def _subjects(
    prompts: Sequence[str], place: Place, model: str | None, timeout_s: float
) -> list[Subject]:
    labels = [
        os.path.basename(path) if len(set(map(os.path.basename, prompts))) == len(prompts) else path
        for path in prompts
    ]
    if len(set(labels)) < len(labels):
        raise Usage("--prompt names one file twice.")
    if prompts:
        return [
            Subject(label, read_policy(f"@{path}"), None, model, timeout_s)
            for label, path in zip(labels, prompts, strict=True)
        ]
    loaded = Engine.load(
        place.roots[0], workspaces=place.roots[1:], trust=True, journal=False, claude=place.claude,
        enterprise_config=place.enterprise_config,
    )  # fmt: skip
    hooks = of_prompts(loaded.hookset(), model)
    if not hooks.hooks:
        raise MissingInput("No prompt hook is configured here. Name a policy: --prompt FILE.")
    return [Subject("configured hooks", None, hooks)]
