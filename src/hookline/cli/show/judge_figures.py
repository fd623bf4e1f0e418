"""Trials and their figures → what a person reads: the figures side by side, then every case that
was judged wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hookline.cli.show.safe_text import count, duration, short_path
from hookline.cli.show.terminal import Cells, Screen
from hookline.judge.evaluation import LabelledCase, LeftOut, Trial
from hookline.judge.figures import Figures, word

_SHOWN_LEFT_OUT = 5


def show_evaluation(
    screen: Screen, figures: Sequence[Figures], trials: Sequence[Trial], left_out: Sequence[LeftOut]
) -> None:
    """One column for each candidate; a matrix for each; then what went wrong, and where two differ."""
    candidates = [column.candidate for column in figures]
    _show_table(screen, figures, repeated=any(len(trial.judgements) > 1 for trial in trials))
    for column in figures:
        screen.say()
        _show_matrix(screen, column)
    _show_wrong(screen, "False blocks", _judged(trials, should_stop=False, stops=True))
    _show_wrong(screen, "Misses", _judged(trials, should_stop=True, stops=False))
    _show_wrong(screen, "No verdict", [trial for trial in trials if None in _verdicts(trial)])
    _show_differing(screen, candidates, trials)
    _show_left_out(screen, left_out)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "0 of 0"


_AGREES = "agrees with itself"
_ROWS: tuple[tuple[str, Callable[[Figures], str]], ...] = (
    ("right", lambda it: _share(it.right, it.answers)),
    ("false blocks", lambda it: _share(it.false_blocks, it.passed + it.false_blocks + it.unsure_pass)),
    ("misses", lambda it: _share(it.missed, it.stopped + it.missed + it.unsure_stop)),
    ("no verdict", lambda it: str(it.unsure)),
    (_AGREES, lambda it: _share(it.agreeing, it.cases)),
    ("latency p50 / p95", lambda it: f"{duration(it.p50_ms)} / {duration(it.p95_ms)}"),
    ("tokens in / out", lambda it: f"{it.input_tokens} / {it.output_tokens}"),
    ("requests", lambda it: str(it.calls)),
)  # fmt: skip


def _show_table(screen: Screen, figures: Sequence[Figures], *, repeated: bool) -> None:
    rows = [
        (label, *(value(column) for column in figures))
        for label, value in _ROWS
        if repeated or label != _AGREES
    ]
    screen.table(rows, heads=("", *(column.candidate for column in figures)))


def _show_matrix(screen: Screen, figures: Figures) -> None:
    missed = (str(figures.missed), "bad" if figures.missed else "")
    false_blocks = (str(figures.false_blocks), "bad" if figures.false_blocks else "")
    rows: list[Cells] = [
        ("should be stopped", str(figures.stopped), missed, str(figures.unsure_stop)),
        ("should pass", false_blocks, str(figures.passed), str(figures.unsure_pass)),
    ]
    screen.table(rows, heads=(figures.candidate, "said no", "said yes", "no verdict"))


def _verdicts(trial: Trial) -> list[bool | None]:
    return [judgement.stops for judgement in trial.judgements]


def _judged(trials: Sequence[Trial], *, should_stop: bool, stops: bool) -> list[Trial]:
    return [
        trial for trial in trials if trial.should_stop is should_stop and stops in _verdicts(trial)
    ]


def _place(case: LabelledCase) -> str:
    return f"{short_path(case.file)}:{case.line}"


def _show_wrong(screen: Screen, title: str, trials: Sequence[Trial]) -> None:
    if not trials:
        return
    screen.say()
    screen.say((f"{title}:", "title"))
    for trial in trials:
        case, asked = trial.case, len(trial.judgements)
        wrong = [each for each in trial.judgements if each.stops is not trial.should_stop]
        times = f" ({len(wrong)} of {asked} times)" if asked > 1 else ""
        screen.say((_place(case), "place"), "  ", (case.name, "name"), times, indent=2)
        why = wrong[0].failure or wrong[0].reason or word(wrong[0].stops)
        screen.labelled(trial.candidate, why, indent=4)


def _show_differing(screen: Screen, candidates: Sequence[str], trials: Sequence[Trial]) -> None:
    """Cases of which two candidates said different things."""
    by_case: dict[tuple[str, str], dict[str, str]] = {}
    for trial in trials:
        case = (_place(trial.case), trial.case.name)
        words = "/".join(dict.fromkeys(map(word, _verdicts(trial))))
        by_case.setdefault(case, {})[trial.candidate] = words
    rows: list[Cells] = []
    for (place, name), words_of in by_case.items():
        if len(candidates) > 1 and len(set(words_of.values())) > 1:
            verdicts = (words_of.get(candidate, "–") for candidate in candidates)
            rows.append(((place, "place"), (name, "name"), *verdicts))
    if rows:
        screen.say()
        screen.say(("Where they differ:", "title"))
        screen.table(rows, heads=("", "", *candidates))


def _show_left_out(screen: Screen, left_out: Sequence[LeftOut]) -> None:
    if not left_out:
        return
    once = dict.fromkeys(
        (_place(each.case), f"{each.case.name}: {each.reason}") for each in left_out
    )
    screen.say()
    screen.say((f"{count(len(once), 'case')} left out:", "warn"))
    for place, why in list(once)[:_SHOWN_LEFT_OUT]:
        screen.say((place, "place"), f"  {why}", indent=2)
    if len(once) > _SHOWN_LEFT_OUT:
        screen.say((f"… {len(once) - _SHOWN_LEFT_OUT} more", "quiet"), indent=2)
