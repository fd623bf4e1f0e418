"""Trials and their figures → what a person reads: the figures side by side, then every case that
was judged wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hookline.cases.figures import Figures, word
from hookline.cases.judging import LeftOut, Trial
from hookline.cli.show.safe_text import count, duration, short_path
from hookline.cli.show.terminal import Cells, Screen

_SHOWN_LEFT_OUT = 5


def show_evaluation(
    screen: Screen, figures: Sequence[Figures], trials: Sequence[Trial], left_out: Sequence[LeftOut]
) -> None:
    """One column for each prompt; a matrix for each; then what went wrong, and where two prompts differ."""
    repeated = any(len(trial.said) > 1 for trial in trials)
    heads = ("", *(one.subject for one in figures))
    screen.table(
        [
            (name, *(value(one) for one in figures))
            for name, value in _ROWS
            if repeated or name != _AGREES
        ],
        heads=heads,
    )
    for one in figures:
        screen.say()
        _show_matrix(screen, one)
    _show_wrong(screen, "False blocks", [trial for trial in trials if _said(trial, False, True)])
    _show_wrong(screen, "Misses", [trial for trial in trials if _said(trial, True, False)])
    _show_wrong(
        screen,
        "No verdict",
        [trial for trial in trials if any(one.stops is None for one in trial.said)],
    )
    _show_differing(screen, [one.subject for one in figures], trials)
    _show_left_out(screen, left_out)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "0 of 0"


_AGREES = "agrees with itself"
_ROWS: tuple[tuple[str, Callable[[Figures], str]], ...] = (
    ("right", lambda one: _share(one.right, one.answers)),
    (
        "false blocks",
        lambda one: _share(one.false_blocks, one.passed + one.false_blocks + one.unsure_pass),
    ),
    ("misses", lambda one: _share(one.missed, one.stopped + one.missed + one.unsure_stop)),
    ("no verdict", lambda one: str(one.unsure)),
    (_AGREES, lambda one: _share(one.agreeing, one.cases)),
    ("latency p50 / p95", lambda one: f"{duration(one.p50_ms)} / {duration(one.p95_ms)}"),
    ("tokens in / out", lambda one: f"{one.input_tokens} / {one.output_tokens}"),
    ("requests", lambda one: str(one.calls)),
)


def _show_matrix(screen: Screen, one: Figures) -> None:
    rows: list[Cells] = [
        (
            "should be stopped",
            str(one.stopped),
            (str(one.missed), "bad" if one.missed else ""),
            str(one.unsure_stop),
        ),
        (
            "should pass",
            (str(one.false_blocks), "bad" if one.false_blocks else ""),
            str(one.passed),
            str(one.unsure_pass),
        ),
    ]
    screen.table(rows, heads=(one.subject, "said no", "said yes", "no verdict"))


def _said(trial: Trial, should_stop: bool, stops: bool) -> bool:
    return trial.should_stop is should_stop and any(one.stops is stops for one in trial.said)


def _show_wrong(screen: Screen, title: str, trials: Sequence[Trial]) -> None:
    if not trials:
        return
    screen.say()
    screen.say((f"{title}:", "title"))
    for trial in trials:
        wrong = [one for one in trial.said if one.stops is not trial.should_stop]
        times = f" ({len(wrong)} of {len(trial.said)} times)" if len(trial.said) > 1 else ""
        screen.say(
            (f"{short_path(trial.file)}:{trial.case.line}", "place"),
            "  ",
            (trial.case.name, "name"),
            times,
            indent=2,
        )
        screen.labelled(
            trial.subject, wrong[0].failure or wrong[0].reason or word(wrong[0].stops), indent=4
        )


def _show_differing(screen: Screen, subjects: Sequence[str], trials: Sequence[Trial]) -> None:
    """Cases of which two prompts said different things."""
    by_case: dict[tuple[str, str], dict[str, str]] = {}
    for trial in trials:
        said = "/".join(dict.fromkeys(word(one.stops) for one in trial.said))
        by_case.setdefault((f"{short_path(trial.file)}:{trial.case.line}", trial.case.name), {})[
            trial.subject
        ] = said
    rows: list[Cells] = [
        ((place, "place"), (name, "name"), *(said.get(subject, "–") for subject in subjects))
        for (place, name), said in by_case.items()
        if len(subjects) > 1 and len(set(said.values())) > 1
    ]
    if rows:
        screen.say()
        screen.say(("Where they differ:", "title"))
        screen.table(rows, heads=("", "", *subjects))


def _show_left_out(screen: Screen, left_out: Sequence[LeftOut]) -> None:
    if not left_out:
        return
    once = dict.fromkeys(
        (f"{short_path(one.file)}:{one.case.line}", f"{one.case.name}: {one.reason}")
        for one in left_out
    )
    screen.say()
    screen.say((f"{count(len(once), 'case')} left out:", "warn"))
    for place, why in list(once)[:_SHOWN_LEFT_OUT]:
        screen.say((place, "place"), f"  {why}", indent=2)
    if len(once) > _SHOWN_LEFT_OUT:
        screen.say((f"… {len(once) - _SHOWN_LEFT_OUT} more", "quiet"), indent=2)
