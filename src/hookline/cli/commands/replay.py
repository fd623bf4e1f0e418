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
from hookline.cli.option_groups import GroupedCommand
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
_WARNING = (
    "Firing {} at the current hooks, for real: whatever they do, they do again. "
    "To only list them: --dry-run"
)
_STYLES = {"allow": "good", "none": "good", "ask": "warn", "deny": "bad"}


class Chosen(NamedTuple):
    """The events to replay, those that cannot be, and how many of other workspaces were left out."""

    events: list[Past]
    flawed: list[Past]
    elsewhere: int = 0


@click.command(
    cls=GroupedCommand,
    name="replay",
    epilog="\b\nExamples:\n  hookline replay --since 7d\n"
    "  hookline replay --event beforeShellExecution --check\n"
    "  hookline log --json -n 1000 > week.jsonl; hookline replay week.jsonl",
)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(min=0),
    default=100,
    help="Replay the latest N events (default: 100).",
)
@filter_options
@click.option(
    "--any-workspace",
    is_flag=True,
    help="Include events of other workspaces, their paths moved into this one.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Replay up to N conversations at once.",
)
@click.option("--dry-run", is_flag=True, help="Only list the events; run nothing.")
@click.option("--check", is_flag=True, help="Exit with 1 if a decision changed.")
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
    """Replay recorded events against the current hooks, and show every decision that changed.

    The events come from the journal, filtered as by `hookline log`; or from FILE: lines of
    `hookline log --json`, lines of a session ({"event": ..., "input": ...}), or a case file. Hooks
    run for real: whatever they do, they do again.
    """
    wanted = cast(Wanted, {**filters, "command": hook_command, "conversation": setup.conversation})
    root = setup.place.roots[0]
    if files:
        chosen = _from_files(files, root, wanted)
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
    return FINDINGS if check and any(replayed.changes for replayed in done) else FINE


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


def _from_files(names: Sequence[str], root: str, wanted: Wanted) -> Chosen:
    if any(value is not None for value in wanted.values()):
        raise Usage("Filters apply to the journal only; with FILE, every event in it is replayed.")
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
    changed = [replayed for replayed in done if replayed.changes]
    for replayed in changed:
        _show_changed(screen, replayed)
    _show_flawed(screen, chosen.flawed)
    unknown = [
        replayed
        for replayed, past in zip(done, chosen.events, strict=True)
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
    words = [replayed.decision.permission or "none" for replayed in unknown]
    screen.table(
        [
            (replayed.recorded.event, (word, _STYLES[word]), _brief(replayed.recorded.subject))
            for replayed, word in zip(unknown, words, strict=True)
        ]
    )
    screen.say()


def _show_changed(screen: Screen, one: Replayed) -> None:
    at = stamp(one.recorded.at) if one.recorded.at else one.recorded.where
    event, subject = (one.recorded.event, "title"), _brief(one.recorded.subject)
    screen.say(("CHANGED  ", "warn"), event, "  ", subject, (f"  ({at})", "quiet"))
    for change in one.changes:
        before, after = _styled(change.before), _styled(change.after)
        screen.say((change.what.ljust(11) + " ", "quiet"), before, " → ", after, indent=2)
    if one.recorded.before:
        screen.labelled("was because", one.recorded.before.because)
    screen.labelled("now because", one.decision.because)
    screen.say()


def _brief(text: str) -> str:
    return brief(text, _SHOWN_CHARACTERS)


def _styled(value: str) -> tuple[str, str]:
    return _brief(value), _STYLES.get(value, "")


def _show_flawed(screen: Screen, flawed: Sequence[Past]) -> None:
    if not flawed:
        return
    screen.say(f"{count(len(flawed), 'event')} cannot be replayed in full:")
    events = [past.recorded for past in flawed]
    rows = [(event.event, _brief(event.subject), event.flaw or "") for event in events]
    screen.table(rows)
    screen.say()


def _list(screen: Screen, chosen: Chosen, *, as_json: bool) -> None:
    """`--dry-run`: what would be fired."""
    if as_json:
        screen.json({
            "would_replay": list(map(_listed, chosen.events)),
            "cannot": list(map(_listed, chosen.flawed)),
            "elsewhere": chosen.elsewhere,
        })  # fmt: skip
        return
    screen.say(f"Would fire {count(len(chosen.events), 'event')}; nothing was run:")
    rows = [
        (past.recorded.event, _decided_before(past), _brief(past.recorded.subject))
        for past in chosen.events
    ]
    screen.table(rows, heads=("event", "decided", "subject"))
    _show_flawed(screen, chosen.flawed)
    _show_elsewhere(screen, chosen)


def _decided_before(past: Past) -> str:
    if past.expect:
        return past.expect.permission or "–"
    before = past.recorded.before
    return (before.permission or "none") if before else "–"


def _listed(past: Past) -> dict[str, Any]:
    event = past.recorded
    return {
        "event": event.event,
        "subject": event.subject,
        "where": event.where,
        "decided": _decided_before(past),
        "flaw": event.flaw,
    }


def as_dict(done: Sequence[Replayed], chosen: Chosen) -> dict[str, Any]:
    """The replay as `--json` prints it."""
    changed = [replayed for replayed in done if replayed.changes]
    return {
        "replayed": len(done),
        "changed": len(changed),
        "changes": [replayed.as_dict() for replayed in changed],
        "summary": dict(counted(changed)),
        "cannot": [_listed(past) for past in chosen.flawed],
        "elsewhere": chosen.elsewhere,
    }


def _show_elsewhere(screen: Screen, chosen: Chosen) -> None:
    if chosen.elsewhere:
        left_out = f"{count(chosen.elsewhere, 'event')} of other workspaces left out. "
        screen.say((f"{left_out}To include them: --workspace DIR, or --any-workspace", "quiet"))


def _nothing(screen: Screen, chosen: Chosen, *, as_json: bool) -> int:
    if as_json:
        screen.json(as_dict([], chosen))
    else:
        screen.say("No recorded events match these filters. To see what is recorded: hookline log")
        _show_elsewhere(screen, chosen)
    return NO_INPUT
