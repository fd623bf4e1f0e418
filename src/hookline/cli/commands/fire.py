"""`hookline fire EVENT`: one event at the hooks that are configured; the decision is the exit code
(0, 2 denied, 3 ask).
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from hookline.cli.event_input import Given, object_from, payload_of, payload_options
from hookline.cli.faults import ASK, DENIED, ENDING_SIGNALS, FINE, Unwritable, Usage
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import (
    Setup,
    engine_options,
    event_named,
    output_options,
    verbose_option,
)
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen, remark
from hookline.near import did_you_mean, hint
from hookline.spec.events import EVENTS

if TYPE_CHECKING:
    from hookline.embed import Engine
    from hookline.engine.fire_types import EventName
    from hookline.model import Decision, Skip, TrustState


@click.command(
    cls=GroupedCommand,
    name="fire",
    epilog="\b\nExamples:\n  hookline fire beforeShellExecution --set command='git push'\n"
    "  hookline fire afterFileEdit --input edit.json --json\n"
    "  hookline fire --input recorded.json --from gemini",
)
@click.argument("event", required=False)
@payload_options
@click.option(
    "--from",
    "agent",
    metavar="AGENT",
    help="Whose words the payload of --input is in: claude, codex, copilot, gemini, ….",
)
@engine_options
@output_options
@verbose_option
def command(
    event: str | None,
    input_file: str | None,
    settings: tuple[str, ...],
    agent: str | None,
    setup: Setup,
    screen: Screen,
    as_json: bool,
    may_ask: bool,
) -> int:
    """Fire one event at the configured hooks, and show what each answered and what was decided.

    Missing fields take sample values, unless --input gives the whole event; then EVENT may be left
    out if the payload names it. Exits with 0 if the action may go ahead, 2 if a hook denied it, 3 if
    a person has to be asked.
    """
    name, given = _given(event, input_file, agent)
    payload = payload_of(name, given, settings, setup.place.roots[0])
    tell_samples(payload)
    for number in ENDING_SIGNALS:
        signal.signal(number, _terminated)
    engine = setup.load(own_process=True)
    try:
        named = payload.input.get("conversation_id") or payload.input.get("session_id")
        session = engine.session(setup.conversation or named, setup.model)
        decision = session.fire_sync(name, payload.input)
        _show(screen, decision, engine, payload, as_json=as_json)
    finally:
        engine.close()
        tell_trouble(engine)
    return exit_code(decision)


def _given(
    event: str | None, input_file: str | None, agent: str | None
) -> tuple[EventName, dict[str, Any] | None]:
    """The event to fire, and its input where a file gives it."""
    if agent not in (None, "cursor"):
        return _translated(agent, input_file, event)
    if event is not None:
        name = event_named(event)
        return name, None if input_file is None else object_from(input_file)
    if input_file is None:
        raise Usage(
            "There is no event to fire.",
            remedy="Name one, such as beforeShellExecution, or a payload that does: --input FILE.",
        )
    given = object_from(input_file)
    told = given.get("hook_event_name")
    if isinstance(told, str) and told in EVENTS:
        return event_named(told), given
    if isinstance(told, str):
        problem = f"There is no event {safe(told)!r}.{did_you_mean(told, EVENTS)}"
    else:
        problem = (
            "The payload has no hook_event_name. Name its event: hookline fire EVENT --input FILE."
        )
    raise Usage(problem, remedy="If another agent wrote the payload, say which: --from claude.")


def _translated(
    agent: str, input_file: str | None, event: str | None
) -> tuple[EventName, dict[str, Any]]:
    """The payload of another agent as an event of ours; which one is said on stderr."""
    from hookline.dialects.native_event import native_event
    from hookline.errors import UsageError
    from hookline.spec.dialects import DIALECT_SPECS

    if agent not in DIALECT_SPECS:
        known = hint(agent, DIALECT_SPECS).replace("there are", "it reads those of")
        raise Usage(f"--from cannot read payloads of {safe(agent)!r}; {known}")
    if input_file is None:
        raise Usage("--from needs the payload: --input FILE.")
    try:
        native = native_event(agent, object_from(input_file), event)
    except UsageError as error:
        raise Usage(f"Nothing was fired: {safe(str(error))}.") from None
    remark(f"Fired as {native.event}: {safe(native.told)}.{_too(native.others)}")
    for text in native.remarks:
        remark(safe(f"{native.event}: {text}"))
    return event_named(native.event), native.input


def _too(others: Sequence[str]) -> str:
    """What else could be fired with this payload."""
    return f" To fire {' or '.join(others)} instead, name it." if others else ""


def exit_code(decision: Decision) -> int:
    """2 only for a real deny."""
    if decision.blocked:
        return DENIED
    return ASK if decision.permission == "ask" else FINE


def tell_samples(given: Given) -> None:
    """On stderr: which values were made up, and which fields the event does not have."""
    if given.samples:
        samples = ", ".join(given.samples)
        remark(f"Using sample values for {samples}; set your own with --set or --input.")
    for text in given.remarks:
        remark(text)


def tell_trouble(engine: Engine) -> None:
    """On stderr: what the journal could not write. It never changes a decision, so nothing else
    would say it.
    """
    trouble = getattr(engine.journal, "trouble", None)
    if trouble:
        remark(safe(trouble))


def untrusted(engine: Engine, skips: Iterable[Skip]) -> list[TrustState]:
    """Why hooks of a workspace did not run for want of trust, for each workspace root that has such hooks."""
    states = engine.hookset().trust
    roots = {skip.hook.root for skip in skips if skip.hook.needs_trust}
    return [state for root, state in states.items() if root in roots and not state.trusted]


def _show(
    screen: Screen, decision: Decision, engine: Engine, given: Given, *, as_json: bool
) -> None:
    """The decision on stdout. Whether that can be written does not change the verdict."""
    try:
        if as_json:
            screen.json(decision.as_dict())
            return
        from hookline.cli.show.decision_text import show_decision

        show_decision(
            screen, decision, samples=given.samples, untrusted=untrusted(engine, decision.skips)
        )
        screen.say((f"exit {exit_code(decision)}", "quiet"))
        screen.flush()
    except Unwritable as error:
        remark(f"{error.message}. The exit code stands.")


def _terminated(number: int, frame: FrameType | None) -> None:
    """Unwind instead of dying on the spot, so that the hooks under way are killed too."""
    raise SystemExit(128 + number)
