"""Journal entries → the text of a log: in blocks, as Cursor's Hooks output channel has them, or a
line for each hook.

Only arranges what the journal says.
"""

from __future__ import annotations

import json
import time
from typing import Any

from hookline.cli.show.decision_text import brief
from hookline.cli.show.judge_words import judged_by
from hookline.cli.show.safe_text import duration, short_path, short_paths
from hookline.cli.show.terminal import Screen, Span
from hookline.journal.entries import Entry, Run
from hookline.kit.short_names import short_name

_RULE = "═" * 68
_EMPTY = "(empty)"
_STYLES = {"allow": "good", "ask": "warn", "deny": "bad"}


def stamp(at: float) -> str:
    """`2026-07-21T03:35:11.576Z`."""
    whole, milliseconds = divmod(round(at * 1000), 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole)) + f".{milliseconds:03d}Z"


def show_block(screen: Screen, entry: Entry) -> None:
    """One event: a block for each hook that ran, a line for each that did not, and the decision."""
    at = f"[{stamp(entry.at)}] "
    screen.say((at, "quiet"), f"Hook step requested: {entry.event}")
    for run in entry.runs:
        _show_run(screen, entry, run)
    for skip in entry.result.get("skipped", []):
        screen.say(
            (at, "quiet"),
            f"Skipped {skip['source']} hook ",
            (_name(screen, skip["command"]), "name"),
            f": {short_paths(skip['reason'])}",
        )
    for over in entry.result.get("overruled", []):
        name = _name(screen, over["command"])
        text = f"Overruled: {over['source']} hook {name} said {over['permission']}"
        screen.say((at, "quiet"), (text, "warn"))
    word, style = _verdict(entry)
    screen.say((at, "quiet"), (word, style), f": {short_paths(entry.because)}")
    screen.say()


def _show_run(screen: Screen, entry: Entry, run: Run) -> None:
    screen.say((_RULE, "quiet"))
    screen.say((entry.event, "title"))
    screen.say((_RULE, "quiet"))
    code = "N/A" if run.exit_code is None else run.exit_code
    screen.say("Command: ", (run.command, "name"), f" ({run.duration_ms:.0f}ms) exit code: {code}")
    screen.say("Source: ", run.source, (f" ({short_path(run.where)})", "place"))
    if run.judge:
        screen.say("Judge: ", judged_by(run.judge))
    if run.failure:
        screen.say("Failure: ", (short_paths(run.failure), "bad"))
    whole = (
        f" (shortened; whole: {entry.input_bytes} bytes, SHA-256 {entry.input_sha256})"
        if entry.input_sha256
        else ""
    )
    _section(screen, f"INPUT{whole}", _json_of(entry.input))
    _section(screen, "OUTPUT", _EMPTY if run.answer is None else _json_of(run.answer))
    if run.stderr.strip():
        _section(screen, "STDERR", run.stderr)
    screen.say((_RULE, "quiet"))


def _section(screen: Screen, title: str, text: str) -> None:
    screen.say()
    screen.say((f"{title}:", "title"))
    screen.text(text)


def show_short(screen: Screen, entry: Entry) -> None:
    """One event: a line for each hook, or one that says that none ran."""
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.at))
    for run in entry.runs:
        took = duration(run.duration_ms).rjust(8)
        by = (f"  ({judged_by(run.judge)})", "quiet") if run.judge else ""
        verdict = _said(run)
        screen.say(
            (at, "quiet"),
            f"  {entry.event}  {took}  {run.source}  ",
            (brief(_name(screen, run.command)), "name"),
            "  ",
            verdict,
            by,
        )
    if not entry.runs:
        skipped = f", {entry.skipped} skipped" if entry.skipped else ""
        screen.say((at, "quiet"), f"  {entry.event}  ", (f"no hook ran{skipped}", "quiet"))


def _name(screen: Screen, command: str) -> str:
    return command if screen.verbose else short_name(command)


def _said(run: Run) -> Span:
    if run.failure:
        return f"failed: {brief(short_paths(run.failure))}", "bad"
    if run.permission:
        return run.permission, _STYLES[run.permission]
    return ("answered", "") if run.answer else ("no opinion", "quiet")


def _verdict(entry: Entry) -> tuple[str, str]:
    if entry.blocked:
        return "Blocked", "bad"
    return ("Ask", "warn") if entry.permission == "ask" else ("Went ahead", "good")


def _json_of(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
