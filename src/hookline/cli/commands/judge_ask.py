"""`hookline judge ask PROMPT`: one question to the judge, or the messages it would be sent."""

from __future__ import annotations

import os
from typing import Any

import click

from hookline.assembly import ConfiguredJudge
from hookline.cli.event_input import payload_options, read_payload
from hookline.cli.faults import FINDINGS, FINE, MissingInput, Refused
from hookline.cli.option_groups import GroupedCommand
from hookline.cli.shared_options import known_event, output_options
from hookline.cli.show.judge_words import judged_by
from hookline.cli.show.safe_text import safe
from hookline.cli.show.terminal import Screen
from hookline.errors import JudgeFailed
from hookline.model import Question

TIMEOUT_S = 30.0


@click.command(
    cls=GroupedCommand,
    name="ask",
    epilog="\b\nExamples:\n  hookline judge ask 'Does it delete files?' --set command='rm -rf /'\n"
    "  hookline judge ask @policy.md --event beforeReadFile --input event.json --dry-run",
)
@click.argument("prompt")
@click.option(
    "--event",
    default="beforeShellExecution",
    callback=known_event,
    help="Event to ask about (default: a shell command).",
)
@payload_options
@click.option("--model", metavar="NAME", help="Use this model instead of the configured one.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=TIMEOUT_S,
    help="Seconds to wait (default: 30).",
)
@click.option(
    "--no-cache",
    "cache",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Ask even if the verdict is cached.",
)
@click.option(
    "--dry-run", is_flag=True, help="Show the two messages that would be sent; send nothing."
)
@output_options
def ask(
    prompt: str, event: str, input_file: str | None, settings: tuple[str, ...],
    model: str | None, timeout: float, cache: bool, dry_run: bool,
    screen: Screen, as_json: bool, may_ask: bool,
) -> int:  # fmt: skip
    """Ask the judge about one event, under the policy PROMPT; @FILE reads it from a file.

    Exits with 0 for a yes, with 1 for a no or without a verdict.
    """
    payload = read_payload(event, input_file, settings, os.getcwd())
    question = _question(read_policy(prompt), event, payload.input, model, timeout)
    configured = ConfiguredJudge(os.environ, cache=cache)
    try:
        if dry_run:
            return _show_messages(screen, configured, question, as_json=as_json)
        verdict = configured.judge(question)
    except JudgeFailed as error:
        raise Refused(safe(str(error))) from None
    from hookline.judge.verdict import read_ruling

    ruling = read_ruling(verdict.text)
    if as_json:
        screen.json({**ruling._asdict(), "judge": dict(verdict.about)})
    else:
        screen.say(("YES", "good") if ruling.ok else ("NO", "bad"))
        screen.labelled("reason", ruling.reason or "–")
        screen.labelled("judge", judged_by(verdict.about))
    return FINE if ruling.ok else FINDINGS


def read_policy(prompt: str) -> str:
    """The policy itself, or after `@` what a file holds."""
    if not prompt.startswith("@"):
        return prompt
    try:
        with open(prompt[1:], encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise MissingInput(f"{safe(prompt[1:])} cannot be read: {reason}.") from None


def _question(
    policy: str, event: str, given: dict[str, Any], model: str | None, timeout_s: float
) -> Question:
    """As a prompt hook of this event asks it."""
    import json

    from hookline.engine.payload import build_payload
    from hookline.engine.session import SessionState
    from hookline.model import Event, Settings
    from hookline.spec.events import EVENTS

    payload = build_payload(
        Event(EVENTS[event], given), SessionState(None), Settings((os.getcwd(),))
    )
    return Question(policy, json.dumps(payload), model, timeout_s)


def _show_messages(
    screen: Screen, configured: ConfiguredJudge, question: Question, *, as_json: bool
) -> int:
    sent = configured.messages(question)
    if as_json:
        screen.json({"policy": sent.policy, "event": sent.event})
        return FINE
    for title, text in (("system message", sent.policy), ("user message", sent.event)):
        screen.say((title, "title"))
        screen.text(text, indent=2)
        screen.say()
    screen.say(("Nothing was sent: this was a dry run.", "quiet"))
    return FINE
