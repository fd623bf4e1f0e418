"""`hookline judge`: who answers prompt hooks, how that fares, and how good it is: status, ask,
eval, forget.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import click

from hookline.assembly import ConfiguredJudge
from hookline.cli.commands.judge_ask import ask
from hookline.cli.commands.judge_eval import evaluation
from hookline.cli.faults import FINDINGS, FINE, Refused
from hookline.cli.shared_options import output_options
from hookline.cli.show.safe_text import count, safe, seconds, short_path
from hookline.cli.show.terminal import Screen
from hookline.errors import JudgeFailed
from hookline.extras import remedy


@click.group(
    name="judge",
    invoke_without_command=True,
    epilog="\b\nExamples:\n  hookline judge\n  hookline judge ask 'Is this safe?' --set command='rm -rf /'\n"
    "  hookline judge eval cases/ --prompt strict.md --prompt mild.md --repeat 3",
)
@output_options
@click.pass_context
def command(ctx: click.Context, screen: Screen, as_json: bool, may_ask: bool) -> int | None:
    """Show which model judges prompt hooks and how it is doing; ask it, evaluate it.

    Without a subcommand: its settings, how many verdicts are cached, and whether requests to the
    server are paused.
    """
    if ctx.invoked_subcommand is not None:
        return None
    return _status(screen, as_json=as_json)


def _status(screen: Screen, *, as_json: bool) -> int:
    configured = ConfiguredJudge(os.environ)
    status = _status_of(configured)
    if as_json:
        screen.json(status)
    elif status["problem"]:
        screen.say(("No judge:  ", "bad"), status["problem"])
        screen.labelled("settings", short_path(status["settings_file"]), indent=0)
    else:
        _show_status(screen, status)
    return FINDINGS if status["problem"] else FINE


def _status_of(configured: ConfiguredJudge) -> dict[str, Any]:
    """What is known without asking anybody. The key is never in it, only where it comes from."""
    from hookline.config.userfile import user_file
    from hookline.judge.breaker import paused_s
    from hookline.judge.settings import shown_url
    from hookline.judge.verdict_store import day_of

    store, now = configured.store(), time.time()
    known: dict[str, Any] = {
        "settings_file": user_file(sys.platform, os.environ),
        "state_file": store.path,
        "problem": None,
    }
    try:
        settings = configured.settings()
    except JudgeFailed as error:
        return {**known, "problem": str(error)}
    url = shown_url(settings.url)
    health = store.health(f"{url} {settings.model}")
    return {
        **known, "shape": settings.shape.name, "url": url, "model": settings.model,
        "key": settings.key.source if settings.key else None, "client": _has_client(), "mask": settings.mask,
        "event_limit": settings.event_limit, "cache_s": settings.cache_s,
        "kept_verdicts": store.verdicts(now - settings.cache_s), "calls_today": store.calls(day_of(now)),
        "calls_per_day": settings.calls_per_day,
        "failures_in_a_row": health.failures, "last_failure": health.reason or None,
        "left_alone_s": round(paused_s(health, now), 1), "trouble": store.trouble,
    }  # fmt: skip


def _has_client() -> bool:
    from hookline.judge.client import Client

    return Client().missing() is None


def _show_status(screen: Screen, status: dict[str, Any]) -> None:
    file = status["settings_file"]
    limit = "no limit" if status["calls_per_day"] is None else f"of {status['calls_per_day']}"
    kept = f"kept for {seconds(status['cache_s'])}" if status["cache_s"] else "not kept"
    rows = [
        ("server", f"{status['shape']} at {status['url']}"),
        ("model", status["model"] or "none; each hook has to name one"),
        ("key", f"from {status['key']}" if status["key"] else "none"),
        ("client", "httpx2" if status["client"] else f"missing; run: {remedy('llm')}"),
        ("secrets", "masked before they are sent" if status["mask"] else "NOT masked"),
        ("verdicts", f"{kept}; {status['kept_verdicts']} stored"),
        ("requests", f"{status['calls_today']} today, {limit}"),
        ("failures", _failures(status)),
        ("settings", short_path(file) + ("" if os.path.exists(file) else " (does not exist)")),
    ]
    for label, text in rows:
        screen.labelled(label, text, indent=0)
    if status["trouble"]:
        screen.labelled("trouble", status["trouble"], indent=0, style="warn")


def _failures(status: dict[str, Any]) -> str:
    if not status["failures_in_a_row"]:
        return "none since it last answered"
    alone = f"; paused for {status['left_alone_s']:.0f} s more" if status["left_alone_s"] else ""
    return f"{status['failures_in_a_row']} in a row{alone}; last: {status['last_failure']}"


@command.command(name="forget")
@output_options
def forget(screen: Screen, as_json: bool, may_ask: bool) -> int:
    """Forget every cached verdict, and ask a paused server again at once."""
    store = ConfiguredJudge(os.environ).store()
    number = store.verdicts(0.0)
    store.forget()
    if store.trouble:
        raise Refused(f"{safe(store.trouble)}.", f"Remove it: rm {safe(str(store.path))}")
    if as_json:
        screen.json({"forgotten": number})
    else:
        screen.say(
            f"Forgot {count(number, 'verdict')}. Today's requests still count towards the limit."
        )
    return FINE


command.add_command(ask)
command.add_command(evaluation)
