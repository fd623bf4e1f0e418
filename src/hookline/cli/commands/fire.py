"""`hookline fire EVENT`: one event at the hooks that are configured; the decision is the exit code
(0, 2 denied, 3 ask).
"""

from __future__ import annotations

import signal
from collections.abc import Iterable
from types import FrameType
from typing import TYPE_CHECKING

import click

from hookline.cli.event_input import Given, payload_options, read_payload
from hookline.cli.faults import ASK, DENIED, ENDING_SIGNALS, FINE, Unwritable
from hookline.cli.shared_options import Setup, engine_options, known_event, output_options
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen, remark

if TYPE_CHECKING:
    from hookline.embed import Engine
    from hookline.engine.fire_types import EventName
    from hookline.model import Decision, Skip, TrustState


@click.command(
    name="fire",
    epilog="\b\nExamples:\n  hookline fire beforeShellExecution --set command='git push'\n"
    "  hookline fire afterFileEdit --input edit.json --json",
)
@click.argument("event", callback=known_event)
@payload_options
@engine_options
@output_options
def command(
    event: EventName,
    input_file: str | None,
    settings: tuple[str, ...],
    setup: Setup,
    screen: Screen,
    as_json: bool,
    may_ask: bool,
) -> int:
    """Fire one event at the configured hooks, and show what each answered and what was decided.

    Missing fields take sample values, unless --input gives the whole event. Exits with 0 if the
    action may go ahead, 2 if a hook denied it, 3 if a person has to be asked.
    """
    payload = read_payload(event, input_file, settings, setup.place.roots[0])
    tell_samples(payload)
    for number in ENDING_SIGNALS:
        signal.signal(number, _terminated)
    engine = setup.load(own_process=True)
    try:
        named = payload.input.get("conversation_id") or payload.input.get("session_id")
        session = engine.session(setup.conversation or named, setup.model)
        decision = session.fire_sync(event, payload.input)
        _show(screen, decision, engine, payload, as_json=as_json)
    finally:
        engine.close()
        tell_trouble(engine)
    return exit_code(decision)


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
