"""`hookline replay [FILE...]`: recorded events through the hooks as they are now, and every
decision that changed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

from hookline.cases.case_run import at_once
from hookline.cases.nouns import ENDING
from hookline.cases.rerun import Past, Replayed, counted, of_cases, replay
from hookline.cli.commands.log import filter_options
from hookline.cli.commands.test import unwind_on_signals
from hookline.cli.faults import FINDINGS, FINE, NO_INPUT, MissingInput, Usage
from hookline.cli.hook_files import journal_path
from hookline.cli.shared_options import Setup, engine_options, output_options
from hookline.cli.show.decision_text import brief
from hookline.cli.show.log_text import stamp
from hookline.cli.show.safe_text import count, safe
from hookline.cli.show.terminal import Screen
from hookline.journal.recorded import read_lines, recorded
from hookline.journal.search import Wanted

if TYPE_CHECKING:
    from hookline.embed import Engine

_SHOWN_CHARACTERS = 100
_WARNING = "Firing {} at the hooks as they are now, for real: what hooks do, they do again. --dry-run only lists them."
_STYLES = {"allow": "good", "none": "good", "ask": "warn", "deny": "bad"}


class Chosen(NamedTuple):
    """The events to replay, those that cannot be, and how many of other workspaces were left out."""

    events: list[Past]
    flawed: list[Past]
    elsewhere: int = 0


@click.command(
    name="replay",
    epilog="\b\nExamples:\n  hookline replay --since 7d\n  hookline replay --event beforeShellExecution --check\n"
    "  hookline log --json -n 1000 > week.jsonl; hookline replay week.jsonl",
)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(min=0),
    default=100,
    help="How many events, the latest ones. 100 when absent.",
)
@filter_options
@click.option(
    "--any-workspace",
    is_flag=True,
    help="Also events of other workspaces; their paths are moved into this one.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many conversations at a time.",
)
@click.option("--dry-run", is_flag=True, help="Only list the events; run nothing.")
@click.option("--check", is_flag=True, help="Exit 1 when a decision changed.")
@engine_options
@output_options
def command(
    files: tuple[str, ...],
    limit: int,
    any_workspace: bool,
    jobs: int | None,
    dry_run: bool,
    check: bool,
    hook_command: str | None,
    setup: Setup,
    screen: Screen,
    as_json: bool,
    may_ask: bool,
    **filters: Any,
) -> int:
    """Run recorded events against the hooks as they are now, and show every decision that changed.

    The events come from the journal, narrowed as for `hookline log`; or from FILE: lines of
    `hookline log --json`, of a session ({"event": ..., "input": ...}), or a case file. Hooks run
    for real: what they do, they do again.
    """
    wanted = cast(Wanted, {**filters, "command": hook_command, "conversation": setup.conversation})
    root = setup.place.roots[0]
    if files:
        if any(value is not None for value in wanted.values()):
            raise Usage("Filters are for the journal; with FILE every event of it is replayed.")
        chosen = _from_files(files, root)
    else:
        chosen = _from_journal(None if any_workspace else root, limit, wanted)
    if not chosen.events and not chosen.flawed:
        return _nothing(screen, chosen, as_json=as_json)
    if dry_run:
        _list(screen, chosen, as_json=as_json)
        return FINE
    done = _replay(setup, chosen, jobs)
    if as_json:
        screen.json(as_dict(done, chosen))
    else:
        show(screen, done, chosen)
    return FINDINGS if check and any(one.changes for one in done) else FINE


def _replay(setup: Setup, chosen: Chosen, jobs: int | None) -> list[Replayed]:
    print(_WARNING.format(count(len(chosen.events), "recorded event")), file=sys.stderr)
    unwind_on_signals()
    engine = setup.load(own_process=True, journal=False)
    try:
        done = replay(chosen.events, engine, limit=jobs or at_once())
        _tell_untrusted(engine)
    finally:
        engine.close()
    return done


def _tell_untrusted(engine: Engine) -> None:
    """A workspace that is not trusted runs no hooks, and everything would look changed."""
    for trust in engine.hookset().trust.values():
        if not trust.trusted and not engine.settings.trust_all:
            print(safe(trust.reason), file=sys.stderr)


def _from_journal(root: str | None, limit: int, wanted: Wanted) -> Chosen:
    found = recorded(journal_path(), limit=limit, root=root, **wanted)
    return _sorted([Past(event) for event in found.events], found.elsewhere)


def _from_files(names: Sequence[str], root: str) -> Chosen:
    return _sorted([past for name in names for past in _from_file(name, root)])


def _from_file(name: str, root: str) -> list[Past]:
    from hookline.cases.case_file import read

    try:
        with open(name, "rb") as file:
            data = file.read()
    except OSError as error:
        raise MissingInput(f"{safe(name)} cannot be read: {error.strerror}.") from error
    if name.endswith(ENDING):
        cases = read(data, name)
        problems = [str(problem) for problem in cases.problems]
        events = of_cases(cases, root)
    else:
        lines, problems = read_lines(data.decode("utf-8-sig", "replace"), name)
        events = [Past(event) for event in lines]
    if problems:
        raise Usage("\n".join(safe(problem) for problem in problems[:5]))
    return events


def _sorted(events: Sequence[Past], elsewhere: int = 0) -> Chosen:
    whole = [past for past in events if not past.recorded.flaw]
    return Chosen(whole, [past for past in events if past.recorded.flaw], elsewhere)


def show(screen: Screen, done: Sequence[Replayed], chosen: Chosen) -> None:
    """Every change, then what could not be replayed or compared, then the figures."""
    changed = [one for one in done if one.changes]
    for one in changed:
        _show_changed(screen, one)
    _show_flawed(screen, chosen.flawed)
    unknown = [
        one
        for one, past in zip(done, chosen.events, strict=True)
        if not (past.recorded.before or past.expect)
    ]
    _show_unknown(screen, unknown)
    same = len(done) - len(changed) - len(unknown)
    figures = (f"{len(changed)} changed", "warn" if changed else "good")
    screen.say(f"{count(len(done), 'event')} replayed: ", figures, f", {same} as before")
    for what, number in counted(changed).items():
        screen.labelled(str(number), what, width=5)
    _show_elsewhere(screen, chosen)


def _show_unknown(screen: Screen, unknown: Sequence[Replayed]) -> None:
    if not unknown:
        return
    screen.say(
        f"{count(len(unknown), 'event')} came without a decision to compare with; decided now:"
    )
    said = [one.decision.permission or "none" for one in unknown]
    rows = [(one.recorded.event, (word, _STYLES[word]), brief(one.recorded.subject, _SHOWN_CHARACTERS))
            for one, word in zip(unknown, said, strict=True)]  # fmt: skip
    screen.table(rows)
    screen.say()


def _show_changed(screen: Screen, one: Replayed) -> None:
    at = stamp(one.recorded.at) if one.recorded.at else one.recorded.where
    screen.say(("CHANGED  ", "warn"), (one.recorded.event, "title"), "  ", brief(one.recorded.subject, _SHOWN_CHARACTERS),
               (f"  ({at})", "quiet"))  # fmt: skip
    for change in one.changes:
        before, after = (
            brief(change.before, _SHOWN_CHARACTERS),
            brief(change.after, _SHOWN_CHARACTERS),
        )
        screen.say((change.what.ljust(11) + " ", "quiet"), (before, _STYLES.get(before, "")), " → ",
                   (after, _STYLES.get(after, "")), indent=2)  # fmt: skip
    if one.recorded.before:
        screen.labelled("was because", one.recorded.before.because)
    screen.labelled("now because", one.decision.because)
    screen.say()


def _show_flawed(screen: Screen, flawed: Sequence[Past]) -> None:
    if not flawed:
        return
    screen.say(f"{count(len(flawed), 'event')} cannot be replayed whole:")
    rows = [
        (past.recorded.event, brief(past.recorded.subject, _SHOWN_CHARACTERS), past.recorded.flaw or "")
        for past in flawed
    ]  # fmt: skip
    screen.table(rows)
    screen.say()


def _list(screen: Screen, chosen: Chosen, *, as_json: bool) -> None:
    """`--dry-run`: what would be fired."""
    every = [*chosen.events, *chosen.flawed]
    if as_json:
        screen.json({"would_replay": [_listed(past) for past in every if not past.recorded.flaw],
                     "cannot": [_listed(past) for past in chosen.flawed], "elsewhere": chosen.elsewhere})  # fmt: skip
        return
    screen.say(f"Would fire {count(len(chosen.events), 'event')}; nothing was run:")
    rows = [(past.recorded.event, _said_before(past), brief(past.recorded.subject, _SHOWN_CHARACTERS))
            for past in chosen.events]  # fmt: skip
    screen.table(rows, heads=("event", "decided", "subject"))
    _show_flawed(screen, chosen.flawed)
    _show_elsewhere(screen, chosen)


def _said_before(past: Past) -> str:
    if past.expect:
        return past.expect.permission or "–"
    return (past.recorded.before.permission or "none") if past.recorded.before else "–"


def _listed(past: Past) -> dict[str, Any]:
    event = past.recorded
    return {"event": event.event, "subject": event.subject, "where": event.where, "decided": _said_before(past),
            "flaw": event.flaw}  # fmt: skip


def as_dict(done: Sequence[Replayed], chosen: Chosen) -> dict[str, Any]:
    """The replay as `--json` prints it."""
    changed = [one for one in done if one.changes]
    return {
        "replayed": len(done),
        "changed": len(changed),
        "changes": [one.as_dict() for one in changed],
        "summary": dict(counted(changed)),
        "cannot": [_listed(past) for past in chosen.flawed],
        "elsewhere": chosen.elsewhere,
    }


def _show_elsewhere(screen: Screen, chosen: Chosen) -> None:
    if chosen.elsewhere:
        told = f"{count(chosen.elsewhere, 'event')} of other workspaces left out: --workspace names one, --any-workspace all."
        screen.say((told, "quiet"))


def _nothing(screen: Screen, chosen: Chosen, *, as_json: bool) -> int:
    if as_json:
        screen.json(as_dict([], chosen))
    else:
        screen.say(
            "No event like that is recorded. `hookline log` shows what is, `hookline fire` makes more."
        )
        _show_elsewhere(screen, chosen)
    return NO_INPUT
