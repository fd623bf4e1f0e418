"""`hookline explain EVENT`: the plan for an event, without running anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hookline.cli.commands.fire import tell_samples, untrusted
from hookline.cli.event_input import payload_options, read_payload
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import (
    Setup,
    engine_options,
    known_event,
    output_options,
    verbose_option,
)
from hookline.cli.show.decision_text import show_plan
from hookline.cli.show.terminal import Screen
from hookline.model import Invocation, Plan
from hookline.spec.profiles import PROFILES

if TYPE_CHECKING:
    from hookline.engine.fire_types import EventName


@click.command(
    cls=GroupedCommand,
    name="explain",
    epilog="\b\nExamples:\n  hookline explain beforeShellExecution --set command='curl example.com'\n"
    "  hookline explain preToolUse --set tool_name=Write --json",
)
@click.argument("event", callback=known_event)
@payload_options
@engine_options
@output_options
@verbose_option
def command(
    event: EventName,
    input_file: str | None,
    settings: tuple[str, ...],
    setup: Setup,
    screen: Screen,
    as_json: bool,
    may_ask: bool,
) -> int:
    """Show which hooks would run for an event, in which order, where, and for how long at most; and
    which would not, and why.

    Nothing is run, and nothing is recorded.
    """
    payload = read_payload(event, input_file, settings, setup.place.roots[0])
    tell_samples(payload)
    engine = setup.load(journal=False)
    try:
        plan = engine.session(setup.conversation, setup.model).plan(event, payload.input)
        if as_json:
            screen.json(plan_as_dict(plan))
        else:
            show_plan(
                screen, plan, samples=payload.samples, untrusted=untrusted(engine, plan.skips),
                one_by_one=PROFILES[setup.profile].sequential,
            )  # fmt: skip
    finally:
        engine.close()
    return 0


def plan_as_dict(plan: Plan) -> dict[str, Any]:
    """The plan as `--json` prints it."""
    return {
        "event": plan.event.name,
        "input": dict(plan.payload),
        "would_run": [_invocation_as_dict(invocation) for invocation in plan.invocations],
        "skipped": [
            {
                "source": skip.hook.source,
                "command": skip.hook.command,
                "where": skip.hook.where,
                "reason": skip.reason,
                "blocks": skip.blocks,
            }
            for skip in plan.skips
        ],
        "notes": list(plan.notes),
    }


def _invocation_as_dict(invocation: Invocation) -> dict[str, Any]:
    hook = invocation.hook
    return {
        "source": hook.source,
        "command": hook.command,
        "type": hook.type,
        "where": hook.where,
        "matcher": hook.matcher,
        "timeout_s": invocation.timeout_s,
        "fail_closed": hook.fail_closed,
        "cwd": invocation.cwd,
        "refusal": invocation.refusal,
    }
