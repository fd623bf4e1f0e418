"""`hookline log`: what hooks did, out of the journal: as Cursor's Hooks output channel shows it,
short, or as JSON lines.
"""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import click

from hookline.cli.faults import FINE, Refused, Usage
from hookline.cli.hook_files import journal_path, state
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import known_event, output_options, verbose_option
from hookline.cli.show.log_text import show_block, show_short, stamp
from hookline.cli.show.safe_text import count, safe, short_path
from hookline.cli.show.terminal import Screen
from hookline.journal.backlog import Gap
from hookline.journal.entries import Entry
from hookline.journal.journal_reader import Reader, follow
from hookline.journal.search import Wanted
from hookline.spec.sources import SOURCES

Show = Callable[[Screen, Entry], None]
_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def moment(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    """`2h` → the moment two hours ago; `2026-11-18` or `2026-11-18T09:30` → that moment, in local time."""
    if text is None:
        return None
    if found := re.fullmatch(r"([0-9]{1,9})([smhd])", text):
        return time.time() - int(found[1]) * _UNITS_S[found[2]]
    from datetime import datetime

    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError):
        raise Usage(
            f"--since takes 30m, 2h, 7d or a time such as 2026-11-18T09:30, not {safe(text)!r}.",
            ctx,
        ) from None


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What narrows the events of the journal, but for the conversation; `hook_command` is the
    journal's `command`.
    """
    for option in reversed(_FILTERS):
        command = option(command)
    return command


_FILTERS = (
    click.option(
        "--event",
        help="Only this event.",
        callback=lambda ctx, param, name: name and known_event(ctx, param, name),
    ),
    click.option(
        "--source",
        type=click.Choice(list(SOURCES)),
        help="Only events for which a hook of this source ran.",
    ),
    click.option(
        "--command",
        "hook_command",
        metavar="TEXT",
        help="Only events for which exactly this command ran.",
    ),
    click.option(
        "--since",
        metavar="TIME",
        callback=moment,
        help="Only events since then: 30m, 2h, 7d or 2026-11-18T09:30.",
    ),
    click.option("--denied", "blocked", is_flag=True, default=None, help="Only denied events."),
    click.option(
        "--failed", is_flag=True, default=None, help="Only events for which a hook failed."
    ),
    click.option(
        "--overruled",
        is_flag=True,
        default=None,
        help="Only events for which a stricter answer was overruled.",
    ),
    click.option(
        "--text",
        metavar="TEXT",
        help="Only events with this text in their input, answers or stderr.",
    ),
)


@click.command(
    cls=GroupedCommand,
    name="log",
    epilog="\b\nExamples:\n  hookline log -n 1\n  hookline log --follow --short --denied\n"
    "  hookline log --json -n 1000 | jq .because\n"
    "  hookline log --denied --record .cursor/hooks/denied\n  hookline log --flow",
)
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(min=0),
    default=20,
    help="Show the latest N events (default: 20).",
)
@click.option(
    "-f",
    "--follow",
    "following",
    is_flag=True,
    help="Keep running, and show events as they happen.",
)
@click.option("--short", is_flag=True, help="One line per hook.")
@filter_options
@click.option("--conversation", metavar="ID", help="Only this conversation.")
@click.option(
    "--record",
    metavar="NAME",
    help="Write these events to NAME.cases.toml, as cases for hookline test that expect the same.",
)
@click.option(
    "--flow",
    "show_flow",
    is_flag=True,
    help="Show what flow-guard noted of the latest N conversations.",
)
@click.option("--path", "show_path", is_flag=True, help="Print the path of the journal and exit.")
@output_options
@verbose_option
def command(
    limit: int,
    following: bool,
    short: bool,
    show_path: bool,
    show_flow: bool,
    record: str | None,
    hook_command: str | None,
    screen: Screen,
    as_json: bool,
    may_ask: bool,
    **filters: Any,
) -> int:
    """Show what hooks did: for every event, which hooks ran, what they got and answered, and what
    was decided and why.

    The layout is that of Cursor's Hooks output channel, oldest event first.
    """
    _refuse_pairs(
        {
            "--short": short,
            "--json": as_json,
            "--record": bool(record),
            "--follow": following,
            "--flow": show_flow,
        }
    )
    if show_flow:
        return show_flows(screen, limit, filters["conversation"], as_json=as_json)
    path = journal_path()
    if show_path:
        screen.write(path + "\n")
        return FINE
    wanted = cast(Wanted, {**filters, "command": hook_command})
    show = _layout(short=short, as_json=as_json)
    with Reader(path) as journal:
        newest, newest_id = journal.recent(limit=limit, **wanted), journal.newest_id()
        gaps = journal.gaps(limit=1)
    if record and newest:
        return record_cases(screen, newest[::-1], record, as_json=as_json)
    for entry in reversed(newest):
        show(screen, entry)
    if not (newest or following or as_json):
        _show_nothing(screen, path, wanted, limit)
    _tell_gaps(gaps)
    if following:
        if not newest:
            click.echo("Waiting for events. Press Ctrl-C to stop.", err=True)
        _follow(screen, show, path, newest_id, wanted)
    return FINE


def show_flows(screen: Screen, limit: int, conversation: str | None, *, as_json: bool) -> int:
    """What flow-guard noted, the conversation with the latest mark last."""
    from hookline.cli.show.flow_text import show_flow
    from hookline.kit.sessions.flow_notes import all_flows

    flows = [flow for flow in all_flows(state()) if conversation in (None, flow.conversation)]
    for flow in flows[max(len(flows) - limit, 0) :]:
        if as_json:
            screen.json(flow.as_json(), lines=True)
        else:
            show_flow(screen, flow)
    if not flows and not as_json:
        screen.say("flow-guard has noted nothing yet.")
        screen.say("Put it to work:  ", ("hookline add flow-guard", "name"))
    return FINE


def _layout(*, short: bool, as_json: bool) -> Show:
    if as_json:
        return _as_json
    return show_short if short else show_block


_EXCLUDE_EACH_OTHER = (
    ("--short", "--json"),
    ("--record", "--short"),
    ("--record", "--follow"),
    ("--flow", "--short"),
    ("--flow", "--record"),
    ("--flow", "--follow"),
)


def _refuse_pairs(given: Mapping[str, bool]) -> None:
    for one, other in _EXCLUDE_EACH_OTHER:
        if given[one] and given[other]:
            raise Usage(f"{one} and {other} cannot be used together.")


def _follow(screen: Screen, show: Show, path: str, after_id: int, wanted: Wanted) -> None:
    """Until nobody reads any more, or somebody presses Ctrl-C, which is the usual way to end this."""
    screen.flush()
    try:
        for entry in follow(path, after_id=after_id, **wanted):
            show(screen, entry)
            screen.flush()
            if screen.gone:
                return
    except KeyboardInterrupt:
        return


def record_cases(screen: Screen, entries: Sequence[Entry], name: str, *, as_json: bool) -> int:
    """Write a case file of these entries; never over another."""
    from hookline.cases.case_writer import write_cases
    from hookline.cases.nouns import ENDING

    path = name if name.endswith(ENDING) else name + ENDING
    written = write_cases(entries)
    for reason in written.left_out:
        click.echo(f"Left out: {safe(reason)}", err=True)
    if not written.cases:
        raise Refused("None of these events can be turned into a case.")
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(written.text)
    except FileExistsError:
        raise Refused(
            f"{safe(path)} already exists.", "Choose another name, or remove it first."
        ) from None
    except OSError as error:
        raise Refused(f"{safe(path)} cannot be written: {error.strerror}.") from error
    if as_json:
        screen.json({"file": path, "cases": written.cases, "left_out": list(written.left_out)})
    else:
        screen.say(
            "Wrote  ",
            (path, "place"),
            f"  {count(written.cases, 'case')} of {count(len(entries), 'event')}",
        )
        screen.say("Run them:  ", (f"hookline test {shlex.quote(path)}", "name"))
    return FINE


def _as_json(screen: Screen, entry: Entry) -> None:
    screen.json(entry.as_dict(), lines=True)


def _show_nothing(screen: Screen, path: str, wanted: Wanted, limit: int) -> None:
    if limit == 0:
        return
    if any(value is not None for value in wanted.values()):
        screen.say("No events match these filters. To show all of them: hookline log")
        return
    screen.say(f"The journal is empty: no events have been fired yet ({short_path(path)}).")
    screen.say("Fire one:  ", ("hookline fire beforeSubmitPrompt", "name"))


def _tell_gaps(gaps: Sequence[Gap]) -> None:
    """On stderr: that events are missing, and why."""
    for gap in gaps:
        missing = "events" if gap.missing is None else count(gap.missing, "event")
        click.echo(f"The journal misses {missing} of {stamp(gap.at)}: {safe(gap.reason)}", err=True)
