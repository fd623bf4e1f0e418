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
from hookline.cases.judge_cases import ask_through_engine, junit_of, labelled_cases
from hookline.cases.nouns import CaseFile
from hookline.cli.commands.judge_ask import TIMEOUT_S, read_policy
from hookline.cli.commands.test import unwind_on_signals, write_text
from hookline.cli.faults import FINDINGS, FINE, MissingInput, Refused, Usage
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import Place, output_options, place_options
from hookline.cli.show.judge_figures import show_evaluation
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen
from hookline.embed import Engine
from hookline.judge.evaluation import Candidate, LeftOut, evaluate, only_prompt_hooks
from hookline.judge.figures import as_dict, figures_of


@click.command(
    cls=GroupedCommand,
    name="eval",
    epilog="\b\nExamples:\n  hookline judge eval .cursor/hooks/safe.cases.toml\n"
    "  hookline judge eval cases/ --prompt strict.md --prompt mild.md --repeat 3",
)
@click.argument("paths", nargs=-1, required=True, metavar="CASES...")
@click.option(
    "--prompt",
    "prompts",
    metavar="FILE",
    multiple=True,
    help="Evaluate this policy instead of the configured prompt hooks; repeat to compare.",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Ask N times about each case.",
)
@click.option("--model", metavar="NAME", help="Use this model instead of the configured one.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=TIMEOUT_S,
    help="Seconds allowed for each question (default: 30).",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=4,
    metavar="N",
    help="Ask up to N questions at once (default: 4).",
)
@click.option(
    "--junit", "junit_file", metavar="FILE", help="Also write the results to FILE as JUnit XML."
)
@place_options
@output_options
def evaluation(
    paths: tuple[str, ...], prompts: tuple[str, ...], repeat: int, model: str | None,
    timeout: float, jobs: int, junit_file: str | None,
    place: Place, screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Measure the judge on labelled cases (*.cases.toml): how often it is right, what it blocks
    wrongly, what it misses, and how fast it is.

    A case's label is what it expects: a deny should be stopped, an allow should pass. Nothing comes
    from the cache; every question is a request. Exits with 1 when an answer was wrong or missing.
    """
    files = _case_files(paths)
    candidates = _candidates(prompts, place, model, timeout)
    unwind_on_signals()
    began = time.perf_counter()
    workspace = place.roots[0]
    ask = ask_through_engine(ConfiguredJudge(os.environ, cache=False, share=False), workspace)
    trials, left_out = evaluate(
        candidates, labelled_cases(files, workspace), ask, repeat=repeat, limit=jobs
    )
    labels = [candidate.label for candidate in candidates]
    if junit_file:
        write_text(junit_file, junit_of(files, labels, trials, time.perf_counter() - began))
    if as_json:
        screen.json({**as_dict(labels, trials), "left_out": list(map(_left_out_row, left_out))})
    else:
        show_evaluation(screen, [figures_of(label, trials) for label in labels], trials, left_out)
    return FINE if trials and all(trial.is_right for trial in trials) else FINDINGS


def _left_out_row(left_out: LeftOut) -> dict[str, str]:
    case = left_out.case
    return {
        "prompt": left_out.candidate,
        "file": case.file,
        "name": case.name,
        "reason": left_out.reason,
    }


def _case_files(paths: Sequence[str]) -> list[CaseFile]:
    listed = []
    for path in paths:
        here = find(path)
        if not here:
            raise MissingInput(f"No case files (*.cases.toml) at {safe(path)}.")
        listed += here
    files = read_files(listed)
    problems = [problem for file in files for problem in file.problems]
    if problems:
        raise Refused(safe(str(problems[0])))
    return files


def _candidates(
    prompts: Sequence[str], place: Place, model: str | None, timeout_s: float
) -> list[Candidate]:
    if prompts:
        return [
            Candidate(label, read_policy(f"@{path}"), model=model, timeout_s=timeout_s)
            for label, path in zip(_labels(prompts), prompts, strict=True)
        ]
    loaded = Engine.load(
        place.roots[0], workspaces=place.roots[1:], trust=True, journal=False, claude=place.claude,
        enterprise_config=place.enterprise_config,
    )  # fmt: skip
    hooks = only_prompt_hooks(loaded.hookset(), model)
    if not hooks.hooks:
        raise MissingInput(
            "No prompt hooks are configured here.", "Name a policy with --prompt FILE."
        )
    return [Candidate("configured hooks", configured=hooks)]


def _labels(paths: Sequence[str]) -> Sequence[str]:
    """The files' names; their paths where two have the same name."""
    if len(set(paths)) < len(paths):
        raise Usage("--prompt names the same file twice.")
    names = list(map(os.path.basename, paths))
    return names if len(set(names)) == len(names) else paths
