"""Decisions and plans → what a person reads: what happened or would happen, in which order, and
why.

Only arranges what the records say; it decides nothing and reads no files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hookline.cli.show.judge_words import judged_by
from hookline.cli.show.safe_text import (
    count,
    duration,
    safe,
    safe_lines,
    seconds,
    shell_path,
    short_path,
    short_paths,
)
from hookline.cli.show.terminal import Cells, Screen, Span
from hookline.kit.short_names import short_name
from hookline.model import Decision, Hook, Invocation, Outcome, Plan, Problem, Skip, TrustState
from hookline.shorten import shorten
from hookline.spec.events import EVENTS, EventSpec

NOTHING = "–"
_VALUE_LIMIT_CHARACTERS = 160
_PROMPT_LIMIT_CHARACTERS = 60
_STDERR_LIMIT_LINES = 20
_PROBLEMS_LIMIT = 3
SEVERITY_STYLES = {"error": "bad", "warning": "warn", "note": "quiet"}
_PERMISSION_STYLES = {"allow": "good", "ask": "warn", "deny": "bad"}
_LABELS = {
    "user_message": "user sees",
    "agent_message": "agent sees",
    "followup_message": "follow-up",
}


def show_decision(
    screen: Screen,
    decision: Decision,
    *,
    samples: Sequence[str] = (),
    untrusted: Sequence[TrustState] = (),
) -> None:
    """One event as it was decided. `untrusted`: workspace roots whose hooks did not run for want of trust."""
    spec = EVENTS[decision.event]
    show_input(screen, spec, decision.input, samples)
    screen.say()
    _show_outcomes(screen, decision.outcomes)
    _show_skips(screen, decision.skips, "Skipped", untrusted)
    screen.say()
    word, style = verdict(decision)
    screen.say((word, style))
    screen.labelled("because", short_paths(decision.because))
    for name, value in decision.response.items():
        if name != spec.gate:
            screen.labelled(_LABELS.get(name, name), _text_of(value))
    _show_remarks(screen, decision)


def show_plan(
    screen: Screen,
    plan: Plan,
    *,
    samples: Sequence[str] = (),
    untrusted: Sequence[TrustState] = (),
    one_by_one: bool = False,
) -> None:
    """What would happen for an event, without anything being run. `one_by_one`: the first valid
    answer ends it.
    """
    spec = plan.event.spec
    show_input(screen, spec, plan.payload, samples)
    screen.say((spec.impact, "quiet"), indent=2)
    screen.say()
    if plan.invocations:
        together = (
            "one at a time until one answers"
            if one_by_one
            else "all at once; answers count in this order"
        )
        screen.say(f"Would run{', ' + together if len(plan.invocations) > 1 else ''}:")
        heads = ("", "source", "hook", "matcher", "timeout", "on failure", "runs in", "where")
        rows = [
            _planned(screen, number, one, spec)
            for number, one in enumerate(plan.invocations, start=1)
        ]
        screen.table(rows, heads=heads)
        for invocation in plan.invocations:
            if invocation.refusal:
                screen.say(
                    (
                        f"{invocation.hook.title} cannot start: {short_paths(invocation.refusal)}",
                        "bad",
                    ),
                    indent=2,
                )
    else:
        why = "" if plan.skips else f": no hook is configured for {plan.event.name}"
        screen.say(f"Nothing would run{why}.")
    _show_skips(screen, plan.skips, "Would not run", untrusted)
    for note in plan.notes:
        screen.labelled("note", short_paths(note))


def verdict(decision: Decision) -> tuple[str, str]:
    """The decision in one plain word, and its style."""
    if decision.blocked:
        return "DENIED", "bad"
    if decision.permission == "ask":
        return "ASK: a person has to approve", "warn"
    if EVENTS[decision.event].gate is None:
        return "DONE", "good"
    return "ALLOWED", "good"


def show_input(
    screen: Screen, spec: EventSpec, payload: Mapping[str, Any], samples: Sequence[str]
) -> None:
    """The event and its own fields, each on a line; what is a sample value says so."""
    screen.say((spec.name, "title"))
    base = {field.name for field in spec.base}
    for name, value in payload.items():
        if name not in base:
            mark: Span = ("  (sample)", "quiet") if name in samples else ""
            screen.say((name.ljust(11) + " ", "quiet"), brief(value), mark, indent=2)


def brief(value: Any, limit: int = _VALUE_LIMIT_CHARACTERS) -> str:
    """A value on one line, cut where it is long, with its whole length."""
    text = safe(_text_of(value))
    return shorten(text, limit, f"… ({len(text)} characters)")


def place_of(problem: Problem) -> str:
    """`.cursor/hooks.json:4:5`."""
    return f"{short_path(problem.file)}:{problem.line}:{problem.column}"


def sentence_of(problem: Problem) -> str:
    """What is wrong, and what to do about it, on one line: `timeout is 5000 seconds. Write seconds: 5`."""
    ended = problem.problem if problem.problem.endswith((".", "?", "!")) else problem.problem + "."
    first_word, space, rest = problem.remedy.partition(" ")
    return f"{ended} {first_word.capitalize() if first_word.islower() else first_word}{space}{rest}".strip()


def said(outcome: Outcome) -> Span:
    """What a hook said, in a word or two: its permission, its failure, or that it had no opinion."""
    if outcome.failure:
        closed = " (failClosed: counts as deny)" if outcome.permission == "deny" else ""
        return f"failed: {short_paths(outcome.failure)}{closed}", "bad"
    if outcome.permission:
        return outcome.permission, _PERMISSION_STYLES[outcome.permission]
    if outcome.fields:
        return "answered: " + ", ".join(outcome.fields), ""
    return "no opinion", "quiet"


def where_of(hook: Hook) -> str:
    """`.cursor/hooks.json:6`, from the workspace; `~/.cursor/hooks.json:6` for a file elsewhere."""
    return short_path(hook.where)


def trust_line(root: str) -> str:
    """The command that lets the hooks of a folder run."""
    return f"hookline trust {shell_path(root)}"


def _show_outcomes(screen: Screen, outcomes: Sequence[Outcome]) -> None:
    if not outcomes:
        screen.say("No hook ran.")
        return
    screen.say(f"{count(len(outcomes), 'hook')} ran:")
    heads = ("source", "hook", "matcher", "where", "took", "said")
    screen.table([_ran(screen, outcome) for outcome in outcomes], heads=heads)
    for outcome in outcomes:
        if outcome.completion.judge:
            screen.say(
                (f"judge of {outcome.hook.title}: {judged_by(outcome.completion.judge)}", "quiet"),
                indent=2,
            )
        _show_stderr(screen, outcome)


def _ran(screen: Screen, outcome: Outcome) -> Cells:
    hook = outcome.hook
    took = duration(outcome.completion.duration_ms)
    return (
        hook.source,
        (name_of(hook, whole=screen.verbose), "name"),
        matcher_of(hook),
        (where_of(hook), "place"),
        took,
        said(outcome),
    )


def _show_stderr(screen: Screen, outcome: Outcome) -> None:
    stderr = outcome.completion.stderr.strip()
    if not stderr:
        return
    lines = safe_lines(stderr)
    screen.say((f"stderr of {outcome.hook.title}:", "quiet"), indent=2)
    for line in lines[:_STDERR_LIMIT_LINES]:
        screen.say(line, indent=4)
    if len(lines) > _STDERR_LIMIT_LINES:
        screen.say(
            (
                f"… {count(len(lines) - _STDERR_LIMIT_LINES, 'line')} more: hookline log -n 1",
                "quiet",
            ),
            indent=4,
        )


def _show_skips(
    screen: Screen, skips: Sequence[Skip], title: str, untrusted: Sequence[TrustState]
) -> None:
    """Each with its reason; that a workspace is not trusted is said once, because it holds for all
    its hooks.
    """
    if not skips:
        return
    below = {state.reason for state in untrusted}
    screen.say(f"{title}:")
    rows = [
        (
            skip.hook.source,
            (name_of(skip.hook, whole=screen.verbose or skip.reason in below), "name"),
            (where_of(skip.hook), "place"),
            "not trusted, see below" if skip.reason in below else short_paths(skip.reason),
        )
        for skip in skips
    ]
    screen.table(rows, heads=("source", "hook", "where", "why"))
    for reason in sorted(below):
        screen.say((short_paths(reason), "warn"), indent=2)


def _show_remarks(screen: Screen, decision: Decision) -> None:
    for over in decision.overruled:
        screen.labelled(
            "overruled",
            f"{over.hook.title} said {over.permission} ({where_of(over.hook)})",
            style="warn",
        )
    for note in decision.notes:
        screen.labelled("note", short_paths(note))
    for problem in decision.problems[:_PROBLEMS_LIMIT]:
        told = f"{problem.severity} {place_of(problem)} {short_paths(sentence_of(problem))}"
        screen.labelled("problem", told, style=SEVERITY_STYLES[problem.severity])
    if len(decision.problems) > _PROBLEMS_LIMIT:
        screen.labelled(
            "problem", f"{len(decision.problems) - _PROBLEMS_LIMIT} more: hookline check"
        )


def _planned(screen: Screen, number: int, invocation: Invocation, spec: EventSpec) -> Cells:
    hook = invocation.hook
    failing = ("blocks" if hook.fail_closed else "goes ahead") if spec.gate else NOTHING
    return (
        str(number),
        hook.source,
        (name_of(hook, whole=screen.verbose), "name"),
        matcher_of(hook),
        seconds(invocation.timeout_s),
        failing,
        short_path(invocation.cwd),
        (where_of(hook), "place"),
    )


def name_of(hook: Hook, *, whole: bool) -> str:
    """The command, or the short name of a ready-made hook; of a prompt, which may be a page long, how
    it begins. `whole`: the command as it is written.
    """
    if hook.type != "command":
        return brief(hook.command, _PROMPT_LIMIT_CHARACTERS)
    return hook.command if whole else short_name(hook.command)


def matcher_of(hook: Hook) -> Span:
    """The matcher, or a dash where there is none."""
    return (hook.matcher, "pattern") if hook.matcher else NOTHING


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
